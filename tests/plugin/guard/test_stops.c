/* SPDX-License-Identifier: BSD-3-Clause */

/* Which of the two bodies of a pair wait, and from when, and what becomes of their speed. */

#include <math.h>
#include <string.h>

#include "extent.h"
#include "joints.h"
#include "loop.h"

/* How deep two cubes of 0.1 overlap when their cores meet, or one and a fixed body. */
static const double CORE = JUDGED_ALLOWANCE * 0.1;

/* Lets two cubes of 0.1 fly at each other for a frame of 0.01, the first from the origin at one speed and the second
   from 0.5 away at another. */
static qmboxSimulateReport fly_at_each_other(double speed1, double speed2, dReal place[2]) {
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  dBodyID cube[2];
  dWorldSetGravity(l->world, 0, 0, 0);
  for (int k = 0; k < 2; k++) {
    cube[k] = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(0.5 * k), 0, 0);
    dBodySetLinearVel(cube[k], (dReal)(k ? -speed2 : speed1), 0, 0);
  }
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  for (int k = 0; k < 2; k++) place[k] = dBodyGetPosition(cube[k])[0];
  free_loop(l);
  return report;
}

static void two_that_are_equally_fast_wait_where_they_meet(void **state) {
  dReal place[2];
  (void)state;
  qmboxSimulateReport report = fly_at_each_other(100, 100, place);
  assert_true(report.stops == 1 && report.heldBodies == 2);
  /* they overlap by less than their allowances */
  double apart = (double)(place[1] - place[0]), middle = 0.5 * (double)(place[1] + place[0]);
  assert_true(apart > 0.1 - CORE && apart < 0.1 && fabs(middle - 0.25) < 1e-3);
  assert_true(fabs((double)report.lostTime - 2 * (0.01 - (0.5 - apart) / 200)) < 1e-6);
}

static void one_that_is_much_slower_does_not_wait(void **state) {
  dReal place[2];
  (void)state;
  qmboxSimulateReport report = fly_at_each_other(200, 1, place);
  assert_true(report.stops == 1 && report.heldBodies == 1);
  assert_true(fabs((double)place[1] - 0.49) < 1e-6);
  report = fly_at_each_other(1, 200, place);
  assert_true(report.stops == 1 && report.heldBodies == 1);
  assert_true(fabs((double)place[0] - 0.01) < 1e-6);
}

/* Lets a ball, a capsule or a box fly after a wall that recedes, for half a second at most. Returns its speed along the
   wall's normal when it is no longer nearing it, or at the end. */
static double chase(loop *l, int shape, double receding, bool kinematic) {
  const dReal h = (dReal)(1.0 / 30), small = (dReal)0.01;
  dBodyID wall = add_box(l, (dReal)0.1, 4, 4, 1, 0, 0), body = add_box(l, small, small, small, 0, (dReal)0.03, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  l->bounce = 1;
  if (kinematic) dBodySetKinematic(wall);
  dBodySetLinearVel(wall, (dReal)receding, 0, (dReal)-receding);
  dBodySetLinearVel(body, 50, 20, 0);
  dBodySetAngularVel(body, 3, 2, 1);
  if (shape < 2) {
    dGeomDestroy(dBodyGetFirstGeom(body));
    dGeomSetBody(shape ? dCreateCapsule(l->space, small, small) : dCreateSphere(l->space, small), body);
  }
  for (int i = 0; i < 15 && (double)dBodyGetLinearVel(body)[0] > receding; i++) assert_true(frame(l, h).unguarded == 0);
  return (double)dBodyGetLinearVel(body)[0];
}

/* Something fast that has hit something slow, which goes on away from it, is in contact with it after the step: it
   bounces, and does not follow it at full speed without any contact. */
static void what_chases_a_receding_wall_bounces(void **state) {
  static const double SPEED[] = {0.02, 0.1, 0.5, 2, 8};
  (void)state;
  for (int i = 0; i < 5 * 3 * 2 * 2; i++) {
    loop *l = i % 2 ? make_waiting_loop(SPACE_SIMPLE) : make_loop(SPACE_SIMPLE);
    double receding = SPEED[i / 12], speed = chase(l, i / 4 % 3, receding, i / 2 % 2);
    if (!(speed < receding)) fail_msg("case %d: %g m/s behind a wall of %g m/s", i, speed, receding);
    free_loop(l);
  }
}

/* Lets a wall go along itself by 1 in a frame, and cubes of 0.1 fly at it, whose cores would meet its core one after
   the other from the middle of the frame on; the later one does so, the slower it is, and the earlier it touches the
   wall. Returns how far the wall has gone. */
static double stop_wall(int cubes) {
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  const double h = 0.01;
  dBodyID wall = add_box(l, (dReal)0.2, 20, 1, (dReal)-0.1, 0, 0);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(wall, 0, 100, 0);
  for (int k = 0; k < cubes; k++) {
    double speed = CORE / (0.05 * (k + 1) * h), gap = speed * (0.5 + 0.001 * k) * h - CORE;
    dBodyID cube = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(0.05 + gap), k - 4, 0);
    dBodySetLinearVel(cube, (dReal)-speed, 0, 0);
  }
  qmboxSimulateReport report = frame(l, (dReal)h);
  assert_int_equal(report.stops, cubes);
  double went = (double)dBodyGetPosition(wall)[1];
  free_loop(l);
  return went;
}

