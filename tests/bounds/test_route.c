/* SPDX-License-Identifier: BSD-3-Clause */

/* Times of a section of the route. */

#include "sections/route_walk.c"

#include "bounds.h"

/* The inputs are start and end of the section, a place of it; T is the greater of the two. */
static double share_of_a_time(const double *x, const void *context) {
  (void)context;
  double start = fmin(x[0], x[1]), end = fmax(x[0], x[1]), s = fabs(x[2]), most = fmax(fabs(start), fabs(end));
  bms_relative relative = {.t0 = -most, .t1 = most};
  route_walk walk = {.relative = &relative};
  walk.planes.section.start = start;
  walk.planes.section.end = end;
  precise exact = precise_of(start), length = precise_minus(precise_of(end), exact);
  exact = precise_plus(exact, precise_times(precise_of(s), length));
  return precise_error(moved_time(&walk, s, 0), exact) / (TIME_ROUNDINGS * BMS_ROUNDING * most);
}

static void times_of_a_section_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_time, NULL, 3, 100);
}

BOUNDS_MAIN(cmocka_unit_test(times_of_a_section_are_as_good_as_counted))
