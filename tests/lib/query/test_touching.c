/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The benchmark's kinds of queries in which something coincides exactly: throws that just touch, corners that meet,
 * multiple roots.  The exact oracle judges all answers, and the certified walk must not go round in circles.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "certified/walk.h"
#include "check.h"
#include "coincidence.h"
#include "query/first_contact.h"
#include "query_text.h"
#include "repetitions.h"

enum { QUERIES = 25, MOST_INTERVALS = 8 };

static const char *const KIND[] = {"apex",      "apex_spin",     "corners",          "triple",
                                   "quadruple", "matrix_scaled", "quaternion_scaled"};

enum { KINDS = sizeof KIND / sizeof KIND[0] };

static int kind_called(const char *name) {
  int kind = 0;
  while (kind < coincidence_count() && strcmp(coincidence_at(kind)->name, name) != 0) kind++;
  assert_true(kind < coincidence_count());
  return kind;
}

static void demand(bool right, const char *what, const bms_query *query, const bms_contact *contact) {
  if (right) return;
  print_message("# %s: status %d, reason %d, [%a, %a], t %a\n", what, contact->status, contact->reason,
                contact->t_lower, contact->t_upper, contact->t);
  query_write_json(stdout, what, query);
  fail();
}

static void the_oracle_agrees_with_all_answers(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < repetitions(QUERIES); i++) {
      char text[CHECK_TEXT_SIZE] = "another status than the oracle's";
      bms_query query;
      bms_contact contact;
      oracle exact;
      coincidence_draw(kind_called(KIND[k]), i, &query);
      bms_first_contact(&query, &contact);
      oracle_init(&exact, &query);
      demand(contact.status == exact.status, text, &query, &contact);
      /* its tolerances count from the numbers of a query, which scaled kinds have by any factor */
      unsigned parts = strstr(KIND[k], "scaled") != NULL ? CHECK_STATUS | CHECK_ENCLOSURE | CHECK_PAIR : CHECK_ALL;
      demand(check_contact(&exact, &query, &contact, parts, text) == 0, text, &query, &contact);
      oracle_clear(&exact);
    }
}

static void touches_begin_with_a_contact_and_are_intervals(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < repetitions(QUERIES); i++) {
      bms_query query;
      bms_contact contact;
      bms_contact_interval interval[MOST_INTERVALS];
      int count;
      coincidence_draw(kind_called(KIND[k]), i, &query);
      demand(bms_first_contact(&query, &contact) == BMS_CONTACT, "no contact", &query, &contact);
      bms_contact_intervals(&query, MOST_INTERVALS, interval, &count);
      demand(count == 1 && interval[0].enter_lower == contact.t_lower && interval[0].exit_upper == contact.t_upper,
             "no touch at one time", &query, &contact);
    }
}

/* A stretch that shows nothing was examined a hundred times, and a graze forty. */
static void the_walk_leaves_touches_to_exact_arithmetic_soon(void **state) {
  enum { ENOUGH = 30 };
  int grazes = 0;
  (void)state;
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < repetitions(QUERIES); i++) {
      bms_query query;
      bms_contact contact;
      bms_relative relative;
      bms_walk_begun begun;
      bms_walk_result walk;
      coincidence_draw(kind_called(KIND[k]), i, &query);
      if (bms_first_contact_fast(&query, NULL, &begun, &contact)) continue;
      assert_true(bms_relative_prepare(&query, &relative));
      bms_walk(&relative, begun.valid ? &begun : NULL, &walk);
      bms_first_contact(&query, &contact);
      demand(walk.steps <= ENOUGH, "too many steps", &query, &contact);
      demand(walk.end != BMS_WALK_OPEN || walk.t_lower <= contact.t_upper, "apart after a contact", &query, &contact);
      grazes += walk.end == BMS_WALK_OPEN && walk.grazes;
    }
  assert_true(grazes > repetitions(QUERIES));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_oracle_agrees_with_all_answers),
      cmocka_unit_test(touches_begin_with_a_contact_and_are_intervals),
      cmocka_unit_test(the_walk_leaves_touches_to_exact_arithmetic_soon),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
