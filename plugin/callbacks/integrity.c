/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Simple and hash spaces put new geoms, and ones that begin to move, at the front of their lists: if the number of
 * geoms and the first of them are as before, none is new, so none has gone.  Else, and in the other kinds of space, a
 * sum over the addresses of all geoms is compared.  A callback that makes as many as it destroys, and then moves what
 * was the first, is not noticed at a glance, but when the guard is done: that sum is compared then, and sums over
 * places and sizes, which need not be compared before, as they lead nowhere.
 */

#include "callbacks/integrity.h"

#include <string.h>

#include "class/registration.h"
#include "ode/convex_data.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "ode/mesh_data.h"
#include "shapes/user_support.h"
#include "moving/bodies.h"
#include "ode/body_members.h"
#include "ode/space_walk.h"

/* ------------------------------------------------------------------ sums over places and sizes */

/* FNV's own: a sum that began with 0 would be the same for any number of words 0. */
#define FIRST 14695981039346656037u

/* Returns a sum over a word and those before it: the hash function FNV-1a, of words in place of bytes. */
static uint64_t addedWord(uint64_t sum, uint64_t word) {
  return (sum ^ word ^ (sum >> 32)) * 1099511628211u;
}

static uint64_t added(uint64_t sum, const dReal *number, int count) {
  for (int i = 0; i < count; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &number[i], sizeof number[i]);
    sum = addedWord(sum, bits);
  }
  return sum;
}

static uint64_t addedAddress(uint64_t sum, const void *address) {
  return addedWord(sum, (uint64_t)(uintptr_t)address);
}

/* ------------------------------------------------------------------ places */

static uint64_t sumOfPlaces(const qmboxGuard *guard) {
  uint64_t sum = FIRST;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    dGeomID geom = guard->bodies.geom[i].geom;
    if (guard->bodies.geom[i].body != 0 || guard->bodies.geom[i].forgotten) continue;
    if (dGeomGetClass(geom) == dPlaneClass) {
      dVector4 plane;
      dGeomPlaneGetParams(geom, plane);
      sum = added(sum, plane, 4);
    } else {
      qmboxGeomPose pose = {.position = {0}}; /* a heightfield may have none of its own */
      qmboxPoseOfHeld(geom, &pose);
      sum = added(added(sum, pose.position, 3), pose.rotation, 12);
    }
  }
  return sum;
}

/* ------------------------------------------------------------------ sizes */

static uint64_t addedBox(uint64_t sum, dGeomID geom) {
  dVector3 length;
  qmboxLengthsOf(geom, length);
  return added(sum, length, 3);
}

static uint64_t addedHull(uint64_t sum, dGeomID geom) {
  qmboxConvexData hull;
  if (!qmboxReadConvex(geom, &hull)) return sum;
  sum = added(sum, hull.plane, 4 * hull.planeCount);
  return added(sum, hull.point, 3 * hull.pointCount);
}

static uint64_t addedMesh(uint64_t sum, dGeomID geom) {
  dTriMeshDataID mesh = dGeomTriMeshGetData(geom);
  qmboxMeshData data;
  sum = addedAddress(sum, mesh);
  if (!mesh || !qmboxReadMeshData(mesh, &data)) return sum;
  sum = addedAddress(addedAddress(sum, data.vertex), data.index);
  return addedWord(addedWord(sum, data.vertices), data.triangles);
}

static uint64_t addedHeights(uint64_t sum, dGeomID geom) {
  double min[3], max[3];
  sum = addedAddress(sum, dGeomHeightfieldGetHeightfieldData(geom));
  if (!qmboxHeightfieldsAreReadable()) return sum;
  qmboxHeightfieldBounds(geom, min, max);
  for (int i = 0; i < 3; i++) {
    const dReal bounds[] = {(dReal)min[i], (dReal)max[i]};
    sum = added(sum, bounds, 2);
  }
  return sum;
}

static uint64_t addedUser(uint64_t sum, dGeomID geom) {
  const qmboxSupport *support = qmboxSupportOf(geom);
  if (!support) return sum;
  const dReal size[] = {(dReal)support->reach(geom), support->inner ? (dReal)support->inner(geom) : 0};
  return added(sum, size, 2);
}

/* Returns a sum over the size of a geom that is no transform. */
static uint64_t addedSize(uint64_t sum, dGeomID geom, int qmboxClass) {
  int class = dGeomGetClass(geom);
  dReal size[2] = {0, 0};
  if (class == dBoxClass || class == qmboxClass) return addedBox(sum, geom);
  if (class == dConvexClass) return addedHull(sum, geom);
  if (class == dTriMeshClass) return addedMesh(sum, geom);
  if (class == dHeightfieldClass) return addedHeights(sum, geom);
  if (class >= dFirstUserClass) return addedUser(sum, geom);
  if (class == dSphereClass) size[0] = dGeomSphereGetRadius(geom);
  if (class == dCapsuleClass) dGeomCapsuleGetParams(geom, &size[0], &size[1]);
  if (class == dCylinderClass) dGeomCylinderGetParams(geom, &size[0], &size[1]);
  return added(sum, size, 2);
}

