/* SPDX-License-Identifier: BSD-3-Clause */

/* The geoms of a space, and the bodies that they and joints lead to. */

#ifndef QMBOX_GUARDED_BODIES_H
#define QMBOX_GUARDED_BODIES_H

#include "guard/guard.h"

/* Fills in the geoms, the nested spaces and the bodies of a guard, all poses as they are now. */
void qmboxCollectBodies(qmboxGuard *guard);

/* Lets the bounds of a geom be those that it has now. */
void qmboxBoundGeom(qmboxGuardedGeom *geom);

/* Returns the number of a body, 0 for one that is not guarded. */
int qmboxFindBody(const qmboxGuard *guard, dBodyID body);

/* Returns the number of a geom, -1 for one that is not guarded. */
int qmboxFindGeom(const qmboxGuard *guard, dGeomID geom);

/* Returns true if joints other than contacts connect two bodies, perhaps by way of others. */
bool qmboxAreLinked(const qmboxGuard *guard, int number, int other);

#endif /* QMBOX_GUARDED_BODIES_H */
