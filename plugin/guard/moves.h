/* SPDX-License-Identifier: BSD-3-Clause */

/* How a step has moved the bodies, and where they were in it. */

#ifndef QMBOX_GUARDED_MOVES_H
#define QMBOX_GUARDED_MOVES_H

#include "guard/guard.h"

/* Finds out how the step has moved each body. */
void qmboxMeasureMoves(qmboxGuard *guard);

/* Finds out how much damping has made the spins of bodies in finite rotation mode less after they have turned, and
   reports those of which it is not known how they have turned. */
void qmboxFindTurns(qmboxGuard *guard);

/* Puts a body where it was at this time of the step. */
void qmboxPlaceBody(const qmboxGuard *guard, int number, double time);

/* Writes the quaternion that it has there, of unit length. */
void qmboxQuaternionAt(const qmboxGuard *guard, int number, double time, dQuaternion quaternion);

#endif /* QMBOX_GUARDED_MOVES_H */
