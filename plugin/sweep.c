/* SPDX-License-Identifier: BSD-3-Clause */

/* All pairs of a space that may meet while its boxes move: the moving shapes, their sweepers, and ODE's broad phase
   on those. */

#include "sweep.h"

#include "array.h"
#include "real.h"
#include "registration.h"

/*
 * The sweeper is larger than its bounds by this much of the largest coordinate.  ODE keeps the middle and the
 * lengths, not the corners: rounding these and adding them up again loses less than two units in the last place on
 * each side.
 */
#define SWEEPER_MARGIN (4 * QMBOX_EPSILON)

/* Sweeps that reach farther are not solved: ODE squares coordinates, and squares of this still fit in a float. */
#define LARGEST_REACH 1e18

/* ------------------------------------------------------------------ the geoms of a space */

/* Calls visit for the geoms of a space and the spaces nested in it that a probe meets. */
typedef struct qmboxWalk {
  dGeomID probe;
  void (*visit)(struct qmboxWalk *walk, dGeomID geom);
  qmboxSweep *sweep;
  const qmboxMover *mover; /* whose sweeper the probe is */
  qmboxVisit *pair;
  void *data;
} qmboxWalk;

static void walkNear(void *data, dGeomID o1, dGeomID o2) {
  qmboxWalk *walk = data;
  dGeomID geom = o1 == walk->probe ? o2 : o1;

  if (dGeomIsSpace(geom)) {
    dSpaceCollide2(walk->probe, geom, walk, walkNear);
  } else {
    walk->visit(walk, geom);
  }
}

static void walkSpace(qmboxWalk *walk) {
  dSpaceCollide2(walk->probe, (dGeomID)walk->sweep->space, walk, walkNear);
}

/* ------------------------------------------------------------------ movers */

/* Bodies of other worlds stand still. */
void qmboxSweptPath(const qmboxSweep *sweep, dGeomID geom, qmboxPath *path) {
  dBodyID body = dGeomGetBody(geom);
  int foreign = sweep->world && body && dBodyGetWorld(body) != sweep->world;

  if (sweep->start) {
    qmboxPathTaken(geom, sweep->qmboxClass, qmboxSavedOf(sweep->start, body), sweep->length, path);
  } else {
    qmboxPathOf(geom, sweep->qmboxClass, foreign ? QMBOX_FOLLOW_NOTHING : sweep->follow, path);
  }
}

static void collect(qmboxWalk *walk, dGeomID geom) {
  qmboxSweep *sweep = walk->sweep;
  qmboxPath path;
  void *room;

  if (dGeomGetClass(geom) == dRayClass) return;
  qmboxSweptPath(sweep, geom, &path);
  if (!path.moves) return;
  sweep->inexact |= path.inexact;
  if (!qmboxHasBody(path.shape)) {
    sweep->inexact |= QMBOX_INEXACT_SHAPE;
    return;
  }
  room = qmboxRoomForOne(sweep->mover, sizeof *sweep->mover, sweep->count, &sweep->capacity);
  if (!room) {
    sweep->outOfMemory = 1;
    return;
  }
  sweep->mover = room;
  sweep->mover[sweep->count].path = path;
  sweep->mover[sweep->count++].sweeper = 0;
}

/* ------------------------------------------------------------------ sweepers */

static void createSweeper(qmboxSweep *sweep, qmboxMover *mover) {
  double t0 = fmax(0, mover->path.t0), t1 = fmin(sweep->h, mover->path.t1);
  double min[3], max[3], reach;
  dReal middle[3], length[3];
  dGeomID sweeper;
  int i;

  if (t0 > t1) return; /* its motion begins later or ended before */
  mover->path.reach = reach = qmboxPathBounds(&mover->path, t0, t1, min, max);
  if (!(reach <= LARGEST_REACH)) {
    sweep->inexact |= QMBOX_INEXACT_NUMBERS;
    return;
  }
  for (i = 0; i < 3; i++) {
    middle[i] = (dReal)(min[i] + (max[i] - min[i]) / 2);
    length[i] = qmboxRoundedUp(max[i] - min[i] + SWEEPER_MARGIN * reach);
  }
  sweeper = dCreateBox(0, length[0], length[1], length[2]);
  dGeomSetPosition(sweeper, middle[0], middle[1], middle[2]);
  dGeomSetCategoryBits(sweeper, dGeomGetCategoryBits(mover->path.geom));
  dGeomSetCollideBits(sweeper, dGeomGetCollideBits(mover->path.geom));
  dGeomSetData(sweeper, mover);
  dSpaceAdd(sweep->sweepers, sweeper);
  mover->sweeper = sweeper;
}

