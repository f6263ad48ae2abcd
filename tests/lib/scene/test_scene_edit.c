/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scenes whose obstacles are replaced and taken away: answers against the chain as it is then, whose clearances know
 * nothing of scenes, and against samples.
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

#include "bms_scene.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"

enum { SEED = 4303, ROUNDS = 400, EDITS = 8 };

/* Objects: the checked ones, and the ones that may touch everything. */
enum { SOLID, GONE, OBJECTS };

/* The oracle's floor, of the interval, and its own rounding in lengths of about 1. */
static const double FINEST = 1.0 / 500, ORACLE = 1e-12;

static void fail_at(const char *what, int round, const random_arm *arm) {
  print_message("round %d: %s\n", round, what);
  arm_tell(&arm->chain, &arm->move);
  fail();
}

static bool stands_still(const bms_chain *chain, int shape) {
  for (int i = chain->shape[shape].link; i != BMS_WORLD; i = chain->link[i].parent)
    if (chain->link[i].joint != BMS_JOINT_FIXED) return false;
  return true;
}

/* Returns the index of an obstacle, or -1 if there is none. */
static int random_obstacle(random_source *r, const bms_chain *chain) {
  int chosen = -1, seen = 0;
  for (int i = 0; i < chain->shape_count; i++)
    if (stands_still(chain, i) && random_below(r, ++seen) == 0) chosen = i;
  return chosen;
}

static bms_placed_shape random_shape(random_source *r) {
  bms_pose pose;
  for (int i = 0; i < 3; i++) pose.position[i] = random_uniform(r, -1.5, 1.5);
  random_direction(r, pose.quaternion, 4);
  double size = random_power_of_ten(r, -1.5, -0.3);
  bms_box box = bms_box_centred(size, 2 * size * random_uniform(r, 0.1, 1), size);
  bms_placed_shape shape = arm_box_on(BMS_WORLD, box, pose);
  shape.object = random_below(r, 4) == 0 ? GONE : SOLID;
  return shape;
}

/* Checks the scene's answers about the move against the chain's, whose shapes are the same. */
static void compare(const bms_scene *scene, bms_scene_workspace *workspace, const random_arm *arm, double tolerance,
                    int round, int count[2]) {
  bms_link_clearance clearance, of_scene;
  bms_chain_contact contact, of_chain;
  double length = arm->move.t1 - arm->move.t0;
  bool says_free = bms_scene_is_free(scene, workspace, &arm->move, tolerance) == BMS_EDGE_FREE;
  count[says_free]++;
  bms_chain_clearance(&arm->chain, &arm->move, 0.1 * tolerance, &clearance);
  if (says_free && !(clearance.least.upper > 0)) fail_at("free, but without clearance", round, arm);
  if (!says_free && clearance.least.lower > tolerance) fail_at("not free, but clear", round, arm);
  bms_scene_clearance(scene, &arm->move, 0.1 * tolerance, &of_scene);
  if (of_scene.least.lower > clearance.least.upper || clearance.least.lower > of_scene.least.upper)
    fail_at("another clearance", round, arm);
  double sampled = arm_sampled_contact(&arm->chain, &arm->move, arm->move.t0, arm->move.t1, FINEST * length, ORACLE);
  bms_status status = bms_scene_first_contact(scene, workspace, &arm->move, tolerance, &contact);
  if (isfinite(sampled) && (status == BMS_SEPARATED || contact.t > sampled)) fail_at("a late contact", round, arm);
  bms_chain_first_contact(&arm->chain, &arm->move, tolerance, &of_chain);
  bool is_clear = clearance.least.lower > tolerance;
  if (is_clear && (status != BMS_SEPARATED || of_chain.status != BMS_SEPARATED)) fail_at("clear contact", round, arm);
}

