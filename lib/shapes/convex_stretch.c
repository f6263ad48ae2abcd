/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Matrices and positions over a stretch.
 *
 * Error of a point of b in the frame of a: the quaternions are off by 3 u of their bound, so the rotation by 12 u K /
 * (a b) + 20 u, and P by 12 u: less than 64 u S K / (a b) in all; INSTANT_ROUNDINGS counts that four times, to cover
 * the sums of the points with weights and the rounding of support points.
 */

#include "numeric/arithmetic.h"

#include "shapes/convex_stretch.h"

#include <math.h>

#include "motion/linear_quaternion.h"
#include "motion/motion.h"
#include "motion/relative.h"
#include "numeric/quadratic.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double INSTANT_ROUNDINGS = 256;

/* A size whose products lose no digits to underflow: smaller sizes are known as well as that. */
static const double LEAST_SIZE = 1e-80;

static bool is_constant(const double coefficient[4][2]) {
  return coefficient[0][1] == 0 && coefficient[1][1] == 0 && coefficient[2][1] == 0 && coefficient[3][1] == 0;
}

/* Returns the degree. */
static int rotation_over(const double coefficient[4][2], double ta, double tb, double matrix[3][3][3],
                         double scale[3]) {
  double q[4], r[4];
  bms_linear_quaternion_at(coefficient, ta, q);
  bms_rotation_polar(q, q, matrix[0]);
  scale[0] = bms_dot4(q, q);
  if (ta == tb || is_constant(coefficient)) return 0;
  bms_linear_quaternion_at(coefficient, tb, r);
  bms_rotation_polar(q, r, matrix[1]);
  bms_rotation_polar(r, r, matrix[2]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[1][i][j] *= 2;
  scale[1] = 2 * bms_dot4(q, r);
  scale[2] = bms_dot4(r, r);
  return 2;
}

/* Returns the degree. */
static int position_over(const bms_convex_pair *pair, double ta, double tb, double position[3][3]) {
  bool moves = false;
  for (int r = 0; r < 3; r++) {
    const double *c = pair->position[r];
    double over[3];
    moves = moves || c[1] != 0 || c[2] != 0;
    bms_quadratic_over(c, ta, tb, over);
    for (int k = 0; k < 3; k++) position[k][r] = over[k];
  }
  return moves && ta < tb ? 2 : 0;
}

static bms_convex_scale scale_until(const bms_convex_pair *pair, double latest) {
  return latest == pair->latest ? pair->scale : bms_convex_scale_until(pair, latest);
}

void bms_convex_stretch_over(const bms_convex_pair *pair, double ta, double tb, bms_convex_stretch *stretch) {
  stretch->pair = pair;
  stretch->ta = ta;
  stretch->tb = tb;
  stretch->scale = scale_until(pair, bms_max(fabs(ta), fabs(tb)));
  stretch->degree_a = rotation_over(pair->quaternion_a, ta, tb, stretch->a, stretch->scale_a);
  stretch->degree_b = rotation_over(pair->quaternion_b, ta, tb, stretch->b, stretch->scale_b);
  stretch->degree_position = position_over(pair, ta, tb, stretch->position);
  for (int k = 0; k <= 4; k++) stretch->scales[k] = 0;
  for (int i = 0; i <= stretch->degree_a; i++)
    for (int k = 0; k <= stretch->degree_b; k++) stretch->scales[i + k] += stretch->scale_a[i] * stretch->scale_b[k];
}

void bms_convex_instant_of(const bms_convex_stretch *stretch, bms_convex_instant *instant) {
  const double(*a)[3] = stretch->a[0], (*b)[3] = stretch->b[0], *p = stretch->position[0];
  double scale_a = stretch->scale_a[0], scales = stretch->scales[0];
  for (int i = 0; i < 3; i++) {
    instant->position[i] = (a[0][i] * p[0] + a[1][i] * p[1] + a[2][i] * p[2]) / scale_a;
    for (int j = 0; j < 3; j++)
      instant->rotation[i][j] = (a[0][i] * b[0][j] + a[1][i] * b[1][j] + a[2][i] * b[2][j]) / scales;
  }
  instant->pair = stretch->pair;
  bool is_latest = fabs(stretch->ta) >= fabs(stretch->tb);
  bms_convex_scale scale = is_latest ? stretch->scale : scale_until(stretch->pair, fabs(stretch->ta));
  instant->error = INSTANT_ROUNDINGS * BMS_ROUNDING * bms_max(scale.size, LEAST_SIZE) * (scale.scales / scales);
}

void bms_convex_to_b(const bms_convex_instant *instant, const double vector[3], double out[3]) {
  for (int j = 0; j < 3; j++)
    out[j] =
        instant->rotation[0][j] * vector[0] + instant->rotation[1][j] * vector[1] + instant->rotation[2][j] * vector[2];
}

void bms_convex_to_a(const bms_convex_instant *instant, const double vector[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = bms_dot(instant->rotation[i], vector);
}
