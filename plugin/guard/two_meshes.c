/* SPDX-License-Identifier: BSD-3-Clause */

/* Two meshes that came near each other. */

#include "guard/two_meshes.h"

#include <math.h>

#include "guard/bounds.h"
#include "guard/guard.h"
#include "guard/meeting.h"
#include "guard/pairs.h"
#include "guard/take_up.h"
#include "util/array.h"
#include "util/real.h"

/* A search for the triangles of one of the two. */
typedef struct qmboxPartSearch {
  qmboxGuard *guard;
  int which, geom;
  const qmboxSolid *mesh;
  const qmboxTriangleFilter *filter; /* they do not stay clear of the other mesh as a whole ... */
  const double *min, *max;           /* ... and come to here */
  double low[3], high[3];            /* where they do, within that */
} qmboxPartSearch;

/* Returns false for want of memory. */
static bool addTriangle(qmboxMeshPart *part, const double vertex[9], const double min[3], const double max[3]) {
  int number = part->count;
  qmboxPartTriangle *room = qmboxRoomForOne(part->triangle, sizeof *room, number, &part->capacity);
  if (!room) return false;
  part->triangle = room;
  qmboxBounds *bounds = qmboxRoomForOne(part->bounds, sizeof *bounds, number, &part->boundsCapacity);
  if (!bounds) return false;
  part->bounds = bounds;
  room[number].solid = -1;
  room[number].filtered = false;
  for (int i = 0; i < 9; i++) room[number].vertex[i] = vertex[i];
  bounds[number].owner = number;
  for (int i = 0; i < 3; i++) {
    bounds[number].min[i] = min[i];
    bounds[number].max[i] = max[i];
  }
  part->count++;
  return true;
}

static void visitTriangle(void *data, const double vertex[9]) {
  qmboxPartSearch *search = data;
  double min[3], max[3];
  if (qmboxTriangleStaysClear(search->filter, vertex)) return;
  qmboxBoundTriangle(search->guard, search->geom, search->mesh, search->filter->less, vertex, min, max);
  if (!qmboxOverlap3(min, max, search->min, search->max)) return;
  if (!addTriangle(&search->guard->part[search->which], vertex, min, max)) search->guard->failed = true;
  for (int i = 0; i < 3; i++) {
    search->low[i] = qmboxMin(search->low[i], qmboxMax(min[i], search->min[i]));
    search->high[i] = qmboxMax(search->high[i], qmboxMin(max[i], search->max[i]));
  }
}

/* Begins a search for triangles of one of the two that come into these bounds. */
static void beginPart(qmboxPartSearch *search, const double min[3], const double max[3]) {
  search->min = min;
  search->max = max;
  search->guard->part[search->which].count = 0;
  for (int i = 0; i < 3; i++) {
    search->low[i] = HUGE_VAL;
    search->high[i] = -HUGE_VAL;
  }
}

/* Finds the triangles of a mesh that come to where the other is as a whole. */
static void findNearWhole(qmboxPartSearch *search, const double min[3], const double max[3]) {
  qmboxPlace place;
  beginPart(search, min, max);
  if (qmboxPlaceOfFilter(search->filter, &place)) {
    qmboxTrianglesIn(search->mesh->geom, !search->mesh->moves, &place, visitTriangle, search);
  } else {
    qmboxVisitTriangles(search->guard, search->geom, search->mesh, search->filter->less, min, max, visitTriangle,
                        search);
  }
}

/* Finds those that come into these bounds. */
static void findWithin(qmboxPartSearch *search, const double min[3], const double max[3]) {
  beginPart(search, min, max);
  qmboxVisitTriangles(search->guard, search->geom, search->mesh, search->filter->less, min, max, visitTriangle, search);
}

/* ------------------------------------------------------------------ pairs of triangles */

typedef struct qmboxMeshPair {
  qmboxGuard *guard;
  const int *geom, *solid;
  bool deep; /* they are in each other at the start, and let be */
} qmboxMeshPair;

