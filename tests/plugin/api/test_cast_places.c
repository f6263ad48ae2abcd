/* SPDX-License-Identifier: BSD-3-Clause */

/* Casts hit geoms where they are, not where ODE's spaces believe them to be, and with what is theirs. */

#include <math.h>
#include <string.h>

#include "fixture.h"

static const double unturned[4] = {1, 0, 0, 0}, still[3] = {0, 0, 0};

/* Returns a motion from a place with a velocity, without a turn. */
static bms_motion way(double x, double y, double z, double vx, double vy, double vz) {
  const double from[3] = {x, y, z}, velocity[3] = {vx, vy, vz};
  return bms_motion_step(from, unturned, velocity, still, still);
}

/* Casts a geom along a motion on [0, 1]; returns the number of hits and the first. */
static int cast(dSpaceID space, dGeomID geom, const bms_motion *motion, qmboxContact *first, int *unsure) {
  const qmboxCast query = {.t1 = 1, .motion = motion, .unsure = unsure};
  return qmboxSpaceCast(space, geom, &query, first, 1);
}

static void space_is_clean(void *data, dGeomID o1, dGeomID o2) {
  (void)data, (void)o1, (void)o2;
}

/* ------------------------------------------------------------------ hulls and heightfields */

static const dReal plane[24] = {1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1};
static const unsigned polygon[30] = {4, 1, 3, 7, 5, 4, 0, 4, 6, 2, 4, 2, 6, 7, 3,
                                     4, 0, 1, 5, 4, 4, 4, 5, 7, 6, 4, 0, 2, 3, 1};

static void a_hull_that_has_grown_is_hit_in_every_space(void **state) {
  (void)state;
  for (int number = 0; number < SPACE_KINDS * SPACE_KINDS; number++) {
    int kind = number % SPACE_KINDS;
    dReal point[24];
    for (int k = 0; k < 24; k++) point[k] = k / 3 >> k % 3 & 1 ? 1 : -1;
    dSpaceID space = make_space(kind);
    dGeomID hull = dCreateConvex(space_for(space, kind, number), plane, 6, point, 8, polygon);
    dGeomID ball = dCreateSphere(0, (dReal)0.5);
    bms_motion down = way(2.5, 0, 5, 0, 0, -5);
    qmboxContact hit;
    dSpaceCollide(space, 0, space_is_clean);
    assert_int_equal(cast(space, ball, &down, &hit, 0), 0);
    for (int k = 0; k < 24; k += 3) point[k] *= 3;
    assert_int_equal(cast(space, ball, &down, &hit, 0), 1);
    assert_true(fabs(hit.time - 0.7) < 1e-6 && hit.g2 == hull);
    dGeomDisable(hull);
    assert_int_equal(cast(space, ball, &down, &hit, 0), 0);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
  }
}

/* ODE's AABB of a square heightfield that is turned by 45 degrees does not reach to its corners. */
static void a_turned_heightfield_is_hit_at_its_corners(void **state) {
  static const double height[4] = {0, 0, 0, 0};
  (void)state;
  for (int number = 0; number < SPACE_KINDS * SPACE_KINDS; number++) {
    int kind = number % SPACE_KINDS;
    dHeightfieldDataID data = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildDouble(data, height, 0, 2, 2, 2, 2, 1, 0, (dReal)0.1, 0);
    dSpaceID space = make_space(kind);
    dGeomID field = dCreateHeightfield(space_for(space, kind, number), data, 1), ball = dCreateSphere(0, (dReal)0.125);
    dMatrix3 turn;
    dRFromAxisAndAngle(turn, 0, 1, 0, (dReal)atan(1));
    dGeomSetRotation(field, turn);
    bms_motion down = way(1.25, 1, 0, 0, -2, 0);
    qmboxContact hit;
    assert_int_equal(cast(space, ball, &down, &hit, 0), 1);
    assert_true(fabs(hit.time - 0.4375) < 1e-6 && hit.g2 == field);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
    dGeomHeightfieldDataDestroy(data);
  }
}

/* ------------------------------------------------------------------ meshes */

typedef struct wedge {
  dTriMeshDataID data;
  double vertex[9];
} wedge;

/* Makes the data of one triangle in the plane x = 0 of its frame, twice, as ODE does not like single ones. */
static void make_wedge(wedge *w, double size) {
  static const dTriIndex index[6] = {0, 1, 2, 0, 1, 2};
  const double vertex[9] = {0, -size, -size, 0, size, -size, 0, 0, size};
  memcpy(w->vertex, vertex, sizeof vertex);
  w->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(w->data, w->vertex, 3 * sizeof *vertex, 3, index, 6, 3 * sizeof *index);
}

