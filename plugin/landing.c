/* SPDX-License-Identifier: BSD-3-Clause */

/* The length of a step at which a pair lands: paths interpolated between steps, and the zero of the pair's gap. */

#include "landing.h"

#include <math.h>
#include <string.h>

#include "piecewise.h"
#include "real.h"
#include "registration.h"

/* So many evaluations of the gap at most; the usual number is ten. */
#define MOST_LOOKS 60

/* A zero that is known to this part of it is good enough. */
#define SHARP (4 * DBL_EPSILON)

/* ------------------------------------------------------------------ what is known */

/* 1 if the body's path in a step that tends to length zero is that of its present velocities. */
static int isSmooth(const qmboxWorldState *start, dGeomID geom) {
  const qmboxSavedBody *saved = qmboxSavedOf(start, dGeomGetBody(geom));

  return !saved || (saved->enabled && !(saved->inexact & ~(unsigned)(QMBOX_INEXACT_TORQUE | QMBOX_INEXACT_GYROSCOPIC)));
}

/* The path of a step of length zero, from that of another. */
static void presentPath(const qmboxWorldState *start, const qmboxPath *taken, qmboxPath *present) {
  const qmboxSavedBody *saved = qmboxSavedOf(start, dGeomGetBody(taken->geom));
  double position[3], quaternion[4], linear[3], angular[3];

  *present = *taken;
  if (!taken->moves || taken->shape != QMBOX_SHAPE_BOX) return;
  qmboxToDouble(saved->position, position, 3);
  qmboxFrameOn(taken->geom, saved->quaternion, quaternion);
  qmboxToDouble(saved->linear, linear, 3);
  qmboxToDouble(saved->angular, angular, 3);
  present->body.motion = bms_motion_step(position, quaternion, linear, angular, saved->acceleration);
}

/* Turns to another pair. */
static void turnTo(qmboxLanding *landing, const qmboxCheck *check, const qmboxWorldState *start, double length) {
  dGeomID geom[2] = {check->contact.g1, check->contact.g2};
  int class = qmboxRegisteredClass(), k;

  landing->count = isSmooth(start, geom[0]) && isSmooth(start, geom[1]);
  landing->length[0] = 0;
  for (k = 0; k < 2; k++) {
    qmboxPath taken;
    landing->geom[k] = geom[k];
    qmboxPathTaken(geom[k], class, qmboxSavedOf(start, dGeomGetBody(geom[k])), length, &taken);
    if (landing->count) presentPath(start, &taken, &landing->path[0][k]);
  }
}

/* The place for one more length: that of the same one or, if all are taken, of the longest. */
static int placeFor(qmboxLanding *landing, double length) {
  int worst = 0, i;

  for (i = 0; i < landing->count; i++) {
    if (landing->length[i] == length) return i;
    if (landing->length[i] > landing->length[worst]) worst = i;
  }
  return landing->count < QMBOX_LANDING_KNOTS ? landing->count++ : worst;
}

void qmboxNoteTrial(qmboxLanding *landing, const qmboxCheck *check, const qmboxWorldState *start, double length) {
  int place, k;

  if (check->found) {
    if (landing->geom[0] != check->contact.g1 || landing->geom[1] != check->contact.g2) {
      turnTo(landing, check, start, length);
    }
    memcpy(landing->growth, check->growth, sizeof landing->growth);
  }
  if (!landing->geom[0]) return;
  place = placeFor(landing, length);
  landing->length[place] = length;
  for (k = 0; k < 2; k++) {
    qmboxPathTaken(landing->geom[k], qmboxRegisteredClass(), qmboxSavedOf(start, dGeomGetBody(landing->geom[k])),
                   length, &landing->path[place][k]);
  }
}

/* ------------------------------------------------------------------ what follows */

/* The weight of a length for a step of length t. */
static double weightOf(const qmboxLanding *landing, int place, double t) {
  double weight = 1;
  int i;

  for (i = 0; i < landing->count; i++) {
    if (i != place) weight *= (t - landing->length[i]) / (landing->length[place] - landing->length[i]);
  }
  return weight;
}

/* The path of one of the two in a step of length t; it is used at its end only. */
static void pathIn(const qmboxLanding *landing, int which, double t, qmboxPath *path) {
  double position[3][3] = {{0}}, quaternion[4][2] = {{0}};
  int place, i, j;

  qmboxPiece(&landing->path[0][which], landing->growth[which], t, t, path);
  if (path->shape != QMBOX_SHAPE_BOX) return;
  for (place = 0; place < landing->count; place++) {
    const bms_motion *motion = &landing->path[place][which].body.motion;
    double weight = weightOf(landing, place, t);
    for (i = 0; i < 3; i++) {
      for (j = 0; j < 3; j++) position[i][j] += weight * motion->rigid.position[i][j];
    }
    for (i = 0; i < 4; i++) {
      for (j = 0; j < 2; j++) quaternion[i][j] += weight * motion->rigid.quaternion[i][j];
    }
  }
  memcpy(path->body.motion.rigid.position, position, sizeof position);
  memcpy(path->body.motion.rigid.quaternion, quaternion, sizeof quaternion);
}

static double gapAfter(const qmboxLanding *landing, double t) {
  qmboxPath path1, path2;

  pathIn(landing, 0, t, &path1);
  pathIn(landing, 1, t, &path2);
  return qmboxGap(&path1, &path2, t);
}

/* Regula falsi in the Illinois form: the value at an end that stays is halved. */
double qmboxForetell(const qmboxLanding *landing, double safe, double far) {
  double low = safe, high = far, above, below, t = 0;
  int side = 0, i;

  if (landing->count < 2) return 0; /* the time on the one path tells as much */
  above = gapAfter(landing, low);
  below = gapAfter(landing, high);
  if (!(above > 0 && below < 0)) return 0;
  for (i = 0; i < MOST_LOOKS && high - low > SHARP * high; i++) {
    double next = low + (high - low) * above / (above - below), gap;
    if (!(next > low && next < high)) break;
    t = next;
    gap = gapAfter(landing, t);
    if (gap == 0) break;
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
