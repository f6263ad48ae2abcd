/* SPDX-License-Identifier: BSD-3-Clause */

/* Several pairs of moving meshes in one step, of the same triangles. */

#include <math.h>

#include "loop.h"

/* Two triangles side by side, the data of a mesh of them, and a world in which there are some of it. */
typedef struct sheets {
  float vertex[18];
  dTriIndex index[6];
  dTriMeshDataID data;
  loop *l;
} sheets;

static dBodyID add_sheet(const sheets *s, double x, double z, bool upright) {
  dBodyID body = add_box(s->l, 1, 1, 1, (dReal)x, 0, (dReal)z);
  dMatrix3 rotation;
  dGeomDestroy(dBodyGetFirstGeom(body));
  dGeomSetBody(dCreateTriMesh(s->l->space, s->data, 0, 0, 0), body);
  dRFromAxisAndAngle(rotation, 1, 0, 0, (dReal)(upright ? M_PI / 2 : 0));
  dBodySetRotation(body, rotation);
  return body;
}

/* Two sheets that overlap.  (All move: a mesh that stands still has a tree of its own.) */
static void add_crossed(const sheets *s) {
  dBodySetLinearVel(add_sheet(s, 0, 0, false), 0, 0, -1);
  dBodySetLinearVel(add_sheet(s, 0, 0, true), 0, 0, 1);
}

/* A sheet above another, which flies at it. */
static void add_flying(const sheets *s, dBodyID sheet[2]) {
  sheet[0] = add_sheet(s, 10, 0, false);
  sheet[1] = add_sheet(s, 10, 2, false);
  dBodySetLinearVel(sheet[0], 0, 0, 1);
  dBodySetLinearVel(sheet[1], 0, 0, -300);
}

static void sheets_in_each_other_do_not_let_others_pass(void **state) {
  (void)state;
  for (int order = 0; order < 2; order++) {
    sheets s = {.vertex = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 2, -1, 0, 4, -1, 0, 3, 1, 0},
                .index = {0, 1, 2, 3, 4, 5},
                .data = dGeomTriMeshDataCreate()};
    dBodyID sheet[2] = {0, 0};
    s.l = make_loop(SPACE_SIMPLE);
    dWorldSetGravity(s.l->world, 0, 0, 0);
    dGeomTriMeshDataBuildSingle(s.data, s.vertex, 12, 6, s.index, 6, 3 * sizeof(dTriIndex));
    for (int k = 0; k < 2; k++) {
      if (k == order) {
        add_crossed(&s);
      } else {
        add_flying(&s, sheet);
      }
    }
    qmboxSimulateReport report;
    assert_true(qmboxWorldSimulate(s.l->world, s.l->space, (dReal)(1.0 / 60), &s.l->options, &report) > 0);
    assert_true(report.deepPairs == 2 && report.stops == 1);
    assert_true(dBodyGetPosition(sheet[1])[2] > dBodyGetPosition(sheet[0])[2]);
    free_loop(s.l);
    dGeomTriMeshDataDestroy(s.data);
  }
}

/* A sheet that is a sensor, and its reports. */
typedef struct told {
  dGeomID sensor;
  int senses;
  qmboxContact sense;
} told;

static int is_sensor(void *data, dGeomID geom) {
  return geom == ((told *)data)->sensor;
}

static void note_sense(void *data, const qmboxContact *contact) {
  told *t = data;
  t->senses++;
  t->sense = *contact;
}

/* The other comes near it late in the step, and all of it is there at once, which the solver cannot see. */
static void a_sheet_that_is_a_sensor_tells_that_another_flies_through(void **state) {
  (void)state;
  told t = {0};
  sheets s = {.vertex = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 2, -1, 0, 4, -1, 0, 3, 1, 0},
              .index = {0, 1, 2, 3, 4, 5},
              .data = dGeomTriMeshDataCreate()};
  s.l = make_loop(SPACE_SIMPLE);
  dWorldSetGravity(s.l->world, 0, 0, 0);
  dGeomTriMeshDataBuildSingle(s.data, s.vertex, 12, 6, s.index, 6, 3 * sizeof(dTriIndex));
  dBodyID flying = add_sheet(&s, 0, 3, false);
  dBodySetLinearVel(flying, 0, 0, -300);
  t.sensor = dBodyGetFirstGeom(add_sheet(&s, 0, 0, false));
  s.l->options.sensor = is_sensor;
  s.l->options.sensorData = s.l->options.senseData = &t;
  s.l->options.sense = note_sense;
  qmboxSimulateReport report;
  assert_true(qmboxWorldSimulate(s.l->world, s.l->space, (dReal)(1.0 / 60), &s.l->options, &report) > 0);
  assert_true(report.stops == 0 && t.senses == 1);
  assert_true(t.sense.timeLower <= 0.01 && 0.01 <= t.sense.timeUpper && fabs(t.sense.time - 0.01) < 1e-6);
  assert_true((double)dBodyGetPosition(flying)[2] < -1.9);
  free_loop(s.l);
  dGeomTriMeshDataDestroy(s.data);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(sheets_in_each_other_do_not_let_others_pass),
      CASE(a_sheet_that_is_a_sensor_tells_that_another_flies_through),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
