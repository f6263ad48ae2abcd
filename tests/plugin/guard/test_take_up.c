/* SPDX-License-Identifier: BSD-3-Clause */

/* Triangles of meshes against other shapes: those of a mesh that has few are found otherwise than those of a large one,
   and are the same. */

#include <math.h>

#include "loop.h"

enum { SHAPES = 3, THROWS = 20, FAR = 20, FEW = 12, MOST = FEW + FAR };

/* A room of 4 m, wound inwards, with or without twenty triangles that are far from it. */
typedef struct room {
  double vertex[8 + 3][3];
  dTriIndex index[3 * MOST];
  dTriMeshDataID data;
} room;

static void make_room(bool large, room *r) {
  static const int CORNER[3 * FEW] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                      2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  for (int k = 0; k < 8 + 3; k++) {
    for (int i = 0; i < 3; i++) r->vertex[k][i] = k < 8 ? (k >> i & 1 ? 2 : -2) : 1000 + (i == k - 8);
  }
  for (int k = 0; k < 3 * MOST; k++) r->index[k] = (dTriIndex)(k < 3 * FEW ? CORNER[k] : 8 + k % 3);
  r->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(r->data, r->vertex[0], sizeof r->vertex[0], 8 + 3, r->index, 3 * (large ? MOST : FEW),
                              3 * sizeof(dTriIndex));
}

static dGeomID make_thrown(dSpaceID space, int shape) {
  if (shape == 0) return dCreateBox(space, (dReal)0.5, (dReal)0.3, (dReal)0.2);
  return shape == 1 ? dCreateSphere(space, (dReal)0.2) : dCreateCapsule(space, (dReal)0.1, (dReal)0.4);
}

/* The outcome of a throw in the room: where the body is after one frame, and how many pairs were stopped. */
typedef struct thrown {
  dReal position[3], quaternion[4];
  int stops;
} thrown;

static thrown throw_in(bool large, bool moving, int shape, uint64_t seed) {
  room r;
  random_source random = {seed};
  dQuaternion q;
  dReal speed[3];
  thrown result;
  make_room(large, &r);
  loop *l = make_loop(SPACE_SIMPLE);
  dGeomID walls = dCreateTriMesh(l->space, r.data, 0, 0, 0);
  random_quaternion(&random, q);
  if (moving) {
    dBodyID lift = dBodyCreate(l->world);
    dBodySetKinematic(lift);
    dGeomSetBody(walls, lift);
    dBodySetLinearVel(lift, 3, 2, 1);
    dBodySetAngularVel(lift, 1, 2, 3);
  }
  dGeomSetQuaternion(walls, q);
  dBodyID body = add_box(l, 1, 1, 1, 0, 0, 0);
  dGeomDestroy(dBodyGetFirstGeom(body));
  dGeomSetBody(make_thrown(l->space, shape), body);
  random_quaternion(&random, q);
  dBodySetQuaternion(body, q);
  random_vector(&random, 400, speed);
  dBodySetLinearVel(body, speed[0], speed[1], speed[2]);
  dBodySetAngularVel(body, 20, 10, -5);
  result.stops = frame(l, (dReal)(1.0 / 60)).stops;
  for (int i = 0; i < 3; i++) result.position[i] = dBodyGetPosition(body)[i];
  for (int i = 0; i < 4; i++) result.quaternion[i] = dBodyGetQuaternion(body)[i];
  free_loop(l);
  dGeomTriMeshDataDestroy(r.data);
  return result;
}

static void a_mesh_of_few_triangles_stops_what_a_larger_one_stops(void **state) {
  int stops = 0;
  (void)state;
  for (int k = 0; k < 2 * SHAPES * THROWS; k++) {
    thrown few = throw_in(false, k % 2, k / 2 % SHAPES, (uint64_t)k),
           many = throw_in(true, k % 2, k / 2 % SHAPES, (uint64_t)k);
    assert_memory_equal(few.position, many.position, sizeof few.position);
    assert_memory_equal(few.quaternion, many.quaternion, sizeof few.quaternion);
    assert_int_equal(few.stops, many.stops);
    stops += few.stops;
  }
  print_message("# %d stops\n", stops);
  assert_true(stops > SHAPES * THROWS);
}

/* Throws a box at a wall of one triangle, or of so many alike, beside one that has this coordinate. */
static qmboxSimulateReport throw_at_wall(double coordinate, int triangles) {
  const double vertex[5][3] = {{1, -9, -9}, {1, 9, -9}, {1, 0, 9}, {30, 0, 0}, {30, 1, coordinate}};
  dTriIndex index[3 * MOST];
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  for (int k = 0; k < 3 * triangles; k++) index[k] = (dTriIndex)(k % 3 + (k < 3 ? 2 : 0));
  dGeomTriMeshDataBuildDouble(data, vertex[0], sizeof vertex[0], 5, index, 3 * triangles, 3 * sizeof(dTriIndex));
  loop *l = make_loop(SPACE_SIMPLE);
  (void)dCreateTriMesh(l->space, data, 0, 0, 0);
  dBodySetLinearVel(add_box(l, (dReal)0.4, (dReal)0.4, (dReal)0.4, 0, 0, 0), 300, 0, 0);
  qmboxSimulateReport report = frame(l, (dReal)(1.0 / 60));
  free_loop(l);
  dGeomTriMeshDataDestroy(data);
  return report;
}

static void triangles_that_are_nowhere_are_reported_and_others_stop(void **state) {
  const double coordinate[] = {NAN, INFINITY, -INFINITY, 1e20, -1e39, 1e300};
  (void)state;
  for (size_t k = 0; k < sizeof coordinate / sizeof *coordinate; k++) {
    qmboxSimulateReport few = throw_at_wall(coordinate[k], 2), many = throw_at_wall(coordinate[k], MOST);
    assert_true(few.stops > 0 && few.unguardedPairs == 1 && (few.unkept & QMBOX_UNKEPT_SHAPE));
    assert_true(many.stops > 0); /* the others may be asked for and not found */
  }
  assert_true(throw_at_wall(0, 2).unkept == 0 && throw_at_wall(0, MOST).unkept == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_mesh_of_few_triangles_stops_what_a_larger_one_stops, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(triangles_that_are_nowhere_are_reported_and_others_stop, set_up_ode,
                                      tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
