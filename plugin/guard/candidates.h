/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of geoms one of which goes far: they are taken up in the first window of time in which they are near. */

#ifndef QMBOX_GUARDED_CANDIDATES_H
#define QMBOX_GUARDED_CANDIDATES_H

#include "guard/guard.h"

/* Takes up what is near each other in a window, with the stops as they are, and lets those that have been taken up
   before be asked about it; in the first window what does not go far, for the whole step. */
void qmboxAddNearPairs(qmboxGuard *guard, int window);

/* Takes up sensors and geoms that overlap them, if neither moves: a window shows what one of the two moves to. */
void qmboxLookAtStillSensors(qmboxGuard *guard);

/* Takes up what is near a geom whose body has been stopped, in the windows from that stop to the present one. */
void qmboxLookBack(qmboxGuard *guard, int geom);

#endif /* QMBOX_GUARDED_CANDIDATES_H */
