/* SPDX-License-Identifier: BSD-3-Clause */

/* The geoms of a space, and the bodies that they and joints lead to. */

#ifndef QMBOX_GUARDED_BODIES_H
#define QMBOX_GUARDED_BODIES_H

#include "guard/guard.h"

/* Fills in the geoms, the nested spaces and the bodies of a guard, all poses as they are now. */
void qmboxCollectBodies(qmboxGuard *guard);

/* Finds out how the step has moved each body. */
void qmboxMeasureMoves(qmboxGuard *guard);

/* Notes that the guard is broken if its spaces hold another number of geoms now, or if this geom has another body; -1
   for none.  To be called after each callback.  A geom that goes while another comes is not seen. */
void qmboxCheckGeom(qmboxGuard *guard, int number);

/* Does so for all geoms. */
void qmboxCheckGeoms(qmboxGuard *guard);

/* Puts a body where it was at this time of the step. */
void qmboxPlaceBody(const qmboxGuard *guard, int number, double time);

/* The quaternion that it has there. */
void qmboxQuaternionAt(const qmboxGuard *guard, int number, double time, dQuaternion quaternion);

#endif /* QMBOX_GUARDED_BODIES_H */
