/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pairs of geoms one of which goes far.
 *
 * No pair is missed: in a window the bounds hold all places that the two come to, as the stops are then.  A stop
 * changes these for the windows after it only, and those of them that have been looked through already are looked
 * through again.
 */

#include "guard/candidates.h"

#include "guard/bounds.h"
#include "guard/expect.h"
#include "guard/take_up.h"
#include "guard/windows.h"
#include "util/array.h"
#include "util/real.h"

static void addCandidate(qmboxGuard *guard, int first, int second, bool collides) {
  int number = guard->candidates, geom[2] = {first, second};
  qmboxCandidatePair *room = qmboxRoomForOne(guard->candidate, sizeof *room, number, &guard->candidateCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->candidate = room;
  guard->candidates++;
  room += number;
  room->collides = collides;
  room->taken = false;
  room->pairCount = 0;
  for (int k = 0; k < 2; k++) {
    room->geom[k] = geom[k];
    room->next[k] = guard->geom[geom[k]].firstCandidate;
    guard->geom[geom[k]].firstCandidate = 2 * number + k;
  }
}

static bool oneIsFar(const qmboxGuard *guard, int first, int second) {
  return qmboxIsFar(guard, first) || qmboxIsFar(guard, second);
}

/* Returns true if the first is a convex solid that does not go far and no triangle of the second comes near it: then
   the second needs no solid. */
static bool isOffMesh(qmboxGuard *guard, int convex, int mesh) {
  int solid = guard->geom[mesh].trimesh && !guard->geom[convex].trimesh ? qmboxSolidOfGeom(guard, convex) : -1;
  if (solid < 0 || guard->solid[solid].kind != QMBOX_SOLID_CONVEX || qmboxIsFar(guard, convex)) return false;
  return qmboxIsMeshAway(guard, mesh, &guard->geom[convex].bounds);
}

/* A geom that goes far is near most others by its whole way: those that may collide with it are sorted out only where
   they are near it in a window. */
void qmboxFoundNear(qmboxGuard *guard, int first, int second) {
  if (guard->failed) return;
  if (oneIsFar(guard, first, second)) {
    addCandidate(guard, first, second, false);
    return;
  }
  if (!qmboxMayCollide(guard, first, second)) return;
  if (isOffMesh(guard, first, second) || isOffMesh(guard, second, first)) return;
  if (qmboxSolidOfGeom(guard, first) < 0 || qmboxSolidOfGeom(guard, second) < 0 || guard->failed) return;
  if (oneIsFar(guard, first, second)) {
    addCandidate(guard, first, second, true);
  } else {
    qmboxTakeUpPair(guard, first, second, false);
  }
}

/* Returns true if a geom moves after this time. */
static bool goesOn(const qmboxGuard *guard, int geom, double time) {
  const qmboxGuardedBody *body = &guard->body[guard->geom[geom].body];
  return body->moves && body->stop > time;
}

/* Takes up a candidate that is near for the first time. */
static void takeUp(qmboxGuard *guard, qmboxCandidatePair *candidate, qmboxSpan span) {
  const int *geom = candidate->geom;
  candidate->taken = true;
  candidate->firstPair = guard->pairCount;
  qmboxTakeUpPair(guard, geom[0], geom[1], span.first > 0);
  candidate->pairCount = guard->pairCount - candidate->firstPair;
  for (int i = 0; i < candidate->pairCount; i++) guard->pair[candidate->firstPair + i].span = span;
}

/* Adds a window to the span of what has been taken up, and lets it be asked about that. */
static void extend(qmboxGuard *guard, const qmboxCandidatePair *candidate, qmboxSpan by) {
  for (int i = candidate->firstPair; i < candidate->firstPair + candidate->pairCount; i++) {
    qmboxSpan *span = &guard->pair[i].span;
    span->first = qmboxMin(span->first, by.first);
    span->last = qmboxMax(span->last, by.last);
    qmboxExpectMeeting(guard, i);
  }
}

/* Returns true if ODE lets a candidate's geoms collide; then both get a solid, and a place in each window. */
static bool isReady(qmboxGuard *guard, qmboxCandidatePair *candidate) {
  const int *geom = candidate->geom;
  if (!candidate->collides && !qmboxMayCollide(guard, geom[0], geom[1])) return false;
  candidate->collides = true;
  for (int k = 0; k < 2; k++) {
    if (qmboxSolidOfGeom(guard, geom[k]) < 0) return false;
    qmboxMeetTraveller(guard, geom[k]);
  }
  return !guard->failed;
}

/* Looks at a candidate in a window in which the bounds of the two overlap. */
static void lookAt(qmboxGuard *guard, int number, int window, qmboxSpan span) {
  qmboxCandidatePair *candidate = &guard->candidate[number];
  const int *geom = candidate->geom;
  if (candidate->taken && candidate->pairCount == 0) return; /* they stay apart whichever waits when */
  if (!goesOn(guard, geom[0], span.first) && !goesOn(guard, geom[1], span.first)) return;
  if (!isReady(guard, candidate)) {
    candidate->taken = true;
    return;
  }
  if (!qmboxNearInWindow(guard, geom[0], geom[1], window)) return;
  if (!candidate->taken) takeUp(guard, candidate, span);
  extend(guard, candidate, span);
}

static qmboxSpan spanOf(const qmboxGuard *guard, int window) {
  return (qmboxSpan){qmboxWindowStart(guard, window), qmboxWindowEnd(guard, window)};
}

/* The place of a geom in a window, and whether it still moves. */
typedef struct qmboxNow {
  qmboxBox bounds;
  int goesOn;
} qmboxNow;

void qmboxLookThroughWindow(qmboxGuard *guard, int window) {
  size_t size = (size_t)guard->geomCount * sizeof(qmboxNow);
  qmboxNow *now = guard->candidates > 0 ? dAlloc(size) : 0;
  qmboxSpan span = spanOf(guard, window);
  if (!now) {
    guard->failed = guard->failed || guard->candidates > 0;
    return;
  }
  for (int i = 0; i < guard->geomCount; i++) {
    now[i] = (qmboxNow){qmboxBoundsInWindow(guard, i, window), goesOn(guard, i, span.first)};
  }
  for (int i = 0; i < guard->candidates && !guard->failed; i++) {
    const int *geom = guard->candidate[i].geom;
    const qmboxNow *one = &now[geom[0]], *other = &now[geom[1]];
    if (!(one->goesOn | other->goesOn)) continue;
    if (qmboxOverlap3(one->bounds.min, one->bounds.max, other->bounds.min, other->bounds.max)) {
      lookAt(guard, i, window, span);
    }
  }
  dFree(now, size);
}

void qmboxLookBack(qmboxGuard *guard, int geom) {
  int stopped = qmboxStopTraveller(guard, geom);
  for (int window = stopped + 1; window <= guard->window; window++) {
    qmboxSpan span = spanOf(guard, window);
    for (int at = guard->geom[geom].firstCandidate; at >= 0 && !guard->failed;) {
      int place = at % 2;
      lookAt(guard, at / 2, window, span);
      at = guard->candidate[at / 2].next[place];
    }
  }
}
