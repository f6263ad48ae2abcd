/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contacts within tolerances: queries from the corners and the inside of the tolerances, and those two corners
 * that are the extremes by the derivatives, have their first contact between the two times; claims about all of them
 * hold for each.  The oracle confirms the time of that contact.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_derivative.h"
#include "bms_tolerance.h"
#include "check.h"
#include "derivative/numbers.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

enum { QUERIES_PER_FAMILY = 3, SAMPLES = 12, MOST_RATIOS = 4096 };

/* ------------------------------------------------------------------ what is within a tolerance */

/* Returns random tolerances, a part of each number and perhaps of what is 0; the interval's ends do not always have
   one. */
static bms_query random_tolerance(const bms_query *query, random_source *random) {
  bms_query tolerance = *query;
  double *number[BMS_MOST_NUMBERS], part = random_power_of_ten(random, -9, -2);
  int count = bms_numbers_of(&tolerance, number);
  for (int i = 0; i < count; i++) {
    bool known = random_below(random, 4) == 0 || (i < 2 && random_below(random, 2) == 0);
    *number[i] = known ? 0 : fabs(*number[i]) * part * random_uniform(random, 0, 1);
  }
  return tolerance;
}

/* Moves each number by its tolerance times a number of [-1, 1]: at random, or to a corner, or by the signs of another
   query. */
static bms_query query_within(const bms_query *query, const bms_query *tolerance, int corner, bms_query *signs,
                              random_source *random) {
  bms_query moved = *query, off = *tolerance;
  double *number[BMS_MOST_NUMBERS], *by[BMS_MOST_NUMBERS], *sign[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(&moved, number);
  bms_numbers_of(&off, by);
  if (signs != NULL) bms_numbers_of(signs, sign);
  for (int i = 0; i < count; i++) {
    double part = corner ? random_sign(random) : random_uniform(random, -1, 1);
    if (signs != NULL) part = corner * ((*sign[i] > 0) - (*sign[i] < 0));
    double x = *number[i] + part * *by[i];
    while (fabs(x - *number[i]) > *by[i]) x = nextafter(x, *number[i]); /* rounded outwards */
    *number[i] = x;
  }
  return moved;
}

/* ------------------------------------------------------------------ judging */

/* Returns true if the oracle confirms the status and both bounds of an answer. */
static bool is_confirmed(const bms_query *query, const bms_contact *contact) {
  char text[CHECK_TEXT_SIZE];
  oracle exact;
  oracle_init(&exact, query);
  unsigned wrong = check_time(&exact, query, contact, text);
  oracle_clear(&exact);
  return wrong == 0;
}

/* Returns false if a query within the tolerances contradicts the claims about all. */
static bool agrees(const bms_query *sample, bms_status said, const bms_contact_within *within) {
  bms_contact contact;
  bms_status status = bms_first_contact(sample, &contact);
  if (status == BMS_INVALID || status == BMS_UNRESOLVED) return true;
  if (!is_confirmed(sample, &contact)) return false;
  if (status == BMS_SEPARATED) return said != BMS_CONTACT;
  return said != BMS_SEPARATED && contact.t_upper >= within->earliest && contact.t_lower <= within->latest;
}

static void check(bool right, const bms_query *query, const bms_query *tolerance, const bms_query *sample) {
  if (right) return;
  query_write_json(stdout, "query", query);
  query_write_json(stdout, "tolerance", tolerance);
  query_write_json(stdout, "sample", sample);
  fail();
}

static double ratios[MOST_RATIOS];
static int ratio_count;

/* Notes how much wider than the extremes of the derivatives the earliest time is. */
static void note_ratio(const bms_query *extreme, const bms_contact *contact, const bms_contact_within *within) {
  bms_contact first;
  if (bms_first_contact(extreme, &first) != BMS_CONTACT || ratio_count == MOST_RATIOS) return;
  double least = contact->t - first.t;
  if (least > 1e-9 * fabs(contact->t)) ratios[ratio_count++] = (contact->t - within->earliest) / least;
}

static void judge_query(const bms_query *query, random_source *random, int counts[6]) {
  bms_query tolerance = random_tolerance(query, random), sample;
  bms_contact_within within;
  bms_contact contact;
  bms_derivative derivative;
  bms_status said = bms_first_contact_within(query, &tolerance, &within);
  counts[said]++;
  if (said == BMS_INVALID) return;
  assert_true(within.earliest <= within.latest);
  for (int k = 0; k < SAMPLES; k++) {
    sample = query_within(query, &tolerance, k % 2, NULL, random);
    check(agrees(&sample, said, &within), query, &tolerance, &sample);
  }
  if (bms_first_contact_derivative(query, &contact, &derivative) > BMS_DERIVATIVE_ONE_SIDED) return;
  for (int side = -1; side <= 1; side += 2) {
    sample = query_within(query, &tolerance, side, &derivative.above, random);
    check(agrees(&sample, said, &within), query, &tolerance, &sample);
    if (side < 0) note_ratio(&sample, &contact, &within);
  }
}

static int by_value(const void *x, const void *y) {
  double difference = *(const double *)x - *(const double *)y;
  return (difference > 0) - (difference < 0);
}

static void every_query_within_the_tolerances_has_its_contact_between_both_times(void **state) {
  (void)state;
  random_source random = random_from(3);
  int counts[6] = {0};
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query query;
      if (family_group_of(family) == FAMILY_HOSTILE) continue;
      family_query(family, (uint64_t)seed, &query);
      judge_query(&query, &random, counts);
    }
  qsort(ratios, (size_t)ratio_count, sizeof ratios[0], by_value);
  print_message(
      "# certain %d, possible %d, never %d, invalid %d; earliest wider than the derivative's corner by %.1f\n",
      counts[BMS_CONTACT], counts[BMS_UNRESOLVED], counts[BMS_SEPARATED], counts[BMS_INVALID], ratios[ratio_count / 2]);
  int least = repetitions(20);
  assert_true(counts[BMS_CONTACT] > least && counts[BMS_UNRESOLVED] > 0 && counts[BMS_SEPARATED] > least);
}

