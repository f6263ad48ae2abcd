/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_contact_intervals against the exact oracle over all families of random queries, and exact cases worked out by
 * hand.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.
 */

#include "bms.h"
#include "check_intervals.h"
#include "families.h"
#include "passing.h"
#include "query_text.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES_PER_FAMILY = 24, CAPACITY = 8, ID_SIZE = 64, MOST_PRINTED = 5 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);
  return value == 0 ? otherwise : value;
}

/* ------------------------------------------------------------------ against the oracle */

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

static int judge_query(int family, uint64_t seed, int print, interval_tally *sum) {
  bms_query query;
  family_query(family, seed, &query);
  const char *what = check_intervals(&query, sum);
  if (what != NULL && print) {
    char id[ID_SIZE];
    snprintf(id, sizeof id, "%s-%llu", family_name(family), (unsigned long long)seed);
    fprintf(stderr, "# %s: %s\n# ", id, what);
    query_write_json(stderr, id, &query);
    query_write_hex(stderr, "#   ", &query);
  }
  return what != NULL;
}

/* Judges the families of a group. Returns what happened, for the test to see that it was about something. */
static interval_tally judge_group(family_group group) {
  unsigned long count = (unsigned long)repetitions(QUERIES_PER_FAMILY), first = from_environment("BMS_SEED", 1);
  interval_tally sum = {0, 0, 0};
  int wrong = 0;
  for (int family = 0; family < family_count(); family++)
    for (unsigned long i = 0; family_group_of(family) == group && i < count; i++)
      wrong += judge_query(family, first + i, wrong < MOST_PRINTED, &sum);
  print_message("# seeds from %lu: %d intervals, %d queries with several, %d grazes\n", first, sum.intervals,
                sum.several, sum.grazes);
  assert_int_equal(wrong, 0);
  assert_true(sum.intervals > 0);
  return sum;
}

static void rigid_motions_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  assert_true(judge_group(FAMILY_RIGID).several > 0);
}

static void homogeneous_matrices_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_MATRIX);
}

static void extreme_units_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_UNITS);
}

static void exact_ties_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  assert_true(judge_group(FAMILY_EXACT).grazes > 0);
}

static void ties_missed_by_a_little_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  assert_true(judge_group(FAMILY_NEARLY).several > 0);
}

static void degenerate_boxes_are_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  assert_true(judge_group(FAMILY_DEGENERATE).grazes > 0);
}

static void what_is_at_the_limits_of_doubles_is_in_contact_exactly_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_HOSTILE);
}

/* ------------------------------------------------------------------ by hand */

static void expect(const bms_query *query, const double wanted[][2], int wanted_count) {
  bms_contact_interval interval[CAPACITY];
  int count;
  bms_status status = bms_contact_intervals(query, CAPACITY, interval, &count);
  bool right = status == (wanted_count > 0 ? BMS_CONTACT : BMS_SEPARATED) && count == wanted_count;
  for (int i = 0; right && i < count; i++)
    right = same(interval[i].enter_lower, wanted[i][0]) && same(interval[i].enter_upper, wanted[i][0]) &&
            same(interval[i].exit_lower, wanted[i][1]) && same(interval[i].exit_upper, wanted[i][1]);
  for (int i = 0; !right && i < count && i < CAPACITY; i++)
    print_message("# [%a, %a] to [%a, %a]\n", interval[i].enter_lower, interval[i].enter_upper, interval[i].exit_lower,
                  interval[i].exit_upper);
  if (!right) query_write_hex(stdout, "# ", query);
  assert_true(right);
}

static const double STAYS[3] = {0, 0, 0}, ABREAST[3] = {1, 0, 0};

static void a_cube_that_passes_through_another_enters_and_leaves(void **state) {
  (void)state;
  const double x[3] = {3, -2, 0}, both[][2] = {{1, 2}}, cut[][2] = {{1, 1.5}}, at_end[][2] = {{1, 1}};
  bms_query query = passing(x, STAYS, 4); /* |3 - 2 t| <= 1 */
  expect(&query, both, 1);
  query.t1 = 1.5;
  expect(&query, cut, 1);
  query.t1 = 1;
  expect(&query, at_end, 1);
  query.t1 = 0.5;
  expect(&query, NULL, 0);
}

static void a_cube_that_comes_back_touches_twice(void **state) {
  (void)state;
  /* b is 3 long, so they touch for x in [-2, 2]; x = t^2 - 8 t + 9 is 2 at 1 and 7, -2 at 4 +- sqrt 5 */
  const double x[3] = {9, -8, 1};
  bms_contact_interval interval[2];
  int count;
  bms_query query = passing(x, STAYS, 10);
  query.b.box = bms_box_centred(3, 1, 1);
  assert_int_equal(bms_contact_intervals(&query, 2, interval, &count), BMS_CONTACT);
  assert_int_equal(count, 2);
  assert_true(same(interval[0].enter_lower, 1) && same(interval[0].enter_upper, 1));
  assert_true(same(interval[1].exit_lower, 7) && same(interval[1].exit_upper, 7));
  assert_true(same(interval[0].exit_upper, nextafter(interval[0].exit_lower, 9)));
  assert_true(same(interval[1].enter_upper, nextafter(interval[1].enter_lower, 9)));
  assert_true(fabs(interval[0].exit_lower - (4 - sqrt(5))) < 1e-15);
  assert_true(fabs(interval[1].enter_lower - (4 + sqrt(5))) < 1e-14);
}

