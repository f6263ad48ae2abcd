/* SPDX-License-Identifier: BSD-3-Clause */

/* How a geom moves: its own motion, its body's next step, or not at all. */

#include "moving/path.h"

#include <string.h>

#include "ode/free_body.h"
#include "ode/geom_transform.h"
#include "class/geom.h"
#include "util/real.h"

/* Roundings of a ball's bounds: more than twice those that are counted below. */
#define BALL_ERROR (32 * DBL_EPSILON)

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

void qmboxCentreOfGeom(dGeomID geom, double centre[3]) {
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

  qmboxCentreOfGeom(geom, centre);
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

static void pathOfPlane(dGeomID geom, qmboxPath *path) {
  dVector4 plane;

  dGeomPlaneGetParams(geom, plane);
  qmboxToDouble(plane, path->halfSpace.normal, 3);
  path->halfSpace.offset = (double)plane[3];
}

void qmboxShapeOfPath(dGeomID geom, const double centre[3], qmboxPath *path) {
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

void qmboxPathByBody(dGeomID geom, qmboxPath *path) {
  double centre[3];

  qmboxStepOfGeom(geom, path->moves, centre, &path->body.motion);
  qmboxShapeOfPath(geom, centre, path);
  /* The step only goes forward in time; a resting geom always did. */
  if (path->moves) path->t0 = 0;
}

void qmboxPathOf(dGeomID geom, int qmboxClass, qmboxFollow follow, qmboxPath *path) {
  dBodyID body = dGeomGetBody(geom);
  const qmboxData *data = dGeomGetClass(geom) == qmboxClass ? dGeomGetClassData(geom) : 0;

  path->geom = geom;
  path->shape = qmboxShapeOf(geom, qmboxClass);
  path->moves = follow != QMBOX_FOLLOW_NOTHING && qmboxBodyMoves(body);
  path->inexact = path->moves ? qmboxBodyInexact(body) : 0;
  path->t0 = -HUGE_VAL;
  path->t1 = HUGE_VAL;
  path->reach = 0;
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
    qmboxPathByBody(geom, path);
  }
}

/* The corner of the box that is farthest from the origin of its frame, as a distance. */
static double radiusOf(const bms_box *box) {
  double square = 0;

  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(box->min[i]), fabs(box->max[i]));
    square += arm * arm;
  }
  return sqrt(square);
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

/* The bounds of a box that may turn in any way about the position of its motion. */
static void boundsWhateverTheTurn(const bms_body *body, double t0, double t1, double min[3], double max[3]) {
  bms_body ball = *body;

  for (int i = 0; i < 3; i++) {
    ball.box.max[i] = radiusOf(&body->box);
    ball.box.min[i] = -ball.box.max[i];
  }
  for (int i = 0; i < 4; i++) {
    ball.motion.rigid.quaternion[i][0] = i == 0;
    ball.motion.rigid.quaternion[i][1] = 0;
  }
  bms_swept_bounds(&ball, t0, t1, min, max);
}

/*
 * A coordinate of the position is a quadratic in t, which stays between the least and the greatest of its Bernstein
 * points: those at t0 and t1, and c0 + (t0 + t1)/2 c1 + t0 t1 c2.  These, the radius and their sum are off by at most a
 * dozen roundings of what they are made of.
 */
double qmboxBallBounds(const qmboxPath *path, double t0, double t1, double min[3], double max[3]) {
  const bms_motion *motion = &path->body.motion;
  double radius = radiusOf(&path->body.box), latest = fmax(fabs(t0), fabs(t1)), largest = 0;

  if (motion->form != BMS_MOTION_RIGID) return HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    const double *c = motion->rigid.position[i];
    double start = c[0] + t0 * (c[1] + t0 * c[2]), end = c[0] + t1 * (c[1] + t1 * c[2]);
    double middle = c[0] + (t0 + t1) / 2 * c[1] + t0 * t1 * c[2];
    double reach = fabs(c[0]) + latest * (fabs(c[1]) + latest * fabs(c[2])) + radius;
    double margin = radius + BALL_ERROR * reach;
    min[i] = fmin(fmin(start, end), middle) - margin;
    max[i] = fmax(fmax(start, end), middle) + margin;
    /* Not fmax(): a NaN has to come through. */
    if (!(reach <= largest)) largest = reach;
    if (!(min[i] <= max[i])) return HUGE_VAL;
  }
  return largest;
}

double qmboxPathBounds(const qmboxPath *path, double t0, double t1, double min[3], double max[3]) {
  double largest = 0;

  if (path->turns) {
    boundsWhateverTheTurn(&path->body, t0, t1, min, max);
  } else {
    bms_swept_bounds(&path->body, t0, t1, min, max);
  }
  for (int i = 0; i < 3; i++) {
    double reach = fmax(fabs(min[i]), fabs(max[i]));
    /* Not fmax(): a NaN has to come through. */
    if (!(reach <= largest)) largest = reach;
    if (!(min[i] <= max[i])) return HUGE_VAL;
  }
  return largest;
}
