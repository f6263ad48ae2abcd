/* SPDX-License-Identifier: BSD-3-Clause */

/* How far a geom extends along a direction. */

#include "shapes/extent.h"

#include <math.h>

#include "util/real.h"

void qmboxBoundSolid(dGeomID geom, qmboxSolid *s) {
  dReal aabb[6];
  s->geom = geom;
  dGeomGetAABB(geom, aabb);
  for (int i = 0; i < 3; i++) {
    s->min[i] = (double)aabb[2 * i];
    s->max[i] = (double)aabb[2 * i + 1];
  }
}

void qmboxShapeSolid(int qmboxClass, qmboxSolid *s) {
  static const double NOWHERE[3] = {0, 0, 0};
  s->hasFigure = qmboxMakeFigure(s->geom, qmboxClass, NOWHERE, &s->figure);
  if (s->hasFigure) qmboxShapeFigure(&s->figure, 0, &s->shape);
  qmboxPoseOfHeld(s->geom, &s->pose);
}

/* Returns how far a convex shape goes along a direction of its frame. */
static double extentOfShape(const bms_convex *shape, const double direction[3]) {
  double most = -HUGE_VAL, point[3];
  switch (shape->core) {
    case BMS_CORE_POINTS:
      for (int k = 0; k < shape->points.count; k++)
        most = fmax(most, qmboxDot(shape->points.vertex + 3 * k, direction));
      break;
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) point[i] = direction[i] > 0 ? shape->box.max[i] : shape->box.min[i];
      most = qmboxDot(point, direction);
      break;
    case BMS_CORE_CYLINDER:
      most =
          shape->cylinder.radius * hypot(direction[0], direction[1]) + shape->cylinder.half_length * fabs(direction[2]);
      break;
    case BMS_CORE_SUPPORT:
      shape->support.function(shape->support.data, direction, point);
      most = qmboxDot(point, direction);
      break;
    case BMS_CORE_HALF_SPACE:
      most = HUGE_VAL;
  }
  return most + shape->radius;
}

double qmboxExtentAlong(const qmboxSolid *s, double sign, const double direction[3]) {
  double turned[3], most = 0;
  if (!s->hasFigure) {
    for (int i = 0; i < 3; i++) most += fmax(sign * direction[i] * s->min[i], sign * direction[i] * s->max[i]);
    return most;
  }
  for (int i = 0; i < 3; i++) {
    turned[i] = 0;
    for (int k = 0; k < 3; k++) turned[i] += sign * direction[k] * (double)s->pose.rotation[4 * k + i];
    most += sign * direction[i] * (double)s->pose.position[i];
  }
  return most + extentOfShape(&s->shape.shape, turned);
}
