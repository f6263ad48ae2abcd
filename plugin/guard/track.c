/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/track.h"

#include <math.h>
#include <string.h>

#include "moving/moves.h"
#include "util/real.h"

/* Times that differ by less than this part of a piece are the same, but for rounding. */
#define SAME_TIME 1e-9

/* Finds how fast the quaternion changes in a new piece. */
static void findRate(qmboxTrack *track) {
  qmboxTurnRate(&track->start, &track->end, track->length, track->rate);
}

void qmboxBeginTrack(const qmboxGuard *guard, int number, qmboxTrack *track) {
  const qmboxGuardedBody *body = &guard->bodies.body[number];
  dBodyID id = body->start.body;
  *track = (qmboxTrack){.start = body->start,
                        .end = body->end,
                        .length = guard->bodies.length,
                        .stop = body->stop,
                        .slot = -1,
                        .stride = 1,
                        .joined = dBodyGetNumJoints(id) > 0};
  memcpy(track->linear, dBodyGetLinearVel(id), sizeof track->linear);
  memcpy(track->angular, dBodyGetAngularVel(id), sizeof track->angular);
  findRate(track);
}

/* ------------------------------------------------------------------ poses */

/* Returns the part of a piece that has passed, exactly 1 at its end. */
static double partAt(const qmboxTrack *track, double time) {
  double part = (time - track->from) / track->length;
  return fabs(part - 1) < SAME_TIME ? 1 : part;
}

double qmboxPartOfPiece(const qmboxTrack *track, double time) {
  return qmboxMax(0, qmboxMin(1, partAt(track, qmboxMin(time, track->stop))));
}

static void positionOnTrack(const qmboxTrack *track, double time, dVector3 position) {
  const qmboxPose *end = &track->end;
  double part = partAt(track, time);
  for (int i = 0; i < 3; i++) {
    double from = (double)track->start.position[i];
    double way = (double)end->position[i] - from;
    position[i] = way < 0 || way > 0 ? (dReal)(from + part * way) : track->start.position[i]; /* a -0 stays one */
  }
  position[3] = 0;
  if (part <= 0 || part == 1) memcpy(position, part <= 0 ? track->start.position : end->position, sizeof(dVector3));
}

/* Writes the quaternion at a time of a piece in which it changes; it is not normalised. */
static void quaternionOnTrack(const qmboxTrack *track, double time, dQuaternion quaternion) {
  double passed = time - track->from;
  if (dBodyGetFiniteRotationMode(track->start.body)) {
    qmboxQuaternionTaken(&track->start, &track->end, track->length, passed, quaternion);
    return;
  }
  for (int i = 0; i < 4; i++) {
    quaternion[i] = (dReal)((double)track->start.quaternion[i] + passed * track->rate[i]);
  }
}

void qmboxPoseOnTrack(const qmboxTrack *track, double time, dVector3 position, dQuaternion quaternion) {
  const qmboxPose *end = &track->end;
  double part = partAt(track, time);
  positionOnTrack(track, time, position);
  if (part <= 0 || part == 1 || memcmp(track->start.quaternion, end->quaternion, 4 * sizeof(dReal)) == 0) {
    memcpy(quaternion, part <= 0 ? track->start.quaternion : end->quaternion, sizeof(dQuaternion));
  } else {
    quaternionOnTrack(track, time, quaternion);
    dNormalize4(quaternion);
  }
}

