/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Convex hulls that are known: their cores, and which of their points are farthest along directions.
 *
 * They are remembered for the process by their contents, so that all geoms of the same shape share what is found out
 * once, and it stays right if the program changes its arrays.
 */

#ifndef QMBOX_KNOWN_HULL_H
#define QMBOX_KNOWN_HULL_H

#include "shapes/farthest_point.h"
#include "shapes/hull_core.h"

typedef struct qmboxKnownHull {
  qmboxHullCore core;           /* its `inner` is 0 if the hull has none */
  qmboxFarthestTable *farthest; /* null if the hull has few points */
} qmboxKnownHull;

/* So many different hulls are remembered. */
enum { QMBOX_MOST_HULLS = 4096 };

/* Returns the known hull of these contents, null if there is no memory or there are too many of them. Thread-safe;
   it is never freed. */
const qmboxKnownHull *qmboxKnowHull(const qmboxConvexData *hull);

#endif /* QMBOX_KNOWN_HULL_H */
