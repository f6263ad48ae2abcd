/* SPDX-License-Identifier: BSD-3-Clause */

#include "exact/step_length.h"

#include <math.h>
#include <string.h>

#include "pairs/pair.h"
#include "pairs/piecewise.h"
#include "util/real.h"
#include "class/registration.h"

/* So many evaluations of the gap at most; the usual number is ten. */
#define MOST_LOOKS 60

/* A gap is as good as zero if it is this part of what the boxes have grown: aim and limit are a quarter apart, and
 * more. */
#define SHARP (1.0 / 16)

/* For a pair that has passed through by the end of the step, this number of nearer and nearer lengths are tried to find
   one at which it is still inside. */
#define MOST_HALVINGS 20

/* ------------------------------------------------------------------ what is known */

static void turnTo(qmboxStepLengthSearch *search, const qmboxCheck *check, const qmboxWorldState *start) {
  search->geom[0] = check->contact.g1;
  search->geom[1] = check->contact.g2;
  search->free = qmboxCanScratchStep(start, search->geom[0]) && qmboxCanScratchStep(start, search->geom[1]);
  search->count = 0;
}

/* The place for one more length: the same one's or, if all are taken, the longest's. */
static int placeFor(qmboxStepLengthSearch *search, double length) {
  int worst = 0, i;
  for (i = 0; i < search->count; i++) {
    if (search->length[i] == length) return i;
    if (search->length[i] > search->length[worst]) worst = i;
  }
  return search->count < QMBOX_STEP_LENGTH_KNOTS ? search->count++ : worst;
}

void qmboxNoteTrial(qmboxStepLengthSearch *search, const qmboxCheck *check, const qmboxWorldState *start,
                    double length) {
  if (check->found) {
    if (search->geom[0] != check->contact.g1 || search->geom[1] != check->contact.g2) {
      turnTo(search, check, start);
    }
    memcpy(search->growth, check->growth, sizeof search->growth);
  }
  if (!search->geom[0]) return;
  int place = placeFor(search, length);
  search->length[place] = length;
  for (int k = 0; k < 2; k++) {
    qmboxMovingTaken(search->geom[k], qmboxRegisteredClass(), qmboxSavedOf(start, dGeomGetBody(search->geom[k])),
                     length, &search->path[place][k]);
  }
}

/* ------------------------------------------------------------------ what follows */

/* The weight of a length for a step of length t. */
static double weightOf(const qmboxStepLengthSearch *search, int place, double t) {
  double weight = 1;
  for (int i = 0; i < search->count; i++) {
    if (i != place) weight *= (t - search->length[i]) / (search->length[place] - search->length[i]);
  }
  return weight;
}

/* The path of one of the two in a step of length t; it is used at its end only. */
static void pathIn(const qmboxStepLengthSearch *search, int which, double t, qmboxMoving *path) {
  double position[3][3] = {{0}}, quaternion[4][2] = {{0}};
  qmboxPiece(&search->path[0][which], search->growth[which], t, t, path);
  if (!qmboxCanGrow(path->shape)) return;
  for (int place = 0; place < search->count; place++) {
    const bms_motion *motion = &search->path[place][which].body.motion;
    double weight = weightOf(search, place, t);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) position[i][j] += weight * motion->rigid.position[i][j];
    }
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 2; j++) quaternion[i][j] += weight * motion->rigid.quaternion[i][j];
    }
  }
  memcpy(path->body.motion.rigid.position, position, sizeof position);
  memcpy(path->body.motion.rigid.quaternion, quaternion, sizeof quaternion);
}

/* The place where one of the two arrived in the scratch step. */
static void pathOfScratchStep(const qmboxStepLengthSearch *search, const qmboxScratchStep *scratch, int which, double t,
                              qmboxMoving *path) {
  dBodyID copy = scratch->copy[which];
  double position[3], quaternion[4];
  qmboxPiece(&search->path[0][which], search->growth[which], t, t, path);
  if (!copy || !qmboxCanGrow(path->shape)) return;
  qmboxToDouble(dBodyGetPosition(copy), position, 3);
  qmboxFrameOn(path->geom, dBodyGetQuaternion(copy), quaternion);
  path->body.motion = bms_motion_fixed(position, quaternion);
}

/* The gap after a step of length t; `scratch` is of a free pair.  NaN if ODE cannot step. */
static double gapAfter(const qmboxStepLengthSearch *search, qmboxScratchStep *scratch, double t) {
  qmboxMoving path[2];
  if (search->free && t > 0 && !qmboxMakeScratchStep(scratch, t)) return NAN;
  for (int k = 0; k < 2; k++) {
    if (!search->free) {
      pathIn(search, k, t, &path[k]);
    } else if (t > 0) {
      pathOfScratchStep(search, scratch, k, t, &path[k]);
    } else { /* a step of no length is none for ODE */
      qmboxPiece(&search->path[0][k], search->growth[k], 0, 0, &path[k]);
    }
  }
  return qmboxGap(&path[0], &path[1], t);
}

/* The zero between two lengths with these gaps, one on either side of zero.  Regula falsi in the Illinois form: the
   value at an end that stays is halved. */
static double zeroOf(const qmboxStepLengthSearch *search, qmboxScratchStep *scratch, double low, double above,
                     double high, double below) {
  double close = SHARP * (fabs(search->growth[0]) + fabs(search->growth[1])), t = 0;
  int side = 0, i;
  for (i = 0; i < MOST_LOOKS; i++) {
    double next = low + (high - low) * above / (above - below), gap;
    if (!(next > low && next < high)) break;
    t = next;
    gap = gapAfter(search, scratch, t);
    if (fabs(gap) <= close) break;
    if (gap > 0) {
      low = t;
      above = gap;
      if (side > 0) below /= 2;
      side = 1;
    } else {
      high = t;
      below = gap;
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  return t;
}

/* Searches for a length at which the pair is inside, after the time at which it gets there on its path. */
static double land(const qmboxStepLengthSearch *search, qmboxScratchStep *scratch, double safe, double far,
                   double time) {
  double above = gapAfter(search, scratch, safe), below = gapAfter(search, scratch, far);
  for (int i = 0; i < MOST_HALVINGS && below >= 0 && time > safe && time < far; i++) {
    far = time + (far - time) / 2;
    below = gapAfter(search, scratch, far);
  }
  return above > 0 && below < 0 ? zeroOf(search, scratch, safe, above, far, below) : 0;
}

double qmboxPredictStepLength(const qmboxStepLengthSearch *search, const qmboxWorldState *start, double safe,
                              double far, double time) {
  qmboxScratchStep scratch;
  if (search->count < (search->free ? 1 : 2)) return 0; /* the time on the one path is as good */
  if (!search->free) return land(search, 0, safe, far, time);
  qmboxBeginScratchStep(&scratch, start, search->geom);
  double length = land(search, &scratch, safe, far, time);
  qmboxEndScratchStep(&scratch);
  return length;
}
