/* SPDX-License-Identifier: BSD-3-Clause */

/* Two geoms that came near each other, as pairs of convex solids: a mesh is taken triangle by triangle. */

#include "guard/take_up.h"

#include <math.h>

#include "util/array.h"
#include "guard/bounds.h"
#include "guard/pairs.h"
#include "guard/slices.h"
#include "ode/mesh_triangles.h"

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

/* Visits the triangles of one of the two that may come near these bounds, which hold the other. */
static void visitTriangles(const qmboxTriangleSearch *search, const double min[3], const double max[3]) {
  const qmboxSolid *mesh = &search->guard->solid[search->solid[search->mesh]];
  qmboxTriangleSearch copy = *search;
  copy.min = min;
  copy.max = max;
  if (mesh->moves) {
    double low[3], high[3];
    qmboxBoundInMesh(search->guard, search->geom[search->mesh], mesh, min, max, low, high);
    if (isFinite(low, high)) {
      qmboxTrianglesWithin(mesh->geom, low, high, visitTriangle, &copy);
    } else {
      qmboxAllTriangles(mesh->geom, visitTriangle, &copy);
    }
  } else {
    qmboxTrianglesNear(mesh->geom, min, max, visitTriangle, &copy);
  }
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
    visitTriangles(&search, other->min, other->max);
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
