/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs of a step whose cores may meet. */

#ifndef QMBOX_GUARDED_PAIRS_H
#define QMBOX_GUARDED_PAIRS_H

#include "guard/guard.h"
#include "pairs/meeting.h"

typedef enum qmboxAdded {
  QMBOX_NOT_ADDED, /* their cores certainly stay apart, whichever of them waits when, or are not to be kept apart */
  QMBOX_ADDED,
  QMBOX_ADDED_DEEP /* their cores overlap at the start, and both bodies can move: they are left alone */
} qmboxAdded;

/* Takes up a pair of convex solids of two geoms.  `apart`: the two are not near each other at the start; then nothing
   is checked yet. */
qmboxAdded qmboxAddSolidPair(qmboxGuard *guard, const int geom[2], const int solid[2], bool apart);

/* Takes up two meshes as one pair, whose triangles two_meshes.h asks about: `meshes` is its number there. */
void qmboxAddMeshPair(qmboxGuard *guard, const int geom[2], const int solid[2], int meshes);

/* Returns the nearness below which two triangles count as meeting at this level.  It is less than their gap at the
   start, so that a pair which starts apart does not meet at once. */
double qmboxNearnessAtStart(const qmboxShrunkPair *two, double level);

/* Takes back all pairs from this number on. */
void qmboxDropPairs(qmboxGuard *guard, int from);

/* The stops of the two bodies of a pair, the earlier one first.  If one does not move, both are the other's. */
typedef struct qmboxPairStops {
  double early, late;
} qmboxPairStops;

qmboxPairStops qmboxStopsOfPair(const qmboxGuard *guard, const qmboxGuardedPair *pair);

/* Asks the solver for [t0, t1], in which neither body stops: when a pair meets with its cores, or at its aim. */
qmboxCoreMeeting qmboxPairMeets(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1);

/* Finds out at which level a pair starts, and so at which it is to be stopped. */
void qmboxAimPair(const qmboxGuard *guard, qmboxGuardedPair *pair);

/* Returns true if a pair is known to meet, and is so near its cores at the start that it is stopped there, whatever
   meets before.  A pair of a linkage, which has more to lose, waits for its turn. */
bool qmboxStopsAtOnce(const qmboxGuard *guard, qmboxGuardedPair *pair);

/* Returns true if a pair is stopped before it touches, where ODE finds no contact (meeting.h). */
static inline bool qmboxHasSkin(const qmboxGuardedPair *pair) {
  return !(pair->core > 0) && !pair->sensor;
}

/* The solid of a pair's first or second geom. */
const qmboxMoving *qmboxSolidOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k);

#endif /* QMBOX_GUARDED_PAIRS_H */
