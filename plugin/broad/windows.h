/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Windows of time.
 *
 * A geom that goes far in a step would be near everything, and mostly meets something soon. So the step is looked at
 * window by window, each of which ends four times as late as the one before: a geom that goes far has bounds for each
 * of them, which are much smaller than those of the whole step, and are those of where it waits once its body has been
 * stopped.
 */

#ifndef QMBOX_GUARDED_WINDOWS_H
#define QMBOX_GUARDED_WINDOWS_H

#include "guard/guard.h"

/* Makes a geom that has a solid known as what may be near one that goes far, if a box holds it. */
void qmboxMakeTraveller(qmboxGuard *guard, int geom);

/* Decides how many windows there are, from how far the geoms go. */
void qmboxCutWindows(qmboxGuard *guard);

/* When a window begins and ends. */
double qmboxWindowStart(const qmboxGuard *guard, int window);
double qmboxWindowEnd(const qmboxGuard *guard, int window);

/* Returns true if a geom moves after this time, as the stop of its body is. */
bool qmboxGoesOn(const qmboxGuard *guard, int geom, double time);

/* Returns the bounds of all places that a geom comes to in a window, as the stop of its body is or whenever that comes
   earlier in it; of the whole step if it does not go far. */
qmboxBox qmboxBoundsInWindow(qmboxGuard *guard, int geom, int window);

typedef void qmboxNearVisit(qmboxGuard *guard, int first, int second, int window);

/*
 * Calls `near` once for each two geoms of different bodies whose bounds in a window overlap, if one of them moves in it
 * and goes far; in the first window also for those neither of which goes far, for the whole step.  The order is the
 * same whenever the scene is.
 */
void qmboxVisitNear(qmboxGuard *guard, int window, qmboxNearVisit *near);

/* Returns true if the cores of two geoms, whose solids are known, can meet in a window, as the stops of their bodies
   are or whenever these come earlier in it. */
bool qmboxNearInWindow(qmboxGuard *guard, int geom1, int geom2, int window);

/* Forgets the bounds of a geom in the windows after that in which its body has been stopped.  Returns that window. */
int qmboxStopTraveller(qmboxGuard *guard, int geom);

#endif /* QMBOX_GUARDED_WINDOWS_H */
