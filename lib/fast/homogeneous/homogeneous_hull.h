/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A homogeneous pair between the control poses of its motions: recognises boxes that are far apart, without samples.
 *
 * The Bernstein points of a motion are poses, too, and where all three scales are positive each point of the body is at
 * all times a convex combination of where it is in these (bernstein_hull.h; a rigid body moves by p besides).  So a
 * plane that has all control poses of a on one side and all of b on the other separates the boxes for good.  The normal
 * tried is the way to the point of the chord from D(t0) to D(t1) that is nearest to zero, as in rigid_pair.h.
 *
 * Regularity.  With M = A(s = 1/2) and Bernstein points A_k, each M^-1 A(s) is a convex combination of the M^-1 A_k.
 * If in every row of all three the diagonal entry exceeds the sum of the others' absolute values, so it does in every
 * combination, and no such matrix is singular.
 *
 * Errors.  A Bernstein point is off by 26 roundings at most, products of a normal and a row by 4 more, quotients by
 * what the scale is off by, relatively, and sums of such by 8: HULL_ROUNDINGS are ample.  So are REGULAR_ROUNDINGS of a
 * column's cube, of which the mean of points has 28, the cross product of two 60 and its product with a third 90, in
 * each of three terms.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_HULL_H
#define BMS_HOMOGENEOUS_HULL_H

#include "fast/homogeneous/homogeneous_pair.h"
#include "numeric/rounding.h"

/* These are roundings of a column's cube, and of the size over the least scale; see above. */
static const double REGULAR_ROUNDINGS = 1024, HULL_ROUNDINGS = 128;

/* Returns true if the matrices of a body are certainly regular all the time; false if that is not clear at once. */
static bool homogeneous_surely_regular(const homogeneous_body *body) {
  double doubt = REGULAR_ROUNDINGS * BMS_ROUNDING * body->column * body->column * body->column;
  lanes column[4];
  if (body->rigid) return true;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++)
    column[r] =
        lanes_add_scaled(lanes_scale(lanes_add(lanes_load(body->point[0][r]), lanes_load(body->point[2][r])), 0.25),
                         lanes_load(body->point[1][r]), 0.5);
  column[3] = lanes_all(0);
  lanes_transpose(column);
  bool dominant = true;
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    lanes normal = lanes_cross(column[(i + 1) % 3], column[(i + 2) % 3]);
    if (lanes_sum3(lanes_mul(normal, column[i])) < 0) normal = lanes_negate(normal);
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) {
      lanes row = lanes_combine(lanes_load(body->point[k][0]), lanes_get(normal, 0), lanes_load(body->point[k][1]),
                                lanes_get(normal, 1), lanes_load(body->point[k][2]), lanes_get(normal, 2));
      dominant = dominant & (2 * lanes_get(row, i) - lanes_sum3(lanes_absolute(row)) > doubt);
    }
  }
  return dominant;
}

/* The centre in control pose k. */
BMS_INLINE lanes homogeneous_control_centre(const homogeneous_body *body, int k) {
  lanes centre = lanes_of3(body->point[k][0][3], body->point[k][1][3], body->point[k][2][3]);
  centre = lanes_div(centre, lanes_all(body->scale[k]));
  if (!body->rigid) return centre;
  return lanes_add(centre, lanes_of3(body->position[k][0], body->position[k][1], body->position[k][2]));
}

/* How far the body reaches along a direction. */
BMS_INLINE double homogeneous_reach(const homogeneous_body *body, lanes direction) {
  lanes half = lanes_of(body->half[0], body->half[1], body->half[2], 0);
  double reach = -INFINITY, shift = 0;
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    lanes along = lanes_combine(lanes_load(body->point[k][0]), lanes_get(direction, 0), lanes_load(body->point[k][1]),
                                lanes_get(direction, 1), lanes_load(body->point[k][2]), lanes_get(direction, 2));
    double sum = lanes_get(along, 3) + lanes_sum4(lanes_mul(lanes_absolute(along), half));
    reach = bms_max(reach, sum / body->scale[k]);
  }
  if (body->rigid) {
    shift = -INFINITY;
    for (int k = 0; k < 3; k++) {
      const double *p = body->position[k];
      shift = bms_max(shift,
                      lanes_get(direction, 0) * p[0] + lanes_get(direction, 1) * p[1] + lanes_get(direction, 2) * p[2]);
    }
  }
  return reach + shift;
}

/* Bounds the error of the above, for a direction of unit length. */
BMS_INLINE double homogeneous_reach_error(const homogeneous_body *body, double least_scale) {
  double size = body->centre + body->column * body->half_sum;
  return HULL_ROUNDINGS * BMS_ROUNDING * (size / least_scale) * (1 + body->weight / least_scale);
}

BMS_INLINE double homogeneous_least_scale(const homogeneous_body *body) {
  return bms_min(body->scale[0], bms_min(body->scale[1], body->scale[2]));
}

/* Returns true if a plane separates the boxes for good, and the query is valid. */
static bool homogeneous_far_apart(const homogeneous_pair *pair) {
  const homogeneous_body *a = &pair->a, *b = &pair->b;
  double least_a = homogeneous_least_scale(a), least_b = homogeneous_least_scale(b);
  if (!(least_a > 0 && least_b > 0)) return false;
  lanes first = lanes_sub(homogeneous_control_centre(b, 0), homogeneous_control_centre(a, 0));
  lanes last = lanes_sub(homogeneous_control_centre(b, 2), homogeneous_control_centre(a, 2)),
        chord = lanes_sub(last, first);
  double along = -lanes_sum3(lanes_mul(chord, first)), square = lanes_sum3(lanes_mul(chord, chord)), s = 0;
  if (along > 0) s = along < square ? along / square : 1;
  lanes n = lanes_add_scaled(first, chord, s);
  double length = sqrt(lanes_sum3(lanes_mul(n, n))) * (1 + 8 * BMS_ROUNDING);
  double error = homogeneous_reach_error(a, least_a) + homogeneous_reach_error(b, least_b);
  if (!(-homogeneous_reach(b, lanes_negate(n)) - homogeneous_reach(a, n) > error * length)) return false;
  return homogeneous_surely_regular(a) && homogeneous_surely_regular(b);
}

#endif /* BMS_HOMOGENEOUS_HULL_H */
