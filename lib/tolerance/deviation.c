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
 * Scales.  A quaternion may be multiplied by a power of two, each row of A and T, each column of A (the box by the
 * inverse), and the weight, of which only quotients count.  All are brought to about 1 first, so that no product
 * of a body's own numbers underflows where it counts.
 *
 * Errors.  Every result is made of sums of products of positive bounds, and of a determinant, a weight and a square of
 * a quaternion, from which SLACK of their magnitudes is taken; all are off by less than a hundred roundings.  GROWTH
 * adds SUM_ERROR for the others.  A product, quotient or power of two that underflows is rounded up.
 */

#include "numeric/arithmetic.h"

#include "tolerance/deviation.h"

#include <math.h>

#include "motion/stretch.h"
#include "numeric/upward.h"
#include "numeric/vector.h"

static const double SLACK = 1e-12, SUM_ERROR = 1e-12;
#define GROWTH (1 + SUM_ERROR)

/* The exponent of zero, below the exponents of all numbers and their products with powers of times. */
enum { NOTHING = -8192 };

/* ------------------------------------------------------------------ bounds that are rounded up */

/* Returns more than x by all roundings but underflows; 0 for 0. */
static double grown(double x) {
  return x == 0 ? 0 : nextafter(x * GROWTH, INFINITY);
}

/* Bounds a polynomial whose coefficients are at most these, up to the time T. */
static double most(const double *c, int count, double latest) {
  double sum = 0;
  for (int k = count - 1; k >= 0; k--) sum = bms_product_above(sum, latest) + fabs(c[k]);
  return sum;
}

/* Returns the binary exponent of the greatest term of these polynomials, one after the other, up to the time T; NOTHING
   if all are 0. */
static int exponent_of(const double *c, int polynomials, int count, double latest) {
  int greatest = NOTHING, exponent, of_time;
  (void)frexp(latest, &of_time);
  for (int i = 0; i < polynomials * count; i++) {
    if (c[i] == 0 || (i % count > 0 && latest == 0)) continue;
    (void)frexp(c[i], &exponent);
    exponent += i % count * of_time;
    if (exponent > greatest) greatest = exponent;
  }
  return greatest;
}

/* The greatest coordinate of a box that its tolerances allow, along axis i. */
static double reach(const bms_body *body, const bms_body *tolerance, int i) {
  return bms_max(fabs(body->box.min[i]) + tolerance->box.min[i], fabs(body->box.max[i]) + tolerance->box.max[i]);
}

/* Bounds a quadratic from below by its coefficients, each times its binomial. */
static double least_of(const double c[3]) {
  return bms_min(bms_min(c[0], c[1] / 2), c[2]);
}

/* ------------------------------------------------------------------ a rigid body */

static double rigid_deviation(const bms_body *body, const bms_body *tolerance, double ta, double tb, double latest) {
  bms_body scaled = *body;
  bms_track track;
  bms_track_stretch stretch;
  double shift[3], turn[4], corner[3];
  int exponent = exponent_of(&body->motion.rigid.quaternion[0][0], 4, 2, latest);
  for (int i = 0; i < 4; i++) {
    double c[2];
    for (int k = 0; k < 2; k++) {
      scaled.motion.rigid.quaternion[i][k] = ldexp(body->motion.rigid.quaternion[i][k], -exponent);
      c[k] = bms_scaled_above(tolerance->motion.rigid.quaternion[i][k], -exponent);
    }
    turn[i] = most(c, 2, latest);
  }
  for (int r = 0; r < 3; r++) shift[r] = most(tolerance->motion.rigid.position[r], 3, latest);
  for (int i = 0; i < 3; i++) corner[i] = reach(body, tolerance, i);
  bms_track_over(&scaled, ta, tb, &track, &stretch);
  double length = sqrt(bms_max(least_of(stretch.scale) - SLACK * track.scale_bound, 0)); /* least |q| */
  double off = grown(bms_root_of_squares_above(turn, 4));
  if (off != 0 && !(off < length)) return INFINITY;
  return grown(bms_root_of_squares_above(shift, 3) +
               bms_product_above(2 * bms_root_of_squares_above(corner, 3), bms_quotient_above(off, length)));
}

/* ------------------------------------------------------------------ a matrix */

/* A matrix motion and its tolerances, scaled. */
typedef struct scaled_matrix {
  bms_body body;
  bms_motion tolerance, bound; /* `bound` is above the magnitudes of the coefficients of all true motions */
  double reach[3];             /* of the box, along its axes */
  int column[3];               /* the box along axis i is multiplied by 2^column[i] */
} scaled_matrix;

