/* SPDX-License-Identifier: BSD-3-Clause */

/* Bounds that overlap, found by sorting: the same pairs as by asking for each two, once each, in an order that does
   not depend on how the lists are ordered.  And the bounds by which moving boxes are sorted, which hold them at all
   times. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "broad/overlaps.h"
#include "moving/moving.h"
#include "moving/moving_bounds.h"

enum { MOST = 150 };

typedef struct scene {
  qmboxBounds moving[MOST], still[MOST];
  int moving_count, still_count;
  int found[2 * MOST][2 * MOST]; /* how often each pair was found, by owners */
  int order[2 * MOST * MOST][2], count;
} scene;

static void note(void *data, int owner1, int owner2) {
  scene *s = data;

  s->found[owner1][owner2]++;
  s->order[s->count][0] = owner1;
  s->order[s->count++][1] = owner2;
}

static void find(scene *s) {
  s->count = 0;
  memset(s->found, 0, sizeof s->found);
  qmboxFindOverlaps(s->moving, s->moving_count, s->still, s->still_count, note, s);
}

/* Owners of still things follow owners of moving things.  Coordinates are integers now and then, so that ends agree;
   some boxes of what stands still are infinite. */
static void make_bounds(random_source *source, int still, qmboxBounds *bounds) {
  int k;

  for (k = 0; k < 3; k++) {
    double middle = (double)uniform(source, 0, k == still ? 10 : 4), half = (double)uniform(source, 0, 1);
    if (uniform(source, 0, 2) < 1) {
      middle = floor(middle);
      half = floor(2 * half);
    }
    bounds->min[k] = middle - half;
    bounds->max[k] = middle + half;
    if (still && uniform(source, 0, 20) < 1) bounds->min[k] = -HUGE_VAL;
    if (still && uniform(source, 0, 20) < 1) bounds->max[k] = HUGE_VAL;
  }
}

static void make_scene(random_source *source, scene *s) {
  int i;

  s->moving_count = (int)uniform(source, 0, MOST);
  s->still_count = (int)uniform(source, 0, MOST);
  for (i = 0; i < s->moving_count; i++) {
    make_bounds(source, 0, &s->moving[i]);
    s->moving[i].owner = i;
  }
  for (i = 0; i < s->still_count; i++) {
    make_bounds(source, 1, &s->still[i]);
    s->still[i].owner = MOST + i;
  }
}

static int overlap(const qmboxBounds *a, const qmboxBounds *b) {
  int k;

  for (k = 0; k < 3; k++) {
    if (a->min[k] > b->max[k] || b->min[k] > a->max[k]) return 0;
  }
  return 1;
}

static void every_two_that_overlap_are_found_once_and_no_others(void **state) {
  random_source source = seeded("overlaps", 0x51);
  int cases = 300 * soak(), i, j, k;
  long pairs = 0;

  (void)state;
  for (k = 0; k < cases; k++) {
    static scene s;
    make_scene(&source, &s);
    find(&s);
    pairs += s.count;
    for (i = 0; i < s.moving_count; i++) {
      const qmboxBounds *one = &s.moving[i];
      for (j = 0; j < i; j++) {
        int a = one->owner, b = s.moving[j].owner;
        if (s.found[a][b] + s.found[b][a] != overlap(one, &s.moving[j])) fail_msg("case %d: %d and %d", k, a, b);
      }
      for (j = 0; j < s.still_count; j++) {
        int b = s.still[j].owner;
        if (s.found[one->owner][b] != overlap(one, &s.still[j])) fail_msg("case %d: %d and %d", k, one->owner, b);
        assert_int_equal(s.found[b][one->owner], 0);
      }
    }
    for (i = 0; i < s.count; i++) assert_true(s.order[i][0] < MOST);
  }
  assert_true(pairs > 10 * cases);
}

static void shuffle(random_source *source, qmboxBounds *bounds, int count) {
  int i;

  for (i = count - 1; i > 0; i--) {
    int j = (int)uniform(source, 0, i + 1);
    qmboxBounds other = bounds[i];
    bounds[i] = bounds[j];
    bounds[j] = other;
  }
}

static void the_order_of_the_lists_changes_nothing(void **state) {
  random_source source = seeded("overlap order", 0x52);
  int cases = 100 * soak(), k;

  (void)state;
  for (k = 0; k < cases; k++) {
    static scene s, t;
    make_scene(&source, &s);
    t = s;
    shuffle(&source, t.moving, t.moving_count);
    shuffle(&source, t.still, t.still_count);
    find(&s);
    find(&t);
    assert_int_equal(s.count, t.count);
    assert_memory_equal(s.order, t.order, (size_t)s.count * sizeof s.order[0]);
  }
}

/* Returns a path of a box that is not centred in its frame, which turns and flies along a parabola. */
static qmboxMoving make_path(random_source *source) {
  double start[3], linear[3], angular[3], acceleration[3], quaternion[4];
  qmboxMoving path;
  int k;

  memset(&path, 0, sizeof path);
  for (k = 0; k < 4; k++) quaternion[k] = (double)uniform(source, -1, 1);
  for (k = 0; k < 3; k++) {
    start[k] = (double)uniform(source, -10, 10);
    linear[k] = (double)uniform(source, -10, 10);
    angular[k] = (double)uniform(source, -10, 10);
    acceleration[k] = (double)uniform(source, -10, 10);
    path.body.box.min[k] = (double)uniform(source, -0.02, 0.01);
    path.body.box.max[k] = path.body.box.min[k] + (double)uniform(source, 0, 0.01);
  }
  path.body.motion = bms_motion_step(start, quaternion, linear, angular, acceleration);
  return path;
}

static void the_ball_holds_the_box_at_all_times(void **state) {
  enum { TIMES = 16 };
  random_source source = seeded("ball", 0x53);
  int cases = 300 * soak(), i, j, k, n;

  (void)state;
  for (n = 0; n < cases; n++) {
    qmboxMoving path = make_path(&source);
    double t0 = (double)uniform(&source, 0, 1), t1 = t0 + (double)uniform(&source, 0, 2), min[3], max[3], pose[3][4];
    double reach = qmboxBallBounds(&path, t0, t1, min, max);
    for (i = 0; i <= TIMES; i++) {
      bms_motion_at(&path.body.motion, t0 + (t1 - t0) * i / TIMES, pose);
      for (j = 0; j < 8; j++) {
        for (k = 0; k < 3; k++) {
          double x = pose[k][3];
          int c;
          for (c = 0; c < 3; c++) x += pose[k][c] * (j >> c & 1 ? path.body.box.max[c] : path.body.box.min[c]);
          if (!(min[k] <= x && x <= max[k] && fabs(x) <= reach))
            fail_msg("case %d: %a of [%a, %a]", n, x, min[k], max[k]);
        }
      }
    }
    path.body.motion.form = BMS_MOTION_MATRIX;
    assert_true(qmboxBallBounds(&path, t0, t1, min, max) == HUGE_VAL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_two_that_overlap_are_found_once_and_no_others),
      cmocka_unit_test(the_order_of_the_lists_changes_nothing),
      cmocka_unit_test(the_ball_holds_the_box_at_all_times),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
