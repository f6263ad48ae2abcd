/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis as polynomials over the interval, or over a piece of it.
 *
 *     gap = side * distance - sum_k |radius_k|
 *
 * with a positive factor, all in Bernstein form.  A radius whose coefficients are all of one sign is part of the
 * distance, its sign being known; those that may change their signs are terms by themselves.  The *bound* has the
 * absolute coefficients of these in the place of their absolute values,
 *
 *     gap >= side * distance - sum_k (coefficients of radius_k, absolute)
 *
 * and is the gap itself, a plane of the BMS, if none has coefficients of both signs.  On a shorter piece it is closer
 * to the gap: exact in the end.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_PIECE_H
#define BMS_PIECE_H

#include <math.h>
#include <stdbool.h>

#include "numeric/places.h"
#include "motion/relative.h"

/* The gap consists of these, by coefficient: lane 0 is side * distance less the radii whose signs are known, the other
   lanes are radii that may change theirs. */
typedef struct fast_terms {
  lanes b[FAST_NODES];
  int turning;               /* how many of these there are, up to 4: */
  double fourth[FAST_NODES]; /* of two edges, rarely */
  double error;              /* bounds what all of them together are off by, with all that is done with them here */
} fast_terms;

/* The bound over a piece. */
typedef struct fast_plane {
  fast_values c;     /* scaled (polynomial.h); the error is taken off already: the gap is certainly no less */
  unsigned positive; /* bit k: coefficient k is */
  double error;      /* bounds the error of side * distance less radii, at every s */
  bool exact;        /* the gap itself, within twice the error */
  double s0, s1;     /* the piece */
} fast_plane;

/* Terms while they are put together. */
typedef struct fast_sums {
  fast_values known;   /* of side * distance less the radii whose signs are known: at first values (rigid_plane.h) */
  fast_values term[4]; /* coefficients of radii that may change theirs */
  int turning;
} fast_sums;

/* Coefficients side by side. */
static void fast_pack(const fast_values *known, const fast_sums *sums, double error, fast_terms *out) {
  BMS_UNROLL(FAST_BLOCKS)
  for (int i = 0; i < FAST_BLOCKS; i++) {
    lanes *b = out->b + i * FAST_BLOCK;
    b[0] = known->at[i];
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) b[1 + k] = k < sums->turning ? sums->term[k].at[i] : lanes_all(0);
    lanes_transpose(b);
  }
  out->turning = sums->turning;
  if (sums->turning == 4) memcpy(out->fourth, sums->term[3].place, sizeof out->fourth);
  out->error = error;
}

/* ------------------------------------------------------------------ pieces of the interval */

/* The part of a piece behind, or before, its place x: de Casteljau's means. */
static void fast_take_right(fast_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(FAST_DEGREE)
  for (int level = FAST_DEGREE; level > 0; level--) {
    BMS_UNROLL(FAST_DEGREE)
    for (int i = 0; i < level; i++) terms->b[i] = lanes_add_scaled(lanes_scale(terms->b[i], y), terms->b[i + 1], x);
  }
  for (int level = FAST_DEGREE; terms->turning == 4 && level > 0; level--)
    for (int i = 0; i < level; i++) terms->fourth[i] = y * terms->fourth[i] + x * terms->fourth[i + 1];
}

static void fast_take_left(fast_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(FAST_DEGREE)
  for (int level = 1; level < FAST_NODES; level++) {
    BMS_UNROLL(FAST_DEGREE)
    for (int i = FAST_DEGREE; i >= level; i--)
      terms->b[i] = lanes_add_scaled(lanes_scale(terms->b[i - 1], y), terms->b[i], x);
  }
  for (int level = 1; terms->turning == 4 && level < FAST_NODES; level++)
    for (int i = FAST_DEGREE; i >= level; i--) terms->fourth[i] = y * terms->fourth[i - 1] + x * terms->fourth[i];
}

/* Takes the absolute coefficients of a fourth radius off.  Returns whether these have one sign. */
static bool fast_take_fourth(const double fourth[FAST_NODES], fast_values *bound) {
  int negative = 0;
  for (int i = 0; i < FAST_NODES; i++) {
    bound->place[i] -= fabs(fourth[i]);
    negative += fourth[i] < 0;
  }
  return negative == 0 || negative == FAST_NODES;
}

/* Notes the signs of Bernstein coefficients and scales them. */
BMS_INLINE void fast_scale_plane(fast_plane *out) {
  unsigned positive = 0;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) {
    positive |= lanes_positive(out->c.at[k]) << (k * FAST_BLOCK);
    out->c.at[k] = lanes_mul(out->c.at[k], lanes_load(FAST_BINOMIAL + k * FAST_BLOCK));
  }
  out->positive = positive;
}

/* The bound of a piece [s0, s1]. */
static void fast_plane_of(const fast_terms *terms, double s0, double s1, fast_plane *out) {
  const lanes minus = lanes_of(0., -0., -0., -0.);
  lanes any = terms->b[0], all = any;
  out->error = terms->error;
  out->s0 = s0;
  out->s1 = s1;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) {
    lanes b[4];
    BMS_UNROLL(4)
    for (int i = 0; i < 4; i++) {
      b[i] = terms->b[k * FAST_BLOCK + i];
      any = lanes_or(any, b[i]);
      all = lanes_and(all, b[i]);
      b[i] = lanes_or(b[i], minus);
    }
    lanes_transpose(b);
    out->c.at[k] = lanes_sub(lanes_add(b[0], lanes_add(lanes_add(b[1], b[2]), b[3])), lanes_all(out->error));
  }
  out->exact = (lanes_signs(lanes_and_not(any, all)) & 0xe) == 0;
  if (terms->turning == 4) out->exact = fast_take_fourth(terms->fourth, &out->c) && out->exact;
  fast_scale_plane(out);
}

/* The Bernstein coefficients, without the binomials. */
static void fast_bernstein(const fast_plane *plane, double b[FAST_NODES]) {
  BMS_UNROLL(FAST_NODES)
  for (int i = 0; i < FAST_NODES; i++) b[i] = plane->c.place[i] * FAST_INVERSE[i];
}

#endif /* BMS_PIECE_H */
