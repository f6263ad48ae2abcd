/* SPDX-License-Identifier: BSD-3-Clause */

/* Linear quaternions: the norms whose signs prove that one does not vanish. */

#include "motion/linear_quaternion.h"

#include "bounds.h"

/* Checks a norm at both ends of an interval and at the product of the ends.  The inputs are a quaternion (8) and the
   interval (2). */
static double share_of_a_norm(const double *x, const void *context) {
  (void)context;
  double c[4][2], q[2][4], most[3];
  precise exact[2][4];
  memcpy(c, x, sizeof c);
  double terms = bms_linear_quaternion_terms((const double(*)[2])c, fmax(fabs(x[8]), fabs(x[9])));
  for (int k = 0; k < 2; k++) {
    bms_linear_quaternion_at((const double(*)[2])c, x[8 + k], q[k]);
    for (int i = 0; i < 4; i++) exact[k][i] = bounds_polynomial(c[i], 1, x[8 + k]);
  }
  if (!(terms > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    precise sum = precise_of(0);
    for (int i = 0; i < 4; i++) sum = precise_plus(sum, precise_times(exact[k / 2][i], exact[(k + 1) / 2][i]));
    most[k] = precise_error(bms_dot4(q[k / 2], q[(k + 1) / 2]), sum) / (BMS_NORM_ROUNDINGS * BMS_ROUNDING * terms);
  }
  return fmax(most[0], most[2]) + most[1];
}

static void norms_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("BMS_NORM_ROUNDINGS", share_of_a_norm, NULL, 10, 20);
}

BOUNDS_MAIN(cmocka_unit_test(norms_are_as_good_as_counted))
