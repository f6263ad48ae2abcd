/* SPDX-License-Identifier: BSD-3-Clause */

/* Which axis-aligned boxes overlap: sort and sweep along one axis, in slabs across another. */

#include "broad/overlaps.h"

#include <stdbool.h>
#include <stdlib.h>

#include "broad/slabs.h"
#include "util/real.h"

/* How widely the middles of the boxes are scattered on an axis. */
static double scatter(const qmboxBounds *bounds, int count, int axis) {
  double sum = 0, squares = 0, origin = bounds[0].min[axis];
  for (int i = 0; i < count; i++) {
    double middle = (bounds[i].min[axis] - origin) + (bounds[i].max[axis] - origin);
    sum += middle;
    squares += middle * middle;
  }
  return squares - sum / count * sum;
}

/* Exchanges two axes. */
static void exchange(qmboxBounds *bounds, int count, int one, int other) {
  for (int i = 0; i < count && one != other; i++) {
    double min = bounds[i].min[one], max = bounds[i].max[one];
    bounds[i].min[one] = bounds[i].min[other];
    bounds[i].max[one] = bounds[i].max[other];
    bounds[i].min[other] = min;
    bounds[i].max[other] = max;
  }
}

/* Puts the axis on which the moving boxes are scattered most first, and the next second. */
static void orderAxes(qmboxBounds *moving, int movingCount, qmboxBounds *still, int stillCount) {
  double scattered[3];
  for (int axis = 0; axis < 3; axis++) scattered[axis] = scatter(moving, movingCount, axis);
  for (int place = 0; place < 2; place++) {
    int widest = place;
    for (int axis = place + 1; axis < 3; axis++) {
      if (scattered[axis] > scattered[widest]) widest = axis;
    }
    exchange(moving, movingCount, place, widest);
    exchange(still, stillCount, place, widest);
    scattered[widest] = scattered[place];
  }
}

static int byLowerEnd(const void *a, const void *b) {
  const qmboxBounds *bounds1 = a, *bounds2 = b;

  if (bounds1->min[0] != bounds2->min[0]) return bounds1->min[0] < bounds2->min[0] ? -1 : 1;
  return (bounds1->owner > bounds2->owner) - (bounds1->owner < bounds2->owner);
}

static void sort(qmboxBounds *bounds, int count) {
  if (count > 1) qsort(bounds, (size_t)count, sizeof *bounds, byLowerEnd);
}

/* All four comparisons, without branches that mostly go either way. */
static int overlapAcross(const qmboxBounds *a, const qmboxBounds *b) {
  return (a->min[1] <= b->max[1]) & (b->min[1] <= a->max[1]) & (a->min[2] <= b->max[2]) & (b->min[2] <= a->max[2]);
}

/* A search within one of the slabs. */
typedef struct qmboxFinder {
  qmboxOverlap *overlap;
  void *data;
  const qmboxSlabs *slabs;
  int slab;
} qmboxFinder;

/* Returns true if two boxes that overlap are this slab's: the one in which their overlap begins. */
static bool isOfSlab(const qmboxFinder *finder, const qmboxBounds *a, const qmboxBounds *b) {
  return finder->slabs->count == 1 || qmboxSlabOf(finder->slabs, qmboxMax(a->min[1], b->min[1])) == finder->slab;
}

/* One box against those of a list, from number `next` on, that do not begin before it. */
static void scan(const qmboxFinder *finder, const qmboxBounds *one, const qmboxBounds *list, int next, int count,
                 int listMoves) {
  for (; next < count && list[next].min[0] <= one->max[0]; next++) {
    if (!overlapAcross(one, &list[next]) || !isOfSlab(finder, one, &list[next])) continue;
    if (listMoves) {
      finder->overlap(finder->data, list[next].owner, one->owner);
    } else {
      finder->overlap(finder->data, one->owner, list[next].owner);
    }
  }
}

/* Finds the overlaps of each box of one sorted list with each of another. */
static void merge(const qmboxFinder *finder, const qmboxBounds *first, int firstCount, const qmboxBounds *second,
                  int secondCount) {
  for (int i = 0, next = 0; i < firstCount; i++) {
    while (next < secondCount && second[next].min[0] < first[i].min[0]) next++;
    scan(finder, &first[i], second, next, secondCount, 0);
  }
  for (int j = 0, next = 0; j < secondCount; j++) {
    while (next < firstCount && first[next].min[0] <= second[j].min[0]) next++;
    scan(finder, &second[j], first, next, firstCount, 1);
  }
}

/* Finds all overlaps of two sorted lists, and those within the first. */
static void scanLists(const qmboxFinder *finder, const qmboxBounds *moving, int movingCount, const qmboxBounds *still,
                      int stillCount) {
  for (int i = 0; i < movingCount; i++) scan(finder, &moving[i], moving, i + 1, movingCount, 1);
  merge(finder, moving, movingCount, still, stillCount);
}

/* Does so slab by slab.  Returns false, with nothing done, if that cannot be or is not worth it. */
static bool scanSlabs(qmboxFinder *finder, const qmboxBounds *moving, int movingCount, const qmboxBounds *still,
                      int stillCount) {
  qmboxSlabbed movingIn, stillIn;
  if (finder->slabs->count == 1 || !qmboxPutIntoSlabs(finder->slabs, moving, movingCount, &movingIn)) return false;
  bool good = qmboxPutIntoSlabs(finder->slabs, still, stillCount, &stillIn);
  for (int k = 0; k < finder->slabs->count && good; k++) {
    finder->slab = k;
    scanLists(finder, movingIn.bounds + movingIn.start[k], movingIn.start[k + 1] - movingIn.start[k],
              stillIn.bounds + stillIn.start[k], stillIn.start[k + 1] - stillIn.start[k]);
  }
  if (good) qmboxFreeSlabbed(&stillIn);
  qmboxFreeSlabbed(&movingIn);
  return good;
}

void qmboxFindOverlaps(qmboxBounds *moving, int movingCount, qmboxBounds *still, int stillCount, qmboxOverlap *overlap,
                       void *data) {
  if (movingCount == 0) return;
  orderAxes(moving, movingCount, still, stillCount);
  sort(moving, movingCount);
  sort(still, stillCount);
  qmboxSlabs slabs = qmboxMakeSlabs(moving, movingCount);
  qmboxFinder finder = {overlap, data, &slabs, 0};
  if (scanSlabs(&finder, moving, movingCount, still, stillCount)) return;
  slabs.count = 1;
  scanLists(&finder, moving, movingCount, still, stillCount);
}
