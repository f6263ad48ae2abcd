/* SPDX-License-Identifier: BSD-3-Clause */

/* Two geoms that came near each other, as pairs of convex solids: a mesh is taken triangle by triangle. */

#include "guard/take_up.h"

#include <math.h>

#include "util/array.h"
#include "guard/bounds.h"
#include "guard/pairs.h"
#include "guard/slices.h"
#include "guard/triangle_filter.h"
#include "ode/mesh_triangles.h"
#include "util/real.h"

/* ------------------------------------------------------------------ solids */

/* Returns the number of a new solid, to be filled in; -1 for want of memory. */
static int newSolid(qmboxGuard *guard) {
  qmboxSolid *room = qmboxRoomForOne(guard->solid, sizeof *room, guard->solidCount, &guard->solidCapacity);
  if (!room) {
    guard->failed = true;
    return -1;
  }
  guard->solid = room;
  return guard->solidCount++;
}

/* Returns the number of a geom's solid, which is made if it is new; -1 for want of memory. */
static int solidOfGeom(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->solid >= 0) return geom->solid;
  int solid = newSolid(guard);
  if (solid < 0) return -1;
  const qmboxGuardedBody *body = guard->body[geom->body].moves ? &guard->body[geom->body] : 0;
  qmboxMakeSolid(&guard->solid[solid], geom->geom, guard->qmboxClass, body ? &body->start : 0, body ? &body->end : 0,
                 guard->length);
  geom->solid = solid;
  qmboxMakeSlices(guard, number);
  return solid;
}

/* ------------------------------------------------------------------ meshes */

/* A visit to the triangles of the meshes among two geoms. */
typedef struct qmboxTriangleSearch {
  qmboxGuard *guard;
  int geom[2], solid[2];
  int mesh;                /* which of the two is being visited */
  const double *min, *max; /* the bounds of the other, or of its triangle, in the step */
  qmboxTriangleFilter filter;
} qmboxTriangleSearch;

static void visitTriangles(const qmboxTriangleSearch *search, const double min[3], const double max[3]);

static bool overlap(const double min1[3], const double max1[3], const double min2[3], const double max2[3]) {
  for (int i = 0; i < 3; i++) {
    if (max1[i] < min2[i] || max2[i] < min1[i]) return false;
  }
  return true;
}

/* Takes up a triangle in the place of its mesh, unless it stays away from the other. */
static void visitTriangle(void *data, const double vertex[9]) {
  if (qmboxTriangleStaysClear(&((const qmboxTriangleSearch *)data)->filter, vertex)) return;
  qmboxTriangleSearch search = *(const qmboxTriangleSearch *)data;
  qmboxGuard *guard = search.guard;
  int mesh = search.solid[search.mesh], before = guard->solidCount;
  double min[3], max[3];
  qmboxBoundTriangle(guard, search.geom[search.mesh], &guard->solid[mesh], vertex, min, max);
  if (!overlap(min, max, search.min, search.max)) return;
  int triangle = search.solid[search.mesh] = newSolid(guard);
  if (triangle < 0) return;
  qmboxMakeTriangle(&guard->solid[triangle], &guard->solid[mesh], vertex);
  if (guard->solid[search.solid[1 - search.mesh]].kind == QMBOX_SOLID_MESH) {
    search.mesh = 1 - search.mesh;
    visitTriangles(&search, min, max);
  } else if (!qmboxTakeUpSolids(guard, search.geom, search.solid, false)) {
    guard->solidCount = before;
  }
}

static bool isFinite(const double min[3], const double max[3]) {
  for (int i = 0; i < 3; i++) {
    if (!isfinite(min[i]) || !isfinite(max[i])) return false;
  }
  return true;
}

/* Visits the triangles of the first or second that may come near these bounds. */
static void visitWithin(const qmboxTriangleSearch *search, int which, const double min[3], const double max[3],
                        qmboxTriangleVisit *visit, void *data) {
  const qmboxSolid *mesh = &search->guard->solid[search->solid[which]];
  double low[3], high[3];
  if (!mesh->moves) {
    qmboxTrianglesNear(mesh->geom, min, max, visit, data);
    return;
  }
  qmboxBoundInMesh(search->guard, search->geom[which], mesh, min, max, low, high);
  if (isFinite(low, high)) {
    qmboxTrianglesWithin(mesh->geom, low, high, visit, data);
  } else {
    qmboxAllTriangles(mesh->geom, visit, data);
  }
}

static void prepareFilter(qmboxTriangleSearch *search) {
  const qmboxGuard *guard = search->guard;
  int mesh = search->mesh, other = 1 - mesh;
  bool sensor = guard->geom[search->geom[0]].sensor || guard->geom[search->geom[1]].sensor;
  qmboxPrepareFilter(guard, search->geom[mesh], &guard->solid[search->solid[mesh]], search->geom[other],
                     &guard->solid[search->solid[other]], sensor, &search->filter);
}

