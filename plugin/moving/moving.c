/* SPDX-License-Identifier: BSD-3-Clause */

#include "moving/moving.h"

#include <string.h>

#include "ode/free_body.h"
#include "ode/geom_transform.h"
#include "class/registration.h"
#include "util/real.h"

/* A quaternion shorter than this loses too many digits when it is normalised. */
#define LEAST_NORM 0.1

void qmboxFrameOn(dGeomID geom, const dReal bodyQuaternion[4], double quaternion[4]) {
  dQuaternion own, offset;
  if (dGeomIsOffset(geom)) {
    dGeomGetOffsetQuaternion(geom, offset);
    dQMultiply0(own, bodyQuaternion, offset);
    qmboxToDouble(own, quaternion, 4);
  } else {
    qmboxToDouble(bodyQuaternion, quaternion, 4);
  }
  qmboxTurnByHeld(geom, quaternion);
}

/* Writes the geom's centre in the frame that its body's motion moves, R(r)^-1 o. */
static void centreOfGeom(dGeomID geom, double centre[3]) {
  for (int j = 0; j < 3; j++) {
    centre[j] = 0;
    for (int i = 0; i < 3 && dGeomGetBody(geom) && dGeomIsOffset(geom); i++) {
      centre[j] += (double)dGeomGetOffsetRotation(geom)[4 * i + j] * (double)dGeomGetOffsetPosition(geom)[i];
    }
  }
  qmboxCentreOfHeld(geom, centre);
}

/* The present pose of the frame that the motion moves, and the centre in it. */
static void frameOf(dGeomID geom, double position[3], double quaternion[4], double centre[3]) {
  dBodyID body = dGeomGetBody(geom);
  dQuaternion own;
  centreOfGeom(geom, centre);
  if (body) {
    qmboxFrameOn(geom, dBodyGetQuaternion(body), quaternion);
    qmboxToDouble(dBodyGetPosition(body), position, 3);
  } else {
    dGeomGetQuaternion(geom, own);
    qmboxToDouble(own, quaternion, 4);
    qmboxToDouble(dGeomGetPosition(geom), position, 3);
    qmboxTurnByHeld(geom, quaternion);
  }
}

void qmboxStepOfGeom(dGeomID geom, int moves, double centre[3], bms_motion *motion) {
  dBodyID body = dGeomGetBody(geom);
  double position[3], quaternion[4], linear[3], angular[3], acceleration[3];
  frameOf(geom, position, quaternion, centre);
  if (!moves) {
    *motion = bms_motion_fixed(position, quaternion);
    return;
  }
  qmboxToDouble(dBodyGetLinearVel(body), linear, 3);
  qmboxSteppedAngularVelocity(body, angular);
  qmboxAcceleration(body, acceleration);
  *motion = bms_motion_step(position, quaternion, linear, angular, acceleration);
}

static void pathOfPlane(dGeomID geom, qmboxMoving *path) {
  dVector4 plane;
  dGeomPlaneGetParams(geom, plane);
  qmboxToDouble(plane, path->halfSpace.normal, 3);
  path->halfSpace.offset = (double)plane[3];
}

void qmboxShapeOfMoving(dGeomID geom, const double centre[3], qmboxMoving *path) {
  dVector3 length;
  if (path->shape == QMBOX_SHAPE_BOX) {
    qmboxLengthsOf(qmboxHeldGeom(geom), length);
    path->body.box = qmboxBoxAround(centre, length);
  } else if (path->shape == QMBOX_SHAPE_CONVEX) {
    if (qmboxMakeFigure(geom, -1, centre, &path->figure)) {
      path->body.box = qmboxFigureBox(&path->figure);
    } else {
      path->shape = QMBOX_SHAPE_OTHER;
    }
  } else if (path->moves) {
    path->body.box = qmboxMeshBox(geom, centre);
    memcpy(path->centre, centre, sizeof path->centre);
  }
}

