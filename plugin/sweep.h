/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All pairs of a space that may meet while its boxes and other shapes move.
 *
 * ODE's spaces go by the geoms' present AABBs, and a dBox cannot be made to show another.  So every moving shape gets a
 * sweeper: a dBox with the AABB of its sweep, in a space of this library's own.  Pairs of moving shapes are pairs of
 * sweepers, found by dSpaceCollide() there; what stands still is found by dSpaceCollide2() of each sweeper with the
 * user's space, whatever its type and however its spaces are nested.
 *
 * The sweepers' space is ODE's sweep-and-prune space: its order of coordinates has no scale, where the hash space takes
 * cells of fixed size and refuses (dDebug) scenes that are large in cells.
 */

#ifndef QMBOX_SWEEP_H
#define QMBOX_SWEEP_H

#include "path.h"

/* Called for each pair, path1 that of a moving box, round shape or mesh.  path2 may be anything. */
typedef void qmboxVisit(void *data, const qmboxPath *path1, const qmboxPath *path2);

typedef struct qmboxMover {
  qmboxPath path;
  dGeomID sweeper; /* 0 if the path has nothing in [0, h] */
} qmboxMover;

typedef struct qmboxSweep {
  dSpaceID space;
  dWorldID world;               /* whose bodies move; 0: those of every world */
  qmboxFollow follow;           /* OWN or BODY */
  const qmboxWorldState *start; /* if not null the paths are those taken since, in a step of this length */
  double length;
  int qmboxClass;
  double h;

  qmboxMover *mover;
  int count, capacity;
  int outOfMemory;
  unsigned inexact; /* of all that moves */
  dSpaceID sweepers;
} qmboxSweep;

/* Fills sweep with the moving shapes of a space over [0, h].  Returns 0 for want of memory; qmboxEndSweep() in
   either case. */
int qmboxBeginSweep(qmboxSweep *sweep, dSpaceID space, dWorldID world, qmboxFollow follow, double h);

/* The same for the step of this length that the world of `start` has just made; h may lie beyond it. */
int qmboxBeginSweepTaken(qmboxSweep *sweep, dSpaceID space, const qmboxWorldState *start, double length, double h);

/* The path of a geom as the sweep has it. */
void qmboxSweptPath(const qmboxSweep *sweep, dGeomID geom, qmboxPath *path);

/* Visits each pair once: enabled geoms with matching bits and overlapping sweeps, not on one body, at least one
   moving.  Rays are passed over: nothing is stopped by them. */
void qmboxVisitPairs(qmboxSweep *sweep, qmboxVisit *visit, void *data);

void qmboxEndSweep(qmboxSweep *sweep);

#endif /* QMBOX_SWEEP_H */
