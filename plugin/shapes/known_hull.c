/* SPDX-License-Identifier: BSD-3-Clause */

/* Convex hulls that are known. */

#include "shapes/known_hull.h"

#include <stdlib.h>

#include "util/remembered.h"

static qmboxConvexData hullOf(const qmboxContents *contents) {
  return (qmboxConvexData){.plane = contents->part[0],
                           .point = contents->part[1],
                           .planeCount = (int)(contents->size[0] / (4 * sizeof(dReal))),
                           .pointCount = (int)(contents->size[1] / (3 * sizeof(dReal)))};
}

static void *makeKnown(const qmboxContents *contents, size_t *bytes) {
  const qmboxConvexData hull = hullOf(contents);
  qmboxKnownHull *known = malloc(sizeof *known);
  if (!known) return 0;
  if (!qmboxMakeHullCore(&hull, &known->core)) {
    free(known);
    return 0;
  }
  known->point = hull.point;
  atomic_init(&known->farthest, 0);
  atomic_init(&known->seenAgain, false);
  *bytes = sizeof *known + 3 * (size_t)known->core.count * sizeof *known->core.point;
  return known;
}

/* Makes the table of farthest points, once. */
static size_t seeAgain(void *thing, const qmboxContents *contents) {
  qmboxKnownHull *known = thing;
  if (atomic_load(&known->seenAgain) || atomic_exchange(&known->seenAgain, true)) return 0;
  const qmboxConvexData hull = hullOf(contents);
  qmboxFarthestTable *table = qmboxMakeFarthestTable(hull.point, hull.pointCount);
  atomic_store(&known->farthest, table);
  return table ? qmboxBytesOfFarthestTable(table) : 0;
}

static void freeKnown(void *thing) {
  qmboxKnownHull *known = thing;
  free(atomic_load(&known->farthest));
  free(known->core.point);
  free(known);
}

static const qmboxRememberedKind kind = {makeKnown, seeAgain, freeKnown};

const qmboxKnownHull *qmboxKnowHull(const qmboxConvexData *hull) {
  const qmboxContents contents = {
      .part = {hull->plane, hull->point},
      .size = {4 * (size_t)hull->planeCount * sizeof(dReal), 3 * (size_t)hull->pointCount * sizeof(dReal)}};
  return qmboxRemember(&kind, qmboxMarkOfNumbers(&contents), &contents);
}
