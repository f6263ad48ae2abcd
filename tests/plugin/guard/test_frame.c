/* SPDX-License-Identifier: BSD-3-Clause */

/* A frame of qmboxWorldSimulate() at its default options: bodies that it leaves alone, its reports and refusals.
   */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "joints.h"
#include "loop.h"
#include "own_shapes.h"

/* ------------------------------------------------------------------ undisturbed */

enum { STACKED = 5, FRAMES = 60 };

/* Builds a stack that settles and a chain that swings: nothing is so fast that cores could meet. */
static void build_slow(loop *l, dBodyID body[2 * STACKED]) {
  dRandSetSeed(7);
  dCreatePlane(l->space, 0, 0, 1, 0);
  for (int i = 0; i < STACKED; i++) {
    body[i] = add_box(l, 1, 1, 1, (dReal)(0.01 * i), 0, (dReal)(1.01 * i + 0.51));
    dBodySetAutoDisableFlag(body[i], 1);
  }
  for (int i = STACKED; i < 2 * STACKED; i++) {
    body[i] = add_box(l, (dReal)0.4, (dReal)0.1, (dReal)0.1, 5, 0, (dReal)(9 - 0.5 * (i - STACKED)));
    dBodyID above = i > STACKED ? body[i - 1] : 0;
    dJointSetHingeAxis(join_by_hinge(l->world, body[i], above, 5, 0, 9.25 - 0.5 * (i - STACKED)), 0, 1, 0);
    dBodySetLinearVel(body[i], (dReal)0.1, 0, 0);
    dBodySetDamping(body[i], (dReal)0.01, (dReal)0.02);
    if (i % 2) dBodySetFiniteRotationMode(body[i], 1);
  }
}

static void plain_parts(loop *l, dReal h) {
  int parts = l->options.parts ? l->options.parts : 1;
  for (int k = 0; k < parts; k++) plain_frame(l, h / (dReal)parts);
}

static void a_frame_in_which_no_cores_meet_is_odes_own_to_the_bit(void **state) {
  (void)state;
  for (int n = 0; n < 4 * SPACE_KINDS; n++) {
    dReal pose[2][2 * STACKED][13];
    for (int guarded = 0; guarded < 2; guarded++) {
      loop *l = make_loop(n % SPACE_KINDS);
      dBodyID body[2 * STACKED];
      build_slow(l, body);
      l->options.stepper = n % 2 ? dWorldStep : dWorldQuickStep;
      l->options.parts = n % 4 / 2 ? 4 : 0;
      for (int i = 0; i < FRAMES; i++) {
        if (!guarded) {
          plain_parts(l, (dReal)0.01);
          continue;
        }
        qmboxSimulateReport report = frame(l, (dReal)0.01);
        assert_true(report.stops == 0 && report.heldBodies == 0 && report.unguarded == 0 && report.lostTime == 0);
        assert_int_equal(report.subSteps, l->options.parts ? 4 : 1);
      }
      for (int i = 0; i < 2 * STACKED; i++) {
        memcpy(&pose[guarded][i][0], dBodyGetPosition(body[i]), 3 * sizeof(dReal));
        memcpy(&pose[guarded][i][3], dBodyGetQuaternion(body[i]), 4 * sizeof(dReal));
        memcpy(&pose[guarded][i][7], dBodyGetLinearVel(body[i]), 3 * sizeof(dReal));
        memcpy(&pose[guarded][i][10], dBodyGetAngularVel(body[i]), 3 * sizeof(dReal));
      }
      free_loop(l);
    }
    assert_memory_equal(pose[0], pose[1], sizeof pose[0]);
  }
}

/* A box that turns through what its callback refuses or ODE does not let collide. */
typedef enum ghost { GHOST_REFUSED, GHOST_BITS, GHOST_ABSENT } ghost;

