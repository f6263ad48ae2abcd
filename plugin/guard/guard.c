/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/guard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "callbacks/contact_joints.h"
#include "callbacks/events.h"
#include "callbacks/false_contacts.h"
#include "moving/moves.h"
#include "guard/linkage_parts.h"
#include "guard/push.h"
#include "guard/resume.h"
#include "guard/stops.h"
#include "callbacks/integrity.h"
#include "class/registration.h"
#include "util/arithmetic.h"
#include "util/settings.h"

bool qmboxGuardBegin(qmboxGuard *guard, dWorldID world, dSpaceID space) {
  guard->onlyRoot = (qmboxGuardedRoot){.geom = (dGeomID)space, .is = 1, .meets = 1};
  return qmboxGuardBeginAmong(guard, world, &guard->onlyRoot, 1);
}

/* Gives the arrays of pairs and places a first size, by the number of geoms: growing them costs as much again. */
static void reserve(qmboxGuard *guard) {
  if (guard->bodies.geom) return;
  int geoms = qmboxCountInRoots(&guard->bodies);
  if (geoms == 0) return;
  if (!guard->pairs.pair) guard->pairs.pairCapacity = 2 * geoms;
  if (!guard->windows.place) guard->windows.placeCapacity = 2 * geoms;
}

void qmboxGuardBeginAgain(qmboxGuard *guard) {
  guard->events.eventCount = guard->events.pieces = 0;
  guard->ownJams.count = 0;
  if (!guard->jams) guard->jams = &guard->ownJams;
  guard->integrity.broken = guard->integrity.called = guard->integrity.unseen = false;
}

bool qmboxGuardBeginAmong(qmboxGuard *guard, dWorldID world, const qmboxGuardedRoot *root, int rootCount) {
  guard->bodies.world = world;
  guard->bodies.root = root;
  guard->bodies.rootCount = rootCount;
  guard->bodies.qmboxClass = qmboxRegisteredClass();
  guard->bodies.failed = false;
  qmboxCall call;
  qmboxBeginCall(&call);
  reserve(guard);
  qmboxGuardBeginAgain(guard);
  qmboxCollectBodies(&guard->bodies);
  qmboxEndCall(&call);
  return !guard->bodies.failed;
}

/* Returns twice the energy of a body's spin if it had this rotation. */
static double energyOf(const dMass *mass, const dReal quaternion[4], const dReal spin[3]) {
  dMatrix3 rotation;
  double own[3] = {0, 0, 0}, energy = 0;
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) own[i] += (double)rotation[4 * k + i] * (double)spin[k];
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) energy += own[i] * (double)mass->I[4 * i + k] * own[k];
  }
  return energy;
}

/*
 * Reduces the spin of a body that waits if its energy of rotation is greater in the pose in which it waits than in the
 * pose at the start.  ODE's own spin has as much in both, as the body turns about it.  A spin that an impulse has
 * changed may have a thousand times as much in a sliver; linkages that are wedged in would not come to rest with it.
 */
static void keepEnergy(const qmboxGuard *guard, int number) {
  const qmboxGuardedBody *guarded = &guard->bodies.body[number];
  dBodyID body = guarded->start.body;
  const dReal *spin = dBodyGetAngularVel(body);
  dQuaternion waiting;
  dMass mass;
  if (dBodyIsKinematic(body)) return;
  dBodyGetMass(body, &mass);
  qmboxQuaternionAt(&guard->bodies, number, guarded->stop, waiting);
  double before = energyOf(&mass, guarded->start.quaternion, spin), after = energyOf(&mass, waiting, spin);
  if (!(after > before)) return;
  dReal factor = (dReal)sqrt(before / after);
  dBodySetAngularVel(body, factor * spin[0], factor * spin[1], factor * spin[2]);
}

/* Takes back what gravity has added to the speed of a falling body in the time that it lost: else it would fall faster
   and faster where it waits. */
static void loseGravity(const qmboxGuard *guard, dBodyID body, double lost) {
  const dReal *v = dBodyGetLinearVel(body);
  dVector3 gravity;
  double square = 0, along = 0;
  if (dBodyIsKinematic(body) || !dBodyGetGravityMode(body)) return;
  dWorldGetGravity(guard->bodies.world, gravity);
  for (int i = 0; i < 3; i++) {
    square += (double)(gravity[i] * gravity[i]);
    along += (double)(gravity[i] * v[i]);
  }
  if (!(square > 0 && along > 0)) return;
  dReal part = (dReal)fmin(lost, along / square);
  dBodySetLinearVel(body, v[0] - part * gravity[0], v[1] - part * gravity[1], v[2] - part * gravity[2]);
}

