/* SPDX-License-Identifier: BSD-3-Clause */

/* The list of hulls that are known. */

#include "shapes/known_hull.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct qmboxHullEntry qmboxHullEntry;
struct qmboxHullEntry {
  qmboxHullEntry *next;
  uint64_t mark;
  int planeCount, pointCount;
  dReal *numbers; /* planes, then points */
  qmboxKnownHull known;
};

enum { LISTS = 256 };

/* Lists by their marks; hulls are only ever put in front. */
static _Atomic(qmboxHullEntry *) list[LISTS];
static atomic_int entries;

/* The hash function FNV-1a, of numbers in place of bytes. A hull is looked up in each step: of many numbers some are
   taken, at distances that pass over all coordinates in turn. */
static uint64_t mixed(uint64_t mark, const dReal *number, int count) {
  for (int i = 0; i < count; i += 1 + count / 384 * 6) {
    uint64_t bits = 0;
    memcpy(&bits, &number[i], sizeof number[i]);
    mark = (mark ^ bits ^ (mark >> 32)) * 1099511628211u;
  }
  return mark;
}

static size_t planeBytes(const qmboxConvexData *hull) {
  return 4 * (size_t)hull->planeCount * sizeof(dReal);
}

static size_t pointBytes(const qmboxConvexData *hull) {
  return 3 * (size_t)hull->pointCount * sizeof(dReal);
}

static bool isOf(const qmboxHullEntry *entry, uint64_t mark, const qmboxConvexData *hull) {
  return entry->mark == mark && entry->planeCount == hull->planeCount && entry->pointCount == hull->pointCount &&
         memcmp(entry->numbers, hull->plane, planeBytes(hull)) == 0 &&
         memcmp((const char *)entry->numbers + planeBytes(hull), hull->point, pointBytes(hull)) == 0;
}

static qmboxHullEntry *newEntry(uint64_t mark, const qmboxConvexData *hull) {
  qmboxHullEntry *entry = malloc(sizeof *entry);
  if (!entry) return 0;
  *entry = (qmboxHullEntry){.mark = mark, .planeCount = hull->planeCount, .pointCount = hull->pointCount};
  entry->numbers = malloc(planeBytes(hull) + pointBytes(hull));
  if (!entry->numbers || !qmboxMakeHullCore(hull, &entry->known.core)) {
    free(entry->numbers);
    free(entry);
    return 0;
  }
  memcpy(entry->numbers, hull->plane, planeBytes(hull));
  memcpy((char *)entry->numbers + planeBytes(hull), hull->point, pointBytes(hull));
  entry->known.farthest = qmboxMakeFarthestTable(hull->point, hull->pointCount);
  return entry;
}

const qmboxKnownHull *qmboxKnowHull(const qmboxConvexData *hull) {
  uint64_t mark = mixed(14695981039346656037u, hull->plane, 4 * hull->planeCount);
  mark = mixed(mark, hull->point, 3 * hull->pointCount);
  _Atomic(qmboxHullEntry *) *front = &list[(mark >> 32) % LISTS];
  for (const qmboxHullEntry *entry = atomic_load(front); entry; entry = entry->next) {
    if (isOf(entry, mark, hull)) return &entry->known;
  }
  if (atomic_load(&entries) >= QMBOX_MOST_HULLS) return 0;
  qmboxHullEntry *entry = newEntry(mark, hull);
  if (!entry) return 0;
  atomic_fetch_add(&entries, 1);
  entry->next = atomic_load(front);
  while (!atomic_compare_exchange_weak(front, &entry->next, entry)) {
  } /* two threads may both put in the same */
  return &entry->known;
}
