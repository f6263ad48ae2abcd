/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Quaternions, and matrices with their weights, times powers of two: the motion is the same, and so is the answer.  The
 * exact oracle judges the answers of the plain query's motion.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "families.h"
#include "query_text.h"
#include "repetitions.h"
#include "validate/scale.h"

enum { QUERIES_PER_FAMILY = 2, MOST_INTERVALS = 8 };

/* 2^332 is 1e100, the greatest number that queries take. */
static const int POWER[] = {-900, -540, -300, -60, 60, 200, 331};

enum { POWERS = sizeof POWER / sizeof POWER[0] };

static void demand(bool right, const char *what, const bms_query *query, const bms_contact *contact) {
  if (right) return;
  print_message("# %s: status %d, reason %d, [%a, %a], t %a\n", what, contact->status, contact->reason,
                contact->t_lower, contact->t_upper, contact->t);
  query_write_json(stdout, what, query);
  fail();
}

/* Returns false if a number is rounded or leaves the range of queries. */
static bool multiply(double *x, int count, int power) {
  bool exact = true;
  for (int i = 0; i < count; i++) {
    double y = ldexp(x[i], power);
    exact = exact && fabs(y) <= 1e100 && ldexp(y, -power) == x[i];
    x[i] = y;
  }
  return exact;
}

static bool multiply_motion(bms_motion *motion, int power) {
  if (motion->form == BMS_MOTION_RIGID) return multiply(&motion->rigid.quaternion[0][0], 8, power);
  return multiply(&motion->matrix.entry[0][0][0], 36, power) && multiply(motion->matrix.weight, 3, power);
}

/* Tolerances of the judge count from the plain query's numbers. */
static void judge(oracle *exact, const bms_query *plain, const bms_query *query) {
  char text[CHECK_TEXT_SIZE];
  bms_contact contact;
  bms_status status = bms_first_contact(query, &contact);
  demand(status == exact->status && contact.reason == exact->reason, "the oracle has another status", query, &contact);
  if (status == BMS_INVALID) return;
  demand(check_contact(exact, plain, &contact, CHECK_ALL, text) == 0, text, query, &contact);
}

/* Returns true if both queries have the same contact intervals, neither more of them than there is room for. */
static bool same_intervals(const bms_query *plain, const bms_query *query) {
  bms_contact_interval of_plain[MOST_INTERVALS] = {{0}}, here[MOST_INTERVALS] = {{0}};
  int count, other;
  bms_status status = bms_contact_intervals(plain, MOST_INTERVALS, of_plain, &count);
  if (status == BMS_UNRESOLVED) return true;
  return bms_contact_intervals(query, MOST_INTERVALS, here, &other) == status && count == other &&
         memcmp(of_plain, here, sizeof here) == 0;
}

static void a_power_of_two_on_a_motion_changes_no_answer(void **state) {
  int compared = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query plain;
      bms_contact contact;
      oracle exact;
      family_query(family, (uint64_t)seed, &plain);
      if (bms_first_contact(&plain, &contact) == BMS_UNRESOLVED) continue;
      oracle_init(&exact, &plain);
      for (int k = 0; k < POWERS; k++) {
        bms_query query = plain;
        if (!multiply_motion(&query.a.motion, POWER[k]) ||
            !multiply_motion(&query.b.motion, POWER[(k + seed) % POWERS]))
          continue;
        judge(&exact, &plain, &query);
        demand(same_intervals(&plain, &query), "other intervals", &query, &contact);
        compared++;
      }
      oracle_clear(&exact);
    }
  print_message("# %d queries of motions times powers of two\n", compared);
  assert_true(compared >= 4 * family_count());
}

static void motions_that_doubles_bound_stay_as_they_are(void **state) {
  bms_query query, scaled;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    if (strstr(family_name(family), "tiny") != NULL || strstr(family_name(family), "huge") != NULL) continue;
    family_query(family, 1, &query);
    if (!bms_scale_motions(&query, &scaled)) continue;
    assert_false(bms_scale_motions(&scaled, &query)); /* once is enough */
  }
  family_query(0, 1, &query);
  assert_false(bms_scale_motions(&query, &scaled));
}

static void a_motion_that_would_lose_a_digit_stays(void **state) {
  bms_query query, scaled;
  (void)state;
  family_query(0, 1, &query);
  assert_true(query.b.motion.form == BMS_MOTION_RIGID);
  assert_true(multiply_motion(&query.b.motion, 300));
  assert_true(bms_scale_motions(&query, &scaled));
  query.b.motion.rigid.quaternion[3][1] = 0x1.8p-1073;
  assert_false(bms_scale_motions(&query, &scaled));
  query.b.motion.rigid.quaternion[3][1] = NAN;
  assert_false(bms_scale_motions(&query, &scaled));
  query.b.motion.rigid.quaternion[3][1] = 1e101;
  assert_false(bms_scale_motions(&query, &scaled));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_power_of_two_on_a_motion_changes_no_answer),
      cmocka_unit_test(motions_that_doubles_bound_stay_as_they_are),
      cmocka_unit_test(a_motion_that_would_lose_a_digit_stays),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
