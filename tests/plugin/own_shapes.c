/* SPDX-License-Identifier: BSD-3-Clause */

/* Slanted boxes and ellipsoids. */

#include "own_shapes.h"

#include <math.h>
#include <string.h>

#include "geometry.h"

/* ------------------------------------------------------------------ slanted boxes */

/* The caller's arrays have to last as long as the geom: the tests have fewer at a time than this. */
enum { SLANTED = 512 };

typedef struct slanted {
  double column[3][3], normal[3][3], width[3]; /* half the width across each pair of faces */
  dReal plane[24], point[24];
} slanted;

static void fill(slanted *s) {
  for (int k = 0; k < 3; k++) {
    cross(s->column[(k + 1) % 3], s->column[(k + 2) % 3], s->normal[k]);
    double length = sqrt(dot(s->normal[k], s->normal[k]));
    for (int i = 0; i < 3; i++) s->normal[k][i] /= length;
    s->width[k] = dot(s->normal[k], s->column[k]);
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < 3; i++) s->plane[8 * k + 4 * side + i] = (dReal)((side ? 1 : -1) * s->normal[k][i]);
      s->plane[8 * k + 4 * side + 3] = (dReal)s->width[k];
    }
  }
  for (int v = 0; v < 8; v++) {
    for (int i = 0; i < 3; i++) {
      double x = 0;
      for (int k = 0; k < 3; k++) x += (v >> k & 1 ? 1 : -1) * s->column[k][i];
      s->point[3 * v + i] = (dReal)x;
    }
  }
}

dGeomID slanted_box(random_source *source, dSpaceID space, double x, double y, double z) {
  static slanted all[SLANTED];
  static int used;
  static const unsigned polygon[30] = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                                       4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
  slanted *s = &all[used++ % SLANTED];
  const double half[3] = {x / 2, y / 2, z / 2};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) s->column[k][i] = i == k ? half[k] : half[k] * (double)uniform(source, -0.3, 0.3);
  }
  fill(s);
  dGeomID geom = dCreateConvex(space, s->plane, 6, s->point, 8, polygon);
  dGeomSetData(geom, s);
  return geom;
}

static void farthest_of_slanted(const slanted *s, double less, const double direction[3], double point[3]) {
  for (int i = 0; i < 3; i++) point[i] = 0;
  for (int k = 0; k < 3; k++) {
    double part = copysign(1 - less / s->width[k], dot(direction, s->column[k]));
    for (int i = 0; i < 3; i++) point[i] += part * s->column[k][i];
  }
}

/* ------------------------------------------------------------------ ellipsoids */

static int ellipsoid_class;

static double least(const double axis[3]) {
  return fmin(axis[0], fmin(axis[1], axis[2]));
}

static void farthest_of_ellipsoid(dGeomID geom, const double direction[3], double point[3]) {
  const double *axis = dGeomGetClassData(geom);
  double stretched[3] = {axis[0] * direction[0], axis[1] * direction[1], axis[2] * direction[2]};
  double length = sqrt(dot(stretched, stretched));
  for (int i = 0; i < 3; i++) point[i] = axis[i] * (stretched[i] / length);
}

static double reach_of_ellipsoid(dGeomID geom) {
  const double *axis = dGeomGetClassData(geom);
  return fmax(axis[0], fmax(axis[1], axis[2]));
}

static double inner_of_ellipsoid(dGeomID geom) {
  return least(dGeomGetClassData(geom)); /* to its middle: it is twice as thick */
}

static int collide_with_nothing(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  (void)o1, (void)o2, (void)flags, (void)contact, (void)skip;
  return 0;
}

static dColliderFn *no_collider(int other) {
  (void)other;
  return collide_with_nothing;
}

static void bound_ellipsoid(dGeomID geom, dReal aabb[6]) {
  const dReal *x = dGeomGetPosition(geom);
  for (int i = 0; i < 3; i++) {
    aabb[2 * i] = x[i] - (dReal)reach_of_ellipsoid(geom) * (dReal)1.000001;
    aabb[2 * i + 1] = x[i] + (dReal)reach_of_ellipsoid(geom) * (dReal)1.000001;
  }
}

void register_ellipsoids(void) {
  static const dGeomClass class = {3 * sizeof(double), no_collider, bound_ellipsoid, 0, 0};
  static const qmboxSupport support = {.size = sizeof support,
                                       .farthest = farthest_of_ellipsoid,
                                       .reach = reach_of_ellipsoid,
                                       .inner = inner_of_ellipsoid};
  ellipsoid_class = dCreateGeomClass(&class);
  assert_int_equal(qmboxSetSupport(ellipsoid_class, &support), 1);
}

dGeomID ellipsoid(dSpaceID space, double a, double b, double c) {
  if (!ellipsoid_class) return 0;
  dGeomID geom = dCreateGeom(ellipsoid_class);
  double *axis = dGeomGetClassData(geom);
  axis[0] = a;
  axis[1] = b;
  axis[2] = c;
  if (space) dSpaceAdd(space, geom);
  return geom;
}

/* ------------------------------------------------------------------ either */

int is_own_shape(dGeomID geom) {
  int class = dGeomGetClass(geom);
  return class == dConvexClass || (ellipsoid_class && class == ellipsoid_class);
}

double own_thickness(dGeomID geom) {
  if (dGeomGetClass(geom) != dConvexClass) return 2 * least(dGeomGetClassData(geom));
  const slanted *s = dGeomGetData(geom);
  return 2 * least(s->width);
}

void own_farthest(dGeomID geom, double less, const double direction[3], double point[3]) {
  if (dGeomGetClass(geom) == dConvexClass) {
    farthest_of_slanted(dGeomGetData(geom), less, direction, point);
  } else {
    farthest_of_ellipsoid(geom, direction, point);
    for (int i = 0; i < 3; i++) point[i] *= 1 - less / inner_of_ellipsoid(geom);
  }
}

/* ------------------------------------------------------------------ unknown shapes */

static void bounds_of_unknown(dGeomID geom, dReal aabb[6]) {
  const dReal *position = dGeomGetPosition(geom);
  for (int i = 0; i < 3; i++) {
    aabb[2 * i] = position[i] - 1;
    aabb[2 * i + 1] = position[i] + 1;
  }
}

dGeomID unknown_shape(dSpaceID space, double x, double y, double z) {
  const dGeomClass class = {0, no_collider, bounds_of_unknown, 0, 0};
  dGeomID geom = dCreateGeom(dCreateGeomClass(&class));
  dGeomSetPosition(geom, (dReal)x, (dReal)y, (dReal)z);
  dSpaceAdd(space, geom);
  return geom;
}
