/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trimeshes that are bodies, against what is a surface itself: planes and other trimeshes.  They are let into these
 * by a part of their size, so that ODE finds contacts: they fall, slide and come to rest as in plain ODE.
 */

#include <math.h>

#include "loop.h"
#include "shapes/mesh_core.h"

enum { FRAMES = 180, CORNERS = 12, TRIANGLES = 20, FALLS = 8 };

/* ------------------------------------------------------------------ meshes */

/* A prism over a polygon of six corners, as high as 0.2. */
typedef struct prism {
  float vertex[3 * CORNERS];
  dTriIndex index[3 * TRIANGLES];
  dTriMeshDataID data;
} prism;

static void add_triangle(prism *p, int *count, int a, int b, int c, bool inwards) {
  dTriIndex *to = p->index + 3 * (*count)++;
  to[0] = (dTriIndex)a;
  to[1] = (dTriIndex)(inwards ? c : b);
  to[2] = (dTriIndex)(inwards ? b : c);
}

static void make_prism(const double corner[6][2], const int cap[4][3], bool inwards, prism *p) {
  int count = 0;
  for (int k = 0; k < CORNERS; k++) {
    for (int i = 0; i < 2; i++) p->vertex[3 * k + i] = (float)corner[k % 6][i];
    p->vertex[3 * k + 2] = k < 6 ? -0.1F : 0.1F;
  }
  for (int k = 0; k < 4; k++) {
    add_triangle(p, &count, 6 + cap[k][0], 6 + cap[k][1], 6 + cap[k][2], inwards);
    add_triangle(p, &count, cap[k][0], cap[k][2], cap[k][1], inwards);
  }
  for (int k = 0; k < 6; k++) {
    int next = (k + 1) % 6;
    add_triangle(p, &count, k, next, 6 + next, inwards);
    add_triangle(p, &count, k, 6 + next, 6 + k, inwards);
  }
  p->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(p->data, p->vertex, 12, CORNERS, p->index, 3 * TRIANGLES, 12);
}

static const double L_SHAPE[6][2] = {{-0.15, -0.15}, {0.25, -0.15}, {0.25, 0.05},
                                     {0.05, 0.05},   {0.05, 0.25},  {-0.15, 0.25}};
