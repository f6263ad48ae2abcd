/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/resume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/bounds.h"
#include "callbacks/consent.h"
#include "callbacks/events.h"
#include "callbacks/integrity.h"
#include "guard/jams.h"
#include "guard/pairs.h"
#include "guard/resuming.h"
#include "moving/moves.h"
#include "ode/body_members.h"
#include "util/real.h"

/* The number of steps of a body that begin with the same slice; then it waits for the next slice. */
enum { MOST_TRIES = 4 };

/* A kinematic body that has waited for this part of the slices of a step is jammed. */
#define PATIENCE 0.25

/* In a slice two that are stopped come nearer each other by no more than this many times their allowances, if there may
   be as many slices.  Measured in frames of 1/30 s: cards of 5 mm lose 4.5 % of their time in slices of 11 times. */
#define FAR 4

/* The checks of the usual number of slices. */
enum { USUAL_CHECKS = 256 };

bool qmboxResumes(const qmboxGuardCalls *calls) {
  return calls->options.nearCallback && calls->options.stepper && calls->options.contacts && calls->options.slices > 1;
}

bool qmboxCanResume(const qmboxGuard *guard) {
  return qmboxResumes(guard->calls) && guard->bodies.rootCount == 1 &&
         (guard->bodies.subspaceCount == 0 || !qmboxHasQuadTree(&guard->bodies)) && qmboxHasBodyList();
}

/* ------------------------------------------------------------------ who makes the next step */

/* Returns the fewest slices that a step takes which begins with this one, 0 if none does. */
static int shortestStride(const qmboxResuming *r, int slot) {
  int stride = 0;
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    const qmboxTrack *track = &r->track[i];
    if (track->slot == slot && (stride == 0 || track->stride < stride)) stride = track->stride;
  }
  return stride < r->slices - slot ? stride : r->slices - slot;
}

/* Chooses those whose next step begins with this slice and is no longer than the others'.  Returns how many slices it
   takes, 0 if there are none. */
static int chooseFirst(qmboxResuming *r, int slot) {
  int stride = shortestStride(r, slot);
  r->chosen = 0;
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    qmboxTrack *track = &r->track[i];
    track->chosen = track->stepped = track->still = false;
    if (track->slot == slot && track->stride <= stride && stride > 0) qmboxChoose(r, i, slot * r->slice);
    if (track->slot == slot && stride == r->slices - slot) qmboxChoose(r, i, slot * r->slice);
  }
  return stride;
}

/* Lets the chosen bodies wait where they are. */
static void keepStill(qmboxResuming *r) {
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) r->track[i].still = r->track[i].chosen;
}

/* ------------------------------------------------------------------ what follows a step */

/* A body has come to the end of a step, or waits for the rest of a slice. */
static void goOnWith(qmboxResuming *r, qmboxTrack *track, int slot, int stride) {
  track->slot = slot < r->slices ? slot : -1;
  track->stride = stride < track->longest ? stride : track->longest;
  track->tries = 0;
}

/* Returns true if a body cannot make way for a kinematic one: a joint holds it, or an impulse from something else. */
static bool isHeld(const qmboxResuming *r, int number, int driver) {
  for (int i = 0; i < r->rows; i++) {
    const int *body = r->row[i].body;
    bool first = body[0] == number && body[1] != driver, second = body[1] == number && body[0] != driver;
    if ((first || second) && r->row[i].impulse > 0) return true;
  }
  for (qmboxJointWalk walk = qmboxJointsOf(r->track[number].start.body); walk.joint; qmboxNextJoint(&walk)) {
    if (dJointGetType(walk.joint) != dJointTypeContact && dJointIsEnabled(walk.joint)) return true;
  }
  return false;
}

/*
 * A kinematic body waits for the rest of a slice.  If it has waited too often, the two geoms that it squeezes are let
 * through each other; if others of its linkage have been stopped, it goes on without them, and its joints give way.
 */
