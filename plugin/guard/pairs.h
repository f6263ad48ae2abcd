/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs of a step whose cores may meet. */

#ifndef QMBOX_GUARDED_PAIRS_H
#define QMBOX_GUARDED_PAIRS_H

#include "guard/guard.h"
#include "guard/meeting.h"

/* Takes up two geoms that came near each other, unless their cores certainly stay apart, whichever of them waits when.
 */
void qmboxTakeUpPair(qmboxGuard *guard, int first, int second);

/* The stops of the bodies of a pair that move, in order; of one that stands still there is only the other's. */
typedef struct qmboxPairStops {
  double early, late;
} qmboxPairStops;

qmboxPairStops qmboxStopsOfPair(const qmboxGuard *guard, const qmboxGuardedPair *pair);

/* Returns true if the cores certainly stay apart, with the stops as they are. */
bool qmboxStaysApart(const qmboxGuard *guard, const qmboxGuardedPair *pair);

/* Returns a time before which the cores do not meet, whatever the stops are. */
double qmboxEarliestMeeting(const qmboxGuardedPair *pair);

/* Asks the solver for [t0, t1], in which neither body stops: the time at which a pair meets with its cores, or at its
   aim; HUGE_VAL if it does not. */
double qmboxPairMeets(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1);

/* Finds out at which level a pair starts, and so at which it is to be stopped. */
void qmboxAimPair(const qmboxGuard *guard, qmboxGuardedPair *pair);

/* Finds where a pair meets with its cores in [t0, t1].  Returns false if that cannot be told. */
bool qmboxPairPlace(const qmboxGuard *guard, const qmboxGuardedPair *pair, double t0, double t1,
                    qmboxMeetingPlace *place);

/* The solid of a pair's first or second geom. */
const qmboxSolid *qmboxSolidOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k);

#endif /* QMBOX_GUARDED_PAIRS_H */
