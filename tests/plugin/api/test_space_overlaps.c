/* SPDX-License-Identifier: BSD-3-Clause */

/* Overlaps and ways out, against ODE's own colliders: they agree on what overlaps, and find nothing after the move. */

#include <math.h>
#include <string.h>

#include "fixture.h"

enum { GEOMS = 30, TESTS = 200 };

/* ODE's colliders find what is deeper than this, and are off by it. */
static double error(void) {
  return sizeof(dReal) == sizeof(float) ? 1e-3 : 1e-6;
}

static dGeomID any_geom(random_source *r, dSpaceID space, double reach) {
  dReal a = uniform(r, 0.1, 1.2), b = uniform(r, 0.1, 1.2), c = uniform(r, 0.1, 1.2);
  int kind = (int)uniform(r, 0, 3);
  dGeomID geom = kind == 0 ? dCreateBox(space, a, b, c) : kind == 1 ? dCreateSphere(space, a / 2) : 0;
  dQuaternion q;
  dVector3 x;
  if (!geom) geom = dCreateCapsule(space, a / 4, b);
  random_quaternion(r, q);
  random_vector(r, reach, x);
  dGeomSetPosition(geom, x[0], x[1], x[2]);
  dGeomSetQuaternion(geom, q);
  return geom;
}

/* Returns how deep ODE's collider finds two geoms, 0 if it finds no contact. */
static double depth_of(dGeomID one, dGeomID other) {
  dContactGeom contact[16];
  int count = dCollide(one, other, 16, contact, sizeof *contact);
  double depth = 0;
  for (int k = 0; k < count; k++) depth = fmax(depth, (double)contact[k].depth);
  return depth;
}

static void overlaps_are_what_ode_collides(void **state) {
  random_source r = seeded("overlaps", 1);
  int overlaps = 0;
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    dSpaceID space = make_space(i % SPACE_KINDS);
    dGeomID other[GEOMS], geom = any_geom(&r, 0, 1);
    qmboxOverlap found[GEOMS];
    for (int k = 0; k < GEOMS; k++) other[k] = any_geom(&r, space_for(space, i % SPACE_KINDS, k), 1.5);
    int count = qmboxSpaceOverlaps(space, geom, 0, 0, found, GEOMS);
    for (int k = 0; k + 1 < count; k++) assert_true(found[k].depth >= found[k + 1].depth);
    for (int k = 0; k < GEOMS; k++) {
      const qmboxOverlap *of = 0;
      for (int n = 0; n < count; n++) of = found[n].g2 == other[k] ? &found[n] : of;
      double depth = depth_of(geom, other[k]);
      if (depth > error()) assert_non_null(of);
      if (of && of->depth > error()) assert_true(depth > 0);
      if (of) assert_true(of->g1 == geom && of->least <= of->depth && of->side[0] == -1 && of->side[1] == -1);
    }
    overlaps += count;
    dGeomDestroy(geom);
    dSpaceDestroy(space);
  }
  assert_true(overlaps > TESTS);
}

static void a_way_out_leads_out(void **state) {
  random_source r = seeded("way out", 2);
  int ways = 0, out = 0;
  (void)state;
  for (int i = 0; i < TESTS * soak(); i++) {
    dSpaceID space = make_space(i % SPACE_KINDS);
    dGeomID other[GEOMS], geom = any_geom(&r, 0, 1);
    double move[3];
    int geoms = 1 + i % 6;
    for (int k = 0; k < geoms; k++) other[k] = any_geom(&r, space_for(space, i % SPACE_KINDS, k), 1);
    qmboxOverlap first;
    int count = qmboxSpaceOverlaps(space, geom, 0, 0, &first, 1), is_out = qmboxSpaceWayOut(space, geom, 0, 0, 0, move);
    double length = sqrt(move[0] * move[0] + move[1] * move[1] + move[2] * move[2]);
    if (count == 0) assert_true(is_out == 1 && length == 0);
    if (count == 1 && geoms == 1) assert_true(is_out == 1 && fabs(length - first.depth) < 1e-9);
    ways += count > 0;
    out += count > 0 && is_out;
    const dReal *at = dGeomGetPosition(geom);
    dGeomSetPosition(geom, at[0] + (dReal)move[0], at[1] + (dReal)move[1], at[2] + (dReal)move[2]);
    for (int k = 0; k < geoms && is_out; k++) assert_true(depth_of(geom, other[k]) <= error());
    dGeomDestroy(geom);
    dSpaceDestroy(space);
  }
  print_message("# %d of %d are out\n", out, ways);
  assert_true(ways > TESTS / 4 && 10 * out > 9 * ways);
}