static void answers_are_those_of_the_obstacles_as_they_are(void **state) {
  random_source r = random_from(SEED);
  int count[2] = {0, 0}, edits = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    random_arm arm;
    unsigned char allowed[8] = {0};
    random_arm_make(&r, &arm);
    assert_true(bms_allowed_size(OBJECTS) <= sizeof allowed);
    for (int i = 0; i < OBJECTS; i++) bms_allow(allowed, OBJECTS, GONE, i);
    for (int i = 0; i < arm.chain.shape_count; i++) arm.box[i].object = SOLID;
    arm.chain.object_count = OBJECTS;
    arm.chain.allowed = allowed;
    bms_scene *scene = bms_scene_create(&arm.chain, NULL, 0);
    bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
    assert_true(scene != NULL && workspace != NULL);
    double tolerance = random_power_of_ten(&r, -6, -2);
    for (int edit = 0; edit < EDITS; edit++) {
      int shape = random_obstacle(&r, &arm.chain);
      compare(scene, workspace, &arm, tolerance, round, count);
      if (shape < 0) break;
      arm.box[shape] = random_shape(&r);
      assert_int_equal(bms_scene_set_obstacle(scene, shape, &arm.box[shape]), 0);
      edits++;
    }
    bms_scene_workspace_destroy(workspace);
    bms_scene_destroy(scene);
  }
  assert_true(count[0] > 0 && count[1] > 0 && edits > ROUNDS / 8);
  print_message("# %d edits; %d answers free, %d not\n", edits, count[1], count[0]);
}

static void half_spaces_move_and_nothing_takes_the_place_of_what_it_is_not(void **state) {
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  const double floor_normal[3] = {0, 0, 1};
  const bms_link link = {BMS_WORLD, BMS_JOINT_PRISMATIC, rest, {0, 0, 1}, 0};
  bms_convex half_space = bms_convex_half_space(floor_normal, -2), ball = bms_convex_sphere(0.1);
  bms_placed_shape shape[3] = {bms_placed_convex(BMS_WORLD, &half_space, &rest), bms_placed_convex(0, &ball, &rest),
                               bms_placed_convex(BMS_WORLD, &ball, &rest)};
  shape[2].pose.position[0] = 5;
  const bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 3, .shape = shape};
  const double from = 0, to = -1;
  (void)state;
  bms_scene *scene = bms_scene_create(&chain, NULL, 0);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
  assert_true(scene != NULL && workspace != NULL);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_FREE);
  bms_placed_shape higher = shape[0], invalid = shape[2], moving = shape[2];
  higher.pose.position[2] = 1.5;
  invalid.pose.position[1] = NAN;
  moving.link = 0;
  assert_int_equal(bms_scene_set_obstacle(scene, 0, &shape[2]), -1);
  assert_int_equal(bms_scene_set_obstacle(scene, 1, &shape[2]), -1);
  assert_int_equal(bms_scene_set_obstacle(scene, 2, &invalid), -1);
  assert_int_equal(bms_scene_set_obstacle(scene, 2, &moving), -1);
  assert_int_equal(bms_scene_set_obstacle(scene, -1, &shape[2]), -1);
  assert_int_equal(bms_scene_set_obstacle(scene, 3, &shape[2]), -1);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_FREE);
  assert_int_equal(bms_scene_set_obstacle(scene, 0, &higher), 0);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_NOT_FREE);
  /* A half-space in the place of a ball, and the ball in the place of it again. */
  shape[0].pose.position[2] = -5;
  assert_int_equal(bms_scene_set_obstacle(scene, 0, &shape[0]), 0);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_FREE);
  assert_int_equal(bms_scene_set_obstacle(scene, 2, &higher), 0);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_NOT_FREE);
  assert_int_equal(bms_scene_set_obstacle(scene, 2, &shape[2]), 0);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_FREE);
  assert_int_equal(bms_scene_set_obstacle(scene, 0, &higher), 0);
  assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), BMS_EDGE_NOT_FREE);
  bms_scene_workspace_destroy(workspace);
  bms_scene_destroy(scene);
}

/* ------------------------------------------------------------------ shapes that join the arm and leave it */

/* A scene that is edited, and the chain that it is to be of. */
typedef struct edited {
  random_arm arm;
  bms_scene *scene;
  bms_scene_workspace *workspace;
  unsigned char allowed[64];
  int objects;
  bool *was_obstacle; /* of each shape, when the scene was made */
} edited;