void qmboxMovingByBody(dGeomID geom, qmboxMoving *path) {
  double centre[3];
  qmboxStepOfGeom(geom, path->moves, centre, &path->body.motion);
  qmboxShapeOfMoving(geom, centre, path);
  /* The step only goes forward in time; a resting geom always did. */
  if (path->moves) path->t0 = 0;
}

void qmboxMovingOf(dGeomID geom, int qmboxClass, qmboxFollow follow, qmboxMoving *path) {
  dBodyID body = dGeomGetBody(geom);
  const qmboxData *data = dGeomGetClass(geom) == qmboxClass ? dGeomGetClassData(geom) : 0;
  path->geom = geom;
  path->shape = qmboxShapeOf(geom, qmboxClass);
  path->moves = follow != QMBOX_FOLLOW_NOTHING && qmboxBodyMoves(body);
  path->inexact = path->moves ? qmboxBodyInexact(body) : 0;
  path->t0 = -HUGE_VAL;
  path->t1 = HUGE_VAL;
  path->sweptReach = 0;
  path->turns = false;
  path->growth = 0;
  path->body = (bms_body){.box = {{0, 0, 0}, {0, 0, 0}}};
  path->figure.radius = 0;
  if (path->shape == QMBOX_SHAPE_PLANE) {
    pathOfPlane(geom, path);
  } else if (data && data->moves && follow == QMBOX_FOLLOW_OWN) {
    path->moves = true;
    path->inexact = 0; /* of a given motion nothing is guessed */
    path->t0 = data->t0;
    path->t1 = data->t1;
    path->body = qmboxOwnBody(data);
  } else if (qmboxHasBody(path->shape) && (path->moves || path->shape != QMBOX_SHAPE_MESH)) {
    qmboxMovingByBody(geom, path);
  }
}

/* Makes c0 + c1 (t - origin) + c2 (t - origin)^2 a polynomial of t. */
static void countFromZero(double *c, int count, double origin) {
  double last = count > 2 ? c[2] : 0, slope = c[1] - last * origin;
  c[0] -= slope * origin;
  c[1] = slope - last * origin;
}

bms_motion qmboxMotionFromZero(const bms_motion *motion) {
  bms_motion out = *motion;
  if (motion->origin == 0) return out;
  for (int i = 0; i < 3 && motion->form == BMS_MOTION_RIGID; i++)
    countFromZero(out.rigid.position[i], 3, motion->origin);
  for (int i = 0; i < 4 && motion->form == BMS_MOTION_RIGID; i++)
    countFromZero(out.rigid.quaternion[i], 2, motion->origin);
  for (int i = 0; i < 12 && motion->form == BMS_MOTION_MATRIX; i++)
    countFromZero(out.matrix.entry[i / 4][i % 4], 3, motion->origin);
  if (motion->form == BMS_MOTION_MATRIX) countFromZero(out.matrix.weight, 3, motion->origin);
  out.origin = 0;
  return out;
}

/* ------------------------------------------------------------------ guarded */

/* Makes the figure of a solid, with its centre where it is.  Returns its shape. */
static qmboxShape makeShape(qmboxMoving *solid, int qmboxClass) {
  bool known = qmboxMakeFigure(solid->geom, qmboxClass, solid->centre, &solid->figure);
  solid->radius = solid->figure.radius;
  if (!known) return qmboxShapeOf(solid->geom, qmboxClass) == QMBOX_SHAPE_MESH ? QMBOX_SHAPE_MESH : QMBOX_SHAPE_OTHER;
  if (solid->figure.shape.core == BMS_CORE_BOX) return QMBOX_SHAPE_BOX;
  return solid->figure.shape.core == BMS_CORE_HALF_SPACE ? QMBOX_SHAPE_PLANE : QMBOX_SHAPE_CONVEX;
}

static bool isDynamic(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  return body && !dBodyIsKinematic(body);
}

