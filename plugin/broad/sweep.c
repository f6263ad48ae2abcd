/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All pairs of a space that may meet while its boxes and other shapes move: the geoms, their bounds, and the filters of
 * ODE.
 *
 * The bounds of a sweep cost more than most pairs are worth.  So the shapes are sorted by the bounds of a ball that
 * moves with them, and only those whose balls come near another geom are measured.
 */

#include "broad/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "moving/moving_bounds.h"
#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/space_walk.h"
#include "broad/bounds.h"
#include "broad/overlaps.h"
#include "util/real.h"
#include "class/registration.h"
#include "pairs/pair.h"

/* Sweeps are larger than their bounds by this much of the largest coordinate: ODE's AABBs of what stands still are
   rounded, and lose less than two units in the last place on each side. */
#define BOUNDS_ERROR (4 * QMBOX_EPSILON)

/* Sweeps that reach farther are not solved: ODE squares coordinates, and squares of this still fit in a float. */
#define LARGEST_REACH 1e18

/* ------------------------------------------------------------------ the geoms of a space */

/* A walk through the geoms of a space and the spaces nested in it. */
typedef struct qmboxWalk {
  qmboxSweep *sweep;
  int subspace; /* the space that it is in */
} qmboxWalk;

/* Bodies of other worlds stand still. */
static void findPath(const qmboxSweep *sweep, dGeomID geom, qmboxMoving *path) {
  dBodyID body = dGeomGetBody(geom);
  int foreign = sweep->world && body && dBodyGetWorld(body) != sweep->world;
  if (sweep->start) {
    qmboxMovingTaken(geom, sweep->qmboxClass, qmboxSavedOf(sweep->start, body), sweep->length, path);
  } else {
    qmboxMovingOf(geom, sweep->qmboxClass, foreign ? QMBOX_FOLLOW_NOTHING : sweep->follow, path);
  }
}

static void addGeom(qmboxSweep *sweep, dGeomID geom, int subspace) {
  qmboxSwept *swept = QMBOX_ADD(sweep->swept, sweep->count, sweep->capacity);
  if (!swept) {
    sweep->outOfMemory = true;
    return;
  }
  findPath(sweep, geom, &swept->path);
  swept->moves = swept->path.moves && qmboxHasBody(swept->path.shape);
  swept->subspace = subspace;
  swept->candidate = -1;
  swept->note = -1;
  swept->measured = false;
  if (!swept->path.moves) return;
  sweep->inexact |= swept->path.inexact;
  if (!swept->moves) sweep->inexact |= QMBOX_INEXACT_SHAPE;
}

/* Returns the number of a nested space, -1 if no memory is left. */
static int addSubspace(qmboxSweep *sweep, dGeomID space, int outer) {
  qmboxSubspace *added = QMBOX_ADD(sweep->subspace, sweep->subspaceCount, sweep->subspaceCapacity);
  if (!added) {
    sweep->outOfMemory = true;
    return -1;
  }
  *added = (qmboxSubspace){space, outer};
  return sweep->subspaceCount - 1;
}

static void walkGeom(void *data, dGeomID geom) {
  const qmboxWalk *walk = data;
  if (!dGeomIsEnabled(geom)) return;
  if (dGeomIsSpace(geom)) {
    qmboxWalk inner = {walk->sweep, addSubspace(walk->sweep, geom, walk->subspace)};
    qmboxVisitSpace(geom, walkGeom, &inner);
  } else if (!qmboxIsNotSolid(geom) && !qmboxIsOfSizeZero(geom)) {
    addGeom(walk->sweep, geom, walk->subspace);
  }
}

static void collect(qmboxSweep *sweep) {
  qmboxWalk walk = {sweep, -1};
  qmboxVisitSpace((dGeomID)sweep->space, walkGeom, &walk);
}

/* ------------------------------------------------------------------ bounds */

/* The part of [0, h] in which a box moves.  Returns false if its motion begins later or ended before. */
static bool partOf(const qmboxSweep *sweep, const qmboxMoving *path, double *t0, double *t1) {
  *t0 = fmax(0, path->t0);
  *t1 = fmin(sweep->h, path->t1);
  return *t0 <= *t1;
}

/* Finds the bounds and the reach of a box's sweep.  Returns false if the numbers do not go. */
static bool measure(qmboxSweep *sweep, qmboxSwept *swept) {
  double t0, t1;
  if (swept->measured) return swept->path.sweptReach <= LARGEST_REACH;
  swept->measured = true;
  if (!partOf(sweep, &swept->path, &t0, &t1)) return false;
  swept->path.sweptReach = qmboxHullBounds(&swept->path, t0, t1, swept->min, swept->max);
  qmboxWiden(swept->min, swept->max, BOUNDS_ERROR * swept->path.sweptReach);
  if (swept->path.sweptReach <= LARGEST_REACH) return true;
  sweep->inexact |= QMBOX_INEXACT_NUMBERS;
  return false;
}

/* The bounds by which a moving box is sorted: the ball's or, if that has none, the sweep's.  Returns false if it moves
   at another time or its numbers do not go: it meets nothing then. */
