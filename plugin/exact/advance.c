/* SPDX-License-Identifier: BSD-3-Clause */

#include "exact/advance.h"

#include <math.h>
#include <stdlib.h>

#include "util/array.h"
#include "broad/sweep.h"
#include "exact/step_length.h"
#include "util/real.h"

/* So many trials at most.  The usual number is two; halving alone gets from 1 s to the spacing of doubles in 53. */
#define MOST_TRIALS 64

/* Number of trials after which the interval is halved, in case the guesses creep: unless the last one was nearer than
   this part of the one before. */
#define HALVE_EVERY 4
#define NEARER 0.1

/*
 * After this number of trials a step that is not to stop the world for its caller ends anywhere at its longest safe
 * length, if that is this part of the shortest that is not.  The contact then comes in the next step, from new contact
 * joints.  (Those that take longer are contacts of bodies that joints hold nearly at rest, which any change of the
 * length moves to and fro.)
 */
#define PATIENCE 8
#define LONG_ENOUGH 0.5

/* A step as long as the shortest that goes too far, but for this part, is as long as it can be. */
#define NARROW (8 * QMBOX_EPSILON)

/* ------------------------------------------------------------------ trial steps */

/* The ingredients of a step. */
typedef struct qmboxTrialStep {
  qmboxAdvance *advance;
  qmboxWorldState state;
  qmboxErpScaling scaling;
  qmboxInitialDepths rest; /* at the start */
  qmboxCheck check;        /* of the last trial */
} qmboxTrialStep;

/* Contacts on the present paths are searched for up to this many lengths of the step: farther on the extrapolated
   quadratic means nothing. */
#define HORIZON 4

/* See step_check.h. */
static const qmboxLevels stopLevels = {1, 0.5, 0}, jointLevels = {-0.5, -0.75, -1};

/* Makes a step of this length.  Returns 0 if ODE cannot. */
static int makeTrialStep(qmboxTrialStep *trial, double length) {
  qmboxAdvance *advance = trial->advance;
  qmboxScaleErp(&trial->scaling, length / advance->frame, advance->frame, trial->rest.deepest);
  if (!advance->stepper(advance->world, (dReal)length)) return 0;
  advance->advanced = length;
  return 1;
}

static void takeStepBack(qmboxTrialStep *trial) {
  qmboxAdvance *advance = trial->advance;
  qmboxTakeBack(&trial->state);
  advance->advanced = 0;
  advance->trials++;
  if (!advance->counted) qmboxKeepAwake(&trial->scaling, &trial->state);
  advance->counted = 1;
}