static bms_motion unmoved(void) {
  const double nowhere[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  return bms_motion_fixed(nowhere, unturned);
}

void qmboxMakeGuarded(qmboxMoving *solid, dGeomID geom, int qmboxClass, const qmboxSavedBody *start,
                      const qmboxPose *end, double length) {
  solid->geom = geom;
  solid->dynamic = isDynamic(geom);
  solid->moves = start != 0 && dGeomGetClass(geom) != dPlaneClass;
  solid->turns = false;
  if (dGeomGetClass(geom) == dPlaneClass) {
    memset(solid->centre, 0, sizeof solid->centre);
    solid->body.motion = unmoved();
  } else if (start) {
    centreOfGeom(geom, solid->centre);
  } else {
    qmboxStepOfGeom(geom, 0, solid->centre, &solid->body.motion);
  }
  if (start) qmboxMotionBetween(geom, start, end, length, solid);
  if (solid->moves) qmboxPoseOfMovingAt(solid, 0, solid->pose);
  if (!solid->moves) bms_motion_at(&solid->body.motion, 0, solid->pose);
  solid->shape = makeShape(solid, qmboxClass);
  solid->reach = 0;
  solid->coreKnown = false;
  solid->extent = HUGE_VAL;
  solid->settings = 0;
  for (int i = 0; i < 3; i++) solid->reach = fmax(solid->reach, fabs(solid->body.motion.rigid.position[i][0]));
  if (dGeomGetClass(geom) == dPlaneClass) solid->reach = fabs(solid->figure.shape.half_space.offset);
  if (solid->shape == QMBOX_SHAPE_MESH && start) {
    bms_box box = qmboxMeshBox(geom, solid->centre);
    for (int i = 0; i < 3; i++) solid->radius += fmax(fabs(box.min[i]), fabs(box.max[i]));
  }
  solid->startPose.kind = QMBOX_POSE_NONE;
  if (qmboxIsConvex(solid)) qmboxFindStartPose(solid, &solid->startPose);
}

bms_box qmboxBoxOfMoving(const qmboxMoving *solid) {
  bool mesh = solid->shape == QMBOX_SHAPE_MESH;
  return mesh ? qmboxMeshBox(solid->geom, solid->centre) : qmboxFigureBox(&solid->figure);
}

void qmboxFindCoreOfMesh(qmboxMoving *mesh, qmboxKnownCores *known) {
  qmboxMeshCore core;
  if (mesh->coreKnown || mesh->shape != QMBOX_SHAPE_MESH) return;
  mesh->coreKnown = true;
  if (!mesh->moves || !mesh->dynamic || !qmboxRecallMeshCore(known, mesh->geom, &core)) return;
  for (int i = 0; i < 3; i++) core.middle[i] += mesh->centre[i];
  mesh->figure.core = core;
}

void qmboxMeasureExtent(qmboxMoving *mesh) {
  if (mesh->shape != QMBOX_SHAPE_MESH || mesh->extent < HUGE_VAL) return;
  bms_box box = qmboxMeshBox(mesh->geom, mesh->centre);
  mesh->extent = fmax(box.max[0] - box.min[0], fmax(box.max[1] - box.min[1], box.max[2] - box.min[2]));
}

void qmboxPlaceTriangle(const qmboxMoving *mesh, double less, const double vertex[9], double placed[9]) {
  for (int k = 0; k < 9; k++) placed[k] = mesh->moves ? mesh->centre[k % 3] + vertex[k] : vertex[k];
  for (int k = 0; k < 3; k++) qmboxShrinkIntoCore(&mesh->figure.core, less, placed + 3 * k, placed + 3 * k);
}

void qmboxMakeTriangle(qmboxMoving *solid, const qmboxMoving *mesh, const double vertex[9]) {
  *solid = *mesh;
  solid->shape = QMBOX_SHAPE_CONVEX;
  if (!mesh->moves) { /* its triangles come in world coordinates */
    solid->body.motion = unmoved();
    bms_motion_at(&solid->body.motion, 0, solid->pose);
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

/* ------------------------------------------------------------------ where it is */

/* Writes the motion on [t0, t1].  Returns how far a point of the solid may be from where it has it. */
static double motionOn(const qmboxMoving *solid, double t0, double t1, bms_motion *motion) {
  double at[4];
  *motion = solid->body.motion;
  if (!solid->moves) return 0;
  if (t0 < t1) {
    if (!solid->turns) return 0;
    qmboxFiniteRotationPiece(&solid->turn, t0, t1, motion);
    return qmboxFiniteRotationError(&solid->turn, t1 - t0, solid->radius);
  }
  if (solid->turns) {
    qmboxFiniteRotationAt(&solid->turn, t0, at);
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

bool qmboxQuaternionOfMoving(const qmboxMoving *solid, double time, double q[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = solid->body.motion.rigid.quaternion[i][0] + time * solid->body.motion.rigid.quaternion[i][1];
    square += q[i] * q[i];
  }
  double length = sqrt(square), part = 1 / length;
  for (int i = 0; i < 4; i++) q[i] *= part;
  return length > LEAST_NORM && !solid->turns;
}

void qmboxRotationBy(const double q[4], double r[3][3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i][i] = 1 - 2 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]);
    r[j][i] = 2 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]);
    r[k][i] = 2 * (q[1 + i] * q[1 + k] - q[0] * q[1 + j]);
  }
}