static bool boundMoving(qmboxSweep *sweep, qmboxSwept *swept, qmboxBounds *bounds) {
  double t0, t1;
  if (!partOf(sweep, &swept->path, &t0, &t1)) return false;
  double reach = qmboxBallBounds(&swept->path, t0, t1, bounds->min, bounds->max);
  if (reach <= LARGEST_REACH) return true;
  if (!measure(sweep, swept)) return false;
  memcpy(bounds->min, swept->min, sizeof swept->min);
  memcpy(bounds->max, swept->max, sizeof swept->max);
  return true;
}

/* The AABB of what stands still, infinite if it is not a number: as in ODE it meets everything then.  That of a qmbox
   may be of a motion which plays no part here. */
static void boundStill(const qmboxSweep *sweep, qmboxSwept *swept, qmboxBounds *bounds) {
  dGeomID geom = swept->path.geom;
  dReal aabb[6];
  qmboxBoundsOfGeom(geom, aabb);
  qmboxBoundsOfAabb(aabb, swept->min, swept->max);
  if (dGeomGetClass(geom) == sweep->qmboxClass) qmboxMovingBounds(&swept->path, 0, 0, swept->min, swept->max);
  for (int i = 0; i < 3; i++) {
    int good = swept->min[i] <= swept->max[i];
    bounds->min[i] = swept->min[i] = good ? swept->min[i] : -HUGE_VAL;
    bounds->max[i] = swept->max[i] = good ? swept->max[i] : HUGE_VAL;
  }
  swept->measured = true;
}

/* ------------------------------------------------------------------ pairs */

/* Returns true if ODE lets the two collide.  Nested spaces are asked only about what stands still: moving boxes of one
   could as well be anywhere else. */
static bool mayCollide(const qmboxSweep *sweep, const qmboxSwept *swept1, const qmboxSwept *swept2) {
  dGeomID o1 = swept1->path.geom, o2 = swept2->path.geom;
  if (dGeomGetBody(o1) && dGeomGetBody(o1) == dGeomGetBody(o2)) return false;
  if (!qmboxBitsMatch(o1, o2)) return false;
  for (int subspace = swept2->moves ? -1 : swept2->subspace; subspace >= 0;
       subspace = sweep->subspace[subspace].outer) {
    if (!qmboxBitsMatch(o1, sweep->subspace[subspace].space)) return false;
  }
  return true;
}

static void addCandidate(void *data, int first, int second) {
  qmboxSweep *sweep = data;
  qmboxSwept *swept1 = &sweep->swept[first], *swept2 = &sweep->swept[second];
  if (!mayCollide(sweep, swept1, swept2)) return;
  if (!measure(sweep, swept1) || (swept2->moves && !measure(sweep, swept2))) return;
  if (!qmboxOverlap3(swept1->min, swept1->max, swept2->min, swept2->max)) return;
  int number = sweep->candidateCount;
  qmboxCandidate *added = QMBOX_ADD(sweep->candidate, sweep->candidateCount, sweep->candidateCapacity);
  if (!added) {
    sweep->outOfMemory = true;
    return;
  }
  *added = (qmboxCandidate){{first, second}, {swept1->candidate, swept2->candidate}};
  swept1->candidate = 2 * number;
  swept2->candidate = 2 * number + 1;
}

/* Both lists in one array: moving shapes from its beginning, resting ones from its end. */
static void findCandidates(qmboxSweep *sweep) {
  size_t size = (size_t)sweep->count * sizeof(qmboxBounds);
  int moving = 0, still = sweep->count, i;
  if (sweep->count == 0) return;
  qmboxBounds *bounds = dAlloc(size);
  if (!bounds) {
    sweep->outOfMemory = true;
    return;
  }
  for (i = 0; i < sweep->count; i++) {
    qmboxSwept *swept = &sweep->swept[i];
    if (!swept->moves) {
      boundStill(sweep, swept, &bounds[--still]);
      bounds[still].owner = i;
    } else if (boundMoving(sweep, swept, &bounds[moving])) {
      bounds[moving++].owner = i;
    }
  }
  bool found = qmboxFindOverlaps(bounds, moving, bounds + still, sweep->count - still, addCandidate, sweep);
  sweep->outOfMemory = sweep->outOfMemory || !found;
  dFree(bounds, size);
}

/* ------------------------------------------------------------------ the whole sweep */

/* Fills a sweep that has all that it is asked for. */
static int fill(qmboxSweep *sweep) {
  sweep->qmboxClass = qmboxRegisteredClass();
  sweep->capacity = dSpaceGetNumGeoms(sweep->space);
  collect(sweep);
  if (!sweep->outOfMemory) findCandidates(sweep);
  return !sweep->outOfMemory;
}

bool qmboxBeginSweep(qmboxSweep *sweep, dSpaceID space, dWorldID world, qmboxFollow follow, double h) {
  memset(sweep, 0, sizeof *sweep);
  sweep->space = space;
  sweep->world = world;
  sweep->follow = follow;
  sweep->h = h;
  return fill(sweep);
}

