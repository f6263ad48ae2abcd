/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rooms of planes, of thin boxes, of a trimesh and over a heightfield, in which bodies of every shape fly about at 60
 * and 300 m/s: none may get out.  Plain ODE loses some through everything but planes.  BMS_SOAK multiplies the rooms.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "repetitions.h"
#include "stepping.h"

enum { ROOMS = 6, FRAMES = 40, BODIES = 20, FIRST_SEED = 1 };

/* Half a side of a room, and the thickness of its boxes, m. */
static const double HALF = 2, THIN = 0.001;

typedef enum wall_kind { WALL_PLANES, WALL_BOXES, WALL_TRIMESH, WALL_HEIGHTFIELD } wall_kind;

/* ------------------------------------------------------------------ walls */

/* Adds planes, except the one of this number; -1 means all. */
static void add_planes(scene *s, int without) {
  for (int k = 0; k < 6; k++) {
    dReal normal[3] = {0, 0, 0};
    if (k == without) continue;
    normal[k / 2] = k % 2 ? -1 : 1;
    dCreatePlane(s->space, normal[0], normal[1], normal[2], (dReal)-HALF);
  }
}

static void add_boxes(scene *s) {
  for (int k = 0; k < 6; k++) {
    double side[3] = {2 * HALF + 1, 2 * HALF + 1, 2 * HALF + 1}, at[3] = {0, 0, 0};
    side[k / 2] = THIN;
    at[k / 2] = (k % 2 ? 1 : -1) * (HALF + THIN / 2);
    dGeomID wall = dCreateBox(s->space, (dReal)side[0], (dReal)side[1], (dReal)side[2]);
    dGeomSetPosition(wall, (dReal)at[0], (dReal)at[1], (dReal)at[2]);
  }
}

static dTriMeshDataID add_trimesh(scene *s) {
  static const dTriIndex corner[36] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                                       2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 7, 3, 1, 5, 7};
  static dVector3 vertex[8];
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < 3; i++) vertex[k][i] = (dReal)(k >> i & 1 ? HALF : -HALF);
  dGeomTriMeshDataBuildSimple(data, vertex[0], 8, corner, 36);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0); /* libccd asks for it */
  dCreateTriMesh(s->space, data, 0, 0, 0);
  return data;
}

/* Heights are along y: the floor is hilly there, all other walls are planes. */
static dHeightfieldDataID add_heightfield(scene *s) {
  enum { GRID = 17 };
  static double height[GRID * GRID];
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  for (int k = 0; k < GRID * GRID; k++) height[k] = random_uniform(&s->random, 0, 0.2);
  dGeomHeightfieldDataBuildDouble(data, height, 0, (dReal)(2 * HALF + 1), (dReal)(2 * HALF + 1), GRID, GRID, 1,
                                  (dReal)-HALF, (dReal)0.01, 0);
  dCreateHeightfield(s->space, data, 1);
  add_planes(s, 2);
  return data;
}

/* ------------------------------------------------------------------ bodies */

/* A wedge; the arrays of a dConvex are the caller's. */
typedef struct wedge {
  dReal plane[20], point[18];
} wedge;