static void a_graze_is_an_interval_of_no_length(void **state) {
  (void)state;
  const double x[3] = {2, -2, 1}, graze[][2] = {{1, 1}}; /* 1 + (1 - t)^2 */
  bms_query query = passing(x, STAYS, 2);
  expect(&query, graze, 1);
}

static void a_gap_that_touches_zero_from_below_does_not_part_the_boxes(void **state) {
  (void)state;
  const double x[3] = {0, 2, -1}, whole[][2] = {{0, 2}}; /* 1 - (1 - t)^2: face to face at t = 1 only */
  bms_query query = passing(x, STAYS, 2);
  expect(&query, whole, 1);
}

/* Returns a plate in the plane x = 0, and a parallelogram of half-edges (t, 1, 0) and (1 - t, 0, 1) around (1, 0, 0).
   The gap along x is 1 - |t| - |1 - t|: negative, zero for all t of [0, 1], negative. */
static bms_query resting_for_a_while(double t0, double t1) {
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  const double m[4][4][3] = {
      {{0, 1}, {1, -1}, {1}, {1}}, {{1}, {0}, {0}, {0}}, {{0}, {1}, {0}, {0}}, {{0}, {0}, {0}, {1}}};
  bms_query query = {.t0 = t0, .t1 = t1};
  query.a.box = bms_box_centred(0, 8, 8);
  query.a.motion = bms_motion_fixed(origin, upright);
  query.b.box = bms_box_centred(2, 2, 0);
  assert_int_equal(bms_motion_from_matrix(m, &query.b.motion), 0);
  return query;
}

static void a_gap_that_stays_zero_for_a_while_does_not_part_the_boxes(void **state) {
  (void)state;
  const double whole[][2] = {{-1, 2}}, rest[][2] = {{0.25, 0.75}};
  bms_query query = resting_for_a_while(-1, 2);
  expect(&query, whole, 1);
  query = resting_for_a_while(0.25, 0.75);
  expect(&query, rest, 1);
}

static void sliding_is_contact_for_as_long_as_it_lasts(void **state) {
  (void)state;
  const double x[3] = {3, -2, 0}, slides[][2] = {{1, 2}}; /* the gap along y is zero throughout */
  bms_query query = passing(x, ABREAST, 4);
  expect(&query, slides, 1);
}

/* A corner starts on a corner: the gaps along x and y are zero at t = 0 and turn positive together. */
static void boxes_that_part_at_the_start_touch_there_alone(void **state) {
  (void)state;
  const double x[3] = {1, 1, 0}, y[3] = {1, 0.5, 0}, start[][2] = {{0, 0}};
  bms_query query = passing(x, y, 1);
  expect(&query, start, 1);
}

static void boxes_at_rest_touch_all_the_time_or_never(void **state) {
  (void)state;
  const double near[3] = {2, 0, 0}, whole[][2] = {{0, 1}}, moment[][2] = {{0, 0}};
  bms_query query = passing(ABREAST, STAYS, 1);
  expect(&query, whole, 1);
  query.t1 = 0;
  expect(&query, moment, 1);
  query = passing(near, STAYS, 1);
  expect(&query, NULL, 0);
}

static void intervals_beyond_the_capacity_are_counted_and_not_written(void **state) {
  (void)state;
  const double x[3] = {9, -8, 1};
  bms_contact_interval interval[2] = {{0, 0, 0, 0}, {-5, -5, -5, -5}};
  int count;
  bms_query query = passing(x, STAYS, 10);
  assert_int_equal(bms_contact_intervals(&query, 1, interval, &count), BMS_CONTACT);
  assert_int_equal(count, 2);
  assert_true(same(interval[1].enter_lower, -5) && interval[0].enter_lower > 0);
  assert_int_equal(bms_contact_intervals(&query, 0, NULL, &count), BMS_CONTACT);
  assert_int_equal(count, 2);
}

static void an_invalid_query_has_no_intervals(void **state) {
  (void)state;
  int count = 7;
  bms_query query = passing(ABREAST, STAYS, -1);
  assert_int_equal(bms_contact_intervals(&query, 0, NULL, &count), BMS_INVALID);
  assert_int_equal(count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rigid_motions_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(homogeneous_matrices_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(extreme_units_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(exact_ties_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(ties_missed_by_a_little_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(degenerate_boxes_are_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(what_is_at_the_limits_of_doubles_is_in_contact_exactly_when_the_oracle_says),
      cmocka_unit_test(a_cube_that_passes_through_another_enters_and_leaves),
      cmocka_unit_test(a_cube_that_comes_back_touches_twice),
      cmocka_unit_test(a_graze_is_an_interval_of_no_length),
      cmocka_unit_test(a_gap_that_touches_zero_from_below_does_not_part_the_boxes),
      cmocka_unit_test(a_gap_that_stays_zero_for_a_while_does_not_part_the_boxes),
      cmocka_unit_test(sliding_is_contact_for_as_long_as_it_lasts),
      cmocka_unit_test(boxes_that_part_at_the_start_touch_there_alone),
      cmocka_unit_test(boxes_at_rest_touch_all_the_time_or_never),
      cmocka_unit_test(intervals_beyond_the_capacity_are_counted_and_not_written),
      cmocka_unit_test(an_invalid_query_has_no_intervals),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
