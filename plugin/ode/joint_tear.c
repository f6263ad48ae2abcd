/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/joint_tear.h"

#include <math.h>

#include "ode/body_members.h"
#include "util/real.h"

/* A tear counts if a step has made this part of it: soft joints give way, and are torn all the time. */
#define NEW 0.25

typedef void qmboxGetPoint(dJointID joint, dVector3 point);
typedef dReal qmboxGetLength(dJointID joint);

/* A kind of joint, by functions of ODE: the points of the two bodies that it holds together or, if it is guided, how it
   lets a point of its second body move in the frame of its first. */
typedef struct qmboxTornKind {
  dJointType type;
  bool guided;
  qmboxGetPoint *one;       /* of a guided joint 0: the second body's position */
  qmboxGetPoint *other;     /* 0 of a guided joint */
  qmboxGetPoint *along;     /* the axis along which the joint lets the two move, fixed in the first body; may be 0 */
  qmboxGetLength *distance; /* at which it holds them; 0: in one place */
  bool turns;               /* a guided joint lets the two turn against each other */
} qmboxTornKind;

static const qmboxTornKind tornKinds[] = {
    {dJointTypeBall, false, dJointGetBallAnchor, dJointGetBallAnchor2, 0, 0, true},
    {dJointTypeHinge, false, dJointGetHingeAnchor, dJointGetHingeAnchor2, 0, 0, true},
    {dJointTypeUniversal, false, dJointGetUniversalAnchor, dJointGetUniversalAnchor2, 0, 0, true},
    {dJointTypeHinge2, false, dJointGetHinge2Anchor, dJointGetHinge2Anchor2, dJointGetHinge2Axis1, 0, true},
    {dJointTypePiston, false, dJointGetPistonAnchor, dJointGetPistonAnchor2, dJointGetPistonAxis, 0, true},
    {dJointTypeDBall, false, dJointGetDBallAnchor1, dJointGetDBallAnchor2, 0, dJointGetDBallDistance, true},
    {dJointTypeDHinge, false, dJointGetDHingeAnchor1, dJointGetDHingeAnchor2, 0, dJointGetDHingeDistance, true},
    {dJointTypeFixed, true, 0, 0, 0, 0, false},
    {dJointTypeSlider, true, 0, 0, dJointGetSliderAxis, 0, false},
    {dJointTypePR, true, dJointGetPRAnchor, 0, dJointGetPRAxis1, 0, true},
    {dJointTypePU, true, dJointGetPUAnchor, 0, dJointGetPUAxisP, 0, true},
};

static const qmboxTornKind *kindOf(dJointID joint) {
  for (unsigned i = 0; i < sizeof tornKinds / sizeof *tornKinds; i++) {
    if (tornKinds[i].type == dJointGetType(joint)) return &tornKinds[i];
  }
  return 0;
}

/* Writes where a point of a body is when the body has this pose; a point of the world stays. */
static void placePoint(dBodyID body, const qmboxEarlierPose *pose, dVector3 point) {
  dVector3 own;
  dMatrix3 rotation;
  if (!body) return;
  dBodyGetPosRelPoint(body, point[0], point[1], point[2], own);
  dRfromQ(rotation, pose->quaternion);
  dMultiply0_331(point, rotation, own);
  for (int i = 0; i < 3; i++) point[i] += pose->position[i];
}

/* Returns the tear of a joint, now or, if `earlier` is not null, when its bodies had these poses. */
static double tearOf(const qmboxTornKind *kind, dJointID joint, const qmboxEarlierPose *earlier) {
  dVector3 one, other, tip = {0, 0, 0, 0};
  double between[3], along = 0;
  kind->one(joint, one);
  kind->other(joint, other);
  if (kind->along) kind->along(joint, tip);
  for (int i = 0; i < 3; i++) tip[i] += one[i];
  if (earlier) {
    placePoint(dJointGetBody(joint, 0), &earlier[0], one);
    placePoint(dJointGetBody(joint, 0), &earlier[0], tip);
    placePoint(dJointGetBody(joint, 1), &earlier[1], other);
  }
  for (int i = 0; i < 3; i++) {
    between[i] = (double)other[i] - (double)one[i];
    along += between[i] * (double)(tip[i] - one[i]);
  }
  for (int i = 0; i < 3; i++) between[i] -= along * (double)(tip[i] - one[i]);
  return fabs(sqrt(qmboxDot(between, between)) - (kind->distance ? (double)kind->distance(joint) : 0));
}

double qmboxTearOfBody(dBodyID body) {
  double widest = 0;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    const qmboxTornKind *kind = kindOf(walk.joint);
    if (kind && !kind->guided && dJointIsEnabled(walk.joint)) widest = fmax(widest, tearOf(kind, walk.joint, 0));
  }
  return widest;
}