/* Finds the movers of a sweep that has all but these. */
static int collectAll(qmboxSweep *sweep) {
  qmboxWalk walk = {0};
  int i;

  sweep->qmboxClass = qmboxRegisteredClass();

  /* A plane along no axis has an infinite AABB: it meets everything.  dSpaceGetGeom() does not serve, the quadtree
     has none. */
  walk.probe = dCreatePlane(0, 1, 1, 1, 0);
  walk.visit = collect;
  walk.sweep = sweep;
  walkSpace(&walk);
  dGeomDestroy(walk.probe);

  sweep->sweepers = dSweepAndPruneSpaceCreate(0, dSAP_AXES_XYZ);
  /* Only now, that the array of movers does not grow any more, may the sweepers point into it. */
  for (i = 0; i < sweep->count; i++) createSweeper(sweep, &sweep->mover[i]);
  return !sweep->outOfMemory;
}

int qmboxBeginSweep(qmboxSweep *sweep, dSpaceID space, dWorldID world, qmboxFollow follow, double h) {
  memset(sweep, 0, sizeof *sweep);
  sweep->space = space;
  sweep->world = world;
  sweep->follow = follow;
  sweep->h = h;
  return collectAll(sweep);
}

int qmboxBeginSweepTaken(qmboxSweep *sweep, dSpaceID space, const qmboxWorldState *start, double length, double h) {
  memset(sweep, 0, sizeof *sweep);
  sweep->space = space;
  sweep->world = start->world;
  sweep->start = start;
  sweep->length = length;
  sweep->h = h;
  return collectAll(sweep);
}

void qmboxEndSweep(qmboxSweep *sweep) {
  dSpaceDestroy(sweep->sweepers);
  if (sweep->mover) dFree(sweep->mover, (size_t)sweep->capacity * sizeof *sweep->mover);
}

/* ------------------------------------------------------------------ pairs */

static int onOneBody(dGeomID o1, dGeomID o2) {
  return dGeomGetBody(o1) && dGeomGetBody(o1) == dGeomGetBody(o2);
}

static void sweepersNear(void *data, dGeomID o1, dGeomID o2) {
  const qmboxWalk *walk = data;
  const qmboxMover *mover1 = dGeomGetData(o1), *mover2 = dGeomGetData(o2);

  if (!onOneBody(mover1->path.geom, mover2->path.geom)) walk->pair(walk->data, &mover1->path, &mover2->path);
}

static void meetStill(qmboxWalk *walk, dGeomID geom) {
  qmboxPath still;

  if (dGeomGetClass(geom) == dRayClass || onOneBody(geom, walk->mover->path.geom)) return;
  qmboxSweptPath(walk->sweep, geom, &still);
  /* What moves has been met as a sweeper. */
  if (!(still.moves && qmboxHasBody(still.shape))) walk->pair(walk->data, &walk->mover->path, &still);
}

void qmboxVisitPairs(qmboxSweep *sweep, qmboxVisit *visit, void *data) {
  qmboxWalk walk = {0};
  int i;

  walk.sweep = sweep;
  walk.pair = visit;
  walk.data = data;
  dSpaceCollide(sweep->sweepers, &walk, sweepersNear);
  walk.visit = meetStill;
  for (i = 0; i < sweep->count; i++) {
    walk.mover = &sweep->mover[i];
    walk.probe = sweep->mover[i].sweeper;
    if (walk.probe) walkSpace(&walk);
  }
}
