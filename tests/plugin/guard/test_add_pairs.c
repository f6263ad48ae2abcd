/* SPDX-License-Identifier: BSD-3-Clause */

/* Triangles of meshes against other shapes: a mesh of few finds them otherwise than a large one, and they are the same.
   And meshes that have triangles nowhere, from the start or for a while. */

#include <math.h>
#include <stdlib.h>

#include "loop.h"
#include "ode/mesh_data.h"

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

/* The outcome of a throw in the room: the body's place after one frame, and the number of stopped pairs. */
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
  loop *l = make_waiting_loop(SPACE_SIMPLE);
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

/* Throws a box at a wall of one triangle, or of this many alike, next to one that has this coordinate. */
static qmboxSimulateReport throw_at_wall(double coordinate, int triangles) {
  const double vertex[5][3] = {{1, -9, -9}, {1, 9, -9}, {1, 0, 9}, {30, 0, 0}, {30, 1, coordinate}};
  dTriIndex index[3 * MOST];
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  for (int k = 0; k < 3 * triangles; k++) index[k] = (dTriIndex)(k % 3 + (k < 3 ? 2 : 0));
  dGeomTriMeshDataBuildDouble(data, vertex[0], sizeof vertex[0], 5, index, 3 * triangles, 3 * sizeof(dTriIndex));
  loop *l = make_waiting_loop(SPACE_SIMPLE);
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
    assert_true(few.stops > 0 && few.unguardedPairs == 1 && (few.unguarded & QMBOX_UNGUARDED_SHAPE));
    assert_true(many.stops > 0 && many.unguardedPairs > 0 && (many.unguarded & QMBOX_UNGUARDED_SHAPE));
  }
  assert_true(throw_at_wall(0, 2).unguarded == 0 && throw_at_wall(0, MOST).unguarded == 0);
}

/* ------------------------------------------------------------------ meshes that change */

enum { FEW_VERTICES = 60, MANY_VERTICES = 5000 };

/* A wall of many triangles, each with vertices of its own, and the last vertex of none.  `moving`: it is a body. */
typedef struct wall {
  float (*vertex)[3];
  dTriIndex *index;
  int vertices;
  bool moving;
  dTriMeshDataID data;
  loop *l;
  dBodyID box;
} wall;

static void build_wall(wall *w) {
  dGeomTriMeshDataBuildSingle(w->data, w->vertex[0], sizeof w->vertex[0], w->vertices, w->index, w->vertices - 1,
                              3 * sizeof(dTriIndex));
}

static void make_wall(int vertices, bool moving, wall *w) {
  static const float CORNER[3][3] = {{1, -9, -9}, {1, 9, -9}, {1, 0, 9}};
  *w = (wall){.vertices = 3 * vertices + 1, .moving = moving};
  w->vertex = calloc((size_t)w->vertices, sizeof *w->vertex);
  w->index = calloc((size_t)w->vertices, sizeof *w->index);
  for (int k = 0; k < 3 * vertices; k++) {
    for (int i = 0; i < 3; i++) w->vertex[k][i] = CORNER[k % 3][i] + (k < 3 || i > 0 ? 0 : 20);
    w->index[k] = (dTriIndex)k;
  }
  w->data = dGeomTriMeshDataCreate();
  build_wall(w);
  w->l = make_waiting_loop(SPACE_SIMPLE);
  dGeomID mesh = dCreateTriMesh(w->l->space, w->data, 0, 0, 0);
  if (moving) {
    dBodyID body = dBodyCreate(w->l->world);
    dBodySetKinematic(body);
    dBodySetLinearVel(body, 0, (dReal)0.01, 0);
    dGeomSetBody(mesh, body);
  }
  w->box = add_box(w->l, (dReal)0.4, (dReal)0.4, (dReal)0.4, 0, 0, 0);
}

static void free_wall(wall *w) {
  free_loop(w->l);
  dGeomTriMeshDataDestroy(w->data);
  free(w->vertex);
  free(w->index);
}

