/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Holds the fast walk against the scalar tiers, over all families: the same answers; and against itself, compiled for
 * another machine: the same bits.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it; seeds count from 1.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "motion/axis.h"
#include "families.h"
#include "family_parts.h"
#include "query/first_contact.h"
#include "numeric/compiler.h"
#include "random.h"
#include "repetitions.h"
#include "fast/rigid/rigid_fast.h"
#include "two_ways.h"

/* The fast tier leaves its proofs here; test_walk checks them. */
static bms_walk_begun begun;

enum { ROUNDS = 100 };

/* The least part of ordinary queries (FAMILY_RIGID) whose boxes are apart at the start that the fast tier answers; it
   answers all but 9 of 1184, for 200 seeds of each family. */
static const double FAST_PART = 0.98;

static void complain(const char *what, int family, int seed, const bms_contact *a, const bms_contact *b) {
  print_message("# %s: %s-%d: %s %a [%a %a] against %s %a [%a %a]\n", what, family_name(family), seed,
                bms_status_name(a->status), a->t, a->t_lower, a->t_upper, bms_status_name(b->status), b->t, b->t_lower,
                b->t_upper);
  fail();
}

static void the_quick_walk_answers_as_the_thorough_one(void **state) {
  int rounds = repetitions(ROUNDS), ordinary = 0, fast_ones = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact fast, scalar;
      family_query(family, (uint64_t)seed, &query);
      bool answered = bms_rigid_fast(&query, NULL, &begun, &fast);
      bms_first_contact_scalar(&query, &scalar);
      if (family_group_of(family) == FAMILY_RIGID && scalar.status <= BMS_CONTACT) {
        ordinary++;
        fast_ones += answered;
      }
      if (answered && !same_answer(&query, &fast, &scalar)) complain("two answers", family, seed, &fast, &scalar);
    }
  }
  print_message("# %d of %d ordinary queries are answered quickly\n", fast_ones, ordinary);
  assert_true(fast_ones >= FAST_PART * ordinary);
}

typedef void change_query(random_source *random, const bms_contact *contact, bms_query *query);

/* Changes each query that has a contact, compares both tiers on what becomes of it, and counts the answers of the fast
   one by their status. */
static void compare_changed(const char *what, change_query *change, int count[BMS_OVERLAPPING + 1]) {
  int rounds = repetitions(ROUNDS);
  random_source random = random_from(1);
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact fast, scalar;
      family_query(family, (uint64_t)seed, &query);
      if (!bms_rigid_fast(&query, NULL, &begun, &fast) || fast.status != BMS_CONTACT) continue;
      change(&random, &fast, &query);
      if (!bms_rigid_fast(&query, NULL, &begun, &fast)) continue;
      count[fast.status]++;
      bms_first_contact_scalar(&query, &scalar);
      if (!same_answer(&query, &fast, &scalar)) complain(what, family, seed, &fast, &scalar);
    }
  }
  print_message("# %s: %d separated, %d contacts, %d overlapping\n", what, count[BMS_SEPARATED], count[BMS_CONTACT],
                count[BMS_OVERLAPPING]);
}

static void cut_at_contact(random_source *random, const bms_contact *contact, bms_query *query) {
  cut_at(random, contact->t, query);
}

static void intervals_cut_at_the_contact_are_answered_the_same(void **state) {
  int count[BMS_OVERLAPPING + 1] = {0}, answered = 0;
  (void)state;
  compare_changed("cut", cut_at_contact, count);
  for (int status = 0; status <= BMS_OVERLAPPING; status++) answered += count[status];
  assert_true(answered > 0);
}

/* Moves a box along the normal, so that the two pass each other, or meet elsewhere. */
static void move_along_normal(random_source *random, const bms_contact *contact, bms_query *query) {
  double by = random_power_of_ten(random, -3, 0);
  for (int r = 0; r < 3; r++) query->b.motion.rigid.position[r][0] += by * contact->normal[r];
}

static void boxes_that_pass_each_other_are_answered_as_by_the_thorough_one(void **state) {
  int count[BMS_OVERLAPPING + 1] = {0};
  (void)state;
  compare_changed("passing", move_along_normal, count);
  assert_true(count[BMS_SEPARATED] > 0 && count[BMS_CONTACT] > 0);
}

static void every_machine_computes_the_same_bits(void **state) {
  int rounds = repetitions(ROUNDS);
  (void)state;
  if (!bms_processor_has_avx2()) {
    print_message("# there is one way only on this machine\n");
    return;
  }
#if BMS_FAST_AVX2
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact one, other;
      memset(&one, 0, sizeof one);
      memset(&other, 0, sizeof other);
      family_query(family, (uint64_t)seed, &query);
      bool answered = bms_rigid_fast_anywhere(&query, NULL, &begun, &one);
      if (answered != bms_rigid_fast_avx2(&query, NULL, &begun, &other))
        complain("only one answers", family, seed, &one, &other);
      if (memcmp(&one, &other, sizeof one) != 0) complain("other bits", family, seed, &one, &other);
    }
  }
#endif
}

