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
#include "family_parts.h"
#include "query_text.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { QUERIES_PER_FAMILY = 90, MOST_PRINTED = 5, ID_SIZE = 64 };

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

/* Returns whether the answer is wrong; family and seed are what the query is printed with. */
static int judge_query(const bms_query *query, int family, uint64_t seed, int print) {
  bms_contact answer;
  bms_status status;
  oracle exact;
  char text[CHECK_TEXT_SIZE] = "";
  unsigned wrong;

  status = bms_first_contact(query, &answer);
  assert_int_equal(status, answer.status);
  oracle_init(&exact, query);
  wrong = check_contact(&exact, query, &answer, CHECK_ALL, text);
  oracle_clear(&exact);
  if (wrong != 0 && print) print_failure(family, seed, query, text);
  return wrong != 0;
}

static int judge(int family, uint64_t seed, int print) {
  bms_query query;

  family_query(family, seed, &query);
  return judge_query(&query, family, seed, print);
}

static void judge_group(family_group group) {
  unsigned long i, count = (unsigned long)repetitions(QUERIES_PER_FAMILY), first = from_environment("BMS_SEED", 1);
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

static void geometry_is_right_where_it_is_hard(void **state) {
  (void)state;
  judge_group(FAMILY_GEOMETRY);
}

static void what_is_at_the_limits_of_doubles_is_answered_exactly(void **state) {
  (void)state;
  judge_group(FAMILY_HOSTILE);
}

/* The lengths are the least that there are: no square of them is a double, so that places and normals have no
   digits. */
static void of_denormal_lengths_the_times_are_exact(void **state) {
  unsigned long i, count = (unsigned long)repetitions(QUERIES_PER_FAMILY);
  char text[CHECK_TEXT_SIZE] = "";

  (void)state;
  for (i = 1; i <= count; i++) {
    bms_query query;
    bms_contact answer;
    oracle exact;
    unsigned wrong;
    family_query(family_called(i % 2 == 0 ? "tumble" : "aligned"), i, &query);
    part_scale(&query, ldexp(1.0, -1000 - (int)(i % 60)));
    bms_first_contact(&query, &answer);
    oracle_init(&exact, &query);
    wrong = check_contact(&exact, &query, &answer, CHECK_STATUS | CHECK_ENCLOSURE, text);
    oracle_clear(&exact);
    if (wrong != 0) print_failure(0, i, &query, text);
    assert_int_equal(wrong, 0);
  }
}

/* Half a turn within 1e-150: exact arithmetic with hundreds of digits.  (All contact intervals take it seconds.) */
static void a_quaternion_may_come_as_near_to_zero_as_there_are_doubles(void **state) {
  unsigned long i, count = (unsigned long)repetitions(QUERIES_PER_FAMILY / 4);
  int wrong = 0, family = family_called("nearly_nothing");

  (void)state;
  for (i = 1; i <= count; i++) {
    bms_query query;
    int k;
    family_query(family, i, &query);
    for (k = 0; k < 4; k++) {
      query.a.motion.rigid.quaternion[k][0] *= fabs(query.a.motion.rigid.quaternion[k][0]) < 1e-10 ? 1e-110 : 1.0;
      query.b.motion.rigid.quaternion[k][0] *= fabs(query.b.motion.rigid.quaternion[k][0]) < 1e-10 ? 1e-110 : 1.0;
    }
    wrong += judge_query(&query, family, i, wrong < MOST_PRINTED);
  }
  assert_int_equal(wrong, 0);
}

/* Makes a query whose contact is at 2^53 - 3 + 2 k exactly, half-way between two doubles for k > 1: a cube comes down
   on a face, with a corner first where it is turned. */
static void fall_half_way(int k, bool turned, bool matrix, bms_query *query) {
  static const double QUATERNION[2][4] = {{1, 0, 0, 0}, {3, 1, 1, 2}}, NOWHERE[3] = {0, 0, 0};
  double reach = turned ? 2.5 : 1.5;

  query->t0 = 0x1p53 - 32;
  query->t1 = 0x1p53 + 64;
  query->a.box = bms_box_centred(2 * (3 - reach), 8, 8);
  query->a.motion = bms_motion_fixed(NOWHERE, QUATERNION[0]);
  query->b.box = bms_box_centred(3, 3, 3);
  query->b.motion = bms_motion_fixed(NOWHERE, QUATERNION[turned]);
  query->b.motion.rigid.position[0][0] = 0x1p53 + 2 * k;
  query->b.motion.rigid.position[0][1] = -1;
  if (!matrix) return;
  memset(&query->a.motion, 0, sizeof query->a.motion);
  query->a.motion.form = BMS_MOTION_MATRIX;
  for (int r = 0; r < 3; r++) query->a.motion.matrix.entry[r][r][0] = 1;
  query->a.motion.matrix.weight[0] = 1;
}

static void of_two_doubles_that_are_equally_near_the_even_one_is_named(void **state) {
  (void)state;
  for (int k = 2; k < 10; k++)
    for (int kind = 0; kind < 4; kind++) {
      bms_query query = {0};
      bms_contact answer;
      double even = 0x1p53 - 4 + 2 * k + 2 * (k % 2);
      fall_half_way(k, kind % 2 == 1, kind >= 2, &query);
      assert_int_equal(judge_query(&query, 0, (uint64_t)kind, 1), 0);
      assert_int_equal(bms_first_contact(&query, &answer), BMS_CONTACT);
      assert_true(answer.t == even);
    }
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
      for (int r = 0; r < 3; r++) answer->normal[r] = -answer->normal[r];
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
      cmocka_unit_test(geometry_is_right_where_it_is_hard),
      cmocka_unit_test(what_is_at_the_limits_of_doubles_is_answered_exactly),
      cmocka_unit_test(a_quaternion_may_come_as_near_to_zero_as_there_are_doubles),
      cmocka_unit_test(of_denormal_lengths_the_times_are_exact),
      cmocka_unit_test(of_two_doubles_that_are_equally_near_the_even_one_is_named),
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
