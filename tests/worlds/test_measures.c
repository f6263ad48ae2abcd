/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The measures of motion and of unions catch what they are there for: stepping functions that hold a body, slow
 * everything down, let bodies through, add energy, tear a joint or hold a kinematic body, and report that all is well.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "targets.h"
#include "unions.h"

enum { FRAMES = 90, HELD_BODY = 5, MOST = 256 };

/* How much of a body's way a step takes back. */
static const double ALL = 1, HALF = 0.5;

static const motion_options OPTIONS = {.frames = FRAMES, .with_twins = true};
static const stepping ONE = {STEPPING_PLAIN, 1};

static motion measure(stepping_function *step, const char *name) {
  const motion_kind *kind = motion_kind_named(name);

  assert_non_null(kind);
  return motion_by(step, kind, 1, ONE, &OPTIONS);
}

/* ------------------------------------------------------------------ steps that do wrong */

/* Steps by plain ODE and takes back a part of the way of each body that is chosen. */
static stepping_report hold(stepping how, scene *s, double part, bool (*chosen)(const scene *s, dBodyID body, int i)) {
  dReal before[MOST][3];
  stepping_report report;
  dQuaternion turn[MOST];

  assert_true(s->geom_count <= MOST);
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body) continue;
    memcpy(before[i], dBodyGetPosition(body), sizeof before[i]);
    memcpy(turn[i], dBodyGetQuaternion(body), sizeof turn[i]);
  }
  report = stepping_frame(how, s, NULL);
  report.clean = true;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body || !chosen(s, body, i)) continue;
    const dReal *x = dBodyGetPosition(body);
    dReal to[3];
    for (int k = 0; k < 3; k++) to[k] = x[k] + (dReal)part * (before[i][k] - x[k]);
    dBodySetPosition(body, to[0], to[1], to[2]);
    if (part == ALL) dBodySetQuaternion(body, turn[i]);
  }
  return report;
}

static bool is_fifth(const scene *s, dBodyID body, int i) {
  (void)s;
  (void)body;
  return i == HELD_BODY;
}

static bool is_any(const scene *s, dBodyID body, int i) {
  (void)s;
  (void)body;
  (void)i;
  return true;
}

static bool is_kinematic(const scene *s, dBodyID body, int i) {
  (void)s;
  (void)i;
  return dBodyIsKinematic(body);
}

static stepping_report hold_one(stepping how, scene *s, judge *j) {
  (void)j;
  return hold(how, s, ALL, is_fifth);
}

static stepping_report hold_half(stepping how, scene *s, judge *j) {
  (void)j;
  return hold(how, s, HALF, is_any);
}

static stepping_report hold_kinematic(stepping how, scene *s, judge *j) {
  (void)j;
  return hold(how, s, ALL, is_kinematic);
}

static stepping_report say_clean(stepping how, scene *s, judge *j) {
  stepping_report report = stepping_frame(how, s, j);

  report.clean = true;
  return report;
}

/* Makes all bodies faster. */
static stepping_report add_energy(stepping how, scene *s, judge *j) {
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body) continue;
    const dReal *v = dBodyGetLinearVel(body);
    dBodySetLinearVel(body, v[0] * (dReal)1.02, v[1] * (dReal)1.02, v[2] * (dReal)1.02);
  }
  return stepping_frame(how, s, j);
}

/* Moves one body by 5 cm after each step. */
static stepping_report tear(stepping how, scene *s, judge *j) {
  stepping_report report = stepping_frame(how, s, j);
  const dReal *x = dBodyGetPosition(s->actor[7]);

  dBodySetPosition(s->actor[7], x[0], x[1], x[2] + (dReal)0.05);
  return report;
}

/* ------------------------------------------------------------------ motion */

static void plain_ode_lacks_little_of_its_own_motion(void **state) {
  motion m = measure(say_clean, "30 books of 3 cm");

  (void)state;
  assert_int_equal(m.clean_frames, FRAMES);
  assert_int_equal(m.hanging, 0);
  assert_true(fabs(motion_lacking(&m.held) - motion_plain_lacking(&m.held)) < 1e-9);
  assert_true(m.held.row == m.held.plain_row && m.held.row < 10);
  assert_true(motion_lost(&m) <= 0);
}

static void a_body_that_is_held_in_the_air_is_stuck_and_hangs(void **state) {
  motion m = measure(hold_one, "30 books of 3 cm");

  (void)state;
  assert_true(m.held.row > FRAMES - 5 && m.missing.row > FRAMES - 5);
  assert_int_equal(m.held.body, HELD_BODY - 1); /* the first geom is the ground */
  assert_true(m.hanging >= 1 && m.dropped >= m.hanging);
}

static void bodies_that_go_half_of_their_way_lack_half(void **state) {
  motion m = measure(hold_half, "40 cubes bouncing");

  (void)state;
  assert_true(motion_lacking(&m.held) > 35 && motion_lacking(&m.held) < 60);
  assert_true(motion_plain_lacking(&m.held) < 5);
  assert_true(m.held.row < 3);
}