void qmboxPoseOfMovingAt(const qmboxMoving *solid, double time, double pose[3][4]) {
  double q[4] = {1, 0, 0, 0}, r[3][3];
  if (solid->moves && !qmboxQuaternionOfMoving(solid, time, q)) {
    bms_motion motion;
    (void)motionOn(solid, time, time, &motion);
    bms_motion_at(&motion, 0, pose);
    return;
  }
  qmboxRotationBy(q, r);
  for (int i = 0; i < 3; i++) {
    const double *c = solid->body.motion.rigid.position[i];
    for (int k = 0; k < 3; k++) pose[i][k] = r[i][k];
    pose[i][3] = solid->moves ? c[0] + time * (c[1] + time * c[2]) : 0;
  }
}

void qmboxHoldAt(const qmboxMoving *solid, double time, qmboxMoving *held) {
  if (!qmboxHasBody(held->shape) || !solid->moves) return;
  (void)motionOn(solid, time, time, &held->body.motion);
  held->turns = false;
}

/* ------------------------------------------------------------------ queries */

static void setShape(qmboxConvexQuery *q, int side) {
  *(side == 0 ? &q->query.a : &q->query.b) = q->figure[side].shape;
}

void qmboxSetSolid(qmboxConvexQuery *q, int side, const qmboxMoving *solid, double less, double t0, double t1) {
  qmboxShapeFigure(&solid->figure, less, &q->figure[side]);
  q->figure[side].shape.radius += motionOn(solid, t0, t1, side == 0 ? &q->query.motion_a : &q->query.motion_b);
  setShape(q, side);
}

void qmboxShapeMoving(const qmboxMoving *moving, double less, qmboxFigureShape *shape) {
  if (moving->shape == QMBOX_SHAPE_PLANE) {
    shape->shape = bms_convex_half_space(moving->halfSpace.normal, moving->halfSpace.offset);
  } else if (moving->shape == QMBOX_SHAPE_BOX) {
    bms_box box = moving->body.box;
    qmboxWiden(box.min, box.max, -less);
    shape->shape = bms_convex_box(&box, 0);
  } else {
    qmboxShapeFigure(&moving->figure, less - moving->growth, shape);
  }
}

void qmboxSetSide(qmboxConvexQuery *q, int side, const qmboxMoving *moving, double less) {
  qmboxShapeMoving(moving, less, &q->figure[side]);
  *(side == 0 ? &q->query.motion_a : &q->query.motion_b) =
      moving->shape == QMBOX_SHAPE_PLANE ? unmoved() : moving->body.motion;
  setShape(q, side);
}
