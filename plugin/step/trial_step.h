/* SPDX-License-Identifier: BSD-3-Clause */

/* A step that is tried: made, checked, taken back. */

#ifndef QMBOX_TRIAL_STEP_H
#define QMBOX_TRIAL_STEP_H

#include "step/advance.h"
#include "ode/erp_scaling.h"

/* What a step is made of. */
typedef struct qmboxAttempt {
  qmboxAdvance *advance;
  qmboxWorldState state;
  qmboxSoftness softness;
  qmboxRest rest;   /* at the start */
  qmboxCheck check; /* of the last trial */
} qmboxAttempt;

/* Saves the world and measures what is in contact.  Returns 0 for want of memory; qmboxEndAttempt() in either case. */
int qmboxBeginAttempt(qmboxAttempt *attempt, qmboxAdvance *advance);

/* Makes a step of this length.  Returns 0 if ODE cannot. */
int qmboxTryStep(qmboxAttempt *attempt, double length);

void qmboxTakeStepBack(qmboxAttempt *attempt);

/* Prepares the check of a step of this length, for contacts until then. */
void qmboxBeginCheck(qmboxAttempt *attempt, double length, double until);

/* Checks the step of this length that has just been made.  Returns 0 for want of memory. */
int qmboxVerifyStep(qmboxAttempt *attempt, double length, double until);

/* Puts back what is not of the bodies. */
void qmboxEndAttempt(qmboxAttempt *attempt);

#endif /* QMBOX_TRIAL_STEP_H */
