/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Upper bounds of rational functions in Bernstein form: above every sample, and above the greatest of many samples by
 * little.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "numeric/polynomial.h"
#include "numeric/rational_bound.h"
#include "random.h"
#include "repetitions.h"

static const uint64_t SEED = 4711;

enum { SAMPLES = 2000 };

static long double bernstein(const double *c, int degree, long double s) {
  long double sum = 0;
  for (int k = 0; k <= degree; k++) {
    long double term = (long double)bms_binomial[degree][k] * c[k];
    for (int i = 0; i < k; i++) term *= s;
    for (int i = k; i < degree; i++) term *= 1 - s;
    sum += term;
  }
  return sum;
}

static long double greatest_sample(const bms_rational *f) {
  long double most = -INFINITY;
  for (int g = 0; g <= SAMPLES; g++) {
    long double s = (long double)g / SAMPLES;
    most = fmaxl(most, bernstein(f->numerator, f->degree, s) / bernstein(f->weight, f->degree, s));
  }
  return most;
}

/* Returns a function with weights that differ by a factor of at most `ratio`. */
static bms_rational random_rational(random_source *r, double ratio) {
  bms_rational f = {.degree = 2 + random_below(r, BMS_RATIONAL_DEGREE - 1)};
  for (int k = 0; k <= f.degree; k++) {
    f.weight[k] = random_uniform(r, 1, ratio);
    f.numerator[k] = random_uniform(r, -1, 1);
  }
  return f;
}

static void check_bound(const bms_rational *f, double ratio) {
  bms_rational_search search = {.size = 1, .ratio = ratio, .numerator = 1, .weight = 1, .best = -INFINITY};
  double bound = bms_rational_upper_bound(f, &search), greatest = fmax(search.best, bound);
  long double sampled = greatest_sample(f);
  assert_true(bound >= (double)sampled || search.best >= (double)sampled);
  /* Between two samples f rises by less than its curvature allows: 1e-4 is ample here. */
  assert_true(greatest - (double)sampled <= 1e-4 * ratio);
  assert_true(search.best <= greatest);
}

static void a_bound_is_above_all_samples_and_close_to_the_greatest(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int n = 0; n < repetitions(3000); n++) {
    double ratio = n % 2 == 0 ? 1.5 : 20;
    bms_rational f = random_rational(&r, ratio);
    check_bound(&f, ratio);
  }
}

/* The greatest value of 4 s (1 - s) is 1, at s = 1/2; of 2 s / (1 + s^2) it is 1 at the end. */
static void known_maxima_are_met_to_rounding(void **state) {
  (void)state;
  bms_rational hill = {.degree = 2, .numerator = {0, 2, 0}, .weight = {1, 1, 1}};
  bms_rational rise = {.degree = 2, .numerator = {0, 1, 2}, .weight = {1, 1, 2}};
  bms_rational_search search = {.size = 2, .ratio = 1, .numerator = 1, .weight = 1, .best = -INFINITY};
  double bound = bms_rational_upper_bound(&hill, &search);
  assert_true(fmax(bound, search.best) >= 1 && fmax(bound, search.best) <= 1 + 1e-13);
  search = (bms_rational_search){.size = 1, .ratio = 2, .numerator = 1, .weight = 1, .best = -INFINITY};
  bound = bms_rational_upper_bound(&rise, &search);
  assert_true(fmax(bound, search.best) >= 1 && fmax(bound, search.best) <= 1 + 1e-13);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_bound_is_above_all_samples_and_close_to_the_greatest),
      cmocka_unit_test(known_maxima_are_met_to_rounding),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
