/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_first_approach against the exact oracle over all families of random queries, and exact cases worked out by hand.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.
 */

#include "approach.h"
#include "bms.h"
#include "check.h"
#include "families.h"
#include "passing.h"
#include "query_text.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES_PER_FAMILY = 40, FEWEST_QUERIES = 10, ID_SIZE = 64, MOST_PRINTED = 5, STATUSES = BMS_INVALID + 1 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);
  return value == 0 ? otherwise : value;
}

/* ------------------------------------------------------------------ against the oracle */

typedef struct tally {
  int wrong, statuses[STATUSES];
  int later; /* approaches that are not the first contact */
} tally;

static void judge_query(int family, uint64_t seed, tally *sum) {
  bms_query query;
  bms_contact approach, contact;
  oracle exact;
  char text[CHECK_TEXT_SIZE] = "";
  family_query(family, seed, &query);
  bms_status status = bms_first_approach(&query, &approach);
  bms_first_contact(&query, &contact);
  oracle_init_approach(&exact, &query);
  bool wrong = check_contact(&exact, &query, &approach, CHECK_ALL, text) != 0 || status != approach.status;
  sum->statuses[exact.status]++;
  sum->later += exact.status == BMS_CONTACT && (contact.status == BMS_TOUCHING || approach.t_lower > contact.t_upper);
  sum->wrong += wrong;
  if (wrong && sum->wrong <= MOST_PRINTED) {
    char id[ID_SIZE];
    snprintf(id, sizeof id, "%s-%llu", family_name(family), (unsigned long long)seed);
    fprintf(stderr, "# %s: %s\n# ", id, text);
    query_write_json(stderr, id, &query);
    query_write_hex(stderr, "#   ", &query);
  }
  oracle_clear(&exact);
}

static tally judge_group(family_group group) {
  unsigned long count = (unsigned long)repetitions_at_least(FEWEST_QUERIES, QUERIES_PER_FAMILY),
                first = from_environment("BMS_SEED", 1);
  tally sum = {0, {0}, 0};
  for (int family = 0; family < family_count(); family++)
    for (unsigned long i = 0; family_group_of(family) == group && i < count; i++) judge_query(family, first + i, &sum);
  print_message("# seeds from %lu: %d approaches, %d at the start, %d later than the first contact, %d overlaps\n",
                first, sum.statuses[BMS_CONTACT], sum.statuses[BMS_TOUCHING], sum.later, sum.statuses[BMS_OVERLAPPING]);
  assert_int_equal(sum.wrong, 0);
  return sum;
}

static void rigid_motions_approach_when_the_oracle_says(void **state) {
  (void)state;
  assert_true(judge_group(FAMILY_RIGID).statuses[BMS_CONTACT] > 0);
}

static void homogeneous_matrices_approach_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_MATRIX);
}

static void extreme_units_approach_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_UNITS);
}

static void exact_ties_approach_when_the_oracle_says(void **state) {
  (void)state;
  tally sum = judge_group(FAMILY_EXACT);
  assert_true(sum.statuses[BMS_TOUCHING] > 0 && sum.later > 0);
}

static void ties_missed_by_a_little_approach_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_NEARLY);
}

static void degenerate_boxes_approach_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_DEGENERATE);
}

static void what_is_at_the_limits_of_doubles_approaches_when_the_oracle_says(void **state) {
  (void)state;
  judge_group(FAMILY_HOSTILE);
}

/* ------------------------------------------------------------------ by hand */

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

static void expect(const bms_query *query, bms_status status, double t, const double normal[3]) {
  bms_contact answer;
  bms_first_approach(query, &answer);
  bool right = answer.status == status && answer.t_lower <= t && t <= answer.t_upper &&
               answer.t_upper - answer.t_lower <= 4 * DBL_EPSILON * fabs(t);
  for (int i = 0; right && normal != NULL && i < 3; i++) right = same(answer.normal[i], normal[i]);
  if (!right) {
    print_message("# status %d, t %a to %a, normal %a %a %a\n", (int)answer.status, answer.t_lower, answer.t_upper,
                  answer.normal[0], answer.normal[1], answer.normal[2]);
    query_write_hex(stdout, "# ", query);
  }
  assert_true(right);
}

static const double STAYS[3] = {0, 0, 0}, ABREAST[3] = {1, 0, 0}, X[3] = {1, 0, 0}, Y[3] = {0, 1, 0};

static void a_plain_collision_is_an_approach(void **state) {
  (void)state;
  const double x[3] = {3, -2, 0};
  bms_query query = passing(x, STAYS, 2);
  expect(&query, BMS_CONTACT, 1, X);
}

static void a_pair_that_touches_and_closes_approaches_at_the_start(void **state) {
  (void)state;
  const double closes[3] = {1, -1, 0}, closes_slowly[3] = {1, 0, -1};
  bms_query query = passing(closes, STAYS, 1);
  expect(&query, BMS_TOUCHING, 0, X);
  query = passing(closes_slowly, STAYS, 1);
  expect(&query, BMS_TOUCHING, 0, X);
}

static void a_pair_that_touches_and_parts_approaches_when_it_comes_back(void **state) {
  (void)state;
  const double back[3] = {1, 2, -1}; /* x = 1 at 0 and 2 */
  bms_query query = passing(back, STAYS, 4);
  expect(&query, BMS_CONTACT, 2, X);
  query.t1 = 2;
  expect(&query, BMS_SEPARATED, 2, NULL);
}

