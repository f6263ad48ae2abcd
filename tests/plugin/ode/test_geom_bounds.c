/* SPDX-License-Identifier: BSD-3-Clause */

/* Convex hulls and trimeshes that a program changes, of which ODE keeps the AABB that they had, and heightfields that
   are turned, of which it has too small a one. */

#include <math.h>

#include "loop.h"
#include "ode/geom_bounds.h"

/* Transforms are deprecated, and tested as long as ODE has them. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-5)

/* The half sides of two boxes as hulls: the second is 2 longer along x. */
static const dReal small_point[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                      -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
static const dReal large_point[24] = {-3, -1, -1, 3, -1, -1, -3, 1, -1, 3, 1, -1,
                                      -3, -1, 1,  3, -1, 1,  -3, 1, 1,  3, 1, 1};
static const dReal small_plane[24] = {1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1};
static const dReal large_plane[24] = {1, 0, 0, 3, -1, 0, 0, 3, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1};
static const unsigned polygon[30] = {4, 1, 3, 7, 5, 4, 0, 4, 6, 2, 4, 2, 6, 7, 3,
                                     4, 0, 1, 5, 4, 4, 4, 5, 7, 6, 4, 0, 2, 3, 1};

static dGeomID small_hull(dSpaceID space) {
  return dCreateConvex(space, small_plane, 6, small_point, 8, polygon);
}

static void enlarge(dGeomID hull) {
  dGeomSetConvex(hull, large_plane, 6, large_point, 8, polygon);
}

/* Holds the bounds of a hull to its points, as ODE places them for a geom with an offset. */
static void are_bounds(dGeomID geom, dGeomID same) {
  dReal aabb[6];
  double expected[6] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int k = 0; k < 8; k++) {
    dVector3 at;
    const dReal *x = large_point + 3 * k;
    dGeomGetRelPointPos(same, x[0], x[1], x[2], at);
    for (int i = 0; i < 3; i++) {
      expected[2 * i] = fmin(expected[2 * i], (double)at[i]);
      expected[2 * i + 1] = fmax(expected[2 * i + 1], (double)at[i]);
    }
  }
  qmboxBoundsOfGeom(geom, aabb);
  for (int i = 0; i < 6; i++) assert_true(fabs((double)aabb[i] - expected[i]) <= CLOSE * 10);
}

static void a_changed_hull_is_bounded_where_its_points_are(void **state) {
  (void)state;
  random_source r = {41};
  for (int n = 0; n < 50; n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(SPACE_SIMPLE);
    dBodyID body = dBodyCreate(world);
    dQuaternion q[2];
    dVector3 x[2];
    dReal aabb[6];
    for (int k = 0; k < 2; k++) {
      random_quaternion(&r, q[k]);
      random_vector(&r, 2, x[k]);
    }
    dGeomID held = small_hull(0), transform = dCreateGeomTransform(space), offset = small_hull(space);
    dGeomTransformSetGeom(transform, held);
    dGeomSetBody(transform, body);
    dGeomSetBody(offset, body);
    dGeomSetPosition(held, x[0][0], x[0][1], x[0][2]);
    dGeomSetQuaternion(held, q[0]);
    dGeomSetOffsetPosition(offset, x[0][0], x[0][1], x[0][2]);
    dGeomSetOffsetQuaternion(offset, q[0]);
    dBodySetPosition(body, x[1][0], x[1][1], x[1][2]);
    dBodySetQuaternion(body, q[1]);
    dGeomGetAABB(offset, aabb);
    dGeomGetAABB(transform, aabb);
    enlarge(held);
    enlarge(offset);
    are_bounds(offset, offset);
    are_bounds(transform, offset);
    dGeomDestroy(held);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* Throws a cube past a hull that has become so large that it is in the way. */
static void what_was_beside_a_hull_meets_it_when_that_is_larger(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dGeomID hull = small_hull(l->space);
  dBodyID cube = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)2.5, 0, 3);
  qmboxContact hit;
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(cube, 0, 0, -100);
  assert_true(qmboxSpaceFirstContact(l->space, (dReal)0.1, 0, &hit) == BMS_SEPARATED);
  enlarge(hull);
  assert_true(qmboxSpaceFirstContact(l->space, (dReal)0.1, 0, &hit) == BMS_CONTACT);
  qmboxSimulateReport report = frame(l, (dReal)0.1);
  assert_true(report.stops == 1 && report.unguarded == 0);
  assert_true((double)dBodyGetPosition(cube)[2] > 1);
  free_loop(l);
}

/* A tetrahedron as a mesh. */
typedef struct tetrahedron {
  dTriMeshDataID data;
  float vertex[12];
} tetrahedron;

