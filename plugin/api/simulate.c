/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A frame of the usual loop, in equal parts:
 *
 *   the near callback makes contact joints for geoms that touch now
 *   the world makes ODE's own step
 *   the guard stops bodies that would have passed through something, and steps them through the rest (guard/guard.c)
 *   the contact joints are removed
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "callbacks/contact_joints.h"
#include "callbacks/draw.h"
#include "callbacks/integrity.h"
#include "guard/memory_pool.h"
#include "util/settings.h"
#include "util/warning.h"
#include "exact/exact_part.h"
#include "qmbox.h"
#include "ode/contact_joint.h"
#include "ode/body_members.h"
#include "ode/world_state.h"

/* A frame is best cut into one part more if any body loses more than this part of one, and into one less if none loses
   more than this.  More parts than this are not advised. */
#define MUCH_LOST 0.5
#define LITTLE_LOST 0.25
enum { MOST_ADVISED = 8 };

/* The slices of a part in which stopped bodies go on, how many times as many there are if they go far, and the most
   slices that a program may set. */
enum { USUAL_SLICES = 16, FINER = 4, MOST_SLICES = 1000 };

/* How many contacts of a pair are mended at once. */
enum { MENDED_AT_ONCE = 16 };

/* Ends objections to numbers that uninitialised options may hold. */
#define SET_ZERO "; before fields are set: memset(&options, 0, sizeof options)"

static const char *objection(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options) {
  if (!world) return "the world is null";
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (h == 0) return "h is 0; in C, 1 / 60 is 0: write 1.0 / 60";
  if (!(h > 0 && h < dInfinity)) return "h is not positive and finite";
  if (!options) return "options is null";
  if (options->size != sizeof *options) {
    return "options->size is not sizeof(qmboxSimulateOptions): set it, or recompile (doc/troubleshooting.md)";
  }
  if (!options->nearCallback) return "options->nearCallback is null: nothing would collide";
  if (options->parts < 0) return "options->parts is negative" SET_ZERO;
  if (options->slices < 0 || options->slices > MOST_SLICES)
    return "options->slices is negative, or more than 1000" SET_ZERO;
  if (options->checks < 0) return "options->checks is negative" SET_ZERO;
  if (options->linkageParts < 0) return "options->linkageParts is negative" SET_ZERO;
  if ((int)options->continuity < QMBOX_CONTINUITY_DEFAULT || options->continuity > QMBOX_CONTINUITY_EXACT) {
    return "options->continuity is none of QMBOX_CONTINUITY_..." SET_ZERO;
  }
  if (options->draw && options->draw->size != sizeof *options->draw)
    return "options->draw->size is not sizeof(qmboxDraw): set it, or recompile (doc/troubleshooting.md)";
  return qmboxExactObjection(options);
}

/* The contacts of some joints of two geoms. */
typedef struct qmboxJointContacts {
  dContactGeom *own[MENDED_AT_ONCE], contact[MENDED_AT_ONCE];
  int count;
} qmboxJointContacts;

static void mendGathered(dSpaceID space, qmboxJointContacts *c) {
  if (c->count == 0) return;
  (void)qmboxMendContacts(space, c->contact[0].g1, c->contact[0].g2, 0, c->contact, c->count, sizeof c->contact[0]);
  for (int k = 0; k < c->count; k++) *c->own[k] = c->contact[k];
  c->count = 0;
}

/* Adds a contact.  Contacts of two other geoms are mended first, and a full room. */
static void gather(dSpaceID space, dContactGeom *contact, qmboxJointContacts *c) {
  bool same = c->count > 0 && c->contact[0].g1 == contact->g1 && c->contact[0].g2 == contact->g2;
  if (!same || c->count == MENDED_AT_ONCE) mendGathered(space, c);
  c->own[c->count] = contact;
  c->contact[c->count++] = *contact;
}

/* Mends the contact joints of the bodies, of which a pair's are consecutive. */
static void mendJoints(const qmboxBodies *bodies) {
  dSpaceID space = (dSpaceID)bodies->root[0].geom;
  qmboxJointContacts contacts = {.count = 0};
  for (int i = 1; i < bodies->bodyCount; i++) {
    dBodyID body = bodies->body[i].start.body;
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      dContactGeom *contact = qmboxContactOn(walk.joint, body);
      if (contact && contact->g1 && contact->g2) gather(space, contact, &contacts);
    }
  }
  mendGathered(space, &contacts);
}

