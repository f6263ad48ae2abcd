/* SPDX-License-Identifier: BSD-3-Clause */

/* Solids: the shape of a geom, smaller by any length on every side, and how it moves in a step. */

#include "moving/solid.h"

#include <math.h>
#include <string.h>

/* A quaternion shorter than this loses too many digits when it is normalised. */
#define LEAST_NORM 0.1

/* Makes the shape of a solid, with its centre where it is. */
static qmboxSolidKind makeShape(qmboxSolid *solid) {
  bool known = qmboxMakeFigure(solid->geom, solid->qmboxClass, solid->centre, &solid->figure);
  solid->thickness = solid->figure.thickness;
  solid->radius = solid->figure.radius;
  if (known) return QMBOX_SOLID_CONVEX;
  return qmboxShapeOf(solid->geom, solid->qmboxClass) == QMBOX_SHAPE_MESH ? QMBOX_SOLID_MESH : QMBOX_SOLID_NONE;
}

static bool isDynamic(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  return body && !dBodyIsKinematic(body);
}

static bms_motion unmoved(void) {
  const double nowhere[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  return bms_motion_fixed(nowhere, unturned);
}

void qmboxMakeSolid(qmboxSolid *solid, dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end,
                    double length) {
  solid->geom = geom;
  solid->dynamic = isDynamic(geom);
  solid->moves = start != 0 && dGeomGetClass(geom) != dPlaneClass;
  solid->taken.turns = false;
  solid->qmboxClass = qmboxClass;
  if (dGeomGetClass(geom) == dPlaneClass) {
    memset(solid->centre, 0, sizeof solid->centre);
    solid->taken.motion = unmoved();
  } else if (start) {
    qmboxCentreOfGeom(geom, solid->centre);
  } else {
    qmboxStepOfGeom(geom, 0, solid->centre, &solid->taken.motion);
  }
  if (start) qmboxMotionBetween(geom, start, end, length, &solid->taken);
  if (solid->moves) qmboxPoseOfSolidAt(solid, 0, solid->pose);
  if (!solid->moves) bms_motion_at(&solid->taken.motion, 0, solid->pose);
  solid->kind = makeShape(solid);
  solid->start = start;
  solid->end = end;
  solid->length = length;
  solid->reach = 0;
  solid->coreKnown = false;
  solid->extent = HUGE_VAL;
  solid->settings = 0;
  for (int i = 0; i < 3; i++) solid->reach = fmax(solid->reach, fabs(solid->taken.motion.rigid.position[i][0]));
  if (dGeomGetClass(geom) == dPlaneClass) solid->reach = fabs(solid->figure.shape.half_space.offset);
  if (solid->kind == QMBOX_SOLID_MESH && start) {
    bms_box box = qmboxMeshBox(geom, solid->centre);
    for (int i = 0; i < 3; i++) solid->radius += fmax(fabs(box.min[i]), fabs(box.max[i]));
  }
  solid->startPose.kind = QMBOX_POSE_NONE;
  if (solid->kind == QMBOX_SOLID_CONVEX) qmboxFindStartPose(solid, &solid->startPose);
}

bms_box qmboxSolidBox(const qmboxSolid *solid) {
  bool mesh = solid->kind == QMBOX_SOLID_MESH;
  return mesh ? qmboxMeshBox(solid->geom, solid->centre) : qmboxFigureBox(&solid->figure);
}

void qmboxFindCoreOfSolid(qmboxSolid *mesh, qmboxKnownCores *known) {
  qmboxMeshCore core;
  if (mesh->coreKnown || mesh->kind != QMBOX_SOLID_MESH) return;
  mesh->coreKnown = true;
  if (!mesh->moves || !mesh->dynamic || !qmboxRecallMeshCore(known, mesh->geom, &core)) return;
  for (int i = 0; i < 3; i++) core.middle[i] += mesh->centre[i];
  mesh->figure.core = core;
}

void qmboxMeasureExtent(qmboxSolid *mesh) {
  if (mesh->kind != QMBOX_SOLID_MESH || mesh->extent < HUGE_VAL) return;
  bms_box box = qmboxMeshBox(mesh->geom, mesh->centre);
  mesh->extent = fmax(box.max[0] - box.min[0], fmax(box.max[1] - box.min[1], box.max[2] - box.min[2]));
}

void qmboxPlaceTriangle(const qmboxSolid *mesh, double less, const double vertex[9], double placed[9]) {
  for (int k = 0; k < 9; k++) placed[k] = mesh->moves ? mesh->centre[k % 3] + vertex[k] : vertex[k];
  for (int k = 0; k < 3; k++) qmboxShrinkIntoCore(&mesh->figure.core, less, placed + 3 * k, placed + 3 * k);
}

void qmboxMakeTriangle(qmboxSolid *solid, const qmboxSolid *mesh, const double vertex[9]) {
  *solid = *mesh;
  solid->kind = QMBOX_SOLID_CONVEX;
  if (!mesh->moves) { /* its triangles come in world coordinates */
    solid->taken.motion = unmoved();
    bms_motion_at(&solid->taken.motion, 0, solid->pose);
    memset(solid->centre, 0, sizeof solid->centre);
  }
  double placed[9];
  qmboxPlaceTriangle(mesh, 0, vertex, placed);
  qmboxMakeTriangleFigure(placed, &solid->figure);
  solid->figure.core = mesh->figure.core;
  solid->radius = solid->figure.radius;
  if (solid->figure.core.inner > 0) {
    const double *middle = solid->figure.core.middle; /* in the core it is on the way to there */
    solid->radius = fmax(solid->radius, sqrt(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]));
  }
  qmboxFindStartPose(solid, &solid->startPose);
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

bool qmboxQuaternionOfSolid(const qmboxSolid *solid, double time, double q[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = solid->taken.motion.rigid.quaternion[i][0] + time * solid->taken.motion.rigid.quaternion[i][1];
    square += q[i] * q[i];
  }
  double length = sqrt(square), part = 1 / length;
  for (int i = 0; i < 4; i++) q[i] *= part;
  return length > LEAST_NORM && !solid->taken.turns;
}

void qmboxRotationBy(const double q[4], double r[3][3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i][i] = 1 - 2 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
    r[j][i] = 2 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]);
    r[k][i] = 2 * (q[1 + i] * q[1 + k] - q[0] * q[1 + j]);
  }
}

