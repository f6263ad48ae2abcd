/* SPDX-License-Identifier: BSD-3-Clause */

/* Solids: the shape of a geom, smaller by any length on every side, and how it moves in a step. */

#include "guard/solid.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "class/geom.h"

/* The rounding of a support point of a cylinder, in parts of its size and its distance from the origin of its frame. */
#define SUPPORT_ROUNDING (16 * DBL_EPSILON)

/* ------------------------------------------------------------------ shapes */

static double length3(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void makeBox(qmboxSolid *solid) {
  dVector3 side;
  qmboxLengthsOf(solid->geom, side);
  bms_box box = qmboxBoxAround(solid->centre, side);
  double square = 0;
  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(box.min[i]), fabs(box.max[i]));
    square += arm * arm;
  }
  solid->shape = bms_convex_box(&box, 0);
  solid->thickness = fmin((double)side[0], fmin((double)side[1], (double)side[2]));
  solid->radius = sqrt(square);
}

/* A sphere or a capsule. */
static void makeRound(qmboxSolid *solid) {
  dReal radius, length = 0;
  if (dGeomGetClass(solid->geom) == dSphereClass) {
    radius = dGeomSphereGetRadius(solid->geom);
  } else {
    dGeomCapsuleGetParams(solid->geom, &radius, &length);
  }
  for (int k = 0; k < 2; k++) {
    memcpy(solid->point[k], solid->centre, sizeof solid->centre);
    solid->point[k][2] += (k == 0 ? -0.5 : 0.5) * (double)length;
  }
  solid->shape = bms_convex_points(solid->point[0], length > 0 ? 2 : 1, (double)radius);
  solid->thickness = 2 * (double)radius;
  solid->radius = fmax(length3(solid->point[0]), length3(solid->point[1])) + (double)radius;
}

static void makeCylinder(qmboxSolid *solid) {
  dReal radius, length;
  dGeomCylinderGetParams(solid->geom, &radius, &length);
  solid->shape = bms_convex_cylinder((double)radius, (double)length / 2);
  solid->thickness = fmin(2 * (double)radius, (double)length);
  solid->radius = length3(solid->centre) + hypot((double)radius, (double)length / 2);
}

static void makePlane(qmboxSolid *solid) {
  dVector4 plane;
  dGeomPlaneGetParams(solid->geom, plane);
  double normal[3] = {(double)plane[0], (double)plane[1], (double)plane[2]};
  solid->shape = bms_convex_half_space(normal, (double)plane[3]);
  solid->moves = false;
}

static qmboxSolidKind makeShape(qmboxSolid *solid, int qmboxClass) {
  int class = dGeomGetClass(solid->geom);
  solid->thickness = HUGE_VAL;
  solid->radius = 0;
  if (class == dBoxClass || class == qmboxClass) {
    makeBox(solid);
  } else if (class == dSphereClass || class == dCapsuleClass) {
    makeRound(solid);
  } else if (class == dCylinderClass) {
    makeCylinder(solid);
  } else if (class == dPlaneClass) {
    makePlane(solid);
  } else {
    return qmboxShapeOf(solid->geom, qmboxClass) == QMBOX_SHAPE_MESH ? QMBOX_SOLID_MESH : QMBOX_SOLID_NONE;
  }
  solid->radius *= 1 + 16 * DBL_EPSILON;
  return QMBOX_SOLID_CONVEX;
}

static bms_motion unmoved(void) {
  const double nowhere[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  return bms_motion_fixed(nowhere, unturned);
}

void qmboxCentreSolid(qmboxSolid *solid) {
  for (int i = 0; i < 3; i++) solid->centre[i] = 0;
  solid->kind = makeShape(solid, solid->qmboxClass);
}

void qmboxMakeSolid(qmboxSolid *solid, dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end,
                    double length) {
  solid->geom = geom;
  solid->moves = start != 0;
  solid->taken.turns = false;
  if (dGeomGetClass(geom) == dPlaneClass) {
    solid->taken.motion = unmoved();
  } else {
    qmboxStepOfGeom(geom, 0, solid->centre, &solid->taken.motion);
  }
  if (start) qmboxMotionBetween(geom, start, end, length, &solid->taken);
  solid->kind = makeShape(solid, qmboxClass);
  solid->start = start;
  solid->end = end;
  solid->length = length;
  solid->qmboxClass = qmboxClass;
  solid->reach = 0;
  for (int i = 0; i < 3; i++) solid->reach = fmax(solid->reach, fabs(solid->taken.motion.rigid.position[i][0]));
  if (dGeomGetClass(geom) == dPlaneClass) solid->reach = fabs(solid->shape.half_space.offset);
  if (solid->kind == QMBOX_SOLID_MESH && start) {
    bms_box box = qmboxShapeBox(geom, QMBOX_SHAPE_MESH, 1, solid->centre);
    for (int i = 0; i < 3; i++) solid->radius += fmax(fabs(box.min[i]), fabs(box.max[i]));
  }
  solid->posed.kind = QMBOX_POSED_NONE;
  if (solid->kind == QMBOX_SOLID_CONVEX) qmboxPoseSolid(solid, 0, &solid->posed);
}

void qmboxMakeTriangle(qmboxSolid *solid, const qmboxSolid *mesh, const double vertex[9]) {
  *solid = *mesh;
  solid->kind = QMBOX_SOLID_CONVEX;
  solid->radius = 0;
  if (!mesh->moves) { /* its triangles come in world coordinates */
    solid->taken.motion = unmoved();
    memset(solid->centre, 0, sizeof solid->centre);
  }
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) solid->point[k][i] = solid->centre[i] + vertex[3 * k + i];
    solid->radius = fmax(solid->radius, length3(solid->point[k]) * (1 + 16 * DBL_EPSILON));
  }
  solid->shape = bms_convex_points(solid->point[0], 3, 0);
  solid->posed.kind = QMBOX_POSED_NONE;
}

