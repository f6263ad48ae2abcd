/* SPDX-License-Identifier: BSD-3-Clause */

#include "broad/overlaps.h"

#include <string.h>

#include "qmbox_ode.h"
#include "util/real.h"

/* ------------------------------------------------------------------ slabs */

/*
 * Slabs of equal width across the second axis of sorted boxes, the outermost without end.
 *
 * A sweep along one axis compares a box with all that overlap it there: of N boxes scattered in a room about N^(2/3).
 * Within slabs it compares it with the boxes among them in the same slab.
 */
typedef struct qmboxSlabs {
  double low, width;
  int count;
} qmboxSlabs;

/* Copies of boxes, slab by slab, in each in the order of the list: slab k's from start[k] to start[k + 1]. */
typedef struct qmboxSlabbed {
  qmboxBounds *bounds;
  int *start;
  int slabCount;
} qmboxSlabbed;

/* Number of boxes that slabs have room for side by side, and the least number of boxes per slab. */
#define BOXES_ACROSS 2
enum { BOXES_A_SLAB = 8, MOST_SLABS = 1024 };

/* Number of slabs that boxes may come into on average. */
enum { MOST_PLACES = 8 };

/* Returns as many slabs for these boxes as are worth it: one for few boxes, or long ones. */
static qmboxSlabs makeSlabs(const qmboxBounds *bounds, int count) {
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

/* Returns the number of the slab that a coordinate is in. */
static int slabOf(const qmboxSlabs *slabs, double coordinate) {
  double number = (coordinate - slabs->low) / slabs->width;
  return (int)qmboxMax(0, qmboxMin(number, slabs->count - 1));
}

/* Notes in start[k + 1] how many boxes come into slab k.  Returns how many places that are. */
static long countPlaces(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, int *start) {
  long places = 0;
  memset(start, 0, (size_t)(slabs->count + 1) * sizeof *start);
  for (int i = 0; i < count; i++) {
    int first = slabOf(slabs, bounds[i].min[1]), last = slabOf(slabs, bounds[i].max[1]);
    for (int k = first; k <= last; k++) start[k + 1]++;
    places += last - first + 1;
  }
  return places;
}

/* Puts each box into its places.  In the end start[k] is where slab k ends. */
static void fill(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, qmboxSlabbed *slabbed) {
  for (int k = 0; k < slabs->count; k++) slabbed->start[k + 1] += slabbed->start[k];
  for (int i = 0; i < count; i++) {
    int first = slabOf(slabs, bounds[i].min[1]), last = slabOf(slabs, bounds[i].max[1]);
    for (int k = first; k <= last; k++) slabbed->bounds[slabbed->start[k]++] = bounds[i];
  }
}

static void freeSlabbed(qmboxSlabbed *slabbed) {
  size_t places = slabbed->bounds ? (size_t)slabbed->start[slabbed->slabCount] : 0;
  if (slabbed->bounds) dFree(slabbed->bounds, (places + 1) * sizeof *slabbed->bounds);
  dFree(slabbed->start, (size_t)(slabbed->slabCount + 1) * sizeof *slabbed->start);
}

/* Puts a list into slabs.  Returns false, with nothing to free, if there is no memory, or if most boxes come into so
   many slabs that it is not worth it. */
static bool putIntoSlabs(const qmboxSlabs *slabs, const qmboxBounds *bounds, int count, qmboxSlabbed *slabbed) {
  slabbed->slabCount = slabs->count;
  slabbed->bounds = 0;
  slabbed->start = dAlloc((size_t)(slabs->count + 1) * sizeof *slabbed->start);
  if (!slabbed->start) return false;
  long places = countPlaces(slabs, bounds, count, slabbed->start);
  if (places <= (long)MOST_PLACES * (count + slabs->count)) {
    slabbed->bounds = dAlloc((size_t)(places + 1) * sizeof *slabbed->bounds);
  }
  if (!slabbed->bounds) {
    freeSlabbed(slabbed);
    return false;
  }
  fill(slabs, bounds, count, slabbed);
  memmove(slabbed->start + 1, slabbed->start, (size_t)slabs->count * sizeof *slabbed->start);
  slabbed->start[0] = 0;
  return true;
}

/* ------------------------------------------------------------------ axes */

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

/* The lower end of a box, and its place in the list. */
typedef struct qmboxEnd {
  double low;
  int owner, place;
} qmboxEnd;

static bool isBefore(const qmboxEnd *a, const qmboxEnd *b) {
  return a->low < b->low || (a->low == b->low && a->owner < b->owner);
}

/* Lists of at most this number are sorted by insertion. */
enum { SHORT_LIST = 8 };

static void insertEach(qmboxEnd *end, int count) {
  for (int i = 1; i < count; i++) {
    int at = i;
    const qmboxEnd moved = end[i];
    for (; at > 0 && isBefore(&moved, &end[at - 1]); at--) end[at] = end[at - 1];
    end[at] = moved;
  }
}

/* Sorts ends by merging halves that are not in order, with as much room besides. */
static void mergeHalves(qmboxEnd *end, int count, qmboxEnd *room) {
  if (count <= SHORT_LIST) {
    insertEach(end, count);
    return;
  }
  int half = count / 2, left = 0, right = half, at = 0;
  mergeHalves(end, half, room);
  mergeHalves(end + half, count - half, room);
  if (!isBefore(&end[half], &end[half - 1])) return;
  memcpy(room, end, (size_t)half * sizeof *end);
  while (left < half) end[at++] = right < count && isBefore(&end[right], &room[left]) ? end[right++] : room[left++];
}

/* A number of bits, and the unit of a number of twice as many. */
typedef struct qmboxDigits {
  double least, unit;
  int bits;
} qmboxDigits;

/* The most bits of a digit. */
enum { MOST_BITS = 10 };

static unsigned digitOf(const qmboxDigits *digits, const qmboxEnd *end, int digit) {
  unsigned number = (unsigned)((end->low - digits->least) * digits->unit);
  return number >> (digit * digits->bits) & ((1u << digits->bits) - 1);
}

/* Orders ends by a digit; equal ones stay in order. */
static void orderByDigit(const qmboxDigits *digits, const qmboxEnd *from, int count, int digit, qmboxEnd *to) {
  int start[1 << MOST_BITS] = {0}, sum = 0;
  for (int i = 0; i < count; i++) start[digitOf(digits, &from[i], digit)]++;
  for (int k = 0; k < 1 << digits->bits; k++) {
    int next = sum + start[k];
    start[k] = sum;
    sum = next;
  }
  for (int i = 0; i < count; i++) to[start[digitOf(digits, &from[i], digit)]++] = from[i];
}

/* Sorts ends almost, by numbers of two digits.  Infinite ends have none. */
static void presort(qmboxEnd *end, int count, qmboxEnd *room) {
  qmboxDigits digits = {.least = end[0].low, .bits = 1};
  double most = end[0].low;
  while (digits.bits < MOST_BITS && 1 << digits.bits < count) digits.bits++;
  for (int i = 1; i < count; i++) {
    digits.least = qmboxMin(digits.least, end[i].low);
    most = qmboxMax(most, end[i].low);
  }
  digits.unit = (double)((1u << 2 * digits.bits) - 1) / (most - digits.least);
  if (!(digits.unit > 0 && digits.unit < HUGE_VAL)) return;
  orderByDigit(&digits, end, count, 0, room);
  orderByDigit(&digits, room, count, 1, end);
}

/* Sorts boxes by their lower ends: qsort() takes 1.6 times as many instructions.  Returns false if no memory is
   left. */
static bool sort(qmboxBounds *bounds, int count) {
  size_t copies = (size_t)count * sizeof(qmboxBounds), size = copies + 2 * (size_t)count * sizeof(qmboxEnd);
  if (count < 2) return true;
  qmboxBounds *copy = dAlloc(size);
  if (!copy) return false;
  qmboxEnd *end = (qmboxEnd *)(void *)(copy + count);
  memcpy(copy, bounds, copies);
  for (int i = 0; i < count; i++) end[i] = (qmboxEnd){bounds[i].min[0], bounds[i].owner, i};
  if (count > SHORT_LIST) presort(end, count, end + count);
  mergeHalves(end, count, end + count);
  for (int i = 0; i < count; i++) bounds[i] = copy[end[i].place];
  dFree(copy, size);
  return true;
}

/* All four comparisons, without branches that mostly go either way. */
static int overlapAcross(const qmboxBounds *a, const qmboxBounds *b) {
  return (a->min[1] <= b->max[1]) & (b->min[1] <= a->max[1]) & (a->min[2] <= b->max[2]) & (b->min[2] <= a->max[2]);
}

/* A search within one of the slabs. */
typedef struct qmboxFinder {
  qmboxOverlapVisit *overlap;
  void *data;
  const qmboxSlabs *slabs;
  int slab;
} qmboxFinder;

/* Returns true if two boxes that overlap are this slab's: the one in which their overlap begins. */
static bool isOfSlab(const qmboxFinder *finder, const qmboxBounds *a, const qmboxBounds *b) {
  return finder->slabs->count == 1 || slabOf(finder->slabs, qmboxMax(a->min[1], b->min[1])) == finder->slab;
}

/* One box against the boxes of a list, from number `next` on, that do not begin before it. */
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
  if (finder->slabs->count == 1 || !putIntoSlabs(finder->slabs, moving, movingCount, &movingIn)) return false;
  bool good = putIntoSlabs(finder->slabs, still, stillCount, &stillIn);
  for (int k = 0; k < finder->slabs->count && good; k++) {
    finder->slab = k;
    scanLists(finder, movingIn.bounds + movingIn.start[k], movingIn.start[k + 1] - movingIn.start[k],
              stillIn.bounds + stillIn.start[k], stillIn.start[k + 1] - stillIn.start[k]);
  }
  if (good) freeSlabbed(&stillIn);
  freeSlabbed(&movingIn);
  return good;
}

bool qmboxFindOverlaps(qmboxBounds *moving, int movingCount, qmboxBounds *still, int stillCount,
                       qmboxOverlapVisit *overlap, void *data) {
  if (movingCount == 0) return true;
  orderAxes(moving, movingCount, still, stillCount);
  if (!sort(moving, movingCount) || !sort(still, stillCount)) return false;
  qmboxSlabs slabs = makeSlabs(moving, movingCount);
  qmboxFinder finder = {overlap, data, &slabs, 0};
  if (scanSlabs(&finder, moving, movingCount, still, stillCount)) return true;
  slabs.count = 1;
  scanLists(&finder, moving, movingCount, still, stillCount);
  return true;
}
