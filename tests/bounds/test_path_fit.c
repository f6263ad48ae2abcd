/* SPDX-License-Identifier: BSD-3-Clause */

/* A fit as a function of the path's own time. */

#include "path/path_fit.c"

#include "bounds.h"

static precise horner(const double c[3], precise s) {
  precise sum = precise_of(c[2]);
  for (int k = 1; k >= 0; k--) sum = precise_plus(precise_times(sum, s), precise_of(c[k]));
  return sum;
}

/* The inputs are the coefficients of one entry, the piece's start and length, and a place of it.  All other
   entries are zero, so that what is counted is counted for this one. */
static double share_of_a_shift(const double *x, const void *context) {
  (void)context;
  bms_fit fit = {.radius = 0};
  bms_fit_nodes nodes = {.middle = x[3], .half = ldexp(fabs(x[4]), -10)};
  bms_motion motion;
  double turn, origin;
  if (!(nodes.half > 0)) return 0;
  memcpy(fit.coefficient[0][3], x, 3 * sizeof *x);
  shift(&fit, &nodes, 0, &motion, &turn, &origin);
  precise s = precise_of(x[5]), t = precise_plus(precise_of(nodes.middle), precise_times(s, precise_of(nodes.half)));
  precise off = precise_minus(horner(motion.matrix.entry[0][3], t), horner(x, s));
  return precise_double(precise_absolute(off)) / origin;
}

static void shifting_a_fit_adds_no_more_than_is_counted(void **state) {
  (void)state;
  bounds_measure("SHIFT_ROUNDINGS", share_of_a_shift, NULL, 6, 60);
}

BOUNDS_MAIN(cmocka_unit_test(shifting_a_fit_adds_no_more_than_is_counted))
