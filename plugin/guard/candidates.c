/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * No pair is missed: in a window the bounds hold all places that the two come to, as the stops are then.  A stop
 * changes these for the windows after it only, and any of them that have been searched already are searched again.
 */

#include "guard/candidates.h"

#include "broad/bounds.h"
#include "guard/meeting_queue.h"
#include "guard/add_pairs.h"
#include "broad/windows.h"
#include "util/array.h"
#include "util/real.h"

/* Adds the candidate of two geoms, and returns its number; -1 if no memory is left. */
static int addCandidate(qmboxGuard *guard, int first, int second) {
  int number = guard->pairs.candidates, geom[2] = {first, second};
  qmboxCandidatePair *added =
      QMBOX_ADD(guard->pairs.candidate, guard->pairs.candidates, guard->pairs.candidateCapacity);
  if (!added) {
    guard->bodies.failed = true;
    return -1;
  }
  added->taken = false;
  added->pairCount = 0;
  for (int k = 0; k < 2; k++) {
    added->geom[k] = geom[k];
    added->next[k] = guard->bodies.geom[geom[k]].firstCandidate;
    guard->bodies.geom[geom[k]].firstCandidate = 2 * number + k;
  }
  return number;
}

/* Returns the number of the candidate of two geoms, -1 if there is none.  The lists of both are searched at once, as a
   wall's is long. */
static int findCandidate(const qmboxGuard *guard, int first, int second) {
  int at1 = guard->bodies.geom[first].firstCandidate, at2 = guard->bodies.geom[second].firstCandidate;
  while (at1 >= 0 && at2 >= 0) {
    const qmboxCandidatePair *one = &guard->pairs.candidate[at1 / 2], *other = &guard->pairs.candidate[at2 / 2];
    if (one->geom[1 - at1 % 2] == second) return at1 / 2;
    if (other->geom[1 - at2 % 2] == first) return at2 / 2;
    at1 = one->next[at1 % 2];
    at2 = other->next[at2 % 2];
  }
  return -1;
}

/* Returns true if the first is a convex solid and no triangle of the second comes near it: then the second needs no
   solid. */
static bool isOffMesh(qmboxGuard *guard, int convex, int mesh) {
  int solid =
      guard->bodies.geom[mesh].trimesh && !guard->bodies.geom[convex].trimesh ? qmboxSolidOfGeom(guard, convex) : -1;
  if (solid < 0 || !qmboxIsConvex(&guard->bodies.solid[solid])) return false;
  return qmboxIsMeshAway(guard, mesh, &guard->bodies.geom[convex].bounds);
}

/* Takes up two geoms that do not go far for the whole step. */
static void takeUpWhole(qmboxGuard *guard, int first, int second) {
  int before = guard->pairs.pairCount;
  if (!qmboxMayCollide(&guard->bodies, first, second)) return;
  if (isOffMesh(guard, first, second) || isOffMesh(guard, second, first)) return;
  if (qmboxSolidOfGeom(guard, first) < 0 || qmboxSolidOfGeom(guard, second) < 0 || guard->bodies.failed) return;
  qmboxAddPairs(guard, first, second, false);
  for (int i = before; i < guard->pairs.pairCount; i++) qmboxExpectMeeting(guard, i);
}

/* Takes up a candidate that is near for the first time. */
static void takeUp(qmboxGuard *guard, qmboxCandidatePair *candidate, qmboxSpan span) {
  const int *geom = candidate->geom;
  candidate->taken = true;
  candidate->firstPair = guard->pairs.pairCount;
  qmboxAddPairs(guard, geom[0], geom[1], span.first > 0);
  candidate->pairCount = guard->pairs.pairCount - candidate->firstPair;
  for (int i = 0; i < candidate->pairCount; i++) guard->pairs.pair[candidate->firstPair + i].span = span;
}

/* Adds a window to the span of what has been taken up, and lets it be asked about that. */
static void extend(qmboxGuard *guard, const qmboxCandidatePair *candidate, qmboxSpan by) {
  for (int i = candidate->firstPair; i < candidate->firstPair + candidate->pairCount; i++) {
    qmboxSpan *span = &guard->pairs.pair[i].span;
    span->first = qmboxMin(span->first, by.first);
    span->last = qmboxMax(span->last, by.last);
    qmboxExpectMeeting(guard, i);
  }
}

