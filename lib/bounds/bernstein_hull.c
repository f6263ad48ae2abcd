/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bernstein control poses of a motion.
 *
 * On [t0, t1] a quadratic has the control values f(t0), its polar form at (t0, t1), f(t1).  Of a matrix motion,
 * (A x + T) / w = sum_k B_k w_k (A_k x + T_k) / w_k / sum_k B_k w_k: a convex combination of the control points if all
 * w_k > 0.  A rigid motion is such a rotation, with weight |q|^2, plus a quadratic position; the two are combined
 * separately, as the product would have degree 4.
 *
 * Errors.  Values at the ends have 4 roundings of their absolute terms, the polar form 5; the division, which is by way
 * of 1 / w_k, and the sums over a direction have some 20 more of the sizes.  64 of all terms is ample.  A quaternion is
 * scaled by a power of two so that its squares neither overflow nor underflow.
 */

#include "numeric/arithmetic.h"

#include "bounds/bernstein_hull.h"

#include <math.h>
#include <string.h>

#include "motion/motion.h"
#include "numeric/quadratic.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double ROUNDINGS = 64 * BMS_ROUNDING;

/* The product of two axes of length about 1 shows no direction if it is shorter than this. */
static const double LEAST_LENGTH = 1e-6;

/* Times the size and the greatest time: an underflow loses 2^-1075, some hundred times in numbers that are multiplied
   by lengths or times. */
static const double UNDERFLOWN = 0x1p-1015;

/* Lesser weights are useless: they, or their reciprocals, may have lost digits. */
static const double LEAST_WEIGHT = 0x1p-900;

static double reach_of(const bms_bernstein_hull *hull) {
  double reach = 0;
  for (int j = 0; j < 3; j++) reach += fabs(hull->middle[j]) + hull->half[j];
  return reach;
}

static void matrix_hull(const bms_body *body, double t0, double t1, bms_bernstein_hull *hull) {
  double weight[3], inverse[3], value[3], sum = 0, max_abs_time = fmax(fabs(t0), fabs(t1));
  bms_quadratic_control(body->motion.matrix.weight, t0, t1, weight);
  double least = fmin(weight[0], fmin(weight[1], weight[2]));
  for (int k = 0; k < 3; k++) inverse[k] = 1 / weight[k];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      const double *c = body->motion.matrix.entry[i][j];
      bms_quadratic_control(c, t0, t1, value);
      for (int k = 0; k < 3; k++) hull->pose[k][i][j] = value[k] * inverse[k];
      sum += bms_quadratic_terms(c, max_abs_time) * (j < 3 ? fabs(hull->middle[j]) + hull->half[j] : 1);
    }
  /* An error of the weight counts as a relative one of the point. */
  double relative = bms_quadratic_terms(body->motion.matrix.weight, max_abs_time) / least;
  double error = ROUNDINGS * (sum / least) + UNDERFLOWN * (1 + max_abs_time) * (1 + reach_of(hull)) / least;
  hull->error = least >= LEAST_WEIGHT ? error * (1 + relative) : INFINITY;
}

/* Components far inside of what has squares, products of squares and their quotients. */
static const double TAME = 0x1p200;

/* Scales a quaternion at two times by a power of two, to a greatest component of about 1 if it is far from that. */
static void make_tame(double q[2][4]) {
  double greatest = 0;
  int exponent;
  for (int i = 0; i < 8; i++) greatest = fmax(greatest, fabs(q[i / 4][i % 4]));
  if (greatest >= 1 / TAME && greatest <= TAME) return;
  (void)frexp(greatest, &exponent);
  for (int i = 0; i < 8; i++) q[i / 4][i % 4] = ldexp(q[i / 4][i % 4], -exponent);
}

static void rigid_hull(const bms_body *body, double t0, double t1, bms_bernstein_hull *hull) {
  double q[2][4], value[3], sum = 0, max_abs_time = fmax(fabs(t0), fabs(t1));
  for (int i = 0; i < 4; i++) {
    q[0][i] = bms_linear_at(body->motion.rigid.quaternion[i], t0);
    q[1][i] = bms_linear_at(body->motion.rigid.quaternion[i], t1);
  }
  make_tame(q);
  double size = sqrt(bms_dot4(q[0], q[0]) * bms_dot4(q[1], q[1])), least = INFINITY;
  for (int k = 0; k < 3; k++) {
    const double *from = q[k / 2], *to = q[(k + 1) / 2];
    double rotation[3][3], weight = bms_dot4(from, to);
    bms_rotation_polar(from, to, rotation);
    least = fmin(least, weight >= LEAST_WEIGHT ? weight / (k == 1 ? size : weight) : 0);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++) hull->pose[k][i][j] = j < 3 ? rotation[i][j] / weight : 0;
  }
  for (int r = 0; r < 3; r++) {
    const double *c = body->motion.rigid.position[r];
    bms_quadratic_control(c, t0, t1, value);
    for (int k = 0; k < 3; k++) hull->shift[k][r] = value[k];
    sum += bms_quadratic_terms(c, max_abs_time);
  }
  double reach = reach_of(hull), error = ROUNDINGS * (sum + 3 * reach / (least * least));
  hull->error = least > 0 ? error + UNDERFLOWN * (1 + max_abs_time) * (1 + reach) / least : INFINITY;
}

