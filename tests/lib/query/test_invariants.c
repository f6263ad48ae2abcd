/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Whatever is asked, answers are answers: the invariants that fuzzing checks, over all families, over queries with
 * numbers replaced by ones that break arithmetic, and over strings of random bytes.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "families.h"
#include "invariants.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 20061105, ROUNDS_OF_FAMILIES = 12, STRINGS = 4000 };

static void require_invariants(const any_query *query, const char *what, int number) {
  const char *wrong = broken_invariant(query);
  const bms_half_space *h = &query->half_space;
  if (wrong == NULL) return;
  print_message("# %s %d: %s\n", what, number, wrong);
  if (query->against_half_space)
    print_message("# half-space in the place of a: %a %a %a %a\n", h->normal[0], h->normal[1], h->normal[2], h->offset);
  query_write_hex(stdout, "#   ", &query->query);
  fflush(stdout);
  fail();
}

/* Returns query number n of the families, every third with a half-space in the place of body a. */
static any_query query_number(int n) {
  any_query query = {.against_half_space = n / family_count() % 3 == 2};
  family_query(n % family_count(), (uint64_t)(1 + n / family_count()), &query.query);
  memcpy(query.half_space.normal, query.query.a.box.max, sizeof query.half_space.normal);
  query.half_space.offset = query.query.a.box.min[0];
  return query;
}

static void answers_to_all_families_keep_the_invariants(void **state) {
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS_OF_FAMILIES) * family_count(); n++) {
    any_query query = query_number(n);
    require_invariants(&query, "query", n);
  }
}

/* A few bytes are changed: tags turn numbers into extremes, neighbours and each other. */
static void answers_to_damaged_queries_keep_the_invariants(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS_OF_FAMILIES) * family_count(); n++) {
    any_query query = query_number(n);
    uint8_t bytes[ANY_QUERY_SIZE];
    size_t size = any_query_to_bytes(&query, bytes);
    for (int k = random_below(&r, 4); k >= 0; k--) random_damage(&r, bytes, size);
    any_query_from_bytes(bytes, size, &query);
    require_invariants(&query, "damaged query", n);
  }
}

static void answers_to_random_bytes_keep_the_invariants(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int n = 0; n < repetitions(STRINGS); n++) {
    any_query query;
    uint8_t bytes[ANY_QUERY_SIZE];
    size_t size = (size_t)random_below(&r, ANY_QUERY_SIZE);
    /* Few tags in a string, so that some strings are of small numbers only. */
    int kinds = 1 + random_below(&r, 256);
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_below(&r, kinds);
    any_query_from_bytes(bytes, size, &query);
    require_invariants(&query, "string", n);
  }
}

static void a_query_survives_the_way_to_bytes_and_back(void **state) {
  (void)state;
  for (int n = 0; n < 3 * family_count(); n++) {
    any_query query = query_number(n), again;
    uint8_t bytes[ANY_QUERY_SIZE];
    if (query.against_half_space) memset(&query.query.a, 0, sizeof query.query.a);
    any_query_from_bytes(bytes, any_query_to_bytes(&query, bytes), &again);
    if (!query.against_half_space) memset(&query.half_space, 0, sizeof query.half_space);
    assert_int_equal(again.against_half_space, query.against_half_space);
    assert_memory_equal(&again.half_space, &query.half_space, sizeof again.half_space);
    assert_memory_equal(&again.query, &query.query, sizeof again.query);
  }
}

/* ------------------------------------------------------------------ the invariants can be broken */

/* Spoils one thing about an answer that is a contact. */
static void spoil(int what, bms_contact *c) {
  switch (what) {
    case 0:
      c->t_lower = nextafter(c->t_upper, INFINITY);
      break;
    case 1:
      c->t = c->t_upper + 1;
      break;
    case 2:
      c->reason = BMS_OUT_OF_RANGE;
      break;
    case 3:
      c->normal[0] += 1e-12;
      break;
    case 4:
      c->pair.b = 12;
      break;
    case 5:
      c->point_count = 0;
      break;
    case 6:
      c->point[0][2] = NAN;
      break;
    default:
      c->approach_speed = INFINITY;
  }
}

static void an_answer_out_of_shape_is_noticed(void **state) {
  any_query query = query_number(0);
  bms_contact answer, spoilt;
  (void)state;
  for (int n = 0; bms_first_contact(&query.query, &answer) != BMS_CONTACT; n++) query = query_number(n);
  assert_null(broken_answer(&query, BMS_CONTACT, &answer));
  assert_non_null(broken_answer(&query, BMS_SEPARATED, &answer));
  for (int what = 0; what < 8; what++) {
    spoilt = answer;
    spoil(what, &spoilt);
    if (broken_answer(&query, BMS_CONTACT, &spoilt) == NULL) print_message("# spoilt %d\n", what);
    assert_non_null(broken_answer(&query, BMS_CONTACT, &spoilt));
  }
}

/* An answer is in good shape, but belongs to another time, status or place. */
static void an_answer_that_cannot_be_is_noticed(void **state) {
  int contacts = 0, late = 0, separated = 0, elsewhere = 0;
  (void)state;
  for (int n = 0; n < family_count() * 6; n++) {
    any_query query = query_number(n);
    bms_contact answer, wrong;
    if (family_group_of(n % family_count()) != FAMILY_RIGID || query.against_half_space) continue;
    if (bms_first_contact(&query.query, &answer) != BMS_CONTACT) continue;
    contacts++;
    assert_null(implausible_answer(&query, &answer));
    wrong = answer;
    wrong.t_lower = wrong.t = wrong.t_upper = answer.t_upper + 1e-3 * (query.query.t1 - answer.t_upper);
    late += implausible_answer(&query, &wrong) != NULL;
    memset(&wrong, 0, sizeof wrong);
    wrong.t = wrong.t_lower = wrong.t_upper = query.query.t1;
    separated += implausible_answer(&query, &wrong) != NULL;
    wrong = answer;
    wrong.point[0][1] += 1e3;
    elsewhere += implausible_answer(&query, &wrong) != NULL;
  }
  print_message("# of %d: %d late, %d separated, %d elsewhere are noticed\n", contacts, late, separated, elsewhere);
  assert_true(contacts > 10);
  assert_int_equal(late, contacts);
  assert_int_equal(elsewhere, contacts);
  /* Six checks of single times may miss a short contact. */
  assert_true(2 * separated > contacts);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_to_all_families_keep_the_invariants),
      cmocka_unit_test(answers_to_damaged_queries_keep_the_invariants),
      cmocka_unit_test(answers_to_random_bytes_keep_the_invariants),
      cmocka_unit_test(a_query_survives_the_way_to_bytes_and_back),
      cmocka_unit_test(an_answer_out_of_shape_is_noticed),
      cmocka_unit_test(an_answer_that_cannot_be_is_noticed),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
