/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A box a and a rounded shape b, both moving rigidly, side by side: what rounded_plane.c and rounded_closest.c share.
 *
 * With A, B the rotation matrices of the quaternions without normalising, a = |q_a|^2, b = |q_b|^2 and P = p_b - p_a, a
 * point x of the box and a point v of the shape's core are apart by P + B v / b - A x / a.
 */

#ifndef BMS_ROUNDED_H
#define BMS_ROUNDED_H

#include <stdbool.h>

#include "bms_shapes.h"
#include "numeric/rounding.h"

typedef struct bms_rounded_pair {
  double t0, t1;
  bms_box box;
  bms_rounded shape;
  double quaternion_a[4][2], quaternion_b[4][2]; /* as in bms_motion, the largest coefficient scaled to about 1 */
  double position[3][3];                         /* P */
  double extent;                                 /* |x| + |v| + radius at most */
  double slack;                                  /* bounds the rounding of a time of the interval */
} bms_rounded_pair;

/* What errors are counted in, for all times up to one on either side of 0. */
typedef struct bms_rounded_bounds {
  double scales; /* bounds a b, and all sums of its evaluation */
  double size;   /* bounds |P| + |x| + |v| + radius likewise */
} bms_rounded_bounds;

/* Prepares a query that has been found valid.  Returns false if its magnitudes are out of the range in which products
   of them neither overflow nor lose digits to underflow. */
bool bms_rounded_prepare(const bms_rounded_query *query, bms_rounded_pair *pair);

/* The bounds for |t| <= reach. */
bms_rounded_bounds bms_rounded_bounds_of(const bms_rounded_pair *pair, double reach);

/* q(t). */
void bms_rounded_quaternion(const double coefficient[4][2], double t, double q[4]);

/* The corner of a box that lies farthest along a direction, as a bms_octant, and its point. */
int bms_box_support(const bms_box *box, const double direction[3], double point[3]);

/* The vertex of the core that lies farthest along a direction. */
int bms_core_support(const bms_rounded *shape, const double direction[3]);

#endif /* BMS_ROUNDED_H */
