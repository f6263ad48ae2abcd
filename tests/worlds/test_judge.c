/* SPDX-License-Identifier: BSD-3-Clause */

/* The judge itself: it sees what went through, also between two poses, and does not cry for what only bounces. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "judge.h"
#include "outcome.h"
#include "repetitions.h"
#include "scene.h"

static judge *judge_of_scene(scene *s) {
  return judge_new(s->geoms, s->geom_count, scene_refuses, s);
}

static void put(dBodyID body, double x, double y, double z) {
  dBodySetPosition(body, (dReal)x, (dReal)y, (dReal)z);
}

/* Makes a step of length 1 that takes the body straight to this place. */
static void fake_step(judge *j, dBodyID body, double x, double y, double z) {
  judge_step_begins(j, 1);
  put(body, x, y, z);
  judge_step_ends(j);
}

static void fake_frame(judge *j, dBodyID body, double x, double y, double z) {
  judge_frame_begins(j);
  fake_step(j, body, x, y, z);
  judge_frame_ends(j);
}

/* Makes a frame whose only step puts the body here, and after which it is found there. */
static void frame_with_put_back(judge *j, dBodyID body, const double step[3], const double rest[3]) {
  judge_frame_begins(j);
  fake_step(j, body, step[0], step[1], step[2]);
  put(body, rest[0], rest[1], rest[2]);
  judge_frame_ends(j);
}

/* Returns a thin wall in the plane x = 0, and a cube of 0.1 m at x = -1. */
static scene *cube_at_wall(dBodyID *cube) {
  scene *s = scene_new(1, SPACE_HASH);

  scene_static_box(s, 0.01, 4, 4, 0, 0, 0);
  *cube = scene_box(s, 0.1, 0.1, 0.1, -1, 0, 0);
  return s;
}

static void free_both(scene *s, judge *j) {
  judge_free(j);
  scene_free(s);
}

static void assert_counts(const judge *j, int met, int through) {
  assert_int_equal(judge_of_all(j)->met, met);
  assert_int_equal(judge_of_all(j)->through, through);
}

/* ------------------------------------------------------------------ one body at a wall */

static void a_body_that_a_step_takes_through_a_wall_is_seen(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);

  (void)state;
  fake_frame(j, cube, 1, 0, 0);
  assert_counts(j, 1, 1);
  free_both(s, j);
}

static void a_body_that_passes_beside_a_wall_is_not(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);

  (void)state;
  put(cube, -1, 2.06, 0);
  fake_frame(j, cube, 1, 2.06, 0);
  assert_counts(j, 0, 0);
  free_both(s, j);
}

static void bodies_that_bounce_and_come_to_rest_are_not(void **state) {
  scene *s = scene_new(2, SPACE_HASH);
  outcome o;

  (void)state;
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->bounce = (dReal)0.7;
  scene_static_box(s, 20, 20, 1, 0, 0, -0.5);
  for (int i = 0; i < 9; i++) {
    dBodyID body = scene_box(s, 0.3, 0.4, 0.5, 2 * (i % 3), 2 * (i / 3), 1);
    scene_turn(s, body);
    scene_throw(s, body, 0.5, 3);
  }
  o = outcome_of(s, (stepping){STEPPING_PLAIN, 8}, 600);
  outcome_print("nine boxes that bounce", (stepping){STEPPING_PLAIN, 8}, &o);
  assert_int_equal(o.met, 0);
  assert_int_equal(o.through, 0);
  assert_true(o.resting == 9 && o.depth > 0);
  scene_free(s);
}

static void how_deep_a_body_is_in_a_wall_is_measured(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j;

  (void)state;
  scene_ground(s);
  j = judge_of_scene(s);
  put(cube, -0.053, 0, 1);
  judge_frame_begins(j);
  judge_frame_ends(j);
  assert_true(fabs(judge_of_frame(j)->depth - 0.2) < 1e-9);
  put(cube, -0.06, 0, 0.02);
  judge_frame_begins(j);
  judge_frame_ends(j);
  assert_true(fabs(judge_of_frame(j)->depth - 0.3) < 1e-9);
  assert_int_equal(judge_of_all(j)->met, 0);
  free_both(s, j);
}