void bms_bernstein_hull_of(const bms_body *body, double t0, double t1, bms_bernstein_hull *hull) {
  memset(hull->shift, 0, sizeof hull->shift);
  for (int j = 0; j < 3; j++) {
    hull->middle[j] = 0.5 * body->box.min[j] + 0.5 * body->box.max[j];
    hull->half[j] = 0.5 * body->box.max[j] - 0.5 * body->box.min[j];
  }
  if (body->motion.form == BMS_MOTION_MATRIX)
    matrix_hull(body, t0, t1, hull);
  else
    rigid_hull(body, t0, t1, hull);
  if (!(hull->error >= 0)) hull->error = INFINITY;
}

/* ------------------------------------------------------------------ how far it goes */

typedef struct extent {
  double low, high;
} extent;

static const extent NOTHING = {INFINITY, -INFINITY};

/* Takes in one pose of the box; its columns and place come to `along` in the direction.  A NaN is passed over: then the
   hull's error is infinite. */
static void take_in(extent *e, const bms_bernstein_hull *hull, const double along[4]) {
  double middle = along[3] + bms_dot(along, hull->middle);
  double spread = fabs(along[0]) * hull->half[0] + fabs(along[1]) * hull->half[1] + fabs(along[2]) * hull->half[2];
  e->low = bms_min(middle - spread, e->low);
  e->high = bms_max(middle + spread, e->high);
}

static void take_in_shift(extent *e, double shift) {
  e->low = bms_min(shift, e->low);
  e->high = bms_max(shift, e->high);
}

static extent sum_of(const bms_bernstein_hull *hull, extent turned, extent shifted) {
  return (extent){turned.low + shifted.low - hull->error, turned.high + shifted.high + hull->error};
}

/* Computes the extent along a direction, forth and back at once. */
static extent extent_along(const bms_bernstein_hull *hull, const double direction[3]) {
  extent turned = NOTHING, shifted = NOTHING;
  for (int k = 0; k < 3; k++) {
    const double(*pose)[4] = hull->pose[k];
    double along[4];
    for (int j = 0; j < 4; j++)
      along[j] = direction[0] * pose[0][j] + direction[1] * pose[1][j] + direction[2] * pose[2][j];
    take_in(&turned, hull, along);
    take_in_shift(&shifted, bms_dot(direction, hull->shift[k]));
  }
  return sum_of(hull, turned, shifted);
}

double bms_bernstein_hull_support(const bms_bernstein_hull *hull, const double direction[3]) {
  return extent_along(hull, direction).high;
}

void bms_bernstein_hull_bounds(const bms_bernstein_hull *hull, double min[3], double max[3]) {
  for (int r = 0; r < 3; r++) {
    extent turned = NOTHING, shifted = NOTHING;
    for (int k = 0; k < 3; k++) {
      take_in(&turned, hull, hull->pose[k][r]);
      take_in_shift(&shifted, hull->shift[k][r]);
    }
    extent all = sum_of(hull, turned, shifted);
    min[r] = all.low;
    max[r] = all.high;
  }
}

/* ------------------------------------------------------------------ two hulls */

/* Returns true if the direction separates the hulls; its length need not be 1. */
static bool apart_along(const bms_bernstein_hull *a, const bms_bernstein_hull *b, const double direction[3]) {
  double unit[3], length = bms_length(direction);
  if (!(length > LEAST_LENGTH && length < 1 / LEAST_LENGTH)) return false;
  for (int r = 0; r < 3; r++) unit[r] = direction[r] / length;
  extent of_a = extent_along(a, unit), of_b = extent_along(b, unit);
  return of_a.high < of_b.low || of_b.high < of_a.low;
}

/* Computes about where the body's axes point in the middle of the interval. */
static void axes_of(const bms_bernstein_hull *hull, double axis[3][3]) {
  for (int j = 0; j < 3; j++)
    for (int r = 0; r < 3; r++)
      axis[j][r] = 0.25 * hull->pose[0][r][j] + 0.5 * hull->pose[1][r][j] + 0.25 * hull->pose[2][r][j];
}

bool bms_bernstein_hulls_apart(const bms_bernstein_hull *a, const bms_bernstein_hull *b) {
  double axis_a[3][3], axis_b[3][3], across[3];
  axes_of(a, axis_a);
  axes_of(b, axis_b);
  for (int i = 0; i < 3; i++)
    if (apart_along(a, b, axis_a[i]) || apart_along(a, b, axis_b[i])) return true;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      bms_cross(axis_a[i], axis_b[j], across);
      if (apart_along(a, b, across)) return true;
    }
  return false;
}
