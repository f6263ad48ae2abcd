/* SPDX-License-Identifier: BSD-3-Clause */

/* How far joints are torn. */

#include "ode/joint_tear.h"

#include <math.h>

#include "ode/body_members.h"
#include "util/real.h"

/* A tear counts if a step has made this part of it: soft joints give way, and are torn all the time. */
#define NEW 0.25

typedef void qmboxGetPoint(dJointID joint, dVector3 point);
typedef dReal qmboxGetLength(dJointID joint);

/* The functions of ODE that return the points that a kind of joint holds together. */
typedef struct qmboxTornKind {
  dJointType type;
  qmboxGetPoint *one, *other;
  qmboxGetPoint *along;     /* the joint lets the two move along this axis; may be 0 */
  qmboxGetLength *distance; /* it holds them at this distance; 0: in one place */
} qmboxTornKind;

static const qmboxTornKind tornKinds[] = {
    {dJointTypeBall, dJointGetBallAnchor, dJointGetBallAnchor2, 0, 0},
    {dJointTypeHinge, dJointGetHingeAnchor, dJointGetHingeAnchor2, 0, 0},
    {dJointTypeUniversal, dJointGetUniversalAnchor, dJointGetUniversalAnchor2, 0, 0},
    {dJointTypeHinge2, dJointGetHinge2Anchor, dJointGetHinge2Anchor2, dJointGetHinge2Axis1, 0},
    {dJointTypePiston, dJointGetPistonAnchor, dJointGetPistonAnchor2, dJointGetPistonAxis, 0},
    {dJointTypeDBall, dJointGetDBallAnchor1, dJointGetDBallAnchor2, 0, dJointGetDBallDistance},
    {dJointTypeDHinge, dJointGetDHingeAnchor1, dJointGetDHingeAnchor2, 0, dJointGetDHingeDistance},
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
    if (kind && dJointIsEnabled(walk.joint)) widest = fmax(widest, tearOf(kind, walk.joint, 0));
  }
  return widest;
}

double qmboxSizeOfBody(dBodyID body) {
  dMass mass;
  if (dBodyIsKinematic(body)) return HUGE_VAL;
  dBodyGetMass(body, &mass);
  return sqrt((double)(mass.I[0] + mass.I[5] + mass.I[10]) / (2 * 3 * (double)mass.mass));
}

/* ------------------------------------------------------------------ fixed joints and sliders */

/* The pose of the second body of a joint in the frame of the first. */
typedef struct qmboxRelativePose {
  double position[3]; /* in its frame */
  dQuaternion quaternion;
} qmboxRelativePose;

static qmboxRelativePose relativePose(const qmboxEarlierPose pose[2]) {
  qmboxRelativePose relative;
  dMatrix3 rotation;
  dRfromQ(rotation, pose[0].quaternion);
  for (int i = 0; i < 3; i++) {
    relative.position[i] = 0;
    for (int k = 0; k < 3; k++) {
      double between = (double)pose[1].position[k] - (double)pose[0].position[k];
      relative.position[i] += (double)rotation[4 * k + i] * between;
    }
  }
  dQMultiply1(relative.quaternion, pose[0].quaternion, pose[1].quaternion);
  return relative;
}

/* Returns the length of a move in the frame of this rotation, less what the slider lets it move. */
static double moveOff(dJointID joint, const dReal quaternion[4], double move[3]) {
  dVector3 axis;
  dMatrix3 rotation;
  double own[3] = {0, 0, 0};
  if (dJointGetType(joint) != dJointTypeSlider) return qmboxLength(move);
  dJointGetSliderAxis(joint, axis);
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 9; i++) own[i / 3] += (double)rotation[4 * (i % 3) + i / 3] * (double)axis[i % 3];
  double along = qmboxDot(own, move);
  for (int i = 0; i < 3; i++) move[i] -= along * own[i];
  return qmboxLength(move);
}

/* Returns how far a fixed joint or a slider has been moved off; turns count by this size. */
static double movedOff(dJointID joint, const qmboxEarlierPose earlier[2], double size) {
  static const dVector3 ORIGIN = {0, 0, 0, 0};
  static const dQuaternion UNTURNED = {1, 0, 0, 0};
  qmboxEarlierPose now[2];
  dQuaternion turn;
  double move[3];
  for (int k = 0; k < 2; k++) {
    dBodyID body = dJointGetBody(joint, k);
    now[k].position = body ? dBodyGetPosition(body) : ORIGIN;
    now[k].quaternion = body ? dBodyGetQuaternion(body) : UNTURNED;
  }
  qmboxRelativePose before = relativePose(earlier), after = relativePose(now);
  for (int i = 0; i < 3; i++) move[i] = after.position[i] - before.position[i];
  dQMultiply1(turn, before.quaternion, after.quaternion);
  double half = sqrt((double)(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]));
  return moveOff(joint, now[0].quaternion, move) + 2 * half * size;
}

double qmboxTearByStep(dJointID joint, const qmboxEarlierPose earlier[2], double size) {
  const qmboxTornKind *kind = kindOf(joint);
  dJointType type = dJointGetType(joint);
  if (!kind) return type == dJointTypeFixed || type == dJointTypeSlider ? movedOff(joint, earlier, size) : 0;
  double tear = tearOf(kind, joint, 0);
  return tear - tearOf(kind, joint, earlier) > NEW * tear ? tear : 0;
}