static void a_kinematic_body_that_waits_is_seen(void **state) {
  motion m = measure(hold_kinematic, "lift with two boxes"), good = measure(say_clean, "lift with two boxes");

  (void)state;
  assert_true(motion_kinematic_missing(&m) > 99);
  assert_true(motion_kinematic_missing(&good) < 1e-6);
}

static void energy_that_comes_from_nowhere_is_seen(void **state) {
  motion m = measure(add_energy, "40 cubes bouncing"), good = measure(say_clean, "40 cubes bouncing");

  (void)state;
  assert_true(m.rise > 0.5 * m.energy && m.rise > 10 * good.rise);
}

static void a_joint_that_is_torn_is_seen(void **state) {
  motion m = measure(tear, "chain of 20 swings at a post");

  (void)state;
  assert_true(m.torn > 0.04);
}

static void what_is_out_of_the_room_is_counted_and_how_far_it_reached(void **state) {
  motion m = measure(say_clean, "chain of 20 at 20 m/s, 1 mm walls");

  (void)state;
  assert_true(m.outside > 0); /* plain ODE loses it */
  assert_true(m.poking > 0.1);
}

/* ------------------------------------------------------------------ unions */

static void what_passes_through_a_union_with_clean_reports_is_counted(void **state) {
  union_choice leaking = {.kind = STEPPING_PLAIN, .step = say_clean};

  (void)state;
  for (int kind = 0; kind < UNION_KINDS; kind++) {
    union_sum sum = union_throws((union_kind)kind, &leaking, 1, 60);
    print_message("# %s: %ld of %ld\n", UNION_NAME[kind], sum.through_clean, sum.throws);
    assert_true(sum.through_clean > 6 && sum.through_clean == sum.through && sum.seed > 0);
  }
}

/* Stops everything: nothing is through, and nothing reaches out. */
static stepping_report hold_all(stepping how, scene *s, judge *j) {
  (void)j;
  return hold(how, s, ALL, is_any);
}

static void what_does_not_move_is_not_through(void **state) {
  union_choice holding = {.kind = STEPPING_PLAIN, .step = hold_all};

  (void)state;
  for (int kind = 0; kind < UNION_KINDS; kind++) {
    union_sum sum = union_throws((union_kind)kind, &holding, 1, 60);
    assert_true(sum.through == 0 && sum.tip <= 0);
  }
}

/* A body's reach along an axis is its AABB's. */
static void the_reach_of_a_shape_is_that_of_its_bounds(void **state) {
  (void)state;
  for (int seed = 1; seed <= 20; seed++) {
    for (int kind = 0; kind < SHAPE_KINDS; kind++) {
      scene *s = scene_new((uint64_t)seed, SPACE_HASH);
      double side[3] = {0.1, kind == SHAPE_CYLINDER || kind == SHAPE_CAPSULE ? 0.1 : 0.2, 0.3};
      dBodyID body = shape_body(s, (shape_kind)kind, side, 1000, 0, 0, 0);
      dReal aabb[6];
      scene_turn(s, body);
      dGeomGetAABB(dBodyGetFirstGeom(body), aabb);
      for (int k = 0; k < 6; k++) {
        double direction[3] = {0, 0, 0}, sign = k % 2 ? 1 : -1;
        direction[k / 2] = sign;
        double reach = shape_reach((shape_kind)kind, side, body, direction), bound = sign * (double)aabb[k];
        /* ODE bounds a cylinder by its box, and a trimesh in single precision. */
        assert_true(reach <= bound + 1e-6);
        if (kind != SHAPE_CYLINDER) assert_true(reach >= bound - 1e-6);
      }
      scene_free(s);
    }
  }
}

/* ------------------------------------------------------------------ targets */

static void every_entry_of_what_is_known_is_above_its_limit(void **state) {
  int entries = 0;

  (void)state;
  for (int i = 0; i < MOTION_LIST_COUNT; i++) {
    for (const motion_kind *k = MOTION_LISTS[i]; k->scene.name != NULL; k++) {
      for (int measured = 0; measured < MEASURE_KINDS; measured++) {
        double known = motion_known(k->scene.name, (measure_kind)measured);
        entries += known >= 0;
        if (known >= 0) assert_true(known > motion_limit(k, (measure_kind)measured));
      }
    }
  }
  assert_int_equal(entries, motion_known_count());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_ode_lacks_little_of_its_own_motion),
      cmocka_unit_test(a_body_that_is_held_in_the_air_is_stuck_and_hangs),
      cmocka_unit_test(bodies_that_go_half_of_their_way_lack_half),
      cmocka_unit_test(a_kinematic_body_that_waits_is_seen),
      cmocka_unit_test(energy_that_comes_from_nowhere_is_seen),
      cmocka_unit_test(a_joint_that_is_torn_is_seen),
      cmocka_unit_test(what_is_out_of_the_room_is_counted_and_how_far_it_reached),
      cmocka_unit_test(what_passes_through_a_union_with_clean_reports_is_counted),
      cmocka_unit_test(what_does_not_move_is_not_through),
      cmocka_unit_test(the_reach_of_a_shape_is_that_of_its_bounds),
      cmocka_unit_test(every_entry_of_what_is_known_is_above_its_limit),
  };

  dInitODE();
  stepping_silence();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("measures", tests, NULL, NULL);
}
