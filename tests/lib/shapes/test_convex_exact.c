/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes within rounding of touching, asked as convex shapes: certain answers are true.
 *
 * Oracle: the separating axes in rational numbers (rational_pose.h).  One box is pushed along a line to where that
 * changes its mind, and then back and forth by 1, 2, 4, ... units in the last place.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_shapes.h"
#include "random.h"
#include "rational_pose.h"
#include "repetitions.h"

enum { SEED = 31415, PAIRS = 30, MOST_SHIFTS = 16 };

/* Two boxes at rest, and a line that one of them is pushed along. */
typedef struct touching {
  bms_query boxes;
  double direction[3];
  double vertex[2][24];
} touching;

static void random_box(random_source *r, bms_body *body, double vertex[24]) {
  double quaternion[4], position[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    body->box.min[i] = -random_uniform(r, 0.1, 1);
    body->box.max[i] = random_uniform(r, 0.1, 1);
  }
  for (int k = 0; k < 24; k++) vertex[k] = k / 3 >> k % 3 & 1 ? body->box.max[k % 3] : body->box.min[k % 3];
  random_direction(r, quaternion, 4);
  body->motion = bms_motion_fixed(position, quaternion);
}

/* Puts the origin of b's frame, which is in its box, at this distance from a's. */
static void push(touching *t, double by) {
  for (int i = 0; i < 3; i++) t->boxes.b.motion.rigid.position[i][0] = by * t->direction[i];
}

/* Returns how far b has to be pushed to touch a, nearly. */
static double make_touching(random_source *r, touching *t) {
  double low = 0, high = 8;
  *t = (touching){.boxes = {.t0 = 0}};
  random_box(r, &t->boxes.a, t->vertex[0]);
  random_box(r, &t->boxes.b, t->vertex[1]);
  random_direction(r, t->direction, 3);
  while (nextafter(low, high) < high) {
    double middle = 0.5 * low + 0.5 * high;
    push(t, middle);
    *(rational_apart_at(&t->boxes, 0, -1) == 1 ? &high : &low) = middle;
  }
  return high;
}

/* Demands that the answer about the two is true: form 0 as boxes, 1 one of them by its vertices, 2 both. */
static void check(const touching *t, int form, int apart, int seen[BMS_INVALID + 1]) {
  bms_convex_query q = {.motion_a = t->boxes.a.motion, .motion_b = t->boxes.b.motion};
  bms_convex_contact contact;
  bms_convex_separation separation;
  q.a = form < 2 ? bms_convex_box(&t->boxes.a.box, 0) : bms_convex_points(t->vertex[0], 8, 0);
  q.b = form < 1 ? bms_convex_box(&t->boxes.b.box, 0) : bms_convex_points(t->vertex[1], 8, 0);
  bms_status status = bms_convex_first_contact(&q, NULL, &contact);
  seen[status]++;
  assert_true(status != BMS_INVALID && status != BMS_CONTACT);
  assert_true(status != BMS_SEPARATED || apart == 1);
  assert_true(status != BMS_OVERLAPPING || apart <= 0);
  assert_int_equal(bms_convex_separation_at(&q, 0, &separation), BMS_VALID);
  assert_true(!(separation.lower > 0) || apart == 1);
  assert_true(separation.upper > 0 || apart <= 0);
}

static void what_is_certain_is_true_within_rounding_of_touching(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int i = 0; i < repetitions(PAIRS); i++) {
    touching t;
    double at = make_touching(&r, &t);
    int seen[BMS_INVALID + 1] = {0};
    for (int k = -MOST_SHIFTS; k <= MOST_SHIFTS; k++) {
      push(&t, at + copysign(ldexp(1, abs(k) - 52), k));
      int apart = rational_apart_at(&t.boxes, 0, -1);
      for (int form = 0; form < 3; form++) check(&t, form, apart, seen);
    }
    assert_true(seen[BMS_SEPARATED] > 0 && seen[BMS_OVERLAPPING] > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_certain_is_true_within_rounding_of_touching)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
