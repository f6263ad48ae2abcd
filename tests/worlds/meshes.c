/* SPDX-License-Identifier: BSD-3-Clause */

/* Worlds over a hilly mesh of 16 x 16 m, of any number of triangles: the cost of a frame by the size of a mesh. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scenes.h"

enum { BODIES = 50 };

/* Half a side of the ground, and how high its hills are, m. */
static const double HALF = 8, HILLS = 0.3;

/* Returns the number of bodies below the ground, which are lost. */
static int count_below(const scene *s) {
  int below = 0;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body && dBodyGetPosition(body)[2] < 0) below++;
  }
  return below;
}

/* Returns room for an array. */
static void *array_of(int count, size_t size) {
  void *room = malloc((size_t)count * size);
  if (room == NULL) {
    fputs("no memory for a mesh\n", stderr);
    exit(2);
  }
  return room;
}

/* Builds one of the scene's meshes of arrays that it keeps. */
static dTriMeshDataID build(scene *s, int which, double *vertex, int vertices, dTriIndex *index, int indices) {
  s->mesh[which] = dGeomTriMeshDataCreate();
  s->mesh_vertex[which] = vertex;
  s->mesh_index[which] = index;
  dGeomTriMeshDataBuildDouble(s->mesh[which], vertex, 3 * sizeof *vertex, vertices, index, indices, 3 * sizeof *index);
  return s->mesh[which];
}

static void add_ground(scene *s, double triangles) {
  int n = (int)fmax(1, sqrt(triangles / 2)), row = n + 1, count = 0;
  double *vertex = array_of(row * row * 3, sizeof *vertex);
  dTriIndex *index = array_of(n * n * 6, sizeof *index);
  for (int i = 0; i < row * row; i++) {
    vertex[3 * i] = HALF * (2.0 * (i / row) / n - 1);
    vertex[3 * i + 1] = HALF * (2.0 * (i % row) / n - 1);
    vertex[3 * i + 2] = random_uniform(&s->random, 0, HILLS);
  }
  for (int i = 0; i < n * n; i++) {
    int a = i / n * row + i % n, corner[6] = {a, a + row, a + 1, a + 1, a + row, a + row + 1};
    for (int k = 0; k < 6; k++) index[count++] = (dTriIndex)corner[k];
  }
  scene_keep(s, dCreateTriMesh(s->space, build(s, 0, vertex, row * row, index, count), 0, 0, 0));
  for (int k = 0; k < 4; k++) {
    dReal normal[3] = {0, 0, 0};
    normal[k / 2] = k % 2 ? -1 : 1;
    scene_keep(s, dCreatePlane(s->space, normal[0], normal[1], normal[2], (dReal)-HALF));
  }
}

/* A crate: a cube of twelve triangles, wound outwards. */
static dTriMeshDataID build_crate(scene *s, int which, double side) {
  static const int CORNER[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  double *vertex = array_of(24, sizeof *vertex);
  dTriIndex *index = array_of(36, sizeof *index);
  for (int i = 0; i < 24; i++) vertex[i] = i / 3 >> i % 3 & 1 ? side / 2 : -side / 2;
  for (int i = 0; i < 36; i++) index[i] = (dTriIndex)CORNER[i];
  dTriMeshDataID data = build(s, which, vertex, 8, index, 36);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0); /* libccd asks for it */
  return data;
}

/* Bodies of one kind, or of all in turn, fly and then roll about the ground. */
static scene *over_ground(uint64_t seed, double triangles, bool all_shapes) {
  scene *s = scene_new(seed, SPACE_HASH);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->bounce = (dReal)0.2;
  s->lost = count_below;
  add_ground(s, triangles);
  for (int i = 0; i < BODIES; i++) {
    double side[3];
    for (int k = 0; k < 3; k++) side[k] = random_uniform(&s->random, 0.2, 0.8);
    double x = random_uniform(&s->random, 1 - HALF, HALF - 1), y = random_uniform(&s->random, 1 - HALF, HALF - 1);
    dBodyID body = scene_box(s, side[0], side[1], side[2], x, y, 1 + 0.8 * (i % 7));
    if (all_shapes && i % 4 > 0) {
      dGeomID round = i % 4 == 1   ? dCreateSphere(s->space, (dReal)side[0] / 2)
                      : i % 4 == 2 ? dCreateCapsule(s->space, (dReal)side[0] / 3, (dReal)side[1])
                                   : dCreateCylinder(s->space, (dReal)side[0] / 2, (dReal)side[1]);
      scene_replace_last(s, round);
    }
    scene_turn(s, body);
    scene_throw(s, body, 8, 5);
  }
  return s;
}

