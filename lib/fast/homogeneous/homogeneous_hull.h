/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A general pair between the control poses of its motions: what tells boxes that are far apart, without samples.
 *
 * The Bernstein points of a motion are poses, too, and where all three scales are positive each point of the body is at
 * all times a convex combination of where it is in these (bernstein_hull.h; a rigid body moves by p besides).  So a
 * plane that has all control poses of a on one side and all of b on the other separates the boxes for good.  The normal
 * tried is the way to the point of the chord from D(t0) to D(t1) that is nearest to zero, as in rigid_pair.h.
 *
 * Regularity.  With M = A(s = 1/2) and Bernstein points A_k, each M^-1 A(s) is a convex combination of the M^-1 A_k.
 * Where in every row of all three the diagonal entry exceeds the sum of the others' absolute values, so it does in
 * every combination, and no such matrix is singular.
 *
 * Errors.  A Bernstein point is off by 26 roundings at most, products of a normal and a row by 4 more, quotients by
 * what the scale is off by, relatively: HULL_ROUNDINGS are ample, and so are REGULAR_ROUNDINGS of a column's cube.
 *
 * Functions of this header are for homogeneous_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_HULL_H
#define BMS_HOMOGENEOUS_HULL_H

#include "fast/homogeneous/homogeneous_pair.h"

/* Whether the matrices of a body are certainly regular all the time; false where that is not clear at once. */
static bool general_surely_regular(const general_body *body) {
  static const double REGULAR_ROUNDINGS = 1024;
  double doubt = REGULAR_ROUNDINGS * BMS_ROUNDING * body->column * body->column * body->column;
  bms_lanes column[4];
  if (body->rigid) return true;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++)
    column[r] = 0.25 * (bms_lanes_load(body->point[0][r]) + bms_lanes_load(body->point[2][r])) +
                0.5 * bms_lanes_load(body->point[1][r]);
  column[3] = bms_lanes_all(0);
  bms_lanes_transpose(column);
  bool dominant = true;
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    bms_lanes normal = bms_lanes_cross(column[(i + 1) % 3], column[(i + 2) % 3]);
    if (bms_lanes_sum3(normal * column[i]) < 0) normal = -normal;
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) {
      bms_lanes row = normal[0] * bms_lanes_load(body->point[k][0]) + normal[1] * bms_lanes_load(body->point[k][1]) +
                      normal[2] * bms_lanes_load(body->point[k][2]);
      dominant = dominant & (2 * row[i] - bms_lanes_sum3(bms_lanes_absolute(row)) > doubt);
    }
  }
  return dominant;
}

/* Where the centre is in control pose k. */
BMS_INLINE bms_lanes general_control_centre(const general_body *body, int k) {
  bms_lanes centre = bms_lanes_of3(body->point[k][0][3], body->point[k][1][3], body->point[k][2][3]);
  centre = centre / body->scale[k];
  if (!body->rigid) return centre;
  return centre + bms_lanes_of3(body->position[k][0], body->position[k][1], body->position[k][2]);
}

/* How far the body reaches along a direction. */
BMS_INLINE double general_reach(const general_body *body, bms_lanes direction) {
  bms_lanes half = bms_lanes_of(body->half[0], body->half[1], body->half[2], 0);
  double reach = -INFINITY, shift = 0;
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    bms_lanes along = direction[0] * bms_lanes_load(body->point[k][0]) +
                      direction[1] * bms_lanes_load(body->point[k][1]) +
                      direction[2] * bms_lanes_load(body->point[k][2]);
    double sum = along[3] + bms_lanes_sum4(bms_lanes_absolute(along) * half);
    reach = bms_max(reach, sum / body->scale[k]);
  }
  if (body->rigid) {
    shift = -INFINITY;
    for (int k = 0; k < 3; k++) {
      const double *p = body->position[k];
      shift = bms_max(shift, direction[0] * p[0] + direction[1] * p[1] + direction[2] * p[2]);
    }
  }
  return reach + shift;
}

/* What the above may be off by, for a direction of unit length. */
BMS_INLINE double general_reach_error(const general_body *body, double least_scale) {
  static const double HULL_ROUNDINGS = 128;
  double size = body->centre + body->column * body->half_sum;
  return HULL_ROUNDINGS * BMS_ROUNDING * (size / least_scale) * (1 + body->weight / least_scale);
}

BMS_INLINE double general_least_scale(const general_body *body) {
  return bms_min(body->scale[0], bms_min(body->scale[1], body->scale[2]));
}

/* Whether a plane separates the boxes for good, and the query is valid. */
static bool general_far_apart(const general_pair *pair) {
  const general_body *a = &pair->a, *b = &pair->b;
  double least_a = general_least_scale(a), least_b = general_least_scale(b);
  if (!(least_a > 0 && least_b > 0)) return false;
  bms_lanes first = general_control_centre(b, 0) - general_control_centre(a, 0);
  bms_lanes last = general_control_centre(b, 2) - general_control_centre(a, 2), chord = last - first;
  double along = -bms_lanes_sum3(chord * first), square = bms_lanes_sum3(chord * chord), s = 0;
  if (along > 0) s = along < square ? along / square : 1;
  bms_lanes n = first + chord * s;
  double length = sqrt(bms_lanes_sum3(n * n)) * (1 + 8 * BMS_ROUNDING);
  double error = general_reach_error(a, least_a) + general_reach_error(b, least_b);
  if (!(-general_reach(b, -n) - general_reach(a, n) > error * length)) return false;
  return general_surely_regular(a) && general_surely_regular(b);
}

#endif /* BMS_HOMOGENEOUS_HULL_H */