enum { MOST_OBJECTS = 20 };

static bool is_plane(const bms_placed_shape *placed) {
  return placed->mesh == NULL && placed->convex.core == BMS_CORE_HALF_SPACE;
}

/* Returns a link that joints move if `moving`, else one that they do not; BMS_WORLD if there is none. */
static int random_link(random_source *r, const bms_chain *chain, bool moving) {
  int chosen = BMS_WORLD, seen = moving ? 0 : 1;
  for (int i = 0; i < chain->link_count; i++) {
    bool moves = false;
    for (int k = i; k != BMS_WORLD; k = chain->link[k].parent) moves = moves || chain->link[k].joint != BMS_JOINT_FIXED;
    if (moves == moving && random_below(r, ++seen) == 0) chosen = i;
  }
  return chosen;
}

static bms_placed_shape random_half_space(random_source *r) {
  double normal[3];
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  random_direction(r, normal, 3);
  bms_convex half_space = bms_convex_half_space(normal, -random_uniform(r, 0.5, 3));
  bms_placed_shape shape = bms_placed_convex(BMS_WORLD, &half_space, &rest);
  return shape;
}

/* Edits some shapes at random, and perhaps what may touch. */
static void edit_shapes(random_source *r, edited *e) {
  bms_chain *chain = &e->arm.chain;
  int shape[3], count = 0, wanted = 1 + random_below(r, 3);
  bms_placed_shape placed[3];
  bool grows = random_below(r, 2) == 0 && e->objects < MOST_OBJECTS;
  if (grows) { /* a new object that may touch one of the others */
    unsigned char old[sizeof e->allowed];
    memcpy(old, e->allowed, sizeof old);
    memset(e->allowed, 0, sizeof e->allowed);
    for (int b = 0; b < e->objects; b++)
      for (int a = 0; a <= b; a++)
        if (bms_is_allowed(old, e->objects, a, b)) bms_allow(e->allowed, e->objects + 1, a, b);
    bms_allow(e->allowed, e->objects + 1, GONE, e->objects);
    bms_allow(e->allowed, e->objects + 1, random_below(r, e->objects), e->objects);
    chain->object_count = ++e->objects;
  }
  for (int i = 0; i < chain->shape_count && count < wanted; i++) {
    bool moving = !e->was_obstacle[i] || random_below(r, 2) == 0;
    if (random_below(r, 3) != 0) continue;
    placed[count] = random_shape(r);
    if (!moving && random_below(r, 4) == 0) placed[count] = random_half_space(r);
    if (moving || !is_plane(&placed[count])) placed[count].link = random_link(r, chain, moving);
    placed[count].object = grows ? e->objects - 1 : random_below(r, e->objects);
    e->arm.box[i] = placed[count];
    shape[count++] = i;
  }
  if (count == 3 && random_below(r, 2) == 0) { /* in any order */
    int first = shape[0];
    bms_placed_shape at_first = placed[0];
    shape[0] = shape[2], placed[0] = placed[2];
    shape[2] = first, placed[2] = at_first;
  }
  assert_int_equal(
      bms_scene_set_shapes(e->scene, shape, placed, count, e->objects, grows ? e->allowed : NULL, &e->workspace, 1), 0);
}

/* Compares a scene with one that is made of the same chain. */
static void compare_with_new(edited *e, double tolerance, int round, int same[2]) {
  bms_scene *scene = bms_scene_create(&e->arm.chain, NULL, 0);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
  bms_chain_contact contact, of_new;
  assert_true(scene != NULL && workspace != NULL);
  bms_status status = bms_scene_first_contact(e->scene, e->workspace, &e->arm.move, tolerance, &contact);
  if (status != bms_scene_first_contact(scene, workspace, &e->arm.move, tolerance, &of_new))
    fail_at("another status than of a new scene", round, &e->arm);
  if (fabs(contact.t - of_new.t) > 0 && contact.slack + of_new.slack <= 0) fail_at("another time", round, &e->arm);
  same[!(fabs(contact.t - of_new.t) > 0)]++;
  bms_scene_workspace_destroy(workspace);
  bms_scene_destroy(scene);
}