/* ------------------------------------------------------------------ bodies that are put back */

static void a_body_that_is_put_back_to_the_wall_has_not_met_it(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);

  (void)state;
  frame_with_put_back(j, cube, (const double[3]){1, 0, 0}, (const double[3]){-0.055, 0, 0});
  assert_int_equal(judge_of_all(j)->met, 0);
  assert_int_equal(judge_of_all(j)->off_path, 0);
  frame_with_put_back(j, cube, (const double[3]){1, 0, 0}, (const double[3]){-0.02, 0, 0});
  assert_int_equal(judge_of_all(j)->met, 1);
  free_both(s, j);
}

static void a_body_that_is_put_behind_the_wall_is_seen_wherever_that_is(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);

  (void)state;
  frame_with_put_back(j, cube, (const double[3]){-1, 0, 0.5}, (const double[3]){1, 0, 0});
  assert_int_equal(judge_of_all(j)->off_path, 1);
  assert_counts(j, 1, 1);
  free_both(s, j);
}

/* Cube a goes along x and is put back half way; cube b goes along y, across the first quarter of a's way, when a has
   just passed.  If a were taken to go slowly all the frame, they would meet. */
static void a_body_that_was_put_back_has_gone_its_way_at_its_own_speed(void **state) {
  scene *s = scene_new(3, SPACE_HASH);
  dBodyID a = scene_box(s, 0.1, 0.1, 0.1, 0, 0, 0), b = scene_box(s, 0.1, 0.1, 0.1, 1, -1, 0);
  judge *j = judge_of_scene(s);

  (void)state;
  judge_frame_begins(j);
  judge_step_begins(j, 1);
  put(a, 4, 0, 0);
  put(b, 1, 1, 0);
  judge_step_ends(j);
  put(a, 2, 0, 0);
  judge_frame_ends(j);
  assert_int_equal(judge_of_all(j)->met, 0);
  assert_int_equal(judge_of_all(j)->off_path, 0);
  free_both(s, j);
}

/* a is put back at a quarter of the frame, and goes on alone for the other three: at 1/2 it would meet b, which is
   elsewhere at the end. */
static void a_body_that_catches_up_meets_what_the_others_were_then(void **state) {
  for (int late = 0; late < 2; late++) {
    scene *s = scene_new(4, SPACE_HASH);
    dBodyID a = scene_box(s, 0.1, 0.1, 0.1, 0, 0, 0), b = scene_box(s, 0.1, 0.1, 0.1, 0, late ? 5 : 1, 0);
    judge *j = judge_of_scene(s);

    (void)state;
    judge_frame_begins(j);
    judge_step_begins(j, 1);
    put(a, 4, 0, 0);
    put(b, 4, late ? 5 : 1, 0);
    judge_step_ends(j);
    put(a, 1, 0, 0);
    judge_step_begins(j, 0.75);
    put(a, 4, 3, 0); /* at 1/2 this is at (2, 1, 0), b's place then */
    judge_step_ends(j);
    judge_frame_ends(j);
    assert_int_equal(judge_of_all(j)->met, late ? 0 : 1);
    assert_int_equal(judge_of_all(j)->off_path, 0);
    free_both(s, j);
  }
}

static void a_step_that_is_taken_back_has_not_happened(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);

  (void)state;
  judge_frame_begins(j);
  fake_step(j, cube, 1, 0, 0);
  put(cube, -1, 0, 0);
  fake_step(j, cube, -0.06, 0, 0);
  judge_frame_ends(j);
  assert_int_equal(judge_of_all(j)->met, 0);
  assert_int_equal(judge_of_all(j)->off_path, 0);
  free_both(s, j);
}

/* ------------------------------------------------------------------ pairs */

