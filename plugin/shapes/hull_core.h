/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cores of convex hulls: the rest when all faces move inwards.
 *
 * A hull less a length l on every side is, between the hull K and a core C that is inside of it by `inner` everywhere,
 * the set (1 - l/inner) K + (l/inner) C: since the support functions satisfy h_K - h_C >= inner, the support function
 * of this set is less than h_K by l or more along every direction.  It is exactly K less l where no face vanishes on
 * the way, and it needs nothing but the points of the two.
 */

#ifndef QMBOX_HULL_CORE_H
#define QMBOX_HULL_CORE_H

#include <stdbool.h>

#include "ode/convex_data.h"

typedef struct qmboxHullCore {
  double inner;  /* > 0: no point of the core is nearer to the hull's surface than this */
  double *point; /* count times x, y, z */
  int count;
} qmboxHullCore;

/* Makes the core of a hull. Its `inner` is 0 if the hull has none: it is flat, or its planes are not its points'.
   Returns false if no memory is left. */
bool qmboxMakeHullCore(const qmboxConvexData *hull, qmboxHullCore *core);

#endif /* QMBOX_HULL_CORE_H */
