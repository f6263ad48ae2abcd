/* SPDX-License-Identifier: BSD-3-Clause */

/* A step of some bodies of a world: their contacts, and ODE's step with all others set aside. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/bounds.h"
#include "callbacks/consent.h"
#include "callbacks/contact_joints.h"
#include "callbacks/events.h"
#include "callbacks/false_contacts.h"
#include "callbacks/integrity.h"
#include "moving/bodies.h"
#include "guard/add_pairs.h"
#include "guard/resuming.h"
#include "ode/body_members.h"
#include "ode/erp_scaling.h"
#include "ode/geom_bounds.h"
#include "ode/joint_tear.h"
#include "shapes/allowance.h"
#include "util/array.h"
#include "util/real.h"

/* Contacts are corrected no faster than the whole step would correct an overlap of this many allowances.  Measured:
   thin cards lose 9 % of their time with 1, and heaps gain energy with 3 and more. */
#define DEEPEST 2

/* ODE finds gyroscopic torques from the spin at the start of a step: if a body turns by more than this in it, they give
   it energy.  They are left out then. */
#define MOST_GYROSCOPIC 0.5

void qmboxNoteTrack(qmboxResuming *r, int number, double time) {
  const qmboxTrack *track = &r->track[number];
  if (!(time > track->from)) return;
  double until = fmin(time, track->stop);
  qmboxNotePath(r->guard, number, &track->start, &track->end, (qmboxSpan){track->from, until}, track->length);
}

/* Takes back what a body's joints have done in steps that it does not end. */
static void takeBackLogged(const qmboxResuming *r, const qmboxTrack *track, double time) {
  qmboxContactLog *log = r->guard->calls->options.contactLog;
  if (log && !(track->from < time)) qmboxTakeBackLoggedStep(log, track->start.body, time);
}

void qmboxChoose(qmboxResuming *r, int number, double time) {
  qmboxTrack *track = &r->track[number];
  if (track->chosen) return;
  track->chosen = true;
  r->chosen++;
  qmboxNoteTrack(r, number, time);
  takeBackLogged(r, track, time);
  qmboxCutTrack(track, time);
  qmboxTurnLinearly(track);
}

/* ------------------------------------------------------------------ contacts */

/* Puts a body where it is at this time, and notes the AABBs of its geoms there: a near callback moves none. */
static void show(const qmboxResuming *r, int number, double time) {
  const qmboxBodies *bodies = &r->guard->bodies;
  if (r->shown[number]) return;
  r->shown[number] = true;
  if (number > 0 && (bodies->body[number].moves || r->track[number].moved)) qmboxPlaceOnTrack(&r->track[number], time);
  for (int g = bodies->body[number].firstGeom; g >= 0; g = bodies->geom[g].nextOfBody) {
    if (!bodies->geom[g].forgotten) dGeomGetAABB(bodies->geom[g].geom, r->aabb[g]);
  }
}

/* Calls the near callback for two geoms as dSpaceCollide() does. */
static void collide(qmboxResuming *r, int first, int second, const qmboxBox *box, double time) {
  const qmboxBodies *bodies = &r->guard->bodies;
  const qmboxGuardedGeom *one = &bodies->geom[first], *other = &bodies->geom[second];
  if (one->forgotten || other->forgotten) return;
  if (!qmboxPieceMeets(&r->nearby, other, box)) return;
  if (!r->shown[other->body] && !qmboxMayBeIn(&r->nearby, bodies, r->track, second, time, box)) return;
  show(r, other->body, time);
  if (!qmboxAabbsOverlap(r->aabb[first], r->aabb[second])) return;
  if (qmboxBitsOfAllMatch(bodies, one, other)) qmboxCollidePair(r->guard, first, second);
}

/* Collides a geom of this body with the geoms of all bodies that have not been collided yet. */
static void collideGeom(qmboxResuming *r, int number, int g, double time) {
  const qmboxGuard *guard = r->guard;
  qmboxBox box;
  qmboxBoundsOfAabb(r->aabb[g], box.min, box.max);
  for (int i = 0; i < guard->bodies.geomCount && !guard->integrity.broken; i++) {
    int other = guard->bodies.geom[i].body;
    if (other != number && !r->collided[other]) collide(r, g, i, &box, time);
  }
}

/* Collides a body with all others but those that have been collided before. */
static void collideBody(qmboxResuming *r, int number, double time) {
  qmboxGuard *guard = r->guard;
  show(r, number, time);
  for (int g = guard->bodies.body[number].firstGeom; g >= 0; g = guard->bodies.geom[g].nextOfBody) {
    collideGeom(r, number, g, time);
  }
  r->collided[number] = true;
}

