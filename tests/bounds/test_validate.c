/* SPDX-License-Identifier: BSD-3-Clause */

/* The coefficients by whose signs a motion is called valid: of the scale, and of the determinant of a matrix. */

#include "validate/validate.c"

#include "bounds.h"

/* Computes the scaled Bernstein coefficients of a quadratic over [ta, tb]. */
static void quadratic_over(const double c[3], double ta, double tb, precise out[3]) {
  precise a = precise_of(ta), b = precise_of(tb);
  out[0] = bounds_polynomial(c, 2, ta);
  out[1] = precise_plus(precise_plus(precise_of(c[0]), precise_of(c[0])),
                        precise_plus(precise_times(precise_plus(a, b), precise_of(c[1])),
                                     precise_times(precise_times(precise_of(2 * c[2]), a), b)));
  out[2] = bounds_polynomial(c, 2, tb);
}

/* Returns the largest error of the coefficients, over what certainly_positive() allows: the middle one may be off by
   twice as much. */
static double share_of_scale(const bms_track *track, const bms_track_stretch *stretch, precise exact[3]) {
  double bound = SCALE_ROUNDINGS * BMS_ROUNDING * track->scale_bound, most = 0;
  for (int k = 0; k < 3; k++)
    most = fmax(most, precise_error(stretch->scale[k], exact[k]) / ((k == 1 ? 2 : 1) * bound));
  return most;
}

/* The inputs are a quaternion (8) and the interval (2). */
static double share_of_a_norm(const double *x, const void *context) {
  (void)context;
  bms_body body = {.motion.form = BMS_MOTION_RIGID};
  bms_track track;
  bms_track_stretch stretch;
  double ta = fmin(x[8], x[9]), tb = fmax(x[8], x[9]);
  precise exact[3] = {precise_of(0), precise_of(0), precise_of(0)};
  memcpy(body.motion.rigid.quaternion, x, sizeof body.motion.rigid.quaternion);
  bms_track_over(&body, ta, tb, &track, &stretch);
  if (!(track.scale_bound >= SMALLEST)) return 0;
  for (int i = 0; i < 4; i++) {
    precise q = bounds_polynomial(track.quaternion[i], 1, ta), r = bounds_polynomial(track.quaternion[i], 1, tb);
    exact[0] = precise_plus(exact[0], precise_times(q, q));
    exact[1] = precise_plus(exact[1], precise_times(precise_of(2), precise_times(q, r)));
    exact[2] = precise_plus(exact[2], precise_times(r, r));
  }
  return share_of_scale(&track, &stretch, exact);
}

/* The inputs are a weight (3) and the interval (2). */
static double share_of_a_weight(const double *x, const void *context) {
  (void)context;
  bms_body body = {.motion.form = BMS_MOTION_MATRIX};
  bms_track track;
  bms_track_stretch stretch;
  double ta = fmin(x[3], x[4]), tb = fmax(x[3], x[4]);
  precise exact[3];
  memcpy(body.motion.matrix.weight, x, sizeof body.motion.matrix.weight);
  bms_track_over(&body, ta, tb, &track, &stretch);
  if (!(track.scale_bound >= SMALLEST)) return 0;
  quadratic_over(x, ta, tb, exact);
  return share_of_scale(&track, &stretch, exact);
}

/* Adds factor times the product of three quadratics, all in scaled form. */
static void add_product(precise p[3], precise q[3], precise r[3], double factor, precise out[7]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      precise both = precise_times(precise_of(factor), precise_times(p[i], q[j]));
      for (int k = 0; k < 3; k++) out[i + j + k] = precise_plus(out[i + j + k], precise_times(both, r[k]));
    }
}

/* The inputs are the linear part of a matrix (27) and the interval (2). */
static double share_of_a_determinant(const double *x, const void *context) {
  (void)context;
  bms_body body = {.motion.form = BMS_MOTION_MATRIX};
  bms_track track;
  bms_track_stretch stretch;
  double ta = fmin(x[27], x[28]), tb = fmax(x[27], x[28]), error = 0;
  precise entry[3][3][3], exact[7];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      memcpy(body.motion.matrix.entry[r][c], x + 9 * r + 3 * c, sizeof body.motion.matrix.entry[r][c]);
      quadratic_over(x + 9 * r + 3 * c, ta, tb, entry[r][c]);
    }
  for (int k = 0; k < 7; k++) exact[k] = precise_of(0);
  for (int c = 0; c < 3; c++) {
    add_product(entry[0][c], entry[1][(c + 1) % 3], entry[2][(c + 2) % 3], 1, exact);
    add_product(entry[0][c], entry[1][(c + 2) % 3], entry[2][(c + 1) % 3], -1, exact);
  }
  bms_track_over(&body, ta, tb, &track, &stretch);
  bms_polynomial determinant = bms_track_determinant(&track, &stretch);
  double bound = track.column_bound * track.column_bound * track.column_bound;
  if (!(track.column_bound >= SMALLEST)) return 0;
  for (int k = 0; k < 7; k++) error = fmax(error, precise_error(determinant.c[k], exact[k]) / bms_binomial[6][k]);
  return error / (DETERMINANT_ROUNDINGS * BMS_ROUNDING * bound);
}

/* The inputs are two linear polynomials. */
static double share_of_a_minor(const double *x, const void *context) {
  (void)context;
  double error, minor = minor_of(x, x + 2, &error);
  precise exact = precise_minus(precise_times(precise_of(x[0]), precise_of(x[3])),
                                precise_times(precise_of(x[1]), precise_of(x[2])));
  return precise_error(minor, exact) / error;
}

static void minors_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("MINOR_ROUNDINGS", share_of_a_minor, NULL, 4, 20);
}

/* Parallel quaternions whose components have few digits, and one that is not quite parallel. */
static void a_quaternion_that_vanishes_is_told_from_one_that_nearly_does(void **state) {
  random_source r = random_from(1);
  (void)state;
  for (int n = 0; n < 1000; n++) {
    double q[4][2], times = random_below(&r, 2000) - 999.5;
    for (int i = 0; i < 4; i++) {
      q[i][0] = random_uniform(&r, -1, 1) * 0x1p-30;
      q[i][0] = rint(q[i][0] * 0x1p66) * 0x1p-66;
      q[i][1] = times * q[i][0];
    }
    assert_false(never_vanishes((const double(*)[2])q));
    q[random_below(&r, 4)][random_below(&r, 2)] *= 1 + 0x1p-40;
    assert_true(never_vanishes((const double(*)[2])q));
  }
}

static void scales_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SCALE_ROUNDINGS, a norm", share_of_a_norm, NULL, 10, 20);
  bounds_measure("SCALE_ROUNDINGS, a weight", share_of_a_weight, NULL, 5, 20);
}

static void determinants_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("DETERMINANT_ROUNDINGS", share_of_a_determinant, NULL, 29, 1);
}

BOUNDS_MAIN(cmocka_unit_test(scales_are_as_good_as_counted), cmocka_unit_test(determinants_are_as_good_as_counted),
            cmocka_unit_test(minors_are_as_good_as_counted),
            cmocka_unit_test(a_quaternion_that_vanishes_is_told_from_one_that_nearly_does))
