/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along a fixed normal shrinks by no more than the two move and turn towards each other along it.  A body moves
 * along a straight line, at one speed; a point at the distance r from its position is turned along the normal by no
 * more than r times the chord of the turn, and never reaches farther than r.  This bound settles most pairs; for others
 * it gives a time before which they do not meet.  Each of the two may wait at any time: moves towards each other add
 * up, moves away from each other do not count.
 */

#include "pairs/approach.h"
#include "util/real.h"

#include <float.h>

/* Roundings of what a solid goes and turns, in parts of that. */
#define ADVANCE_ERROR 1e-13

static const qmboxGuardedBody *bodyOf(const qmboxBodies *bodies, const qmboxGuardedPair *pair, int k) {
  return &bodies->body[bodies->geom[pair->geom[k]].body];
}

/* Notes how fast and far each of the two can shrink the gap by its turn. */
static void noteTurns(const qmboxBodies *bodies, qmboxGuardedPair *pair) {
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = bodyOf(bodies, pair, k);
    const qmboxMoving *solid = &bodies->solid[pair->solid[k]];
    double radius = solid->moves ? (1 + ADVANCE_ERROR) * solid->radius : 0;
    pair->across[k] = radius * body->spin;
    pair->turned[k] = radius * body->chord;
  }
}

void qmboxNoteGap(const qmboxBodies *bodies, qmboxGuardedPair *pair, double gap, const double normal[3]) {
  bool known = normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
  pair->gap = gap;
  noteTurns(bodies, pair);
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = bodyOf(bodies, pair, k);
    double along = 0;
    for (int i = 0; i < 3; i++) along += (k == 0 ? normal[i] : -normal[i]) * body->shift[i];
    pair->ahead[k] = (qmboxMax(0, known ? along : body->way) + ADVANCE_ERROR * body->way) / bodies->length;
  }
  for (int i = 0; i < 3; i++) pair->normal[i] = normal[i];
}

bool qmboxStaysApart(const qmboxBodies *bodies, const qmboxGuardedPair *pair) {
  double advance = 0;
  for (int k = 0; k < 2; k++) {
    double stop = bodyOf(bodies, pair, k)->stop;
    advance += stop * pair->ahead[k] + qmboxMin(pair->turned[k], stop * pair->across[k]);
  }
  return pair->gap > advance;
}

double qmboxEarliestMeeting(const qmboxGuardedPair *pair) {
  return pair->gap / (pair->ahead[0] + pair->ahead[1] + pair->across[0] + pair->across[1] + DBL_MIN);
}

/*
 * Returns how much farther than at the start the core of the first or second can come to reach towards the other by its
 * turn.  A core of level s is in the ball around the body's position that is less by s times the allowance than the
 * solid's, while the reach of a corner of it may be less by up to the root of three times that.  Of a triangle's core
 * only that is known that it is in the ball of the solid.
 */
static double reachLeft(const qmboxShrunkPair *two, int k, const qmboxStartPose *posed, const qmboxAxis *axis,
                        double level) {
  double less = posed->inner > 0 ? 0 : level * two->allowance[k];
  double farthest = (1 + ADVANCE_ERROR) * (two->solid[k]->radius + posed->aside) - less;
  double reach = axis->reach[k] - level * axis->less[k];
  return qmboxMax(0, farthest - reach + posed->rounding);
}

/* The part of a walk along the axes of a pair that does not depend on the axis. */
typedef struct qmboxLook {
  const qmboxBodies *bodies;
  const qmboxShrunkPair *two;
  const qmboxStartPose *startPose[2];
  double way[2], turned[2]; /* how far each goes, and how far its turn moves a point of it */
  qmboxAxes axes;
} qmboxLook;

static void beginLook(qmboxLook *look, const qmboxGuardedPair *pair) {
  const double *shift[2];
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = bodyOf(look->bodies, pair, k);
    shift[k] = body->shift;
    look->way[k] = body->way;
    look->turned[k] = pair->turned[k];
  }
  qmboxBeginAxes(look->startPose[0], look->startPose[1], look->two->allowance, shift[0], shift[1], &look->axes);
}

/* Notes the gap along an axis at the start. */
static void noteAxis(const qmboxLook *look, const qmboxAxis *axis, qmboxGuardedPair *pair) {
  pair->gap = axis->gap + pair->core * axis->slope;
  for (int k = 0; k < 2; k++) {
    double along = k == 0 ? axis->along[0] : -axis->along[1];
    pair->ahead[k] = (qmboxMax(0, along) + ADVANCE_ERROR * look->way[k]) / look->bodies->length;
    pair->turned[k] = qmboxMin(look->turned[k], reachLeft(look->two, k, look->startPose[k], axis, pair->core));
  }
}

bool qmboxNoteAxis(const qmboxBodies *bodies, qmboxGuardedPair *pair, const qmboxShrunkPair *two, double until,
                   bool *stays) {
  qmboxLook look = {.bodies = bodies, .two = two, .startPose = {&two->solid[0]->startPose, &two->solid[1]->startPose}};
  qmboxAxis axis, best = {0};
  double latest = 0;
  noteTurns(bodies, pair);
  beginLook(&look, pair);
  while (!(latest > until) && qmboxNextAxis(&look.axes, &axis)) {
    if (latest > 0 && qmboxIsOfEdges(&look.axes, &axis)) break; /* they seldom settle what faces have not */
    if (!(axis.gap + pair->core * axis.slope > 0)) continue;
    noteAxis(&look, &axis, pair);
    *stays = qmboxStaysApart(bodies, pair);
    if (*stays) return true;
    double earliest = qmboxEarliestMeeting(pair);
    if (!(earliest > latest)) continue;
    latest = earliest;
    best = axis;
  }
  if (!(latest > 0)) return false;
  noteAxis(&look, &best, pair);
  qmboxAxisNormal(&look.axes, &best, pair->normal);
  return true;
}
