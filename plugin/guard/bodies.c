/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The geoms of a space, and the bodies that they and joints lead to.
 *
 * Bodies are found by their address in a table with open addressing, twice as large as there are bodies.  Linkages,
 * that is bodies that joints other than contacts connect, are rings: a joint between two rings makes one of them.
 */

#include "guard/bodies.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/joint_walk.h"
#include "ode/mesh_triangles.h"
#include "ode/space_walk.h"
#include "ode/zero_size.h"
#include "util/array.h"
#include "util/real.h"

enum { LEAST_TABLE = 64 };

/* ------------------------------------------------------------------ geoms */

/* A walk through the geoms of a space and the spaces nested in it. */
typedef struct qmboxGuardWalk {
  qmboxGuard *guard;
  int root, subspace;
} qmboxGuardWalk;

/* Returns false if ODE cannot tell the bounds of a geom: those of a trimesh are a middle and half sides, and their
   difference tells nothing where a vertex is so far out. */
static bool isTold(bool trimesh, const dReal aabb[6]) {
  double farthest = 0;
  for (int i = 0; i < 6; i++) farthest = fmax(farthest, fabs((double)aabb[i]));
  return farthest <= QMBOX_FARTHEST_VERTEX || !trimesh;
}

void qmboxBoundGeom(qmboxGuardedGeom *geom) {
  dReal aabb[6];
  qmboxBoundsOfGeom(geom->geom, aabb);
  bool told = isTold(geom->trimesh, aabb);
  for (int i = 0; i < 3; i++) {
    double min = (double)aabb[2 * i], max = (double)aabb[2 * i + 1];
    geom->start.min[i] = told && min <= max ? min : -HUGE_VAL; /* as in ODE, what is not a number meets everything */
    geom->start.max[i] = told && min <= max ? max : HUGE_VAL;
  }
}

static void addGeom(qmboxGuard *guard, dGeomID geom, int root, int subspace) {
  qmboxGuardedGeom *room =
      qmboxRoomForOne(guard->bodies.geom, sizeof *room, guard->bodies.geomCount, &guard->bodies.geomCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return;
  }
  guard->bodies.geom = room;
  room += guard->bodies.geomCount++;
  room->geom = geom;
  room->root = root;
  room->subspace = subspace;
  room->sensor = room->forgotten = room->disabled = false;
  room->trimesh = qmboxHeldClass(geom) == dTriMeshClass;
  room->nextOfBody = room->firstPair = room->firstCandidate = room->solid = room->traveller = -1;
  room->tree = (qmboxTree){.forest = 0};
  room->treeSought = false;
  room->soundness = QMBOX_SOUND_UNKNOWN;
  qmboxBoundGeom(room);
}

static int addSubspace(qmboxGuard *guard, dGeomID space, int outer) {
  qmboxGuardedSubspace *room = qmboxRoomForOne(guard->bodies.subspace, sizeof *room, guard->bodies.subspaceCount,
                                               &guard->bodies.subspaceCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return -1;
  }
  guard->bodies.subspace = room;
  room[guard->bodies.subspaceCount] = (qmboxGuardedSubspace){.space = space, .outer = outer};
  return guard->bodies.subspaceCount++;
}

/* Collects a geom, or what a space holds, of what is enabled. */
static void walkGeom(void *data, dGeomID geom) {
  const qmboxGuardWalk *walk = data;
  if (!dGeomIsEnabled(geom)) return;
  if (dGeomIsSpace(geom)) {
    qmboxGuardWalk inner = *walk;
    if (dGeomGetSpace(geom)) inner.subspace = addSubspace(walk->guard, geom, walk->subspace);
    qmboxVisitSpace(geom, walkGeom, &inner);
  } else if (qmboxIsOfSizeZero(geom)) {
    qmboxWarnOfSizeZero(geom);
  } else if (!qmboxIsNotSolid(geom)) {
    addGeom(walk->guard, geom, walk->root, walk->subspace);
  }
}

static void collectGeoms(qmboxGuard *guard) {
  for (int root = 0; root < guard->bodies.rootCount; root++) {
    qmboxGuardWalk walk = {.guard = guard, .root = root, .subspace = -1};
    walkGeom(&walk, guard->bodies.root[root].geom);
  }
}