/* Returns a sum over the size of what a transform holds, and over where it holds that. */
static uint64_t addedHeld(uint64_t sum, dGeomID transform, int qmboxClass) {
  dGeomID held = qmboxHeldGeom(transform);
  double centre[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
  sum = addedAddress(sum, held);
  if (!held) return sum;
  qmboxCentreOfHeld(transform, centre);
  qmboxTurnByHeld(transform, turn);
  for (int i = 0; i < 4; i++) {
    const dReal at[] = {(dReal)turn[i], i < 3 ? (dReal)centre[i] : 0};
    sum = added(sum, at, 2);
  }
  return addedSize(sum, held, qmboxClass);
}

static uint64_t sumOfShapes(const qmboxGuard *guard) {
  uint64_t sum = FIRST;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    dGeomID geom = guard->bodies.geom[i].geom;
    if (guard->bodies.geom[i].forgotten) continue;
    bool transform = dGeomGetClass(geom) == dGeomTransformClass;
    sum = transform ? addedHeld(sum, geom, guard->bodies.qmboxClass) : addedSize(sum, geom, guard->bodies.qmboxClass);
    if (guard->bodies.geom[i].body == 0 || !dGeomIsOffset(geom)) continue;
    sum = added(sum, dGeomGetOffsetPosition(geom), 3);
    sum = added(sum, dGeomGetOffsetRotation(geom), 12);
  }
  return sum;
}

/* ------------------------------------------------------------------ all geoms */

typedef struct qmboxListing {
  dGeomID wanted; /* one that is searched for, or null */
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

/* Returns the first geom of a space whose order shows new ones, null for other spaces. */
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
  if (guard->whole) {
    note(guard->whole);
    guard->integrity.geomSum = guard->whole->integrity.geomSum;
    return;
  }
  guard->integrity.geomSum = listAll(guard, 0).sum;
  guard->integrity.placeSum = sumOfPlaces(guard);
  guard->integrity.shapeSum = sumOfShapes(guard);
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

/* The bodies that a new walk along geoms and joints has to find. */
typedef enum qmboxFound { QMBOX_FOUND, QMBOX_GONE, QMBOX_UNSEEN /* no memory is left */ } qmboxFound;

/* Searches for the bodies from `first` to `last`. */
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

static void checkJointed(qmboxGuard *guard) {
  bool jointed = false;
  for (int i = 1; i < guard->bodies.bodyCount; i++) jointed = jointed || guard->bodies.body[i].firstGeom < 0;
  qmboxFound found = jointed ? look(guard, 1, guard->bodies.bodyCount - 1) : QMBOX_FOUND;
  guard->integrity.unseen = found == QMBOX_UNSEEN;
  if (found != QMBOX_FOUND) qmboxBreakGuard(guard);
}

static void checkPresence(qmboxGuard *guard) {
  if (!guard->integrity.broken && listAll(guard, 0).sum != guard->integrity.geomSum) qmboxBreakGuard(guard);
  for (int i = 0; i < guard->bodies.geomCount; i++) qmboxCheckGeom(guard, i);
  if (!guard->integrity.broken) checkJointed(guard);
}

static void checkShapes(qmboxGuard *guard) {
  if (!guard->integrity.broken && sumOfShapes(guard) != guard->integrity.shapeSum) qmboxBreakGuard(guard);
}

/* Notes that the guard is broken unless all geoms and bodies are there, as they were but for where they are. */
static void checkAll(qmboxGuard *guard) {
  checkPresence(guard);
  checkShapes(guard);
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
  checkPresence(guard);
  if (!guard->whole) {
    checkShapes(guard);
    if (!guard->integrity.broken && sumOfPlaces(guard) != guard->integrity.placeSum) qmboxBreakGuard(guard);
  }
  for (int i = 1; i < guard->bodies.bodyCount && !guard->integrity.broken; i++) {
    if (!isInPlace(&guard->bodies.body[i], stepped)) qmboxBreakGuard(guard);
  }
}

/* ------------------------------------------------------------------ the step */

static bool mayCallBack(const qmboxGuard *guard) {
  int place = qmboxPlaceOfMovedCallback();
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    if (qmboxMayCallBack(guard->bodies.body[i].start.body, place)) return true;
  }
  return false;
}

void qmboxBeforeStep(qmboxGuard *guard) {
  if (!guard->integrity.called && mayCallBack(guard)) note(guard);
}

/* Renews the bounds of what has no body, if anything has moved it. */
static void checkPlaces(qmboxGuard *guard) {
  uint64_t placeSum = guard->integrity.broken ? guard->integrity.placeSum : sumOfPlaces(guard);
  if (placeSum == guard->integrity.placeSum) return;
  guard->integrity.placeSum = placeSum;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    qmboxGuardedGeom *geom = &guard->bodies.geom[i];
    if (geom->body != 0 || geom->forgotten) continue;
    qmboxBoundGeom(geom);
    geom->solid = -1;
  }
}

void qmboxAfterStep(qmboxGuard *guard) {
  if (!guard->integrity.called) return;
  checkAll(guard);
  checkPlaces(guard);
}

void qmboxAfterSlice(qmboxGuard *guard) {
  if (!guard->integrity.called || !mayCallBack(guard)) return;
  checkAll(guard);
  checkPlaces(guard);
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