static void a_pair_that_begins_within_each_other_counts_once_it_was_apart(void **state) {
  dBodyID cube;
  scene *s = cube_at_wall(&cube);
  judge *j = judge_of_scene(s);
  const double way[] = {0.01, -1, 1, -1};

  (void)state;
  put(cube, 0, 0, 0);
  for (int i = 0; i < 4; i++) {
    fake_frame(j, cube, way[i], 0, 0);
    assert_int_equal(judge_of_all(j)->met, i < 2 ? 0 : 1);
  }
  put(cube, 0, 0, 0); /* the program has put it there */
  fake_frame(j, cube, 0.01, 0, 0);
  assert_int_equal(judge_of_all(j)->met, 1);
  free_both(s, j);
}

static bool refuses_all(const scene *s, dGeomID o1, dGeomID o2) {
  (void)s;
  (void)o1;
  (void)o2;
  return true;
}

/* Returns the pairs that met with nothing in the way if the filter is 0; else with bits that do not match, a callback
   that refuses, a joint. */
static int met_with_filter(int filter) {
  scene *s = scene_new(5, SPACE_HASH);
  dBodyID a = scene_box(s, 0.1, 0.1, 0.1, 0, 0, 0), b = scene_box(s, 0.1, 0.1, 0.1, 1, 0, 0);
  judge *j = judge_of_scene(s);
  int met;

  if (filter == 1) dGeomSetCollideBits(dBodyGetFirstGeom(a), 0);
  if (filter == 1) dGeomSetCategoryBits(dBodyGetFirstGeom(a), 0);
  if (filter == 2) s->refuses = refuses_all;
  if (filter == 3) dJointAttach(dJointCreateBall(s->world, 0), a, b);
  fake_frame(j, a, 2, 0, 0);
  met = (int)judge_of_all(j)->met;
  free_both(s, j);
  return met;
}

static void pairs_that_must_not_collide_do_not_count(void **state) {
  (void)state;
  assert_int_equal(met_with_filter(0), 1);
  for (int filter = 1; filter < 4; filter++) assert_int_equal(met_with_filter(filter), 0);
}

static void a_box_with_an_offset_is_where_its_body_swings_it(void **state) {
  for (int wide = 0; wide < 2; wide++) {
    scene *s = scene_new(6, SPACE_HASH);
    dBodyID arm = scene_box(s, 0.1, 0.1, 0.1, 0, 0, 0);
    const dQuaternion quarter = {(dReal)sqrt(0.5), 0, 0, (dReal)sqrt(0.5)};
    judge *j;

    (void)state;
    scene_static_box(s, 0.02, 0.02, 0.02, (wide ? 2 : 1) * sqrt(0.5), (wide ? 2 : 1) * sqrt(0.5), 0);
    scene_add_offset_box(s, arm, 0.1, 0.1, 0.1, 2, 0, 0); /* now at -1 and 1 */
    j = judge_of_scene(s);
    judge_frame_begins(j);
    judge_step_begins(j, 1);
    dBodySetQuaternion(arm, quarter);
    judge_step_ends(j);
    judge_frame_ends(j);
    assert_int_equal(judge_of_all(j)->met, wide ? 0 : 1);
    free_both(s, j);
  }
}

/* A centre that swings from (1, 0, 0) to (-1, 0, 0) with its body, nearly, at a wall here. */
static void swing_past_wall(double x, double y, int met, int through) {
  scene *s = scene_new(7, SPACE_HASH);
  dBodyID arm = scene_box(s, 0.1, 0.1, 0.1, 0, 0, 0);
  const double angle = 175 * 3.14159265358979323846 / 180;
  const dQuaternion turned = {(dReal)cos(angle / 2), 0, 0, (dReal)sin(angle / 2)};

  scene_static_box(s, 0.02, 0.3, 0.3, x, y, 0);
  scene_add_offset_box(s, arm, 0.1, 0.1, 0.1, 2, 0, 0); /* now at -1 and 1 */
  judge *j = judge_of_scene(s);
  judge_frame_begins(j);
  judge_step_begins(j, 1);
  dBodySetQuaternion(arm, turned);
  judge_step_ends(j);
  judge_frame_ends(j);
  assert_counts(j, met, through);
  free_both(s, j);
}

static void a_centre_goes_around_a_wall_or_through_it_on_its_arc(void **state) {
  (void)state;
  swing_past_wall(0, 0, 0, 0);
  swing_past_wall(0, 1, 1, 1);
  swing_past_wall(0, 1.3, 0, 0);
}

