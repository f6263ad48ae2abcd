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

#include "shapes/farthest_point.h"
#include "shapes/hull_core.h"

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
