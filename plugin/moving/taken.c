/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The path that a body has taken in a step, from where it started and where it is.
 *
 * Position.  A body that no joint held: x + t v + t^2 a, with a by force and gravity, which is where ODE would have put
 * it had the step been t long; or, if something has moved it on, with a such that the path ends where the body is.  A
 * body that a joint held: the straight line from start to end.  The quadratic through the old velocity would be wrong
 * there: a body that a contact has thrown back would first go on into the obstacle.  ODE itself moves every body along
 * a straight line, with the velocity that it has at the end of the step.
 *
 * Rotation.  The linear quaternion q + t/h d q, with d = (vector part / scalar part) of the turn from start to end: for
 * ODE's usual rotation d = h/2 w, w the angular velocity at the end of the step.  In finite rotation mode the turn by
 * constant angular velocities (finite_rotation.h).
 */

#include <string.h>

#include "moving/moving.h"
#include "util/real.h"

/* A turn whose end is farther than this from where the body is, as a difference of unit quaternions, is not what
   happened: rounding of an angle of some thousand radians stays below. */
#define TURN_TOLERANCE (4096 * QMBOX_EPSILON)

/* A scalar part below this, of a turn that is not finite: the body was turned by hand by nearly half a turn. */
#define LEAST_SCALAR 1e-9

static void positionTaken(const qmboxSavedBody *start, const dReal *end, double length, int straight,
                          bms_motion *motion) {
  for (int i = 0; i < 3; i++) {
    double x0 = (double)start->position[i], way = (double)end[i] - x0;
    double speed = (double)start->linear[i], acceleration = start->acceleration[i];
    double travel = length * (speed + length * acceleration);
    if (straight) {
      speed = way / length;
      acceleration = 0;
    } else if (fabs(way - travel) > 8 * QMBOX_EPSILON * (fabs(x0) + fabs(way) + fabs(length * speed))) {
      acceleration = (way / length - speed) / length;
    }
    motion->rigid.position[i][0] = x0;
    motion->rigid.position[i][1] = speed;
    motion->rigid.position[i][2] = acceleration;
  }
}

/* b a^-1 for unit quaternions: the turn from a to b, its scalar part not negative. */
static void turnBetween(const double a[4], const double b[4], double turn[4]) {
  turn[0] = b[0] * a[0] + b[1] * a[1] + b[2] * a[2] + b[3] * a[3];
  turn[1] = b[1] * a[0] - b[0] * a[1] - b[2] * a[3] + b[3] * a[2];
  turn[2] = b[2] * a[0] - b[0] * a[2] - b[3] * a[1] + b[1] * a[3];
  turn[3] = b[3] * a[0] - b[0] * a[3] - b[1] * a[2] + b[2] * a[1];
  double sign = turn[0] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++) turn[i] *= sign;
}

/* Writes the turn along (1 - s) q0 + s pace q1, a part of a longer turn by ODE's law. */
static void rotationInPace(const double from[4], const double to[4], double pace, double length, bms_motion *motion) {
  double sign = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++) {
    motion->rigid.quaternion[i][0] = from[i];
    motion->rigid.quaternion[i][1] = (sign * pace * to[i] - from[i]) / length;
  }
}

static void rotationTaken(const double from[4], const double to[4], double length, bms_motion *motion) {
  double turn[4], scale;
  turnBetween(from, to, turn);
  scale = 1 / (fmax(turn[0], LEAST_SCALAR) * length);
  motion->rigid.quaternion[0][1] = scale * (-turn[1] * from[1] - turn[2] * from[2] - turn[3] * from[3]);
  motion->rigid.quaternion[1][1] = scale * (turn[1] * from[0] + turn[2] * from[3] - turn[3] * from[2]);
  motion->rigid.quaternion[2][1] = scale * (turn[2] * from[0] + turn[3] * from[1] - turn[1] * from[3]);
  motion->rigid.quaternion[3][1] = scale * (turn[3] * from[0] + turn[1] * from[2] - turn[2] * from[1]);
  for (int i = 0; i < 4; i++) motion->rigid.quaternion[i][0] = from[i];
}

/* ------------------------------------------------------------------ finite rotation */

/* The two parts of an angular velocity, by the body's finite rotation axis if it has one (ode/finite_rotation.h). */
static void splitAngular(dBodyID body, const double angular[3], qmboxFiniteRotation *turn) {
  double finite = 0, linear = 0, along = 0;
  dVector3 axis;
  dBodyGetFiniteRotationAxis(body, axis);
  for (int i = 0; i < 3; i++) along += angular[i] * (double)axis[i];
  for (int i = 0; i < 3; i++) {
    int whole = axis[0] == 0 && axis[1] == 0 && axis[2] == 0;
    turn->finite[i] = whole ? angular[i] : along * (double)axis[i];
    turn->linear[i] = (angular[i] - turn->finite[i]) / 2;
    finite += turn->finite[i] * turn->finite[i];
    linear += turn->linear[i] * turn->linear[i];
  }
  turn->speed = sqrt(finite) + sqrt(linear);
}

static double distanceAt(const qmboxFiniteRotation *turn, double t, const double quaternion[4]) {
  double at[4], minus = 0, plus = 0;
  qmboxFiniteRotationAt(turn, t, at);
  for (int i = 0; i < 4; i++) {
    minus += (at[i] - quaternion[i]) * (at[i] - quaternion[i]);
    plus += (at[i] + quaternion[i]) * (at[i] + quaternion[i]);
  }
  return sqrt(fmin(minus, plus));
}

