/* SPDX-License-Identifier: BSD-3-Clause */

/* The queue of pairs: whatever is put in, moved and taken out, the first is the result of a search through all
   pairs. */

#include <math.h>

#include "fixture.h"
#include "guard/meeting_queue.h"

enum { PAIRS = 200, CHANGES = 5000 };

/* Returns the pair that meets first, the lowest number among equals. */
static int first_of_all(const qmboxGuard *guard) {
  int first = -1;
  for (int i = 0; i < PAIRS; i++) {
    double time = guard->pairs.pair[i].meeting;
    if (time < HUGE_VAL && (first < 0 || time < guard->pairs.pair[first].meeting)) first = i;
  }
  return first;
}

static void assert_places(const qmboxGuard *guard) {
  int meeting = 0;
  for (int i = 0; i < PAIRS; i++) {
    int place = guard->pairs.pair[i].place;
    meeting += guard->pairs.pair[i].meeting < HUGE_VAL;
    assert_true((place >= 0) == (guard->pairs.pair[i].meeting < HUGE_VAL));
    if (place >= 0) assert_int_equal(guard->pairs.queue[place], i);
  }
  assert_int_equal(guard->pairs.queued, meeting);
}

static void the_first_is_the_one_that_meets_first(void **state) {
  (void)state;
  random_source source = seeded("queue", 0x71);
  static qmboxGuardedPair pair[PAIRS];
  qmboxGuard guard = {.pairs.pair = pair};
  for (int i = 0; i < PAIRS; i++) pair[i] = (qmboxGuardedPair){.place = -1, .meeting = HUGE_VAL};
  assert_int_equal(qmboxFirstInQueue(&guard), -1);
  for (int i = 0; i < CHANGES * soak(); i++) {
    int number = (int)uniform(&source, 0, PAIRS);
    /* few different times: many are equal */
    pair[number].meeting = uniform(&source, 0, 1) < 0.4 ? HUGE_VAL : floor((double)uniform(&source, 0, 20));
    qmboxQueuePair(&guard, number);
    assert_int_equal(qmboxFirstInQueue(&guard), first_of_all(&guard));
    if (i % 50 == 0) assert_places(&guard);
  }
  for (int number; (number = qmboxFirstInQueue(&guard)) >= 0;) {
    assert_int_equal(number, first_of_all(&guard));
    pair[number].meeting = HUGE_VAL;
    qmboxQueuePair(&guard, number);
  }
  assert_places(&guard);
  guard.pairs.pair = 0;
  qmboxGuardFree(&guard);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_first_is_the_one_that_meets_first, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
