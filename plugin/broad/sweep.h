/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All pairs of a space that may meet while its boxes and other shapes move.
 *
 * ODE's spaces go by the geoms' present AABBs, and a dBox cannot be made to show another.  So ODE is asked once for all
 * geoms, whatever the type of the space and however its spaces are nested, and the pairs whose sweeps overlap are found
 * here.  (Sweepers, dBoxes with the bounds of the sweeps, cannot be handed to the user's space: dSpaceCollide2() checks
 * every geom for each of them, which is quadratic.)
 */

#ifndef QMBOX_SWEEP_H
#define QMBOX_SWEEP_H

#include <stdbool.h>

#include "moving/moving.h"

/* Called for each pair, path1 being a moving box's, round shape's or mesh's.  path2 may be anything. */
typedef void qmboxVisit(void *data, const qmboxMoving *path1, const qmboxMoving *path2);

/* A geom in a sweep. */
typedef struct qmboxSwept {
  qmboxMoving path;      /* comes first: qmboxNoteOf() and others go back from it */
  bool moves;            /* true for a moving shape that has a path */
  int subspace;          /* the nested space that it is in, -1 if none */
  int candidate;         /* the last candidate that it is in, times two, plus one if as the second; -1: none */
  double note;           /* see qmboxNoteOf() */
  bool measured;         /* min, max and, of what moves, path.sweptReach are there */
  double min[3], max[3]; /* of the sweep; of what stands still, the present AABB */
} qmboxSwept;

/* A nested space. */
typedef struct qmboxSubspace {
  dGeomID space;
  int outer; /* -1 for one in the space itself */
} qmboxSubspace;

/* Two geoms that may meet, by their numbers; the first moves.  With each its candidate before this one, as in
 * qmboxSwept.
 */
typedef struct qmboxCandidate {
  int geom[2], before[2];
} qmboxCandidate;

typedef struct qmboxSweep {
  dSpaceID space;
  dWorldID world;               /* whose bodies move; 0: every world's */
  qmboxFollow follow;           /* OWN or BODY */
  const qmboxWorldState *start; /* if not null the paths are those taken since, in a step of this length */
  double length;
  int qmboxClass;
  double h;

  qmboxSwept *swept;
  int count, capacity;
  qmboxSubspace *subspace;
  int subspaceCount, subspaceCapacity;
  qmboxCandidate *candidate;
  int candidateCount, candidateCapacity;
  bool outOfMemory;
  unsigned inexact; /* of all that moves */
} qmboxSweep;

/* Fills sweep with the moving shapes of a space over [0, h], and the pairs.  Returns false if no memory is left;
   qmboxEndSweep() in either case. */
bool qmboxBeginSweep(qmboxSweep *sweep, dSpaceID space, dWorldID world, qmboxFollow follow, double h);

/* Fills sweep in the same way for the step of this length that the world of `start` has just made; h may lie beyond
   it. */
bool qmboxBeginSweepTaken(qmboxSweep *sweep, dSpaceID space, const qmboxWorldState *start, double length, double h);

/* Visits each pair once, always in the same order: enabled geoms with matching bits and overlapping sweeps, not on one
   body, at least one moving.  Rays are passed over: nothing is stopped by them. */
void qmboxVisitPairs(const qmboxSweep *sweep, qmboxVisit *visit, void *data);

/* Visits the pairs of one geom in this way, by the path that a visit was given. */
void qmboxVisitPairsOf(const qmboxSweep *sweep, const qmboxMoving *path, qmboxVisit *visit, void *data);

/* A number for a visitor to remember of a geom, by such a path; -1 at first. */
double *qmboxNoteOf(qmboxSweep *sweep, const qmboxMoving *path);

void qmboxEndSweep(qmboxSweep *sweep);

typedef struct qmboxEarliest {
  int onlyApart;        /* leave out pairs that touch or overlap at the start */
  double until;         /* contacts later than this do not matter any more */
  int found;            /* 1 if there is a contact */
  unsigned inexact;     /* what was left out or could not be decided */
  qmboxContact contact; /* the earliest so far */
  double size;          /* of its pair: the largest coordinate that the two sweeps reach until then */
} qmboxEarliest;

/* Checks one more pair; a qmboxVisit whose data is a qmboxEarliest. */
void qmboxConsider(void *earliest, const qmboxMoving *path1, const qmboxMoving *path2);

#endif /* QMBOX_SWEEP_H */
