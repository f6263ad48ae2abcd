/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trees of meshes that are kept from step to step.  They settle most steps of bodies that fly over a mesh: with them,
 * or without, all poses and stops are the same to the bit, whatever the program does with the mesh meanwhile.  And a
 * mesh that changes or is moved in each step takes hardly any memory.
 */

#include <math.h>

#include "loop.h"
#include "util/remembered.h"

enum { SIDE = 7, VERTICES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), THROWN = 18, FRAMES = 120 };

/* The ways in which the program treats the mesh. */
typedef enum change { NOTHING, LIFTED, BUILT_ANEW, CARRIED, CHANGES } change;

/* A bumpy ground of 6 m.  Bytes after the coordinates of a vertex are no part of the mesh. */
typedef struct ground {
  float vertex[VERTICES][4];
  dTriIndex index[3 * TRIANGLES];
  dTriMeshDataID data;
  dGeomID mesh;
} ground;

static void build(ground *g) {
  dGeomTriMeshDataBuildSingle(g->data, g->vertex[0], sizeof g->vertex[0], VERTICES, g->index, 3 * TRIANGLES,
                              3 * sizeof *g->index);
}

static void make_ground(loop *l, double height, ground *g) {
  *g = (ground){.data = dGeomTriMeshDataCreate()};
  for (int v = 0; v < VERTICES; v++) {
    int x = v % SIDE, y = v / SIDE;
    g->vertex[v][0] = (float)(x - SIDE / 2);
    g->vertex[v][1] = (float)(y - SIDE / 2);
    g->vertex[v][2] = (float)(height * sin(2.5 * x) * cos(1.7 * y));
  }
  for (int t = 0; t < TRIANGLES; t++) {
    int cell = t / 2, corner = cell % (SIDE - 1) + SIDE * (cell / (SIDE - 1));
    const int own[2][3] = {{0, 1, SIDE + 1}, {0, SIDE + 1, SIDE}};
    for (int i = 0; i < 3; i++) g->index[3 * t + i] = (dTriIndex)(corner + own[t % 2][i]);
  }
  build(g);
  g->mesh = dCreateTriMesh(l->space, g->data, 0, 0, 0);
}

static dGeomID make_shape(dSpaceID space, int number) {
  if (number % 3 == 0) return dCreateSphere(space, (dReal)0.03);
  if (number % 3 == 1) return dCreateBox(space, (dReal)0.4, (dReal)0.03, (dReal)0.05);
  return dCreateCapsule(space, (dReal)0.02, (dReal)0.3);
}

/* Changes the ground in a frame; it is as it never was before if it is `fresh`. */
static void change_ground(change how, bool fresh, int n, ground *g) {
  static int changes;
  g->vertex[0][3] = fresh ? (float)++changes : 0;
  if (n == FRAMES / 2 && how == LIFTED) dGeomSetPosition(g->mesh, (dReal)0.3, 0, (dReal)2.5);
  if (n == FRAMES / 2 && how == BUILT_ANEW) {
    for (int v = 0; v < VERTICES; v++) g->vertex[v][2] += 2;
  }
  if (how == BUILT_ANEW || fresh) build(g);
}

/* The outcome of a scene. */
typedef struct outcome {
  dReal place[THROWN][3];
  int stops, below; /* pairs that were stopped, bodies that are below the ground */
} outcome;