scene *mesh_boxes(uint64_t seed, double triangles) {
  return over_ground(seed, triangles, false);
}

scene *mesh_shapes(uint64_t seed, double triangles) {
  return over_ground(seed, triangles, true);
}

/* Notes that nothing may leave the cube about the origin, of this half side. */
static void close_room(scene *s, double half) {
  s->closed = true;
  for (int k = 0; k < 3; k++) {
    s->room_low[k] = -half;
    s->room_high[k] = half;
  }
}

scene *mesh_room(uint64_t seed, double bodies) {
  static const double ROOM = 8;
  scene *s = scene_new(seed, SPACE_HASH);
  close_room(s, ROOM / 2);
  scene_keep(s, dCreateTriMesh(s->space, build_crate(s, 0, ROOM), 0, 0, 0));
  for (int i = 0; i < (int)bodies; i++) {
    double side[3];
    for (int k = 0; k < 3; k++) side[k] = random_uniform(&s->random, 0.2, 0.8);
    double x = i % 4 - 1.5, y = i / 4 % 4 - 1.5, z = i / 16 - 1.5;
    dBodyID body = scene_box(s, side[0], side[1], side[2], 1.6 * x, 1.6 * y, 1.6 * z);
    scene_turn(s, body);
    scene_throw(s, body, 4, 5);
  }
  return s;
}

scene *mesh_crates(uint64_t seed, double triangles) {
  enum { CRATES = 30 };
  scene *s = scene_new(seed, SPACE_HASH);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->lost = count_below;
  add_ground(s, triangles);
  dTriMeshDataID crate = build_crate(s, 1, 0.6);
  for (int i = 0; i < CRATES; i++) {
    dBodyID body = scene_box(s, 0.6, 0.6, 0.6, 1.5 * (i % 5 - 2), 1.5 * (i / 5 % 3 - 1), 1 + i / 15);
    scene_replace_last(s, dCreateTriMesh(s->space, crate, 0, 0, 0));
    scene_turn(s, body);
    scene_throw(s, body, 4, 5);
  }
  return s;
}

scene *mesh_heap(uint64_t seed, double side) {
  enum { HEAPED = 20 };
  scene *s = scene_new(seed, SPACE_HASH);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  scene_ground(s);
  dTriMeshDataID crate = build_crate(s, 1, side);
  for (int i = 0; i < HEAPED; i++) {
    double x = random_uniform(&s->random, -side, side), y = random_uniform(&s->random, -side, side);
    dBodyID body = scene_box(s, side, side, side, x, y, 1.2 * side * (i + 1));
    scene_replace_last(s, dCreateTriMesh(s->space, crate, 0, 0, 0));
    scene_turn(s, body);
  }
  return s;
}

/* Half a side of the closed room of balls, m. */
static const double ROOM_OF_BALLS = 2;

/* A ball of 384 triangles, wound outwards: stacks of rings between two poles. */
static dTriMeshDataID build_ball(scene *s, int which, double radius) {
  enum { STACKS = 9, SLICES = 24, POLE = (STACKS - 1) * SLICES };
  int count = 0;
  double *vertex = array_of(3 * (POLE + 2), sizeof *vertex);
  dTriIndex *index = array_of(6 * POLE, sizeof *index);
  for (int i = 0; i < POLE; i++) {
    double down = M_PI * (i / SLICES + 1) / STACKS, around = 2 * M_PI * (i % SLICES) / SLICES;
    double place[3] = {sin(down) * cos(around), sin(down) * sin(around), cos(down)};
    for (int k = 0; k < 3; k++) vertex[3 * i + k] = radius * place[k];
  }
  for (int k = 0; k < 6; k++) vertex[3 * POLE + k] = k == 2 ? radius : k == 5 ? -radius : 0;
  for (int i = 0; i < POLE; i++) {
    int next = i % SLICES + 1 < SLICES ? i + 1 : i + 1 - SLICES, below = i + SLICES, after = next + SLICES;
    int first[3] = {POLE, i, next}, last[3] = {i, POLE + 1, next};
    int side[6] = {i, below, next, next, below, after};
    for (int k = 0; k < 3 && i < SLICES; k++) index[count++] = (dTriIndex)first[k];
    bool lowest = below >= POLE;
    for (int k = 0; k < (lowest ? 3 : 6); k++) index[count++] = (dTriIndex)(lowest ? last[k] : side[k]);
  }
  dTriMeshDataID data = build(s, which, vertex, POLE + 2, index, count);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0);
  return data;
}

