/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is all that the guard has collected still there, as it was?  A callback of the program may have destroyed or changed
 * it.
 *
 * Nothing that may be gone is touched to find out: a space is read only after the one that holds it, and a body is
 * there as long as a geom that is there is on it, since ODE takes the geoms off a body that goes.
 */

#ifndef QMBOX_INTEGRITY_H
#define QMBOX_INTEGRITY_H

#include "guard/guard.h"

/* Are called before and after a callback.  The second notes that the guard is broken if geoms or spaces have come or
   gone. */
void qmboxBeforeCallback(qmboxGuard *guard);
void qmboxAfterCallback(qmboxGuard *guard);

/* Notes that the guard is broken: nothing is put back any more. */
void qmboxBreakGuard(qmboxGuard *guard);

/* Notes that the guard is broken if a callback has put this geom on another body.  The spaces have to be whole. */
void qmboxCheckGeom(qmboxGuard *guard, int geom);

/* Notes that the guard is broken if a callback has destroyed or changed anything, or if a body is not where it started,
   or where the step has put it.  In a guard of a part of a step sizes and places are not compared. */
void qmboxCheckBodies(qmboxGuard *guard, bool stepped);

/* Are called before and after the step.  The second notes that the guard is broken if one of ODE's moved callbacks has
   destroyed or changed anything.  They may move what they like: geoms without a body are where they are after it. */
void qmboxBeforeStep(qmboxGuard *guard);
void qmboxAfterStep(qmboxGuard *guard);

/* Is called after a step of bodies that were stopped: as after any step, if moved callbacks may have been called in
   it.  What other callbacks change is seen after each of them, or after the last of these steps. */
void qmboxAfterSlice(qmboxGuard *guard);

/* Returns true if a geom (-1: one that is not guarded), or a body, is there still, be the guard broken or not. */
bool qmboxGeomIsThere(const qmboxGuard *guard, int geom);
bool qmboxBodyIsThere(const qmboxGuard *guard, int body);

#endif /* QMBOX_INTEGRITY_H */
