/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is all that the guard has collected still there?
 *
 * Simple and hash spaces put what comes, and what begins to move, at the front of their lists: where the number of
 * geoms and the first of them are as before, nothing has come, so nothing has gone.  Else, and in the other kinds of
 * space, a sum over the addresses of all geoms is compared.
 */

#include "guard/whole.h"

#include <string.h>

#include "guard/bodies.h"

/* ------------------------------------------------------------------ all geoms */

typedef struct qmboxListing {
  dGeomID probe, wanted; /* wanted: one that is looked for, or null */
  uint64_t sum;          /* over the addresses */
  bool found;
} qmboxListing;

/* Scatters the bits of a number, so that sums differ where sets do (G. Steele, D. Lea, C. Flood, "Fast splittable
   pseudorandom number generators", OOPSLA 2014). */
static uint64_t scattered(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void listSpace(qmboxListing *listing, dGeomID space);

static void listGeom(qmboxListing *listing, dGeomID geom) {
  listing->sum += scattered((uint64_t)(uintptr_t)geom);
  listing->found = listing->found || geom == listing->wanted;
  if (dGeomIsSpace(geom)) listSpace(listing, geom);
}

static void listNear(void *data, dGeomID o1, dGeomID o2) {
  qmboxListing *listing = data;
  listGeom(listing, o1 == listing->probe ? o2 : o1);
}

/* Lists what a space holds; a quadtree has no numbers for that, and lists what is enabled. */
static void listSpace(qmboxListing *listing, dGeomID space) {
  if (dGeomGetClass(space) == dQuadTreeSpaceClass) {
    listing->sum += (uint64_t)dSpaceGetNumGeoms((dSpaceID)space);
    dSpaceCollide2(listing->probe, space, listing, listNear);
    return;
  }
  for (int i = 0; i < dSpaceGetNumGeoms((dSpaceID)space); i++) listGeom(listing, dSpaceGetGeom((dSpaceID)space, i));
}

static qmboxListing listAll(const qmboxGuard *guard, dGeomID wanted) {
  qmboxListing listing = {.probe = dCreatePlane(0, 1, 1, 1, 0), .wanted = wanted};
  for (int i = 0; i < guard->rootCount; i++) listGeom(&listing, guard->root[i].geom);
  dGeomDestroy(listing.probe);
  return listing;
}

/* ------------------------------------------------------------------ where they are */

/* Returns a sum over some numbers and those before them. */
static uint64_t added(uint64_t sum, const dReal *number, int count) {
  for (int i = 0; i < count; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &number[i], sizeof number[i]);
    sum = scattered(sum ^ bits);
  }
  return sum;
}

/* Returns a sum over where the geoms are that have no body, and over the offsets of the others. */
static uint64_t sumOfPlaces(const qmboxGuard *guard) {
  uint64_t sum = 0;
  for (int i = 0; i < guard->geomCount; i++) {
    dGeomID geom = guard->geom[i].geom;
    bool still = guard->geom[i].body == 0;
    if (dGeomGetClass(geom) == dPlaneClass) {
      dVector4 plane;
      dGeomPlaneGetParams(geom, plane);
      sum = added(sum, plane, 4);
    } else if (still || dGeomIsOffset(geom)) {
      sum = added(sum, still ? dGeomGetPosition(geom) : dGeomGetOffsetPosition(geom), 3);
      sum = added(sum, still ? dGeomGetRotation(geom) : dGeomGetOffsetRotation(geom), 12);
    }
  }
  return sum;
}

/* ------------------------------------------------------------------ quickly */

/* Returns the first of a space whose order tells what has come, null for others. */
static dGeomID firstIn(dGeomID space) {
  int class = dGeomGetClass(space);
  if (class != dSimpleSpaceClass && class != dHashSpaceClass) return 0;
  return dSpaceGetNumGeoms((dSpaceID)space) > 0 ? dSpaceGetGeom((dSpaceID)space, 0) : space;
}

static qmboxSpaceMark markOf(dGeomID space) {
  if (!dGeomIsSpace(space)) return (qmboxSpaceMark){1, space};
  return (qmboxSpaceMark){dSpaceGetNumGeoms((dSpaceID)space), firstIn(space)};
}

/* Returns true if it is certain at a glance that nothing has come or gone. */
static bool isSame(dGeomID space, const qmboxSpaceMark *before) {
  qmboxSpaceMark now = markOf(space);
  return now.first && now.first == before->first && now.count == before->count;
}

