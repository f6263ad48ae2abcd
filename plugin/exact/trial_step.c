/* SPDX-License-Identifier: BSD-3-Clause */

/* A step that is tried: made, checked, taken back. */

#include "exact/trial_step.h"

#include <math.h>

/* Contacts on the present paths are searched for up to this many lengths of the step: farther on the extrapolated
   quadratic means nothing. */
#define HORIZON 4

/* See step_check.h. */
static const qmboxLevels stopLevels = {1, 0.5, 0}, jointLevels = {-0.5, -0.75, -1};

int qmboxMakeTrialStep(qmboxTrialStep *trial, double length) {
  qmboxAdvance *advance = trial->advance;

  qmboxScaleErp(&trial->scaling, length / advance->frame, advance->frame, trial->rest.deepest);
  if (!advance->stepper(advance->world, (dReal)length)) return 0;
  advance->advanced = length;
  return 1;
}

void qmboxTakeStepBack(qmboxTrialStep *trial) {
  qmboxAdvance *advance = trial->advance;

  qmboxTakeBack(&trial->state);
  advance->advanced = 0;
  advance->trials++;
  if (!advance->counted) qmboxKeepAwake(&trial->scaling, &trial->state);
  advance->counted = 1;
}

void qmboxBeginCheck(qmboxTrialStep *trial, double length, double until) {
  qmboxCheck *check = &trial->check;
  const qmboxAdvance *advance = trial->advance;

  memset(check, 0, sizeof *check);
  check->levels = advance->stops ? &stopLevels : &jointLevels;
  check->rest = advance->stops ? 0 : &trial->rest;
  check->slop = advance->slop;
  check->meeting = advance->meeting;
  check->meetingCount = advance->meetingCount;
  check->slowStops = advance->slowStops;
  check->stopsFor = advance->stopsFor;
  check->stopsForData = advance->stopsForData;
  check->length = length;
  check->until = until;
}

int qmboxVerifyStep(qmboxTrialStep *trial, double length, double until) {
  qmboxSweep sweep;

  qmboxBeginCheck(trial, length, fmin(until, HORIZON * length));
  int good = qmboxBeginSweepTaken(&sweep, trial->advance->space, &trial->state, length, trial->check.until);
  if (good) {
    trial->check.inexact |= sweep.inexact & (QMBOX_INEXACT_SHAPE | QMBOX_INEXACT_NUMBERS);
    trial->advance->assumed |= sweep.inexact & QMBOX_INEXACT_PATH;
    trial->check.sweep = &sweep;
    qmboxVisitPairs(&sweep, qmboxCheckPair, &trial->check);
  }
  qmboxEndSweep(&sweep);
  trial->check.sweep = 0;
  return good;
}

int qmboxBeginTrialStep(qmboxTrialStep *trial, qmboxAdvance *advance) {
  memset(trial, 0, sizeof *trial);
  trial->advance = advance;
  advance->advanced = advance->unchecked = 0;
  advance->stopped = advance->trials = 0;
  advance->inexact = advance->assumed = 0;
  trial->scaling.world = 0;
  if (!qmboxSaveState(&trial->state, advance->world, advance->space, advance->extra, advance->extraCount)) return 0;
  if (!qmboxBeginErpScaling(&trial->scaling, &trial->state)) return 0;
  if (advance->counted) qmboxKeepAwake(&trial->scaling, &trial->state);
  return advance->stops || qmboxMeasureInitialDepths(&trial->rest, advance->space);
}

void qmboxEndTrialStep(qmboxTrialStep *trial) {
  qmboxAdvance *advance = trial->advance;

  advance->inexact = trial->check.inexact;
  if (trial->scaling.world) qmboxEndErpScaling(&trial->scaling);
  qmboxForgetInitialDepths(&trial->rest);
  qmboxForgetState(&trial->state);
}