/* Throws 27 of these meshes in a closed room that is one of 12 triangles; their mass is the mass of a cube of this
   side. */
static void throw_in_room(scene *s, dTriMeshDataID mesh, double side, double speed, double spin) {
  enum { THROWN = 27 };
  close_room(s, ROOM_OF_BALLS);
  scene_keep(s, dCreateTriMesh(s->space, build_crate(s, 0, 2 * ROOM_OF_BALLS), 0, 0, 0));
  for (int i = 0; i < THROWN; i++) {
    dBodyID body = scene_box(s, side, side, side, 1.2 * (i % 3 - 1), 1.2 * (i / 3 % 3 - 1), 1.2 * (i / 9 - 1));
    scene_replace_last(s, dCreateTriMesh(s->space, mesh, 0, 0, 0));
    scene_turn(s, body);
    scene_throw(s, body, speed, spin);
  }
}

scene *mesh_balls(uint64_t seed, double speed) {
  static const double RADIUS = 0.3;
  scene *s = scene_new(seed, SPACE_HASH);
  throw_in_room(s, build_ball(s, 1, RADIUS), 2 * RADIUS, speed, 5);
  return s;
}

/* A prism of this height on a polygon that is seen as a whole from its first corner, wound outwards. */
static dTriMeshDataID build_prism(scene *s, int which, int corners, const double (*corner)[2], double height) {
  int count = 0;
  double *vertex = array_of(6 * corners, sizeof *vertex);
  dTriIndex *index = array_of(12 * corners, sizeof *index);
  for (int i = 0; i < 6 * corners; i++) {
    int below = i / 3 < corners, k = i % 3;
    vertex[i] = k < 2 ? corner[i / 3 % corners][k] : below ? -height / 2 : height / 2;
  }
  for (int i = 0; i < corners; i++) {
    int next = (i + 1) % corners, side[6] = {i, next, corners + next, i, corners + next, corners + i};
    int lid[6] = {corners, corners + i, corners + next, 0, next, i};
    for (int k = 0; k < 6; k++) index[count++] = (dTriIndex)side[k];
    for (int k = 0; k < 6 && i > 0 && next > 0; k++) index[count++] = (dTriIndex)lid[k];
  }
  dTriMeshDataID data = build(s, which, vertex, 2 * corners, index, count);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0);
  return data;
}

scene *mesh_prisms(uint64_t seed, double speed) {
  static const double SQUARE[4][2] = {{-0.25, -0.25}, {0.25, -0.25}, {0.25, 0.25}, {-0.25, 0.25}};
  static const double ANGLE[6][2] = {{-0.1, -0.1}, {-0.1, 0.3}, {-0.3, 0.3}, {-0.3, -0.3}, {0.3, -0.3}, {0.3, -0.1}};
  scene *s = scene_new(seed, SPACE_HASH);
  dTriMeshDataID prism = seed % 3 == 0   ? build_prism(s, 1, 4, SQUARE, 0.5)
                         : seed % 3 == 1 ? build_prism(s, 1, 4, SQUARE, 0.05)
                                         : build_prism(s, 1, 6, ANGLE, 0.3);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  throw_in_room(s, prism, 0.4, speed, fmin(speed, 30));
  return s;
}

const scene_kind MESHES[] = {
    {"50 boxes in a room of 12 triangles", mesh_room, 50, 200, 60},
    {"30 meshes of 12 triangles, mesh of 100", mesh_crates, 100, 200, 60},
    {"30 meshes of 12 triangles, mesh of 10^5", mesh_crates, 1e5, 200, 60},
    {"50 boxes, mesh of 100 triangles", mesh_boxes, 100, 200, 60},
    {"50 boxes, mesh of 1000", mesh_boxes, 1e3, 200, 60},
    {"50 boxes, mesh of 10^4", mesh_boxes, 1e4, 200, 60},
    {"50 boxes, mesh of 10^5", mesh_boxes, 1e5, 200, 60},
    {"50 boxes, mesh of 10^6", mesh_boxes, 1e6, 200, 60},
    {"50 of all shapes, mesh of 100", mesh_shapes, 100, 200, 60},
    {"50 of all shapes, mesh of 10^5", mesh_shapes, 1e5, 200, 60},
    {"27 mesh balls at 3 m/s", mesh_balls, 3, 60, 30},
    {"27 mesh balls at 30 m/s", mesh_balls, 30, 60, 30},
    {"27 mesh balls at 300 m/s", mesh_balls, 300, 60, 30},
    {0},
};
