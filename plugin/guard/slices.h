/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When two geoms can be near each other.
 *
 * The step is cut into slices of equal length.  A geom that goes or turns far has bounds for each of them, which are
 * much smaller than those of the whole step.
 */

#ifndef QMBOX_GUARDED_SLICES_H
#define QMBOX_GUARDED_SLICES_H

#include "guard/guard.h"

/* Makes the bounds of a geom's slices from its convex solid, if it goes or turns far. */
void qmboxMakeSlices(qmboxGuard *guard, int geom);

/* Finds when two geoms are near each other, as the stops of their bodies are. */
qmboxSpan qmboxSpanOf(const qmboxGuard *guard, int geom1, int geom2);

#endif /* QMBOX_GUARDED_SLICES_H */