/* Multiplies count coefficients by 2^exponent. */
static void scale(const double *body, const double *tolerance, int count, int exponent, double *out, double *off,
                  double *bound) {
  for (int k = 0; k < count; k++) {
    out[k] = ldexp(body[k], exponent);
    off[k] = bms_scaled_above(tolerance[k], exponent);
    bound[k] = bms_scaled_above(fabs(body[k]) + tolerance[k], exponent);
  }
}

static void scale_matrix(const bms_body *body, const bms_body *tolerance, double latest, scaled_matrix *out) {
  const bms_motion *m = &body->motion, *off = &tolerance->motion;
  int row[3], weight = exponent_of(m->matrix.weight, 1, 3, latest);
  out->body.motion.form = out->tolerance.form = out->bound.form = BMS_MOTION_MATRIX;
  out->body.box = body->box;
  for (int r = 0; r < 3; r++) row[r] = exponent_of(m->matrix.entry[r][0], 3, 3, latest);
  for (int c = 0; c < 3; c++) {
    out->column[c] = NOTHING;
    for (int r = 0; r < 3; r++) {
      int exponent = exponent_of(m->matrix.entry[r][c], 1, 3, latest) - row[r];
      if (exponent > out->column[c]) out->column[c] = exponent;
    }
    out->reach[c] = bms_scaled_above(reach(body, tolerance, c), out->column[c]);
  }
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      scale(m->matrix.entry[r][c], off->matrix.entry[r][c], 3, -row[r] - (c < 3 ? out->column[c] : 0),
            out->body.motion.matrix.entry[r][c], out->tolerance.matrix.entry[r][c], out->bound.matrix.entry[r][c]);
  scale(m->matrix.weight, off->matrix.weight, 3, -weight, out->body.motion.matrix.weight, out->tolerance.matrix.weight,
        out->bound.matrix.weight);
}

/* Bounds the three rows of A d. */
static void matrix_residual(const scaled_matrix *matrix, const bms_track *track, const bms_track_stretch *stretch,
                            double latest, double residual[3]) {
  double weight = grown(most(matrix->tolerance.matrix.weight, 3, latest));
  double least = least_of(stretch->scale) - SLACK * track->scale_bound - weight;
  double off = bms_quotient_above(weight, least);
  for (int r = 0; r < 3; r++) {
    double size = most(matrix->bound.matrix.entry[r][3], 3, latest);
    residual[r] = most(matrix->tolerance.matrix.entry[r][3], 3, latest);
    for (int c = 0; c < 3; c++) {
      residual[r] += bms_product_above(most(matrix->tolerance.matrix.entry[r][c], 3, latest), matrix->reach[c]);
      size += bms_product_above(most(matrix->bound.matrix.entry[r][c], 3, latest), matrix->reach[c]);
    }
    residual[r] = least > 0 || weight == 0 ? grown(residual[r] + bms_product_above(off, size)) : INFINITY;
  }
}

static void matrix_deviation(const bms_body *body, const bms_body *tolerance, double ta, double tb, double latest,
                             double deviation[3]) {
  scaled_matrix matrix;
  bms_track track;
  bms_track_stretch stretch;
  double residual[3], least = INFINITY;
  scale_matrix(body, tolerance, latest, &matrix);
  bms_track_over(&matrix.body, ta, tb, &track, &stretch);
  bms_polynomial determinant = bms_track_determinant(&track, &stretch);
  double bound = track.column_bound;
  matrix_residual(&matrix, &track, &stretch, latest, residual);
  for (int k = 0; k <= determinant.degree; k++)
    least = bms_min(least, bms_polynomial_sign(&determinant) * determinant.c[k] / bms_binomial[6][k]);
  least -= SLACK * bound * bound * bound;
  for (int i = 0; i < 3; i++) {
    bms_polynomial normal[3];
    double sum = 0;
    bms_track_face_normal(&track, &stretch, i, normal);
    for (int r = 0; r < 3; r++)
      sum += bms_product_above(bms_polynomial_bound(&normal[r]) + SLACK * bound * bound, residual[r]);
    deviation[i] = sum == 0    ? 0
                   : least > 0 ? bms_scaled_above(grown(bms_quotient_above(sum, least)), -matrix.column[i])
                               : INFINITY;
  }
}

void bms_deviation_over(const bms_body *body, const bms_body *tolerance, double ta, double tb, double deviation[3]) {
  double latest = bms_max(fabs(ta), fabs(tb));
  if (body->motion.form == BMS_MOTION_RIGID)
    deviation[0] = deviation[1] = deviation[2] = rigid_deviation(body, tolerance, ta, tb, latest);
  else
    matrix_deviation(body, tolerance, ta, tb, latest, deviation);
}
