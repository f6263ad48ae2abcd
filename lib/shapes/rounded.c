/* SPDX-License-Identifier: BSD-3-Clause */

/* The preparation of a box and a rounded shape, and their supporting points. */

#include "numeric/arithmetic.h"

#include "shapes/rounded.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"

/* Roundings of max(|t0|, |t1|) in ta + s (tb - ta), as in walk.c. */
static const double TIME_ROUNDINGS = 6;

/* Scales by a power of two, which changes no rotation, so that the coefficients' bound over |t| <= reach is about 1. */
static void normalise(const double from[4][2], double reach, double to[4][2]) {
  double largest = 0;
  int exponent;
  for (int i = 0; i < 4; i++) largest = fmax(largest, fabs(from[i][0]) + reach * fabs(from[i][1]));
  (void)frexp(largest, &exponent);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) to[i][k] = ldexp(from[i][k], -exponent);
}

/* Bounds |q(t)|^2 and the sums of products in its rotation matrix, for |t| <= reach. */
static double square_bound(const double coefficient[4][2], double reach) {
  double bound[4];
  for (int i = 0; i < 4; i++) bound[i] = fabs(coefficient[i][0]) + reach * fabs(coefficient[i][1]);
  return bms_dot4(bound, bound);
}

bms_rounded_bounds bms_rounded_bounds_of(const bms_rounded_pair *pair, double reach) {
  double bound[3];
  for (int r = 0; r < 3; r++)
    bound[r] = fabs(pair->position[r][0]) + reach * (fabs(pair->position[r][1]) + reach * fabs(pair->position[r][2]));
  return (bms_rounded_bounds){square_bound(pair->quaternion_a, reach) * square_bound(pair->quaternion_b, reach),
                              bms_length(bound) + pair->extent};
}

static double largest_vertex(const bms_rounded *shape) {
  double largest = 0;
  for (int k = 0; k < shape->vertex_count; k++) largest = fmax(largest, bms_length(shape->vertex + 3 * k));
  return largest;
}

bool bms_rounded_prepare(const bms_rounded_query *query, bms_rounded_pair *pair) {
  static const double SMALLEST = 1e-60, LARGEST = 1e60;
  double reach = fmax(fabs(query->t0), fabs(query->t1)), corner[3];
  pair->t0 = query->t0;
  pair->t1 = query->t1;
  pair->box = query->a.box;
  pair->shape = query->shape;
  normalise(query->a.motion.rigid.quaternion, reach, pair->quaternion_a);
  normalise(query->motion.rigid.quaternion, reach, pair->quaternion_b);
  for (int r = 0; r < 3; r++) {
    corner[r] = fmax(fabs(pair->box.min[r]), fabs(pair->box.max[r]));
    for (int k = 0; k < 3; k++)
      pair->position[r][k] = query->motion.rigid.position[r][k] - query->a.motion.rigid.position[r][k];
  }
  pair->extent = bms_length(corner) + largest_vertex(&pair->shape) + pair->shape.radius;
  pair->slack = TIME_ROUNDINGS * BMS_UNIT_ROUNDING * reach + 0x1p-1070;
  double size = bms_rounded_bounds_of(pair, reach).size;
  return size <= LARGEST && (size >= SMALLEST || size == 0) && reach <= LARGEST;
}

void bms_rounded_quaternion(const double coefficient[4][2], double t, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = coefficient[i][0] + t * coefficient[i][1];
}

int bms_box_support(const bms_box *box, const double direction[3], double point[3]) {
  int octant = 0;
  for (int i = 0; i < 3; i++) {
    bool upper = direction[i] > 0;
    octant |= upper << i;
    point[i] = upper ? box->max[i] : box->min[i];
  }
  return octant;
}

int bms_core_support(const bms_rounded *shape, const double direction[3]) {
  int farthest = 0;
  double most = bms_dot(direction, shape->vertex);
  for (int k = 1; k < shape->vertex_count; k++) {
    double along = bms_dot(direction, shape->vertex + 3 * k);
    if (along > most) {
      most = along;
      farthest = k;
    }
  }
  return farthest;
}