/* Logs the contacts of a part that is not guarded.  Moved callbacks may have destroyed what they like. */
static void endUnguarded(qmboxFrame *frame, dReal length) {
  qmboxGuard *guard = &frame->guard;
  guard->calls = &frame->calls;
  guard->tally = &frame->tally;
  qmboxAfterStep(guard);
  if (guard->integrity.broken) return;
  qmboxEndLoggedStep(frame->calls.options.contactLog, &guard->bodies, (double)length, guard->integrity.called);
  qmboxEndLoggedPart(frame->calls.options.contactLog, guard);
}

/* One step of ODE, and the guard.  Returns false if it failed. */
static bool stepGuarded(qmboxFrame *frame, dReal length) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  bool guarded = options->continuity != QMBOX_CONTINUITY_OFF || qmboxMayDiffer(options);
  dSpaceCollide(frame->space, options->nearData, options->nearCallback);
  bool collects = guarded || options->contactLog || options->draw || options->mendSeams;
  bool good = !collects || qmboxGuardBegin(&frame->guard, frame->world, frame->space);
  if (good && guarded) good = qmboxAskModes(frame);
  if (good && frame->calls.mendSeams) frame->calls.mendSeams(&frame->guard.bodies);
  if (good) qmboxLogPart(frame);
  if (good && options->contactLog && !guarded) qmboxBeforeStep(&frame->guard);
  if (good) good = frame->calls.options.stepper(frame->world, length);
  if (guarded && good) qmboxGuardFinish(&frame->guard, (double)length, &frame->calls, &frame->tally);
  if (!guarded && good && options->contactLog) endUnguarded(frame, length);
  if (options->contacts) dJointGroupEmpty(options->contacts);
  frame->report->subSteps += good;
  return good && !frame->tally.broken;
}

/* Returns the number of parts that the next frame is best cut into, after one in this number of this length. */
static int adviseParts(const qmboxGuardTally *tally, int parts, double length) {
  if (tally->longest > MUCH_LOST * length) return parts < MOST_ADVISED ? parts + 1 : parts;
  return parts > 1 && !(tally->longest > LITTLE_LOST * length) ? parts - 1 : parts;
}

static void tell(const qmboxGuardTally *tally, int parts, double h, qmboxSimulateReport *report) {
  report->advisedParts = adviseParts(tally, parts, h / parts);
  report->stops += tally->stops;
  report->heldBodies = tally->held;
  report->lostTime = (dReal)tally->lost;
  report->longestLost = (dReal)tally->longest;
  report->deepPairs = tally->deep;
  report->unguardedPairs = tally->unguarded;
  report->refusedPairs = tally->refused;
  report->jams = tally->jams;
  if (tally->deep > 0) report->unguarded |= QMBOX_UNGUARDED_DEEP;
  if (tally->unguarded > 0) report->unguarded |= QMBOX_UNGUARDED_SHAPE;
  if (tally->jams > 0) report->unguarded |= QMBOX_UNGUARDED_JAM;
  if (tally->outOfMemory) report->unguarded |= QMBOX_UNGUARDED_MEMORY;
  if (tally->unseen) report->unguarded |= QMBOX_UNGUARDED_MEMORY;
  if (tally->broken && !tally->unseen) report->unguarded |= QMBOX_UNGUARDED_CALLBACK;
}

/* Simulates one of several parts; `forces` are the frame's, which a step of ODE has zeroed. */
static bool simulatePart(qmboxFrame *frame, const qmboxWorldState *forces, int number, bool exact, dReal length) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  frame->calls.before = (double)length * number;
  if (number > 0 && !qmboxAddForces(forces, frame->space, options->bodies, options->bodyCount)) return false;
  return exact ? qmboxSimulateExactly(frame, length) : stepGuarded(frame, length);
}

/* Simulates all parts, each with the forces that the bodies have now.  Returns false if a step failed. */
static bool simulateParts(qmboxFrame *frame, dReal h) {
  const qmboxSimulateOptions *options = &frame->calls.options;
  int parts = options->parts;
  qmboxWorldState forces = {0};
  bool exact = qmboxIsExact(frame);
  if (frame->tally.broken) return false;
  bool good = parts == 1 || qmboxSaveForces(&forces, frame->world, frame->space, options->bodies, options->bodyCount);
  for (int i = 0; i < parts && good; i++) {
    good = simulatePart(frame, &forces, i, exact, h / (dReal)parts);
    if (good) frame->report->advanced = i + 1 == parts ? h : h * (dReal)(i + 1) / (dReal)parts;
  }
  qmboxForgetState(&forces);
  return good;
}