/* ------------------------------------------------------------------ special tolerances */

static void without_tolerances_the_times_are_the_bounds_of_the_contact(void **state) {
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    bms_query query, tolerance;
    bms_contact contact;
    bms_contact_within within;
    if (family_group_of(family) > FAMILY_EXACT) continue;
    family_query(family, 1, &query);
    tolerance = bms_query_like(&query);
    bms_status status = bms_first_contact(&query, &contact),
               said = bms_first_contact_within(&query, &tolerance, &within);
    if (status == BMS_SEPARATED || status == BMS_INVALID) {
      assert_int_equal(said, status);
      continue;
    }
    assert_int_equal(said, BMS_CONTACT);
    assert_true(within.earliest >= contact.t_lower && within.earliest <= contact.t_upper);
    assert_true(within.latest >= contact.t_lower && within.latest <= contact.t_upper);
  }
}

static void what_is_no_tolerance_is_refused(void **state) {
  (void)state;
  bms_query query, tolerance;
  bms_contact_within within;
  family_query(0, 1, &query);
  tolerance = bms_query_like(&query);
  tolerance.b.box.max[1] = -1e-9;
  assert_int_equal(bms_first_contact_within(&query, &tolerance, &within), BMS_INVALID);
  assert_int_equal(within.reason, BMS_NEARNESS_NEGATIVE);
  tolerance.b.box.max[1] = NAN;
  assert_int_equal(bms_first_contact_within(&query, &tolerance, &within), BMS_INVALID);
  assert_int_equal(within.reason, BMS_NEARNESS_NEGATIVE);
  tolerance = bms_query_like(&query);
  tolerance.a.motion.form = BMS_MOTION_MATRIX;
  assert_int_equal(bms_first_contact_within(&query, &tolerance, &within), BMS_INVALID);
  assert_int_equal(within.reason, BMS_MOTION_FORM);
  assert_int_equal(within.where, BMS_PART_A);
  tolerance = bms_query_like(&query);
  query.a.box.min[0] = query.a.box.max[0] + 1;
  assert_int_equal(bms_first_contact_within(&query, &tolerance, &within), BMS_INVALID);
  assert_int_equal(within.reason, BMS_BOX_REVERSED);
}

/* If the quaternion may vanish nothing is known of the pose: contact is possible from the start, never certain. */
static void a_tolerance_that_leaves_no_pose_leaves_everything_possible(void **state) {
  (void)state;
  bms_query query, tolerance;
  bms_contact_within within;
  family_query(0, 1, &query);
  tolerance = bms_query_like(&query);
  tolerance.a.motion.rigid.quaternion[0][0] = 100;
  assert_int_equal(bms_first_contact_within(&query, &tolerance, &within), BMS_UNRESOLVED);
  assert_true(within.earliest <= query.t0 && within.earliest >= query.t0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_query_within_the_tolerances_has_its_contact_between_both_times),
      cmocka_unit_test(without_tolerances_the_times_are_the_bounds_of_the_contact),
      cmocka_unit_test(what_is_no_tolerance_is_refused),
      cmocka_unit_test(a_tolerance_that_leaves_no_pose_leaves_everything_possible),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
