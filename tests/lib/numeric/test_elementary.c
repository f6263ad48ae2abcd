/* SPDX-License-Identifier: BSD-3-Clause */

/* Sines, angles and roots of numeric/elementary.c, against long double: no error comes near its bound. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "long_pose.h"
#include "numeric/elementary.h"
#include "numeric/rounding.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 27182, ROUNDS = 300000 };

/* Fails if a sine or a cosine is off by more than it may be; returns by how many roundings the worse one is. */
static double compare_sines(double angle) {
  double sine, cosine;
  bms_sine_cosine(angle, &sine, &cosine);
  double off_sine = (double)fabsl(sine - sinl(angle)) / BMS_ROUNDING;
  double off_cosine = (double)fabsl(cosine - cosl(angle)) / BMS_ROUNDING;
  double most = fabs(angle) < BMS_ELEMENTARY_GREATEST_ANGLE ? BMS_SINE_COSINE_ROUNDINGS : 2 + 0.5 * fabs(angle);
  if (!(off_sine <= most && off_cosine <= most)) print_message("%a: %g, %g\n", angle, off_sine, off_cosine);
  assert_true(off_sine <= most && off_cosine <= most);
  return fmax(off_sine, off_cosine);
}

static void sines_are_off_by_less_than_a_rounding(void **state) {
  random_source r = random_from(SEED);
  double worst = 0;
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double most = round % 2 == 0 ? 4 : random_power_of_ten(&r, -8, 12.04);
    worst = fmax(worst, compare_sines(most * random_uniform(&r, -1, 1)));
  }
  print_message("# at most %.3f roundings\n", worst);
  for (double k = 1; k < 0x1p39; k += k < 2000 ? 1 : floor(k / 1000)) {
    double x = k * 1.5707963267948966;
    (void)compare_sines(x);
    (void)compare_sines(nextafter(-x, 0));
  }
}

/* A long double holds enough of a sine there for angles below 2^62. */
static void sines_of_great_angles_are_off_by_no_more_than_such_an_angle_is(void **state) {
  random_source r = random_from(SEED + 1);
  double sine, cosine;
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    double size = random_power_of_ten(&r, 11, 15.5);
    (void)compare_sines(size * random_uniform(&r, -1, 1));
  }
  for (double angle = 1; angle < INFINITY; angle *= 16) {
    bms_sine_cosine(angle, &sine, &cosine);
    assert_true(fabs(sine * sine + cosine * cosine - 1) < 0x1p-50);
  }
}

static void angles_are_off_by_less_than_eight_roundings_of_themselves(void **state) {
  random_source r = random_from(SEED + 2);
  double worst = 0;
  (void)state;
  if (!long_doubles_are_long()) skip();
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    double x = random_power_of_ten(&r, -20, 3), y = random_power_of_ten(&r, -20, 3);
    if (round % 3 == 0) y = x * random_uniform(&r, 0, 2);
    if (round % 100 == 0) x = 0;
    if (round % 100 == 1) y = 0;
    long double exact = atan2l(y, x);
    double off = y > 0 ? (double)(fabsl(bms_angle_of(x, y) - exact) / exact) / BMS_ROUNDING : bms_angle_of(x, y);
    worst = fmax(worst, off);
  }
  print_message("# at most %.2f roundings\n", worst);
  assert_true(worst <= BMS_ANGLE_ROUNDINGS);
}

static void roots_are_roughly_right(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    double x = random_power_of_ten(&r, -300, 300), root = bms_rough_cube_root(x);
    assert_true(fabs(root - cbrt(x)) <= 1e-6 * root);
  }
  assert_true(!(bms_rough_cube_root(0) > 0) && isinf(bms_rough_cube_root(INFINITY)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sines_are_off_by_less_than_a_rounding),
      cmocka_unit_test(sines_of_great_angles_are_off_by_no_more_than_such_an_angle_is),
      cmocka_unit_test(angles_are_off_by_less_than_eight_roundings_of_themselves),
      cmocka_unit_test(roots_are_roughly_right),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
