/* SPDX-License-Identifier: BSD-3-Clause */

/* Sines and cosines in lanes, against long double: no error comes near its bound. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "long_pose.h"
#include "numeric/rounding.h"
#include "numeric/sine.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 31415, ROUNDS = 300000 };

/* The worst errors so far, in roundings. */
typedef struct worst_errors {
  double sine, cosine;
} worst_errors;

static void compare(const double angle[4], worst_errors *worst) {
  lanes sine, cosine;
  lanes_sine_cosine(lanes_load(angle), &sine, &cosine);
  for (int k = 0; k < 4; k++) {
    double off_sine = (double)fabsl(lanes_get(sine, k) - sinl(angle[k])) / BMS_ROUNDING;
    double off_cosine = (double)fabsl(lanes_get(cosine, k) - cosl(angle[k])) / BMS_ROUNDING;
    worst->sine = fmax(worst->sine, off_sine);
    worst->cosine = fmax(worst->cosine, off_cosine);
    assert_true(off_sine <= BMS_SINE_ROUNDINGS && off_cosine <= BMS_SINE_ROUNDINGS);
  }
}

static void random_angles_are_within_the_bound(void **state) {
  random_source r = random_from(SEED);
  worst_errors worst = {0, 0};
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double angle[4], most = round % 2 == 0 ? 4 : random_power_of_ten(&r, -3, 6.02);
    for (int k = 0; k < 4; k++) angle[k] = most * random_uniform(&r, -1, 1);
    compare(angle, &worst);
  }
  print_message("# at most %.2f and %.2f of %d roundings\n", worst.sine, worst.cosine, BMS_SINE_ROUNDINGS);
}

/* There h is at an end of its interval, and k about to change. */
static void multiples_of_a_right_angle_are_within_the_bound(void **state) {
  static const double RIGHT_ANGLE = 1.5707963267948966;
  worst_errors worst = {0, 0};
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (double k = 1; k * RIGHT_ANGLE < BMS_SINE_GREATEST; k += k < 2000 ? 1 : floor(k / 1000)) {
    double x = k * RIGHT_ANGLE;
    compare((const double[4]){x, -x, nextafter(x, 0), nextafter(-x, -INFINITY)}, &worst);
  }
}

static void what_is_known_exactly_is_exact(void **state) {
  lanes sine, cosine;
  (void)state;
  lanes_sine_cosine(lanes_of(0, -0., 0x1p-600, -0x1p-600), &sine, &cosine);
  for (int k = 0; k < 4; k++) {
    assert_true(lanes_get(cosine, k) >= 1 && lanes_get(cosine, k) <= 1);
    assert_true(fabs(lanes_get(sine, k)) <= 0x1p-600);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_angles_are_within_the_bound),
      cmocka_unit_test(multiples_of_a_right_angle_are_within_the_bound),
      cmocka_unit_test(what_is_known_exactly_is_exact),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
