/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/flat_faces.h"

#include <math.h>

#include "class/registration.h"
#include "util/real.h"

enum { BOX_FACES = 6, TRIANGLE_FACES = 4 };

static qmboxFace placedFace(const qmboxGeomPose *pose, const dReal normal[3], double offset) {
  qmboxFace placed = {.offset = offset};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) placed.normal[i] += (double)pose->rotation[4 * i + k] * (double)normal[k];
    placed.offset += placed.normal[i] * (double)pose->position[i];
  }
  return placed;
}

static void facesOfBox(dGeomID geom, qmboxFlatFaces *n) {
  qmboxGeomPose pose;
  dVector3 side;
  qmboxPoseOfHeld(geom, &pose);
  qmboxLengthsOf(qmboxHeldGeom(geom), side);
  for (int k = 0; k < BOX_FACES; k++) {
    dReal normal[3] = {0, 0, 0};
    normal[k / 2] = k % 2 ? -1 : 1;
    n->face[k] = placedFace(&pose, normal, 0.5 * (double)side[k / 2]);
  }
  n->count = BOX_FACES;
}

static void facesOfHull(dGeomID geom, qmboxFlatFaces *n) {
  qmboxConvexData hull;
  qmboxGeomPose pose;
  if (!qmboxReadConvex(qmboxHeldGeom(geom), &hull) || hull.planeCount > QMBOX_MOST_FACES) return;
  qmboxPoseOfHeld(geom, &pose);
  for (int k = 0; k < hull.planeCount; k++)
    n->face[k] = placedFace(&pose, hull.plane + 4 * k, (double)hull.plane[4 * k + 3]);
  n->count = hull.planeCount;
}

void qmboxFacesOf(dGeomID geom, int qmboxClass, qmboxFlatFaces *n) {
  int class = qmboxHeldClass(geom);
  n->count = 0;
  if (class == dBoxClass || (class == qmboxClass && qmboxClass >= 0)) facesOfBox(geom, n);
  if (class == dConvexClass) facesOfHull(geom, n);
  if (class == dPlaneClass) {
    dVector4 plane;
    dGeomPlaneGetParams(geom, plane);
    for (int i = 0; i < 3; i++) n->face[0].normal[i] = (double)plane[i];
    n->face[0].offset = (double)plane[3];
    n->count = 1;
  }
  n->surfaces = n->count;
}

double qmboxHeightOver(const qmboxFace *f, const double point[3]) {
  return qmboxDot(f->normal, point) - f->offset;
}

bool qmboxFaceOfPoints(const double vertex[9], qmboxFace *f) {
  qmboxNormalOfPoints(vertex, vertex + 3, vertex + 6, f->normal);
  if (!qmboxMakeUnit(f->normal, 0)) return false;
  f->offset = qmboxDot(f->normal, vertex);
  return true;
}

void qmboxAddEdges(const double vertex[9], qmboxFlatFaces *n) {
  const qmboxFace *top = &n->face[0];
  for (int k = 0; k < 3; k++) {
    const double *from = vertex + 3 * k, *to = vertex + 3 * ((k + 1) % 3);
    double side[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, length = qmboxLength(side);
    qmboxFace *edge = &n->face[1 + k];
    qmboxCross(side, top->normal, edge->normal);
    for (int i = 0; i < 3; i++) edge->normal[i] /= length;
    edge->offset = qmboxDot(edge->normal, from);
  }
  n->count = TRIANGLE_FACES;
  n->surfaces = 1;
}

bool qmboxFacesOfTriangle(const double vertex[9], qmboxFlatFaces *n) {
  if (!qmboxFaceOfPoints(vertex, &n->face[0])) return false;
  qmboxAddEdges(vertex, n);
  return true;
}

/* ------------------------------------------------------------------ extents */

void qmboxBoundSolid(dGeomID geom, qmboxSolid *s) {
  dReal aabb[6];
  s->geom = geom;
  dGeomGetAABB(geom, aabb);
  qmboxBoundsOfAabb(aabb, s->min, s->max);
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
