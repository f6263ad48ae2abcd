/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When do two solids meet?
 *
 * Two solids at level s are each less s times its allowance on every side: the solids themselves at 0, their cores at
 * 1, less than that beyond.  shapes/allowance.h has the allowances: none for what cannot move, a quarter of its own
 * thickness for what can, and an eighth of the thinner one's thickness for each of two that can.
 *
 * A mesh that moves gets a core of its own if it is closed (shapes/mesh_core.h); without one it is no thicker than its
 * surface.  A geom that cannot move is smaller against such a mesh, and two such meshes have their cores at level 0 and
 * a skin outside of them, from level -1 on, in which they are stopped before they touch.
 *
 * "Apart" is certified, "meeting" is not: solids that come within a length called nearness of each other may be called
 * so.
 */

#ifndef QMBOX_MEETING_H
#define QMBOX_MEETING_H

#include "moving/moving.h"
#include "shapes/allowance.h"

/* Returns true if the solver can take the two: convex solids, not both planes. */
bool qmboxCanMeet(const qmboxMoving *solid1, const qmboxMoving *solid2);

/* Two solids and their allowances. */
typedef struct qmboxShrunkPair {
  const qmboxMoving *solid[2];
  double allowance[2];
  double core;  /* the level of their cores: 1; 0 if neither can be made smaller.  At levels below 0 they are larger */
  double usual; /* the level of their usual cores, if allowances are set that are smaller; else 0 */
} qmboxShrunkPair;

qmboxShrunkPair qmboxShrinkSolids(const qmboxMoving *solid1, const qmboxMoving *solid2);

/* Returns the highest level that the two have: QMBOX_HIGHEST_LEVEL, or more if their allowances are less than usual. */
double qmboxHighestLevel(const qmboxShrunkPair *two);

/* Returns a gap of the two at this level where they started, not larger than the true one, and a unit normal from the
   first to the second along which it is; the normal is zero if none is known. A gap that is not positive means that
   they may share a point. */
double qmboxGapAtStart(const qmboxShrunkPair *two, double level, double normal[3]);

/* When and where two solids meet. */
typedef struct qmboxCoreMeeting {
  double time;                /* HUGE_VAL if they stay apart */
  bool sure;                  /* false: the solver could not take the numbers */
  bool placed;                /* point and normal are known: */
  double point[3], normal[3]; /* unit, from the first to the second */
} qmboxCoreMeeting;

/* Finds the first meeting of the two at this level in [t0, t1].  A solid whose stop is not after t0 waits there. */
qmboxCoreMeeting qmboxFirstMeeting(const qmboxShrunkPair *two, const double stop[2], double level, double nearness,
                                   double t0, double t1);

#endif /* QMBOX_MEETING_H */