static void a_body_that_has_been_stopped_eight_times_stops_where_it_started(void **state) {
  (void)state;
  for (int cubes = 1; cubes <= 8; cubes++) {
    double part = stop_wall(cubes);
    assert_true(fabs(part - (0.5 - 0.05 * cubes)) < 0.02);
  }
  assert_true(stop_wall(9) == 0);
}

/* ------------------------------------------------------------------ wedged in */

/* A cube of 0.1 that is in a kinematic plate by a part of the way to their cores, and another one above it that goes
   along with it; the first's way, the plate's speed, and the joint between the two. */
typedef struct wedge {
  double level;
  dVector3 speed;
  double lifted;
  bool joined, carried; /* by a hinge; the other one is kinematic */
} wedge;

/* The two after a frame. */
typedef struct wedged {
  double went[2];    /* along x, and up */
  dVector3 speed[2]; /* of the cube, and of the other one */
} wedged;

static bool late; /* contact joints are made only after the step: so nothing keeps the cube away from the plate */
static dNearCallback *usual_near;

static void late_near(void *data, dGeomID o1, dGeomID o2) {
  if (late) usual_near(data, o1, o2);
}

static int step_before_contacts(dWorldID world, dReal h) {
  late = true;
  return dWorldStep(world, h);
}

static wedged wedge_in(const wedge *w) {
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  dBodyID plate = add_box(l, 4, 4, 1, 0, 0, (dReal)-0.5), body[2];
  wedged end;
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetKinematic(plate);
  dBodySetLinearVel(plate, 0, 0, (dReal)w->lifted);
  for (int k = 0; k < 2; k++) {
    body[k] = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, 0, 0, (dReal)(0.05 - CORE * w->level + 0.5 * k));
    dBodySetLinearVel(body[k], w->speed[0], w->speed[1], w->speed[2]);
  }
  if (w->carried) dBodySetKinematic(body[1]);
  if (w->joined) (void)join_by_hinge(l->world, body[0], body[1], 0, 0, 0.25);
  dVector3 start;
  memcpy(start, dBodyGetPosition(body[0]), sizeof start);
  late = false;
  usual_near = l->options.nearCallback;
  l->options.nearCallback = late_near;
  l->options.stepper = step_before_contacts;
  qmboxSimulateReport report;
  assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)0.01, &l->options, &report) > 0);
  assert_true(report.stops > 0 && report.unguarded == 0);
  for (int i = 0; i < 2; i++) end.went[i] = (double)(dBodyGetPosition(body[0])[2 * i] - start[2 * i]);
  for (int k = 0; k < 2; k++) memcpy(end.speed[k], dBodyGetLinearVel(body[k]), sizeof end.speed[k]);
  free_loop(l);
  return end;
}

static bool goes_at(const dVector3 speed, double along) {
  return fabs((double)speed[0] - along) < 1e-3;
}

/* A cube that slides along a plate that comes up is wedged in: it goes half as fast after the frame, and one that it is
   joined to does, too. */
static void what_is_wedged_in_loses_half_of_its_speed_with_all_that_it_is_joined_to(void **state) {
  (void)state;
  wedged alone = wedge_in(&(wedge){.level = 0.95, .speed = {10}, .lifted = 1});
  assert_true(alone.went[0] == 0 && alone.went[1] == 0);
  assert_true(goes_at(alone.speed[0], 5) && goes_at(alone.speed[1], 10));
  wedged joined = wedge_in(&(wedge){.level = 0.95, .speed = {10}, .lifted = 1, .joined = true});
  assert_true(joined.went[0] == 0 && joined.went[1] == 0);
  assert_true(goes_at(joined.speed[0], 5) && goes_at(joined.speed[1], 5));
}

static void what_hits_head_on_or_is_carried_keeps_its_speed(void **state) {
  (void)state;
  for (int joined = 0; joined < 2; joined++) {
    wedged hits = wedge_in(&(wedge){.level = 0.95, .speed = {1, 0, (dReal)-0.5}, .joined = joined});
    assert_true(hits.went[0] == 0 && goes_at(hits.speed[0], 1) && goes_at(hits.speed[1], 1));
    assert_true((double)hits.speed[0][2] > 0);
  }
  wedged carried = wedge_in(&(wedge){.level = 0.95, .speed = {10}, .lifted = 1, .joined = true, .carried = true});
  assert_true(carried.went[0] == 0 && goes_at(carried.speed[0], 10) && goes_at(carried.speed[1], 10));
}

/* A cube that is nearly at the cores stays where it started, one that is not goes on to the level between. */
static void only_what_is_pressed_waits_from_the_start(void **state) {
  (void)state;
  wedged pressed = wedge_in(&(wedge){.level = 0.91, .speed = {2, 0, -1}});
  assert_true(pressed.went[0] == 0 && pressed.went[1] == 0);
  wedged other = wedge_in(&(wedge){.level = 0.89, .speed = {2, 0, -1}});
  assert_true(fabs(other.went[1] + CORE * 0.055) < 1e-4 && other.went[0] > 1.9 * CORE * 0.055);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(two_that_are_equally_fast_wait_where_they_meet),
      CASE(one_that_is_much_slower_does_not_wait),
      CASE(what_chases_a_receding_wall_bounces),
      CASE(a_body_that_has_been_stopped_eight_times_stops_where_it_started),
      CASE(what_is_wedged_in_loses_half_of_its_speed_with_all_that_it_is_joined_to),
      CASE(what_hits_head_on_or_is_carried_keeps_its_speed),
      CASE(only_what_is_pressed_waits_from_the_start),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
