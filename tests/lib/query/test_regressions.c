/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Queries that the solver once answered wrongly or not at all, one a line in tests/data/regressions.jsonl; the id names
 * the family and the seed that it was found with.  Each is judged by the exact oracle: first contact, first approach,
 * intervals.
 *
 *   flat-3, flat_aligned-1   the approach: two flat boxes that cross without overlapping were taken for one
 *   near_flush-9, late-32     the approach and the intervals: they did not fit into the room of the exact arithmetic
 *   late-57-reversed          the intervals, as well: late-57 backwards in time
 *   flush-226149703386698     the normal was zero: the edges that touch are parallel at the nearest double
 *   remote_translating-120    the normal: an offset of both bodies that is 2^120 times their sizes had cancelled in it
 *   rising-1158, -1183        a contact was missed: one axis parts the boxes after the other by a 2^120th of the time
 *   nearly_nothing-69         the enclosure: q squared, 1e-288 there, had lost more digits than it was counted with
 *   ancient-4256312590803     the point: faces that slide on each other, and others that meet within an ulp of t
 *   flat-matrices-overlap-*   the point was outside, as matrices have columns that are nearly in one plane
 *   flat-matrix-speed-18309   the speed: a corner was carried to the plane of a flat box along its column
 *   vanishing-columns-13215   the speed, as well, of columns that nearly vanish
 *   common-offset-*           the normal: an offset of two matrices that is far above their sizes had cancelled in it
 *   ancient-3337206768989499  the point was outside: boxes go by a quarter of their size within an ulp of t
 *   all others                the first contact: status, enclosure, pair or normal
 *
 * The data are in $srcdir/tests/data.
 */

#include "approach.h"
#include "bms.h"
#include "check.h"
#include "check_intervals.h"
#include "query_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

enum { LINE_SIZE = 8192, ID_SIZE = 64, LEAST_ROWS = 36 };

typedef const char *judge(const bms_query *query, char text[CHECK_TEXT_SIZE]);

static const char *judge_contact(const bms_query *query, char text[CHECK_TEXT_SIZE]) {
  bms_contact answer;
  oracle exact;
  bms_first_contact(query, &answer);
  oracle_init(&exact, query);
  unsigned wrong = check_contact(&exact, query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  return wrong != 0 ? text : NULL;
}

static const char *judge_approach(const bms_query *query, char text[CHECK_TEXT_SIZE]) {
  bms_contact answer;
  oracle exact;
  bms_first_approach(query, &answer);
  oracle_init_approach(&exact, query);
  unsigned wrong = check_contact(&exact, query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  return wrong != 0 ? text : NULL;
}

static const char *judge_intervals(const bms_query *query, char text[CHECK_TEXT_SIZE]) {
  interval_tally sum = {0, 0, 0};
  (void)text;
  return check_intervals(query, &sum);
}

static void judge_rows(judge *right) {
  const char *root = getenv("srcdir");
  char path[1024], line[LINE_SIZE], id[ID_SIZE], text[CHECK_TEXT_SIZE] = "";
  int rows = 0, wrong = 0;
  snprintf(path, sizeof path, "%s/tests/data/regressions.jsonl", root == NULL ? "." : root);
  FILE *data = fopen(path, "r");
  assert_non_null(data);
  while (fgets(line, sizeof line, data) != NULL) {
    bms_query query;
    assert_int_equal(query_read_json(line, id, sizeof id, &query), 0);
    const char *what = right(&query, text);
    rows++;
    wrong += what != NULL;
    if (what == NULL) continue;
    fprintf(stderr, "# %s: %s\n", id, what);
    query_write_hex(stderr, "#   ", &query);
  }
  fclose(data);
  assert_int_equal(wrong, 0);
  assert_true(rows >= LEAST_ROWS);
}

static void first_contacts_that_were_wrong_are_right(void **state) {
  (void)state;
  judge_rows(judge_contact);
}

static void first_approaches_that_were_wrong_are_right(void **state) {
  (void)state;
  judge_rows(judge_approach);
}

static void contact_intervals_that_were_wrong_are_right(void **state) {
  (void)state;
  judge_rows(judge_intervals);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(first_contacts_that_were_wrong_are_right),
      cmocka_unit_test(first_approaches_that_were_wrong_are_right),
      cmocka_unit_test(contact_intervals_that_were_wrong_are_right),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
