/* SPDX-License-Identifier: BSD-3-Clause */

/* Shapes that a level would rather not have. */

#include "odd_shapes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

/* ------------------------------------------------------------------ what is kept */

enum { MOST_KEPT = 1024 };

static void *kept[MOST_KEPT];
static dTriMeshDataID mesh[MOST_KEPT];
static dHeightfieldDataID field[MOST_KEPT];
static int kept_count, mesh_count, field_count;

static void *keep(size_t count, size_t size) {
  void *room = calloc(count, size);
  if (room == NULL || kept_count == MOST_KEPT) {
    fputs("no memory for odd shapes\n", stderr);
    exit(2);
  }
  return kept[kept_count++] = room;
}

void odd_shapes_free(void) {
  while (mesh_count > 0) dGeomTriMeshDataDestroy(mesh[--mesh_count]);
  while (field_count > 0) dGeomHeightfieldDataDestroy(field[--field_count]);
  while (kept_count > 0) free(kept[--kept_count]);
}

/* ------------------------------------------------------------------ hulls */

/* Points on an ellipsoid, in rings, and the triangles between them. */
typedef struct ball {
  dReal *point;
  unsigned *corner; /* three of each triangle */
  int points, triangles;
} ball;

static void add_triangle(ball *b, int i, int j, int k) {
  unsigned *to = b->corner + 3 * b->triangles++;
  to[0] = (unsigned)i;
  to[1] = (unsigned)j;
  to[2] = (unsigned)k;
}

static void add_point(ball *b, const double half[3], double x, double y, double z) {
  dReal *to = b->point + 3 * b->points++;
  to[0] = (dReal)(half[0] * x);
  to[1] = (dReal)(half[1] * y);
  to[2] = (dReal)(half[2] * z);
}

static ball new_ball(const double half[3], int rings, int sides) {
  ball b = {.points = 0};
  b.point = keep((size_t)(3 * (rings * sides + 2)), sizeof *b.point);
  b.corner = keep((size_t)(6 * rings * sides), sizeof *b.corner);
  add_point(&b, half, 0, 0, -1);
  add_point(&b, half, 0, 0, 1);
  for (int i = 1; i <= rings; i++) {
    double up = PI * i / (rings + 1);
    for (int j = 0; j < sides; j++) {
      double round = 2 * PI * j / sides;
      add_point(&b, half, sin(up) * cos(round), sin(up) * sin(round), -cos(up));
    }
  }
  for (int j = 0; j < sides; j++) {
    int here = 2 + j, next = 2 + (j + 1) % sides, last = (rings - 1) * sides;
    add_triangle(&b, 0, next, here);
    add_triangle(&b, 1, last + here, last + next);
    for (int i = 0; i < last; i += sides) {
      add_triangle(&b, i + here, i + next, i + sides + next);
      add_triangle(&b, i + here, i + sides + next, i + sides + here);
    }
  }
  return b;
}

/* Writes the plane of a triangle; its normal is zero if that has no area. */
static void plane_of(const ball *b, const unsigned corner[3], dReal plane[4]) {
  const dReal *p = b->point + 3 * corner[0], *q = b->point + 3 * corner[1], *r = b->point + 3 * corner[2];
  double n[3], square = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = (double)((q[j] - p[j]) * (r[k] - p[k]) - (q[k] - p[k]) * (r[j] - p[j]));
    square += n[i] * n[i];
  }
  plane[3] = 0;
  for (int i = 0; i < 3; i++) {
    plane[i] = square > 0 ? (dReal)(n[i] / sqrt(square)) : 0;
    plane[3] += plane[i] * p[i];
  }
}

static dGeomID new_hull(dSpaceID space, const ball *b, int extra) {
  int faces = b->triangles + extra;
  dReal *plane = keep((size_t)(4 * faces), sizeof *plane);
  unsigned *polygon = keep((size_t)(4 * faces), sizeof *polygon);
  for (int f = 0; f < faces; f++) {
    const unsigned *corner = b->corner + 3 * (f % b->triangles);
    bool flat = f >= b->triangles && f % 2 > 0;
    polygon[4 * f] = 3;
    for (int k = 0; k < 3; k++) polygon[4 * f + 1 + k] = corner[flat && k == 2 ? 0 : k];
    plane_of(b, polygon + 4 * f + 1, plane + 4 * f);
  }
  return dCreateConvex(space, plane, (unsigned)faces, b->point, (unsigned)b->points, polygon);
}

/* ------------------------------------------------------------------ meshes */

static dGeomID new_mesh(dSpaceID space, const float *vertex, int vertices, const dTriIndex *index, int triangles) {
  dTriMeshDataID data = mesh[mesh_count++] = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, vertex, 3 * sizeof *vertex, vertices, index, 3 * triangles, 3 * sizeof *index);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0); /* libccd asks for it */
  return dCreateTriMesh(space, data, 0, 0, 0);
}

static dGeomID new_mesh_of_ball(dSpaceID space, const ball *b) {
  float *vertex = keep((size_t)(3 * b->points), sizeof *vertex);
  dTriIndex *index = keep((size_t)(3 * b->triangles), sizeof *index);
  for (int i = 0; i < 3 * b->points; i++) vertex[i] = (float)b->point[i];
  for (int i = 0; i < 3 * b->triangles; i++) index[i] = (dTriIndex)b->corner[i];
  return new_mesh(space, vertex, b->points, index, b->triangles);
}

