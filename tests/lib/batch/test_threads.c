/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests re-entrancy: several threads ask at once, each in another order, and get the answers that one thread alone
 * gets, to the bit.  It would break if the library kept state from query to query or while it answers one.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it; seeds count from 1.
 */

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "answer_text.h"
#include "families.h"
#include "repetitions.h"

enum { THREADS = 4, ROUNDS = 8 };

/* Returns the FNV-1a hash of 64 bits (Fowler, Noll, Vo): the answers of thousands of queries become one number each. */
static uint64_t hash_of(const char *text) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (; *text != 0; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return hash;
}

/* Returns the hash of the answer to query number n: family after family, then the next seed. */
static uint64_t answer_hash(int n) {
  bms_query query;
  char text[ANSWER_TEXT_SIZE];
  family_query(n % family_count(), (uint64_t)(1 + n / family_count()), &query);
  answer_text(&query, text);
  return hash_of(text);
}

typedef struct asker {
  int count, first, step; /* first, first + step, ... modulo count: every query once if they have no common factor */
  const uint64_t *expected;
  int wrong, first_wrong;
} asker;

static void *ask_all(void *argument) {
  asker *a = argument;
  for (int k = 0, n = a->first; k < a->count; k++, n = (n + a->step) % a->count) {
    if (answer_hash(n) == a->expected[n]) continue;
    if (a->wrong++ == 0) a->first_wrong = n;
  }
  return NULL;
}

static int count_of_queries(void) {
  return repetitions(ROUNDS) * family_count();
}

/* Fills in what one thread alone is answered. */
static uint64_t *expectations(int count) {
  uint64_t *expected = malloc((size_t)count * sizeof *expected);
  assert_non_null(expected);
  for (int n = 0; n < count; n++) expected[n] = answer_hash(n);
  return expected;
}

static void four_threads_at_once_get_the_answers_of_one(void **state) {
  int count = count_of_queries();
  uint64_t *expected = expectations(count);
  pthread_t thread[THREADS];
  asker all[THREADS];
  (void)state;
  for (int k = 0; k < THREADS; k++) {
    /* The second and the fourth go backwards. */
    all[k] = (asker){count, k * count / THREADS, k % 2 == 0 ? 1 : count - 1, expected, 0, 0};
    assert_int_equal(pthread_create(&thread[k], NULL, ask_all, &all[k]), 0);
  }
  for (int k = 0; k < THREADS; k++) assert_int_equal(pthread_join(thread[k], NULL), 0);
  free(expected);
  for (int k = 0; k < THREADS; k++) {
    int n = all[k].first_wrong;
    if (all[k].wrong > 0)
      print_message("# thread %d: %d answers differ, first of family %s, seed %d\n", k, all[k].wrong,
                    family_name(n % family_count()), 1 + n / family_count());
    assert_int_equal(all[k].wrong, 0);
  }
}

/* The comparison can fail: queries that follow each other have different answers, so an answer that went astray shows.
   */
static void the_answers_of_different_queries_differ(void **state) {
  int same = 0, count = family_count();
  (void)state;
  for (int n = 0; n < count; n++) same += answer_hash(n) == answer_hash(n + 1);
  assert_int_equal(same, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_threads_at_once_get_the_answers_of_one),
      cmocka_unit_test(the_answers_of_different_queries_differ),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seeds from 1, %d threads, %d queries\n", THREADS, count_of_queries());
  return cmocka_run_group_tests(tests, NULL, NULL);
}