/* Prepares the check of a step of this length, for contacts until then. */
static void beginCheck(qmboxTrialStep *trial, double length, double until) {
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

/* Checks the step of this length that has just been made.  Returns 0 if no memory is left. */
static int verifyStep(qmboxTrialStep *trial, double length, double until) {
  qmboxSweep sweep;
  beginCheck(trial, length, fmin(until, HORIZON * length));
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

/* Saves the world and measures what is in contact.  Returns 0 if no memory is left; endTrialStep() in either case. */
static int beginTrialStep(qmboxTrialStep *trial, qmboxAdvance *advance) {
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

static void endTrialStep(qmboxTrialStep *trial) {
  qmboxAdvance *advance = trial->advance;
  advance->inexact = trial->check.inexact;
  if (trial->scaling.world) qmboxEndErpScaling(&trial->scaling);
  qmboxForgetInitialDepths(&trial->rest);
  qmboxForgetState(&trial->state);
}

/* ------------------------------------------------------------------ steps that are known beforehand */

/* Returns true if the box is where its path is, t after the start. */
static bool arrived(const qmboxMoving *path, int qmboxClass, double t) {
  const bms_box *box = &path->body.box;
  double expected[3][4], pose[3][4];
  double away = 0, reach = 0;
  qmboxMoving now;
  qmboxMovingOf(path->geom, qmboxClass, QMBOX_FOLLOW_NOTHING, &now);
  bms_motion_at(&path->body.motion, t, expected);
  bms_motion_at(&now.body.motion, 0, pose);
  for (int i = 0; i < 3; i++) {
    away = fmax(away, fabs(pose[i][3] - expected[i][3]));
    reach = fmax(reach, fabs(expected[i][3]));
    for (int j = 0; j < 3; j++) {
      double arm = fmax(fabs(box->min[j]), fabs(box->max[j]));
      away = fmax(away, arm * fabs(pose[i][j] - expected[i][j]));
      reach = fmax(reach, arm);
    }
  }
  return away <= QMBOX_PROMISE * reach;
}

/* Returns true for what is on a body: a moved callback may have moved it, be it at rest. */
static bool mayMove(const qmboxSwept *swept) {
  return qmboxHasBody(swept->path.shape) && (swept->moves || dGeomGetBody(swept->path.geom));
}

static void predictContact(qmboxTrialStep *trial, qmboxSweep *sweep) {
  qmboxAdvance *advance = trial->advance;
  qmboxEarliest earliest = {0};
  beginCheck(trial, sweep->h, sweep->h);
  if (!advance->stops) {
    qmboxVisitPairs(sweep, qmboxCheckPair, &trial->check);
    return;
  }
  earliest.onlyApart = 1;
  earliest.until = sweep->h;
  qmboxVisitPairs(sweep, qmboxConsider, &earliest);
  trial->check.found = earliest.found;
  trial->check.contact = earliest.contact;
  trial->check.time = earliest.contact.timeLower;
  trial->check.size = earliest.size;
  trial->check.inexact = earliest.inexact;
}

/* Steps all the way to the contact that the free paths have, or by `most`.  *done: ODE went there. */
static int stepPredicted(qmboxTrialStep *trial, double most, int *done) {
  qmboxSweep sweep;
  int good = qmboxBeginSweep(&sweep, trial->advance->space, trial->advance->world, QMBOX_FOLLOW_BODY, most);
  if (good) {
    double length = most;
    predictContact(trial, &sweep);
    trial->check.inexact |= sweep.inexact & (QMBOX_INEXACT_SHAPE | QMBOX_INEXACT_NUMBERS);
    if (trial->check.found) length = (double)qmboxRoundedDown(trial->check.time);
    length = fmin(fmax(length, trial->advance->least), most);
    good = makeTrialStep(trial, length);
    for (int i = 0; i < sweep.count && good; i++) {
      const qmboxSwept *swept = &sweep.swept[i];
      if (mayMove(swept) && !arrived(&swept->path, sweep.qmboxClass, length)) *done = 0;
    }
    if (good && *done && trial->check.found && length > trial->check.time) trial->advance->unchecked += length;
  }
  qmboxEndSweep(&sweep);
  return good;
}

/* ------------------------------------------------------------------ steps that are searched for */

/* The lengths between which the step ends: `safe` did not go too far, `far` did (or is all there is). */
typedef struct qmboxBracket {
  double safe, far;
  double error; /* of the last trial: how far its length was from the time of the contact on its paths */
  int round;
  qmboxStepLengthSearch search;
} qmboxBracket;

static int isInside(const qmboxBracket *bracket, double length) {
  return length > bracket->safe && length < bracket->far;
}

/*
 * The length to try next, after one with this time of the contact on its paths (0 if there was none).  The length
 * wanted is that which is the time of the contact on its own paths: as foretold from all trials, or else this time
 * itself (which is exact where the paths do not depend on the length), or else the middle, of the exponents while these
 * differ.
 */
static double nextLength(const qmboxWorldState *start, qmboxBracket *bracket, double length, double time) {
  double error = time > 0 ? fabs(time - length) : HUGE_VAL;
  int creeps = bracket->round % HALVE_EVERY == 0 && !(error < NEARER * bracket->error);
  bracket->error = error;
  if (!creeps) {
    double foretold = qmboxPredictStepLength(&bracket->search, start, bracket->safe, bracket->far, time);
    if (isInside(bracket, foretold)) return foretold;
    if (isInside(bracket, time)) return time;
  }
  if (bracket->safe > 0 && bracket->safe < bracket->far / 4) return sqrt(bracket->safe) * sqrt(bracket->far);
  return bracket->safe + (bracket->far - bracket->safe) / 2;
}

/*
 * No length leads just to the contact: the paths of a step and of one that is hardly longer differ by a jump, as where
 * a joint reaches its stop in the one and not in the other.  So the longest step that is known to be all right or, if
 * none is, all the time there is.
 */
static int settle(qmboxTrialStep *trial, double safe, double most) {
  takeStepBack(trial);
  trial->check.found = 0;
  if (!(safe > 0)) {
    trial->check.inexact |= QMBOX_INEXACT_UNRESOLVED;
    trial->advance->unchecked += most;
  }
  return makeTrialStep(trial, safe > 0 ? safe : most);
}

static int search(qmboxTrialStep *trial, double length, double most) {
  double least = fmin(trial->advance->least, most);
  qmboxBracket bracket;
  bracket.safe = 0;
  bracket.far = most;
  bracket.error = HUGE_VAL;
  bracket.search.geom[0] = 0;
  bracket.search.count = 0;
  for (bracket.round = 1;; bracket.round++) {
    const qmboxCheck *check = &trial->check;
    if (!verifyStep(trial, length, bracket.far)) return 0;
    if (check->violated) {
      if (length <= least) { /* as short as the caller would have it */
        trial->advance->unchecked += length;
        return 1;
      }
      bracket.far = length;
    } else {
      if (length >= most || (check->found && check->landed)) return 1;
      bracket.safe = length;
    }
    int narrow = bracket.far - bracket.safe <= NARROW * bracket.far || bracket.round >= MOST_TRIALS ||
                 (!trial->advance->stops && bracket.round >= PATIENCE && bracket.safe >= LONG_ENOUGH * bracket.far);
    if (narrow) return check->violated ? settle(trial, bracket.safe, most) : 1;
    qmboxNoteTrial(&bracket.search, check, &trial->state, length);
    length = nextLength(&trial->state, &bracket, length, check->found ? check->time : 0);
    length = (double)qmboxRoundedDown(fmax(length, least));
    takeStepBack(trial);
    if (!makeTrialStep(trial, length)) return 0;
  }
}

/* ------------------------------------------------------------------ the whole step */

/* Ends a step that has been made, or that failed without memory: then its last trial is taken back. */
static void endStep(qmboxTrialStep *trial, int good) {
  if (!good && trial->advance->advanced > 0) takeStepBack(trial);
  endTrialStep(trial);
}

bool qmboxAdvanceWorld(qmboxAdvance *advance, double most) {
  qmboxTrialStep trial;
  int good = beginTrialStep(&trial, advance), exact = 1, i;
  for (i = 0; i < trial.state.count; i++) advance->assumed |= trial.state.saved[i].inexact;
  if (good && advance->assumed == 0) {
    good = stepPredicted(&trial, most, &exact);
    if (good && !exact) advance->assumed |= QMBOX_INEXACT_PATH;
  } else if (good) {
    exact = 0;
    good = makeTrialStep(&trial, most);
  }
  if (good && !exact) good = search(&trial, advance->advanced, most);
  if (good) {
    if (!exact) advance->counted = 1; /* without joints ODE does not count */
    advance->contact = trial.check.contact;
    advance->size = trial.check.size;
    advance->pairSlop = trial.check.pairSlop;
    advance->stopped =
        trial.check.found && (exact ? advance->advanced < most || trial.check.time <= most : trial.check.landed);
  }
  endStep(&trial, good);
  return good;
}

bool qmboxAdvanceBlindly(qmboxAdvance *advance, double length) {
  qmboxTrialStep trial;
  int good = beginTrialStep(&trial, advance) && makeTrialStep(&trial, length);
  advance->unchecked = length;
  advance->counted = 1;
  endTrialStep(&trial);
  return good;
}

bool qmboxNoteStop(qmboxAdvance *advance, int refused) {
  dGeomID o1 = advance->contact.g1, o2 = advance->contact.g2;
  qmboxStopRecord *meeting = qmboxStopRecordOf(advance->meeting, advance->meetingCount, o1, o2);
  if (!meeting) {
    meeting = QMBOX_ADD(advance->meeting, advance->meetingCount, advance->meetingCapacity);
    if (!meeting) return false;
    *meeting = (qmboxStopRecord){o1, o2, 0, 0};
  }
  if ((double)advance->contact.approachSpeed * advance->frame <= advance->pairSlop) meeting->stops++;
  meeting->refused = refused;
  return true;
}

void qmboxEndAdvance(qmboxAdvance *advance) {
  free(advance->meeting);
  advance->meeting = 0;
}
