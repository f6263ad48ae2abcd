/* SPDX-License-Identifier: BSD-3-Clause */

/* Polytopes around a ball. */

#include "facets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_FACES = 4, MOST_FACES = 12, MOST_CORNERS = 2 * MOST_FACES, MOST_KEPT = 4096 };

/* Corners that are nearer to each other than this part of the radius are one, and on a plane that is so near. */
static const double SAME = 1e-9;
/* Three planes whose normals have a smaller determinant than this have no corner. */
static const double FLAT = 1e-3;

static void *kept[MOST_KEPT];
static dTriMeshDataID mesh_data[MOST_KEPT];
static int kept_count, mesh_count;

static void *keep(size_t count, size_t size) {
  void *room = calloc(count, size);
  if (room == NULL || kept_count == MOST_KEPT) {
    fputs("no memory for facets\n", stderr);
    exit(2);
  }
  return kept[kept_count++] = room;
}

void facets_free(void) {
  while (mesh_count > 0) dGeomTriMeshDataDestroy(mesh_data[--mesh_count]);
  while (kept_count > 0) free(kept[--kept_count]);
}

/* ------------------------------------------------------------------ corners */

typedef struct polytope {
  double normal[MOST_FACES][3], corner[MOST_CORNERS][3];
  int faces, corners;
  int around[MOST_FACES][MOST_CORNERS], sides[MOST_FACES]; /* the corners of each face, counterclockwise */
} polytope;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Finds the point that is on three of the planes at distance 1.  Returns false if it is none, or is not a corner. */
static bool find_corner(const polytope *p, int i, int j, int k, double corner[3]) {
  double part[3][3];
  cross(p->normal[j], p->normal[k], part[0]);
  cross(p->normal[k], p->normal[i], part[1]);
  cross(p->normal[i], p->normal[j], part[2]);
  double determinant = dot(p->normal[i], part[0]);
  if (!(fabs(determinant) > FLAT)) return false;
  for (int c = 0; c < 3; c++) corner[c] = (part[0][c] + part[1][c] + part[2][c]) / determinant;
  for (int f = 0; f < p->faces; f++) {
    if (dot(p->normal[f], corner) > 1 + SAME) return false;
  }
  return true;
}

/* Adds a corner, and returns false if it is too far out, or one too many. */
static bool add_corner(polytope *p, const double corner[3], double reach) {
  for (int k = 0; k < p->corners; k++) {
    double off[3] = {corner[0] - p->corner[k][0], corner[1] - p->corner[k][1], corner[2] - p->corner[k][2]};
    if (dot(off, off) < SAME) return true;
  }
  if (p->corners == MOST_CORNERS || !(dot(corner, corner) <= reach * reach)) return false;
  memcpy(p->corner[p->corners++], corner, sizeof p->corner[0]);
  return true;
}

/* Returns the angle of a corner around the normal of a face. */
static double angle_around(const polytope *p, int face, int corner) {
  const double *n = p->normal[face];
  double axis[3] = {0, 0, 0}, u[3], v[3];
  axis[fabs(n[0]) < 0.6 ? 0 : 1] = 1;
  cross(n, axis, u);
  cross(n, u, v);
  return atan2(dot(p->corner[corner], v), dot(p->corner[corner], u));
}

/* Finds the corners of a face, in order.  Returns false if it has less than three. */
static bool go_around(polytope *p, int face) {
  int *around = p->around[face], count = 0;
  for (int k = 0; k < p->corners; k++) {
    if (dot(p->normal[face], p->corner[k]) < 1 - 1e-6) continue;
    int at = count++;
    for (; at > 0 && angle_around(p, face, around[at - 1]) > angle_around(p, face, k); at--)
      around[at] = around[at - 1];
    around[at] = k;
  }
  p->sides[face] = count;
  return count >= 3;
}

/* Makes the polytope of these normals.  Returns false if it is not bounded, reaches too far, or has needless faces. */
static bool find_corners(polytope *p, double reach) {
  double corner[3];
  p->corners = 0;
  for (int i = 0; i < p->faces; i++) {
    for (int j = i + 1; j < p->faces; j++) {
      for (int k = j + 1; k < p->faces; k++) {
        if (find_corner(p, i, j, k, corner) && !add_corner(p, corner, reach)) return false;
      }
    }
  }
  int edges = 0;
  for (int f = 0; f < p->faces; f++) {
    if (!go_around(p, f)) return false;
    edges += p->sides[f];
  }
  return p->corners - edges / 2 + p->faces == 2 && edges % 2 == 0; /* Euler: it is bounded */
}