/* ------------------------------------------------------------------ against many samples */

enum { SAMPLES = 4000 };

/* Computes the pose at the part u of a step of ODE with this angular velocity and step length, by ODE's manual. */
static void pose_in_step(const dReal x0[3], const dReal q0[4], const dReal v[3], const dReal w[3], double u,
                         dBodyID at) {
  dQuaternion spin = {0, w[0], w[1], w[2]}, turn, q;

  put(at, (double)x0[0] + u * (double)v[0], (double)x0[1] + u * (double)v[1], (double)x0[2] + u * (double)v[2]);
  dQMultiply0(turn, spin, q0);
  for (int i = 0; i < 4; i++) q[i] = q0[i] + (dReal)(u / 2) * turn[i];
  dBodySetQuaternion(at, q);
}

/* Boxes without `allowance` of the shortest side of both on every face, by ODE's own test. */
static bool touching(dGeomID o1, dGeomID o2, double allowance) {
  dVector3 side[2];
  dReal thin = dInfinity;

  for (int i = 0; i < 2; i++) {
    dGeomBoxGetLengths(i ? o2 : o1, side[i]);
    for (int k = 0; k < 3; k++) thin = (dReal)fmin((double)thin, (double)side[i][k]);
  }
  for (int i = 0; i < 6; i++) side[i / 3][i % 3] -= (dReal)(2 * allowance) * thin;
  return dBoxTouchesBox(dGeomGetPosition(o1), dGeomGetRotation(o1), side[0], dGeomGetPosition(o2), dGeomGetRotation(o2),
                        side[1]);
}

/* Compares one random pair in one step with samples of it; counts those that met. */
static void compare_with_samples(uint64_t seed, int *met) {
  scene *s = scene_new(seed, SPACE_HASH);
  dBodyID body[2];
  dVector3 x[2], v[2], w[2];
  dQuaternion q[2];
  bool surely = false, perhaps = false;
  judge *j;

  for (int i = 0; i < 2; i++) {
    double thin = 0.2 * random_power_of_ten(&s->random, -1.5, 0);
    double side[2], place[2];
    random_numbers(&s->random, thin, 1, side, 2);
    random_numbers(&s->random, -0.3, 0.3, place, 2);
    body[i] = scene_box(s, thin, side[0], side[1], 0, 0, 0);
    put(body[i], i ? 0.7 : 0, place[0], place[1]);
    scene_turn(s, body[i]);
    scene_throw(s, body[i], random_uniform(&s->random, 0, 1), 6);
    dBodyCopyPosition(body[i], x[i]);
    dBodyCopyQuaternion(body[i], q[i]);
    for (int k = 0; k < 3; k++) v[i][k] = dBodyGetLinearVel(body[i])[k];
    for (int k = 0; k < 3; k++) w[i][k] = dBodyGetAngularVel(body[i])[k];
  }
  if (touching(s->geoms[0], s->geoms[1], 0.1)) {
    scene_free(s);
    return;
  }
  j = judge_of_scene(s);
  judge_frame_begins(j);
  judge_step_begins(j, 1);
  for (int i = 0; i < 2; i++) pose_in_step(x[i], q[i], v[i], w[i], 1, body[i]);
  judge_step_ends(j);
  judge_frame_ends(j);
  for (int sample = 0; sample <= SAMPLES; sample++) {
    for (int i = 0; i < 2; i++) pose_in_step(x[i], q[i], v[i], w[i], (double)sample / SAMPLES, body[i]);
    surely = surely || touching(s->geoms[0], s->geoms[1], 0.15);
    perhaps = perhaps || touching(s->geoms[0], s->geoms[1], 0.1);
  }
  if ((surely && judge_of_all(j)->met == 0) || (!perhaps && judge_of_all(j)->met > 0)) {
    fail_msg("seed %llu: surely %d, perhaps %d, met %ld", (unsigned long long)seed, surely, perhaps,
             judge_of_all(j)->met);
  }
  *met += (int)judge_of_all(j)->met;
  free_both(s, j);
}