/* Visits the triangles of one of the two that may come near these bounds, which hold the other. */
static void visitTriangles(const qmboxTriangleSearch *search, const double min[3], const double max[3]) {
  const qmboxSolid *mesh = &search->guard->solid[search->solid[search->mesh]];
  qmboxTriangleSearch copy = *search;
  copy.min = min;
  copy.max = max;
  prepareFilter(&copy);
  qmboxPlace place;
  if (qmboxPlaceOfFilter(&copy.filter, &place)) {
    qmboxTrianglesIn(mesh->geom, !mesh->moves, &place, visitTriangle, &copy);
    return;
  }
  visitWithin(search, search->mesh, min, max, visitTriangle, &copy);
}

/* ------------------------------------------------------------------ two meshes */

/* The part of the bounds of one mesh that the triangles of another come to. */
typedef struct qmboxSharedBounds {
  const qmboxGuard *guard;
  int geom; /* of the other */
  const qmboxSolid *mesh;
  const double *min, *max; /* of the one */
  double low[3], high[3];
  bool any;
} qmboxSharedBounds;

static void addShared(void *data, const double vertex[9]) {
  qmboxSharedBounds *shared = data;
  double min[3], max[3];
  qmboxBoundTriangle(shared->guard, shared->geom, shared->mesh, vertex, min, max);
  if (!overlap(min, max, shared->min, shared->max)) return;
  for (int i = 0; i < 3; i++) {
    shared->low[i] = qmboxMin(shared->low[i], qmboxMax(min[i], shared->min[i]));
    shared->high[i] = qmboxMax(shared->high[i], qmboxMin(max[i], shared->max[i]));
  }
  shared->any = true;
}

/* Takes up two meshes: the triangles of the first that come to where those of the second are, and for each of them
   those of the second. */
static void takeUpMeshes(qmboxTriangleSearch *search) {
  const qmboxGuard *guard = search->guard;
  int first = search->mesh, second = 1 - first;
  const qmboxGuardedGeom *geom = &guard->geom[search->geom[first]];
  qmboxSharedBounds shared = {.guard = guard,
                              .geom = search->geom[second],
                              .mesh = &guard->solid[search->solid[second]],
                              .min = geom->min,
                              .max = geom->max,
                              .low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                              .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  visitWithin(search, second, geom->min, geom->max, addShared, &shared);
  if (shared.any) visitTriangles(search, shared.low, shared.high);
}

/* ------------------------------------------------------------------ geoms */

static void addDormant(qmboxGuard *guard, int first, int second) {
  int number = guard->dormantCount, geom[2] = {first, second};
  qmboxDormantPair *room = qmboxRoomForOne(guard->dormant, sizeof *room, number, &guard->dormantCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->dormant = room;
  guard->dormantCount++;
  room += number;
  room->awake = false;
  for (int k = 0; k < 2; k++) {
    room->geom[k] = geom[k];
    room->next[k] = guard->geom[geom[k]].firstDormant;
    guard->geom[geom[k]].firstDormant = 2 * number + k;
  }
}

static void takeUpNear(qmboxGuard *guard, int first, int second, bool apart) {
  qmboxTriangleSearch search = {
      .guard = guard, .geom = {first, second}, .solid = {guard->geom[first].solid, guard->geom[second].solid}};
  for (int k = 0; k < 2; k++) {
    if (guard->solid[search.solid[k]].kind != QMBOX_SOLID_MESH) continue;
    /* of two meshes, the one that moves first: the other is then asked near each of its triangles only */
    search.mesh = guard->solid[search.solid[1 - k]].kind == QMBOX_SOLID_MESH && guard->solid[search.solid[1 - k]].moves
                      ? 1 - k
                      : k;
    const qmboxGuardedGeom *other = &guard->geom[search.geom[1 - search.mesh]];
    if (guard->solid[search.solid[1 - search.mesh]].kind == QMBOX_SOLID_MESH) {
      takeUpMeshes(&search);
    } else {
      visitTriangles(&search, other->min, other->max);
    }
    return;
  }
  (void)qmboxTakeUpSolids(guard, search.geom, search.solid, apart);
}

void qmboxTakeUpPair(qmboxGuard *guard, int first, int second) {
  if (guard->broken || solidOfGeom(guard, first) < 0 || solidOfGeom(guard, second) < 0 || guard->failed) return;
  bool sensor = guard->geom[first].sensor || guard->geom[second].sensor;
  double from = sensor ? 0 : qmboxSpanOf(guard, first, second).first;
  if (from == HUGE_VAL) {
    addDormant(guard, first, second);
  } else {
    takeUpNear(guard, first, second, from > 0);
  }
}

void qmboxWakePairs(qmboxGuard *guard, int geom) {
  for (int at = guard->geom[geom].firstDormant; at >= 0; at = guard->dormant[at / 2].next[at % 2]) {
    qmboxDormantPair *pair = &guard->dormant[at / 2];
    if (pair->awake || qmboxSpanOf(guard, pair->geom[0], pair->geom[1]).first == HUGE_VAL) continue;
    pair->awake = true;
    takeUpNear(guard, pair->geom[0], pair->geom[1], true);
  }
}
