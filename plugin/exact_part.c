/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A frame of the usual loop, cut at first contacts.
 *
 *   until the frame is over:
 *     the near callback makes contact joints for what touches now
 *     the world advances to the next first contact of a pair that was apart, or to the end
 *     the contact joints go
 *
 * The forces that the user has accumulated for the frame are given to every part of it anew, as ODE zeroes them.  When
 * the last sub-step that the caller allows has come, what is left of the frame is one step as ODE would make it.
 */

#include <string.h>

#include "advance.h"
#include "complaint.h"
#include "exact_part.h"
#include "real.h"

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

/* Counts and tells of what the last step has done; `start` is when it began. */
static void tell(const qmboxAdvance *advance, const qmboxSimulateOptions *options, double start,
                 qmboxSimulateReport *report) {
  report->subSteps++;
  report->trials += advance->trials;
  report->inexact |= advance->inexact;
  report->assumed |= advance->assumed;
  report->unchecked += (dReal)advance->unchecked;
  if (!advance->stopped) return;
  report->stops++;
  if (options->stop) {
    qmboxContact contact = advance->contact;
    contact.time += start;
    contact.timeLower += start;
    contact.timeUpper += start;
    options->stop(options->stopData, &contact);
  }
}

/* Notes the pair at which the world has stopped, and whether the near callback has made a contact joint for it.  Where
   the solver could not tell the contact it may be apart still, and none is to be expected. */
static int noteMeeting(qmboxAdvance *advance) {
  if (!advance->stopped || advance->contact.status != BMS_CONTACT) return 1;
  return qmboxNoteMeeting(advance, qmboxBondOf(advance->contact.g1, advance->contact.g2) != QMBOX_BOND_CONTACT);
}

/* Simulates a frame.  `forces` holds those of its start.  Returns 0 if a step failed. */
static int simulate(qmboxAdvance *advance, const qmboxSimulateOptions *options, const qmboxWorldState *forces, dReal h,
                    qmboxSimulateReport *report) {
  int most = options->maxSubSteps > 0 ? options->maxSubSteps : USUAL_SUB_STEPS, good = 1;
  dReal left = h;

  while (left > 0 && good) {
    if (report->subSteps > 0) qmboxApplyForces(forces);
    if (options->near) dSpaceCollide(advance->space, options->nearData, options->near);
    good = noteMeeting(advance);
    if (good && report->subSteps + 1 >= most) {
      report->limited = most > 1;
      good = qmboxAdvanceBlindly(advance, (double)left);
    } else if (good) {
      good = qmboxAdvanceWorld(advance, (double)left);
    }
    if (options->contacts) dJointGroupEmpty(options->contacts);
    if (good) tell(advance, options, (double)report->advanced, report);
    left = (double)left > advance->advanced ? (dReal)((double)left - advance->advanced) : 0;
    report->advanced = left > 0 ? h - left : h;
  }
  return good;
}

dReal qmboxSimulateExactly(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options,
                           qmboxSimulateReport *report) {
  qmboxWorldState forces;
  qmboxAdvance advance = {0};

  advance.world = world;
  advance.space = space;
  advance.stepper = options->stepper ? options->stepper : dWorldQuickStep;
  advance.extra = options->bodies;
  advance.extraCount = options->bodyCount;
  advance.frame = (double)h;
  advance.slop = (double)options->slop;
  advance.least = fmax((double)options->minAdvance, LEAST_ADVANCE * (double)h);
  advance.slowStops = options->slowStops > 0 ? options->slowStops : USUAL_SLOW_STOPS;
  if (!qmboxSaveState(&forces, world, space, options->bodies, options->bodyCount) ||
      !simulate(&advance, options, &forces, h, report)) {
    qmboxComplain("qmboxWorldSimulate", "a step failed, out of memory");
  }
  qmboxForgetState(&forces);
  qmboxEndAdvance(&advance);
  return report->advanced;
}
