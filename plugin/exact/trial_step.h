/* SPDX-License-Identifier: BSD-3-Clause */

/* A step that is tried: made, checked, taken back. */

#ifndef QMBOX_TRIAL_STEP_H
#define QMBOX_TRIAL_STEP_H

#include "exact/advance.h"
#include "ode/erp_scaling.h"

/* The ingredients of a step. */
typedef struct qmboxTrialStep {
  qmboxAdvance *advance;
  qmboxWorldState state;
  qmboxErpScaling scaling;
  qmboxInitialDepths rest; /* at the start */
  qmboxCheck check;        /* of the last trial */
} qmboxTrialStep;

/* Saves the world and measures what is in contact.  Returns 0 if no memory is left; qmboxEndTrialStep() in either
 case. */
int qmboxBeginTrialStep(qmboxTrialStep *trial, qmboxAdvance *advance);

/* Makes a step of this length.  Returns 0 if ODE cannot. */
int qmboxMakeTrialStep(qmboxTrialStep *trial, double length);

void qmboxTakeStepBack(qmboxTrialStep *trial);

/* Prepares the check of a step of this length, for contacts until then. */
void qmboxBeginCheck(qmboxTrialStep *trial, double length, double until);

/* Checks the step of this length that has just been made.  Returns 0 if no memory is left. */
int qmboxVerifyStep(qmboxTrialStep *trial, double length, double until);

/* Puts back what is not of the bodies. */
void qmboxEndTrialStep(qmboxTrialStep *trial);

#endif /* QMBOX_TRIAL_STEP_H */