static void fly_through(ghost how, dReal pose[7], int *refused) {
  loop *l = make_loop(SPACE_HASH);
  dBodyID body = add_box(l, 1, (dReal)0.5, (dReal)0.3, 0, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  l->refused = 4;
  if (how != GHOST_ABSENT) {
    dGeomID wall = add_tile(l, (dReal)0.01, 4, 4, 3, 0, 0);
    dGeomSetCategoryBits(wall, how == GHOST_REFUSED ? 4 : 8);
    if (how == GHOST_BITS) {
      dGeomSetCollideBits(wall, 8);
      dGeomSetCategoryBits(dBodyGetFirstGeom(body), 1);
      dGeomSetCollideBits(dBodyGetFirstGeom(body), 1);
    }
  }
  dBodySetLinearVel(body, 37, 0, 0);
  dBodySetAngularVel(body, 7, 11, 13);
  for (int i = 0; i < 30; i++) {
    qmboxSimulateReport report = frame(l, (dReal)(1.0 / 60));
    *refused += report.refusedPairs;
    assert_true(report.stops == 0 && report.lostTime == 0 && report.unguarded == 0);
  }
  memcpy(pose, dBodyGetPosition(body), 3 * sizeof(dReal));
  memcpy(pose + 3, dBodyGetQuaternion(body), 4 * sizeof(dReal));
  free_loop(l);
}

static void what_is_refused_passes_through_and_loses_nothing_to_the_bit(void **state) {
  (void)state;
  dReal pose[3][7];
  int refused[3] = {0};
  for (int how = 0; how < 3; how++) fly_through((ghost)how, pose[how], &refused[how]);
  assert_true(refused[GHOST_REFUSED] > 0);
  assert_int_equal(refused[GHOST_BITS] + refused[GHOST_ABSENT], 0);
  assert_memory_equal(pose[GHOST_BITS], pose[GHOST_ABSENT], sizeof pose[0]);
  assert_memory_equal(pose[GHOST_REFUSED], pose[GHOST_ABSENT], sizeof pose[0]);
}

/* A sledge slides on the ground through a sensor: contact joints hold it to the ground, not to the sensor. */
static void a_sensor_does_not_stop_what_slides_on_the_ground(void **state) {
  (void)state;
  double reached[2];
  for (int sensor = 0; sensor < 2; sensor++) {
    loop *l = make_loop(SPACE_HASH);
    l->friction = 0;
    l->refused = 4;
    dGeomSetCategoryBits(dCreatePlane(l->space, 0, 0, 1, 0), 1);
    dBodyID sledge = add_box(l, 1, (dReal)0.5, (dReal)0.2, 0, 0, (dReal)0.1);
    dGeomSetCategoryBits(dBodyGetFirstGeom(sledge), 1);
    if (sensor) dGeomSetCategoryBits(add_tile(l, 2, 4, 4, 4, 0, 2), 4);
    dBodySetLinearVel(sledge, 20, 0, 0);
    for (int i = 0; i < 60; i++) {
      qmboxSimulateReport report = frame(l, (dReal)(1.0 / 60));
      if (report.unguarded || report.stops)
        print_message("# frame %d, at %g: unguarded %u, %d stops, lost %g\n", i, (double)dBodyGetPosition(sledge)[0],
                      report.unguarded, report.stops, (double)report.lostTime);
    }
    reached[sensor] = (double)dBodyGetPosition(sledge)[0];
    free_loop(l);
  }
  assert_true(fabs(reached[1] - reached[0]) < 1e-6);
}

/* ------------------------------------------------------------------ forces */

static void forces_act_over_the_whole_frame_however_many_parts_it_has(void **state) {
  (void)state;
  for (int parts = 1; parts <= 4; parts++) {
    loop *l = make_loop(SPACE_SIMPLE);
    dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
    dWorldSetGravity(l->world, 0, 0, 0);
    l->options.parts = parts;
    dBodyAddForce(body, 0, 700, 0);
    frame(l, (dReal)0.01);
    if (!(fabs((double)dBodyGetLinearVel(body)[1] - 0.007) < 1e-9))
      fail_msg("in %d parts: %g", parts, (double)dBodyGetLinearVel(body)[1]);
    free_loop(l);
  }
}

/* ------------------------------------------------------------------ what is stopped */

static void a_bullet_waits_at_the_wall_and_is_thrown_back(void **state) {
  (void)state;
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  l->bounce = 1;
  add_tile(l, (dReal)0.001, 1, 1, 2, 0, 0);
  dBodySetLinearVel(bullet, 500, 0, 0);
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  assert_int_equal(report.stops, 1);
  assert_int_equal(report.heldBodies, 1);
  assert_true(l->held == 1 && l->lastHeld == bullet);
  assert_true(fabs(l->lost - (double)report.lostTime) < 1e-12 && report.longestLost == report.lostTime);
  /* it goes from 0 to 1.9895 at 500 m/s; at most a quarter of a millimetre of the way is into each other */
  assert_true(fabs(0.01 - l->lost - 1.9895 / 500) < 0.0005 / 500);
  assert_true(report.unguarded == 0 && report.advanced == (dReal)0.01);
  frame(l, (dReal)0.01);
  assert_true((double)dBodyGetLinearVel(bullet)[0] < -490);
  free_loop(l);
}

/* Makes a frame in this many parts, in which a bullet waits at a wall this far away and others fly.  Returns how many
   are advised, and writes which part of a part the bullet has lost at most. */
static int advised_after(int parts, double distance, int others, double *lost) {
  static const double LENGTH = 0.01;
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  add_tile(l, (dReal)0.001, 1, 1, (dReal)distance, 0, 0);
  dBodySetLinearVel(bullet, 500, 0, 0);
  for (int i = 0; i < others; i++) {
    dBodySetLinearVel(add_box(l, 1, 1, 1, 0, (dReal)(10 + 2 * i), 0), 1, 0, 0);
    add_box(l, 1, 1, 1, 0, 0, (dReal)(10 + 2 * i)); /* which stands still, and does not count */
  }
  l->options.parts = parts;
  qmboxSimulateReport report = frame(l, (dReal)LENGTH);
  *lost = (double)report.longestLost * (parts > 0 ? parts : 1) / LENGTH;
  free_loop(l);
  return report.advisedParts;
}

static void parts_are_advised_by_the_body_that_loses_most(void **state) {
  static const int PARTS[] = {0, 1, 2, 3, 7, 8, 9, 40};
  int more = 0, same = 0, fewer = 0;
  (void)state;
  for (int k = 0; k < 8; k++) {
    for (int n = 0; n < 30; n++) {
      double lost;
      int parts = PARTS[k] > 0 ? PARTS[k] : 1, advised = advised_after(PARTS[k], 0.3 + 0.2 * n, n % 3 * 40, &lost);
      int expected = lost > 0.5 ? (parts < 8 ? parts + 1 : parts) : lost > 0.25 || parts == 1 ? parts : parts - 1;
      if (advised != expected) fail_msg("after %d parts, of one of which %g was lost: %d", parts, lost, advised);
      more += advised > parts;
      same += advised == parts;
      fewer += advised < parts;
    }
  }
  assert_true(more > 5 && same > 5 && fewer > 5);
}

static void where_nothing_moves_fewer_parts_are_advised_and_a_refused_frame_advises_none(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyDisable(add_box(l, 1, 1, 1, 0, 0, 0));
  l->options.parts = 3;
  assert_int_equal(frame(l, (dReal)0.01).advisedParts, 2);
  qmboxSimulateReport report = {.advisedParts = 5};
  assert_true(qmboxWorldSimulate(0, l->space, (dReal)0.01, &l->options, &report) == 0);
  assert_int_equal(report.advisedParts, 0);
  free_loop(l);
}

static void every_stop_is_told_with_its_pair_and_its_time(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID bullet = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, 0, 0);
  dGeomID wall = add_tile(l, (dReal)0.001, 1, 1, 2, 0, 0), geom = dBodyGetFirstGeom(bullet);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(bullet, 500, 0, 0);
  assert_int_equal(frame(l, (dReal)0.01).stops, 1);
  assert_int_equal(l->stops, 1);
  assert_true((l->last.g1 == wall && l->last.g2 == geom) || (l->last.g2 == wall && l->last.g1 == geom));
  assert_true(fabs(l->last.time - 1.9895 / 500) < 0.0005 / 500);
  free_loop(l);
}