/* Chooses the bodies that enabled joints connect this one with.  Returns true if that is anything new. */
static bool takeInJoined(qmboxResuming *r, int number, double time) {
  dBodyID body = r->guard->bodies.body[number].start.body;
  int before = r->chosen;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    dBodyID first = dJointGetBody(walk.joint, 0), second = dJointGetBody(walk.joint, 1);
    if (!dJointIsEnabled(walk.joint) || !first || !second) continue;
    int other = qmboxFindBody(&r->guard->bodies, first == body ? second : first);
    if (other > 0 && !r->track[other].chosen) qmboxChoose(r, other, time);
  }
  return r->chosen > before;
}

/* Breaks the guard if a near callback has destroyed a chosen body: one that has geoms shows it by these. */
static void checkChosen(const qmboxResuming *r) {
  const qmboxBodies *bodies = &r->guard->bodies;
  int missing = 0;
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (!r->track[i].chosen) continue;
    if (bodies->body[i].firstGeom >= 0) qmboxCheckGeom(r->guard, bodies->body[i].firstGeom);
    missing += bodies->body[i].firstGeom < 0;
  }
  if (missing == 0 || r->guard->integrity.broken) return;
  for (dBodyID body = qmboxFirstBody(bodies->world); body; body = qmboxNextBody(body)) {
    int number = qmboxFindBody(bodies, body);
    missing -= r->track[number].chosen && bodies->body[number].firstGeom < 0;
  }
  if (missing != 0) qmboxBreakGuard(r->guard);
}

void qmboxCollideChosen(qmboxResuming *r, double time) {
  const qmboxGuard *guard = r->guard;
  dJointGroupEmpty(guard->calls->options.contacts);
  memset(r->collided, 0, (size_t)guard->bodies.bodyCount * sizeof *r->collided);
  show(r, 0, time);
  for (bool more = true; more && !guard->integrity.broken;) {
    more = false;
    for (int i = 1; i < guard->bodies.bodyCount && !guard->integrity.broken; i++) {
      if (!r->track[i].chosen) continue;
      if (!r->collided[i]) collideBody(r, i, time);
      if (guard->bodies.body[i].firstGeom >= 0) qmboxCheckGeom(r->guard, guard->bodies.body[i].firstGeom);
      if (!guard->integrity.broken && takeInJoined(r, i, time)) more = true;
    }
  }
  if (guard->integrity.called && !guard->integrity.broken) checkChosen(r);
  if (!guard->integrity.broken) qmboxCorrectContacts(&guard->bodies);
  if (guard->calls->mendSeams && !guard->integrity.broken) guard->calls->mendSeams(&guard->bodies);
}

/* ------------------------------------------------------------------ the step */

static bool makesStep(const qmboxResuming *r, dBodyID body) {
  int number = qmboxFindBody(&r->guard->bodies, body);
  return number > 0 && r->track[number].chosen && !r->track[number].still;
}

/* Brings back the bodies that were set aside, but for those that a moved callback has destroyed. */
static void bringBack(const qmboxResuming *r) {
  int next = 0;
  for (dBodyID body = qmboxFirstBody(r->guard->bodies.world); body; body = qmboxNextBody(body)) {
    int at = next;
    while (at < r->asides && r->aside[at] != body) at++;
    if (at == r->asides) continue;
    qmboxBringBack(body);
    next = at + 1;
  }
}

/* Sets all bodies of the world aside that do not make the step.  Returns false if no memory is left. */
static bool setAside(qmboxResuming *r) {
  r->asides = 0;
  for (dBodyID body = qmboxFirstBody(r->guard->bodies.world); body; body = qmboxNextBody(body)) {
    if (!dBodyIsEnabled(body) || makesStep(r, body)) continue;
    dBodyID *added = QMBOX_ADD(r->aside, r->asides, r->asideCapacity);
    if (!added) return false;
    *added = body;
    qmboxSetAside(body);
  }
  return true;
}

/* Lists the bodies that make the step, with their velocities and forces. */
static void beginStep(qmboxResuming *r, double length, qmboxWorldState *state) {
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    qmboxTrack *track = &r->track[i];
    if (!track->chosen || track->still) continue;
    qmboxSetVelocities(track->start.body, track->start.linear, track->start.angular);
    qmboxSetForces(track->start.body, &track->start);
    double spin = sqrt((double)dCalcVectorLengthSquare3(track->start.angular));
    track->gyroscopic = dBodyGetGyroscopicMode(track->start.body) && spin * length > MOST_GYROSCOPIC;
    if (track->gyroscopic) dBodySetGyroscopicMode(track->start.body, 0);
    state->saved[state->count] = track->start;
    state->saved[state->count++].enabled = dBodyIsEnabled(track->start.body);
  }
}

/* Returns the widest tear of the joints of the bodies that make the step. */
static double widestTear(const qmboxResuming *r) {
  double widest = 0;
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    const qmboxTrack *track = &r->track[i];
    if (!track->chosen || track->still || !r->guard->bodies.body[i].jointed) continue;
    widest = fmax(widest, qmboxTearOfBody(track->start.body));
  }
  return widest;
}

