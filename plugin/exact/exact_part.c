/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A part of a frame, cut at first contacts.
 *
 *   until the part is over:
 *     the near callback makes contact joints for what touches now
 *     the world advances to the next first contact of a pair that was apart, or to the end
 *     the guard watches over what the contact joints hold, and over all else
 *     the contact joints go
 *
 * The forces that the user has accumulated for the frame are given to every piece of it again, as ODE zeroes them.
 * When the last piece that the caller allows has come, the rest is one step as ODE would make it, and guarded.
 */

#include <stdint.h>
#include <string.h>

#include "moving/bodies.h"
#include "callbacks/contact_joints.h"
#include "callbacks/draw.h"
#include "callbacks/events.h"
#include "exact/advance.h"
#include "util/settings.h"
#include "exact/exact_part.h"
#include "util/arithmetic.h"

#define USUAL_SUB_STEPS 64
#define USUAL_SLOW_STOPS 4

/* No sub-step is shorter than this part of the frame: below it, h and the positions are mostly rounding. */
#define LEAST_ADVANCE 1e-13

const char *qmboxExactObjection(const qmboxSimulateOptions *options) {
  if (options->maxSubSteps < 0) return "maxSubSteps is negative";
  if (!(options->slop >= 0 && options->slop < dInfinity)) return "slop is negative or not finite";
  if (!(options->minAdvance >= 0 && options->minAdvance < dInfinity)) return "minAdvance is negative or not finite";
  if (options->slowStops < 0) return "slowStops is negative";
  if (options->bodyCount < 0 || (options->bodyCount > 0 && !options->bodies))
    return "bodies is null, or bodyCount negative";
  return 0;
}

bool qmboxMayDiffer(const qmboxSimulateOptions *options) {
  return options->bodyContinuity || (options->settings && options->settings->body.count > 0);
}

bool qmboxAskModes(qmboxFrame *frame) {
  bool whole = qmboxGuardAskModes(&frame->guard, &frame->calls);
  frame->tally.broken = frame->tally.broken || !whole;
  frame->tally.unseen = frame->tally.unseen || frame->guard.integrity.unseen;
  return whole;
}

/* Returns true if a body, or the world, is exact; 0 is the number of what has no body. */
static bool isExact(const qmboxFrame *frame, int number) {
  qmboxContinuity continuity = frame->guard.bodies.body[number].continuity;
  if (continuity == QMBOX_CONTINUITY_DEFAULT) continuity = frame->calls.options.continuity;
  return continuity == QMBOX_CONTINUITY_EXACT;
}

void qmboxLogPart(qmboxFrame *frame) {
  qmboxContactLog *log = frame->calls.options.contactLog;
  if (frame->calls.options.draw) qmboxDrawJoints(frame->calls.options.draw, &frame->guard.bodies);
  if (!log) return;
  qmboxBeginLoggedPart(log, &frame->guard.bodies, frame->calls.before);
  qmboxBeginLoggedStep(log, &frame->guard.bodies, frame->calls.before, 0);
}

bool qmboxIsExact(qmboxFrame *frame) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  if (options->continuity == QMBOX_CONTINUITY_EXACT) return true;
  if (!qmboxMayDiffer(options)) return false;
  if (!qmboxGuardBegin(&frame->guard, frame->world, frame->space) || !qmboxAskModes(frame)) return false;
  for (int i = 1; i < frame->guard.bodies.bodyCount; i++) {
    if (isExact(frame, i)) return true;
  }
  return false;
}

static bool isSensor(const qmboxGuard *guard, dGeomID geom) {
  int number = guard->bodies.sensors > 0 ? qmboxFindGeom(&guard->bodies, geom) : -1;
  return number >= 0 && guard->bodies.geom[number].sensor;
}

/* Returns true if two geoms may stop the world: one is on an exact body, and neither is a sensor.  A qmboxStopsFor
   whose data are the frame. */
static bool stopsFor(const void *data, dGeomID o1, dGeomID o2) {
  const qmboxFrame *frame = data;
  const qmboxGuard *guard = &frame->guard;
  int body1 = qmboxFindBody(&guard->bodies, dGeomGetBody(o1)), body2 = qmboxFindBody(&guard->bodies, dGeomGetBody(o2));
  return (isExact(frame, body1) || isExact(frame, body2)) && !isSensor(guard, o1) && !isSensor(guard, o2);
}

static void count(const qmboxAdvance *advance, qmboxSimulateReport *report) {
  report->subSteps++;
  report->trials += advance->trials;
  report->inexact |= advance->inexact;
  report->assumed |= advance->assumed;
  report->unchecked += (dReal)advance->unchecked;
  report->stops += advance->stopped;
}

