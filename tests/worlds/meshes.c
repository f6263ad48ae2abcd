/* SPDX-License-Identifier: BSD-3-Clause */

/* Worlds over a hilly mesh of 16 x 16 m, of any number of triangles: what a frame costs by the size of a mesh. */

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

static void add_ground(scene *s, double triangles) {
  int n = (int)fmax(1, sqrt(triangles / 2)), row = n + 1, count = 0;
  double *vertex = malloc((size_t)(row * row) * 3 * sizeof *vertex);
  dTriIndex *index = malloc((size_t)(n * n) * 6 * sizeof *index);
  if (vertex == NULL || index == NULL) {
    fputs("no memory for a mesh\n", stderr);
    exit(2);
  }
  for (int i = 0; i < row * row; i++) {
    vertex[3 * i] = HALF * (2.0 * (i / row) / n - 1);
    vertex[3 * i + 1] = HALF * (2.0 * (i % row) / n - 1);
    vertex[3 * i + 2] = random_uniform(&s->random, 0, HILLS);
  }
  for (int i = 0; i < n * n; i++) {
    int a = i / n * row + i % n, corner[6] = {a, a + row, a + 1, a + 1, a + row, a + row + 1};
    for (int k = 0; k < 6; k++) index[count++] = (dTriIndex)corner[k];
  }
  s->mesh = dGeomTriMeshDataCreate();
  s->mesh_vertex = vertex;
  s->mesh_index = index;
  dGeomTriMeshDataBuildDouble(s->mesh, vertex, 3 * sizeof *vertex, row * row, index, count, 3 * sizeof *index);
  scene_keep(s, dCreateTriMesh(s->space, s->mesh, 0, 0, 0));
  for (int k = 0; k < 4; k++) {
    dReal normal[3] = {0, 0, 0};
    normal[k / 2] = k % 2 ? -1 : 1;
    scene_keep(s, dCreatePlane(s->space, normal[0], normal[1], normal[2], (dReal)-HALF));
  }
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
      dGeomID box = s->geoms[s->geom_count - 1], round;
      round = i % 4 == 1   ? dCreateSphere(s->space, (dReal)side[0] / 2)
              : i % 4 == 2 ? dCreateCapsule(s->space, (dReal)side[0] / 3, (dReal)side[1])
                           : dCreateCylinder(s->space, (dReal)side[0] / 2, (dReal)side[1]);
      dGeomDestroy(box);
      dGeomSetBody(round, body);
      s->geoms[s->geom_count - 1] = round;
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

const scene_kind MESHES[] = {
    {"50 boxes, mesh of 100 triangles", mesh_boxes, 100, 200, 60},
    {"50 boxes, mesh of 1000", mesh_boxes, 1e3, 200, 60},
    {"50 boxes, mesh of 10^4", mesh_boxes, 1e4, 200, 60},
    {"50 boxes, mesh of 10^5", mesh_boxes, 1e5, 200, 60},
    {"50 boxes, mesh of 10^6", mesh_boxes, 1e6, 200, 60},
    {"50 of all shapes, mesh of 100", mesh_shapes, 100, 200, 60},
    {"50 of all shapes, mesh of 10^5", mesh_shapes, 1e5, 200, 60},
    {0},
};
