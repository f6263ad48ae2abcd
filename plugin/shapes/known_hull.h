/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Convex hulls that are known: their cores, and which of their points are farthest along directions.
 *
 * They are remembered by their contents (util/remembered.h), so that all geoms of the same shape share what is found
 * out once, and it stays right if the program changes its arrays.  The table of farthest points is made when a hull is
 * seen for the second time: it takes longer than some passes over all points, and a hull that changes in each step is
 * seen once.
 */

#ifndef QMBOX_KNOWN_HULL_H
#define QMBOX_KNOWN_HULL_H

#include <stdatomic.h>

#include "shapes/hull_core.h"
#include "qmbox_ode.h"

/*
 * Which of many points is farthest along a direction?
 *
 * The sides of a cube around the origin are cut into cells; a table has, for each cell, those points that may be
 * farthest along a direction through it. A point is left out if another one is farther along the directions through all
 * four corners of the cell, and so along all in between: the answer is the same as from all points, to the bit.
 */

typedef struct qmboxFarthestTable qmboxFarthestTable;

/* Makes the table of these points, count times x, y, z. Returns null for few points or very many, for which it is of no
   use, for points that are not finite, and if no memory is left. It is freed by free(). */
qmboxFarthestTable *qmboxMakeFarthestTable(const dReal *point, int count);

/* Returns the number of the point that is farthest along a direction, the first of those that are equally far, or 0 if
   the direction is not finite. The table is the points', or null. */
int qmboxFarthestPoint(const qmboxFarthestTable *table, const dReal *point, int count, const double direction[3]);

typedef struct qmboxKnownHull {
  const dReal *point;                     /* of its own, as many as the hull has */
  qmboxHullCore core;                     /* its `inner` is 0 if the hull has none */
  _Atomic(qmboxFarthestTable *) farthest; /* null if the hull is new, or has few points */
  atomic_bool seenAgain;
} qmboxKnownHull;

/* Returns the known hull of these contents, valid until the call leaves (qmboxEndCall()); null if no memory is left.
   Thread-safe. */
const qmboxKnownHull *qmboxKnowHull(const qmboxConvexData *hull);

#endif /* QMBOX_KNOWN_HULL_H */
