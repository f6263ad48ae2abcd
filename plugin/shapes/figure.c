/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/figure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "class/registration.h"
#include "ode/geom_transform.h"
#include "shapes/allowance.h"
#include "shapes/user_support.h"
#include "util/real.h"

/* The rounding of a support point, in parts of the farthest point's distance from the origin of the frame. */
#define SUPPORT_ERROR (16 * DBL_EPSILON)

/* Roundings of a radius. */
#define RADIUS_ERROR (16 * DBL_EPSILON)

/* ------------------------------------------------------------------ boxes, spheres, capsules, planes, triangles */

static void makeBox(dGeomID geom, qmboxFigure *figure) {
  dVector3 side;
  qmboxLengthsOf(geom, side);
  bms_box box = qmboxBoxAround(figure->centre, side);
  double corner[3];
  for (int i = 0; i < 3; i++) corner[i] = fmax(fabs(box.min[i]), fabs(box.max[i]));
  figure->shape = bms_convex_box(&box, 0);
  figure->thickness = fmin((double)side[0], fmin((double)side[1], (double)side[2]));
  figure->radius = qmboxLength(corner);
}

static void makeRound(dGeomID geom, qmboxFigure *figure) {
  dReal radius, length = 0;
  if (dGeomGetClass(geom) == dSphereClass) {
    radius = dGeomSphereGetRadius(geom);
  } else {
    dGeomCapsuleGetParams(geom, &radius, &length);
  }
  for (int k = 0; k < 2; k++) {
    memcpy(figure->point[k], figure->centre, sizeof figure->centre);
    figure->point[k][2] += (k == 0 ? -0.5 : 0.5) * (double)length;
  }
  figure->shape = bms_convex_points(figure->point[0], length > 0 ? 2 : 1, (double)radius);
  figure->thickness = 2 * (double)radius;
  figure->radius = fmax(qmboxLength(figure->point[0]), qmboxLength(figure->point[1])) + (double)radius;
}

static void makePlane(dGeomID geom, qmboxFigure *figure) {
  dVector4 plane;
  dGeomPlaneGetParams(geom, plane);
  double normal[3] = {(double)plane[0], (double)plane[1], (double)plane[2]};
  figure->shape = bms_convex_half_space(normal, (double)plane[3]);
  figure->thickness = HUGE_VAL;
  figure->radius = 0;
}

void qmboxMakeTriangleFigure(const double vertex[9], qmboxFigure *figure) {
  *figure = (qmboxFigure){.thickness = HUGE_VAL};
  memcpy(figure->point, vertex, sizeof figure->point);
  for (int k = 0; k < 3; k++) figure->radius = fmax(figure->radius, qmboxLength(figure->point[k]) * (1 + RADIUS_ERROR));
  figure->shape = bms_convex_points(figure->point[0], 3, 0);
}

/* ------------------------------------------------------------------ shapes with support functions */

static void farthestOfCylinder(const double direction[3], double radius, double halfLength, double point[3]) {
  double across = hypot(direction[0], direction[1]), part = across > 0 ? radius / across : 0;
  point[0] = part * direction[0];
  point[1] = part * direction[1];
  point[2] = direction[2] < 0 ? -halfLength : halfLength;
}

static void wholeOfCylinder(const qmboxSupported *s, const double direction[3], double point[3]) {
  farthestOfCylinder(direction, s->radius, s->halfLength, point);
}

static void coreOfCylinder(const qmboxSupported *s, const double direction[3], double point[3]) {
  farthestOfCylinder(direction, s->radius - s->inner, s->halfLength - s->inner, point);
}

static void wholeOfHull(const qmboxSupported *s, const double direction[3], double point[3]) {
  const qmboxFarthestTable *table = s->known ? atomic_load_explicit(&s->known->farthest, memory_order_acquire) : 0;
  int number = qmboxFarthestPoint(table, s->hull.point, s->hull.pointCount, direction);
  for (int i = 0; i < 3; i++) point[i] = (double)s->hull.point[3 * number + i];
}

static void coreOfHull(const qmboxSupported *s, const double direction[3], double point[3]) {
  double most = -HUGE_VAL;
  const qmboxHullCore *core = &s->known->core;
  const double *farthest = core->point;
  for (int k = 0; k < core->count; k++) {
    const double *x = core->point + 3 * k;
    double along = direction[0] * x[0] + direction[1] * x[1] + direction[2] * x[2];
    if (!(along > most)) continue;
    most = along;
    farthest = x;
  }
  memcpy(point, farthest, 3 * sizeof *point);
}

/* Puts what is no point of the geom to the farthest place that there can be: then the geom is met early, never late. */
static void keepWithinReach(double reach, const double direction[3], double point[3]) {
  if (qmboxLength(point) <= reach * (1 + QMBOX_USER_ERROR)) return; /* not so for NaN */
  double length = qmboxLength(direction);
  for (int i = 0; i < 3; i++) point[i] = reach * (direction[i] / length);
}