static void sliding_is_passed_over_until_the_faces_close(void **state) {
  (void)state;
  const double slides[3] = {-3, 2, 0}, dives[3] = {3, -1, 0};
  bms_query query = passing(slides, ABREAST, 4);
  expect(&query, BMS_SEPARATED, 4, NULL);
  /* y = 1 at 2, when the sliding is over at the other end: x = 1; so both gaps are 0, and that along x opens */
  query = passing(slides, dives, 4);
  expect(&query, BMS_SEPARATED, 4, NULL);
  query.b.box.min[0] = -1; /* longer by half: still above a at 2 */
  expect(&query, BMS_CONTACT, 2, Y);
}

static void resting_contact_never_approaches(void **state) {
  (void)state;
  bms_query query = passing(ABREAST, STAYS, 1);
  expect(&query, BMS_SEPARATED, 1, NULL);
  query.t1 = 0;
  expect(&query, BMS_SEPARATED, 0, NULL);
}

static void a_graze_is_passed_over(void **state) {
  (void)state;
  const double graze[3] = {2, -2, 1}; /* 1 + (1 - t)^2, comes in no further */
  bms_query query = passing(graze, STAYS, 2);
  expect(&query, BMS_SEPARATED, 2, NULL);
}

static void overlapping_boxes_need_not_approach(void **state) {
  (void)state;
  const double leaves[3] = {0.5, 1, 0};
  bms_query query = passing(leaves, STAYS, 1);
  expect(&query, BMS_OVERLAPPING, 0, NULL);
  query.t1 = 0;
  expect(&query, BMS_OVERLAPPING, 0, NULL);
}

/* Two parallel plates have no overlap however they pass through each other; a plate across another has. */
static void flat_boxes_overlap_where_they_cross(void **state) {
  (void)state;
  const double x[3] = {3, -2, 0};
  bms_query query = passing(x, STAYS, 4);
  query.a.box.min[0] = query.a.box.max[0] = query.b.box.min[0] = query.b.box.max[0] = 0;
  expect(&query, BMS_SEPARATED, 4, NULL);
  query.b.box = bms_box_centred(1, 0, 1); /* meets the plate x = 0 edge first, at x = 1/2 */
  expect(&query, BMS_CONTACT, 1.25, X);
}

/* A plate lies in the plane x = 0, and a parallelogram of half-edges (t, 1, 0) and (1 - t, 0, 1) around (1, 0, 0). The
   gap along x is 1 - |t| - |1 - t|: negative, zero for all t of [0, 1], negative. */
static void a_gap_that_stays_zero_for_a_while_keeps_the_boxes_from_overlapping(void **state) {
  (void)state;
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  const double m[4][4][3] = {
      {{0, 1}, {1, -1}, {1}, {1}}, {{1}, {0}, {0}, {0}}, {{0}, {1}, {0}, {0}}, {{0}, {0}, {0}, {1}}};
  bms_query query = {.t0 = 0.25, .t1 = 2};
  query.a.box = bms_box_centred(0, 8, 8);
  query.a.motion = bms_motion_fixed(origin, upright);
  query.b.box = bms_box_centred(2, 2, 0);
  assert_int_equal(bms_motion_from_matrix(m, &query.b.motion), 0);
  expect(&query, BMS_CONTACT, 1, X);
  query.t1 = 1;
  expect(&query, BMS_SEPARATED, 1, NULL);
  query.t0 = -1;
  expect(&query, BMS_OVERLAPPING, -1, NULL);
  query.t0 = 1;
  query.t1 = 2;
  expect(&query, BMS_TOUCHING, 1, X);
}

static void an_invalid_query_is_explained(void **state) {
  (void)state;
  bms_contact answer;
  bms_query query = passing(ABREAST, STAYS, -1);
  assert_int_equal(bms_first_approach(&query, &answer), BMS_INVALID);
  assert_int_equal(answer.reason, BMS_INTERVAL_REVERSED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rigid_motions_approach_when_the_oracle_says),
      cmocka_unit_test(homogeneous_matrices_approach_when_the_oracle_says),
      cmocka_unit_test(extreme_units_approach_when_the_oracle_says),
      cmocka_unit_test(exact_ties_approach_when_the_oracle_says),
      cmocka_unit_test(ties_missed_by_a_little_approach_when_the_oracle_says),
      cmocka_unit_test(degenerate_boxes_approach_when_the_oracle_says),
      cmocka_unit_test(what_is_at_the_limits_of_doubles_approaches_when_the_oracle_says),
      cmocka_unit_test(a_plain_collision_is_an_approach),
      cmocka_unit_test(a_pair_that_touches_and_closes_approaches_at_the_start),
      cmocka_unit_test(a_pair_that_touches_and_parts_approaches_when_it_comes_back),
      cmocka_unit_test(sliding_is_passed_over_until_the_faces_close),
      cmocka_unit_test(resting_contact_never_approaches),
      cmocka_unit_test(a_graze_is_passed_over),
      cmocka_unit_test(overlapping_boxes_need_not_approach),
      cmocka_unit_test(flat_boxes_overlap_where_they_cross),
      cmocka_unit_test(a_gap_that_stays_zero_for_a_while_keeps_the_boxes_from_overlapping),
      cmocka_unit_test(an_invalid_query_is_explained),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