/* Returns the number of the solid of a triangle, -1 for want of memory. */
static int solidOf(const qmboxMeshPair *pair, int which, qmboxPartTriangle *triangle) {
  qmboxGuard *guard = pair->guard;
  if (triangle->solid >= 0) return triangle->solid;
  triangle->solid = qmboxNewSolid(guard);
  if (triangle->solid < 0) return -1;
  qmboxMakeTriangle(&guard->solid[triangle->solid], &guard->solid[pair->solid[which]], triangle->vertex);
  return triangle->solid;
}

/* Returns true if a triangle of the second certainly stays clear of one of the first. */
static bool staysClear(const qmboxMeshPair *pair, qmboxPartTriangle *first, const qmboxPartTriangle *second) {
  const qmboxGuard *guard = pair->guard;
  if (!first->filtered) {
    qmboxPrepareFilter(guard, pair->geom[1], &guard->solid[pair->solid[1]], pair->geom[0], &guard->solid[first->solid],
                       &first->filter);
    first->filtered = true;
  }
  return qmboxTriangleStaysClear(&first->filter, second->vertex);
}

/* Returns true if a triangle is farther inside in the core of its mesh: it is not where the mesh has a notch, or has no
   core. */
static bool movesInwards(const qmboxSolid *triangle) {
  const double *face = triangle->posed.face, *outwards = triangle->posed.outwards;
  return triangle->figure.core.inner > 0 && face[0] * outwards[0] + face[1] * outwards[1] + face[2] * outwards[2] > 0;
}

static void takeUpTriangles(void *data, int number1, int number2) {
  qmboxMeshPair *pair = data;
  qmboxGuard *guard = pair->guard;
  qmboxPartTriangle *first = &guard->part[0].triangle[number1], *second = &guard->part[1].triangle[number2];
  if (guard->failed || pair->deep || solidOf(pair, 0, first) < 0 || staysClear(pair, first, second)) return;
  int solid[2] = {first->solid, solidOf(pair, 1, second)};
  if (solid[1] < 0) return;
  qmboxTaken taken = qmboxTakeUpSolids(guard, pair->geom, solid, false);
  pair->deep =
      taken == QMBOX_TAKEN_DEEP && movesInwards(&guard->solid[solid[0]]) && movesInwards(&guard->solid[solid[1]]);
}

void qmboxTakeUpMeshes(qmboxGuard *guard, const int geom[2], const int solid[2]) {
  qmboxPartSearch search[2];
  qmboxTriangleFilter filter[2];
  qmboxTwo two = qmboxTwoSolids(&guard->solid[solid[0]], &guard->solid[solid[1]]);
  for (int k = 0; k < 2; k++) {
    qmboxPrepareFilter(guard, geom[k], two.solid[k], geom[1 - k], two.solid[1 - k], &filter[k]);
    search[k] =
        (qmboxPartSearch){.guard = guard, .which = k, .geom = geom[k], .mesh = two.solid[k], .filter = &filter[k]};
  }
  findNearWhole(&search[1], guard->geom[geom[0]].bounds.min, guard->geom[geom[0]].bounds.max);
  if (guard->part[1].count == 0) return;
  findWithin(&search[0], search[1].low, search[1].high);
  qmboxMeshPair pair = {guard, geom, solid, false};
  int before = guard->pairCount;
  if (guard->failed) return;
  qmboxFindOverlapsBetween(guard->part[0].bounds, guard->part[0].count, guard->part[1].bounds, guard->part[1].count,
                           takeUpTriangles, &pair);
  if (pair.deep) qmboxDropPairs(guard, before);
}

void qmboxFreeMeshPart(qmboxMeshPart *part) {
  qmboxFreeArray(part->triangle, sizeof *part->triangle, part->capacity);
  qmboxFreeArray(part->bounds, sizeof *part->bounds, part->boundsCapacity);
}
