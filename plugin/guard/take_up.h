/* SPDX-License-Identifier: BSD-3-Clause */

/* Two geoms that came near each other, as pairs of convex solids. */

#ifndef QMBOX_GUARDED_TAKE_UP_H
#define QMBOX_GUARDED_TAKE_UP_H

#include "guard/guard.h"

/* Takes up two geoms that came near each other, unless their cores certainly stay apart, whichever of them waits when.
   Those that are never near each other at the same time are dormant. */
void qmboxTakeUpPair(qmboxGuard *guard, int first, int second);

/* Takes up the dormant pairs of a geom that are near each other at some time now that its body has been stopped. */
void qmboxWakePairs(qmboxGuard *guard, int geom);

/* Returns the number of a new solid, to be filled in; -1 for want of memory. */
int qmboxNewSolid(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_TAKE_UP_H */