static void linkages_wait_together(void **state) {
  (void)state;
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  dBodyID link[5], other = add_box(l, 1, 1, 1, 0, 50, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  for (int i = 0; i < 5; i++) {
    /* the one in the middle has no geom */
    link[i] = i == 2 ? dBodyCreate(l->world) : add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, 0);
    dBodySetPosition(link[i], (dReal)(-0.3 * i), 0, 0);
    dBodySetLinearVel(link[i], 100, 0, 0);
    if (i > 0) (void)join_by_ball(l->world, link[i - 1], link[i], 0.15 - 0.3 * i, 0, 0);
  }
  dBodySetLinearVel(other, 100, 0, 0);
  add_tile(l, (dReal)0.001, 2, 2, 1, 0, 0);
  qmboxSimulateReport report = frame(l, (dReal)0.05);
  assert_int_equal(report.heldBodies, 5);
  assert_true(fabs((double)report.lostTime - 5 * (double)report.longestLost) < 1e-9);
  for (int i = 0; i < 5; i++) {
    double x = (double)dBodyGetPosition(link[i])[0];
    if (!(fabs(x - (double)dBodyGetPosition(link[0])[0] + 0.3 * i) < 1e-9)) fail_msg("link %d at %g", i, x);
  }
  assert_true(fabs((double)dBodyGetPosition(other)[0] - 5) < 1e-9);
  free_loop(l);
}

