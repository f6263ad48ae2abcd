/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cores of convex hulls: what is left when all faces move inwards.
 *
 * A hull less a length l on every side is, between the hull K and a core C that is inside of it by `inner` everywhere,
 * the set (1 - l/inner) K + (l/inner) C: since the support functions satisfy h_K - h_C >= inner, that of this set is
 * less than h_K by l or more along every direction.  It is exactly K less l where no face vanishes on the way, and it
 * needs nothing but the points of the two.
 *
 * Cores are remembered for the process by the contents of the hulls, so that one is made for all geoms of the same
 * shape, and stays right if the program changes its arrays.
 */

#ifndef QMBOX_HULL_CORE_H
#define QMBOX_HULL_CORE_H

#include "ode/convex_data.h"

typedef struct qmboxHullCore {
  double inner;  /* > 0: no point of the core is nearer to the hull's surface than this */
  double *point; /* count times x, y, z */
  int count;
} qmboxHullCore;

/* So many different hulls are remembered. */
enum { QMBOX_MOST_HULLS = 4096 };

/* Returns the core of a hull.  Returns null if it has none: it is flat, its planes are not those of its points, there
   is no memory, or there are too many hulls.  Thread-safe; a core is never freed. */
const qmboxHullCore *qmboxCoreOfHull(const qmboxConvexData *hull);

#endif /* QMBOX_HULL_CORE_H */