void qmboxPoseOfSolidAt(const qmboxSolid *solid, double time, double pose[3][4]) {
  double q[4] = {1, 0, 0, 0}, r[3][3];
  if (solid->moves && !qmboxQuaternionOfSolid(solid, time, q)) {
    bms_motion motion;
    (void)motionOn(solid, time, time, &motion);
    bms_motion_at(&motion, 0, pose);
    return;
  }
  qmboxRotationBy(q, r);
  for (int i = 0; i < 3; i++) {
    const double *c = solid->taken.motion.rigid.position[i];
    for (int k = 0; k < 3; k++) pose[i][k] = r[i][k];
    pose[i][3] = solid->moves ? c[0] + time * (c[1] + time * c[2]) : 0;
  }
}

void qmboxMakeShell(const qmboxSolid *solid, double less, double t0, double t1, qmboxShell *shell) {
  qmboxShapeFigure(&solid->figure, less, &shell->figure);
  shell->figure.shape.radius += motionOn(solid, t0, t1, &shell->motion);
}

void qmboxMakeShellPath(const qmboxSolid *solid, double t0, double t1, qmboxPath *path) {
  qmboxPathBetween(solid->geom, solid->qmboxClass, solid->start, solid->end, solid->length, path);
  if (!qmboxHasBody(path->shape) || t0 < t1 || !solid->moves) return;
  (void)motionOn(solid, t0, t1, &path->body.motion);
  path->turns = false;
}
