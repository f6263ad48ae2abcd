/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_first_contact against the exact oracle, over all families of random queries: status, enclosure, pair, normal,
 * points and speed.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.  A query that fails is printed with its
 * family and seed, as a JSON line and as hexadecimal floats.
 */

#include "bms.h"
#include "check.h"
#include "families.h"
#include "query_text.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { QUERIES_PER_FAMILY = 120, MOST_PRINTED = 5, ID_SIZE = 64 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);

  return value == 0 ? otherwise : value;
}

static void print_failure(int family, uint64_t seed, const bms_query *query, const char *text) {
  char id[ID_SIZE];

  snprintf(id, sizeof id, "%s-%llu", family_name(family), (unsigned long long)seed);
  fprintf(stderr, "# %s: %s\n# ", id, text);
  query_write_json(stderr, id, query);
  query_write_hex(stderr, "#   ", query);
}

/* Returns whether the answer is wrong. */
static int judge(int family, uint64_t seed, int print) {
  bms_query query;
  bms_contact answer;
  bms_status status;
  oracle exact;
  char text[CHECK_TEXT_SIZE] = "";
  unsigned wrong;

  family_query(family, seed, &query);
  status = bms_first_contact(&query, &answer);
  assert_int_equal(status, answer.status);
  oracle_init(&exact, &query);
  wrong = check_contact(&exact, &query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  if (wrong != 0 && print) print_failure(family, seed, &query, text);
  return wrong != 0;
}

static void judge_group(family_group group) {
  unsigned long i, count = (unsigned long)repetitions(QUERIES_PER_FAMILY),
                   first = from_environment("BMS_SEED", 1);
  int family, wrong = 0;

  for (family = 0; family < family_count(); family++) {
    int here = 0;
    if (family_group_of(family) != group) continue;
    for (i = 0; i < count; i++) here += judge(family, first + i, here < MOST_PRINTED);
    if (here > 0)
      fprintf(stderr, "# %s: %d of %lu answers wrong, seeds from %lu\n", family_name(family), here, count, first);
    wrong += here;
  }
  assert_int_equal(wrong, 0);
}

static void generic_rigid_motions_are_answered_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_RIGID);
}

static void homogeneous_matrices_are_answered_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_MATRIX);
}

static void extreme_units_shapes_and_intervals_are_answered_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_UNITS);
}

static void exact_ties_are_decided_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_EXACT);
}

static void ties_missed_by_a_little_are_told_from_ties(void **state) {
  (void)state;
  judge_group(FAMILY_NEARLY);
}

static void degenerate_boxes_and_intervals_are_answered_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_DEGENERATE);
}

/* Spoils one part of an answer, given as the bit's number in check_part. */
static void spoil(bms_contact *answer, int part, int coordinate) {
  switch (part) {
    case 0:
      answer->status = BMS_SEPARATED;
      break;
    case 1:
      answer->t_lower = answer->t = answer->t_upper += 1e-12;
      break;
    case 2:
      answer->pair.a ^= 1;
      break;
    case 3:
      answer->normal[coordinate] = -answer->normal[coordinate];
      break;
    case 4:
      answer->point[0][coordinate] += 3.0;
      break;
    default:
      answer->approach_speed *= 1.0 + 1e-9;
  }
}

/* The judge must be able to fail: each part of a right answer is spoilt in turn, and exactly that part has to be found
 * wrong. */
static void a_spoilt_answer_is_noticed(void **state) {
  int part, contacts = 0;
  uint64_t seed;

  (void)state;
  for (seed = 1; seed <= 40; seed++) {
    bms_query query;
    bms_contact answer, spoilt;
    oracle exact;
    char text[CHECK_TEXT_SIZE] = "";

    family_query(0, seed, &query);
    bms_first_contact(&query, &answer);
    oracle_init(&exact, &query);
    for (part = 0; exact.status == BMS_CONTACT && part < 6; part++) {
      spoilt = answer;
      spoil(&spoilt, part, (int)(seed % 3));
      assert_int_equal(check_contact(&exact, &query, &spoilt, CHECK_ALL, text), 1u << part);
    }
    contacts += exact.status == BMS_CONTACT;
    oracle_clear(&exact);
  }
  assert_true(contacts > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(generic_rigid_motions_are_answered_exactly),
      cmocka_unit_test(homogeneous_matrices_are_answered_exactly),
      cmocka_unit_test(extreme_units_shapes_and_intervals_are_answered_exactly),
      cmocka_unit_test(exact_ties_are_decided_exactly),
      cmocka_unit_test(ties_missed_by_a_little_are_told_from_ties),
      cmocka_unit_test(degenerate_boxes_and_intervals_are_answered_exactly),
      cmocka_unit_test(a_spoilt_answer_is_noticed),
  };
  int failed;

  fprintf(stderr, "# seeds from %lu, %lu queries per family\n", from_environment("BMS_SEED", 1),
          (unsigned long)repetitions(QUERIES_PER_FAMILY));
  cmocka_set_message_output(CM_OUTPUT_TAP);
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