static void make_tetrahedron(tetrahedron *t) {
  static const float vertex[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const dTriIndex index[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  for (int i = 0; i < 12; i++) t->vertex[i] = vertex[i];
  t->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(t->data, t->vertex, 3 * sizeof(float), 4, index, 12, 3 * sizeof(dTriIndex));
}

/* Makes it larger as ODE asks a program to. */
static void enlarge_tetrahedron(tetrahedron *t, float factor) {
  for (int i = 0; i < 12; i++) t->vertex[i] *= factor;
  dGeomTriMeshDataUpdate(t->data);
}

/* Holds the bounds of a mesh to contain its vertices, as ODE places them, and to be no larger than the box around
   these in its own frame. */
static void are_bounds_of_tetrahedron(dGeomID geom, const tetrahedron *t) {
  dReal aabb[6];
  double far = (double)t->vertex[3], expected[6] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int k = 0; k < 8; k++) {
    dVector3 at;
    dGeomGetRelPointPos(geom, (dReal)(k & 1 ? far : 0), (dReal)(k & 2 ? far : 0), (dReal)(k & 4 ? far : 0), at);
    for (int i = 0; i < 3; i++) {
      expected[2 * i] = fmin(expected[2 * i], (double)at[i]);
      expected[2 * i + 1] = fmax(expected[2 * i + 1], (double)at[i]);
    }
  }
  qmboxBoundsOfGeom(geom, aabb);
  for (int i = 0; i < 6; i++) assert_true(fabs((double)aabb[i] - expected[i]) <= CLOSE * 10);
}

static void a_changed_mesh_is_bounded_where_its_vertices_are(void **state) {
  random_source r = {43};
  (void)state;
  for (int n = 0; n < 50; n++) {
    tetrahedron t;
    dQuaternion q;
    dVector3 x;
    dReal aabb[6];
    make_tetrahedron(&t);
    dGeomID mesh = dCreateTriMesh(0, t.data, 0, 0, 0);
    random_quaternion(&r, q);
    random_vector(&r, 2, x);
    dGeomSetPosition(mesh, x[0], x[1], x[2]);
    dGeomSetQuaternion(mesh, q);
    are_bounds_of_tetrahedron(mesh, &t);
    dGeomGetAABB(mesh, aabb);
    enlarge_tetrahedron(&t, 4);
    are_bounds_of_tetrahedron(mesh, &t);
    dGeomDestroy(mesh);
    dGeomTriMeshDataDestroy(t.data);
  }
}

/* Throws a cube past a mesh that has become so large that it is in the way. */
static void what_was_beside_a_mesh_meets_it_when_that_is_larger(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  tetrahedron t;
  make_tetrahedron(&t);
  dGeomID mesh = dCreateTriMesh(l->space, t.data, 0, 0, 0);
  dBodyID cube = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)1.5, (dReal)1.5, 3);
  qmboxContact hit;
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(cube, 0, 0, -100);
  assert_true(qmboxSpaceFirstContact(l->space, (dReal)0.1, 0, &hit) == BMS_SEPARATED);
  enlarge_tetrahedron(&t, 4);
  dGeomSetPosition(mesh, 0, 0, 0); /* even so ODE has the AABB of before */
  assert_true(qmboxSpaceFirstContact(l->space, (dReal)0.1, 0, &hit) == BMS_CONTACT);
  qmboxSimulateReport report = frame(l, (dReal)0.1);
  assert_true(report.stops == 1 && report.unguarded == 0);
  const dReal *x = dBodyGetPosition(cube);
  assert_true((double)(x[0] + x[1] + x[2]) > 3.9); /* it is on the outer side of the face x + y + z = 4 */
  free_loop(l);
  dGeomTriMeshDataDestroy(t.data);
}

/* A mesh without a core may be in a plane by a 64th of its longest side, which is 2, wherever it was before. */
static void a_mesh_that_has_been_moved_in_its_arrays_is_no_longer_for_that(void **state) {
  static const dTriIndex index[6] = {0, 1, 2, 0, 1, 2};
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    loop *l = make_loop(SPACE_HASH);
    float vertex[9] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, vertex, 3 * sizeof(float), 3, index, 6, 3 * sizeof(dTriIndex));
    dGeomID sheet = dCreateTriMesh(l->space, data, 0, 0, 0);
    dBodyID body = dBodyCreate(l->world);
    dGeomSetBody(sheet, body);
    dBodySetPosition(body, 0, 0, (dReal)(deep ? -102.05 : -102.02));
    for (int k = 0; k < 3; k++) vertex[3 * k + 2] += 102;
    dGeomTriMeshDataUpdate(data);
    dCreatePlane(l->space, 0, 0, 1, 0);
    dBodySetLinearVel(body, 0, 0, (dReal)-0.01);
    assert_int_equal(frame(l, (dReal)0.01).deepPairs > 0, deep);
    free_loop(l);
    dGeomTriMeshDataDestroy(data);
  }
}