/* A corner at the origin of its frame moves next to nothing along z, and so does the point of contact. */
static void numbers_next_to_nothing_have_the_same_bits_too(void **state) {
  int rounds = repetitions(ROUNDS) * 10, answered = 0;
  random_source random = random_from(1);
  (void)state;
  if (!bms_processor_has_avx2()) return;
#if BMS_FAST_AVX2
  for (int seed = 1; seed <= rounds; seed++) {
    bms_query query = {.t0 = 0, .t1 = 1, .a = {part_box(1, 1, 1), part_still()}, .b = {{{0}, {1, 1, 1}}, part_still()}};
    bms_contact one, other;
    double q[4], *const z = query.b.motion.rigid.position[2];
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    random_direction(&random, q, 4);
    for (int i = 0; i < 4; i++) query.b.motion.rigid.quaternion[i][0] = q[i];
    query.b.motion.rigid.position[0][0] = 3;
    query.b.motion.rigid.position[0][1] = -3;
    z[1] = 0x1p-1030 * random_uniform(&random, 1, 2);
    answered += bms_rigid_fast_anywhere(&query, NULL, &begun, &one);
    bms_rigid_fast_avx2(&query, NULL, &begun, &other);
    if (memcmp(&one, &other, sizeof one) != 0) complain("other bits", 0, seed, &one, &other);
  }
  assert_true(answered > 0);
#endif
}

/* Boxes far apart, of which one has no rotation at some time in between: the query is invalid. */
static void a_quaternion_that_vanishes_is_left_to_others(void **state) {
  random_source random = random_from(1);
  (void)state;
  for (int k = 0; k < 2 * ROUNDS; k++) {
    bms_query query = {
        .t0 = 0, .t1 = 1, .a = {part_box(1, 1, 1), part_still()}, .b = {part_box(1, 1, 1), part_still()}};
    bms_body *body = k % 2 == 0 ? &query.a : &query.b;
    bms_contact contact;
    double q[4], zero = random_uniform(&random, 0.1, 0.9);
    query.b.motion.rigid.position[0][0] = 10;
    random_direction(&random, q, 4);
    for (int i = 0; i < 4; i++) {
      body->motion.rigid.quaternion[i][0] = -q[i] * zero;
      body->motion.rigid.quaternion[i][1] = q[i];
    }
    assert_false(bms_rigid_fast(&query, NULL, &begun, &contact));
  }
}

/* Large numbers where the next call has what it does not set. */
__attribute__((noinline)) static double litter(void) {
  volatile double junk[2048];
  for (int k = 0; k < 2048; k++) junk[k] = 1e300;
  return junk[0];
}

static void a_hint_never_changes_an_answer(void **state) {
  int rounds = repetitions(ROUNDS) / 4 + 1;
  random_source random = random_from(1);
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      bms_contact plain, rigid_hinted;
      bms_hint hint = {random_below(&random, 34) - 1};
      family_query(family, (uint64_t)seed, &query);
      bms_first_contact(&query, &plain);
      for (int k = 0; k < 2; k++) { /* with any hint, and with the one that was found before */
        (void)litter();
        bms_first_contact_hinted(&query, &hint, &rigid_hinted);
        if (memcmp(&plain, &rigid_hinted, sizeof plain) != 0) complain("hinted", family, seed, &plain, &rigid_hinted);
      }
    }
  }
}

/* A rod flings about before a wall, half a turn, and meets it in the middle.  The rod's radius along the wall's normal
   has the other sign for so short a time that no sample shows it. */
static void a_radius_that_turns_and_turns_back_is_seen_with_a_hint_too(void **state) {
  bms_query query = {
      .t0 = 0, .t1 = 1, .a = {part_box(1, 200, 200), part_still()}, .b = {part_box(100, 0.125, 0.125), part_still()}};
  const double path[3] = {78, -300, 300}, turn[4][2] = {{1, -2}, {0.6928}, {0.7211}, {0}};
  bms_contact plain, rigid_hinted;
  (void)state;
  memcpy(query.b.motion.rigid.position[0], path, sizeof path);
  memcpy(query.b.motion.rigid.quaternion, turn, sizeof turn);
  bms_first_contact_scalar(&query, &plain);
  assert_int_equal(plain.status, BMS_CONTACT);
  for (int plane = 1; plane <= 2 * BMS_AXES; plane++) {
    bms_hint hint = {plane};
    (void)litter();
    bool answered = bms_rigid_fast(&query, &hint, &begun, &rigid_hinted);
    if (answered && !same_answer(&query, &rigid_hinted, &plain)) fail_msg("hint %d: %a", plane, rigid_hinted.t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quick_walk_answers_as_the_thorough_one),
      cmocka_unit_test(intervals_cut_at_the_contact_are_answered_the_same),
      cmocka_unit_test(boxes_that_pass_each_other_are_answered_as_by_the_thorough_one),
      cmocka_unit_test(every_machine_computes_the_same_bits),
      cmocka_unit_test(numbers_next_to_nothing_have_the_same_bits_too),
      cmocka_unit_test(a_quaternion_that_vanishes_is_left_to_others),
      cmocka_unit_test(a_hint_never_changes_an_answer),
      cmocka_unit_test(a_radius_that_turns_and_turns_back_is_seen_with_a_hint_too),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