/* ------------------------------------------------------------------ shells */

/* Writes the motion on [t0, t1].  Returns how far a point of the solid may be from where it has it. */
static double motionOn(const qmboxSolid *solid, double t0, double t1, bms_motion *motion) {
  double at[4];
  *motion = solid->taken.motion;
  if (!solid->moves) return 0;
  if (t0 < t1) {
    if (!solid->taken.turns) return 0;
    qmboxFiniteRotationPiece(&solid->taken.turn, t0, t1, motion);
    return qmboxFiniteRotationError(&solid->taken.turn, t1 - t0, solid->radius);
  }
  if (solid->taken.turns) {
    qmboxFiniteRotationAt(&solid->taken.turn, t0, at);
  } else {
    for (int i = 0; i < 4; i++) at[i] = motion->rigid.quaternion[i][0] + t0 * motion->rigid.quaternion[i][1];
  }
  for (int i = 0; i < 4; i++) {
    motion->rigid.quaternion[i][0] = at[i];
    motion->rigid.quaternion[i][1] = 0;
  }
  for (int i = 0; i < 3; i++) {
    double *c = motion->rigid.position[i];
    c[0] += t0 * (c[1] + t0 * c[2]);
    c[1] = c[2] = 0;
  }
  return 0;
}

/* The support function of a qmboxCylinderAside. */
static void farthestOfCylinder(const void *data, const double direction[3], double point[3]) {
  const qmboxCylinderAside *cylinder = data;
  double across = hypot(direction[0], direction[1]), part = across > 0 ? cylinder->radius / across : 0;
  point[0] = cylinder->centre[0] + part * direction[0];
  point[1] = cylinder->centre[1] + part * direction[1];
  point[2] = cylinder->centre[2] + (direction[2] < 0 ? -cylinder->halfLength : cylinder->halfLength);
}

static void putAside(const qmboxSolid *solid, qmboxShell *shell) {
  qmboxCylinderAside *cylinder = &shell->cylinder;
  cylinder->radius = shell->shape.cylinder.radius;
  cylinder->halfLength = shell->shape.cylinder.half_length;
  memcpy(cylinder->centre, solid->centre, sizeof cylinder->centre);
  shell->shape.core = BMS_CORE_SUPPORT;
  shell->shape.support.function = farthestOfCylinder;
  shell->shape.support.data = cylinder;
  shell->shape.support.reach = solid->radius;
  shell->shape.support.error = SUPPORT_ROUNDING * solid->radius;
}

static void shrink(bms_convex *shape, double less) {
  switch (shape->core) {
    case BMS_CORE_BOX:
      for (int i = 0; i < 3; i++) {
        shape->box.min[i] += less;
        shape->box.max[i] -= less;
      }
      break;
    case BMS_CORE_CYLINDER:
      shape->cylinder.radius -= less;
      shape->cylinder.half_length -= less;
      break;
    case BMS_CORE_POINTS:
      shape->radius -= less;
      break;
    case BMS_CORE_HALF_SPACE:
    case BMS_CORE_SUPPORT:
      break;
  }
}

void qmboxMakeShell(const qmboxSolid *solid, double less, double t0, double t1, qmboxShell *shell) {
  shell->shape = solid->shape;
  if (shell->shape.core == BMS_CORE_POINTS) shell->shape.points.vertex = solid->point[0];
  shrink(&shell->shape, less);
  if (shell->shape.core == BMS_CORE_CYLINDER && length3(solid->centre) > 0) putAside(solid, shell);
  shell->shape.radius += motionOn(solid, t0, t1, &shell->motion);
}

void qmboxMakeShellPath(const qmboxSolid *solid, double less, double t0, double t1, qmboxPath *path) {
  qmboxPathBetween(solid->geom, solid->qmboxClass, solid->start, solid->end, solid->length, path);
  if (!qmboxHasBody(path->shape)) return;
  for (int i = 0; i < 3; i++) {
    path->body.box.min[i] += less;
    path->body.box.max[i] -= less;
  }
  if (t0 < t1 || !solid->moves) return;
  (void)motionOn(solid, t0, t1, &path->body.motion);
  path->turns = false;
}