/* Throws shapes at the ground, `fast` or not.  No tree of it is kept if it is `fresh` in each frame. */
static outcome throw_at_ground(change how, bool fresh, bool fast, uint64_t seed) {
  random_source source = {seed};
  outcome end = {.stops = 0};
  dBodyID body[THROWN];
  ground g;
  dRandSetSeed(1);
  loop *l = make_loop(SPACE_SIMPLE);
  make_ground(l, seed % 4 < 2 ? 0.4 : 0.02, &g);
  if (how == CARRIED) {
    dBodyID lift = dBodyCreate(l->world);
    dBodySetKinematic(lift);
    dGeomSetBody(g.mesh, lift);
    dBodySetLinearVel(lift, (dReal)0.2, 0, (dReal)0.1);
    dBodySetAngularVel(lift, 0, 0, (dReal)0.3);
  }
  for (int k = 0; k < THROWN; k++) {
    body[k] = random_body(&source, l->world, 1, 1, 3);
    dGeomSetBody(make_shape(l->space, k), body[k]);
    dBodySetPosition(body[k], uniform(&source, -1.5, 1.5), uniform(&source, -1.5, 1.5),
                     (dReal)(1 + (fast ? 40.0 : 1.0) * k / THROWN));
    if (fast) dBodySetLinearVel(body[k], uniform(&source, -1, 1), uniform(&source, -1, 1), -60);
  }
  for (int n = 0; n < FRAMES; n++) {
    change_ground(how, fresh, n, &g);
    end.stops += frame(l, (dReal)(1.0 / 120)).stops;
  }
  for (int k = 0; k < THROWN; k++) {
    for (int i = 0; i < 3; i++) end.place[k][i] = dBodyGetPosition(body[k])[i];
    end.below += end.place[k][2] < -1 && fabs(end.place[k][0]) < 2 && fabs(end.place[k][1]) < 2;
  }
  free_loop(l);
  dGeomTriMeshDataDestroy(g.data);
  return end;
}

static void trees_that_are_kept_change_nothing(void **state) {
  int stops = 0;
  (void)state;
  for (int n = 0; n < 4 * CHANGES; n++) {
    change how = (change)(n / 4);
    outcome kept = throw_at_ground(how, false, n % 2, (uint64_t)n),
            fresh = throw_at_ground(how, true, n % 2, (uint64_t)n);
    assert_memory_equal(kept.place, fresh.place, sizeof kept.place);
    assert_int_equal(kept.stops, fresh.stops);
    if (how != LIFTED && how != BUILT_ANEW) assert_int_equal(kept.below, 0);
    stops += kept.stops;
  }
  print_message("# %d stops\n", stops);
  assert_true(stops > THROWN * CHANGES);
}

/* ------------------------------------------------------------------ memory */

/* Lets a ball float over the ground while the program moves or changes that in each frame, or does neither.  Returns
   how many bytes more are remembered. */
static size_t float_over(bool moved, bool changed) {
  ground g;
  loop *l = make_loop(SPACE_SIMPLE);
  make_ground(l, 0.4, &g);
  g.vertex[0][2] = 1; /* so high that the ball is never above all of it */
  dBodyID ball = dBodyCreate(l->world);
  dBodySetGravityMode(ball, 0);
  dGeomSetBody(dCreateSphere(l->space, (dReal)0.2), ball);
  dBodySetPosition(ball, 0, 0, (dReal)0.3);
  dBodySetAngularVel(ball, 0, 0, 1);
  size_t before = qmboxBytesRemembered();
  for (int n = 0; n < FRAMES; n++) {
    dGeomSetPosition(g.mesh, (dReal)(moved ? 0.001 * n : 0), 0, (dReal)-0.25);
    if (changed) {
      for (int v = 1; v < VERTICES; v++) g.vertex[v][2] = 0.001F * (float)(n + v % 5);
      build(&g);
    }
    (void)frame(l, (dReal)(1.0 / 120));
  }
  free_loop(l);
  dGeomTriMeshDataDestroy(g.data);
  return qmboxBytesRemembered() - before;
}

static void a_mesh_that_is_new_in_each_frame_is_not_copied(void **state) {
  size_t ground_bytes = sizeof(float[VERTICES][4]) + sizeof(dTriIndex[3 * TRIANGLES]);
  (void)state;
  size_t still = float_over(false, false), moved = float_over(true, false), changed = float_over(false, true);
  print_message("# bytes remembered: %zu still, %zu moved, %zu changed\n", still, moved, changed);
  assert_true(still > ground_bytes); /* its tree is kept */
  assert_true(moved < FRAMES * ground_bytes / 2);
  assert_true(changed < FRAMES * ground_bytes / 2);
}

int main(void) {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)
  const struct CMUnitTest tests[] = {
      CASE(trees_that_are_kept_change_nothing),
      CASE(a_mesh_that_is_new_in_each_frame_is_not_copied),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("kept trees", tests, 0, 0);
}