static void wholeOfUser(const qmboxSupported *s, const double direction[3], double point[3]) {
  s->user->farthest(s->geom, direction, point);
  keepWithinReach(s->radius, direction, point);
}

static void coreOfUser(const qmboxSupported *s, const double direction[3], double point[3]) {
  point[0] = point[1] = point[2] = 0;
  if (!s->user->coreFarthest) return;
  s->user->coreFarthest(s->geom, direction, point);
  keepWithinReach(s->radius, direction, point);
}

/* Makes the shape of a figure whose support functions are known; no point is farther from the geom's centre than
   `reach`. */
static void makeSupported(double reach, qmboxFigure *figure) {
  memcpy(figure->supported.centre, figure->centre, sizeof figure->centre);
  figure->thickness = figure->supported.inner / QMBOX_INNER_CORE;
  figure->radius = qmboxLength(figure->centre) + reach;
  figure->shape = (bms_convex){.core = BMS_CORE_SUPPORT};
  figure->shape.support.reach = figure->radius * (1 + RADIUS_ERROR);
  figure->shape.support.error = SUPPORT_ERROR * figure->radius;
}

static void makeCylinder(dGeomID geom, qmboxFigure *figure) {
  dReal radius, length;
  dGeomCylinderGetParams(geom, &radius, &length);
  qmboxSupported *s = &figure->supported;
  s->whole = wholeOfCylinder;
  s->core = coreOfCylinder;
  s->radius = (double)radius;
  s->halfLength = (double)length / 2;
  s->inner = 2 * QMBOX_INNER_CORE * fmin(s->radius, s->halfLength);
  makeSupported(hypot(s->radius, s->halfLength), figure);
  if (!(qmboxLength(figure->centre) > 0)) figure->shape = bms_convex_cylinder(s->radius, s->halfLength);
}

static void makeHull(dGeomID geom, qmboxFigure *figure) {
  qmboxSupported *s = &figure->supported;
  double reach = 0;
  (void)qmboxReadConvex(geom, &s->hull);
  s->known = qmboxKnowHull(&s->hull);
  if (s->known) s->hull.point = s->known->point; /* callbacks may free the program's */
  s->whole = wholeOfHull;
  s->inner = s->known ? s->known->core.inner : 0;
  s->core = s->inner > 0 ? coreOfHull : 0;
  for (int k = 0; k < s->hull.pointCount; k++) {
    const dReal *x = s->hull.point + 3 * k;
    double point[3] = {(double)x[0], (double)x[1], (double)x[2]};
    reach = fmax(reach, qmboxLength(point));
  }
  makeSupported(reach, figure);
}

static void makeUser(dGeomID geom, qmboxFigure *figure) {
  qmboxSupported *s = &figure->supported;
  s->geom = geom;
  s->user = qmboxSupportOf(geom);
  s->whole = wholeOfUser;
  s->core = coreOfUser;
  s->inner = s->user->inner ? fmax(0, s->user->inner(geom)) : 0;
  s->radius = s->user->reach(geom);
  makeSupported(s->radius, figure);
  figure->thickness = 2 * s->inner; /* the geom may be no thicker */
}

/* ------------------------------------------------------------------ the table */

typedef void qmboxMakeShape(dGeomID geom, qmboxFigure *figure);

static const struct {
  int class;
  qmboxMakeShape *make;
} rows[] = {
    {dBoxClass, makeBox},     {dSphereClass, makeRound},      {dCapsuleClass, makeRound},
    {dPlaneClass, makePlane}, {dCylinderClass, makeCylinder}, {dConvexClass, makeHull},
};

/* Returns null for a class that has no figures.  A plane is where it is, whatever holds it. */
static qmboxMakeShape *makerOf(dGeomID geom, int qmboxClass) {
  dGeomID held = qmboxHeldGeom(geom);
  int class = held ? dGeomGetClass(held) : dGeomTransformClass;
  qmboxConvexData unused;
  if (class == dPlaneClass && held != geom) return 0;
  if (class == qmboxClass) return makeBox;
  if (class >= dFirstUserClass) return qmboxSupportOf(held) ? makeUser : 0;
  if (class == dConvexClass && !qmboxReadConvex(held, &unused)) return 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].class == class) return rows[i].make;
  }
  return 0;
}

bool qmboxHasFigure(dGeomID geom, int qmboxClass) {
  return makerOf(geom, qmboxClass) != 0;
}

bool qmboxMakeFigure(dGeomID geom, int qmboxClass, const double centre[3], qmboxFigure *figure) {
  qmboxMakeShape *make = makerOf(geom, qmboxClass);
  *figure = (qmboxFigure){.thickness = HUGE_VAL, .centre = {centre[0], centre[1], centre[2]}};
  if (!make || (make == makeUser && !qmboxSupportIsSound(qmboxHeldGeom(geom)))) return false;
  make(qmboxHeldGeom(geom), figure);
  figure->radius *= (1 + RADIUS_ERROR);
  return true;
}

