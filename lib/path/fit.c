/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The quadratic through three poses, at the Chebyshev nodes s = -c, 0, c, c = sqrt(3)/2, of t = middle + half s.
 *
 * Error of the interpolation.  For a function f of t, on |s| <= 1,
 *
 *     |f - p| <= max |f'''| / 3! * half^3 * max |s (s^2 - 3/4)| = max |f'''| half^3 / 24
 *
 * as s^3 - 3/4 s is a quarter of the Chebyshev polynomial.  That is for numbers; for a vector take the component of
 * f - p along itself, for a matrix its product with a fixed unit vector.  So with the jerks of the bounds the origin is
 * off by at most o''' half^3 / 24, the linear part by R''' half^3 / 24 in the operator norm, and a point at distance
 * `reach` by o''' + R''' reach in place of either.
 *
 * Errors of the values.  Interpolation passes errors of the three values on with at most the Lebesgue constant 5/3 (at
 * the ends).  A value is off by the error of the pose as computed and by the motion over the error of its node's time,
 * which is a few roundings of the largest |t|.
 *
 * Rounding of the coefficients.  With |value| <= B: the slope (v2 - v0) / sqrt(3) has 4 roundings of at most 2 B /
 * sqrt(3), the curvature (v2 - 2 v1 + v0) 2/3 has 4 of at most 8/3 B.  Together below 16 B 2^-53 for an entry, and over
 * the three rows, with entries of a rotation summed against a vector of length `reach`, below 48 (reach + |o|).
 *
 * The linear part is then R + E with |E| <= e, R a rotation: it lengthens by at most 1 + e, its inverse by 1 / (1 - e),
 * the larger of the two.
 *
 * Why a matrix of polynomials and not the rigid form: a linear quaternion follows an angular velocity of fixed
 * direction only, so its error is of second order in the length of a piece, for an arm some seven times as many pieces
 * at a tolerance of a thousandth of the reach.
 */

#include "numeric/arithmetic.h"

#include "path/fit.h"

#include <math.h>

#include "numeric/jet.h"
#include "numeric/upward.h"
#include "numeric/vector.h"

static const double CHEBYSHEV_NODE = 0.8660254037844386, SQRT_3 = 1.7320508075688772;
static const double LEBESGUE = 5.0 / 3;

/* Roundings of the largest |t|: middle, the node, its product with half, the sum, and t from s again. */
static const double TIME_ROUNDINGS = 8;

/* Roundings of the sizes; see above. */
static const double COEFFICIENT_ROUNDINGS = 48;

/* No linear part is used that is farther from a rotation: the box would not be a box. */
static const double GREATEST_SHEAR = 0x1p-3;

bms_fit_nodes bms_fit_nodes_of(double t0, double t1) {
  bms_fit_nodes nodes;
  nodes.middle = 0.5 * t0 + 0.5 * t1;
  nodes.half = nextafter(fmax(t1 - nodes.middle, nodes.middle - t0), INFINITY);
  nodes.time[0] = fmax(nodes.middle - CHEBYSHEV_NODE * nodes.half, t0);
  nodes.time[1] = nodes.middle;
  nodes.time[2] = fmin(nodes.middle + CHEBYSHEV_NODE * nodes.half, t1);
  return nodes;
}

static double error_factor(const bms_fit_nodes *nodes) {
  return bms_product_above(bms_product_above(nodes->half, nodes->half), nodes->half / 24);
}

static double time_error_of(const bms_fit_nodes *nodes) {
  return TIME_ROUNDINGS * BMS_ROUNDING * (fabs(nodes->middle) + nodes->half);
}

bool bms_fit_serves(const bms_fit_nodes *nodes, const bms_smooth_bounds *bounds) {
  return bounds->turn_jerk * error_factor(nodes) < GREATEST_SHEAR;
}

double bms_fit_sweep(const bms_fit_nodes *nodes, const bms_smooth_bounds *bounds, double reach) {
  double speed = bounds->origin_speed + bms_product_above(bounds->turn_speed, reach);
  double error = bounds->origin_error + bms_product_above(bounds->turn_error, reach);
  double moved = bms_product_above(speed, nodes->half + time_error_of(nodes));
  return bms_product_above(moved + error, BMS_JET_SAFETY);
}

static double origin_size(const double pose[3][3][4]) {
  double largest = 0;
  for (int k = 0; k < 3; k++)
    largest = fmax(largest, bms_length_at_most((const double[3]){pose[k][0][3], pose[k][1][3], pose[k][2][3]}));
  return largest;
}

void bms_fit_poses(const bms_fit_nodes *nodes, const double pose[3][3][4], const bms_smooth_bounds *bounds,
                   double reach, bms_fit *fit) {
  double cube = error_factor(nodes), time_error = time_error_of(nodes);
  double shifted = bounds->origin_error + bms_product_above(bounds->origin_speed, time_error);
  double origin = bms_product_above(bounds->origin_jerk, cube) + bms_product_above(LEBESGUE, shifted) +
                  bms_product_above(COEFFICIENT_ROUNDINGS * BMS_ROUNDING, origin_size(pose));
  double turn = bounds->turn_jerk * cube + LEBESGUE * (bounds->turn_error + bounds->turn_speed * time_error) +
                COEFFICIENT_ROUNDINGS * BMS_ROUNDING;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      double *c = fit->coefficient[i][j], v0 = pose[0][i][j], v1 = pose[1][i][j], v2 = pose[2][i][j];
      c[0] = v1;
      c[1] = (v2 - v0) / SQRT_3;
      c[2] = ((v2 - v1) - (v1 - v0)) * (2.0 / 3);
    }
  fit->radius = bms_product_above(origin + bms_product_above(turn, reach), BMS_JET_SAFETY);
  fit->stretch = 1 / (1 - turn * BMS_JET_SAFETY) * BMS_JET_SAFETY;
  if (!(turn < GREATEST_SHEAR && fit->radius < INFINITY)) fit->radius = fit->stretch = INFINITY;
}

double bms_fit_slack(double radius, double stretch) {
  return radius * (1 + SQRT_3 * stretch * stretch) * BMS_JET_SAFETY;
}