/* Returns why a frame has not come to its end, or what it could not do; null if all is well. */
static const char *complaint(const qmboxGuardTally *tally, bool whole) {
  if (tally->unseen) {
    return "no memory was left to find what a callback has destroyed, and the frame ends there, unguarded (doc/faq.md)";
  }
  if (tally->broken) {
    return "a callback has made, moved, changed or destroyed a body or a geom, and the frame ends there, unguarded: do "
           "that in options.stop, held or sense, or after the call (doc/faq.md)";
  }
  if (!whole) return "a step failed, out of memory";
  if (tally->outOfMemory) {
    return "out of memory: all bodies were put back to where a part began, or a piece of one (doc/faq.md)";
  }
  return 0;
}

static bool hasContacts(dWorldID world) {
  for (dBodyID body = qmboxFirstBody(world); body; body = qmboxNextBody(body)) {
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      if (dJointGetType(walk.joint) == dJointTypeContact) return true;
    }
  }
  return false;
}

/* Warns of contact joints that an earlier frame has left, once for the process. */
static void warnOfContacts(dWorldID world) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  if (!hasContacts(world) || atomic_flag_test_and_set(&warned)) return;
  qmboxWarn("qmboxWorldSimulate",
            "options->contacts is null, and there are contact joints before the frame makes any: set it to the joint "
            "group of the near callback, or empty the group after each frame (doc/troubleshooting.md)");
}

/* Simulates a frame of a world that no other call is stepping. */
static void simulate(qmboxFrame *frame, dReal h) {
  if (!frame->calls.options.contacts) warnOfContacts(frame->world);
  qmboxTakeFromPool(&frame->guard);
  if (frame->calls.options.contactLog) qmboxBeginLoggedFrame(frame->calls.options.contactLog);
  bool whole = simulateParts(frame, h);
  const char *reason = complaint(&frame->tally, whole);
  frame->tally.outOfMemory = frame->tally.outOfMemory || (!whole && !frame->tally.broken);
  if (reason) qmboxWarn("qmboxWorldSimulate", reason);
  if (frame->calls.options.contactLog) qmboxEndLoggedFrame(frame->calls.options.contactLog);
  if (frame->calls.options.draw && qmboxGuardBegin(&frame->guard, frame->world, frame->space)) {
    qmboxDrawCores(frame->calls.options.draw, &frame->guard.bodies, frame->calls.options.settings);
  }
  tell(&frame->tally, frame->calls.options.parts, (double)h, frame->report);
  qmboxReturnToPool(&frame->guard);
}

/* Returns the options of a frame: a copy of the program's, which callbacks may change, with its settings and the usual
   numbers as defaults. */
static qmboxSimulateOptions ownOptions(const qmboxSimulateOptions *options) {
  qmboxSimulateOptions own = *options;
  const qmboxSettings *settings = options->settings;
  if (settings && own.continuity == QMBOX_CONTINUITY_DEFAULT) own.continuity = settings->continuity;
  if (settings && own.checks == 0) own.checks = settings->checks;
  if (own.slices == 0) own.slices = USUAL_SLICES;
  if (own.linkageParts == 0) own.linkageParts = own.slices;
  if (own.parts == 0) own.parts = 1;
  if (!own.stepper) own.stepper = dWorldQuickStep;
  return own;
}

dReal qmboxWorldSimulate(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options,
                         qmboxSimulateReport *report) {
  const char *reason = objection(world, space, h, options);
  int entered = reason ? -1 : qmboxEnterWorld(world, __builtin_frame_address(0));
  qmboxSimulateReport found = {0};
  if (entered >= 0) {
    qmboxFrame frame = {.world = world, .space = space, .report = &found};
    frame.calls.options = ownOptions(options);
    frame.calls.finer = options->slices == 0 ? FINER : 1;
    frame.calls.mendSeams = options->mendSeams ? mendJoints : 0;
    simulate(&frame, h);
    qmboxLeaveWorld(entered);
  } else {
    qmboxWarn("qmboxWorldSimulate", reason ? reason : QMBOX_IS_UNDER_WAY);
  }
  if (report) *report = found;
  return found.advanced;
}
