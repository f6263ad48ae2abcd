/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two convex shapes that move rigidly, side by side.
 *
 * With A, B the rotation matrices of the quaternions without normalising, a = |q_a|^2, b = |q_b|^2 and P = p_b - p_a, a
 * point x of the core of a and a point y of that of b are apart by P + B y / b - A x / a.
 */

#ifndef BMS_CONVEX_PAIR_H
#define BMS_CONVEX_PAIR_H

#include <stdbool.h>

#include "bms_shapes.h"

typedef struct bms_convex_pair {
  double t0, t1;
  bms_convex a, b;
  double quaternion_a[4][2], quaternion_b[4][2]; /* as in bms_motion, the largest coefficient scaled to about 1 */
  double position[3][3];                         /* P: [coordinate][power of t] */
  double radius;                                 /* of both, summed */
  double extent;                                 /* |x| + |y| + radius at most */
  double time_error;                             /* bounds the rounding of a time of the interval */
  double nearness;
} bms_convex_pair;

/* What errors are counted in, for all times up to one on either side of 0. */
typedef struct bms_convex_scale {
  double scales; /* bounds a b, and all sums of its evaluation */
  double size;   /* bounds |P| + |x| + |y| + radius likewise */
} bms_convex_scale;

/* Validates a query and prepares it.  Returns BMS_VALID, or what is wrong and where. */
bms_reason bms_convex_prepare(const bms_convex_query *query, bms_convex_pair *pair, bms_part *where);

/* The bounds for |t| <= latest. */
bms_convex_scale bms_convex_scale_until(const bms_convex_pair *pair, double latest);

/* q(t). */
void bms_convex_quaternion(const double coefficient[4][2], double t, double q[4]);

/* Where b stands at one time, seen from the frame of a. */
typedef struct bms_convex_instant {
  const bms_convex_pair *pair;
  double rotation[3][3];
  double position[3];
  double size;  /* of bms_convex_scale */
  double error; /* bounds the error of a point of b, and twice over of all sums of its points with weights */
} bms_convex_instant;

void bms_convex_instant_at(const bms_convex_pair *pair, double t, bms_convex_instant *instant);

/* A vector of the frame of a in that of b, and the other way round. */
void bms_convex_to_b(const bms_convex_instant *instant, const double vector[3], double out[3]);
void bms_convex_to_a(const bms_convex_instant *instant, const double vector[3], double out[3]);

#endif /* BMS_CONVEX_PAIR_H */