/* Spaces stand after those that hold them, so that none is read that has gone. */
static bool isSameAtAGlance(const qmboxGuard *guard) {
  if (guard->rootCount != 1 || !isSame(guard->root[0].geom, &guard->rootMark)) return false;
  for (int i = 0; i < guard->subspaceCount; i++) {
    if (!isSame(guard->subspace[i].space, &guard->subspace[i].mark)) return false;
  }
  return true;
}

void qmboxBeforeCallback(qmboxGuard *guard) {
  if (guard->broken) return;
  if (!guard->called) {
    guard->geomSum = listAll(guard, 0).sum;
    guard->placeSum = sumOfPlaces(guard);
  }
  guard->called = true;
  guard->rootMark = markOf(guard->root[0].geom);
  for (int i = 0; i < guard->subspaceCount; i++) guard->subspace[i].mark = markOf(guard->subspace[i].space);
}

/* ------------------------------------------------------------------ the guard */

void qmboxBreakGuard(qmboxGuard *guard) {
  guard->broken = guard->failed = true;
}

void qmboxNotePlaces(qmboxGuard *guard) {
  if (guard->called) guard->placeSum = sumOfPlaces(guard);
}

void qmboxAfterCallback(qmboxGuard *guard) {
  if (guard->broken || isSameAtAGlance(guard) || listAll(guard, 0).sum == guard->geomSum) return;
  qmboxBreakGuard(guard);
}

static bool hasItsBody(const qmboxGuard *guard, const qmboxGuardedGeom *geom) {
  return geom->body == 0 || dGeomGetBody(geom->geom) == guard->body[geom->body].start.body;
}

void qmboxCheckGeom(qmboxGuard *guard, int geom) {
  if (guard->called && !guard->broken && !hasItsBody(guard, &guard->geom[geom])) qmboxBreakGuard(guard);
}

/* Returns true if the bodies from `first` to `last` are there, by a new look at where geoms and joints lead. */
static bool areThere(const qmboxGuard *guard, int first, int last) {
  qmboxGuard now = {0};
  bool there = qmboxGuardBeginAmong(&now, guard->world, guard->root, guard->rootCount);
  for (int i = first; i <= last && there; i++) there = qmboxFindBody(&now, guard->body[i].start.body) > 0;
  qmboxGuardFree(&now);
  return there;
}

/* A body at the address of one that has gone is elsewhere.  (One that waits may be anywhere on its way as yet.) */
static bool isInPlace(const qmboxGuardedBody *guarded, bool stepped) {
  if (stepped && guarded->stops > 0) return true;
  const dReal *position = stepped ? guarded->end.position : guarded->start.position;
  const dReal *quaternion = stepped ? guarded->end.quaternion : guarded->start.quaternion;
  return memcmp(position, dBodyGetPosition(guarded->start.body), 3 * sizeof(dReal)) == 0 &&
         memcmp(quaternion, dBodyGetQuaternion(guarded->start.body), 4 * sizeof(dReal)) == 0;
}

void qmboxCheckBodies(qmboxGuard *guard, bool stepped) {
  bool jointed = false;
  if (!guard->called) return;
  for (int i = 0; i < guard->geomCount; i++) qmboxCheckGeom(guard, i);
  for (int i = 1; i < guard->bodyCount; i++) jointed = jointed || guard->body[i].firstGeom < 0;
  if (jointed && !guard->broken && !areThere(guard, 1, guard->bodyCount - 1)) qmboxBreakGuard(guard);
  if (!guard->broken && sumOfPlaces(guard) != guard->placeSum) qmboxBreakGuard(guard);
  for (int i = 1; i < guard->bodyCount && !guard->broken; i++) {
    if (!isInPlace(&guard->body[i], stepped)) qmboxBreakGuard(guard);
  }
}

/* ------------------------------------------------------------------ afterwards */

bool qmboxGeomIsThere(const qmboxGuard *guard, int geom) {
  if (geom < 0) return !guard->broken;
  const qmboxGuardedGeom *guarded = &guard->geom[geom];
  return (!guard->broken || listAll(guard, guarded->geom).found) && hasItsBody(guard, guarded);
}

bool qmboxBodyIsThere(const qmboxGuard *guard, int body) {
  int geom = guard->body[body].firstGeom;
  return geom >= 0 ? qmboxGeomIsThere(guard, geom) : areThere(guard, body, body);
}