/* Returns true if a geom is in a space, in one that is nested in it, or is the space itself. */
static bool isWithin(dGeomID geom, dGeomID space) {
  while (geom && geom != space) geom = (dGeomID)dGeomGetSpace(geom);
  return geom == space;
}

void qmboxGuardForget(qmboxGuard *guard, dGeomID geom) {
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    qmboxGuardedGeom *guarded = &guard->bodies.geom[i];
    if (guarded->forgotten || !isWithin(guarded->geom, geom)) continue;
    guarded->body = 0;
    guarded->forgotten = true;
  }
}

/* ------------------------------------------------------------------ bodies */

/* Returns the entry of the table that holds this body's number, or where it belongs. */
static int *entryOf(const qmboxGuard *guard, dBodyID body) {
  uint64_t hash = (uint64_t)(uintptr_t)body * 0x9e3779b97f4a7c15u;
  unsigned mask = (unsigned)guard->bodies.tableSize - 1, at = (unsigned)(hash >> 32) & mask;
  while (guard->bodies.table[at] > 0 && guard->bodies.body[guard->bodies.table[at]].start.body != body)
    at = (at + 1) & mask;
  return &guard->bodies.table[at];
}

static void clearTable(qmboxGuard *guard, int size) {
  if (guard->bodies.tableSize < size) {
    free(guard->bodies.table);
    guard->bodies.table = malloc((size_t)size * sizeof *guard->bodies.table);
    guard->bodies.tableSize = guard->bodies.table ? size : 0;
  }
  if (guard->bodies.table)
    memset(guard->bodies.table, 0, (size_t)guard->bodies.tableSize * sizeof *guard->bodies.table);
}

/* Makes room for as many bodies again. */
static bool growTable(qmboxGuard *guard) {
  int size = LEAST_TABLE;
  while (size < 4 * guard->bodies.bodyCount) size *= 2;
  clearTable(guard, size);
  if (!guard->bodies.table) return false;
  for (int i = 1; i < guard->bodies.bodyCount; i++) *entryOf(guard, guard->bodies.body[i].start.body) = i;
  return true;
}

static void saveStart(qmboxGuardedBody *guarded, dBodyID body) {
  qmboxSavedBody *start = &guarded->start;
  start->body = body;
  if (!body) return;
  memcpy(start->position, dBodyGetPosition(body), sizeof start->position);
  memcpy(start->quaternion, dBodyGetQuaternion(body), sizeof start->quaternion);
  start->enabled = 1;
  start->inexact = QMBOX_INEXACT_JOINT; /* the straight line from the start to the end, as ODE moves a body */
}

/* Returns the number of a body, which is added if it is new; -1 for want of memory. */
static int numberOf(qmboxGuard *guard, dBodyID body) {
  if (!body || dBodyGetWorld(body) != guard->bodies.world) return 0;
  int *entry = entryOf(guard, body);
  if (*entry > 0) return *entry;
  qmboxGuardedBody *room =
      qmboxRoomForOne(guard->bodies.body, sizeof *room, guard->bodies.bodyCount, &guard->bodies.bodyCapacity);
  if (!room) return -1;
  guard->bodies.body = room;
  int number = guard->bodies.bodyCount++;
  guard->bodies.body[number] = (qmboxGuardedBody){.next = number, .root = number, .firstGeom = -1};
  saveStart(&guard->bodies.body[number], body);
  *entry = number;
  if (2 * guard->bodies.bodyCount > guard->bodies.tableSize && !growTable(guard)) return -1;
  return number;
}

int qmboxFindBody(const qmboxGuard *guard, dBodyID body) {
  return body ? *entryOf(guard, body) : 0;
}

int qmboxFindGeom(const qmboxGuard *guard, dGeomID geom) {
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    if (guard->bodies.geom[i].geom == geom) return i;
  }
  return -1;
}

static void addBodies(qmboxGuard *guard) {
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    qmboxGuardedGeom *geom = &guard->bodies.geom[i];
    int number = numberOf(guard, dGeomGetBody(geom->geom));
    if (number < 0) {
      guard->bodies.failed = true;
      return;
    }
    geom->body = number;
    geom->nextOfBody = guard->bodies.body[number].firstGeom;
    guard->bodies.body[number].firstGeom = i;
  }
}

