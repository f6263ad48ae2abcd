/* SPDX-License-Identifier: BSD-3-Clause */

/* Slabs of equal width across the second axis of sorted boxes. */

#include "broad/slabs.h"

#include <string.h>

#include "qmbox_ode.h"
#include "util/real.h"

/* Slabs have room for so many boxes side by side, and there is one for so many boxes at most. */
#define BOXES_ACROSS 2
enum { BOXES_A_SLAB = 8, MOST_SLABS = 1024 };

/* Boxes may come into so many slabs on average. */
enum { MOST_PLACES = 8 };

qmboxSlabs qmboxMakeSlabs(const qmboxBounds *bounds, int count) {
  qmboxSlabs slabs = {0, 0, 1};
  double high = bounds[0].max[1], extents = 0;
  slabs.low = bounds[0].min[1];
  for (int i = 0; i < count; i++) {
    slabs.low = qmboxMin(slabs.low, bounds[i].min[1]);
    high = qmboxMax(high, bounds[i].max[1]);
    extents += bounds[i].max[1] - bounds[i].min[1];
  }
  double most = qmboxMin(count / BOXES_A_SLAB, MOST_SLABS),
         number = (high - slabs.low) * count / (BOXES_ACROSS * extents);
  if (!(number >= 2 && most >= 2)) return slabs; /* of infinite extents it is not a number */
  slabs.count = (int)qmboxMin(number, most);
  slabs.width = (high - slabs.low) / slabs.count;
  return slabs;
}

int qmboxSlabOf(const qmboxSlabs *slabs, double coordinate) {
  double number = (coordinate - slabs->low) / slabs->width;
  return (int)qmboxMax(0, qmboxMin(number, slabs->count - 1));
}

/* Notes in start[k + 1] how many boxes come into slab k.  Returns how many places that are. */
static long countPlaces(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, int *start) {
  long places = 0;
  memset(start, 0, (size_t)(slabs->count + 1) * sizeof *start);
  for (int i = 0; i < count; i++) {
    int first = qmboxSlabOf(slabs, bounds[i].min[1]), last = qmboxSlabOf(slabs, bounds[i].max[1]);
    for (int k = first; k <= last; k++) start[k + 1]++;
    places += last - first + 1;
  }
  return places;
}

/* Puts each box into its places.  In the end start[k] is where slab k ends. */
static void fill(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, qmboxSlabbed *slabbed) {
  for (int k = 0; k < slabs->count; k++) slabbed->start[k + 1] += slabbed->start[k];
  for (int i = 0; i < count; i++) {
    int first = qmboxSlabOf(slabs, bounds[i].min[1]), last = qmboxSlabOf(slabs, bounds[i].max[1]);
    for (int k = first; k <= last; k++) slabbed->bounds[slabbed->start[k]++] = bounds[i];
  }
}

bool qmboxPutIntoSlabs(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, qmboxSlabbed *slabbed) {
  slabbed->slabCount = slabs->count;
  slabbed->bounds = 0;
  slabbed->start = dAlloc((size_t)(slabs->count + 1) * sizeof *slabbed->start);
  if (!slabbed->start) return false;
  long places = countPlaces(slabs, bounds, count, slabbed->start);
  if (places <= (long)MOST_PLACES * (count + slabs->count)) {
    slabbed->bounds = dAlloc((size_t)(places + 1) * sizeof *slabbed->bounds);
  }
  if (!slabbed->bounds) {
    qmboxFreeSlabbed(slabbed);
    return false;
  }
  fill(slabs, bounds, count, slabbed);
  memmove(slabbed->start + 1, slabbed->start, (size_t)slabs->count * sizeof *slabbed->start);
  slabbed->start[0] = 0;
  return true;
}

void qmboxFreeSlabbed(qmboxSlabbed *slabbed) {
  size_t places = slabbed->bounds ? (size_t)slabbed->start[slabbed->slabCount] : 0;
  if (slabbed->bounds) dFree(slabbed->bounds, (places + 1) * sizeof *slabbed->bounds);
  dFree(slabbed->start, (size_t)(slabbed->slabCount + 1) * sizeof *slabbed->start);
}
