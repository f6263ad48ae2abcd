/* SPDX-License-Identifier: BSD-3-Clause */

/* Runs a test for each of a list of scenes. */

#include "kind_tests.h"

#include "repetitions.h"

enum { MOST_TESTS = 32, MINUTE = 3600, FIRST_SEED = 1 };

/* Plain ODE loses a tenth of a crowd in these. */
enum { FEWEST_FRAMES = 5 };

int kind_tests(const scene_kind *list, CMUnitTestFunction test, const struct CMUnitTest *more, size_t count) {
  struct CMUnitTest tests[MOST_TESTS];
  size_t all = 0;

  for (; all < MOST_TESTS && list[all].name != NULL; all++) {
    tests[all] = (struct CMUnitTest){list[all].name, test, NULL, NULL, (void *)(uintptr_t)&list[all]};
  }
  for (size_t i = 0; i < count && all < MOST_TESTS; i++) tests[all++] = more[i];
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return _cmocka_run_group_tests("tests", tests, all, NULL, NULL);
}

compared compare_kind(const scene_kind *kind, int parts) {
  int all = repetitions_at_least(FEWEST_FRAMES, kind->quick_frames), frames = all < MINUTE ? all : MINUTE,
      runs = all / frames;
  const stepping plain = {STEPPING_PLAIN, parts}, qmbox = {STEPPING_QMBOX, parts};
  compared both;

  both.plain = outcome_of_kind(kind, plain, FIRST_SEED, runs, frames);
  outcome_print(kind->name, plain, &both.plain);
  both.qmbox = outcome_of_kind(kind, qmbox, FIRST_SEED, runs, frames);
  outcome_print(kind->name, qmbox, &both.qmbox);
  return both;
}

void assert_judged(const outcome *o) {
  assert_int_equal(o->not_a_number, 0);
  assert_int_equal(o->unsettled, 0);
}
