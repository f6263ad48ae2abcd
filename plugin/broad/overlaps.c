/* SPDX-License-Identifier: BSD-3-Clause */

/* Which axis-aligned boxes overlap: sort and sweep along one axis. */

#include "broad/overlaps.h"

#include <stdlib.h>

/* The axis on which the middles of the boxes have the greatest variance. */
static int widestAxis(const qmboxBounds *bounds, int count) {
  double widest = -1;
  int axis = 0, i, k;

  for (k = 0; k < 3; k++) {
    double sum = 0, squares = 0, origin = bounds[0].min[k];
    for (i = 0; i < count; i++) {
      double middle = (bounds[i].min[k] - origin) + (bounds[i].max[k] - origin);
      sum += middle;
      squares += middle * middle;
    }
    squares -= sum / count * sum;
    if (squares > widest) {
      widest = squares;
      axis = k;
    }
  }
  return axis;
}

/* Exchanges an axis with the first: the sorting then needs not be told of it. */
static void putFirst(qmboxBounds *bounds, int count, int axis) {
  for (int i = 0; i < count; i++) {
    double min = bounds[i].min[0], max = bounds[i].max[0];
    bounds[i].min[0] = bounds[i].min[axis];
    bounds[i].max[0] = bounds[i].max[axis];
    bounds[i].min[axis] = min;
    bounds[i].max[axis] = max;
  }
}

static int byLowerEnd(const void *a, const void *b) {
  const qmboxBounds *bounds1 = a, *bounds2 = b;

  if (bounds1->min[0] != bounds2->min[0]) return bounds1->min[0] < bounds2->min[0] ? -1 : 1;
  return (bounds1->owner > bounds2->owner) - (bounds1->owner < bounds2->owner);
}

static void sort(qmboxBounds *bounds, int count, int axis) {
  if (axis != 0) putFirst(bounds, count, axis);
  if (count > 1) qsort(bounds, (size_t)count, sizeof *bounds, byLowerEnd);
}

static int overlapAcross(const qmboxBounds *a, const qmboxBounds *b) {
  return a->min[1] <= b->max[1] && b->min[1] <= a->max[1] && a->min[2] <= b->max[2] && b->min[2] <= a->max[2];
}

/* The arguments of a search that its visitors need. */
typedef struct qmboxFinder {
  qmboxOverlap *overlap;
  void *data;
} qmboxFinder;

/* One box against those of a list, from number `next` on, that do not begin before it. */
static void scan(const qmboxFinder *finder, const qmboxBounds *one, const qmboxBounds *list, int next, int count,
                 int listMoves) {
  for (; next < count && list[next].min[0] <= one->max[0]; next++) {
    if (!overlapAcross(one, &list[next])) continue;
    if (listMoves) {
      finder->overlap(finder->data, list[next].owner, one->owner);
    } else {
      finder->overlap(finder->data, one->owner, list[next].owner);
    }
  }
}

/* Calls for each of a sorted list and one of another. */
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

void qmboxFindOverlaps(qmboxBounds *moving, int movingCount, qmboxBounds *still, int stillCount, qmboxOverlap *overlap,
                       void *data) {
  qmboxFinder finder = {overlap, data};
  if (movingCount == 0) return;
  int axis = widestAxis(moving, movingCount);
  sort(moving, movingCount, axis);
  sort(still, stillCount, axis);
  for (int i = 0; i < movingCount; i++) scan(&finder, &moving[i], moving, i + 1, movingCount, 1);
  merge(&finder, moving, movingCount, still, stillCount);
}

void qmboxFindOverlapsBetween(qmboxBounds *first, int firstCount, qmboxBounds *second, int secondCount,
                              qmboxOverlap *overlap, void *data) {
  qmboxFinder finder = {overlap, data};
  if (firstCount == 0 || secondCount == 0) return;
  int axis = widestAxis(first, firstCount);
  sort(first, firstCount, axis);
  sort(second, secondCount, axis);
  merge(&finder, first, firstCount, second, secondCount);
}
