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
 * The forces that the user has accumulated for the frame are given to every piece of it anew, as ODE zeroes them.  When
 * the last piece that the caller allows has come, what is left is one step as ODE would make it, and guarded.
 */

#include <string.h>

#include "step/advance.h"
#include "util/warning.h"
#include "step/exact_part.h"
#include "util/real.h"

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

/* Returns true if the body, or the world, is exact. */
static bool isExact(const qmboxSimulateOptions *options, dBodyID body) {
  qmboxContinuity continuity = QMBOX_CONTINUITY_USUAL;
  if (options->bodyContinuity && body) continuity = options->bodyContinuity(options->bodyContinuityData, body);
  if (continuity == QMBOX_CONTINUITY_USUAL) continuity = options->continuity;
  return continuity == QMBOX_CONTINUITY_EXACT;
}

bool qmboxIsExact(qmboxFrame *frame) {
  const qmboxSimulateOptions *options = frame->options;
  if (options->continuity == QMBOX_CONTINUITY_EXACT) return true;
  if (!options->bodyContinuity) return false;
  if (!qmboxGuardBegin(&frame->guard, frame->world, frame->space)) return false;
  for (int i = 1; i < frame->guard.bodyCount; i++) {
    if (isExact(options, frame->guard.body[i].start.body)) return true;
  }
  return false;
}

/* Tells whether a pair of bodies may stop the world; a qmboxStopsFor whose data are the options. */
static int stopsFor(const void *data, dBodyID body1, dBodyID body2) {
  return isExact(data, body1) || isExact(data, body2);
}

/* Counts and tells of what the last piece has done; `start` is when it began. */
static void tell(const qmboxAdvance *advance, const qmboxSimulateOptions *options, double start,
                 qmboxSimulateReport *report) {
  report->subSteps++;
  report->trials += advance->trials;
  report->inexact |= advance->inexact;
  report->assumed |= advance->assumed;
  report->unchecked += (dReal)advance->unchecked;
  if (!advance->stopped) return;
  report->stops++;
  if (!options->stop) return;
  qmboxContact contact = advance->contact;
  contact.time += start;
  contact.timeLower += start;
  contact.timeUpper += start;
  options->stop(options->stopData, &contact);
}

/* Notes the pair at which the world has stopped, and whether the near callback has made a contact joint for it.  Where
   the solver could not tell the contact it may be apart still, and none is to be expected. */
static int noteMeeting(qmboxAdvance *advance) {
  if (!advance->stopped || advance->contact.status != BMS_CONTACT) return 1;
  return qmboxNoteStop(advance, qmboxJointLinkOf(advance->contact.g1, advance->contact.g2) != QMBOX_LINK_CONTACT);
}

/* Advances the world by one piece of at most this length, and guards it.  Returns false if a step failed. */
static bool advancePiece(qmboxFrame *frame, qmboxAdvance *advance, dReal left, bool last) {
  const qmboxSimulateOptions *options = frame->options;
  dSpaceCollide(frame->space, options->nearData, options->near);
  bool good = noteMeeting(advance) && qmboxGuardBegin(&frame->guard, frame->world, frame->space);
  if (good) good = last ? qmboxAdvanceBlindly(advance, (double)left) : qmboxAdvanceWorld(advance, (double)left);
  if (good) qmboxGuardFinish(&frame->guard, advance->advanced, &frame->calls, &frame->tally);
  if (options->contacts) dJointGroupEmpty(options->contacts);
  return good && !frame->tally.broken;
}

/* Simulates a part.  `forces` holds those of its start. */
static bool simulate(qmboxFrame *frame, qmboxAdvance *advance, const qmboxWorldState *forces, dReal length) {
  const qmboxSimulateOptions *options = frame->options;
  int most = options->maxSubSteps > 0 ? options->maxSubSteps : USUAL_SUB_STEPS;
  double start = frame->calls.before;
  dReal left = length;
  bool good = true;
  for (int count = 1; left > 0 && good; count++) {
    bool last = count >= most;
    if (count > 1) qmboxApplyForces(forces);
    if (last && most > 1) frame->report->limited = 1;
    frame->calls.before = start + (double)(length - left);
    good = advancePiece(frame, advance, left, last);
    if (good) tell(advance, options, frame->calls.before, frame->report);
    left = (double)left > advance->advanced ? (dReal)((double)left - advance->advanced) : 0;
  }
  return good;
}

bool qmboxSimulateExactly(qmboxFrame *frame, dReal length) {
  const qmboxSimulateOptions *options = frame->options;
  qmboxAdvance advance = {.world = frame->world,
                          .space = frame->space,
                          .stepper = options->stepper ? options->stepper : dWorldQuickStep,
                          .extra = options->bodies,
                          .extraCount = options->bodyCount,
                          .frame = (double)length,
                          .slop = (double)options->slop,
                          .least = fmax((double)options->minAdvance, LEAST_ADVANCE * (double)length),
                          .slowStops = options->slowStops > 0 ? options->slowStops : USUAL_SLOW_STOPS,
                          .stopsFor = stopsFor,
                          .stopsForData = options};
  qmboxWorldState forces;
  bool good = qmboxSaveForces(&forces, frame->world, frame->space, options->bodies, options->bodyCount) &&
              simulate(frame, &advance, &forces, length);
  qmboxForgetState(&forces);
  qmboxEndAdvance(&advance);
  return good;
}
