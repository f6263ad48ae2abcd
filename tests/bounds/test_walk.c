/* SPDX-License-Identifier: BSD-3-Clause */

/* Times of a stretch of the certified walk. */

#include "certified/walk.c"

#include "bounds.h"

/* The inputs are the present time, the end of the stretch, a place of it. */
static double share_of_a_time(const double *x, const void *context) {
  (void)context;
  double from = fmin(x[0], x[1]), end = fmax(x[0], x[1]), s = fabs(x[2]);
  walk w = {.t = from, .slack = slack_over(from, end)};
  double computed = time_at(&w, s, end) - w.slack;
  precise exact = precise_of(from), length = precise_minus(precise_of(end), exact);
  exact = precise_plus(exact, precise_times(precise_of(s), length));
  return precise_error(computed, precise_minus(exact, precise_of(w.slack))) / w.slack;
}

static void times_are_within_the_slack(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_time, NULL, 3, 100);
}

BOUNDS_MAIN(cmocka_unit_test(times_are_within_the_slack))
