/* SPDX-License-Identifier: BSD-3-Clause */

/* A step that is tried: made, checked, taken back. */

#include "step/trial_step.h"

#include <math.h>

/* Contacts on the present paths are looked for up to this many lengths of the step: farther on the extrapolated
   quadratic means nothing. */
#define HORIZON 4

/* See step_check.h. */
static const qmboxLevels stopLevels = {1, 0.5, 0}, jointLevels = {-0.5, -0.75, -1};

int qmboxTryStep(qmboxAttempt *attempt, double length) {
  qmboxAdvance *advance = attempt->advance;

  qmboxSetSoftness(&attempt->softness, length / advance->frame, advance->frame, attempt->rest.deepest);
  if (!advance->stepper(advance->world, (dReal)length)) return 0;
  advance->advanced = length;
  return 1;
}

void qmboxTakeStepBack(qmboxAttempt *attempt) {
  qmboxAdvance *advance = attempt->advance;

  qmboxTakeBack(&attempt->state);
  advance->advanced = 0;
  advance->trials++;
  if (!advance->counted) qmboxKeepAwake(&attempt->softness, &attempt->state);
  advance->counted = 1;
}

void qmboxBeginCheck(qmboxAttempt *attempt, double length, double until) {
  qmboxCheck *check = &attempt->check;
  const qmboxAdvance *advance = attempt->advance;

  memset(check, 0, sizeof *check);
  check->levels = advance->stops ? &stopLevels : &jointLevels;
  check->rest = advance->stops ? 0 : &attempt->rest;
  check->slop = advance->slop;
  check->meeting = advance->meeting;
  check->meetingCount = advance->meetingCount;
  check->slowStops = advance->slowStops;
  check->stopsFor = advance->stopsFor;
  check->stopsForData = advance->stopsForData;
  check->length = length;
  check->until = until;
}

int qmboxVerifyStep(qmboxAttempt *attempt, double length, double until) {
  qmboxSweep sweep;

  qmboxBeginCheck(attempt, length, fmin(until, HORIZON * length));
  int good = qmboxBeginSweepTaken(&sweep, attempt->advance->space, &attempt->state, length, attempt->check.until);
  if (good) {
    attempt->check.inexact |= sweep.inexact & (QMBOX_INEXACT_SHAPE | QMBOX_INEXACT_NUMBERS);
    attempt->advance->assumed |= sweep.inexact & QMBOX_INEXACT_PATH;
    attempt->check.sweep = &sweep;
    qmboxVisitPairs(&sweep, qmboxCheckPair, &attempt->check);
  }
  qmboxEndSweep(&sweep);
  attempt->check.sweep = 0;
  return good;
}

int qmboxBeginAttempt(qmboxAttempt *attempt, qmboxAdvance *advance) {
  memset(attempt, 0, sizeof *attempt);
  attempt->advance = advance;
  advance->advanced = advance->unchecked = 0;
  advance->stopped = advance->trials = 0;
  advance->inexact = advance->assumed = 0;
  attempt->softness.world = 0;
  if (!qmboxSaveState(&attempt->state, advance->world, advance->space, advance->extra, advance->extraCount)) return 0;
  if (!qmboxBeginSoftness(&attempt->softness, &attempt->state)) return 0;
  if (advance->counted) qmboxKeepAwake(&attempt->softness, &attempt->state);
  return advance->stops || qmboxMeasureRest(&attempt->rest, advance->space);
}

void qmboxEndAttempt(qmboxAttempt *attempt) {
  qmboxAdvance *advance = attempt->advance;

  advance->inexact = attempt->check.inexact;
  if (attempt->softness.world) qmboxEndSoftness(&attempt->softness);
  qmboxForgetRest(&attempt->rest);
  qmboxForgetState(&attempt->state);
}
