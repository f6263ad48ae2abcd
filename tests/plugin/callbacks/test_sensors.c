/* SPDX-License-Identifier: BSD-3-Clause */

/* Sensors, the continuity of single bodies, and the loop's reports of stops and of lost time. */

#include <math.h>
#include <string.h>

#include "fixture.h"

enum { MOST_TOLD = 64 };

typedef struct stage {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  qmboxSimulateOptions options;
  qmboxSimulateReport report;
  dGeomID sensor;
  dBodyID special;
  qmboxContinuity continuity; /* the special body's */
  int sensed, stopped, held;
  qmboxContact sense[MOST_TOLD], stop[MOST_TOLD];
  dReal lost;
  dBodyID loser;
} stage;

static void near(void *data, dGeomID o1, dGeomID o2) {
  stage *s = data;
  dContact contact[8];
  if (o1 == s->sensor || o2 == s->sensor) return;
  int count = dCollide(o1, o2, 8, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

static int is_sensor(void *data, dGeomID geom) {
  return geom == ((stage *)data)->sensor;
}

static void note_sense(void *data, const qmboxContact *contact) {
  stage *s = data;
  assert_true(s->sensed < MOST_TOLD);
  s->sense[s->sensed++] = *contact;
}

static void note_stop(void *data, const qmboxContact *contact) {
  stage *s = data;
  assert_true(s->stopped < MOST_TOLD);
  s->stop[s->stopped++] = *contact;
}

static void note_held(void *data, dBodyID body, dReal lost) {
  stage *s = data;
  s->held++;
  s->lost += lost;
  s->loser = body;
}

static qmboxContinuity continuity_of(void *data, dBodyID body) {
  const stage *s = data;
  return body == s->special ? s->continuity : QMBOX_CONTINUITY_DEFAULT;
}

static void make_stage(stage *s) {
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = dHashSpaceCreate(0);
  s->contacts = dJointGroupCreate(0);
  s->options = (qmboxSimulateOptions){.size = sizeof s->options,
                                      .nearCallback = near,
                                      .nearData = s,
                                      .contacts = s->contacts,
                                      .bodyContinuity = continuity_of,
                                      .bodyContinuityData = s,
                                      .sensor = is_sensor,
                                      .sensorData = s,
                                      .sense = note_sense,
                                      .senseData = s,
                                      .stop = note_stop,
                                      .stopData = s,
                                      .held = note_held,
                                      .heldData = s};
}

static void free_stage(stage *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

static dBodyID add_body(stage *s, dGeomID geom, dReal size) {
  dBodyID body = dBodyCreate(s->world);
  dMass mass;
  dMassSetBox(&mass, 1000, size, size, size);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  return body;
}

static void frame(stage *s, dReal h) {
  assert_true(qmboxWorldSimulate(s->world, s->space, h, &s->options, &s->report) == h);
}

/* ------------------------------------------------------------------ sensors */

static dGeomID any_geom(random_source *r, dSpaceID space, int kind, dReal size) {
  dReal thick = size * uniform(r, 0.05, 1);
  switch (kind) {
    case 0:
      return dCreateBox(space, size, thick, size * uniform(r, 0.05, 1));
    case 1:
      return dCreateSphere(space, size / 2);
    default:
      return dCreateCapsule(space, size / 4, size / 2);
  }
}

/*
 * A body flies through a sensor, in frames of parts.  It is reported once, at the time of the first contact of its
 * whole path; the body is where it is without a sensor, to the bit.
 */
static void a_sensor_tells_the_time_and_stops_nothing(void **state) {
  random_source r = seeded("sensors", 1);
  int told = 0;
  (void)state;
  for (int i = 0; i < 400 * soak(); i++) {
    random_source once = r;
    dVector3 end[2];
    dReal h = uniform(&once, 0.005, 0.1);
    for (int with = 0; with < 2; with++) {
      stage s;
      random_source again = once;
      dVector3 x;
      dQuaternion q;
      qmboxContact contact;
      make_stage(&s);
      dBodyID body = add_body(&s, any_geom(&again, s.space, i % 3, uniform(&again, 0.05, 0.5)), 1);
      dGeomID sensor = dCreateBox(s.space, uniform(&again, 0.01, 1), 1, 1);
      s.sensor = sensor;
      if (i / 3 % 2) s.options.continuity = QMBOX_CONTINUITY_EXACT;
      if (!with) dGeomDisable(sensor);
      random_quaternion(&again, q);
      dGeomSetQuaternion(sensor, q);
      random_vector(&again, 0.5, x);
      dBodySetPosition(body, x[0] - 2, x[1], x[2]);
      random_quaternion(&again, q);
      dBodySetQuaternion(body, q);
      dBodySetLinearVel(body, (dReal)2.5 / h, 0, 0);
      random_vector(&again, 20, x);
      dBodySetAngularVel(body, x[0], x[1], x[2]);
      dBodySetGyroscopicMode(body, 0);
      bms_status status = with ? qmboxFirstContact(dBodyGetFirstGeom(body), sensor, h, &contact) : BMS_SEPARATED;
      frame(&s, h);
      assert_int_equal(s.report.unguarded, 0);
      assert_int_equal(s.stopped + s.held, 0);
      if (status == BMS_CONTACT) {
        assert_int_equal(s.sensed, 1);
        assert_true(fabs(s.sense[0].time - contact.time) < 1e-9 * (double)h);
        assert_true(s.sense[0].g1 == sensor || s.sense[0].g2 == sensor);
        told++;
        frame(&s, h); /* the meeting is not reported again on the way out */
        assert_int_equal(s.sensed, 1);
      } else {
        assert_int_equal(s.sensed, 0);
        frame(&s, h);
      }
      memcpy(end[with], dBodyGetPosition(body), sizeof end[0]);
      free_stage(&s);
      if (with) r = again;
    }
    assert_memory_equal(end[0], end[1], 3 * sizeof(dReal));
  }
  assert_true(told > 100);
}

/* A cube of edge 2 as a mesh of this many triangles, 10 if it is open to the left. */
static dTriMeshDataID cube_mesh(int triangles) {
  static dReal vertex[8][4];
  static const dTriIndex TRIANGLE[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                            {2, 6, 3}, {3, 6, 7}, {1, 3, 5}, {3, 7, 5}, {0, 4, 2}, {2, 4, 6}};
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) vertex[i][k] = (dReal)(i >> k & 1 ? 1 : -1);
  }
#ifdef dSINGLE
  dGeomTriMeshDataBuildSingle(data, vertex, sizeof vertex[0], 8, TRIANGLE, 3 * triangles, sizeof TRIANGLE[0]);
#else
  dGeomTriMeshDataBuildDouble(data, vertex, sizeof vertex[0], 8, TRIANGLE, 3 * triangles, sizeof TRIANGLE[0]);
#endif
  return data;
}

/* A cube, closed or open behind, flies at a cube that is a sensor, and stands or flies. */
static void a_mesh_that_is_a_sensor_tells_when_a_mesh_meets_it(void **state) {
  random_source r = seeded("mesh sensors", 2);
  dTriMeshDataID data[2] = {cube_mesh(12), cube_mesh(10)};
  (void)state;
  for (int i = 0; i < 20; i++) {
    stage s;
    double h = 1.0 / 60, gap = (double)uniform(&r, 0.01, 3), speed = gap / (h * (double)uniform(&r, 0.05, 0.95));
    make_stage(&s);
    s.sensor = dCreateTriMesh(s.space, data[0], 0, 0, 0);
    dGeomSetPosition(s.sensor, (dReal)(2 + gap), uniform(&r, -1, 1), uniform(&r, -1, 1));
    double way = (double)dGeomGetPosition(s.sensor)[0] - 2;
    dBodyID body = add_body(&s, dCreateTriMesh(s.space, data[i / 2 % 2], 0, 0, 0), 2);
    dBodySetLinearVel(body, (dReal)speed, 0, 0);
    double exact = way / (double)dBodyGetLinearVel(body)[0];
    if (i % 2) { /* it flies aside, and both spin about the way */
      dBodyID other = add_body(&s, s.sensor, 2);
      dBodySetPosition(other, (dReal)(2 + gap), 0, 0);
      dBodySetLinearVel(other, 0, (dReal)speed / 4, 0);
      dBodySetAngularVel(other, 10, 0, 0);
      dBodySetAngularVel(body, -20, 0, 0);
    }
    frame(&s, (dReal)h);
    assert_int_equal(s.sensed, 1);
    double roundings = (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-4) * h;
    assert_true(s.sense[0].timeLower <= exact + roundings && exact - roundings <= s.sense[0].timeUpper);
    assert_true(fabs(s.sense[0].time - exact) < 1e-3 / speed);
    free_stage(&s);
  }
  for (int k = 0; k < 2; k++) dGeomTriMeshDataDestroy(data[k]);
}

/* ------------------------------------------------------------------ stops and continuity */

/* Returns the place, after this many frames, of a cube that flies at a wall of 1 cm at 100 m/s. */
static dReal shoot(stage *s, int frames) {
  dGeomID wall = dCreateBox(s->space, (dReal)0.01, 10, 10);
  dGeomSetPosition(wall, (dReal)0.3, 0, 0);
  s->special = add_body(s, dCreateBox(s->space, (dReal)0.1, (dReal)0.1, (dReal)0.1), (dReal)0.1);
  dBodySetLinearVel(s->special, 100, 0, 0);
  for (int i = 0; i < frames; i++) frame(s, (dReal)(1.0 / 60));
  return dBodyGetPosition(s->special)[0];
}

static void a_stop_is_told_with_its_time_and_the_time_that_is_lost(void **state) {
  stage s;
  (void)state;
  make_stage(&s);
  s.options.slices = 1;
  double x = (double)shoot(&s, 1), contact = (0.3 - 0.005 - 0.05) / 100;
  assert_true(x > 0.2 && x < 0.3);
  assert_int_equal(s.stopped, 1);
  assert_int_equal(s.held, 1);
  assert_ptr_equal(s.loser, s.special);
  assert_true(fabs(s.stop[0].time - contact) < 1e-9);
  assert_true(fabs((double)s.lost - (1.0 / 60 - x / 100)) < 1e-12);
  assert_true(fabs((double)(s.report.lostTime - s.lost)) < 1e-12 && s.report.longestLost == s.report.lostTime);
  assert_int_equal(s.report.heldBodies, 1);
  free_stage(&s);
}

/* A body that is not guarded goes through, with ODE's own bits; all others are guarded. */
static void a_body_may_be_left_alone(void **state) {
  stage s;
  (void)state;
  make_stage(&s);
  s.continuity = QMBOX_CONTINUITY_OFF;
  double x = (double)shoot(&s, 1);
  assert_true(x == (double)((dReal)(1.0 / 60) * 100));
  assert_int_equal(s.stopped + s.held, 0);
  free_stage(&s);
}

/* An exact body flies through a sensor as if that was not there, and one that carries a sensor through what stands,
   from either side. */
static void a_sensor_does_not_stop_an_exact_body(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    stage s;
    dReal speed = i & 1 ? -10 : 10;
    make_stage(&s);
    s.continuity = QMBOX_CONTINUITY_EXACT;
    dGeomID plate = dCreateBox(s.space, (dReal)0.1, 4, 4), flying = dCreateBox(s.space, 1, 1, 1);
    s.sensor = i & 2 ? flying : plate;
    s.special = add_body(&s, flying, 1);
    dBodySetPosition(s.special, -speed / 4, 0, 0);
    dBodySetLinearVel(s.special, speed, 0, 0);
    frame(&s, (dReal)0.5);
    assert_int_equal(s.report.stops, 0);
    assert_int_equal(s.sensed, 1);
    assert_true(fabs((double)(dBodyGetPosition(s.special)[0] - speed / 4)) < 1e-5);
    free_stage(&s);
  }
}