bool qmboxBeginSweepTaken(qmboxSweep *sweep, dSpaceID space, const qmboxWorldState *start, double length, double h) {
  memset(sweep, 0, sizeof *sweep);
  sweep->space = space;
  sweep->world = start->world;
  sweep->start = start;
  sweep->length = length;
  sweep->h = h;
  return fill(sweep);
}

void qmboxVisitPairs(const qmboxSweep *sweep, qmboxVisit *visit, void *data) {
  for (int i = 0; i < sweep->candidateCount; i++) {
    const int *geom = sweep->candidate[i].geom;
    visit(data, &sweep->swept[geom[0]].path, &sweep->swept[geom[1]].path);
  }
}

void qmboxVisitPairsOf(const qmboxSweep *sweep, const qmboxMoving *path, qmboxVisit *visit, void *data) {
  int at = ((const qmboxSwept *)(const void *)path)->candidate;
  while (at >= 0) {
    const qmboxCandidate *candidate = &sweep->candidate[at / 2];
    visit(data, &sweep->swept[candidate->geom[0]].path, &sweep->swept[candidate->geom[1]].path);
    at = candidate->before[at % 2];
  }
}

double *qmboxNoteOf(qmboxSweep *sweep, const qmboxMoving *path) {
  return &sweep->swept[(const qmboxSwept *)(const void *)path - sweep->swept].note;
}

void qmboxEndSweep(qmboxSweep *sweep) {
  free(sweep->swept);
  free(sweep->subspace);
  free(sweep->candidate);
}

/* ------------------------------------------------------------------ the earliest contact */

/*
 * The earliest of many first contacts.
 *
 * Each pair is asked only up to the earliest contact of those before it.  A pair that touches or overlaps at the
 * start has "contact now" for ever; with onlyApart it is left out.  After a step that stopped at a contact the pair
 * is apart, or overlaps, by what rounding left, so a gap of that order has to count as touching: else the next step
 * would have length zero.
 */

/*
 * A gap below this times the largest coordinate that the pair's sweeps reach counts as touching.  The error that a step
 * to the contact leaves is the rounding of ODE's poses and of the gap itself, some tens of units in the last place of
 * that coordinate.
 */
#define TOUCH_TOLERANCE (512 * QMBOX_EPSILON)

/* That of pairs whose contacts are enclosed less closely. */
#define OTHERS_TOUCH_TOLERANCE (65536 * QMBOX_EPSILON)

/* The largest coordinate that the pair's sweeps reach until this time.  A plane has no size. */
static double sizeOf(const qmboxMoving *path1, const qmboxMoving *path2, double time) {
  double min[3], max[3], size = 0;
  if (qmboxCanGrow(path1->shape)) size = qmboxMovingBounds(path1, 0, time, min, max);
  if (qmboxCanGrow(path2->shape)) size = fmax(size, qmboxMovingBounds(path2, 0, time, min, max));
  return size;
}

/* Returns true if the pair was in touch all the way to its contact: at the start and half-way.  One that is apart
   half-way left and came back. */
static bool touchesFromStart(const qmboxMoving *path1, const qmboxMoving *path2, double time) {
  bool others = !qmboxAreExact(path1, path2);
  double tolerance = (others ? OTHERS_TOUCH_TOLERANCE : TOUCH_TOLERANCE) * sizeOf(path1, path2, time);
  return qmboxGap(path1, path2, 0) <= tolerance && qmboxGap(path1, path2, time / 2) <= tolerance;
}

/* Returns true if this contact, or the end of what is known, is one to stop at. */
static bool counts(const qmboxEarliest *earliest, const qmboxContact *contact, const qmboxMoving *path1,
                   const qmboxMoving *path2) {
  switch (contact->status) {
    case BMS_TOUCHING:
    case BMS_OVERLAPPING:
      return !earliest->onlyApart;
    case BMS_CONTACT:
    case BMS_UNRESOLVED:
      if (!earliest->onlyApart) return contact->status == BMS_CONTACT;
      /* A time that is zero as a dReal cannot be stepped to. */
      return qmboxRoundedDown(contact->timeLower) > 0 && !touchesFromStart(path1, path2, contact->timeLower);
    default:
      return false;
  }
}

void qmboxConsider(void *data, const qmboxMoving *path1, const qmboxMoving *path2) {
  qmboxEarliest *earliest = data;
  qmboxContact contact;
  if (!qmboxSolvable(path1, path2)) {
    earliest->inexact |= QMBOX_INEXACT_SHAPE;
    return;
  }
  earliest->inexact |= path1->inexact | path2->inexact;
  qmboxSolve(path1, path2, 0, earliest->until, &contact);
  earliest->inexact |= contact.inexact;
  if (!counts(earliest, &contact, path1, path2)) return;
  double time = earliest->onlyApart ? contact.timeLower : contact.time;
  if (earliest->found && time >= earliest->until) return;
  earliest->found = 1;
  earliest->contact = contact;
  earliest->size = sizeOf(path1, path2, time);
  earliest->until = time;
}
