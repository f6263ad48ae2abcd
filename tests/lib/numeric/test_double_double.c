/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Twofold arithmetic against exact rational arithmetic: the error-free transformations exactly, sums and products
 * within the relative errors that double_double.h quotes, 3 and 7 times 2^-106.
 */

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gmp.h>

#include "random.h"
#include "numeric/double_double.h"

static const uint64_t SEED = 1971;

static uint64_t repetitions(void) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak == NULL ? 1 : atoi(soak);
  return 200000 * (uint64_t)(factor > 1 ? factor : 1);
}

static void check(int right, const char *what, bms_double_double a, bms_double_double b, bms_double_double c) {
  if (right) return;
  print_message("# %s: %a + %a, %a + %a -> %a + %a\n", what, a.high, a.low, b.high, b.low, c.high, c.low);
  fail();
}

/* Significands of all ones, a single one, few ones and any; exponents as far apart as `spread`. */
static double random_number(random_source *r, int spread) {
  uint64_t bits = random_bits(r) >> 11;
  switch (random_below(r, 4)) {
    case 0:
      bits = (UINT64_C(1) << 53) - 1 - (random_below(r, 2) == 0 ? 0 : bits >> 40);
      break;
    case 1:
      bits = (UINT64_C(1) << 52) + (random_below(r, 2) == 0 ? 0 : bits >> 45);
      break;
    case 2:
      bits &= random_bits(r);
      bits &= random_bits(r);
      break;
    default:
      break;
  }
  double sign = random_sign(r);
  return sign * ldexp((double)bits, random_below(r, 2 * spread + 1) - spread);
}

/* Returns a normalised double_double number: |low| <= ulp(high) / 2, the bound itself included. */
static bms_double_double random_twofold(random_source *r, int spread) {
  double high = random_number(r, spread), part = random_uniform(r, -1, 1);
  switch (random_below(r, 5)) {
    case 0:
      return (bms_double_double){high, 0};
    case 1:
      return bms_double_double_sum(high, random_sign(r) * 0x1p-53 * high);
    default:
      return bms_double_double_sum(high, part * ldexp(high, -53 - random_below(r, 8)));
  }
}

static void exact_of(mpq_t out, bms_double_double a) {
  mpq_t low;
  mpq_init(low);
  mpq_set_d(out, a.high);
  mpq_set_d(low, a.low);
  mpq_add(out, out, low);
  mpq_clear(low);
}

/* Returns |computed - exact| / |exact| in units of 2^-106, or 0 where both are 0. */
static double relative_error(bms_double_double computed, const mpq_t exact) {
  mpq_t error;
  mpq_init(error);
  exact_of(error, computed);
  mpq_sub(error, error, exact);
  double relative = 0;
  if (mpq_sgn(error) != 0) {
    if (mpq_sgn(exact) == 0) {
      relative = INFINITY;
    } else {
      mpq_div(error, error, exact);
      mpq_mul_2exp(error, error, 106);
      relative = fabs(mpq_get_d(error));
    }
  }
  mpq_clear(error);
  return relative;
}

static int is_normalised(bms_double_double a) {
  return a.high + a.low == a.high;
}

/* ------------------------------------------------------------------ error-free transformations */

static void the_sum_of_two_doubles_is_exact(void **state) {
  random_source r = random_from(SEED);
  mpq_t exact, y;
  (void)state;
  mpq_inits(exact, y, NULL);
  for (uint64_t n = 0; n < repetitions(); n++) {
    double a = random_number(&r, 60), b = random_number(&r, 60), little = random_number(&r, 0);
    /* Near cancellation as well. */
    if (n % 4 == 0) b = -a * (1 + ldexp(little, -60 - random_below(&r, 50)));
    bms_double_double sum = bms_double_double_sum(a, b);
    mpq_set_d(exact, a);
    mpq_set_d(y, b);
    mpq_add(exact, exact, y);
    check(relative_error(sum, exact) == 0 && is_normalised(sum), "sum", (bms_double_double){a, 0},
          (bms_double_double){b, 0}, sum);
    bms_double_double ordered =
        fabs(a) >= fabs(b) ? bms_double_double_ordered_sum(a, b) : bms_double_double_ordered_sum(b, a);
    check(ordered.high == sum.high && ordered.low == sum.low, "ordered sum", (bms_double_double){a, 0},
          (bms_double_double){b, 0}, ordered);
  }
  mpq_clears(exact, y, NULL);
}

