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
 * and is the gap itself, a plane of the BMS, where none has coefficients of both signs.  On a shorter piece it is
 * closer to the gap: exact in the end.
 *
 * Functions of this header are for the quick walks alone, which are compiled for several machines.
 */

#ifndef BMS_PIECE_H
#define BMS_PIECE_H

#include <math.h>
#include <stdbool.h>

#include "fast/places.h"
#include "motion/relative.h"

/* What the gap consists of, by coefficient: lane 0 is side * distance less the radii whose signs are known, the other
   lanes are radii that may change theirs. */
typedef struct quick_terms {
  bms_lanes b[QUICK_NODES];
  int turning;                /* how many of these there are, up to 4: */
  double fourth[QUICK_NODES]; /* of two edges, rarely */
  double error;               /* bounds what all of them together are off by, with all that is done with them here */
} quick_terms;

/* The bound over a piece. */
typedef struct quick_plane {
  quick_values c;    /* scaled (polynomial.h); the error is taken off already: the gap is certainly no less */
  unsigned positive; /* bit k: coefficient k is */
  double error;      /* bounds the error of side * distance less radii, at every s */
  bool exact;        /* the gap itself, within twice the error */
  double s0, s1;     /* the piece */
} quick_plane;

/* Terms while they are put together. */
typedef struct quick_sums {
  quick_values known;   /* of side * distance less the radii whose signs are known: at first values (rigid_plane.h) */
  quick_values term[4]; /* coefficients of radii that may change theirs */
  int turning;
} quick_sums;

/* Coefficients side by side. */
static void quick_pack(const quick_values *known, const quick_sums *sums, double error, quick_terms *out) {
  BMS_UNROLL(QUICK_BLOCKS)
  for (int i = 0; i < QUICK_BLOCKS; i++) {
    bms_lanes *b = out->b + i * QUICK_BLOCK;
    b[0] = known->at[i];
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) b[1 + k] = k < sums->turning ? sums->term[k].at[i] : bms_lanes_all(0);
    bms_lanes_transpose(b);
  }
  out->turning = sums->turning;
  if (sums->turning == 4) memcpy(out->fourth, sums->term[3].place, sizeof out->fourth);
  out->error = error;
}

/* ------------------------------------------------------------------ pieces of the interval */

/* The part of a piece behind, or before, its place x: de Casteljau's means. */
static void quick_take_right(quick_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(QUICK_DEGREE)
  for (int level = QUICK_DEGREE; level > 0; level--) {
    BMS_UNROLL(QUICK_DEGREE)
    for (int i = 0; i < level; i++) terms->b[i] = y * terms->b[i] + x * terms->b[i + 1];
  }
  for (int level = QUICK_DEGREE; terms->turning == 4 && level > 0; level--)
    for (int i = 0; i < level; i++) terms->fourth[i] = y * terms->fourth[i] + x * terms->fourth[i + 1];
}

static void quick_take_left(quick_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(QUICK_DEGREE)
  for (int level = 1; level < QUICK_NODES; level++) {
    BMS_UNROLL(QUICK_DEGREE)
    for (int i = QUICK_DEGREE; i >= level; i--) terms->b[i] = y * terms->b[i - 1] + x * terms->b[i];
  }
  for (int level = 1; terms->turning == 4 && level < QUICK_NODES; level++)
    for (int i = QUICK_DEGREE; i >= level; i--) terms->fourth[i] = y * terms->fourth[i - 1] + x * terms->fourth[i];
}

/* Takes the absolute coefficients of a fourth radius off.  Returns whether these have one sign. */
static bool quick_take_fourth(const double fourth[QUICK_NODES], quick_values *bound) {
  int negative = 0;
  for (int i = 0; i < QUICK_NODES; i++) {
    bound->place[i] -= fabs(fourth[i]);
    negative += fourth[i] < 0;
  }
  return negative == 0 || negative == QUICK_NODES;
}

/* Notes the signs of Bernstein coefficients and scales them. */
BMS_INLINE void quick_scale_plane(quick_plane *out) {
  unsigned positive = 0;
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) {
    positive |= bms_lanes_positive(out->c.at[k]) << (k * QUICK_BLOCK);
    out->c.at[k] *= bms_lanes_load(QUICK_BINOMIAL + k * QUICK_BLOCK);
  }
  out->positive = positive;
}

/* The bound of a piece [s0, s1]. */
static void quick_plane_of(const quick_terms *terms, double s0, double s1, quick_plane *out) {
  const bms_lanes_mask minus = (bms_lanes_mask)bms_lanes_of(0., -0., -0., -0.);
  bms_lanes_mask any = {0}, all = {-1, -1, -1, -1};
  out->error = terms->error;
  out->s0 = s0;
  out->s1 = s1;
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) {
    bms_lanes b[4];
    BMS_UNROLL(4)
    for (int i = 0; i < 4; i++) {
      b[i] = terms->b[k * QUICK_BLOCK + i];
      any |= (bms_lanes_mask)b[i];
      all &= (bms_lanes_mask)b[i];
      b[i] = (bms_lanes)((bms_lanes_mask)b[i] | minus);
    }
    bms_lanes_transpose(b);
    out->c.at[k] = b[0] + ((b[1] + b[2]) + b[3]) - out->error;
  }
  out->exact = (bms_lanes_signs((bms_lanes)(any & ~all)) & 0xe) == 0;
  if (terms->turning == 4) out->exact = quick_take_fourth(terms->fourth, &out->c) && out->exact;
  quick_scale_plane(out);
}

/* The Bernstein coefficients, without the binomials. */
static void quick_bernstein(const quick_plane *plane, double b[QUICK_NODES]) {
  BMS_UNROLL(QUICK_NODES)
  for (int i = 0; i < QUICK_NODES; i++) b[i] = plane->c.place[i] * QUICK_INVERSE[i];
}

#endif /* BMS_PIECE_H */
