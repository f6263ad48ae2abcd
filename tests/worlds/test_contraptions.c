/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contraptions (contraptions.c): whatever the report, nothing leaves the room or gets through a static box, and no
 * cores meet in a frame of which nothing is reported.  BMS_SOAK multiplies them; HOSTILE_SEED is the first seed.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "outcome.h"
#include "repetitions.h"

enum { EACH = 60, FRAMES = 40 };

static void nothing_passes(void **state) {
  const int *parts = *state;
  outcome sum = {0};
  uint64_t seed = scene_first_seed("HOSTILE_SEED");
  const stepping how = {STEPPING_QMBOX, *parts};
  for (uint64_t last = seed + (uint64_t)repetitions(EACH); seed < last; seed++) {
    scene *s = contraption(seed, *parts);
    outcome one = outcome_of(s, how, FRAMES);
    if (one.met_clean + one.through + one.outside + one.off_path + one.unsettled + one.not_a_number > 0) {
      printf(
          "# seed %llu: met %ld (clean %ld), through %ld, outside %ld, off path %ld, unsettled %ld, not numbers %ld\n",
          (unsigned long long)seed, one.met, one.met_clean, one.through, one.outside, one.off_path, one.unsettled,
          one.not_a_number);
    }
    outcome_add(&sum, &one);
    scene_free(s);
  }
  outcome_print("contraptions", how, &sum);
  assert_int_equal(sum.met_clean + sum.through + sum.outside, 0);
  assert_int_equal(sum.off_path + sum.unsettled + sum.not_a_number, 0);
}

int main(void) {
  static int one = 1, four = 4;
  const struct CMUnitTest tests[] = {
      {"in one part", nothing_passes, NULL, NULL, &one},
      {"in four parts", nothing_passes, NULL, NULL, &four},
  };
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("contraptions", tests, NULL, NULL);
}
