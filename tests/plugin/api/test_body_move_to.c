/* SPDX-License-Identifier: BSD-3-Clause */

/* qmboxBodyMoveTo(): the body arrives; a platform keeps what stands on it, a door pushes what stands in its way. */

#include <math.h>
#include <string.h>

#include "fixture.h"

typedef struct stage {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  qmboxSimulateOptions options;
} stage;

static void near(void *data, dGeomID o1, dGeomID o2) {
  stage *s = data;
  dContact contact[8];
  int count = dCollide(o1, o2, 8, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = (dReal)0.8;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static void make_stage(stage *s, int parts) {
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = dHashSpaceCreate(0);
  s->contacts = dJointGroupCreate(0);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->options.size = sizeof s->options;
  s->options.nearCallback = near;
  s->options.nearData = s;
  s->options.contacts = s->contacts;
  s->options.parts = parts;
}

static void free_stage(stage *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static dBodyID add_box(stage *s, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z) {
  dBodyID body = dBodyCreate(s->world);
  dMass mass;
  dMassSetBox(&mass, 1000, lx, ly, lz);
  dBodySetMass(body, &mass);
  dGeomSetBody(dCreateBox(s->space, lx, ly, lz), body);
  dBodySetPosition(body, x, y, z);
  return body;
}

static double quaternion_distance(const dReal *a, const dReal *b) {
  double minus = 0, plus = 0;
  for (int i = 0; i < 4; i++) {
    minus += (double)((a[i] - b[i]) * (a[i] - b[i]));
    plus += (double)((a[i] + b[i]) * (a[i] + b[i]));
  }
  return sqrt(fmin(minus, plus));
}

/* In both rotation modes, with a finite rotation axis or without, after 1, 4 and 10 parts, wherever it comes from; the
   quaternion need not be a unit one. */
static void the_body_arrives(void **state) {
  const int PARTS[] = {1, 4, 10};
  random_source r = seeded("arrives", 1);
  (void)state;
  for (int i = 0; i < 300 * soak(); i++) {
    stage s;
    int parts = PARTS[i % 3];
    make_stage(&s, parts);
    dBodyID body = add_box(&s, 1, 1, 1, 0, 0, 0);
    dVector3 x;
    dQuaternion q, unit;
    dReal h = uniform(&r, 0.004, 1), scale = log_uniform(&r, 0.1, 10);
    random_quaternion(&r, q);
    dBodySetQuaternion(body, q);
    random_vector(&r, 100, x);
    dBodySetPosition(body, x[0], x[1], x[2]);
    dBodySetKinematic(body);
    dBodySetFiniteRotationMode(body, i % 2);
    random_vector(&r, 1, x);
    if (i % 4 > 1) dBodySetFiniteRotationAxis(body, x[0], x[1], x[2]);
    random_vector(&r, 100, x);
    random_quaternion(&r, unit);
    for (int k = 0; k < 4; k++) q[k] = scale * unit[k];
    assert_int_equal(qmboxBodyMoveTo(body, x, q, h, parts), 1);
    qmboxSimulateReport report;
    assert_true(qmboxWorldSimulate(s.world, s.space, h, &s.options, &report) == h);
    for (int k = 0; k < 3; k++) assert_true(fabs((double)(dBodyGetPosition(body)[k] - x[k])) < 1e-12 * 100);
    assert_true(quaternion_distance(dBodyGetQuaternion(body), unit) < 1e-7);
    free_stage(&s);
  }
}

/* Puts nine boxes on a thin plate that goes up and down and along by up to `step` in a frame. */
static void ride(int parts, double step, int finite) {
  stage s;
  dBodyID rider[9], plate;
  make_stage(&s, parts);
  plate = add_box(&s, 2, 2, (dReal)0.01, 0, 0, 0);
  dBodySetKinematic(plate);
  dBodySetFiniteRotationMode(plate, finite);
  for (int i = 0; i < 9; i++) {
    rider[i] = add_box(&s, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(0.3 * (i % 3 - 1)), (dReal)(0.3 * (i / 3 - 1)),
                       (dReal)0.055);
  }
  for (int frame = 1; frame <= 120; frame++) {
    double angle = 0.3 * sin(frame * 0.02);
    const dReal at[3] = {0, 0, (dReal)(step * frame)};
    const dReal turned[4] = {(dReal)cos(angle / 2), 0, 0, (dReal)sin(angle / 2)};
    qmboxSimulateReport report;
    assert_int_equal(qmboxBodyMoveTo(plate, at, turned, (dReal)(1.0 / 60), parts), 1);
    assert_true(qmboxWorldSimulate(s.world, s.space, (dReal)(1.0 / 60), &s.options, &report) > 0);
    assert_int_equal(report.unguarded, 0);
    for (int i = 0; i < 9; i++) assert_true(dBodyGetPosition(rider[i])[2] > dBodyGetPosition(plate)[2]);
  }
  assert_true(dBodyGetPosition(plate)[2] > (dReal)(0.5 * step * 120)); /* it was not held up all the time */
  free_stage(&s);
}

static void a_platform_loses_none(void **state) {
  (void)state;
  for (int finite = 0; finite < 2; finite++) {
    ride(1, 0.01, finite);
    ride(1, 0.1, finite);
    ride(4, 0.5, finite);
    ride(10, 0.02, finite);
  }
}

/* A door turns by 3 degrees in a frame about its hinge: boxes in its way are pushed before it. */
static void a_door_pushes(void **state) {
  (void)state;
  stage s;
  int before = 0, beside = 0;
  make_stage(&s, 1);
  dBodyID door = add_box(&s, 1, (dReal)0.02, 2, (dReal)0.5, 0, 1);
  dBodySetKinematic(door);
  dCreatePlane(s.space, 0, 0, 1, 0);
  dBodyID crate = add_box(&s, (dReal)0.2, (dReal)0.2, (dReal)0.2, (dReal)0.7, (dReal)0.3, (dReal)0.1);
  for (int frame = 1; frame <= 30; frame++) {
    double angle = frame * 0.052;
    const dReal at[3] = {(dReal)(0.5 * cos(angle)), (dReal)(0.5 * sin(angle)), 1};
    const dReal turned[4] = {(dReal)cos(angle / 2), 0, 0, (dReal)sin(angle / 2)};
    qmboxSimulateReport report;
    assert_int_equal(qmboxBodyMoveTo(door, at, turned, (dReal)(1.0 / 60), 1), 1);
    assert_true(qmboxWorldSimulate(s.world, s.space, (dReal)(1.0 / 60), &s.options, &report) > 0);
    assert_int_equal(report.unguarded, 0);
    /* the box is before the door's plane, on the side to which it turns, unless it has slid off the door's end */
    const dReal *x = dBodyGetPosition(crate), *d = dBodyGetPosition(door), *m = dBodyGetRotation(door);
    before += (x[0] - d[0]) * m[1] + (x[1] - d[1]) * m[5] > 0;
    beside += (x[0] - d[0]) * m[0] + (x[1] - d[1]) * m[4] > (dReal)0.5;
    assert_true(before + beside >= frame);
  }
  assert_true(before >= 15);
  free_stage(&s);
}

static void bad_arguments_are_told(void **state) {
  stage s;
  (void)state;
  make_stage(&s, 1);
  dBodyID body = add_box(&s, 1, 1, 1, 0, 0, 0);
  const dReal at[3] = {1, 2, 3}, nowhere[3] = {(dReal)NAN, 0, 0}, q[4] = {1, 0, 0, 0}, none[4] = {0, 0, 0, 0};
  const dReal endless[4] = {(dReal)INFINITY, 0, 0, 0}, back[4] = {0, 1, 0, 0};
  (void)messages();
  assert_int_equal(qmboxBodyMoveTo(0, at, q, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, 0, q, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, 0, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, nowhere, q, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, none, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, endless, 1, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, q, 0, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, q, (dReal)NAN, 1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, q, 1, -1), 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, back, 1, 1), 0); /* half a turn */
  assert_int_equal(messages(), 10);
  assert_true(dCalcVectorLength3(dBodyGetLinearVel(body)) == 0 && dCalcVectorLength3(dBodyGetAngularVel(body)) == 0);
  assert_int_equal(qmboxBodyMoveTo(body, at, back, 1, 2), 1);
  assert_int_equal(qmboxBodyMoveTo(body, at, q, 1, 0), 1); /* this is as options->parts: 0 means 1 */
  free_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_body_arrives, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_platform_loses_none, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_door_pushes, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(bad_arguments_are_told, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("body move to", tests, 0, 0);
}
