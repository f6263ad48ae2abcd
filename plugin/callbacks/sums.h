/* SPDX-License-Identifier: BSD-3-Clause */

/* Sums over what callbacks must not change while the guard works, to be compared before and after. */

#ifndef QMBOX_GUARDED_SUMS_H
#define QMBOX_GUARDED_SUMS_H

#include "guard/guard.h"

/* Returns a sum over where the geoms are that have no body. */
uint64_t qmboxSumOfPlaces(const qmboxGuard *guard);

/* Returns a sum over the sizes of all geoms, and over their offsets from their bodies.  Of a mesh the vertices are not
   looked at, of a user's geom its reach and its inner length. */
uint64_t qmboxSumOfShapes(const qmboxGuard *guard);

#endif /* QMBOX_GUARDED_SUMS_H */