static dGeomID new_wedge(dSpaceID space, double a, double b, double c, wedge *w) {
  static const unsigned polygon[23] = {3, 0, 2, 1, 3, 3, 4, 5, 4, 0, 1, 4, 3, 4, 1, 2, 5, 4, 4, 2, 0, 3, 5};
  static const int face[5][3] = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {1, 2, 5}, {2, 0, 3}};
  const double corner[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
  for (int k = 0; k < 6; k++) {
    w->point[3 * k] = (dReal)(corner[k % 3][0] * a / 2);
    w->point[3 * k + 1] = (dReal)(corner[k % 3][1] * b / 2);
    w->point[3 * k + 2] = (dReal)((k < 3 ? -1 : 1) * c / 2);
  }
  for (int f = 0; f < 5; f++) {
    const dReal *p = w->point + 3 * face[f][0], *q = w->point + 3 * face[f][1], *r = w->point + 3 * face[f][2];
    dReal u[3], v[3], *n = w->plane + 4 * f;
    for (int i = 0; i < 3; i++) u[i] = q[i] - p[i], v[i] = r[i] - p[i];
    for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    dReal length = (dReal)sqrt((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
    for (int i = 0; i < 3; i++) n[i] /= length;
    n[3] = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
  }
  return dCreateConvex(space, w->plane, 5, w->point, 6, polygon);
}

enum { SHAPES = 5 };

static void add_body(scene *s, int number, double speed, wedge *w) {
  dBodyID body = dBodyCreate(s->world);
  double a = random_uniform(&s->random, 0.08, 0.3), b = random_uniform(&s->random, 0.08, 0.3);
  double c = random_uniform(&s->random, 0.08, 0.3);
  dGeomID geom = 0;
  dMass mass;
  switch (number % SHAPES) {
    case 0:
      geom = dCreateBox(s->space, (dReal)a, (dReal)b, (dReal)c);
      break;
    case 1:
      geom = dCreateSphere(s->space, (dReal)a / 2);
      break;
    case 2:
      geom = dCreateCapsule(s->space, (dReal)a / 3, (dReal)b);
      break;
    case 3:
      geom = dCreateCylinder(s->space, (dReal)a / 2, (dReal)b);
      break;
    default:
      geom = new_wedge(s->space, a, b, c, w);
      break;
  }
  dMassSetBox(&mass, 1000, (dReal)a, (dReal)b, (dReal)c);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  /* The bodies stand on a lattice, so that none begins in another. */
  dBodySetPosition(body, (dReal)(0.8 * (number % 3 - 1)), (dReal)(0.8 * (number / 3 % 3 - 1) + 0.3),
                   (dReal)(0.8 * (number / 9 - 1)));
  scene_turn(s, body);
  scene_throw(s, body, speed, 30);
}

/* ------------------------------------------------------------------ a room */

typedef struct room_test {
  wall_kind walls;
  double speed;
} room_test;

typedef struct room_sum {
  int lost, lost_of[SHAPES], frames, clean;
} room_sum;

static bool is_outside(dBodyID body) {
  const dReal *x = dBodyGetPosition(body);
  for (int i = 0; i < 3; i++)
    if (!(fabs((double)x[i]) <= HALF)) return true;
  return false;
}

static void run_room(const room_test *test, stepping how, uint64_t seed, room_sum *sum) {
  static wedge wedges[BODIES];
  scene *s = scene_new(seed, SPACE_HASH);
  dTriMeshDataID mesh = 0;
  dHeightfieldDataID field = 0;
  s->bounce = (dReal)0.5;
  if (test->walls == WALL_PLANES) add_planes(s, -1);
  if (test->walls == WALL_BOXES) add_boxes(s);
  if (test->walls == WALL_TRIMESH) mesh = add_trimesh(s);
  if (test->walls == WALL_HEIGHTFIELD) field = add_heightfield(s);
  for (int i = 0; i < BODIES; i++) add_body(s, i, test->speed, &wedges[i]);
  for (int frame = 0; frame < FRAMES; frame++) {
    sum->clean += stepping_frame(how, s, NULL).clean;
    sum->frames++;
  }
  for (int i = 0; i < dSpaceGetNumGeoms(s->space); i++) {
    dGeomID geom = dSpaceGetGeom(s->space, i);
    if (!dGeomGetBody(geom) || !is_outside(dGeomGetBody(geom))) continue;
    int class = dGeomGetClass(geom);
    sum->lost++;
    sum->lost_of[class == dBoxClass        ? 0
                 : class == dSphereClass   ? 1
                 : class == dCapsuleClass  ? 2
                 : class == dCylinderClass ? 3
                                           : 4]++;
  }
  scene_free(s);
  if (mesh) dGeomTriMeshDataDestroy(mesh);
  if (field) dGeomHeightfieldDataDestroy(field);
}

static room_sum run_rooms(const room_test *test, stepping how) {
  room_sum sum = {0};
  int rooms = repetitions(ROOMS);
  char name[STEPPING_NAME];
  for (int k = 0; k < rooms; k++) run_room(test, how, FIRST_SEED + (uint64_t)k, &sum);
  stepping_name(how, name);
  print_message(
      "# %s: lost %d of %d (boxes %d, spheres %d, capsules %d, cylinders %d, wedges %d), %d of %d frames clean\n", name,
      sum.lost, rooms * BODIES, sum.lost_of[0], sum.lost_of[1], sum.lost_of[2], sum.lost_of[3], sum.lost_of[4],
      sum.clean, sum.frames);
  return sum;
}

static void nobody_gets_out(void **state) {
  const room_test *test = *state;
  room_sum plain = run_rooms(test, (stepping){STEPPING_PLAIN, 1}),
           qmbox = run_rooms(test, (stepping){STEPPING_QMBOX, 1});
  if (test->walls != WALL_PLANES) assert_true(plain.lost > 0);
  assert_int_equal(qmbox.lost, 0);
  assert_int_equal(qmbox.clean, qmbox.frames);
}

int main(void) {
  static const struct {
    const char *name;
    room_test test;
  } all[] = {
      {"planes, 60 m/s", {WALL_PLANES, 60}},
      {"planes, 300 m/s", {WALL_PLANES, 300}},
      {"boxes of 1 mm, 60 m/s", {WALL_BOXES, 60}},
      {"boxes of 1 mm, 300 m/s", {WALL_BOXES, 300}},
      {"a trimesh, 60 m/s", {WALL_TRIMESH, 60}},
      {"a trimesh, 300 m/s", {WALL_TRIMESH, 300}},
      {"a heightfield, 60 m/s", {WALL_HEIGHTFIELD, 60}},
      {"a heightfield, 300 m/s", {WALL_HEIGHTFIELD, 300}},
  };
  enum { COUNT = sizeof all / sizeof *all };
  struct CMUnitTest tests[COUNT];
  for (int i = 0; i < COUNT; i++)
    tests[i] = (struct CMUnitTest){all[i].name, nobody_gets_out, NULL, NULL, (void *)(uintptr_t)&all[i].test};
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("rooms", tests, NULL, NULL);
}
