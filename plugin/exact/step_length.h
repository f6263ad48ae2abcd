/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The length of a step at which a pair lands, foretold from the steps that have been tried.
 *
 * The path that a body takes depends on the length of the step where joints hold it or it precesses: the time of the
 * contact on the path of one step is not the length of the step that ends there.  The length wanted is the zero of the
 * gap that the pair has after a step, as a function of its length.  Bodies without joints get a step in a scratch world
 * (scratch_step.h), which gives just that.  Of others velocity and turn are smooth functions of the length: the
 * coefficients of their paths are interpolated (Lagrange) between the lengths tried.  Nothing is proved: the step is
 * made and checked.
 */

#ifndef QMBOX_STEP_LENGTH_H
#define QMBOX_STEP_LENGTH_H

#include "ode/scratch_step.h"
#include "exact/step_check.h"

enum { QMBOX_STEP_LENGTH_KNOTS = 3 };

/* A pair and its paths in the steps that were tried last.  All zero: of no pair. */
typedef struct qmboxStepLengthSearch {
  dGeomID geom[2];
  double growth[2]; /* of the boxes that are to touch */
  int free;         /* 1 if no joint holds either */
  int count;
  double length[QMBOX_STEP_LENGTH_KNOTS];
  qmboxMoving path[QMBOX_STEP_LENGTH_KNOTS][2];
} qmboxStepLengthSearch;

/* Learns from a step of this length that has just been made and checked: turns to the pair that the check has found, or
   else stays with the one that it has. */
void qmboxNoteTrial(qmboxStepLengthSearch *search, const qmboxCheck *check, const qmboxWorldState *start,
                    double length);

/* A length between `safe` and `far` at which the pair lands, 0 if none is seen; `time` is the time of the contact on
   the path of the last trial. */
double qmboxPredictStepLength(const qmboxStepLengthSearch *search, const qmboxWorldState *start, double safe,
                              double far, double time);

#endif /* QMBOX_STEP_LENGTH_H */