static void noteWait(qmboxResuming *r, int inner, int slot) {
  const int *stopper = r->inner.bodies.body[inner].stopper;
  int number = r->nearby.outerBody[inner];
  qmboxTrack *track = &r->track[number];
  if (!qmboxIsDriven(&r->inner.bodies.body[inner]) || ++track->waits < PATIENCE * r->slices) return;
  int geom[2] = {r->nearby.outerGeom[stopper[0]], r->nearby.outerGeom[stopper[1]]};
  int body[2] = {r->guard->bodies.geom[geom[0]].body, r->guard->bodies.geom[geom[1]].body};
  if (body[0] != number && body[1] != number) {
    track->loose = true;
  } else if (isHeld(r, body[0] == number ? body[1] : body[0], number)) {
    qmboxNoteJam(r->guard, geom[0], geom[1], slot * r->slice);
  }
}

/* Lets the body that a waiting one meets make the next slice with it, so that an impulse can push it away: ODE may have
   found no contact of the two, as of a thin box in a cylinder, and then nothing else has it make the step. */
static void takeInStopper(qmboxResuming *r, int inner, int slot) {
  const int *stopper = r->inner.bodies.body[inner].stopper;
  for (int k = 0; k < 2; k++) {
    int number = r->guard->bodies.geom[r->nearby.outerGeom[stopper[k]]].body;
    qmboxTrack *track = &r->track[number];
    if (number == 0 || track->chosen || track->slot >= 0 || !qmboxIsDynamic(&r->guard->bodies.body[number])) continue;
    goOnWith(r, track, slot + 1, 1);
  }
}

/* Decides how a body goes on that has made a step, or has been stopped by one that was made from this slice. */
static void goOn(qmboxResuming *r, int number, int slot, int stride) {
  qmboxTrack *track = &r->track[r->nearby.outerBody[number]];
  double time = slot * r->slice, length = r->inner.bodies.length, stop = time + r->inner.bodies.body[number].stop;
  bool stopped = stop < fmin(track->stop, time + length);
  int next = (int)(stop / r->slice);
  if (!stopped && !track->stepped) return;
  if (stopped) track->stop = stop;
  if (!stopped) {
    track->pressed = track->pressed && r->rows > 0; /* contact joints alone have kept all apart */
    goOnWith(r, track, slot + stride, track->pressed ? 1 : 2 * stride);
  } else if (next > slot) {
    goOnWith(r, track, next, 1);
  } else if ((!track->stepped || stride > 1) && track->tries < MOST_TRIES) {
    track->slot = slot;
    track->stride = 1;
    track->pressed = track->pressed || track->stepped;
    track->tries++;
  } else {
    noteWait(r, number, slot);
    takeInStopper(r, number, slot);
    goOnWith(r, track, slot + 1, r->inner.bodies.body[number].stop > 0 && !track->pressed ? r->slices : 1);
  }
}

static bool isKnown(const qmboxGuard *guard, const qmboxEvent *event) {
  for (int i = 0; i < guard->events.eventCount; i++) {
    const qmboxEvent *known = &guard->events.event[i];
    if (known->kind == event->kind && known->geom[0] == event->geom[0] && known->geom[1] == event->geom[1]) return true;
  }
  return false;
}

/* Hands on what sensors have seen in the step, once for each pair. */
static void noteEvents(qmboxResuming *r, double time) {
  qmboxGuardCalls calls = *r->guard->calls;
  if (!(calls.options.sense || calls.options.contactLog || calls.options.draw) || r->guard->bodies.sensors == 0) return;
  calls.before += time;
  r->inner.calls = &calls;
  qmboxReportSensors(&r->inner);
  r->inner.calls = r->guard->calls;
  for (int i = 0; i < r->inner.events.eventCount; i++) {
    qmboxEvent event = r->inner.events.event[i];
    for (int k = 0; k < 2; k++) event.geom[k] = r->nearby.outerGeom[event.geom[k]];
    if (!isKnown(r->guard, &event)) qmboxNoteEvent(r->guard, &event);
  }
}

