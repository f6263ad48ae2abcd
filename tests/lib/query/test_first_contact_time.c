/* SPDX-License-Identifier: BSD-3-Clause */

/* The time alone: status, reason, place and times equal the whole answer's, bit for bit. */

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
#include "query_text.h"
#include "repetitions.h"

enum { QUERIES_PER_FAMILY = 20 };

static void compare(const bms_query *query, bms_hint *hint) {
  bms_contact whole, time;
  bms_hint other = hint == NULL ? (bms_hint){0} : *hint;
  memset(&time, 0xff, sizeof time);
  bms_status status = bms_first_contact_time(query, hint, &time);
  bms_first_contact_hinted(query, hint == NULL ? NULL : &other, &whole);
  bool same = status == whole.status && time.status == whole.status && time.reason == whole.reason &&
              time.where == whole.where && memcmp(&time.t, &whole.t, sizeof whole.t) == 0 &&
              memcmp(&time.t_lower, &whole.t_lower, sizeof whole.t_lower) == 0 &&
              memcmp(&time.t_upper, &whole.t_upper, sizeof whole.t_upper) == 0;
  same = same && (hint == NULL || hint->plane == other.plane);
  if (!same) query_write_json(stdout, "another time", query);
  assert_true(same);
}

static void the_time_alone_is_that_of_the_whole_answer(void **state) {
  int seen[BMS_INVALID + 1] = {0};
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query query;
      bms_contact contact;
      bms_hint hint = {0};
      family_query(family, (uint64_t)seed, &query);
      seen[bms_first_contact(&query, &contact)]++;
      compare(&query, NULL);
      compare(&query, &hint);
      compare(&query, &hint);
      query.origin = query.a.motion.origin = query.b.motion.origin = 1.7e9;
      compare(&query, NULL);
    }
  for (int status = BMS_SEPARATED; status <= BMS_OVERLAPPING; status++) assert_true(seen[status] > 0);
}

static void an_invalid_query_has_its_reason(void **state) {
  bms_query query;
  (void)state;
  family_query(0, 1, &query);
  query.b.box.min[1] = query.b.box.max[1] + 1;
  compare(&query, NULL);
  query.t0 = query.t1 + 1;
  compare(&query, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_time_alone_is_that_of_the_whole_answer),
      cmocka_unit_test(an_invalid_query_has_its_reason),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
