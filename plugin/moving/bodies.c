/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bodies are found by their address in a table with open addressing, twice as large as there are bodies.  Linkages,
 * that is bodies that joints other than contacts connect, are rings: a joint between two rings makes one of them.
 */

#include "moving/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/body_members.h"
#include "ode/mesh_triangles.h"
#include "ode/space_walk.h"
#include "util/array.h"

enum { LEAST_TABLE = 64 };

/* ------------------------------------------------------------------ geoms */

/* A walk through the geoms of a space and the spaces nested in it. */
typedef struct qmboxGuardWalk {
  qmboxBodies *bodies;
  int root, subspace;
} qmboxGuardWalk;

/* Returns false if ODE does not know the bounds of a geom: a trimesh's are a middle and half sides, whose difference
   means nothing with a vertex so far out. */
static bool isTold(bool trimesh, const dReal aabb[6]) {
  double farthest = 0;
  for (int i = 0; i < 6 && trimesh; i++) farthest = fmax(farthest, fabs((double)aabb[i]));
  return farthest <= QMBOX_FARTHEST_VERTEX;
}

void qmboxBoundGeom(qmboxGuardedGeom *geom) {
  dReal aabb[6];
  qmboxBoundsOfGeom(geom->geom, aabb);
  bool told = isTold(geom->trimesh, aabb);
  for (int i = 0; i < 3; i++) {
    double min = (double)aabb[2 * i], max = (double)aabb[2 * i + 1];
    geom->start.min[i] = told && min <= max ? min : -HUGE_VAL; /* as in ODE, a NaN meets everything */
    geom->start.max[i] = told && min <= max ? max : HUGE_VAL;
  }
}

static void addGeom(qmboxBodies *bodies, dGeomID geom, int root, int subspace) {
  qmboxGuardedGeom *added = QMBOX_ADD(bodies->geom, bodies->geomCount, bodies->geomCapacity);
  if (!added) {
    bodies->failed = true;
    return;
  }
  added->geom = geom;
  added->root = root;
  added->subspace = subspace;
  added->sensor = added->forgotten = added->disabled = false;
  int class = qmboxHeldClass(geom);
  added->trimesh = class == dTriMeshClass;
  bodies->hulls += class == dConvexClass;
  added->nextOfBody = added->firstPair = added->firstCandidate = added->solid = added->fast = -1;
  added->tree = (qmboxTree){.forest = 0};
  added->treeSought = false;
  added->soundness = QMBOX_SOUND_UNKNOWN;
  qmboxBoundGeom(added);
}

static int addSubspace(qmboxBodies *bodies, dGeomID space, int outer) {
  const qmboxGuardedSubspace added = {.space = space, .outer = outer};
  bool good = QMBOX_APPEND(bodies->subspace, bodies->subspaceCount, bodies->subspaceCapacity, added);
  bodies->failed = bodies->failed || !good;
  return bodies->subspaceCount - 1;
}

/* Collects a geom, or what a space holds, of what is enabled. */
static void walkGeom(void *data, dGeomID geom) {
  const qmboxGuardWalk *walk = data;
  if (!dGeomIsEnabled(geom)) return;
  if (dGeomIsSpace(geom)) {
    qmboxGuardWalk inner = *walk;
    if (dGeomGetSpace(geom)) inner.subspace = addSubspace(walk->bodies, geom, walk->subspace);
    qmboxVisitSpace(geom, walkGeom, &inner);
  } else if (qmboxIsOfSizeZero(geom)) {
    qmboxWarnOfSizeZero(geom);
  } else if (!qmboxIsNotSolid(geom)) {
    addGeom(walk->bodies, geom, walk->root, walk->subspace);
  }
}

static void collectGeoms(qmboxBodies *bodies) {
  for (int root = 0; root < bodies->rootCount; root++) {
    qmboxGuardWalk walk = {.bodies = bodies, .root = root, .subspace = -1};
    walkGeom(&walk, bodies->root[root].geom);
  }
}

/* Returns true if a geom is in a space, in one that is nested in it, or is the space itself. */
static bool isWithin(dGeomID geom, dGeomID space) {
  while (geom && geom != space) geom = (dGeomID)dGeomGetSpace(geom);
  return geom == space;
}

void qmboxForgetGeom(qmboxBodies *bodies, dGeomID geom) {
  for (int i = 0; i < bodies->geomCount; i++) {
    qmboxGuardedGeom *guarded = &bodies->geom[i];
    if (guarded->forgotten || !isWithin(guarded->geom, geom)) continue;
    guarded->body = 0;
    guarded->forgotten = true;
  }
}

/* ------------------------------------------------------------------ bodies */

/* Returns the entry of the table that holds this body's number, or where it belongs. */
static int *entryOf(const qmboxBodies *bodies, dBodyID body) {
  uint64_t hash = (uint64_t)(uintptr_t)body * 0x9e3779b97f4a7c15u;
  unsigned mask = (unsigned)bodies->tableSize - 1, at = (unsigned)(hash >> 32) & mask;
  while (bodies->table[at] > 0 && bodies->body[bodies->table[at]].start.body != body) at = (at + 1) & mask;
  return &bodies->table[at];
}

static void clearTable(qmboxBodies *bodies, int size) {
  if (bodies->tableSize < size) {
    free(bodies->table);
    bodies->table = malloc((size_t)size * sizeof *bodies->table);
    bodies->tableSize = bodies->table ? size : 0;
  }
  if (bodies->table) memset(bodies->table, 0, (size_t)bodies->tableSize * sizeof *bodies->table);
}