/* Throws the box at the wall.  Returns true if that was reported as a proof; the wall always stops it. */
static bool throw_box(wall *w) {
  dBodySetPosition(w->box, 0, 0, 0);
  dBodySetLinearVel(w->box, 300, 0, 0);
  qmboxSimulateReport report = frame(w->l, (dReal)(1.0 / 60));
  assert_true(report.stops > 0 && dBodyGetPosition(w->box)[0] < 1);
  return report.unguarded == 0;
}

/* Returns the number of frames until one is reported as this. */
static int frames_until(wall *w, bool clean) {
  int frames = 1;
  while (throw_box(w) != clean && frames < 100) frames++;
  return frames;
}

/* The number of looks that cover a mesh of this many vertices. */
static int looks_at(const wall *w) {
  return (w->vertices + 1023) / 1024;
}

/* Spoils one vertex and heals it again, with and without notice to ODE. */
static void spoil_and_heal(wall *w, int vertex, bool update) {
  float good = w->vertex[vertex][1];
  w->vertex[vertex][1] = NAN;
  if (update) dGeomTriMeshDataUpdate(w->data);
  int frames = frames_until(w, false);
  assert_true(frames <= looks_at(w));
  for (int n = 0; n < 3; n++) assert_false(throw_box(w)); /* it stays so */
  w->vertex[vertex][1] = good;
  if (update) dGeomTriMeshDataUpdate(w->data);
  assert_int_equal(frames_until(w, true), 1);
}

static void meshes_that_change_are_noticed(void **state) {
  (void)state;
  for (int n = 0; n < 8; n++) {
    wall w;
    make_wall(n & 1 ? MANY_VERTICES / 3 : FEW_VERTICES / 3, n & 2, &w);
    assert_true(throw_box(&w) && throw_box(&w));
    spoil_and_heal(&w, 3, n & 4);
    spoil_and_heal(&w, w.vertices - 2, n & 4);
    spoil_and_heal(&w, w.vertices / 2, n & 4);
    free_wall(&w);
  }
}

static void a_vertex_of_no_triangle_may_be_anywhere(void **state) {
  (void)state;
  for (int n = 0; n < 4; n++) {
    wall w;
    make_wall(n & 1 ? MANY_VERTICES / 3 : FEW_VERTICES / 3, n & 2, &w);
    w.vertex[w.vertices - 1][2] = NAN;
    for (int k = 0; k < 2 * looks_at(&w); k++) assert_true(throw_box(&w));
    free_wall(&w);
  }
}

/* The data is built again, or another one is made, often at the same address, with arrays at the same addresses. */
static void data_that_is_rebuilt_or_replaced_is_noticed(void **state) {
  (void)state;
  for (int n = 0; n < 20; n++) {
    wall w;
    make_wall(FEW_VERTICES / 3, n & 1, &w);
    assert_true(throw_box(&w));
    w.vertex[3 + n][0] = n & 2 ? NAN : 1e30F;
    build_wall(&w);
    assert_false(throw_box(&w));
    free_wall(&w);
  }
}

static void the_arrays_of_a_mesh_are_found(void **state) {
  qmboxMeshData data;
  wall w;
  (void)state;
  make_wall(FEW_VERTICES, false, &w);
  assert_true(qmboxReadMeshData(w.data, &data));
  assert_true(data.vertex == w.vertex && data.index == w.index && data.single);
  assert_true(data.vertices == (unsigned)w.vertices && data.triangles == FEW_VERTICES);
  assert_true(data.vertexStride == 12 && data.triangleStride == 3 * sizeof(dTriIndex));
  free_wall(&w);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_mesh_of_few_triangles_stops_what_a_larger_one_stops),
      CASE(triangles_that_are_nowhere_are_reported_and_others_stop),
      CASE(meshes_that_change_are_noticed),
      CASE(a_vertex_of_no_triangle_may_be_anywhere),
      CASE(data_that_is_rebuilt_or_replaced_is_noticed),
      CASE(the_arrays_of_a_mesh_are_found),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
