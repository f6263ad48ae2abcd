/* SPDX-License-Identifier: BSD-3-Clause */

/* Sharing out work: each number is done once, whatever the number of threads, and the lock keeps them apart. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "batch/parallel_for.h"

enum { MOST_NUMBERS = 10000 };

typedef struct tally {
  unsigned char *times; /* counts how often each number was done */
  size_t total, last;
  int out_of_order;
} tally;

static void count_up(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  tally *t = data;
  for (size_t i = begin; i < end; i++) {
    t->times[i]++;
    bms_parallel_for_lock(team);
    t->total++;
    bms_parallel_for_unlock(team);
  }
  bms_parallel_for_lock(team);
  t->out_of_order += begin != t->last;
  t->last = end;
  bms_parallel_for_unlock(team);
}

static void share(size_t count, int threads, tally *t) {
  *t = (tally){.times = calloc(MOST_NUMBERS, 1)};
  assert_non_null(t->times);
  bms_parallel_for_share(count, threads, count_up, t);
  for (size_t i = 0; i < MOST_NUMBERS; i++) assert_int_equal(t->times[i], i < count);
  assert_true(t->total == count);
  free(t->times);
}

static void each_number_is_done_once_by_any_number_of_threads(void **state) {
  static const int threads[] = {-5, 0, 1, 2, 3, 8, 100, 100000};
  static const size_t count[] = {0, 1, 15, 16, 17, 33, 255, 256, 999, MOST_NUMBERS};
  tally t;
  (void)state;
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
    for (size_t k = 0; k < sizeof count / sizeof *count; k++) share(count[k], threads[i], &t);
}

static void one_thread_goes_in_order(void **state) {
  tally t;
  (void)state;
  share(MOST_NUMBERS, 1, &t);
  assert_int_equal(t.out_of_order, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_number_is_done_once_by_any_number_of_threads),
      cmocka_unit_test(one_thread_goes_in_order),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