/*
 * The turn of a body in finite rotation mode.  Damping comes after the turn, so the angular velocity that is left may
 * be damped or not; the one that leads to the end is right.  Returns false if neither does: something else has turned
 * the body.
 */
static bool turnTaken(const qmboxSavedBody *start, const qmboxPose *pose, double length, qmboxFiniteRotation *turn) {
  double angular[3], end[4];
  qmboxToDouble(start->quaternion, turn->start, 4);
  qmboxToDouble(pose->quaternion, end, 4);
  qmboxToDouble(pose->angular, angular, 3);
  for (int undamped = 0; undamped < 2; undamped++) {
    splitAngular(start->body, angular, turn);
    if (distanceAt(turn, length, end) <= TURN_TOLERANCE * (1 + turn->speed * length)) return true;
    for (int i = 0; i < 3; i++) angular[i] /= pose->damping;
  }
  return false;
}

bool qmboxTurnIsKnown(const qmboxSavedBody *start, const qmboxPose *end, double length) {
  qmboxFiniteRotation turn;
  return turnTaken(start, end, length, &turn);
}

/* ------------------------------------------------------------------ the path */

static int hasMoved(const qmboxSavedBody *start, const qmboxPose *end) {
  return memcmp(start->position, end->position, 3 * sizeof(dReal)) != 0 ||
         memcmp(start->quaternion, end->quaternion, 4 * sizeof(dReal)) != 0;
}

/* Returns the bits of what is known of the body's path only by its ends. */
static unsigned inexactTaken(const qmboxSavedBody *start) {
  /* A joint may have woken the body. */
  return start->inexact | (start->enabled ? 0 : (unsigned)QMBOX_INEXACT_JOINT);
}

void qmboxMotionBetween(dGeomID geom, const qmboxSavedBody *start, const qmboxPose *end, double length,
                        qmboxMoving *taken) {
  double from[4], to[4];
  int finite = dBodyGetFiniteRotationMode(start->body);
  taken->inexact = inexactTaken(start);
  positionTaken(start, end->position, length, (taken->inexact & QMBOX_INEXACT_JOINT) != 0, &taken->body.motion);
  taken->body.motion.form = BMS_MOTION_RIGID;
  taken->body.motion.origin = 0;
  qmboxFrameOn(geom, start->quaternion, from);
  qmboxFrameOn(geom, end->quaternion, to);
  taken->turns = finite && turnTaken(start, end, length, &taken->turn);
  if (finite && !taken->turns) taken->inexact |= QMBOX_INEXACT_PATH;
  if (taken->turns) {
    memcpy(taken->turn.start, from, sizeof from);
    qmboxFiniteRotationPiece(&taken->turn, 0, length, &taken->body.motion);
  } else if (end->pace > 0) {
    rotationInPace(from, to, end->pace, length, &taken->body.motion);
  } else {
    rotationTaken(from, to, length, &taken->body.motion);
  }
}

void qmboxMovingBetween(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, const qmboxPose *end, double length,
                        qmboxMoving *path) {
  /* The shape and, for what stands still, all. */
  qmboxMovingOf(geom, qmboxClass, QMBOX_FOLLOW_NOTHING, path);
  if (!start || !hasMoved(start, end)) return;
  path->moves = true;
  path->inexact = inexactTaken(start);
  if (!qmboxHasBody(path->shape)) return;
  if (path->shape == QMBOX_SHAPE_MESH) qmboxMovingByBody(geom, path);
  path->t0 = 0;
  qmboxMotionBetween(geom, start, end, length, path);
}

qmboxPose qmboxPresentPose(dBodyID body) {
  qmboxPose pose;
  memcpy(pose.position, dBodyGetPosition(body), sizeof pose.position);
  memcpy(pose.angular, dBodyGetAngularVel(body), sizeof pose.angular);
  memcpy(pose.quaternion, dBodyGetQuaternion(body), sizeof pose.quaternion);
  pose.pace = 0;
  pose.damping = 1 - (double)dBodyGetAngularDamping(body);
  return pose;
}

void qmboxMovingTaken(dGeomID geom, int qmboxClass, const qmboxSavedBody *start, double length, qmboxMoving *path) {
  qmboxPose end;
  if (start) end = qmboxPresentPose(start->body);
  qmboxMovingBetween(geom, qmboxClass, start, start ? &end : 0, length, path);
}

void qmboxTurnRate(const qmboxSavedBody *start, const qmboxPose *end, double length, double rate[4]) {
  double from[4], to[4];
  bms_motion motion;
  qmboxToDouble(start->quaternion, from, 4);
  qmboxToDouble(end->quaternion, to, 4);
  if (end->pace > 0) {
    rotationInPace(from, to, end->pace, length, &motion);
  } else {
    rotationTaken(from, to, length, &motion);
  }
  for (int i = 0; i < 4; i++) rate[i] = motion.rigid.quaternion[i][1];
}

void qmboxQuaternionTaken(const qmboxSavedBody *start, const qmboxPose *end, double length, double time,
                          dQuaternion quaternion) {
  double rate[4], at[4];
  qmboxFiniteRotation turn;
  if (dBodyGetFiniteRotationMode(start->body) && turnTaken(start, end, length, &turn)) {
    qmboxFiniteRotationAt(&turn, time, at);
  } else {
    qmboxTurnRate(start, end, length, rate);
    for (int i = 0; i < 4; i++) at[i] = (double)start->quaternion[i] + time * rate[i];
  }
  for (int i = 0; i < 4; i++) quaternion[i] = (dReal)at[i];
}
