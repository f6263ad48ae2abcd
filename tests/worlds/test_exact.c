/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contraptions (contraptions.c) in exact frames: nothing leaves the room, and the lengths of their pieces are found in
 * few trials.  How many these are is an average of fixed worlds: neither BMS_SOAK nor BMS_REDUCE changes their number.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <qmbox.h>

#include "scenes.h"

enum { FIRST = 5000, WORLDS = 120, FRAMES = 25 };

/* Trials for a piece: 2.52 with these worlds.  A search that has no patience takes 3.3, one that does not try the time
   of the contact on the paths of its last trial 3.0, and one that halves lengths and not their exponents 2.7. */
static const double MOST_TRIALS = 2.6;

typedef struct sum {
  long pieces, trials;
  int outside, unguarded;
} sum;

/* A world gets the same random numbers of ODE, which order the constraints of its quick step, whatever came before. */
static void run(unsigned seed, sum *all) {
  dRandSetSeed(seed);
  scene *s = contraption(seed, 1);
  qmboxSimulateOptions options = {.size = sizeof options,
                                  .nearCallback = scene_near,
                                  .nearData = s,
                                  .contacts = s->contacts,
                                  .stepper = s->full_step ? dWorldStep : dWorldQuickStep,
                                  .continuity = QMBOX_CONTINUITY_EXACT};
  for (int frame = 0; frame < FRAMES; frame++) {
    qmboxSimulateReport report;
    if (s->drive) s->drive(s, frame);
    assert_true(qmboxWorldSimulate(s->world, s->space, (dReal)s->frame, &options, &report) > 0);
    all->pieces += report.subSteps;
    all->trials += report.trials;
    all->unguarded += report.unguarded != 0;
  }
  all->outside += scene_outside(s);
  scene_free(s);
}

static void exact_frames_keep_the_room_and_take_few_trials(void **state) {
  sum all = {0};
  (void)state;
  for (int k = 0; k < WORLDS; k++) run(FIRST + (unsigned)k, &all);
  print_message("# %ld pieces, %ld trials; %d frames not kept, %d outside\n", all.pieces, all.trials, all.unguarded,
                all.outside);
  assert_int_equal(all.outside, 0);
  assert_true((double)all.trials < MOST_TRIALS * (double)all.pieces);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exact_frames_keep_the_room_and_take_few_trials)};
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
