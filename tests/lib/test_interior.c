/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Points inside both boxes against the exact oracle: where one is found the boxes overlap.
 *
 * Trials are of all families, at some time of their interval, with body b moved near to body a.  Matrix motions stand
 * nearly parallel to each other as well: what the point is for.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "certified/interior.h"
#include "matrix_forms.h"
#include "oracle.h"
#include "planes/separation.h"
#include "trial.h"

enum { TRIALS = 6000 };

/* Gives body b the matrix of body a, off by some roundings, so that their edges are parallel but for these. */
static void turn_alike(random_source *r, bms_query *query) {
  bms_motion *a = &query->a.motion, *b = &query->b.motion;
  if (a->form != BMS_MOTION_MATRIX || b->form != BMS_MOTION_MATRIX) return;
  memcpy(b->matrix.weight, a->matrix.weight, sizeof b->matrix.weight);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        b->matrix.entry[i][j][k] = a->matrix.entry[i][j][k] * (1 + random_below(r, 9) * 0x1p-53 - 0x1p-51);
}

/* Prepares the query at one time of its interval, with the centres a part of their distance apart. Returns false if it
   cannot be prepared. */
static bool bring_near(trial *t, bms_relative *relative, bms_instant *instant) {
  bms_query *query = &t->query;
  random_source *r = &t->random;
  double part = random_below(r, 4) == 0 ? 1 : random_uniform(r, 0, 1), way[3];
  query->t0 = query->t1 = trial_time(t);
  if (random_below(r, 2) == 0) turn_alike(r, query);
  if (!bms_relative_prepare(query, relative)) return false;
  bms_relative_instant(relative, query->t0, instant);
  for (int i = 0; i < 3; i++) way[i] = (part - 1) * instant->d[i];
  shift_motion(&query->b.motion, way);
  if (!bms_relative_prepare(query, relative)) return false;
  bms_relative_instant(relative, query->t0, instant);
  return true;
}

static void boxes_with_a_point_inside_both_overlap(void **state) {
  int found = 0, unsure = 0, overlaps = 0;
  (void)state;
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial t;
    bms_relative relative;
    bms_instant instant;
    bms_axis_side nearest;
    unsigned doubtful;
    oracle exact;
    trial_make(n, &t);
    if (t.against_half_space || !bring_near(&t, &relative, &instant)) continue;
    bool meet = bms_interiors_meet(&relative, &instant);
    bool open =
        bms_separation_verdict(&relative, &instant, relative.axes, &nearest, &doubtful) == BMS_VERDICT_UNDECIDED;
    if (!meet && !open) continue;
    oracle_init(&exact, &t.query);
    overlaps += exact.status == BMS_OVERLAPPING;
    found += meet;
    unsure += meet && open;
    if (meet && exact.status != BMS_OVERLAPPING && exact.status != BMS_INVALID) {
      trial_print(&t);
      fail_msg("status %d with a point inside both", exact.status);
    }
    oracle_clear(&exact);
  }
  print_message("# %d points found for %d overlaps, %d of them where the verdict is open\n", found, overlaps, unsure);
  assert_true(unsure > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_with_a_point_inside_both_overlap),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