static double lengthOf(const dReal quaternion[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += (double)quaternion[i] * (double)quaternion[i];
  return sqrt(square);
}

double qmboxPaceOnTrack(const qmboxTrack *track, double from, double to) {
  dQuaternion first, last;
  const qmboxPose *end = &track->end;
  bool turns = memcmp(track->start.quaternion, end->quaternion, 4 * sizeof(dReal)) != 0;
  if (!turns || dBodyGetFiniteRotationMode(track->start.body)) return 0;
  quaternionOnTrack(track, from, first);
  quaternionOnTrack(track, to, last);
  return lengthOf(last) / lengthOf(first);
}

/* Returns true if a body has this pose to the bit. */
static bool isAt(dBodyID body, const dReal *position, const dReal *quaternion) {
  return memcmp(position, dBodyGetPosition(body), 3 * sizeof(dReal)) == 0 &&
         memcmp(quaternion, dBodyGetQuaternion(body), 4 * sizeof(dReal)) == 0;
}

void qmboxPlaceOnTrack(const qmboxTrack *track, double time) {
  dVector3 position;
  dQuaternion quaternion;
  qmboxPoseOnTrack(track, fmin(time, track->stop), position, quaternion);
  if (isAt(track->start.body, position, quaternion)) return;
  dBodySetPosition(track->start.body, position[0], position[1], position[2]);
  qmboxSetQuaternion(track->start.body, quaternion);
}

/* ------------------------------------------------------------------ velocities */

/* Takes from a velocity what gravity and the force have added in this time. */
static void takeForces(const qmboxTrack *track, double time, dVector3 linear) {
  dBodyID body = track->start.body;
  dVector3 gravity = {0, 0, 0};
  dMass mass;
  if (dBodyIsKinematic(body)) return;
  if (dBodyGetGravityMode(body)) dWorldGetGravity(dBodyGetWorld(body), gravity);
  dBodyGetMass(body, &mass);
  for (int i = 0; i < 3; i++) linear[i] -= (dReal)time * (gravity[i] + track->start.force[i] / mass.mass);
}

void qmboxVelocitiesOnTrack(const qmboxTrack *track, double time, dVector3 linear, dVector3 angular) {
  bool begins = time <= track->from;
  double part = fmin(1, partAt(track, fmin(time, track->stop)));
  memcpy(linear, begins ? track->start.linear : track->linear, sizeof(dVector3));
  memcpy(angular, begins ? track->start.angular : track->angular, sizeof(dVector3));
  if (begins || part >= 1) return;
  if (track->joined) {
    takeForces(track, (1 - part) * track->length, linear);
    return;
  }
  for (int i = 0; i < 3; i++) {
    linear[i] = track->start.linear[i] + (dReal)part * (track->linear[i] - track->start.linear[i]);
    angular[i] = track->start.angular[i] + (dReal)part * (track->angular[i] - track->start.angular[i]);
  }
}

/* ------------------------------------------------------------------ pieces */

double qmboxWaitOnTrack(const qmboxTrack *track, double time) {
  double waited = time - fmax(track->stop, track->from);
  return waited > SAME_TIME * track->length ? waited : 0;
}

void qmboxCutTrack(qmboxTrack *track, double time) {
  dVector3 position, linear, angular;
  dQuaternion quaternion;
  qmboxPoseOnTrack(track, fmin(time, track->stop), position, quaternion);
  qmboxVelocitiesOnTrack(track, time, linear, angular);
  track->lost += qmboxWaitOnTrack(track, time);
  memcpy(track->start.position, position, sizeof position);
  memcpy(track->start.quaternion, quaternion, sizeof quaternion);
  memcpy(track->start.linear, linear, sizeof linear);
  memcpy(track->start.angular, angular, sizeof angular);
  memcpy(track->end.position, position, sizeof position);
  memcpy(track->end.quaternion, quaternion, sizeof quaternion);
  track->from = track->stop = time;
  track->moved = true;
}

void qmboxTurnLinearly(qmboxTrack *track) {
  if (!dBodyGetFiniteRotationMode(track->start.body)) return;
  dBodySetFiniteRotationMode(track->start.body, 0);
  track->finite = true;
}

void qmboxTurnFinitely(qmboxTrack *track) {
  if (track->finite) dBodySetFiniteRotationMode(track->start.body, 1);
  track->finite = false;
}

/* Keeps a body where it started that the step has put where there are no numbers. */
static void waitAtStart(qmboxTrack *track) {
  const qmboxSavedBody *start = &track->start;
  memcpy(track->end.position, start->position, sizeof start->position);
  memcpy(track->end.quaternion, start->quaternion, sizeof start->quaternion);
  qmboxSetVelocities(start->body, start->linear, start->angular);
}

void qmboxNotePiece(qmboxTrack *track, double length) {
  dBodyID body = track->start.body;
  track->length = length;
  track->stop = track->from + (track->still ? 0 : length);
  track->joined = !track->still && dBodyGetNumJoints(body) > 0;
  if (track->still) return;
  track->end = qmboxPresentPose(body);
  if (!qmboxIsFinitePose(&track->end)) waitAtStart(track);
  memcpy(track->stepLinear, dBodyGetLinearVel(body), sizeof track->stepLinear);
  memcpy(track->stepAngular, dBodyGetAngularVel(body), sizeof track->stepAngular);
  memcpy(track->linear, track->stepLinear, sizeof track->linear);
  memcpy(track->angular, track->stepAngular, sizeof track->angular);
  findRate(track);
}

/* Takes back what gravity has added to a velocity in the part of a piece's length in which the body has not fallen. */
static void loseGravity(qmboxTrack *track, const double kept[3], const double way[3]) {
  dVector3 gravity;
  double falls = 0, missing = 0;
  if (!dBodyGetGravityMode(track->start.body)) return;
  dWorldGetGravity(dBodyGetWorld(track->start.body), gravity);
  for (int i = 0; i < 3; i++) {
    falls += kept[i] * (double)gravity[i];
    missing += (kept[i] - way[i]) * (double)gravity[i];
  }
  if (!(falls > 0 && missing > 0)) return;
  dReal lost = (dReal)(fmin(1, missing / falls) * track->length);
  for (int i = 0; i < 3; i++) track->linear[i] -= lost * gravity[i];
}

void qmboxRedirectTrack(qmboxTrack *track, const qmboxMass *kept, const qmboxMass *way) {
  const dReal *q = track->start.quaternion;
  dReal h = (dReal)track->length, w[3], turn[4];
  for (int i = 0; i < 3; i++) {
    w[i] = track->end.angular[i] = (dReal)way->spin[i];
    track->linear[i] = (dReal)kept->velocity[i];
    track->angular[i] = (dReal)kept->spin[i];
    track->end.position[i] = track->start.position[i] + h * (dReal)way->velocity[i];
  }
  loseGravity(track, kept->velocity, way->velocity);
  /* as dxStepBody() does */
  turn[0] = -w[0] * q[1] - w[1] * q[2] - w[2] * q[3];
  turn[1] = w[0] * q[0] + w[1] * q[3] - w[2] * q[2];
  turn[2] = -w[0] * q[3] + w[1] * q[0] + w[2] * q[1];
  turn[3] = w[0] * q[2] - w[1] * q[1] + w[2] * q[0];
  for (int i = 0; i < 4; i++) track->end.quaternion[i] = q[i] + h / 2 * turn[i];
  dNormalize4(track->end.quaternion);
  track->stop = track->from + track->length;
  findRate(track);
}