static polytope draw_polytope(random_source *r, double reach) {
  polytope p;
  do {
    p.faces = FEWEST_FACES + random_below(r, MOST_FACES - FEWEST_FACES + 1);
    for (int f = 0; f < p.faces; f++) random_direction(r, p.normal[f], 3);
  } while (!find_corners(&p, reach));
  return p;
}

/* ------------------------------------------------------------------ geoms */

static dGeomID hull_of(const polytope *p, dSpaceID space, double radius) {
  dReal *plane = keep((size_t)(4 * p->faces), sizeof *plane), *point = keep((size_t)(3 * p->corners), sizeof *point);
  unsigned *polygon = keep((size_t)(p->faces * (MOST_CORNERS + 1)), sizeof *polygon), *to = polygon;
  for (int k = 0; k < 3 * p->corners; k++) point[k] = (dReal)(radius * p->corner[k / 3][k % 3]);
  for (int f = 0; f < p->faces; f++) {
    for (int i = 0; i < 3; i++) plane[4 * f + i] = (dReal)p->normal[f][i];
    plane[4 * f + 3] = (dReal)(radius * dot(p->normal[f], p->corner[p->around[f][0]]));
    *to++ = (unsigned)p->sides[f];
    for (int k = 0; k < p->sides[f]; k++) *to++ = (unsigned)p->around[f][k];
  }
  return dCreateConvex(space, plane, (unsigned)p->faces, point, (unsigned)p->corners, polygon);
}

static dGeomID mesh_of(const polytope *p, dSpaceID space, double radius) {
  float *vertex = keep((size_t)(3 * p->corners), sizeof *vertex);
  dTriIndex *index = keep((size_t)(3 * MOST_CORNERS * p->faces), sizeof *index);
  int count = 0;
  for (int k = 0; k < 3 * p->corners; k++) vertex[k] = (float)(radius * p->corner[k / 3][k % 3]);
  for (int f = 0; f < p->faces; f++) {
    for (int k = 2; k < p->sides[f]; k++) {
      index[count++] = (dTriIndex)p->around[f][0];
      index[count++] = (dTriIndex)p->around[f][k - 1];
      index[count++] = (dTriIndex)p->around[f][k];
    }
  }
  dTriMeshDataID data = mesh_data[mesh_count++] = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, vertex, 3 * sizeof *vertex, p->corners, index, count, 3 * sizeof *index);
  (void)dGeomTriMeshDataPreprocess2(data, 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0); /* libccd asks for it */
  return dCreateTriMesh(space, data, 0, 0, 0);
}

dGeomID facets_new(random_source *r, dSpaceID space, double radius, double reach, bool mesh) {
  polytope p = draw_polytope(r, reach);
  return mesh ? mesh_of(&p, space, radius) : hull_of(&p, space, radius);
}

/* The box of these sides below y = 0, as a hull; flat, as a mesh of two triangles that face y. */
static polytope tile_of(double lx, double lz, double ly) {
  polytope p = {.faces = 6, .corners = 8};
  static const int AROUND[6][4] = {{4, 6, 2, 0}, {1, 3, 7, 5}, {1, 5, 4, 0}, {2, 6, 7, 3}, {2, 3, 1, 0}, {4, 5, 7, 6}};
  for (int k = 0; k < 8; k++) {
    p.corner[k][0] = (k & 1 ? lx : -lx) / 2;
    p.corner[k][1] = k & 2 ? 0 : -ly;
    p.corner[k][2] = (k & 4 ? lz : -lz) / 2;
  }
  for (int f = 0; f < 6; f++) {
    p.normal[f][f / 2] = f % 2 ? 1 : -1;
    p.sides[f] = 4;
    for (int k = 0; k < 4; k++) p.around[f][k] = AROUND[f][k];
  }
  return p;
}

dGeomID facets_tile(dSpaceID space, double lx, double lz, double ly) {
  polytope p = tile_of(lx, lz, ly);
  if (ly > 0) return hull_of(&p, space, 1);
  polytope flat = {.faces = 1, .corners = 4, .sides = {4}};
  for (int k = 0; k < 4; k++) {
    memcpy(flat.corner[k], p.corner[p.around[3][k]], sizeof flat.corner[k]);
    flat.around[0][k] = k;
  }
  return mesh_of(&flat, space, 1);
}