/* A ball in a corner of a floor and a wall of one mesh, and a plane below. */
static void meshes_and_planes_push_out(void **state) {
  static const double vertex[18] = {-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0, 2, -2, 2, 2, 2, 2};
  static const dTriIndex index[12] = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
  random_source r = seeded("corner", 3);
  (void)state;
  for (int i = 0; i < TESTS; i++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data, vertex, 24, 6, index, 12, 12);
    dGeomID mesh = dCreateTriMesh(space, data, 0, 0, 0), plane = dCreatePlane(space, 0, 0, 1, (dReal)0.05);
    dGeomID ball = dCreateSphere(0, (dReal)0.5);
    double x = (double)uniform(&r, 1.55, 1.95), z = (double)uniform(&r, 0.1, 0.45), move[3];
    qmboxOverlap found[4];
    dGeomSetPosition(ball, (dReal)x, 0, (dReal)z);
    assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, found, 4), 2);
    const qmboxOverlap *of = found[0].g2 == mesh ? &found[0] : &found[1];
    double floor = 0.5 - z, wall = 0.5 - (2 - x);
    assert_true(fabs(of->depth - fmax(floor, wall)) < 1e-6 && (of->side[1] < 2) == (floor > wall));
    assert_true(found[0].depth >= found[1].depth && (found[0].g2 == plane || found[1].g2 == plane));
    assert_int_equal(qmboxSpaceWayOut(space, ball, 0, 0, 0, move), 1);
    assert_true(fabs(move[0] + wall) < 1e-6 && fabs(move[1]) < 1e-6 && fabs(move[2] - (floor + 0.05)) < 1e-6);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
    dGeomTriMeshDataDestroy(data);
  }
}

/* A ball far below a plane is as deep as that, however small it is, and is led out. */
static void tiny_balls_are_as_deep_as_the_plane_is_high(void **state) {
  static const double RADIUS[] = {1e-30, 1e-20, 1e-17, 1e-12, 1e-9};
  (void)state;
  for (int i = 0; i < 5; i++) {
    dSpaceID space = make_space(SPACE_SIMPLE);
    dGeomID ball = dCreateSphere(0, (dReal)RADIUS[i]);
    qmboxOverlap found;
    double move[3] = {0, 0, 0};
    dCreatePlane(space, 0, 0, 1, 0);
    dGeomSetPosition(ball, (dReal)0.3, (dReal)-0.6, (dReal)-0.5);
    assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, &found, 1), 1);
    assert_true(fabs(found.depth - 0.5) < 1e-8 && fabs(found.least - 0.5) < 1e-8);
    assert_int_equal(qmboxSpaceWayOut(space, ball, 0, 0, 0, move), 1);
    assert_true(fabs(move[2] - 0.5) < 1e-8);
    dGeomDestroy(ball);
    dSpaceDestroy(space);
  }
}

static int no_boxes(void *data, dGeomID geom) {
  ++*(int *)data;
  return dGeomGetClass(geom) != dBoxClass;
}

static void filters_and_bad_arguments(void **state) {
  dSpaceID space = make_space(SPACE_HASH);
  dGeomID box = dCreateBox(space, 1, 1, 1), ball = dCreateSphere(space, 1), plane = dCreatePlane(0, 0, 0, 1, 0);
  qmboxOverlap found[2];
  double move[3];
  int asked = 0;
  (void)state;
  assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, found, 2), 1);
  assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, 0, 0), 1);
  assert_int_equal(qmboxSpaceOverlaps(space, ball, no_boxes, &asked, found, 2), 0);
  assert_int_equal(asked, 1);
  dGeomDisable(box);
  assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, found, 2), 0);
  (void)messages();
  assert_int_equal(qmboxSpaceOverlaps(0, ball, 0, 0, found, 2), -1);
  assert_int_equal(qmboxSpaceOverlaps((dSpaceID)ball, ball, 0, 0, found, 2), -1);
  assert_int_equal(qmboxSpaceOverlaps(space, 0, 0, 0, found, 2), -1);
  assert_int_equal(qmboxSpaceOverlaps(space, plane, 0, 0, found, 2), -1);
  assert_int_equal(qmboxSpaceOverlaps(space, ball, 0, 0, 0, 1), -1);
  assert_int_equal(qmboxSpaceWayOut(space, ball, 0, 0, -1, move), -1);
  assert_int_equal(qmboxSpaceWayOut(space, ball, 0, 0, 0, 0), -1);
  assert_int_equal(messages(), 7);
  dGeomDestroy(plane);
  dSpaceDestroy(space);
}

/* ODE cannot compute its AABB: casts, overlaps and ways out report it, and do nothing. */
static void a_mesh_without_data_is_refused(void **state) {
  dSpaceID space = make_space(SPACE_SIMPLE);
  dGeomID mesh = dCreateTriMesh(0, 0, 0, 0, 0);
  const double still[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  bms_motion motion = bms_motion_fixed(still, unturned);
  const qmboxCast cast = {.t1 = 1, .motion = &motion};
  qmboxContact hit;
  qmboxOverlap overlap;
  double move[3] = {1, 2, 3};
  (void)state;
  (void)dCreateBox(space, 1, 1, 1);
  (void)messages();
  assert_int_equal(qmboxSpaceOverlaps(space, mesh, 0, 0, &overlap, 1), -1);
  assert_int_equal(qmboxSpaceWayOut(space, mesh, 0, 0, 0, move), -1);
  assert_int_equal(qmboxSpaceCast(space, mesh, &cast, &hit, 1), -1);
  assert_int_equal(messages(), 3);
  assert_true(move[0] == 1 && move[1] == 2 && move[2] == 3);
  dGeomDestroy(mesh);
  dSpaceDestroy(space);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(overlaps_are_what_ode_collides),
      CASE(a_way_out_leads_out),
      CASE(meshes_and_planes_push_out),
      CASE(filters_and_bad_arguments),
      CASE(tiny_balls_are_as_deep_as_the_plane_is_high),
      CASE(a_mesh_without_data_is_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("space overlaps", tests, 0, 0);
}
