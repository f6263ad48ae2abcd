/* SPDX-License-Identifier: BSD-3-Clause */

/* Two geoms that came near each other, as pairs of convex solids. */

#ifndef QMBOX_GUARDED_TAKE_UP_H
#define QMBOX_GUARDED_TAKE_UP_H

#include "guard/guard.h"

/* Takes up two geoms, unless their cores certainly stay apart, whichever of them waits when.  `apart`: they are not
   near each other at the start. */
void qmboxTakeUpPair(qmboxGuard *guard, int first, int second, bool apart);

/* Returns the number of a geom's solid, which is made if it is new; -1 for want of memory. */
int qmboxSolidOfGeom(qmboxGuard *guard, int geom);

/* Returns the number of a new solid, to be filled in; -1 for want of memory. */
int qmboxNewSolid(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_TAKE_UP_H */