/* Returns true if ODE lets a candidate's geoms collide; then both have a solid, and a place in each window. */
static bool isReady(qmboxGuard *guard, int first, int second) {
  if (!qmboxMayCollide(&guard->bodies, first, second)) return false;
  if (qmboxSolidOfGeom(guard, first) < 0 || qmboxSolidOfGeom(guard, second) < 0) return false;
  qmboxAddFastGeom(&guard->bodies, &guard->windows, first);
  qmboxAddFastGeom(&guard->bodies, &guard->windows, second);
  return !guard->bodies.failed;
}

/* Checks two geoms, one of which goes far, in a window in which their bounds overlap. */
static void lookAt(qmboxGuard *guard, int first, int second, int window) {
  int number = window > 0 ? findCandidate(guard, first, second) : -1; /* none can be known in the first */
  bool known = number >= 0;
  if (!known) number = addCandidate(guard, first, second);
  if (number < 0) return;
  qmboxCandidatePair *candidate = &guard->pairs.candidate[number];
  if (candidate->taken && candidate->pairCount == 0) return; /* they stay apart whichever waits when */
  if (!known && !isReady(guard, first, second)) {
    candidate->taken = true;
    return;
  }
  if (!qmboxNearInWindow(&guard->bodies, &guard->windows, first, second, window)) return;
  qmboxSpan span = {qmboxWindowStart(&guard->bodies, &guard->windows, window),
                    qmboxWindowEnd(&guard->bodies, &guard->windows, window)};
  if (!candidate->taken) takeUp(guard, candidate, span);
  extend(guard, candidate, span);
}

void qmboxLookAtStillSensors(qmboxGuard *guard) {
  const qmboxBodies *bodies = &guard->bodies;
  for (int i = 0; i < bodies->geomCount && bodies->sensors > 0; i++) {
    const qmboxGuardedGeom *sensor = &bodies->geom[i];
    if (!sensor->sensor || sensor->forgotten || bodies->body[sensor->body].moves) continue;
    for (int k = 0; k < bodies->geomCount && !bodies->failed; k++) {
      const qmboxGuardedGeom *other = &bodies->geom[k];
      if (other->forgotten || other->body == sensor->body || bodies->body[other->body].moves) continue;
      if (other->sensor && k < i) continue; /* the two have been checked */
      if (qmboxOverlap3(sensor->start.min, sensor->start.max, other->start.min, other->start.max)) {
        takeUpWhole(guard, i, k);
      }
    }
  }
}

void qmboxAddNearPairs(qmboxGuard *guard, int window) {
  const qmboxBodies *bodies = &guard->bodies;
  qmboxFindNear(&guard->bodies, &guard->windows, window);
  for (int i = 0; i < guard->windows.nearPairs && !bodies->failed; i++) {
    const qmboxNearPair two = guard->windows.nearPair[i];
    if (bodies->geom[two.first].far || bodies->geom[two.second].far) {
      lookAt(guard, two.first, two.second, window);
    } else {
      takeUpWhole(guard, two.first, two.second);
    }
  }
}

/* Checks all geoms that come near one in a window, if one of the two moves in it. */
static void lookAround(qmboxGuard *guard, int geom, int window) {
  double start = qmboxWindowStart(&guard->bodies, &guard->windows, window);
  bool moves = qmboxGoesOn(&guard->bodies, geom, start);
  qmboxBox here = qmboxBoundsInWindow(&guard->bodies, &guard->windows, geom, window);
  for (int i = 0; i < guard->bodies.geomCount && !guard->bodies.failed; i++) {
    const qmboxGuardedGeom *other = &guard->bodies.geom[i];
    if (!other->sought || other->body == guard->bodies.geom[geom].body ||
        !(moves || qmboxGoesOn(&guard->bodies, i, start)))
      continue;
    if (!qmboxOverlap3(here.min, here.max, other->bounds.min, other->bounds.max)) continue;
    qmboxBox there = qmboxBoundsInWindow(&guard->bodies, &guard->windows, i, window);
    if (qmboxOverlap3(here.min, here.max, there.min, there.max)) lookAt(guard, i, geom, window);
  }
}

void qmboxLookBack(qmboxGuard *guard, int geom) {
  int stopped = qmboxStopFastGeom(&guard->bodies, &guard->windows, geom);
  for (int window = stopped + 1; window <= guard->windows.now; window++) lookAround(guard, geom, window);
}