double qmboxSizeOfBody(dBodyID body) {
  dMass mass;
  if (dBodyIsKinematic(body)) return HUGE_VAL;
  dBodyGetMass(body, &mass);
  return sqrt((double)(mass.I[0] + mass.I[5] + mass.I[10]) / (2 * 3 * (double)mass.mass));
}

/* ------------------------------------------------------------------ joints without two points */

/* The poses of the two bodies of a joint in ODE's order: its first is never the world. */
typedef struct qmboxPosesOfPair {
  qmboxEarlierPose first, second;
} qmboxPosesOfPair;

static qmboxPosesOfPair inOrder(dJointID joint, const qmboxEarlierPose pose[2]) {
  int first = dJointGetBody(joint, 0) ? 0 : 1;
  return (qmboxPosesOfPair){pose[first], pose[1 - first]};
}

static qmboxPosesOfPair presentPoses(dJointID joint) {
  static const dVector3 ORIGIN = {0, 0, 0, 0};
  static const dQuaternion UNTURNED = {1, 0, 0, 0};
  qmboxEarlierPose now[2];
  for (int k = 0; k < 2; k++) {
    dBodyID body = dJointGetBody(joint, k);
    now[k].position = body ? dBodyGetPosition(body) : ORIGIN;
    now[k].quaternion = body ? dBodyGetQuaternion(body) : UNTURNED;
  }
  return inOrder(joint, now);
}

static void turnInto(const qmboxEarlierPose *frame, const dVector3 vector, double own[3]) {
  dMatrix3 rotation;
  dRfromQ(rotation, frame->quaternion);
  for (int i = 0; i < 3; i++) {
    own[i] = 0;
    for (int k = 0; k < 3; k++) own[i] += (double)rotation[4 * k + i] * (double)vector[k];
  }
}

/* Writes a point of the second body, given in its frame, in the frame of the first. */
static void placeInFirst(const qmboxPosesOfPair *poses, const double own[3], double place[3]) {
  dMatrix3 rotation;
  dVector3 between;
  dRfromQ(rotation, poses->second.quaternion);
  for (int i = 0; i < 3; i++) {
    double turned = 0;
    for (int k = 0; k < 3; k++) turned += (double)rotation[4 * i + k] * own[k];
    between[i] = poses->second.position[i] - poses->first.position[i] + (dReal)turned;
  }
  turnInto(&poses->first, between, place);
}

static void findPoint(const qmboxTornKind *kind, dJointID joint, const qmboxEarlierPose *second, double own[3]) {
  dVector3 point, between;
  own[0] = own[1] = own[2] = 0;
  if (!kind->one) return;
  kind->one(joint, point);
  for (int i = 0; i < 3; i++) between[i] = point[i] - second->position[i];
  turnInto(second, between, own);
}

static double turnBetween(const qmboxPosesOfPair *before, const qmboxPosesOfPair *now) {
  dQuaternion one, other, turn;
  dQMultiply1(one, before->first.quaternion, before->second.quaternion);
  dQMultiply1(other, now->first.quaternion, now->second.quaternion);
  dQMultiply1(turn, one, other);
  return 2 * sqrt((double)(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]));
}

/* Returns how far a guided joint has been moved off; turns that it does not allow count by this size. */
static double movedOff(const qmboxTornKind *kind, dJointID joint, const qmboxEarlierPose earlier[2], double size) {
  qmboxPosesOfPair before = inOrder(joint, earlier), now = presentPoses(joint);
  double own[3], place[3], move[3];
  findPoint(kind, joint, &now.second, own);
  placeInFirst(&before, own, place);
  placeInFirst(&now, own, move);
  for (int i = 0; i < 3; i++) move[i] -= place[i];
  if (kind->along) {
    dVector3 axis;
    double guide[3];
    kind->along(joint, axis);
    turnInto(&now.first, axis, guide);
    double along = qmboxDot(guide, move);
    for (int i = 0; i < 3; i++) move[i] -= along * guide[i];
  }
  return qmboxLength(move) + (kind->turns ? 0 : turnBetween(&before, &now) * size);
}

double qmboxTearByStep(dJointID joint, const qmboxEarlierPose earlier[2], double size) {
  const qmboxTornKind *kind = kindOf(joint);
  if (!kind) return 0;
  if (kind->guided) return movedOff(kind, joint, earlier, size);
  double tear = tearOf(kind, joint, 0);
  return tear - tearOf(kind, joint, earlier) > NEW * tear ? tear : 0;
}
