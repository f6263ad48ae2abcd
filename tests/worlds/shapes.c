/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies of every shape that ODE collides. */

#include "shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const SHAPE_NAME[SHAPE_KINDS] = {"box", "sphere", "capsule", "cylinder", "wedge", "crate"};

/* ------------------------------------------------------------------ hulls */

/* Corners of a wedge, in halves of its sides, about its centre of mass. */
static const double CORNER[3][2] = {{-1, -2.0 / 3}, {1, -2.0 / 3}, {0, 4.0 / 3}};

static void set_plane(dReal plane[4], const dReal *p, const dReal *q, const dReal *r) {
  dReal u[3], v[3], length;

  for (int i = 0; i < 3; i++) u[i] = q[i] - p[i], v[i] = r[i] - p[i];
  for (int i = 0; i < 3; i++) plane[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
  length = (dReal)sqrt((double)(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]));
  for (int i = 0; i < 3; i++) plane[i] /= length;
  plane[3] = plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2];
}

static dGeomID new_wedge(scene *s, const double side[3]) {
  static const unsigned POLYGON[23] = {3, 0, 2, 1, 3, 3, 4, 5, 4, 0, 1, 4, 3, 4, 1, 2, 5, 4, 4, 2, 0, 3, 5};
  static const int FACE[5][3] = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {1, 2, 5}, {2, 0, 3}};
  dReal *plane = scene_memory(s, 20, sizeof *plane), *point = scene_memory(s, 18, sizeof *point);

  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < 2; i++) point[3 * k + i] = (dReal)(CORNER[k % 3][i] * side[i] / 2);
    point[3 * k + 2] = (dReal)((k < 3 ? -1 : 1) * side[2] / 2);
  }
  for (int f = 0; f < 5; f++) {
    set_plane(plane + 4 * f, point + 3 * FACE[f][0], point + 3 * FACE[f][1], point + 3 * FACE[f][2]);
  }
  return dCreateConvex(s->space, plane, 5, point, 6, POLYGON);
}

/* ------------------------------------------------------------------ meshes */

static dGeomID new_mesh(scene *s, const double *vertex, int vertices, const dTriIndex *index, int indices) {
  int which = s->mesh[0] ? 1 : 0;

  if (s->mesh[which]) {
    fputs("a scene has no room for another mesh\n", stderr);
    exit(2);
  }
  s->mesh[which] = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(s->mesh[which], vertex, 3 * sizeof *vertex, vertices, index, indices, 3 * sizeof *index);
  (void)dGeomTriMeshDataPreprocess2(s->mesh[which], 1u << dTRIDATAPREPROCESS_BUILD_FACE_ANGLES, 0); /* for libccd */
  return dCreateTriMesh(s->space, s->mesh[which], 0, 0, 0);
}