static void a_sleeping_body_is_woken_by_what_hits_it(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID hit = add_box(l, 1, 1, (dReal)0.01, 3, 0, 0), far = add_box(l, 1, 1, 1, 3, 0, 10);
  dBodyID bullet = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 3, 0, 5);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodyDisable(hit);
  dBodyDisable(far);
  dBodySetLinearVel(bullet, 0, 0, -500);
  for (int i = 0; i < 5; i++) {
    frame(l, (dReal)0.01);
    assert_true(dBodyGetPosition(bullet)[2] > dBodyGetPosition(hit)[2]);
  }
  assert_true(dBodyIsEnabled(hit) && (double)dBodyGetLinearVel(hit)[2] < -1);
  assert_false(dBodyIsEnabled(far));
  assert_true(dBodyGetPosition(far)[2] == 10 && dBodyGetLinearVel(far)[2] == 0);
  free_loop(l);
}

static void a_pair_that_begins_deep_in_each_other_is_reported(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dCreatePlane(l->space, 0, 0, 1, 0);
  add_box(l, 1, 1, 1, 0, 0, (dReal)0.1);
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  assert_int_equal(report.deepPairs, 1);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_DEEP);
  /* contact joints push it out, and then the report is clean again */
  for (int i = 0; i < 500; i++) report = frame(l, (dReal)0.01);
  assert_int_equal(report.unguarded, 0);
  free_loop(l);
}

static void shapes_that_are_not_guarded_are_reported(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dGeomID unknown = unknown_shape(l->space, 0, 0, 0);
  dBodyID body = add_box(l, 1, 1, 1, 10, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  assert_int_equal(frame(l, (dReal)0.01).unguarded, 0);
  dBodySetLinearVel(body, -100, 0, 0);
  dGeomDisable(unknown); /* it is no part of the world */
  assert_int_equal(frame(l, (dReal)0.01).unguarded, 0);
  dGeomEnable(unknown);
  dBodySetPosition(body, 3, 0, 0);
  qmboxSimulateReport report = frame(l, (dReal)0.1);
  assert_int_equal(report.unguarded, QMBOX_UNGUARDED_SHAPE);
  assert_int_equal(report.unguardedPairs, 1);
  free_loop(l);
}

static void geoms_may_come_and_go_between_frames(void **state) {
  (void)state;
  random_source source = seeded("coming and going", 0xc0);
  loop *l = make_loop(SPACE_HASH);
  dBodyID body[8] = {0};
  add_tile(l, 30, 30, (dReal)0.001, 0, 0, 0);
  for (int i = 0; i < 400; i++) {
    int k = (int)uniform(&source, 0, 8);
    if (body[k]) {
      dGeomDestroy(dBodyGetFirstGeom(body[k]));
      dBodyDestroy(body[k]);
    }
    dReal x = uniform(&source, -5, 5), y = uniform(&source, -5, 5);
    body[k] = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.02, x, y, 2);
    dBodySetLinearVel(body[k], 0, 0, -100);
    frame(l, (dReal)(1.0 / 60));
    for (int n = 0; n < 8; n++) assert_true(!body[n] || dBodyGetPosition(body[n])[2] > 0);
  }
  free_loop(l);
}

/* ------------------------------------------------------------------ bad input */

static char said[256];

static void keep_message(int number, const char *format, va_list arguments) {
  (void)number;
  vsnprintf(said, sizeof said, format, arguments);
}

