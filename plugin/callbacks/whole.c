/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is all that the guard has collected still there?
 *
 * Simple and hash spaces put what comes, and what begins to move, at the front of their lists: where the number of
 * geoms and the first of them are as before, nothing has come, so nothing has gone.  Else, and in the other kinds of
 * space, a sum over the addresses of all geoms is compared.  A callback that makes as many as it destroys, and then
 * moves what was the first, is not noticed at a glance, but when the guard is done: that sum is compared then, and sums
 * over places and sizes (sums.h), which need not be compared before, as they lead nowhere.
 */

#include "callbacks/whole.h"

#include <string.h>

#include "moving/bodies.h"
#include "callbacks/sums.h"
#include "ode/moved_callback.h"
#include "ode/space_walk.h"

/* ------------------------------------------------------------------ all geoms */

typedef struct qmboxListing {
  dGeomID wanted; /* one that is looked for, or null */
  uint64_t sum;   /* over the addresses */
  bool found;
} qmboxListing;

/* Scatters the bits of a number, so that sums differ where sets do (G. Steele, D. Lea, C. Flood, "Fast splittable
   pseudorandom number generators", OOPSLA 2014). */
static uint64_t scattered(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* Lists a geom, and what is in it if it is a space: a quadtree lists what is enabled. */
static void listGeom(void *data, dGeomID geom) {
  qmboxListing *listing = data;
  listing->sum += scattered((uint64_t)(uintptr_t)geom);
  listing->found = listing->found || geom == listing->wanted;
  if (!dGeomIsSpace(geom)) return;
  listing->sum += (uint64_t)dSpaceGetNumGeoms((dSpaceID)geom);
  qmboxVisitSpace(geom, listGeom, listing);
}

static qmboxListing listAll(const qmboxGuard *guard, dGeomID wanted) {
  qmboxListing listing = {.wanted = wanted};
  for (int i = 0; i < guard->bodies.rootCount; i++) listGeom(&listing, guard->bodies.root[i].geom);
  return listing;
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
  if (guard->bodies.rootCount != 1 || !isSame(guard->bodies.root[0].geom, &guard->integrity.rootMark)) return false;
  for (int i = 0; i < guard->bodies.subspaceCount; i++) {
    if (!isSame(guard->bodies.subspace[i].space, &guard->bodies.subspace[i].mark)) return false;
  }
  return true;
}

/* Notes how everything is, before the first callback of a step. */
static void note(qmboxGuard *guard) {
  if (guard->integrity.called) return;
  guard->integrity.called = true;
  guard->integrity.geomSum = listAll(guard, 0).sum;
  guard->integrity.placeSum = qmboxSumOfPlaces(guard);
  guard->integrity.shapeSum = qmboxSumOfShapes(guard);
}

void qmboxBeforeCallback(qmboxGuard *guard) {
  if (guard->integrity.broken) return;
  note(guard);
  guard->integrity.rootMark = markOf(guard->bodies.root[0].geom);
  for (int i = 0; i < guard->bodies.subspaceCount; i++)
    guard->bodies.subspace[i].mark = markOf(guard->bodies.subspace[i].space);
}

/* ------------------------------------------------------------------ the guard */

void qmboxBreakGuard(qmboxGuard *guard) {
  guard->integrity.broken = guard->bodies.failed = true;
}

void qmboxAfterCallback(qmboxGuard *guard) {
  if (guard->integrity.broken || isSameAtAGlance(guard) || listAll(guard, 0).sum == guard->integrity.geomSum) return;
  qmboxBreakGuard(guard);
}

/* Returns true if a geom is on the body that it was on, or still has none of the world's. */
static bool hasItsBody(const qmboxGuard *guard, const qmboxGuardedGeom *geom) {
  dBodyID body = dGeomGetBody(geom->geom);
  if (geom->body != 0) return body == guard->bodies.body[geom->body].start.body;
  return !body || dBodyGetWorld(body) != guard->bodies.world;
}

void qmboxCheckGeom(qmboxGuard *guard, int geom) {
  const qmboxGuardedGeom *guarded = &guard->bodies.geom[geom];
  if (guard->integrity.called && !guard->integrity.broken && !guarded->forgotten && !hasItsBody(guard, guarded))
    qmboxBreakGuard(guard);
}

/* The bodies that a new look at where geoms and joints lead has to find. */
typedef enum qmboxFound { QMBOX_FOUND, QMBOX_GONE, QMBOX_UNSEEN /* for want of memory */ } qmboxFound;

/* Looks for the bodies from `first` to `last`. */
static qmboxFound look(const qmboxGuard *guard, int first, int last) {
  qmboxGuard now = {0};
  qmboxFound found = QMBOX_UNSEEN;
  if (qmboxGuardBeginAmong(&now, guard->bodies.world, guard->bodies.root, guard->bodies.rootCount)) {
    found = QMBOX_FOUND;
    for (int i = first; i <= last; i++) {
      if (qmboxFindBody(&now.bodies, guard->bodies.body[i].start.body) <= 0) found = QMBOX_GONE;
    }
  }
  qmboxGuardFree(&now);
  return found;
}

/* Looks for the bodies that only joints lead to. */
static void checkJointed(qmboxGuard *guard) {
  bool jointed = false;
  for (int i = 1; i < guard->bodies.bodyCount; i++) jointed = jointed || guard->bodies.body[i].firstGeom < 0;
  qmboxFound found = jointed ? look(guard, 1, guard->bodies.bodyCount - 1) : QMBOX_FOUND;
  guard->integrity.unseen = found == QMBOX_UNSEEN;
  if (found != QMBOX_FOUND) qmboxBreakGuard(guard);
}

/* Notes that the guard is broken unless all geoms and bodies are there, as they were but for where they are. */
static void checkAll(qmboxGuard *guard) {
  if (!guard->integrity.broken && listAll(guard, 0).sum != guard->integrity.geomSum) qmboxBreakGuard(guard);
  for (int i = 0; i < guard->bodies.geomCount; i++) qmboxCheckGeom(guard, i);
  if (!guard->integrity.broken) checkJointed(guard);
  if (!guard->integrity.broken && qmboxSumOfShapes(guard) != guard->integrity.shapeSum) qmboxBreakGuard(guard);
}

/* A body at the address of one that has gone is elsewhere.  (One that waits may be anywhere on its way as yet, but has
   to turn as it did.) */
static bool isInPlace(const qmboxGuardedBody *guarded, bool stepped) {
  if (stepped && guarded->moves && (dBodyGetFiniteRotationMode(guarded->start.body) != 0) != guarded->finite)
    return false;
  if (stepped && guarded->stops > 0) return true;
  const dReal *position = stepped ? guarded->end.position : guarded->start.position;
  const dReal *quaternion = stepped ? guarded->end.quaternion : guarded->start.quaternion;
  return memcmp(position, dBodyGetPosition(guarded->start.body), 3 * sizeof(dReal)) == 0 &&
         memcmp(quaternion, dBodyGetQuaternion(guarded->start.body), 4 * sizeof(dReal)) == 0;
}

void qmboxCheckBodies(qmboxGuard *guard, bool stepped) {
  if (!guard->integrity.called) return;
  checkAll(guard);
  if (!guard->integrity.broken && qmboxSumOfPlaces(guard) != guard->integrity.placeSum) qmboxBreakGuard(guard);
  for (int i = 1; i < guard->bodies.bodyCount && !guard->integrity.broken; i++) {
    if (!isInPlace(&guard->bodies.body[i], stepped)) qmboxBreakGuard(guard);
  }
}

/* ------------------------------------------------------------------ the step */

void qmboxBeforeStep(qmboxGuard *guard) {
  int place = qmboxPlaceOfMovedCallback();
  for (int i = 1; i < guard->bodies.bodyCount && !guard->integrity.called; i++) {
    if (qmboxMayCallBack(guard->bodies.body[i].start.body, place)) note(guard);
  }
}

void qmboxAfterStep(qmboxGuard *guard) {
  if (!guard->integrity.called) return;
  checkAll(guard);
  if (guard->integrity.broken) return;
  uint64_t placeSum = qmboxSumOfPlaces(guard);
  if (placeSum == guard->integrity.placeSum) return;
  guard->integrity.placeSum = placeSum;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    if (guard->bodies.geom[i].body == 0 && !guard->bodies.geom[i].forgotten) qmboxBoundGeom(&guard->bodies.geom[i]);
  }
}

/* ------------------------------------------------------------------ afterwards */

bool qmboxGeomIsThere(const qmboxGuard *guard, int geom) {
  if (geom < 0) return !guard->integrity.broken;
  const qmboxGuardedGeom *guarded = &guard->bodies.geom[geom];
  return (!guard->integrity.broken || listAll(guard, guarded->geom).found) && hasItsBody(guard, guarded);
}

bool qmboxBodyIsThere(const qmboxGuard *guard, int body) {
  int geom = guard->bodies.body[body].firstGeom;
  return geom >= 0 ? qmboxGeomIsThere(guard, geom) : look(guard, body, body) == QMBOX_FOUND;
}