/* Returns true if contacts have blocked the bodies of a linkage from the start of the step, and none of them hits one
   head on.  A body that is joined to a kinematic one goes where that takes it. */
static bool isWedgedIn(const qmboxGuard *guard, int number) {
  bool blocked = false;
  int i = number;
  do {
    const qmboxGuardedBody *body = &guard->bodies.body[i];
    if (body->stop > 0 || body->hits || dBodyIsKinematic(body->start.body)) return false;
    blocked = blocked || body->blocked;
    i = body->next;
  } while (i != number);
  return blocked;
}

static void slowDown(dBodyID body, dReal left) {
  const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
  dBodySetLinearVel(body, left * v[0], left * v[1], left * v[2]);
  dBodySetAngularVel(body, left * w[0], left * w[1], left * w[2]);
}

/*
 * Takes half of its speed from a body that is wedged in, and from those that joints other than contacts connect it
 * with, so that these stay together; in a piece of a step, half of the speed times the piece's share.  It would try the
 * same in the next step, and be held up again: it would stand still for ever with the speed at which it came.
 */
static void settle(qmboxGuard *guard) {
  dReal left = (dReal)(1 - guard->bodies.length / qmboxWholeLength(guard) / 2);
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    if (guard->bodies.body[i].root != i || !isWedgedIn(guard, i)) continue;
    int number = i;
    do {
      slowDown(guard->bodies.body[number].start.body, left);
      number = guard->bodies.body[number].next;
    } while (number != i);
  }
}

/* Counts the time that a body loses if it has to wait, and puts it to where it waits. */
static void hold(qmboxGuard *guard, int number) {
  const qmboxGuardedBody *body = &guard->bodies.body[number];
  double lost = guard->bodies.length - body->stop;
  if (!body->moves) return;
  qmboxNotePath(guard, number, &body->start, &body->end, (qmboxSpan){0, body->stop}, guard->bodies.length);
  if (!(lost > 0)) return;
  keepEnergy(guard, number);
  loseGravity(guard, body->start.body, lost);
  qmboxPlaceBody(&guard->bodies, number, body->stop);
  qmboxNoteHeld(guard, number, lost);
}

/* Returns the continuity of a body that the program has set or, if it has a callback for that, wants now. */
static qmboxContinuity askContinuity(qmboxGuard *guard, const qmboxGuardCalls *calls, int number) {
  dBodyID body = guard->bodies.body[number].start.body;
  const qmboxSettings *settings = calls->options.settings;
  const qmboxSetting *setting = settings && number > 0 ? qmboxFindSetting(&settings->body, body, 0) : 0;
  qmboxContinuity own = setting ? setting->continuity : QMBOX_CONTINUITY_DEFAULT;
  if (number == 0 || !calls->options.bodyContinuity) return own;
  qmboxBeforeCallback(guard);
  qmboxContinuity continuity = calls->options.bodyContinuity(calls->options.bodyContinuityData, body);
  qmboxAfterCallback(guard);
  return continuity == QMBOX_CONTINUITY_DEFAULT ? own : continuity;
}

/* Asks the program whether a geom is a sensor. */
static bool askSensor(qmboxGuard *guard, const qmboxGuardCalls *calls, int number) {
  if (!calls->options.sensor) return false;
  qmboxBeforeCallback(guard);
  bool sensor = calls->options.sensor(calls->options.sensorData, guard->bodies.geom[number].geom) != 0;
  qmboxAfterCallback(guard);
  return sensor;
}

bool qmboxGuardAskModes(qmboxGuard *guard, const qmboxGuardCalls *calls) {
  bool differ = calls->options.bodyContinuity || calls->options.settings;
  for (int i = 0; i < guard->bodies.bodyCount && !guard->integrity.broken; i++) {
    if (guard->bodies.body[i].firstGeom >= 0) qmboxCheckGeom(guard, guard->bodies.body[i].firstGeom);
    bool asked = differ && !guard->integrity.broken;
    qmboxContinuity continuity = asked ? askContinuity(guard, calls, i) : QMBOX_CONTINUITY_DEFAULT;
    guard->bodies.body[i].continuity = continuity;
    bool idle = calls->options.continuity == QMBOX_CONTINUITY_OFF && continuity == QMBOX_CONTINUITY_DEFAULT,
         off = continuity == QMBOX_CONTINUITY_OFF;
    guard->bodies.body[i].unguarded = off ? QMBOX_OFF : idle ? QMBOX_IDLE : 0;
  }
  guard->bodies.sensors = 0;
  for (int i = 0; i < guard->bodies.geomCount && !guard->integrity.broken; i++) {
    guard->bodies.geom[i].sensor = askSensor(guard, calls, i);
    guard->bodies.sensors += guard->bodies.geom[i].sensor;
  }
  if (!guard->integrity.broken) qmboxCheckBodies(guard, false);
  if (!guard->integrity.broken) {
    qmboxBeforeStep(guard);
    qmboxCorrectContacts(&guard->bodies);
  }
  return !guard->integrity.broken;
}