/* Checks that a frame is refused, with a message that has this word. */
static void refused(dWorldID world, dSpaceID space, double h, const qmboxSimulateOptions *options, const char *word) {
  qmboxSimulateReport report;
  said[0] = 0;
  assert_true(qmboxWorldSimulate(world, space, (dReal)h, options, &report) == 0);
  if (!strstr(said, "qmboxWorldSimulate") || !strstr(said, word)) fail_msg("\"%s\" lacks \"%s\"", said, word);
  assert_true(report.advanced == 0 && report.subSteps == 0);
  said[0] = 0;
  assert_true(qmboxWorldSimulate(world, space, (dReal)h, options, 0) == 0 && said[0]);
}

static void bad_input_is_refused_with_a_message_and_no_step(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  qmboxSimulateOptions o;
  dBodySetLinearVel(body, 1, 2, 3);
  dSetMessageHandler(keep_message);
  refused(0, l->space, 1, &l->options, "world");
  refused(l->world, 0, 1, &l->options, "space");
  refused(l->world, (dSpaceID)dBodyGetFirstGeom(body), 1, &l->options, "space");
  static const double bad[] = {0, -1, -HUGE_VAL, HUGE_VAL, NAN};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(l->world, l->space, bad[i], &l->options, "h is");
  refused(l->world, l->space, 1, 0, "options");
  o = l->options;
  o.size = 0;
  refused(l->world, l->space, 1, &o, "size");
  o = l->options;
  o.size = sizeof o - 8; /* an older version had this size */
  refused(l->world, l->space, 1, &o, "size");
  o = l->options;
  o.nearCallback = 0;
  refused(l->world, l->space, 1, &o, "near");
  o = l->options;
  o.parts = -1;
  refused(l->world, l->space, 1, &o, "parts");
  o = l->options;
  o.continuity = (qmboxContinuity)17;
  refused(l->world, l->space, 1, &o, "continuity");
  o = l->options;
  o.continuity = (qmboxContinuity)-1;
  refused(l->world, l->space, 1, &o, "continuity");
  assert_true(dBodyGetPosition(body)[0] == 0 && dBodyGetLinearVel(body)[2] == 3);
  catch_messages();
  frame(l, 1);
  free_loop(l);
}

/* A cube on the ground, frames without options.contacts: with a group that the program empties there is no message; as
   soon as joints stay there is one, and no more.  The joints' data stays the program's. */
static void contact_joints_that_stay_are_reported_once(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dCreatePlane(l->space, 0, 0, 1, 0);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, (dReal)0.5);
  l->options.contacts = 0;
  for (int i = 0; i < 3; i++) {
    (void)frame(l, (dReal)0.01);
    assert_true(dBodyGetNumJoints(body) > 0);
    for (int k = 0; k < dBodyGetNumJoints(body); k++) assert_null(dJointGetData(dBodyGetJoint(body, k)));
    dJointGroupEmpty(l->contacts);
  }
  assert_int_equal(messages(), 0);
  (void)frame(l, (dReal)0.01);
  assert_int_equal(messages(), 0);
  dSetMessageHandler(keep_message);
  said[0] = 0;
  (void)frame(l, (dReal)0.01);
  assert_non_null(strstr(said, "options->contacts is null, and there are contact joints before the frame makes any"));
  catch_messages();
  (void)frame(l, (dReal)0.01);
  assert_int_equal(messages(), 0);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_frame_in_which_no_cores_meet_is_odes_own_to_the_bit),
      CASE(what_is_refused_passes_through_and_loses_nothing_to_the_bit),
      CASE(a_sensor_does_not_stop_what_slides_on_the_ground),
      CASE(forces_act_over_the_whole_frame_however_many_parts_it_has),
      CASE(a_bullet_waits_at_the_wall_and_is_thrown_back),
      CASE(parts_are_advised_by_the_body_that_loses_most),
      CASE(where_nothing_moves_fewer_parts_are_advised_and_a_refused_frame_advises_none),
      CASE(every_stop_is_told_with_its_pair_and_its_time),
      CASE(linkages_wait_together),
      CASE(a_sleeping_body_is_woken_by_what_hits_it),
      CASE(a_pair_that_begins_deep_in_each_other_is_reported),
      CASE(shapes_that_are_not_guarded_are_reported),
      CASE(geoms_may_come_and_go_between_frames),
      CASE(bad_input_is_refused_with_a_message_and_no_step),
      CASE(contact_joints_that_stay_are_reported_once),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
