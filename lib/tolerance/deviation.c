/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid body, with the tolerances dp of the position and dq of the quaternion at a time: its quaternion is off by an
 * angle of at most asin(|dq| / |q|), its orientation by twice that, so that a point at a distance R from the body's
 * origin is off by at most 2 R |dq| / |q|, and by |dp| besides.
 *
 * A matrix: where (A' y + T') / w' is a point of the true body, the known motion has y + d there, with
 *
 *     A d = (w - w') / w' (A' y + T') + (A' - A) y + (T' - T),      d = A^-1 (...)
 *
 * and row i of A^-1 is a face normal over the determinant.  All are bounded by Bernstein coefficients over the stretch.
 *
 * Errors.  Every result is made of sums of products of positive bounds, and of a determinant, from which SLACK of its
 * magnitudes is taken; both are off by less than a hundred roundings.  GROWTH adds SUM_ERROR for the others.
 */

#include "numeric/arithmetic.h"

#include "tolerance/deviation.h"

#include <math.h>

#include "motion/stretch.h"
#include "numeric/vector.h"

static const double SLACK = 1e-12, SUM_ERROR = 1e-12;
#define GROWTH (1 + SUM_ERROR)

/* Bounds a polynomial whose coefficients are at most these, up to the time T. */
static double most(const double *c, int count, double latest) {
  double sum = 0;
  for (int k = count - 1; k >= 0; k--) sum = sum * latest + fabs(c[k]);
  return sum;
}

/* The greatest coordinate of a box that its tolerances allow, along axis i. */
static double reach(const bms_body *body, const bms_body *tolerance, int i) {
  return bms_max(fabs(body->box.min[i]) + tolerance->box.min[i], fabs(body->box.max[i]) + tolerance->box.max[i]);
}

/* Bounds a quadratic from below by its coefficients, each times its binomial. */
static double least_of(const double c[3]) {
  return bms_min(bms_min(c[0], c[1] / 2), c[2]);
}

static double root_of_squares(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static double rigid_deviation(const bms_body *body, const bms_body *tolerance, const bms_track *track,
                              const bms_track_stretch *stretch, double latest) {
  double shift[3], turn[4], corner[3];
  for (int r = 0; r < 3; r++) shift[r] = most(tolerance->motion.rigid.position[r], 3, latest);
  for (int i = 0; i < 4; i++) turn[i] = most(tolerance->motion.rigid.quaternion[i], 2, latest);
  for (int i = 0; i < 3; i++) corner[i] = reach(body, tolerance, i);
  double length = sqrt(bms_max(least_of(stretch->scale) - SLACK * track->scale_bound, 0)); /* least |q| */
  double off = root_of_squares(turn, 4) * GROWTH;
  if (!(off < length)) return off > 0 ? INFINITY : root_of_squares(shift, 3) * GROWTH;
  return (root_of_squares(shift, 3) + 2 * root_of_squares(corner, 3) * off / length) * GROWTH;
}

/* Bounds the three rows of A d. */
static void matrix_residual(const bms_body *body, const bms_body *tolerance, const bms_track_stretch *stretch,
                            double latest, double residual[3]) {
  double weight = most(tolerance->motion.matrix.weight, 3, latest) * GROWTH;
  double least = least_of(stretch->scale) * (1 - SLACK) - weight;
  double off = weight > 0 ? weight / least : 0;
  for (int r = 0; r < 3; r++) {
    double size = most(body->motion.matrix.entry[r][3], 3, latest);
    residual[r] = most(tolerance->motion.matrix.entry[r][3], 3, latest);
    size += residual[r];
    for (int c = 0; c < 3; c++) {
      double change = most(tolerance->motion.matrix.entry[r][c], 3, latest) * reach(body, tolerance, c);
      size += most(body->motion.matrix.entry[r][c], 3, latest) * reach(body, tolerance, c) + change;
      residual[r] += change;
    }
    residual[r] = (least > 0 || weight <= 0) ? (residual[r] + off * size) * GROWTH : INFINITY;
  }
}

static void matrix_deviation(const bms_body *body, const bms_body *tolerance, const bms_track *track,
                             const bms_track_stretch *stretch, double latest, double deviation[3]) {
  double residual[3], bound = track->column_bound, least = INFINITY;
  bms_polynomial determinant = bms_track_determinant(track, stretch);
  matrix_residual(body, tolerance, stretch, latest, residual);
  for (int k = 0; k <= determinant.degree; k++)
    least = bms_min(least, bms_polynomial_sign(&determinant) * determinant.c[k] / bms_binomial[6][k]);
  least -= SLACK * bound * bound * bound;
  for (int i = 0; i < 3; i++) {
    bms_polynomial normal[3];
    double sum = 0;
    bms_track_face_normal(track, stretch, i, normal);
    for (int r = 0; r < 3; r++)
      if (residual[r] > 0) sum += (bms_polynomial_bound(&normal[r]) + SLACK * bound * bound) * residual[r];
    deviation[i] = sum > 0 ? (least > 0 ? sum / least * GROWTH : INFINITY) : 0;
  }
}

void bms_deviation_over(const bms_body *body, const bms_body *tolerance, double ta, double tb, double deviation[3]) {
  bms_track track;
  bms_track_stretch stretch;
  double latest = bms_max(fabs(ta), fabs(tb));
  bms_track_over(body, ta, tb, &track, &stretch);
  if (track.rigid)
    deviation[0] = deviation[1] = deviation[2] = rigid_deviation(body, tolerance, &track, &stretch, latest);
  else
    matrix_deviation(body, tolerance, &track, &stretch, latest, deviation);
}
