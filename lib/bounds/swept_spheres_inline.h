/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four pairs of swept spheres, a pair in a lane.
 *
 * P(t) leads from the centre of one sphere to the other's.  Over [t0, t1] it stays in the triangle of its Bernstein
 * points P0, P1, P2.  If a half-space n . x > R |n|, with R the sum of the radii, holds all three, the spheres are
 * apart.  The n tried is the point of the chord P0 P2 that is nearest to zero: the best one for a straight path.
 *
 * Errors.  Coordinates of a Bernstein point are off by at most 7 roundings of the magnitude: one for the difference of
 * the coefficients, 6 for the evaluation.  n itself may be any vector.  A dot product adds 3 roundings of |n| |P|, the
 * radius and its sum 5 of R.  SPHERE_ROUNDINGS is more than twice all that together, and is counted once more for what
 * the comparison rounds.  Squares do not underflow where it matters: R exceeds 1e-26 of a magnitude that is tame.
 *
 * Functions of this header are for swept_spheres.c and swept_spheres_avx2.c, which compile it for two machines.
 */

#ifndef BMS_SWEPT_SPHERES_INLINE_H
#define BMS_SWEPT_SPHERES_INLINE_H

#include <math.h>
#include <stddef.h>

#include "bounds/swept_spheres.h"
#include "motion/linear_quaternion.h"
#include "motion/relative.h"
#include "numeric/lanes.h"
#include "validate/rules.h"

/* The roundings of the magnitude; see above. */
static const double SPHERE_ROUNDINGS = 32;

/* Numbers within these are far inside of what relative.c holds for the range of doubles. */
static const double SMALLEST = 1e-8, LARGEST = 1e8;

BMS_INLINE lanes_mask is_tame(lanes x) {
  return lanes_mask_and(lanes_at_least(x, lanes_all(SMALLEST)), lanes_at_least(lanes_all(LARGEST), x));
}

/* The intervals.  Magnitudes are bounded for all times up to `latest`: at least 1, so that they bound the coefficients
   as well. */
typedef struct swept_times {
  lanes t0, t1, latest;
} swept_times;

/* Spheres of one body of each pair. */
typedef struct swept_spheres {
  lanes position[3][3]; /* of the motion: [coordinate][power of t] */
  lanes radius;
  lanes magnitude; /* bounds |position| on the interval and all sums of its evaluation */
  lanes_mask known;
} swept_spheres;

/* Four numbers of each body, one in a lane. */
BMS_INLINE void side_by_side(const double *const number[BMS_SWEPT_PAIRS], size_t first, lanes out[4]) {
  BMS_UNROLL(4)
  for (int k = 0; k < 4; k++) out[k] = lanes_load(number[k] + first);
  lanes_transpose(out);
}

/* The corner farthest from the origin.  Returns whether the box is one. */
BMS_INLINE lanes_mask take_radius(const bms_body *const body[BMS_SWEPT_PAIRS], lanes *radius) {
  const double *box[BMS_SWEPT_PAIRS];
  for (int k = 0; k < BMS_SWEPT_PAIRS; k++) box[k] = (const double *)&body[k]->box;
  lanes low[4], high[4], square = lanes_all(0);
  side_by_side(box, 0, low);  /* min, and max[0] */
  side_by_side(box, 2, high); /* min[2], and max */
  lanes_mask is_box = lanes_mask_all(-1);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes far = lanes_max(lanes_absolute(low[r]), lanes_absolute(high[r + 1]));
    square = lanes_add_product(square, far, far);
    is_box = lanes_mask_and(is_box, lanes_at_least(high[r + 1], low[r]));
  }
  *radius = lanes_sqrt(square);
  return is_box;
}

/* Returns where quaternions certainly do not vanish; see bms_linear_quaternion_turns(). */
BMS_INLINE lanes_mask turn_for_certain(const lanes value[4], const lanes slope[4], const swept_times *times) {
  lanes first = lanes_all(0), last = first, mixed = first, terms = first;
  BMS_UNROLL(4)
  for (int i = 0; i < 4; i++) {
    lanes q = lanes_add_product(value[i], times->t0, slope[i]), r = lanes_add_product(value[i], times->t1, slope[i]);
    lanes bound = lanes_add_product(lanes_absolute(value[i]), times->latest, lanes_absolute(slope[i]));
    first = lanes_add_product(first, q, q);
    mixed = lanes_add_product(mixed, q, r);
    last = lanes_add_product(last, r, r);
    terms = lanes_add_product(terms, bound, bound);
  }
  lanes doubt = lanes_scale(terms, BMS_NORM_ROUNDINGS * BMS_ROUNDING);
  lanes_mask ends = lanes_mask_and(lanes_greater(first, doubt), lanes_greater(last, doubt));
  return lanes_mask_and(lanes_mask_and(ends, lanes_at_least(mixed, lanes_all(0))), is_tame(terms));
}