/* Makes one step of bodies that begin one with this slice.  Returns false if there are none, or if it has failed. */
static bool makeStep(qmboxResuming *r, int slot) {
  qmboxGuard *guard = r->guard;
  double time = slot * r->slice;
  int stride = chooseFirst(r, slot);
  if (stride == 0) return false;
  for (int i = 1; i < guard->bodies.bodyCount; i++)
    r->track[i].still = r->track[i].chosen && r->track[i].tries >= MOST_TRIES;
  memset(r->shown, 0, (size_t)guard->bodies.bodyCount * sizeof *r->shown);
  if (r->checks < r->budget) {
    qmboxCollideChosen(r, time);
  } else {
    stride = r->slices - slot;
    keepStill(r);
  }
  bool good = !guard->bodies.failed && qmboxStepChosen(r, time, stride);
  good = good && qmboxCheckChosen(r, time, stride * r->slice, stride == 1);
  if (!good) {
    guard->bodies.failed = true;
    guard->integrity.broken = guard->integrity.broken || r->inner.integrity.broken;
    return false;
  }
  for (int i = 1; i < r->inner.bodies.bodyCount; i++) {
    if (r->track[r->nearby.outerBody[i]].chosen) goOn(r, i, slot, stride);
  }
  noteEvents(r, time);
  return true;
}

/* ------------------------------------------------------------------ all steps */

/* Puts a body where it is at the end, with its velocities, and counts what it has lost. */
static void finish(qmboxResuming *r, int number) {
  const qmboxTrack *track = &r->track[number];
  qmboxGuard *guard = r->guard;
  double length = guard->bodies.length;
  double lost = track->lost + qmboxWaitOnTrack(track, length);
  dVector3 linear, angular;
  if (guard->bodies.body[number].moves || track->moved) {
    qmboxNoteTrack(r, number, length);
    qmboxPlaceOnTrack(track, length);
  }
  if (!track->moved) return;
  qmboxVelocitiesOnTrack(track, length, linear, angular);
  qmboxSetVelocities(track->start.body, linear, angular);
  if (lost > 0) qmboxNoteHeld(guard, number, lost);
}

/* Puts the finite rotation mode of bodies back. */
static void turnFinitely(const qmboxResuming *r) {
  for (int i = 1; i < r->guard->bodies.bodyCount && r->track; i++) {
    if (r->track[i].finite && (!r->guard->integrity.broken || qmboxBodyIsThere(r->guard, i)))
      qmboxTurnFinitely(&r->track[i]);
  }
}

/* Decides with which slice the next step of a body begins, and how long its steps are: a linkage makes all of them in
   parts of its own, as it gains energy if long steps follow short ones. */
static void beginPieces(const qmboxResuming *r, int number) {
  const qmboxGuardedBody *body = &r->guard->bodies.body[number];
  qmboxTrack *track = &r->track[number];
  int parts = r->guard->calls->options.linkageParts;
  if (track->stop < r->guard->bodies.length) track->slot = (int)fmin(track->stop / r->slice, r->slices - 1);
  track->longest = body->jointed && parts > 1 ? (r->slices - 1) / parts + 1 : r->slices;
  if (!body->torn) return;
  track->slot = 0;
  track->stride = track->longest;
}

/* Returns false if no memory is left. */
static bool begin(qmboxResuming *r) {
  size_t bodies = (size_t)r->guard->bodies.bodyCount;
  r->track = calloc(bodies, sizeof *r->track);
  r->mass = calloc(bodies, sizeof *r->mass);
  r->kept = calloc(bodies, sizeof *r->kept);
  r->collided = calloc(bodies, sizeof *r->collided);
  r->shown = calloc(bodies, sizeof *r->shown);
  r->aabb = malloc(((size_t)r->guard->bodies.geomCount + 1) * sizeof *r->aabb);
  if (!r->track || !r->mass || !r->kept || !r->collided || !r->shown || !r->aabb) return false;
  for (int i = 1; i < r->guard->bodies.bodyCount; i++) {
    qmboxTrack *track = &r->track[i];
    qmboxBeginTrack(r->guard, i, track);
    beginPieces(r, i);
  }
  return qmboxBeginNearby(&r->nearby, &r->guard->bodies, r->track);
}