static dGeomID new_crate(scene *s, const double side[3]) {
  static const int INDEX[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  double *vertex = scene_memory(s, 24, sizeof *vertex);
  dTriIndex *index = scene_memory(s, 36, sizeof *index);

  for (int i = 0; i < 24; i++) vertex[i] = (i / 3 >> i % 3 & 1 ? side[i % 3] : -side[i % 3]) / 2;
  for (int i = 0; i < 36; i++) index[i] = (dTriIndex)INDEX[i];
  return new_mesh(s, vertex, 8, index, 36);
}

dGeomID shape_surface(scene *s, const double *vertex, int rows, int columns) {
  int cells = (rows - 1) * (columns - 1), count = 0;
  double *kept = scene_memory(s, (size_t)(3 * rows * columns), sizeof *kept);
  dTriIndex *index = scene_memory(s, (size_t)(6 * cells), sizeof *index);

  memcpy(kept, vertex, (size_t)(3 * rows * columns) * sizeof *kept);
  for (int i = 0; i < cells; i++) {
    int a = i / (columns - 1) * columns + i % (columns - 1);
    int corner[6] = {a, a + columns, a + 1, a + 1, a + columns, a + columns + 1};
    const double *p = vertex + 3 * corner[0], *q = vertex + 3 * corner[1], *r = vertex + 3 * corner[2];
    bool up = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
    for (int k = 0; k < 6; k++) index[count++] = (dTriIndex)corner[up ? k : k / 3 * 3 + 2 - k % 3];
  }
  return scene_keep(s, new_mesh(s, kept, rows * columns, index, count));
}

dGeomID shape_flat_field(scene *s, double half) {
  enum { GRID = 5 };
  static const double SAMPLE[GRID * GRID] = {0};
  dMatrix3 up;

  s->field = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(s->field, SAMPLE, 1, (dReal)(2 * half), (dReal)(2 * half), GRID, GRID, 1, 0,
                                  (dReal)0.1, 0);
  dGeomID geom = scene_keep(s, dCreateHeightfield(s->space, s->field, 1));
  dRFromAxisAndAngle(up, 1, 0, 0, (dReal)1.5707963267948966); /* its own height is along y */
  dGeomSetRotation(geom, up);
  return geom;
}

/* ------------------------------------------------------------------ bodies */

static double reach_of_wedge(const double side[3], const dReal d[3]) {
  double most = -HUGE_VAL;

  for (int k = 0; k < 3; k++) {
    most = fmax(most, CORNER[k][0] * side[0] / 2 * (double)d[0] + CORNER[k][1] * side[1] / 2 * (double)d[1]);
  }
  return most + side[2] / 2 * fabs((double)d[2]);
}

double shape_reach(shape_kind kind, const double side[3], dBodyID body, const double direction[3]) {
  dVector3 d;
  double reach = 0;

  dBodyVectorFromWorld(body, (dReal)direction[0], (dReal)direction[1], (dReal)direction[2], d);
  double up = fabs((double)d[2]);
  switch (kind) {
    case SHAPE_SPHERE:
      return side[0] / 2;
    case SHAPE_CAPSULE:
      return side[0] / 2 + (side[2] - side[0]) / 2 * up;
    case SHAPE_CYLINDER:
      return side[2] / 2 * up + side[0] / 2 * sqrt(fmax(0, 1 - up * up));
    case SHAPE_WEDGE:
      return reach_of_wedge(side, d);
    default:
      for (int i = 0; i < 3; i++) reach += side[i] / 2 * fabs((double)d[i]);
      return reach;
  }
}

double shape_thickness(shape_kind kind, const double side[3]) {
  double least = fmin(side[0], fmin(side[1], side[2]));

  if (kind == SHAPE_SPHERE || kind == SHAPE_CAPSULE) return side[0];
  if (kind == SHAPE_CYLINDER) return fmin(side[0], side[2]);
  return kind == SHAPE_WEDGE ? least / 2 : least;
}

static dGeomID new_geom(scene *s, shape_kind kind, const double side[3], double density, dMass *mass) {
  dReal a = (dReal)side[0], b = (dReal)side[1], c = (dReal)side[2], d = (dReal)density;

  switch (kind) {
    case SHAPE_SPHERE:
      dMassSetSphere(mass, d, a / 2);
      return dCreateSphere(s->space, a / 2);
    case SHAPE_CAPSULE:
      dMassSetCapsule(mass, d, 3, a / 2, c - a);
      return dCreateCapsule(s->space, a / 2, c - a);
    case SHAPE_CYLINDER:
      dMassSetCylinder(mass, d, 3, a / 2, c);
      return dCreateCylinder(s->space, a / 2, c);
    case SHAPE_WEDGE:
      dMassSetBox(mass, d / 2, a, b, c);
      return new_wedge(s, side);
    default:
      dMassSetBox(mass, d, a, b, c);
      return kind == SHAPE_CRATE ? new_crate(s, side) : dCreateBox(s->space, a, b, c);
  }
}

dBodyID shape_body(scene *s, shape_kind kind, const double side[3], double density, double x, double y, double z) {
  dMass mass;
  dGeomID geom = new_geom(s, kind, side, density, &mass);

  return scene_body(s, geom, &mass, x, y, z);
}
