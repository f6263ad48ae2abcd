/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts that tests of the error analysis share: includes, and the measure of one constant.
 *
 * Each test includes the unit whose constants it measures, so that it sees them and what they bound, which is static.
 */

#ifndef BOUNDS_H
#define BOUNDS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "numeric/rounding.h"
#include "precise.h"
#include "random.h"
#include "repetitions.h"
#include "share.h"

/* Climbs towards large shares of a constant's bound; prints the largest; fails above one. */
static inline void bounds_measure(const char *constant, share_of_inputs *f, const void *context, int inputs,
                                  int starts) {
  random_source r = random_from(1);
  share s = {.constant = constant};
  share_climb(&s, &r, f, context, inputs, repetitions(starts));
  share_print(&s);
}

/* Demands that a constant is no less than the sum of the items that its derivation counts, and prints both. */
static inline void bounds_sum(const char *constant, double sum, double used) {
  print_message("# %s: %g counted, %g used\n", constant, sum, used);
  assert_true(sum <= used);
}

/* Returns sum_k c[k] t^k. */
static inline precise bounds_polynomial(const double *c, int degree, double t) {
  precise sum = precise_of(c[degree]);
  for (int k = degree - 1; k >= 0; k--) sum = precise_plus(precise_times(sum, precise_of(t)), precise_of(c[k]));
  return sum;
}

#define BOUNDS_MAIN(...)                                    \
  int main(void) {                                          \
    const struct CMUnitTest tests[] = {__VA_ARGS__};        \
    cmocka_set_message_output(CM_OUTPUT_TAP);               \
    int failed = cmocka_run_group_tests(tests, NULL, NULL); \
    precise_free();                                         \
    return failed;                                          \
  }

#endif /* BOUNDS_H */
