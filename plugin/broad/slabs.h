/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Slabs of equal width across the second axis of sorted boxes (overlaps.h), the outermost without end.
 *
 * A sweep along one axis holds a box against all that overlap it there, which of N boxes strewn in a room are about
 * N^(2/3).  Within slabs it holds it against those of them that come into the same slab.
 */

#ifndef QMBOX_SLABS_H
#define QMBOX_SLABS_H

#include <stdbool.h>

#include "broad/overlaps.h"

typedef struct qmboxSlabs {
  double low, width;
  int count;
} qmboxSlabs;

/* Returns as many slabs for these boxes as are worth it: one for few boxes, or long ones. */
qmboxSlabs qmboxMakeSlabs(const qmboxBounds *bounds, int count);

/* Returns the number of the slab that a coordinate is in. */
int qmboxSlabOf(const qmboxSlabs *slabs, double coordinate);

/* Copies of boxes, slab by slab, in each in the order of the list: those of slab k from start[k] to start[k + 1]. */
typedef struct qmboxSlabbed {
  qmboxBounds *bounds;
  int *start;
  int slabCount;
} qmboxSlabbed;

/* Puts a list into slabs.  Returns false, and has nothing to be freed, for want of memory, or if most boxes come into
   so many slabs that it is not worth it. */
bool qmboxPutIntoSlabs(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, qmboxSlabbed *slabbed);

void qmboxFreeSlabbed(qmboxSlabbed *slabbed);

#endif /* QMBOX_SLABS_H */