/* Returns the largest allowance of a geom of a chosen body, infinite if there is none. */
static double largestOwnAllowance(qmboxGuard *guard, const qmboxTrack *track) {
  double largest = 0;
  for (int g = 0; g < guard->bodies.geomCount && !guard->integrity.broken; g++) {
    const qmboxGuardedGeom *geom = &guard->bodies.geom[g];
    int solid = track[geom->body].chosen && !geom->forgotten ? qmboxSolidOfGeom(guard, g) : -1;
    double thickness = solid < 0 ? HUGE_VAL : guard->bodies.solid[solid].figure.thickness;
    if (thickness < HUGE_VAL) largest = fmax(largest, QMBOX_ALLOWANCE * thickness);
  }
  return largest > 0 ? largest : HUGE_VAL;
}

/* Returns the largest sum of the allowances of two geoms that were near each other in the whole step, one of them of a
   chosen body; 0 if there are none, as in a linkage whose contacts part. */
static double largestAllowances(const qmboxResuming *r) {
  const qmboxGuard *guard = r->guard;
  double largest = 0;
  for (int i = 0; i < guard->pairs.pairCount; i++) {
    const qmboxGuardedPair *pair = &guard->pairs.pair[i];
    int first = guard->bodies.geom[pair->geom[0]].body, second = guard->bodies.geom[pair->geom[1]].body;
    if (r->track[first].chosen || r->track[second].chosen) largest = fmax(largest, pair->allowances);
  }
  return largest;
}

/*
 * Makes ODE's step of this part of the whole step.
 *
 * ODE corrects a part of each error in a step, and so it does in each slice, as in a frame in parts, but no faster than
 * the whole step would correct DEEPEST times the allowances: overlaps and tears that the whole step made in one go
 * would burst in a short piece.  Wider tears close in the time of the whole step.  Joints of bodies that were near
 * nothing are corrected as in a frame in parts.
 */
static bool step(const qmboxResuming *r, const qmboxWorldState *state, double length) {
  const qmboxGuard *guard = r->guard;
  qmboxErpScaling scaling;
  bool good = qmboxBeginErpScaling(&scaling, state);
  if (good) {
    qmboxKeepAwake(&scaling, state);
    double near = largestAllowances(r), tear = near > 0 ? widestTear(r) : 0;
    double deepest = DEEPEST * (near > 0 ? near : largestOwnAllowance(r->guard, r->track));
    qmboxShortenStep(&scaling, length / r->whole, r->whole, deepest, tear);
    good = guard->calls->options.stepper(guard->bodies.world, (dReal)length) != 0;
  }
  qmboxEndErpScaling(&scaling);
  return good;
}

/* Puts the gyroscopic mode of bodies back. */
static void turnGyroscopically(qmboxResuming *r) {
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    qmboxTrack *track = &r->track[i];
    bool there = !r->guard->integrity.broken || qmboxBodyIsThere(r->guard, i);
    if (track->gyroscopic && there) dBodySetGyroscopicMode(track->start.body, 1);
    track->gyroscopic = false;
  }
}

/* Notes the contacts of a step of a slice. */
static void beginLogged(const qmboxResuming *r, double time) {
  const qmboxGuardCalls *calls = r->guard->calls;
  if (calls->options.contactLog)
    qmboxBeginLoggedStep(calls->options.contactLog, &r->guard->bodies, calls->before, time);
}

bool qmboxStepChosen(qmboxResuming *r, double time, int stride) {
  double length = stride * r->slice;
  qmboxWorldState state = {.world = r->guard->bodies.world, .seed = dRandGetSeed()};
  state.saved = malloc((size_t)r->chosen * sizeof *state.saved);
  if (!state.saved) return false;
  beginStep(r, length, &state);
  beginLogged(r, time);
  bool good = setAside(r) && step(r, &state, length);
  bringBack(r);
  if (dRandGetSeed() != state.seed) dRandSetSeed(state.seed);
  free(state.saved);
  qmboxAfterSlice(r->guard);
  turnGyroscopically(r);
  if (r->guard->bodies.failed) return false;
  if (r->guard->calls->options.contactLog)
    qmboxEndLoggedStep(r->guard->calls->options.contactLog, &r->guard->bodies, length, true);
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    qmboxTrack *track = &r->track[i];
    track->stepped = track->chosen;
    if (!track->chosen) continue;
    qmboxNotePiece(track, length);
    track->end.damping = 1 - (double)qmboxPartOfDamping(dBodyGetAngularDamping(track->start.body), length / r->whole);
  }
  qmboxNewPieces(&r->nearby, &r->guard->bodies, r->track, r->shown, r->aabb);
  return good;
}