/* An exact body is among guarded ones: the world stops at its contact and goes on, so that no time is lost. */
static void a_body_may_be_exact(void **state) {
  (void)state;
  for (int world = 0; world < 2; world++) {
    stage s;
    make_stage(&s);
    s.continuity = world ? QMBOX_CONTINUITY_DEFAULT : QMBOX_CONTINUITY_EXACT;
    if (world) s.options.continuity = QMBOX_CONTINUITY_EXACT;
    double x = (double)shoot(&s, 1), contact = (0.3 - 0.005 - 0.05) / 100;
    assert_true(x < 0.25);
    assert_true(s.stopped >= 1);
    assert_true(fabs(s.stop[0].time - contact) < 1e-9);
    assert_true(s.report.subSteps >= 2);
    assert_int_equal(s.held, 0);
    assert_int_equal(s.report.unguarded, 0);
    assert_true(s.report.unchecked == 0 && s.report.inexact == 0);
    free_stage(&s);
  }
}

/* The world is off, one body is not. */
static void off_is_odes_own(void **state) {
  stage s;
  (void)state;
  make_stage(&s);
  s.options.continuity = QMBOX_CONTINUITY_OFF;
  double x = (double)shoot(&s, 1);
  assert_true(x == (double)((dReal)(1.0 / 60) * 100));
  assert_int_equal(s.stopped + s.held + s.report.stops, 0);
  free_stage(&s);
}

