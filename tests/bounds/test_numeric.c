/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures what splitting a rational function adds to the errors of its coefficients, and how far off roots are. */

#include "numeric/polynomial.c"
#include "numeric/rational_bound.c"

#include "bounds.h"

/* The inputs are the coefficients, and where to split. */
static double share_of_a_split(const double *x, const void *context) {
  (void)context;
  enum { N = BMS_RATIONAL_DEGREE };
  double left[N + 1], right[N + 1], s = 0.5 + 0.5 * x[N + 1], largest = 0, error = 0;
  precise part = precise_of(s), rest = precise_minus(precise_of(1), part), c[N + 1];
  for (int k = 0; k <= N; k++) {
    largest = fmax(largest, fabs(x[k]));
    c[k] = precise_of(x[k]);
  }
  split_row(x, N, s, left, right);
  for (int level = N; level >= 0; level--) {
    error = fmax(error, precise_error(left[N - level], c[0]));
    for (int k = 0; k < level; k++) c[k] = precise_plus(precise_times(rest, c[k]), precise_times(part, c[k + 1]));
  }
  for (int k = 0; k <= N; k++) error = fmax(error, precise_error(right[k], c[k]));
  return error / (SPLIT_ROUNDINGS * BMS_ROUNDING * largest);
}

/* The inputs are the values at both ends: the root of a line between them that is steep. */
static double share_of_a_root(const double *x, const void *context) {
  (void)context;
  const double ends[2] = {fabs(x[0]), -fabs(x[1])};
  bms_polynomial line = bms_polynomial_of(1, ends);
  double root[BMS_MAX_DEGREE];
  if (!(ends[0] > 0 && ends[1] < 0) || bms_polynomial_roots(&line, root) != 1) return 0;
  precise exact = precise_over(precise_of(ends[0]), precise_minus(precise_of(ends[0]), precise_of(ends[1])));
  return precise_error(root[0], exact) / BMS_ROOT_WIDTH;
}

static void a_root_is_off_by_less_than_its_width(void **state) {
  (void)state;
  bounds_measure("BMS_ROOT_WIDTH", share_of_a_root, NULL, 2, 100);
}

static void a_split_adds_no_more_than_is_counted(void **state) {
  (void)state;
  bounds_measure("SPLIT_ROUNDINGS", share_of_a_split, NULL, BMS_RATIONAL_DEGREE + 2, 40);
}

BOUNDS_MAIN(cmocka_unit_test(a_split_adds_no_more_than_is_counted),
            cmocka_unit_test(a_root_is_off_by_less_than_its_width))
