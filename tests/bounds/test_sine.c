/* SPDX-License-Identifier: BSD-3-Clause */

/* Sines and cosines in lanes. */

#include "numeric/sine.h"

#include "bounds.h"

/* Inputs: an angle as a part of the greatest, by its exponent and itself. */
static double share_of_a_sine(const double *x, const void *context) {
  (void)context;
  double angle = ldexp(x[0], (int)(10 + 10 * x[1]));
  lanes sine, cosine;
  lanes_sine_cosine(lanes_all(angle), &sine, &cosine);
  double error = precise_error(lanes_get(sine, 0), precise_sine(precise_of(angle)));
  error = fmax(error, precise_error(lanes_get(cosine, 0), precise_cosine(precise_of(angle))));
  return error / (BMS_SINE_ROUNDINGS * BMS_ROUNDING);
}

static void sines_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("BMS_SINE_ROUNDINGS", share_of_a_sine, NULL, 2, 100);
}

BOUNDS_MAIN(cmocka_unit_test(sines_are_as_good_as_counted))