/* A room in the making. */
typedef struct room_mesh {
  float *vertex;
  dTriIndex *index;
  int vertices, triangles;
} room_mesh;

static void add_room_triangle(random_source *r, room_mesh *m, int i, int j, int k) {
  int corner[3] = {i, j, k}, times = random_below(r, 4) == 0 ? 2 : 1;
  bool flat = random_below(r, 8) == 0;
  for (int n = 0; n < times; n++) {
    int turn = random_below(r, 2);
    for (int c = 0; c < 3; c++) m->index[3 * m->triangles + c] = (dTriIndex)corner[turn ? 2 - c : c];
    m->triangles++;
  }
  if (!flat) return;
  for (int c = 0; c < 3; c++) m->index[3 * m->triangles + c] = (dTriIndex)corner[c / 2];
  m->triangles++;
}

/* Divides a side into n parts, some of them hardly any. */
static void divide(random_source *r, double half, int n, double *cut) {
  for (int i = 0; i <= n; i++) cut[i] = half * (2.0 * i / n - 1);
  for (int i = 1; i < n; i++)
    if (random_below(r, 3) == 0) cut[i] = cut[i - 1] + (random_below(r, 2) ? 1e-6 * half : 0);
}

static void add_face(random_source *r, room_mesh *m, int face, double half, int n) {
  enum { MOST = 64 };
  double cut[2][MOST + 1];
  int first = m->vertices;
  for (int k = 0; k < 2; k++) divide(r, half, n, cut[k]);
  for (int i = 0; i < (n + 1) * (n + 1); i++) {
    float *to = m->vertex + 3 * m->vertices++;
    to[face / 2] = (float)(face % 2 ? half : -half);
    to[(face / 2 + 1) % 3] = (float)cut[0][i / (n + 1)];
    to[(face / 2 + 2) % 3] = (float)cut[1][i % (n + 1)];
  }
  for (int i = 0; i < n * n; i++) {
    int at = first + i / n * (n + 1) + i % n;
    add_room_triangle(r, m, at, at + n + 1, at + n + 2);
    add_room_triangle(r, m, at, at + n + 2, at + 1);
  }
}

dGeomID odd_room_new(random_source *r, dSpaceID space, double half, int n) {
  room_mesh m = {.vertices = 0};
  m.vertex = keep((size_t)(18 * (n + 1) * (n + 1)), sizeof *m.vertex);
  m.index = keep((size_t)(6 * 2 * n * n * 3 * 3), sizeof *m.index);
  for (int face = 0; face < 6; face++) add_face(r, &m, face, half, n);
  return new_mesh(space, m.vertex, m.vertices, m.index, m.triangles);
}

dGeomID odd_landscape_new(random_source *r, dSpaceID space, double half, double low, double height) {
  enum { GRID = 17 };
  double *sample = keep((size_t)GRID * GRID, sizeof *sample);
  dHeightfieldDataID data = field[field_count++] = dGeomHeightfieldDataCreate();
  for (int i = 0; i < GRID * GRID; i++) sample[i] = random_uniform(r, 0, 1);
  for (int i = 0; i < GRID; i++) {
    sample[(GRID - 1) * GRID + i] = sample[i];
    sample[i * GRID + GRID - 1] = sample[i * GRID];
  }
  dGeomHeightfieldDataBuildDouble(data, sample, 0, (dReal)(0.9 * half), (dReal)(1.1 * half), GRID, GRID, (dReal)height,
                                  (dReal)low, (dReal)0.01, 1);
  dGeomID geom = dCreateHeightfield(space, data, 1);
  dMatrix3 turn;
  dRFromAxisAndAngle(turn, 0, 1, 0, (dReal)random_uniform(r, 0, PI));
  dGeomSetRotation(geom, turn);
  return geom;
}

/* ------------------------------------------------------------------ all */

static ball random_ball(random_source *r, const double half[3], int rings, int sides) {
  int count = 1 + random_below(r, rings);
  return new_ball(half, count, 3 + random_below(r, sides));
}

dGeomID odd_shape_new(random_source *r, dSpaceID space, odd_shape shape, double size) {
  double half[3];
  for (int i = 0; i < 3; i++) half[i] = size / 2 * random_uniform(r, 0.2, 1);
  switch (shape) {
    case ODD_CAPSULE:
      return dCreateCapsule(space, (dReal)half[0], (dReal)(random_below(r, 2) ? 1e-12 : 1e-300));
    case ODD_DISK:
      return random_below(r, 2) ? dCreateCylinder(space, (dReal)half[0], (dReal)(half[0] / 50))
                                : dCreateCylinder(space, (dReal)(half[0] / 100), (dReal)half[0]);
    case ODD_HULL: {
      ball b = random_ball(r, half, 8, 20);
      return new_hull(space, &b, 0);
    }
    case ODD_TWICE: {
      ball b = random_ball(r, half, 3, 5);
      return new_hull(space, &b, 4);
    }
    default: {
      ball b = random_ball(r, half, 3, 5);
      return new_mesh_of_ball(space, &b);
    }
  }
}