/* ------------------------------------------------------------------ smaller and larger */

/* The support function of a figure that is known by support functions. */
static void farthest(const void *data, const double direction[3], double point[3]) {
  const qmboxSupported *s = data;
  double core[3];
  s->whole(s, direction, point);
  if (s->part > 0) {
    s->core(s, direction, core);
    for (int i = 0; i < 3; i++) point[i] = (1 - s->part) * point[i] + s->part * core[i];
  }
  for (int i = 0; i < 3; i++) point[i] += s->centre[i];
}

static void shrink(double less, qmboxFigureShape *out) {
  bms_convex *shape = &out->shape;
  switch (shape->core) {
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) {
        double most = (shape->box.max[i] - shape->box.min[i]) / 2;
        shape->box.min[i] += fmin(less, most);
        shape->box.max[i] -= fmin(less, most);
      }
      break;
    case BMS_CORE_CYLINDER:
      shape->cylinder.radius = fmax(0, shape->cylinder.radius - less);
      shape->cylinder.half_length = fmax(0, shape->cylinder.half_length - less);
      break;
    case BMS_CORE_POINTS:
      shape->radius = fmax(0, shape->radius - less);
      break;
    case BMS_CORE_SUPPORT:
      out->supported.part = out->supported.inner > 0 ? fmin(1, less / out->supported.inner) : 0;
      break;
    case BMS_CORE_HALF_SPACE:
      shape->half_space.offset -= less * qmboxLength(shape->half_space.normal);
      break;
  }
}

static void shrinkTriangle(const qmboxMeshCore *core, double less, qmboxFigureShape *out) {
  for (int k = 0; k < 3; k++) qmboxShrinkIntoCore(core, less, out->shape.points.vertex + 3 * k, out->corner[k]);
  out->shape.points.vertex = out->corner[0];
}

static void grow(double more, bms_convex *shape) {
  if (shape->core == BMS_CORE_BOX) {
    qmboxWiden(shape->box.min, shape->box.max, more);
  } else if (shape->core != BMS_CORE_HALF_SPACE) {
    shape->radius += more;
  }
}

void qmboxShapeFigure(const qmboxFigure *figure, double less, qmboxFigureShape *out) {
  out->shape = figure->shape;
  if (out->shape.core == BMS_CORE_POINTS) out->shape.points.vertex = figure->point[0];
  if (out->shape.core == BMS_CORE_SUPPORT) {
    out->supported = figure->supported;
    out->shape.support.function = farthest;
    out->shape.support.data = &out->supported;
  }
  if (less > 0 && figure->core.inner > 0) {
    shrinkTriangle(&figure->core, less, out);
  } else if (less > 0) {
    shrink(less, out);
  }
  if (less < 0) grow(-less, &out->shape);
}

/* ------------------------------------------------------------------ bounds */

void qmboxFarthestOfShape(const bms_convex *shape, const double direction[3], double point[3]) {
  double most = -HUGE_VAL;
  memset(point, 0, 3 * sizeof *point);
  switch (shape->core) {
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) point[i] = direction[i] > 0 ? shape->box.max[i] : shape->box.min[i];
      break;
    case BMS_CORE_CYLINDER:
      farthestOfCylinder(direction, shape->cylinder.radius, shape->cylinder.half_length, point);
      break;
    case BMS_CORE_POINTS:
      for (int k = 0; k < shape->points.count; k++) {
        const double *vertex = shape->points.vertex + 3 * k;
        double along = qmboxDot(vertex, direction);
        if (along > most) memcpy(point, vertex, 3 * sizeof *point);
        most = fmax(most, along);
      }
      break;
    case BMS_CORE_SUPPORT:
      shape->support.function(shape->support.data, direction, point);
      break;
    case BMS_CORE_HALF_SPACE:
      break;
  }
  for (int i = 0; i < 3; i++) point[i] += shape->radius * direction[i];
}

/* Returns how far the shape reaches along an axis of its frame, or against it. */
static double extentAlong(const bms_convex *shape, int axis, double sign) {
  double direction[3] = {0, 0, 0}, point[3];
  direction[axis] = sign;
  qmboxFarthestOfShape(shape, direction, point);
  return sign * point[axis] + (shape->core == BMS_CORE_SUPPORT ? shape->support.error : 0);
}

bms_box qmboxFigureBox(const qmboxFigure *figure) {
  qmboxFigureShape shape;
  bms_box box;
  qmboxShapeFigure(figure, 0, &shape);
  for (int i = 0; i < 3; i++) {
    box.min[i] = -extentAlong(&shape.shape, i, -1);
    box.max[i] = extentAlong(&shape.shape, i, 1);
  }
  return box;
}