static const double HEXAGON[6][2] = {{0.2, 0}, {0.1, 0.17}, {-0.1, 0.17}, {-0.2, 0}, {-0.1, -0.17}, {0.1, -0.17}};
static const int L_CAP[4][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
static const int HEXAGON_CAP[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};

/* ------------------------------------------------------------------ cores */

static bool core_of(prism *p, int triangles, qmboxMeshCore *core) {
  dGeomTriMeshDataBuildSingle(p->data, p->vertex, 12, CORNERS, p->index, 3 * triangles, 12);
  dGeomID mesh = dCreateTriMesh(0, p->data, 0, 0, 0);
  dGeomSetPosition(mesh, 5, 6, 7);
  bool found = qmboxFindMeshCore(mesh, core);
  dGeomDestroy(mesh);
  return found;
}

static void closed_meshes_that_are_wound_outwards_have_a_core(void **state) {
  qmboxMeshCore core;
  prism p;
  (void)state;
  make_prism(HEXAGON, HEXAGON_CAP, false, &p);
  assert_true(core_of(&p, TRIANGLES, &core));
  assert_true(fabs(core.inner - 0.1) < 1e-6);
  assert_false(core_of(&p, TRIANGLES - 1, &core)); /* open */
  dTriIndex kept = p.index[0];
  p.index[0] = p.index[1];
  p.index[1] = kept;
  assert_false(core_of(&p, TRIANGLES, &core)); /* one is wound the other way */
  dGeomTriMeshDataDestroy(p.data);
  make_prism(HEXAGON, HEXAGON_CAP, true, &p);
  assert_false(core_of(&p, TRIANGLES, &core)); /* a room */
  dGeomTriMeshDataDestroy(p.data);
  make_prism(L_SHAPE, L_CAP, false, &p);
  assert_true(core_of(&p, TRIANGLES, &core));
  dGeomTriMeshDataDestroy(p.data);
}

/* ------------------------------------------------------------------ falling */

static loop *make_fall(const prism *mesh, dTriMeshDataID floor, dBodyID *body) {
  loop *l = make_loop(SPACE_SIMPLE);
  dMass mass;
  if (floor) {
    dCreateTriMesh(l->space, floor, 0, 0, 0);
  } else {
    dCreatePlane(l->space, 0, 0, 1, 0);
  }
  *body = dBodyCreate(l->world);
  dMassSetBoxTotal(&mass, 10, (dReal)0.4, (dReal)0.4, (dReal)0.2);
  dBodySetMass(*body, &mass);
  dGeomSetBody(dCreateTriMesh(l->space, mesh->data, 0, 0, 0), *body);
  dBodySetPosition(*body, 0, 0, 1);
  dBodySetQuaternion(*body, (dQuaternion){(dReal)0.9, (dReal)0.3, (dReal)0.2, (dReal)0.1});
  dBodySetLinearVel(*body, 2, 0, -3);
  return l;
}

/* Lets a prism fall.  Returns the time that it lost. */
static double let_fall(const prism *mesh, dTriMeshDataID floor, qmboxContinuity continuity, dReal at[3]) {
  dBodyID body;
  loop *l = make_fall(mesh, floor, &body);
  l->options.continuity = continuity;
  double lost = 0;
  for (int k = 0; k < FRAMES; k++) lost += (double)frame(l, (dReal)(1.0 / 60)).lostTime;
  for (int i = 0; i < 3; i++) at[i] = dBodyGetPosition(body)[i];
  free_loop(l);
  return lost;
}

static void a_mesh_falls_on_a_plane_and_on_a_mesh_as_in_plain_ode(void **state) {
  static const float corner[12] = {-50, -50, 0, 50, -50, 0, 50, 50, 0, -50, 50, 0};
  static const dTriIndex index[6] = {0, 1, 2, 0, 2, 3};
  dTriMeshDataID floor = dGeomTriMeshDataCreate();
  (void)state;
  dGeomTriMeshDataBuildSingle(floor, corner, 12, 4, index, 6, 12);
  for (int kind = 0; kind < 4; kind++) {
    dReal plain[3], guarded[3];
    prism p;
    make_prism(kind % 2 ? L_SHAPE : HEXAGON, kind % 2 ? L_CAP : HEXAGON_CAP, false, &p);
    (void)let_fall(&p, kind < 2 ? 0 : floor, QMBOX_CONTINUITY_OFF, plain);
    double lost = let_fall(&p, kind < 2 ? 0 : floor, QMBOX_CONTINUITY_GUARDED, guarded);
    print_message("# kind %d: plain at %.3f %.3f %.3f, guarded at %.3f %.3f %.3f, %.3f s lost\n", kind,
                  (double)plain[0], (double)plain[1], (double)plain[2], (double)guarded[0], (double)guarded[1],
                  (double)guarded[2], lost);
    assert_true(lost < 0.2);
    assert_true(fabs((double)(guarded[2] - plain[2])) < 0.01);
    assert_true(hypot((double)(guarded[0] - plain[0]), (double)(guarded[1] - plain[1])) < 0.2);
    dGeomTriMeshDataDestroy(p.data);
  }
  dGeomTriMeshDataDestroy(floor);
}

/* Lets a prism and another body fall from the same place.  Returns where the prism is after the time in which it falls
   by 5 m. */
static double fall_together(const prism *mesh, const prism *other, qmboxContinuity continuity, unsigned long seed) {
  dBodyID body, second;
  loop *l = make_fall(mesh, 0, &body);
  dMass mass;
  dRandSetSeed(seed); /* dWorldQuickStep() draws from it, and the two are thrown apart in another way by each */
  l->options.continuity = continuity;
  second = dBodyCreate(l->world);
  dMassSetBoxTotal(&mass, 5, (dReal)0.3, (dReal)0.3, (dReal)0.3);
  dBodySetMass(second, &mass);
  dGeomSetBody(
      other ? dCreateTriMesh(l->space, other->data, 0, 0, 0) : dCreateBox(l->space, (dReal)0.3, (dReal)0.3, (dReal)0.3),
      second);
  dBodySetPosition(body, 0, 0, 9);
  dBodySetLinearVel(body, 0, 0, 0);
  dBodySetPosition(second, (dReal)0.1, (dReal)0.05, (dReal)9.05);
  for (int k = 0; k < 60; k++) (void)frame(l, (dReal)(1.0 / 60));
  double height = (double)dBodyGetPosition(body)[2];
  free_loop(l);
  return height;
}

static double mean_fall(const prism *mesh, const prism *other, qmboxContinuity continuity) {
  double sum = 0;
  for (int k = 0; k < FALLS; k++) sum += fall_together(mesh, other, continuity, (unsigned long)k + 1);
  return sum / FALLS;
}

static void what_is_made_in_each_other_falls_as_in_plain_ode(void **state) {
  prism p, other;
  (void)state;
  make_prism(L_SHAPE, L_CAP, false, &p);
  make_prism(HEXAGON, HEXAGON_CAP, false, &other);
  for (int kind = 0; kind < 2; kind++) {
    const prism *second = kind ? &other : 0;
    double plain = mean_fall(&p, second, QMBOX_CONTINUITY_OFF);
    double guarded = mean_fall(&p, second, QMBOX_CONTINUITY_GUARDED);
    print_message("# into %s: plain to %.3f, guarded to %.3f\n", second ? "a mesh" : "a box", plain, guarded);
    assert_true(guarded < 9 - 4);
    assert_true(fabs(guarded - plain) < 0.7);
  }
  dGeomTriMeshDataDestroy(p.data);
  dGeomTriMeshDataDestroy(other.data);
}

/* Presses one prism into another by a part of what their cores leave between them, or lets the cores overlap. */
static int count_deep(double apart) {
  loop *l = make_loop(SPACE_SIMPLE);
  prism p;
  make_prism(HEXAGON, HEXAGON_CAP, false, &p);
  dWorldSetGravity(l->world, 0, 0, 0);
  for (int k = 0; k < 2; k++) {
    dBodyID body = dBodyCreate(l->world);
    dGeomSetBody(dCreateTriMesh(l->space, p.data, 0, 0, 0), body);
    dBodySetPosition(body, (dReal)0.03 * k, (dReal)0.02 * k, (dReal)apart * k);
  }
  int deep = frame(l, (dReal)(1.0 / 60)).deepPairs;
  free_loop(l);
  dGeomTriMeshDataDestroy(p.data);
  return deep;
}

static void meshes_pressed_together_by_less_than_their_cores_are_not_deep(void **state) {
  (void)state;
  for (int k = 0; k < 10; k++) {
    assert_int_equal(count_deep(0.1999 - 0.0011 * k), 0);
    assert_true(count_deep(0.186 - 0.001 * k) > 0);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(closed_meshes_that_are_wound_outwards_have_a_core),
      CASE(a_mesh_falls_on_a_plane_and_on_a_mesh_as_in_plain_ode),
      CASE(what_is_made_in_each_other_falls_as_in_plain_ode),
      CASE(meshes_pressed_together_by_less_than_their_cores_are_not_deep),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