/* Rounded upwards no double is nearer to the exact sum from above, rounded downwards none from below. */
static void a_rounded_sum_is_the_nearest_double_on_its_side(void **state) {
  random_source r = random_from(SEED + 6);
  uint64_t inexact = 0;
  mpq_t exact, y;
  (void)state;
  mpq_inits(exact, y, NULL);
  for (uint64_t n = 0; n < repetitions(); n++) {
    double a = random_number(&r, 60), b = random_number(&r, n % 2 == 0 ? 60 : 2);
    double above = bms_double_double_rounded_sum(a, b, INFINITY),
           below = bms_double_double_rounded_sum(a, b, -INFINITY);
    mpq_set_d(exact, a);
    mpq_set_d(y, b);
    mpq_add(exact, exact, y);
    mpq_set_d(y, above);
    int from_above = mpq_cmp(y, exact);
    mpq_set_d(y, below);
    int from_below = mpq_cmp(y, exact);
    bool nearest =
        from_above == 0 ? above == below : from_above > 0 && from_below < 0 && nextafter(below, INFINITY) == above;
    check(nearest, "rounded sum", (bms_double_double){a, 0}, (bms_double_double){b, 0},
          (bms_double_double){above, below});
    inexact += from_above != 0;
  }
  assert_true(inexact > repetitions() / 4);
  mpq_clears(exact, y, NULL);
}

static void the_product_of_two_doubles_is_exact(void **state) {
  random_source r = random_from(SEED + 1);
  mpq_t exact, y;
  (void)state;
  mpq_inits(exact, y, NULL);
  for (uint64_t n = 0; n < repetitions(); n++) {
    double a = random_number(&r, 250), b = random_number(&r, 250);
    bms_double_double product = bms_double_double_product(a, b);
    mpq_set_d(exact, a);
    mpq_set_d(y, b);
    mpq_mul(exact, exact, y);
    check(relative_error(product, exact) == 0 && is_normalised(product), "product", (bms_double_double){a, 0},
          (bms_double_double){b, 0}, product);
  }
  mpq_clears(exact, y, NULL);
}

/* ------------------------------------------------------------------ double_double operands */

typedef bms_double_double (*operation)(bms_double_double a, bms_double_double b);

/* Returns the largest relative error, in 2^-106, over random operands; `near` makes the second cancel the first now and
   then. */
static double worst_error(operation computed, void (*exactly)(mpq_t, const mpq_t, const mpq_t), int near, double bound,
                          uint64_t seed) {
  random_source r = random_from(seed);
  double worst = 0;
  mpq_t exact, x, y;
  mpq_inits(exact, x, y, NULL);
  for (uint64_t n = 0; n < repetitions(); n++) {
    bms_double_double a = random_twofold(&r, n % 3 == 0 ? 2 : 60), b = random_twofold(&r, n % 3 == 0 ? 2 : 60);
    if (n % 4 == 0 && near != 0)
      b = bms_double_double_sum(near * a.high, near * a.low + ldexp(random_number(&r, 0), -110) * a.high);
    bms_double_double c = computed(a, b);
    exact_of(x, a);
    exact_of(y, b);
    exactly(exact, x, y);
    double error = relative_error(c, exact);
    check(error <= bound && is_normalised(c), "relative error or parts that overlap", a, b, c);
    worst = fmax(worst, error);
  }
  mpq_clears(exact, x, y, NULL);
  return worst;
}

static void sums_and_differences_are_within_three_units(void **state) {
  (void)state;
  double sum = worst_error(bms_double_double_add, mpq_add, -1, 3, SEED + 2);
  double difference = worst_error(bms_double_double_subtract, mpq_sub, 1, 3, SEED + 3);
  print_message("# errors up to %.2f and %.2f of 2^-106\n", sum, difference);
  assert_true(sum > 1 && difference > 1);
}

static void products_are_within_seven_units(void **state) {
  (void)state;
  double product = worst_error(bms_double_double_multiply, mpq_mul, 0, 7, SEED + 4);
  print_message("# errors up to %.2f of 2^-106\n", product);
  assert_true(product > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_sum_of_two_doubles_is_exact),
      cmocka_unit_test(a_rounded_sum_is_the_nearest_double_on_its_side),
      cmocka_unit_test(the_product_of_two_doubles_is_exact),
      cmocka_unit_test(sums_and_differences_are_within_three_units),
      cmocka_unit_test(products_are_within_seven_units),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