/* Reports by the guard the contact at which the world has stopped, in a piece that began at `start`. */
static void noteContact(qmboxGuard *guard, const qmboxAdvance *advance, double start) {
  const int geom[2] = {qmboxFindGeom(&guard->bodies, advance->contact.g1),
                       qmboxFindGeom(&guard->bodies, advance->contact.g2)};
  qmboxNoteContact(guard, QMBOX_EVENT_STOP, geom, &advance->contact, start);
}

/* Notes the pair at which the world has stopped, and whether the near callback has made a contact joint for it.  Where
   the solver could not find the contact it may be apart still, and none is to be expected.  A callback may have
   destroyed the two since. */
static int noteMeeting(const qmboxGuard *guard, qmboxAdvance *advance) {
  dGeomID o1 = advance->contact.g1, o2 = advance->contact.g2;
  if (!advance->stopped || advance->contact.status != BMS_CONTACT) return 1;
  if (qmboxFindGeom(&guard->bodies, o1) < 0 || qmboxFindGeom(&guard->bodies, o2) < 0) return 1;
  return qmboxNoteStop(advance, qmboxJointLinkOf(o1, o2) != QMBOX_LINK_CONTACT);
}

/* Advances the world by one piece of at most this length, and guards it.  Returns false if a step failed. */
static bool advancePiece(qmboxFrame *frame, qmboxAdvance *advance, dReal left, bool last) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  dSpaceCollide(frame->space, options->nearData, options->nearCallback);
  bool good = qmboxGuardBegin(&frame->guard, frame->world, frame->space) && noteMeeting(&frame->guard, advance) &&
              qmboxAskModes(frame);
  if (good && frame->calls.mendSeams) frame->calls.mendSeams(&frame->guard.bodies);
  if (good) qmboxLogPart(frame);
  if (good) good = last ? qmboxAdvanceBlindly(advance, (double)left) : qmboxAdvanceWorld(advance, (double)left);
  if (good) count(advance, frame->report);
  if (good && advance->stopped && (options->stop || options->contactLog || options->draw))
    noteContact(&frame->guard, advance, frame->calls.before);
  if (good) qmboxGuardFinish(&frame->guard, advance->advanced, &frame->calls, &frame->tally);
  if (options->contacts) dJointGroupEmpty(options->contacts);
  return good && !frame->tally.broken;
}

/* Simulates a part.  `forces` holds the forces at its start. */
static bool simulate(qmboxFrame *frame, qmboxAdvance *advance, const qmboxWorldState *forces, dReal length) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  int most = options->maxSubSteps > 0 ? options->maxSubSteps : USUAL_SUB_STEPS;
  double start = frame->calls.before;
  dReal left = length;
  bool good = true;
  for (int pieces = 1; left > 0 && good; pieces++) {
    bool last = pieces >= most;
    if (pieces > 1 && !qmboxAddForces(forces, frame->space, options->bodies, options->bodyCount)) return false;
    if (last && most > 1) frame->report->limited = 1;
    frame->calls.before = start + (double)(length - left);
    good = advancePiece(frame, advance, left, last);
    left = (double)left > advance->advanced ? (dReal)((double)left - advance->advanced) : 0;
  }
  return good;
}

bool qmboxSimulateExactly(qmboxFrame *frame, dReal length) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  qmboxAdvance advance = {.world = frame->world,
                          .space = frame->space,
                          .stepper = frame->calls.options.stepper,
                          .extra = options->bodies,
                          .extraCount = options->bodyCount,
                          .frame = (double)length,
                          .slop = (double)options->slop,
                          .least = fmax((double)options->minAdvance, LEAST_ADVANCE * (double)length),
                          .slowStops = options->slowStops > 0 ? options->slowStops : USUAL_SLOW_STOPS,
                          .stopsFor = stopsFor,
                          .stopsForData = frame};
  qmboxWorldState forces;
  qmboxCall call;
  frame->calls.part = (double)length;
  qmboxBeginCall(&call);
  bool good = qmboxSaveForces(&forces, frame->world, frame->space, options->bodies, options->bodyCount) &&
              simulate(frame, &advance, &forces, length);
  qmboxForgetState(&forces);
  qmboxEndAdvance(&advance);
  qmboxEndCall(&call);
  return good;
}

/* ------------------------------------------------------------------ worlds that are under way */

enum { MOST_WORLDS = 16 };

typedef struct qmboxEntered {
  dWorldID world;
  uintptr_t frame;
} qmboxEntered;

static _Thread_local qmboxEntered entered[MOST_WORLDS];
static _Thread_local int enteredCount;

int qmboxEnterWorld(dWorldID world, const void *frame) {
  while (enteredCount > 0 && entered[enteredCount - 1].frame <= (uintptr_t)frame) enteredCount--;
  for (int i = 0; i < enteredCount; i++) {
    if (entered[i].world == world) return -1;
  }
  if (enteredCount == MOST_WORLDS) return -1;
  entered[enteredCount] = (qmboxEntered){world, (uintptr_t)frame};
  return enteredCount++;
}

void qmboxLeaveWorld(int number) {
  enteredCount = number;
}
