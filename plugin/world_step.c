/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A step of the world that stops at the first contact.
 *
 * The boxes' paths over the step are known beforehand (path.h), the solver says when the first pair of them meets,
 * and dWorldStep() is called with that length.  Of the contact's enclosure the lower end is taken: up to there the
 * boxes are certified apart, and where they close in at any speed it lies within rounding of the contact.
 *
 * Afterwards the poses that ODE has made are held against the paths.  Where they differ (a moved callback that moved
 * the body on, an ODE that integrates otherwise) the answer is not worth much, and is marked as inexact.
 */

#include <string.h>

#include "complaint.h"
#include "earliest.h"
#include "real.h"

/*
 * Poses may differ from their paths, and the pair that the step stopped at be apart, by this times the largest
 * coordinate: several times what rounding can do in a step, and below the 1e-12 that is promised.
 */
#define PROMISE (2048 * QMBOX_EPSILON)

/* 1 if the box stands where its path says, t after the start. */
static int arrived(const qmboxPath *path, int qmboxClass, double t) {
  const bms_box *box = &path->body.box;
  double expected[3][4], pose[3][4];
  double away = 0, reach = 0;
  qmboxPath now;
  int i, j;

  qmboxPathOf(path->geom, qmboxClass, QMBOX_FOLLOW_NOTHING, &now);
  bms_motion_at(&path->body.motion, t, expected);
  bms_motion_at(&now.body.motion, 0, pose);
  for (i = 0; i < 3; i++) {
    away = fmax(away, fabs(pose[i][3] - expected[i][3]));
    reach = fmax(reach, fabs(expected[i][3]));
    for (j = 0; j < 3; j++) {
      double arm = fmax(fabs(box->min[j]), fabs(box->max[j]));
      away = fmax(away, arm * fabs(pose[i][j] - expected[i][j]));
      reach = fmax(reach, arm);
    }
  }
  return away <= PROMISE * reach;
}

/* The gap of the contact's pair at the present poses. */
static double presentGap(const qmboxContact *contact, int qmboxClass) {
  qmboxPath path1, path2;

  qmboxPathOf(contact->g1, qmboxClass, QMBOX_FOLLOW_NOTHING, &path1);
  qmboxPathOf(contact->g2, qmboxClass, QMBOX_FOLLOW_NOTHING, &path2);
  return qmboxGap(&path1, &path2, 0);
}

/* Steps the world to the earliest contact of the sweep, or by the whole of its h. */
static void stepTo(const qmboxSweep *sweep, const qmboxEarliest *earliest, qmboxStep *step) {
  dReal length = earliest->found ? qmboxRoundedDown(earliest->contact.timeLower) : (dReal)sweep->h;
  int i;

  if (!dWorldStep(sweep->world, length)) {
    qmboxComplain("qmboxWorldStep", "dWorldStep() failed, out of memory");
    return;
  }
  step->advanced = length;
  step->inexact = sweep->inexact | earliest->inexact;
  for (i = 0; i < sweep->count; i++) {
    const qmboxPath *path = &sweep->mover[i].path;
    if (!path->inexact && !arrived(path, sweep->qmboxClass, (double)length)) step->inexact |= QMBOX_INEXACT_PATH;
  }
  if (earliest->found) {
    step->stopped = 1;
    step->contact = earliest->contact;
    step->gap = (dReal)presentGap(&earliest->contact, sweep->qmboxClass);
    /* A wide enclosure, of a pair that grazes, may end far before the contact. */
    if (!(fabs((double)step->gap) <= PROMISE * earliest->size)) step->inexact |= QMBOX_INEXACT_UNRESOLVED;
  }
}

/* Says why a world cannot be stepped; 0 if it can. */
static const char *objection(dWorldID world, dSpaceID space, dReal h) {
  if (!world) return "the world is null";
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!(h > 0 && h < dInfinity)) return "h is not positive and finite";
  return 0;
}

dReal qmboxWorldStepReport(dWorldID world, dSpaceID space, dReal h, qmboxStep *step) {
  const char *reason = step ? objection(world, space, h) : "step is null";
  qmboxEarliest earliest = {0};
  qmboxSweep sweep;

  if (step) memset(step, 0, sizeof *step);
  if (reason) {
    qmboxComplain("qmboxWorldStep", reason);
    return 0;
  }
  earliest.onlyApart = 1;
  earliest.onlyExact = 1;
  earliest.until = (double)h;
  if (qmboxBeginSweep(&sweep, space, world, QMBOX_FOLLOW_BODY, (double)h)) {
    qmboxVisitPairs(&sweep, qmboxConsider, &earliest);
    stepTo(&sweep, &earliest, step);
  } else {
    qmboxComplain("qmboxWorldStep", "out of memory");
  }
  qmboxEndSweep(&sweep);
  return step->advanced;
}

dReal qmboxWorldStep(dWorldID world, dSpaceID space, dReal h) {
  qmboxStep step;
  return qmboxWorldStepReport(world, space, h, &step);
}
