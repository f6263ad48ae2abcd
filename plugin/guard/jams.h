/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Jams: kinematic bodies do not wait.
 *
 * A kinematic body goes where the program sends it.  A body that it squeezes against something else cannot stay apart
 * from both: the two geoms that keep the kinematic body from moving pass through each other for the rest of the step,
 * and are reported as a jam.  The squeezed body stays apart from all else.  In the next steps the two are jammed from
 * the start, until their cores are apart.
 */

#ifndef QMBOX_JAMS_H
#define QMBOX_JAMS_H

#include "guard/guard.h"

/* Returns true if two geoms are jammed. */
bool qmboxAreJammed(const qmboxGuard *guard, int first, int second);

/* Notes that two geoms are jammed, at this time of the guard's step, and reports them if they were not.  If no memory
   is left, the guard has failed. */
void qmboxNoteJam(qmboxGuard *guard, int first, int second, double time);

/* Returns true for a kinematic body that moves in the step. */
bool qmboxIsDriven(const qmboxGuardedBody *body);

#endif /* QMBOX_JAMS_H */