/* Puts all bodies that have made a step back to where the whole step began. */
static void takeBack(const qmboxResuming *r) {
  for (int i = 1; i < r->guard->bodies.bodyCount && r->track; i++) {
    if (r->track[i].moved) qmboxPlaceBody(&r->guard->bodies, i, 0);
  }
}

static void addTally(const qmboxGuardTally *from, qmboxGuardTally *to) {
  to->looks += from->looks;
  to->unguarded += from->unguarded;
  to->jams += from->jams;
  to->deep = to->deep > from->deep ? to->deep : from->deep; /* pairs that have been counted are counted again */
  to->refused = to->refused > from->refused ? to->refused : from->refused;
}

static void end(qmboxResuming *r) {
  qmboxGuardFree(&r->inner);
  qmboxEndNearby(&r->nearby);
  free(r->track);
  free(r->mass);
  free(r->kept);
  free(r->collided);
  free(r->shown);
  free(r->aabb);
  free(r->row);
  qmboxForgetRows(&r->known);
  free(r->aside);
}

/* Returns how far the two of a pair come nearer each other in the whole step, at most. */
static double wayOfPair(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  double way[3] = {0, 0, 0}, turned = 0;
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    for (int i = 0; i < 3 && body->moves; i++) way[i] += k ? body->shift[i] : -body->shift[i];
    if (body->moves) turned += qmboxSolidOf(guard, pair, k)->radius * body->chord;
  }
  return qmboxLength(way) + turned;
}

/* Returns true if a pair was stopped, and no other rule is for it: a linkage has parts of its own, and a kinematic body
   waits for a while, and then passes. */
static bool isHit(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    if (body->jointed || qmboxIsDriven(body)) return false;
  }
  return (pair->hit || pair->pushed) && pair->allowances > 0;
}

/* Returns how many times as many slices as usual make these short for the pairs that were stopped. */
static int findFiner(const qmboxGuard *guard, int slices) {
  double farthest = 0;
  for (int i = 0; i < guard->pairs.pairCount; i++) {
    const qmboxGuardedPair *pair = &guard->pairs.pair[i];
    if (isHit(guard, pair)) farthest = fmax(farthest, wayOfPair(guard, pair) / pair->allowances);
  }
  return (int)fmax(1, fmin(guard->calls->finer, ceil(farthest / (FAR * slices))));
}

/* Cuts the step into slices, and sets the budget of checks. */
static void cut(qmboxResuming *r) {
  const qmboxGuard *guard = r->guard;
  const qmboxSimulateOptions *options = &guard->calls->options;
  int usual = (int)fmax(1, ceil(options->slices * (guard->bodies.length / r->whole))), finer = findFiner(guard, usual);
  r->slices = usual * finer;
  r->slice = guard->bodies.length / r->slices;
  r->budget = options->checks > 0 ? options->checks : USUAL_CHECKS * finer;
}

void qmboxResumeStopped(qmboxGuard *guard) {
  qmboxResuming r = {.guard = guard, .inner = {.whole = guard, .jams = guard->jams}, .whole = qmboxWholeLength(guard)};
  cut(&r);
  guard->bodies.failed = !begin(&r);
  for (int slot = 0; slot < r.slices && !guard->bodies.failed; slot++) {
    while (makeStep(&r, slot)) continue;
  }
  if (!guard->bodies.failed) qmboxAfterStep(guard);
  for (int i = 1; i < guard->bodies.bodyCount && !guard->bodies.failed; i++) finish(&r, i);
  if (guard->bodies.failed) guard->events.pieces = 0;
  if (guard->bodies.failed && !guard->integrity.broken) takeBack(&r);
  turnFinitely(&r);
  addTally(&r.tally, guard->tally);
  end(&r);
}
