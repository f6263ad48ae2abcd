/* SPDX-License-Identifier: BSD-3-Clause */

/* Two geoms that came near each other, as pairs of convex solids. */

#ifndef QMBOX_ADD_PAIRS_H
#define QMBOX_ADD_PAIRS_H

#include "guard/guard.h"

/* Takes up two geoms, unless their cores certainly stay apart, whichever of them waits when.  `apart`: they are not
   near each other at the start. */
void qmboxAddPairs(qmboxGuard *guard, int first, int second, bool apart);

/* Returns true if a geom is a mesh that stands still, and a tree is at hand that shows that no triangle comes into
   these bounds. */
bool qmboxIsMeshAway(qmboxGuard *guard, int geom, const qmboxBox *bounds);

/* Returns the number of a geom's solid, which is made if it is new; -1 if no memory is left. */
int qmboxSolidOfGeom(qmboxGuard *guard, int geom);

/* Returns the number of a new solid, to be filled in; -1 if no memory is left. */
int qmboxNewSolid(qmboxGuard *guard);

#endif /* QMBOX_ADD_PAIRS_H */
