/* SPDX-License-Identifier: BSD-3-Clause */

/* How near the cores of a pair can have come, by bounds. */

#ifndef QMBOX_GUARDED_APPROACH_H
#define QMBOX_GUARDED_APPROACH_H

#include "pairs/axes.h"
#include "guard/guard.h"
#include "pairs/meeting.h"

/* Notes the gap of a pair's cores at the start along this unit normal, zero where none is known, and how fast and far
   each of the two can shrink it. */
void qmboxNoteGap(const qmboxGuard *guard, qmboxGuardedPair *pair, double gap, const double normal[3]);

/* Notes the gap along the axis on which the cores take longest to meet, or one on which they do not before `until`,
   and returns true; false if no axis has a positive gap.  *stays is set to true if the cores certainly stay apart,
   whichever of the bodies waits when. */
bool qmboxNoteAxis(const qmboxGuard *guard, qmboxGuardedPair *pair, const qmboxTwo *two, double until, bool *stays);

/* Returns true if the cores certainly stay apart, with the stops as they are. */
bool qmboxStaysApart(const qmboxGuard *guard, const qmboxGuardedPair *pair);

/* Returns a time before which the cores do not meet, whatever the stops are. */
double qmboxEarliestMeeting(const qmboxGuardedPair *pair);

#endif /* QMBOX_GUARDED_APPROACH_H */
