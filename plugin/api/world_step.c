/* SPDX-License-Identifier: BSD-3-Clause */

/* A step of the world that stops at the first contact, for a caller who does what is to be done about it. */

#include <string.h>

#include "exact/advance.h"
#include "exact/exact_part.h"
#include "util/warning.h"
#include "util/real.h"
#include "util/arithmetic.h"
#include "class/registration.h"
#include "pairs/pair.h"

/* If paths are known only by their ends, or one of the two is no box or plane, a pair may be this far apart when the
   step stops, in parts of the largest coordinate that it comes to. */
#define PROMISE_OF_ENDS 1e-9

static double presentGap(const qmboxContact *contact, int qmboxClass) {
  qmboxMoving path1, path2;
  qmboxMovingOf(contact->g1, qmboxClass, QMBOX_FOLLOW_NOTHING, &path1);
  qmboxMovingOf(contact->g2, qmboxClass, QMBOX_FOLLOW_NOTHING, &path2);
  return qmboxGap(&path1, &path2, 0);
}

static void report(const qmboxAdvance *advance, qmboxStep *step) {
  int others = advance->contact.pair.kind == BMS_PAIR_NONE; /* a sphere, a capsule, a mesh */
  double promise = advance->assumed || others ? fmax(PROMISE_OF_ENDS, QMBOX_PROMISE) : QMBOX_PROMISE;
  step->advanced = (dReal)advance->advanced;
  step->inexact = advance->inexact;
  step->assumed = advance->assumed;
  if (!advance->stopped) return;
  step->stopped = 1;
  step->contact = advance->contact;
  step->gap = (dReal)presentGap(&advance->contact, qmboxRegisteredClass());
  /* A wide enclosure, of a pair that grazes, may end far before the contact. */
  if (!(fabs((double)step->gap) <= promise * advance->size)) step->inexact |= QMBOX_INEXACT_UNRESOLVED;
}

static const char *objection(dWorldID world, dSpaceID space, dReal h) {
  if (!world) return "the world is null";
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!(h > 0 && h < dInfinity)) return "h is not positive and finite";
  return 0;
}

static bool stepWorld(dWorldID world, dSpaceID space, dReal h, qmboxStep *step) {
  qmboxAdvance advance = {.world = world, .space = space, .stepper = dWorldStep, .frame = (double)h, .stops = 1};
  qmboxCall call;
  qmboxBeginCall(&call);
  bool good = qmboxAdvanceWorld(&advance, (double)h);
  if (good) report(&advance, step);
  qmboxEndAdvance(&advance);
  qmboxEndCall(&call);
  return good;
}

/* Steps the world for a function of the interface, which warnings name, and which has this stack frame. */
static dReal stepFor(const char *function, const void *frame, dWorldID world, dSpaceID space, dReal h,
                     qmboxStep *step) {
  const char *reason = step ? objection(world, space, h) : "step is null";
  int entered = reason ? -1 : qmboxEnterWorld(world, frame);
  if (step) memset(step, 0, sizeof *step);
  if (entered < 0) {
    qmboxWarn(function, reason ? reason : QMBOX_IS_UNDER_WAY);
    return 0;
  }
  if (!stepWorld(world, space, h, step)) qmboxWarn(function, "out of memory");
  qmboxLeaveWorld(entered);
  return step->advanced;
}

dReal qmboxWorldStepReport(dWorldID world, dSpaceID space, dReal h, qmboxStep *step) {
  return stepFor("qmboxWorldStepReport", __builtin_frame_address(0), world, space, h, step);
}

dReal qmboxWorldStep(dWorldID world, dSpaceID space, dReal h) {
  qmboxStep step;
  return stepFor("qmboxWorldStep", __builtin_frame_address(0), world, space, h, &step);
}
