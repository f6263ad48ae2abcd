/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests which pairs of shapes of random arms are reported never to meet, against random turns of all joints, by
 * kinematics of the tests' own (random_arm.c): balls around such shapes stay apart, and others whose balls stay well
 * apart are found.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bms_scene.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"
#include "scene/scene_meet.h"

enum { SEED = 921, ROUNDS = 200, TURNS = 300 };

/* Lengths, for links of about 1: the greatest half of a box, and what is well apart. */
static const double SMALL = 0.15, WELL_APART = 0.2;

/* Makes the arm's boxes small, so that pairs of them may stay apart. */
static void shrink_boxes(random_source *r, random_arm *arm) {
  for (int i = 0; i < arm->chain.shape_count; i++) {
    double side = 2 * random_uniform(r, 0.01, SMALL);
    bms_box box = bms_box_centred(side, side, random_uniform(r, 0.01, SMALL));
    arm->box[i] = arm_box_on(arm->box[i].link, box, arm->box[i].pose);
  }
}

/* Returns true if no joint slides between two bodies, and there are no more than two. */
static bool turns_twice_at_most(const bms_scene *scene, int a, int b) {
  int body[2] = {scene->shape[a].body, scene->shape[b].body}, count = 0;
  while (body[0] != body[1]) {
    int *higher = body[0] > body[1] ? &body[0] : &body[1];
    if (!scene->body[*higher].turns || ++count > 2) return false;
    *higher = scene->body[*higher].parent;
  }
  return true;
}

static void turn_joints(random_source *r, random_arm *arm) {
  for (int v = 0; v < arm->chain.variable_count; v++)
    for (int k = 0; k < BMS_MOVE_TERMS; k++) arm->value[v][k] = k == 0 ? random_uniform(r, -4, 4) : 0;
}

/* Returns the distance of two boxes' middles, which are their origins. */
static double middles_apart(const random_arm *arm, int a, int b) {
  double of_a[3][4], of_b[3][4], square = 0;
  arm_box_pose(&arm->chain, &arm->move, arm->move.t0, a, of_a);
  arm_box_pose(&arm->chain, &arm->move, arm->move.t0, b, of_b);
  for (int k = 0; k < 3; k++) square += (of_a[k][3] - of_b[k][3]) * (of_a[k][3] - of_b[k][3]);
  return sqrt(square);
}

/* Returns the least gap between the balls around two boxes at random turns. */
static double least_gap(random_source *r, random_arm *arm, const bms_scene *scene, int a, int b) {
  double least = HUGE_VAL;
  for (int k = 0; k < TURNS; k++) {
    turn_joints(r, arm);
    least = fmin(least, middles_apart(arm, a, b));
  }
  return least - scene->shape[a].reach - scene->shape[b].reach - scene->chain.margin;
}

/* Counts pairs that never meet, and others. */
typedef struct meetings {
  int never, others;
} meetings;

static void judge(random_source *r, random_arm *arm, const bms_scene *scene, int a, int b, meetings *count) {
  double gap = least_gap(r, arm, scene, a, b);
  bool never = scene_never_meet(scene, a, b);
  if (never) assert_true(gap > 0);
  if (gap > WELL_APART && turns_twice_at_most(scene, a, b)) assert_true(never);
  count->never += never;
  count->others += !never;
}

static void shapes_that_never_meet_stay_apart_and_are_found(void **state) {
  random_source r = random_from(SEED);
  meetings count = {0, 0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    random_arm_make(&r, &arm);
    shrink_boxes(&r, &arm);
    bms_scene *scene = bms_scene_create(&arm.chain, NULL, 0);
    assert_non_null(scene);
    for (int b = 0; b < arm.chain.shape_count; b++)
      for (int a = 0; a < b; a++)
        if (scene->mover_of_shape[a] >= 0 && scene->mover_of_shape[b] >= 0 &&
            scene->shape[a].body != scene->shape[b].body)
          judge(&r, &arm, scene, a, b, &count);
    bms_scene_destroy(scene);
  }
  print_message("# never meet: %d, others: %d\n", count.never, count.others);
  assert_true(count.never > 0 && count.others > 0);
}

/* Small balls on two links: the one's circle goes into the other, wherever on the circle that is. */
static void balls_that_some_turn_brings_together_may_meet(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double angle = random_uniform(&r, -4, 4), radius = random_power_of_ten(&r, -3, -1), off = random_uniform(&r, -1, 1);
    double from_axis = 1 + 1.9 * radius * off;
    const bms_pose here = {{0, 0, 0}, {1, 0, 0, 0}}, on_circle = {{1, 0, 0}, {1, 0, 0, 0}};
    const bms_pose at = {{from_axis * cos(angle), from_axis * sin(angle), 0}, {1, 0, 0, 0}};
    const bms_link link[2] = {{BMS_WORLD, BMS_JOINT_REVOLUTE, here, {1, 0, 0}, 0},
                              {0, BMS_JOINT_REVOLUTE, here, {0, 0, 1}, 1}};
    const bms_convex ball = bms_convex_sphere(radius);
    const bms_placed_shape shape[2] = {bms_placed_convex(0, &ball, &at), bms_placed_convex(1, &ball, &on_circle)};
    bms_chain chain = {
        .link_count = 2, .link = link, .variable_count = 2, .shape_count = 2, .shape = shape, .neighbours = true};
    bms_scene *scene = bms_scene_create(&chain, NULL, 0);
    assert_non_null(scene);
    assert_false(scene_never_meet(scene, 0, 1));
    bms_scene_destroy(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_that_never_meet_stay_apart_and_are_found),
                                     cmocka_unit_test(balls_that_some_turn_brings_together_may_meet)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
