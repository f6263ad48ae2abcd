/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which axis-aligned boxes overlap: sort and sweep.
 *
 * Boxes are sorted by their lower ends on one axis; each is then held against those that begin before it ends.  That is
 * N log N and the number of pairs that overlap on this axis.  The axis is that on which the moving boxes are scattered
 * most, so that few do: a column is sorted by height, a row of dominoes along its length.  Many boxes are swept slab by
 * slab across the axis on which they are scattered next.
 */

#ifndef QMBOX_OVERLAPS_H
#define QMBOX_OVERLAPS_H

#include <stdbool.h>

/* The closed box [min, max], perhaps infinite, no NaN. */
typedef struct qmboxBounds {
  double min[3], max[3];
  int owner; /* whose it is; no two of a list the same */
} qmboxBounds;

/* Called for each pair; owner1 moves. */
typedef void qmboxOverlapVisit(void *data, int owner1, int owner2);

/*
 * Calls `overlap` once for each two boxes of `moving` that share a point, and for each of `moving` and one of `still`.
 * The order is the same whenever the boxes are.  Both lists are sorted in place, and their axes may be exchanged.
 * Returns false if no memory is left.
 */
bool qmboxFindOverlaps(qmboxBounds *moving, int movingCount, qmboxBounds *still, int stillCount,
                       qmboxOverlapVisit *overlap, void *data);

#endif /* QMBOX_OVERLAPS_H */