static void what_it_sees_is_what_many_samples_see(void **state) {
  int count = repetitions(1000), met = 0;

  (void)state;
  for (int i = 0; i < count; i++) compare_with_samples(1000 + (uint64_t)i, &met);
  printf("# %d pairs from seed 1000, %d met\n", count, met);
  assert_true(met > count / 20 && met < count);
}

/* Needles that turn by a right angle and more in a step, past each other or through each other. */
static void a_needle_that_turns_through_a_plate_between_two_poses_is_seen(void **state) {
  for (int through = 0; through < 2; through++) {
    scene *s = scene_new(7, SPACE_HASH);
    dBodyID needle = scene_box(s, 0.5, 0.002, 0.002, 0, 0, 0);
    const dQuaternion turned = {0.1, 0, 0, (dReal)sqrt(0.99)}; /* 169 degrees: its ends change places */
    judge *j;

    (void)state;
    scene_static_box(s, 0.0001, 0.1, 0.1, 0, through ? 0.15 : 0.35, 0);
    j = judge_of_scene(s);
    judge_frame_begins(j);
    judge_step_begins(j, 1);
    dBodySetQuaternion(needle, turned);
    judge_step_ends(j);
    judge_frame_ends(j);
    assert_counts(j, through, 0);
    free_both(s, j);
  }
}

/* ------------------------------------------------------------------ with the library */

/* Puts a cube so deep into a wall, or into a larger cube, in parts of its side. Returns true if its core meets the
   other's for the judge, and writes whether it does for the library. */
static bool cores_meet_at(double depth, bool moving, bool *deep) {
  const double side = 0.1;
  scene *s = scene_new(3, SPACE_HASH);
  dBodyID cube = scene_box(s, side, side, side, -1, 0, 0);
  if (moving) scene_box(s, 0.4, 0.4, 0.4, 0.2, 0, 0);
  if (!moving) scene_static_box(s, 0.4, 0.4, 0.4, 0.2, 0, 0);
  judge *j = judge_of_scene(s);
  fake_frame(j, cube, side * (depth - 0.5), 0, 0);
  bool met = judge_of_all(j)->met > 0;
  dBodySetLinearVel(cube, -1, 0, 0);
  *deep = !stepping_frame((stepping){STEPPING_QMBOX, 1}, s, NULL).clean;
  free_both(s, j);
  return met;
}

/* If the library's allowance changes by a hundredth, or the judge's, this fails. */
static void its_cores_are_those_of_the_library(void **state) {
  bool deep;
  (void)state;
  for (int moving = 0; moving < 2; moving++) {
    assert_true(!cores_meet_at(0.2475, moving, &deep) && !deep);
    assert_true(cores_meet_at(0.2515, moving, &deep) && deep);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_that_a_step_takes_through_a_wall_is_seen),
      cmocka_unit_test(a_body_that_passes_beside_a_wall_is_not),
      cmocka_unit_test(bodies_that_bounce_and_come_to_rest_are_not),
      cmocka_unit_test(how_deep_a_body_is_in_a_wall_is_measured),
      cmocka_unit_test(a_body_that_is_put_back_to_the_wall_has_not_met_it),
      cmocka_unit_test(a_body_that_is_put_behind_the_wall_is_seen_wherever_that_is),
      cmocka_unit_test(a_body_that_was_put_back_has_gone_its_way_at_its_own_speed),
      cmocka_unit_test(a_body_that_catches_up_meets_what_the_others_were_then),
      cmocka_unit_test(a_step_that_is_taken_back_has_not_happened),
      cmocka_unit_test(a_pair_that_begins_within_each_other_counts_once_it_was_apart),
      cmocka_unit_test(pairs_that_must_not_collide_do_not_count),
      cmocka_unit_test(a_box_with_an_offset_is_where_its_body_swings_it),
      cmocka_unit_test(a_centre_goes_around_a_wall_or_through_it_on_its_arc),
      cmocka_unit_test(what_it_sees_is_what_many_samples_see),
      cmocka_unit_test(a_needle_that_turns_through_a_plate_between_two_poses_is_seen),
      cmocka_unit_test(its_cores_are_those_of_the_library),
  };

  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