BMS_INLINE void take_spheres(const bms_body *const body[BMS_SWEPT_PAIRS], const swept_times *times,
                             swept_spheres *out) {
  const double *number[BMS_SWEPT_PAIRS];
  for (int k = 0; k < BMS_SWEPT_PAIRS; k++) number[k] = (const double *)&body[k]->motion.rigid;
  lanes x[5][4];
  BMS_UNROLL(4)
  for (size_t i = 0; i < 4; i++) side_by_side(number, 4 * i, x[i]);
  x[4][0] = lanes_of(number[0][16], number[1][16], number[2][16], number[3][16]);
  out->magnitude = lanes_all(0);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes *c = out->position[r];
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) c[k] = x[(3 * r + k) / 4][(3 * r + k) % 4];
    lanes faster = lanes_add_product(lanes_absolute(c[1]), times->latest, lanes_absolute(c[2]));
    out->magnitude = lanes_add(out->magnitude, lanes_add_product(lanes_absolute(c[0]), times->latest, faster));
  }
  lanes value[4], slope[4];
  BMS_UNROLL(4)
  for (int i = 0; i < 4; i++) {
    value[i] = x[(9 + 2 * i) / 4][(9 + 2 * i) % 4];
    slope[i] = x[(10 + 2 * i) / 4][(10 + 2 * i) % 4];
  }
  lanes_mask is_box = take_radius(body, &out->radius), turns = turn_for_certain(value, slope, times);
  lanes_mask in_range = lanes_at_least(lanes_all(LARGEST), out->magnitude);
  out->known = lanes_mask_and(lanes_mask_and(is_box, turns), lanes_mask_and(in_range, is_tame(out->radius)));
}

/* The Bernstein points of P. */
BMS_INLINE void points_between(const swept_spheres *a, const swept_spheres *b, const swept_times *times,
                               lanes point[3][3]) {
  lanes t0 = times->t0, t1 = times->t1, mean = lanes_scale(lanes_add(t0, t1), 0.5), product = lanes_mul(t0, t1);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes c[3];
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) c[k] = lanes_sub(b->position[r][k], a->position[r][k]);
    point[0][r] = lanes_add_product(c[0], t0, lanes_add_product(c[1], t0, c[2]));
    point[1][r] = lanes_add_product(lanes_add_product(c[0], mean, c[1]), product, c[2]);
    point[2][r] = lanes_add_product(c[0], t1, lanes_add_product(c[1], t1, c[2]));
  }
}

BMS_INLINE lanes_mask stay_apart(const swept_spheres *a, const swept_spheres *b, const swept_times *times) {
  lanes point[3][3], chord[3], n[3];
  points_between(a, b, times, point);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) chord[r] = lanes_sub(point[2][r], point[0][r]);
  /* 0 / 0, of boxes that stand still, becomes 1. */
  lanes s = lanes_div(lanes_negate(lanes_dot(chord, point[0])), lanes_dot(chord, chord));
  s = lanes_max(lanes_min(s, lanes_all(1)), lanes_all(0));
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) n[r] = lanes_add_product(point[0][r], s, chord[r]);
  lanes least = lanes_min(lanes_dot(n, point[0]), lanes_min(lanes_dot(n, point[1]), lanes_dot(n, point[2])));
  lanes reach = lanes_add(a->radius, b->radius);
  lanes doubt = lanes_add(reach, lanes_add(a->magnitude, b->magnitude));
  reach = lanes_add_scaled(reach, doubt, SPHERE_ROUNDINGS * BMS_ROUNDING);
  lanes farthest =
      lanes_scale(lanes_mul(lanes_dot(n, n), lanes_mul(reach, reach)), 1 + SPHERE_ROUNDINGS * BMS_ROUNDING);
  return lanes_mask_and(lanes_greater(least, lanes_all(0)), lanes_greater(lanes_mul(least, least), farthest));
}

/* Returns true if a pair is of rigid bodies whose times count from its origin. */
BMS_INLINE bool is_rigid_pair(const bms_swept_pair *pair) {
  if (pair->a == NULL) return false;
  const bms_motion *a = &pair->a->motion, *b = &pair->b->motion;
  return a->form == BMS_MOTION_RIGID && b->form == BMS_MOTION_RIGID && a->origin == pair->origin &&
         b->origin == pair->origin && isfinite(pair->origin);
}

/* Boxes in the place of a pair of which nothing is to be known: a sphere without a radius is not. */
static const bms_body NOBODY = {.motion.form = BMS_MOTION_RIGID};

BMS_INLINE unsigned swept_spheres_apart(const bms_swept_pair pair[BMS_SWEPT_PAIRS]) {
  const bms_body *a[BMS_SWEPT_PAIRS], *b[BMS_SWEPT_PAIRS];
  swept_spheres of_a, of_b;
  for (int k = 0; k < BMS_SWEPT_PAIRS; k++) {
    bool rigid = is_rigid_pair(&pair[k]);
    a[k] = rigid ? pair[k].a : &NOBODY;
    b[k] = rigid ? pair[k].b : &NOBODY;
  }
  swept_times times = {.t0 = lanes_of(pair[0].t0, pair[1].t0, pair[2].t0, pair[3].t0),
                       .t1 = lanes_of(pair[0].t1, pair[1].t1, pair[2].t1, pair[3].t1)};
  times.latest = lanes_max(lanes_max(lanes_absolute(times.t0), lanes_absolute(times.t1)), lanes_all(1));
  take_spheres(a, &times, &of_a);
  take_spheres(b, &times, &of_b);
  lanes_mask interval =
      lanes_mask_and(lanes_at_least(lanes_all(LARGEST), times.latest), lanes_at_least(times.t1, times.t0));
  lanes_mask known = lanes_mask_and(lanes_mask_and(of_a.known, of_b.known), interval);
  bool proved = bms_all_proved(&(bms_proved){
      .interval_range = true, /* all by the numbers of tame sizes */
      .interval_order = true,
      .box_range = true,
      .box_order = true, /* take_radius() */
      .motion_form = true,
      .motion_range = true,
      .motion_regular = true, /* turn_for_certain() */
  });
  return proved ? lanes_mask_set(lanes_mask_and(known, stay_apart(&of_a, &of_b, &times))) : 0;
}

#endif /* BMS_SWEPT_SPHERES_INLINE_H */