static bool growTable(qmboxBodies *bodies) {
  int size = LEAST_TABLE;
  while (size < 4 * bodies->bodyCount) size *= 2;
  clearTable(bodies, size);
  if (!bodies->table) return false;
  for (int i = 1; i < bodies->bodyCount; i++) *entryOf(bodies, bodies->body[i].start.body) = i;
  return true;
}

/* Returns the number of a body, which is added if it is new; -1 if no memory is left. */
static int numberOf(qmboxBodies *bodies, dBodyID body) {
  if (!body || dBodyGetWorld(body) != bodies->world) return 0;
  int *entry = entryOf(bodies, body);
  if (*entry > 0) return *entry;
  int number = bodies->bodyCount;
  qmboxGuardedBody *added = QMBOX_ADD(bodies->body, bodies->bodyCount, bodies->bodyCapacity);
  if (!added) return -1;
  *added = (qmboxGuardedBody){.next = number, .root = number, .firstGeom = -1};
  qmboxSavePoseAndForces(body, &added->start);
  added->start.enabled = 1;
  added->start.inexact = QMBOX_INEXACT_JOINT; /* the straight line from the start to the end, as ODE moves a body */
  *entry = number;
  if (2 * bodies->bodyCount > bodies->tableSize && !growTable(bodies)) return -1;
  return number;
}

int qmboxFindBody(const qmboxBodies *bodies, dBodyID body) {
  return body ? *entryOf(bodies, body) : 0;
}

int qmboxFindGeom(const qmboxBodies *bodies, dGeomID geom) {
  for (int i = 0; i < bodies->geomCount; i++) {
    if (bodies->geom[i].geom == geom) return i;
  }
  return -1;
}

static void addBodies(qmboxBodies *bodies) {
  for (int i = 0; i < bodies->geomCount; i++) {
    qmboxGuardedGeom *geom = &bodies->geom[i];
    int number = numberOf(bodies, dGeomGetBody(geom->geom));
    if (number < 0) {
      bodies->failed = true;
      return;
    }
    geom->body = number;
    geom->nextOfBody = bodies->body[number].firstGeom;
    bodies->body[number].firstGeom = i;
  }
}

bool qmboxGoesWithBody(const qmboxBodies *bodies, const qmboxGuardedGeom *geom) {
  const qmboxGuardedBody *body = &bodies->body[geom->body];
  return body->moves || (geom->trimesh && geom->body > 0 && !dBodyIsKinematic(body->start.body));
}

/* ------------------------------------------------------------------ linkages */

static int rootOf(qmboxBodies *bodies, int number) {
  qmboxGuardedBody *body = bodies->body;
  while (body[number].root != number) number = body[number].root = body[body[number].root].root;
  return number;
}

/* Lets each body have the one that stands for its linkage as its root. */
static void shortenWays(qmboxBodies *bodies) {
  for (int i = 1; i < bodies->bodyCount; i++) bodies->body[i].root = rootOf(bodies, i);
}

bool qmboxAreLinked(const qmboxBodies *bodies, int number, int other) {
  return bodies->body[number].root == bodies->body[other].root;
}

static void link(qmboxBodies *bodies, int number, int other) {
  int root = rootOf(bodies, number), otherRoot = rootOf(bodies, other);
  if (root == otherRoot) return;
  bodies->body[otherRoot].root = root;
  int next = bodies->body[number].next;
  bodies->body[number].next = bodies->body[other].next;
  bodies->body[other].next = next;
}

/* Links a body to those that its joints lead to, and adds those that have no geom in the space. */
static bool followJoints(qmboxBodies *bodies, int number) {
  dBodyID body = bodies->body[number].start.body;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    if (dJointGetType(walk.joint) == dJointTypeContact || !dJointIsEnabled(walk.joint)) continue;
    bodies->body[number].jointed = true;
    dBodyID first = dJointGetBody(walk.joint, 0), second = dJointGetBody(walk.joint, 1);
    if (!first || !second) continue;
    int other = numberOf(bodies, first == body ? second : first);
    if (other < 0) return false;
    if (other > 0) link(bodies, number, other);
  }
  return true;
}

int qmboxCountInRoots(const qmboxBodies *bodies) {
  int count = 0;
  for (int i = 0; i < bodies->rootCount; i++) {
    dGeomID root = bodies->root[i].geom;
    if (dGeomIsSpace(root)) count += dSpaceGetNumGeoms((dSpaceID)root);
  }
  return count;
}

/* Lets arrays begin with room for what the roots hold: growing costs as much again.  Some arrays may be there already,
   as in a guard whose world had no geoms. */
static void reserve(qmboxBodies *bodies) {
  if (bodies->geom) return;
  int geoms = qmboxCountInRoots(bodies);
  if (geoms == 0) return;
  bodies->geomCapacity = geoms;
  if (!bodies->solid) bodies->solidCapacity = geoms;
  if (!bodies->body) bodies->bodyCapacity = geoms + 1;
}

void qmboxCollectBodies(qmboxBodies *bodies) {
  bodies->geomCount = bodies->subspaceCount = bodies->bodyCount = bodies->solidCount = bodies->unguarded = 0;
  bodies->hulls = 0;
  reserve(bodies);
  collectGeoms(bodies);
  int size = LEAST_TABLE;
  while (size < 4 * bodies->geomCount) size *= 2;
  clearTable(bodies, size);
  qmboxGuardedBody *nobody = bodies->table ? QMBOX_ADD(bodies->body, bodies->bodyCount, bodies->bodyCapacity) : 0;
  if (!nobody) {
    bodies->failed = true;
    return;
  }
  *nobody = (qmboxGuardedBody){.firstGeom = -1};
  if (!bodies->failed) addBodies(bodies);
  for (int i = 1; i < bodies->bodyCount && !bodies->failed; i++) bodies->failed = !followJoints(bodies, i);
  shortenWays(bodies);
}