/* A heightfield of 3 by 3 samples. */
static dGeomID field_of(dSpaceID space, dHeightfieldDataID *data, int placeable) {
  static const double height[9] = {0, 0.25, 0.5, 0.75, 1, 0.5, 0.25, 0, 0.5};
  *data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(*data, height, 0, 4, 2, 3, 3, 1, 0, 0, 0);
  return dCreateHeightfield(space, *data, placeable);
}

static void a_turned_heightfield_is_bounded_by_the_box_around_it(void **state) {
  (void)state;
  random_source r = {42};
  for (int n = 0; n < 50; n++) {
    dHeightfieldDataID data;
    dGeomID held = field_of(0, &data, 1), transform = dCreateGeomTransform(0);
    dQuaternion q;
    dVector3 x, corner;
    dReal aabb[6];
    dGeomTransformSetGeom(transform, held);
    random_quaternion(&r, q);
    random_vector(&r, 2, x);
    dGeomSetQuaternion(n % 2 ? held : transform, q);
    dGeomSetPosition(transform, x[0], x[1], x[2]);
    dGeomID same = dCreateBox(0, 1, 1, 1);
    dGeomSetQuaternion(same, q);
    dGeomSetPosition(same, x[0], x[1], x[2]);
    double expected[6] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < 8; k++) {
      dGeomGetRelPointPos(same, k & 1 ? 2 : -2, k & 2 ? 1 : 0, k & 4 ? 1 : -1, corner);
      for (int i = 0; i < 3; i++) {
        expected[2 * i] = fmin(expected[2 * i], (double)corner[i]);
        expected[2 * i + 1] = fmax(expected[2 * i + 1], (double)corner[i]);
      }
    }
    qmboxBoundsOfGeom(transform, aabb);
    for (int i = 0; i < 6; i++) assert_true(fabs((double)aabb[i] - expected[i]) <= CLOSE * 10);
    dGeomDestroy(same);
    dGeomDestroy(transform);
    dGeomDestroy(held);
    dGeomHeightfieldDataDestroy(data);
  }
}

/* A heightfield without a pose stands at the origin. */
static void a_heightfield_without_a_pose_keeps_the_bounds_of_ode(void **state) {
  dHeightfieldDataID data;
  dReal ours[6], theirs[6];
  (void)state;
  dGeomID field = field_of(0, &data, 0);
  dGeomGetAABB(field, theirs);
  qmboxBoundsOfGeom(field, ours);
  for (int i = 0; i < 6; i++) assert_true(ours[i] == theirs[i]);
  dGeomDestroy(field);
  dGeomHeightfieldDataDestroy(data);
}

/* Throws a cube at the corner of a heightfield that ODE's AABB does not hold. */
static void nothing_passes_through_the_corner_of_a_turned_heightfield(void **state) {
  dHeightfieldDataID data;
  dMatrix3 turn;
  qmboxContact hit;
  (void)state;
  loop *l = make_loop(SPACE_HASH);
  dGeomID field = field_of(l->space, &data, 1);
  dRFromAxisAndAngle(turn, 0, 1, 0, (dReal)0.5);
  dGeomSetRotation(field, turn);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodyID cube = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(1.9 * cos(0.5) + 0.9 * sin(0.5)), 2,
                         (dReal)(-1.9 * sin(0.5) + 0.9 * cos(0.5)));
  dBodySetLinearVel(cube, 0, -100, 0);
  assert_true(qmboxSpaceFirstContact(l->space, (dReal)0.1, 0, &hit) == BMS_CONTACT);
  qmboxSimulateReport report = frame(l, (dReal)0.1);
  assert_true(report.stops == 1 && report.unguarded == 0);
  assert_true((double)dBodyGetPosition(cube)[1] > 0);
  free_loop(l);
  dGeomHeightfieldDataDestroy(data);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_changed_hull_is_bounded_where_its_points_are),
      CASE(what_was_beside_a_hull_meets_it_when_that_is_larger),
      CASE(a_changed_mesh_is_bounded_where_its_vertices_are),
      CASE(what_was_beside_a_mesh_meets_it_when_that_is_larger),
      CASE(a_mesh_that_has_been_moved_in_its_arrays_is_no_longer_for_that),
      CASE(a_turned_heightfield_is_bounded_by_the_box_around_it),
      CASE(a_heightfield_without_a_pose_keeps_the_bounds_of_ode),
      CASE(nothing_passes_through_the_corner_of_a_turned_heightfield),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
