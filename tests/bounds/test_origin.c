/* SPDX-License-Identifier: BSD-3-Clause */

/* Coefficients of motions that are shifted from one origin of time to another. */

#include "motion/origin.c"

#include "bounds.h"

/* The inputs are three coefficients and an origin. */
static double share_of_a_shift(const double *x, const void *context) {
  (void)context;
  bms_motion motion = {.form = BMS_MOTION_RIGID, .origin = x[3]}, off = {.form = BMS_MOTION_RIGID};
  double *c = motion.rigid.position[0], worst = 0;
  for (int k = 0; k < 3; k++) c[k] = x[k];
  bms_motion shifted = bms_motion_at_zero(&motion, &off);
  precise d = precise_of(x[3]), bend = precise_times(precise_of(x[2]), d);
  precise slope = precise_minus(precise_of(x[1]), bend), exact[2];
  exact[0] = precise_minus(precise_of(x[0]), precise_times(slope, d));
  exact[1] = precise_minus(slope, bend);
  for (int k = 0; k < 2; k++)
    if (off.rigid.position[0][k] > 0)
      worst = fmax(worst, precise_error(shifted.rigid.position[0][k], exact[k]) / off.rigid.position[0][k]);
  return worst;
}

static void coefficients_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SHIFT_ROUNDINGS", share_of_a_shift, NULL, 4, 10);
}

BOUNDS_MAIN(cmocka_unit_test(coefficients_are_as_good_as_counted))