static void shapes_join_the_arm_and_leave_it(void **state) {
  random_source r = random_from(SEED + 7);
  int count[2] = {0, 0}, same[2] = {0, 0};
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS / 2); round++) {
    edited e = {.objects = OBJECTS};
    random_arm_make(&r, &e.arm);
    bms_chain *chain = &e.arm.chain;
    for (int i = 0; i < OBJECTS; i++) bms_allow(e.allowed, OBJECTS, GONE, i);
    for (int i = 0; i < chain->shape_count; i++) e.arm.box[i].object = SOLID;
    chain->object_count = OBJECTS;
    chain->allowed = e.allowed;
    e.was_obstacle = calloc((size_t)chain->shape_count + 1, sizeof *e.was_obstacle);
    for (int i = 0; i < chain->shape_count; i++) e.was_obstacle[i] = stands_still(chain, i);
    e.scene = bms_scene_create(chain, NULL, 0);
    e.workspace = bms_scene_workspace_create(e.scene);
    double tolerance = random_power_of_ten(&r, -6, -2);
    for (int edit = 0; edit < EDITS; edit++) {
      edit_shapes(&r, &e);
      compare(e.scene, e.workspace, &e.arm, tolerance, round, count);
      compare_with_new(&e, tolerance, round, same);
    }
    bms_scene_workspace_destroy(e.workspace);
    bms_scene_destroy(e.scene);
    free(e.was_obstacle);
  }
  assert_true((count[0] > 0 && count[1] > 0) || count[0] + count[1] < EDITS * 10);
  assert_true(100 * same[0] <= same[1]); /* another order of the tree may find another pair that is as near */
  print_message("# %d answers free, %d not; %d times those of a new scene, %d not\n", count[1], count[0], same[1],
                same[0]);
}

/* A workspace tries the last pair that overlapped first. */
static void what_has_gone_is_not_met_again(void **state) {
  const bms_pose rest = {{0, 0, 0}, {1, 0, 0, 0}};
  const bms_link link = {BMS_WORLD, BMS_JOINT_PRISMATIC, rest, {0, 0, 1}, 0};
  bms_convex ball = bms_convex_sphere(0.1);
  bms_placed_shape shape[2] = {bms_placed_convex(0, &ball, &rest), bms_placed_convex(BMS_WORLD, &ball, &rest)};
  unsigned char allowed[8] = {0};
  for (int i = 0; i < OBJECTS; i++) bms_allow(allowed, OBJECTS, GONE, i);
  const bms_chain chain = {.link_count = 1,
                           .link = &link,
                           .variable_count = 1,
                           .shape_count = 2,
                           .shape = shape,
                           .object_count = OBJECTS,
                           .allowed = allowed};
  const double from = 0.05, to = -1;
  (void)state;
  bms_scene *scene = bms_scene_create(&chain, NULL, 0);
  bms_scene_workspace *workspace = bms_scene_workspace_create(scene);
  assert_true(scene != NULL && workspace != NULL);
  for (int object = SOLID; object <= GONE; object++) {
    shape[1].object = object;
    assert_int_equal(bms_scene_set_obstacle(scene, 1, &shape[1]), 0);
    bms_edge_answer expected = object == GONE ? BMS_EDGE_FREE : BMS_EDGE_NOT_FREE;
    assert_int_equal(bms_scene_edge_is_free(scene, workspace, &from, &to, 1e-6), expected);
  }
  bms_scene_workspace_destroy(workspace);
  bms_scene_destroy(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_are_those_of_the_obstacles_as_they_are),
      cmocka_unit_test(what_has_gone_is_not_met_again),
      cmocka_unit_test(shapes_join_the_arm_and_leave_it),
      cmocka_unit_test(half_spaces_move_and_nothing_takes_the_place_of_what_it_is_not),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