/* The world is off and one body is not: it meets the wall, and what goes with the world. */
static void one_body_may_be_guarded_or_exact_where_the_world_is_off(void **state) {
  (void)state;
  for (int exact = 0; exact < 2; exact++) {
    stage s;
    make_stage(&s);
    s.options.continuity = QMBOX_CONTINUITY_OFF;
    s.continuity = exact ? QMBOX_CONTINUITY_EXACT : QMBOX_CONTINUITY_GUARDED;
    dBodyID target = add_body(&s, dCreateBox(s.space, (dReal)0.01, 1, 1), 1);
    dBodyID other = add_body(&s, dCreateBox(s.space, (dReal)0.1, (dReal)0.1, (dReal)0.1), (dReal)0.1);
    dBodySetPosition(target, (dReal)0.2, 0, 0);
    dBodySetPosition(other, 0, 3, 0);
    dBodySetLinearVel(other, 100, 0, 0);
    assert_true(shoot(&s, 1) < (dReal)0.2);
    assert_ptr_equal(dGeomGetBody(s.stop[0].g1) == s.special ? dGeomGetBody(s.stop[0].g2) : dGeomGetBody(s.stop[0].g1),
                     target);
    assert_true(fabs((double)dBodyGetPosition(other)[0] - 100.0 / 60) < 1e-12);
    free_stage(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_sensor_tells_the_time_and_stops_nothing, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_mesh_that_is_a_sensor_tells_when_a_mesh_meets_it, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_stop_is_told_with_its_time_and_the_time_that_is_lost, set_up_ode,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(a_body_may_be_left_alone, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_sensor_does_not_stop_an_exact_body, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_body_may_be_exact, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(off_is_odes_own, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(one_body_may_be_guarded_or_exact_where_the_world_is_off, set_up_ode,
                                      tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("sensors", tests, 0, 0);
}