/* ------------------------------------------------------------------ linkages */

static int rootOf(qmboxGuard *guard, int number) {
  qmboxGuardedBody *body = guard->bodies.body;
  while (body[number].root != number) number = body[number].root = body[body[number].root].root;
  return number;
}

/* Lets each body have the one that stands for its linkage as its root. */
static void shortenWays(qmboxGuard *guard) {
  for (int i = 1; i < guard->bodies.bodyCount; i++) guard->bodies.body[i].root = rootOf(guard, i);
}

bool qmboxAreLinked(const qmboxGuard *guard, int number, int other) {
  return guard->bodies.body[number].root == guard->bodies.body[other].root;
}

/* Makes one ring of two. */
static void link(qmboxGuard *guard, int number, int other) {
  int root = rootOf(guard, number), otherRoot = rootOf(guard, other);
  if (root == otherRoot) return;
  guard->bodies.body[otherRoot].root = root;
  int next = guard->bodies.body[number].next;
  guard->bodies.body[number].next = guard->bodies.body[other].next;
  guard->bodies.body[other].next = next;
}

/* Links a body to those that its joints lead to, and adds those that have no geom in the space. */
static bool followJoints(qmboxGuard *guard, int number) {
  dBodyID body = guard->bodies.body[number].start.body;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    if (dJointGetType(walk.joint) == dJointTypeContact || !dJointIsEnabled(walk.joint)) continue;
    dBodyID first = dJointGetBody(walk.joint, 0), second = dJointGetBody(walk.joint, 1);
    if (!first || !second) continue;
    int other = numberOf(guard, first == body ? second : first);
    if (other < 0) return false;
    if (other > 0) link(guard, number, other);
  }
  return true;
}

static int countInRoots(const qmboxGuard *guard) {
  int count = 0;
  for (int i = 0; i < guard->bodies.rootCount; i++) {
    dGeomID root = guard->bodies.root[i].geom;
    if (dGeomIsSpace(root)) count += dSpaceGetNumGeoms((dSpaceID)root);
  }
  return count;
}

/* Lets arrays begin with room for what the roots hold: growing costs as much again.  Some arrays may be there already,
   as those of a guard whose world had no geoms. */
static void reserve(qmboxGuard *guard) {
  if (guard->bodies.geom) return;
  int geoms = countInRoots(guard);
  if (geoms == 0) return;
  guard->bodies.geomCapacity = geoms;
  if (!guard->bodies.solid) guard->bodies.solidCapacity = geoms;
  if (!guard->bodies.body) guard->bodies.bodyCapacity = geoms + 1;
  if (!guard->pairs.pair) guard->pairs.pairCapacity = 2 * geoms;
  if (!guard->windows.place) guard->windows.placeCapacity = 2 * geoms;
}

void qmboxCollectBodies(qmboxGuard *guard) {
  guard->bodies.geomCount = guard->bodies.subspaceCount = guard->bodies.bodyCount = guard->bodies.solidCount =
      guard->events.eventCount = 0;
  reserve(guard);
  collectGeoms(guard);
  guard->integrity.broken = guard->integrity.called = guard->integrity.unseen = false;
  int size = LEAST_TABLE;
  while (size < 4 * guard->bodies.geomCount) size *= 2;
  clearTable(guard, size);
  qmboxGuardedBody *room = qmboxRoomForOne(guard->bodies.body, sizeof *room, 0, &guard->bodies.bodyCapacity);
  if (!room || !guard->bodies.table) {
    guard->bodies.failed = true;
    return;
  }
  guard->bodies.body = room;
  guard->bodies.body[0] = (qmboxGuardedBody){.firstGeom = -1};
  guard->bodies.bodyCount = 1;
  if (!guard->bodies.failed) addBodies(guard);
  for (int i = 1; i < guard->bodies.bodyCount && !guard->bodies.failed; i++)
    guard->bodies.failed = !followJoints(guard, i);
  shortenWays(guard);
}
