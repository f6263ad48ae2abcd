/* SPDX-License-Identifier: BSD-3-Clause */

/* The time alone: status, reason and place are the whole answer's; the oracle judges the bounds of a contact, which are
   at most as wide as bms.h says, and rarely the whole answer's. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bms.h"
#include "families.h"
#include "oracle.h"
#include "query_text.h"
#include "repetitions.h"

enum { QUERIES_PER_FAMILY = 20 };

typedef struct tally {
  int contacts, rough, matrices;
} tally;

static void demand(bool right, const char *what, const bms_query *query, const bms_contact *time) {
  if (right) return;
  print_message("# %s: status %d, [%a, %a], t %a\n", what, time->status, time->t_lower, time->t_upper, time->t);
  query_write_json(stdout, what, query);
  fail();
}

static bool same_times(const bms_contact *a, const bms_contact *b) {
  return memcmp(&a->t, &b->t, sizeof a->t) == 0 && memcmp(&a->t_lower, &b->t_lower, sizeof a->t_lower) == 0 &&
         memcmp(&a->t_upper, &b->t_upper, sizeof a->t_upper) == 0;
}

static void judge_bounds(const bms_query *query, const bms_contact *time) {
  oracle exact;
  oracle_init(&exact, query);
  demand(exact.status == BMS_CONTACT, "another status than the oracle's", query, time);
  demand(oracle_compare(&exact, time->t_lower) >= 0, "late", query, time);
  demand(oracle_compare(&exact, time->t_upper) <= 0, "early", query, time);
  oracle_clear(&exact);
}

static void compare(const bms_query *query, bms_hint *hint, tally *sum) {
  static const double WIDEST = 0x1p-30; /* of the interval: bms.h */
  bms_contact whole, time;
  bms_hint other = hint == NULL ? (bms_hint){0} : *hint;
  memset(&time, 0xff, sizeof time);
  bms_status status = bms_first_contact_time(query, hint, &time);
  bms_first_contact_hinted(query, hint == NULL ? NULL : &other, &whole);
  demand(
      status == whole.status && time.status == whole.status && time.reason == whole.reason && time.where == whole.where,
      "another status", query, &time);
  if (same_times(&time, &whole)) return;
  demand(status == BMS_CONTACT, "other times", query, &time);
  demand(query->t0 <= time.t_lower && time.t_lower <= time.t && time.t <= time.t_upper && time.t_upper <= query->t1,
         "order", query, &time);
  demand(time.t_upper - time.t_lower <= WIDEST * (query->t1 - query->t0), "wide", query, &time);
  judge_bounds(query, &time);
  sum->rough++;
  sum->matrices += query->a.motion.form == BMS_MOTION_MATRIX || query->b.motion.form == BMS_MOTION_MATRIX;
}

static void the_time_alone_is_enclosed(void **state) {
  int seen[BMS_INVALID + 1] = {0};
  tally sum = {0};
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query query;
      bms_contact contact;
      bms_hint hint = {0};
      family_query(family, (uint64_t)seed, &query);
      bms_status status = bms_first_contact(&query, &contact);
      seen[status]++;
      sum.contacts += status == BMS_CONTACT;
      compare(&query, NULL, &sum);
      compare(&query, &hint, &(tally){0});
      compare(&query, &hint, &(tally){0});
      query.origin = query.a.motion.origin = query.b.motion.origin = 1.7e9;
      compare(&query, NULL, &(tally){0});
    }
  for (int status = BMS_SEPARATED; status <= BMS_OVERLAPPING; status++) assert_true(seen[status] > 0);
  print_message("# %d contacts, %d with wider bounds, %d of these of matrices\n", sum.contacts, sum.rough,
                sum.matrices);
  assert_true(sum.rough > repetitions(40) && sum.matrices > repetitions(5));
}

/* The slower the boxes close in, the wider are the bounds that a check behind the contact gives; beyond the widest,
   times are the whole answer's. */
static void bounds_of_slow_contacts_are_no_wider(void **state) {
  const double zero[3] = {0}, upright[4] = {1, 0, 0, 0}, turned[4] = {1, 0.1, 0.2, 0.3};
  const double corner = 0.05 * (0.88 + 0.56 + 0.46) / 1.14; /* how far the small box reaches along x */
  tally sum = {0};
  (void)state;
  for (int k = 0; k < 40; k++) {
    double velocity[3] = {ldexp(1, -k), 0, 0}, position[3] = {-0.5 - corner - 0.5 * velocity[0], 0.1, 0.2};
    bms_query query = {.t0 = 0, .t1 = 1};
    bms_contact contact;
    query.a = (bms_body){bms_box_centred(1, 1, 1), bms_motion_step(zero, upright, zero, zero, zero)};
    query.b = (bms_body){bms_box_centred(0.1, 0.1, 0.1), bms_motion_step(position, turned, velocity, zero, zero)};
    sum.contacts += bms_first_contact(&query, &contact) == BMS_CONTACT;
    compare(&query, NULL, &sum);
  }
  assert_true(sum.rough > 0 && sum.rough < sum.contacts);
}

static void an_invalid_query_has_its_reason(void **state) {
  bms_query query;
  (void)state;
  family_query(0, 1, &query);
  query.b.box.min[1] = query.b.box.max[1] + 1;
  compare(&query, NULL, &(tally){0});
  query.t0 = query.t1 + 1;
  compare(&query, NULL, &(tally){0});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_time_alone_is_enclosed),
      cmocka_unit_test(bounds_of_slow_contacts_are_no_wider),
      cmocka_unit_test(an_invalid_query_has_its_reason),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
