/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is all that the guard has collected still there?  A callback of the program may have destroyed it.
 *
 * Nothing that may be gone is touched to find out: a space is read only after the one that holds it, and a body is
 * there as long as a geom that is there is on it, since ODE takes the geoms off a body that goes.
 */

#ifndef QMBOX_GUARDED_WHOLE_H
#define QMBOX_GUARDED_WHOLE_H

#include "guard/guard.h"

/* Are called before and after a callback.  The second notes that the guard is broken if geoms or spaces have come or
   gone. */
void qmboxBeforeCallback(qmboxGuard *guard);
void qmboxAfterCallback(qmboxGuard *guard);

/* Notes that the guard is broken: nothing is put back any more. */
void qmboxBreakGuard(qmboxGuard *guard);

/* Notes that the guard is broken if a callback has put this geom on another body.  The spaces have to be whole. */
void qmboxCheckGeom(qmboxGuard *guard, int geom);

/* Notes where geoms are after the step, in which ODE's moved callbacks may have moved some. */
void qmboxNotePlaces(qmboxGuard *guard);

/* Notes that the guard is broken if a callback has put any geom on another body or has moved one, or if a body has gone
   or is not where it started, or where the step has put it. */
void qmboxCheckBodies(qmboxGuard *guard, bool stepped);

/* Returns true if a geom (-1: one that is not guarded), or a body, is there still, be the guard broken or not. */
bool qmboxGeomIsThere(const qmboxGuard *guard, int geom);
bool qmboxBodyIsThere(const qmboxGuard *guard, int body);

#endif /* QMBOX_GUARDED_WHOLE_H */