static bool hasStopped(const qmboxGuard *guard) {
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    if (guard->bodies.body[i].stop < guard->bodies.length) return true;
  }
  return false;
}

/* Collects how each body has moved, and what the step's callbacks have changed. */
static void collect(qmboxGuard *guard) {
  qmboxContactLog *log = guard->calls->options.contactLog;
  double length = guard->bodies.length;
  qmboxAfterStep(guard);
  if (guard->integrity.broken) return;
  if (log) qmboxEndLoggedStep(log, &guard->bodies, length, guard->integrity.called);
  qmboxMeasureMoves(&guard->bodies);
  qmboxFindTurns(&guard->bodies, length / qmboxWholeLength(guard));
}

/* Returns true if bodies have been stopped, or if the joints of a linkage need parts: exact steps have pieces of their
   own. */
static bool mustResume(qmboxGuard *guard) {
  bool whole = !(guard->calls->part > 0);
  bool torn = whole && guard->calls->options.linkageParts > 1 && qmboxFindTornLinkages(&guard->bodies);
  return torn || hasStopped(guard);
}

/* Steps the stopped bodies through the rest of the step and returns true; or returns false, and they wait. */
static bool respond(qmboxGuard *guard) {
  if (guard->bodies.failed) return false;
  bool resumes = qmboxCanResume(guard) && mustResume(guard);
  qmboxReportSensors(guard);
  if (resumes) {
    qmboxResumeStopped(guard);
  } else if (!guard->bodies.failed) {
    qmboxPushApart(guard);
    settle(guard);
  }
  return resumes && !guard->bodies.failed;
}

/* Puts the bodies that wait to their stops; all of them to the start if memory has run out. */
static void putBack(qmboxGuard *guard) {
  for (int i = 1; i < guard->bodies.bodyCount && guard->bodies.failed; i++) guard->bodies.body[i].stop = 0;
  for (int i = 1; i < guard->bodies.bodyCount && !guard->integrity.broken; i++) hold(guard, i);
}

/* Completes the tally of a step; a broken step has put nothing back, and counts as before. */
static void sumUp(const qmboxGuard *guard, const qmboxGuardTally *before) {
  qmboxGuardTally *tally = guard->tally;
  bool broken = guard->integrity.broken;
  if (broken) *tally = *before;
  tally->broken = tally->broken || broken;
  tally->unseen = tally->unseen || guard->integrity.unseen;
  tally->outOfMemory = tally->outOfMemory || (guard->bodies.failed && !broken);
}

/* The steps of the guard, in order: collect, near, first meeting, respond, put back, tell. */
void qmboxGuardFinish(qmboxGuard *guard, double length, const qmboxGuardCalls *calls, qmboxGuardTally *tally) {
  const qmboxGuardTally before = *tally;
  qmboxCall call;
  guard->bodies.length = length;
  guard->calls = calls;
  guard->tally = tally;
  qmboxBeginCall(&call);
  collect(guard);
  if (!guard->integrity.broken) qmboxFindStops(guard); /* near and first meeting, window of time by window */
  bool resumed = respond(guard);
  tally->unguarded += guard->bodies.unguarded;
  if (!resumed) putBack(guard);
  sumUp(guard, &before);
  qmboxEndCall(&call);
  if (!guard->integrity.broken) qmboxTellEvents(guard);
}

void qmboxGuardFree(qmboxGuard *guard) {
  free(guard->bodies.body);
  free(guard->bodies.table);
  free(guard->bodies.geom);
  free(guard->bodies.solid);
  free(guard->bodies.subspace);
  free(guard->pairs.pair);
  free(guard->windows.fast);
  free(guard->windows.place);
  free(guard->windows.nearPair);
  free(guard->pairs.candidate);
  free(guard->consents.consent);
  free(guard->ownJams.jam);
  free(guard->events.event);
  free(guard->events.piece);
  free(guard->pairs.queue);
  qmboxFreeForest(&guard->meshes.forest);
  free(guard->meshes.sharedTree);
  free(guard->meshes.meshPair);
  free(guard->meshes.starting);
  qmboxForgetCores(&guard->meshes.cores);
  memset(guard, 0, sizeof *guard);
}