/* The motion of a cast takes the frame of the geom, wherever that is on its body. */
static void a_mesh_with_an_offset_goes_as_it_is_told(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = make_space(SPACE_SIMPLE);
  dGeomID wall = dCreateBox(space, 1, 10, 10);
  bms_motion forward = way(-5, 0, 0, 5, 0, 0);
  wedge w;
  qmboxContact hit;
  (void)state;
  make_wedge(&w, 0.5);
  dGeomID mesh = dCreateTriMesh(0, w.data, 0, 0, 0);
  dGeomSetBody(mesh, dBodyCreate(world));
  dGeomSetOffsetPosition(mesh, 1, 0, 0);
  assert_int_equal(cast(space, mesh, &forward, &hit, 0), 1);
  assert_true(fabs(hit.time - 0.9) < 1e-6 && hit.g2 == wall);
  dGeomDestroy(mesh);
  dSpaceDestroy(space);
  dWorldDestroy(world);
  dGeomTriMeshDataDestroy(w.data);
}

static void a_mesh_too_far_out_makes_a_cast_unsure(void **state) {
  const double places[2] = {1e16, 1e18};
  (void)state;
  for (int k = 0; k < 2; k++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    dGeomID ball = dCreateSphere(0, (dReal)1e12);
    bms_motion forward = way(places[k] - 1e13, 0, 0, 2e13, 0, 0);
    wedge w;
    qmboxContact hit;
    int unsure = 0;
    make_wedge(&w, 1e12);
    dGeomID mesh = dCreateTriMesh(space, w.data, 0, 0, 0);
    dGeomSetPosition(mesh, (dReal)places[k], 0, 0);
    assert_int_equal(cast(space, ball, &forward, &hit, &unsure), k == 0);
    assert_int_equal(unsure, k == 1);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
    dGeomTriMeshDataDestroy(w.data);
  }
}

/* ------------------------------------------------------------------ others */

/* A qmbox whose motion is elsewhere has the AABB of that motion. */
static void a_qmbox_with_a_motion_is_hit_where_it_stands(void **state) {
  dSpaceID space = make_space(SPACE_HASH);
  dGeomID box = qmboxCreate(space, 1, 1, 1), ball = dCreateSphere(0, (dReal)0.5);
  bms_motion elsewhere = way(100, 0, 0, 1, 0, 0), down = way(0, 0, 5, 0, 0, -5);
  qmboxContact hit;
  (void)state;
  assert_int_equal(qmboxSetMotion(box, &elsewhere, 0, 1), 1);
  assert_int_equal(cast(space, ball, &down, &hit, 0), 1);
  assert_true(fabs(hit.time - 0.8) < 1e-6 && hit.g2 == box);
  dGeomDestroy(ball);
  dSpaceDestroy(space);
}

/* A hit reports the unknown part of a body's next step; of a given motion nothing is guessed. */
static void hits_say_what_is_not_known_of_a_step(void **state) {
  dWorldID world = dWorldCreate();
  dSpaceID space = make_space(SPACE_SIMPLE);
  dBodyID body = dBodyCreate(world);
  dGeomID ball = dCreateSphere(0, (dReal)0.5);
  const qmboxCast query = {.t1 = 1};
  bms_motion forward = way(-5, 0, 0, 10, 0, 0);
  qmboxContact hit;
  (void)state;
  dCreateBox(space, 1, 10, 10);
  dGeomSetBody(ball, body);
  dBodySetPosition(body, -5, 0, 0);
  dBodySetLinearVel(body, 10, 0, 0);
  assert_int_equal(qmboxSpaceCastBody(space, body, &query, &hit, 1), 1);
  assert_int_equal(hit.inexact, 0);
  dBodyAddTorque(body, 0, 0, 1);
  assert_int_equal(qmboxSpaceCastBody(space, body, &query, &hit, 1), 1);
  assert_int_equal(hit.inexact, QMBOX_INEXACT_TORQUE);
  assert_int_equal(cast(space, ball, 0, &hit, 0), 1);
  assert_int_equal(hit.inexact, QMBOX_INEXACT_TORQUE);
  assert_int_equal(cast(space, ball, &forward, &hit, 0), 1);
  assert_int_equal(hit.inexact, 0);
  dGeomDestroy(ball);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_hull_that_has_grown_is_hit_in_every_space),  CASE(a_turned_heightfield_is_hit_at_its_corners),
      CASE(a_mesh_with_an_offset_goes_as_it_is_told),     CASE(a_mesh_too_far_out_makes_a_cast_unsure),
      CASE(a_qmbox_with_a_motion_is_hit_where_it_stands), CASE(hits_say_what_is_not_known_of_a_step),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
