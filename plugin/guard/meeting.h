/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When do two solids meet?
 *
 * Two solids at level s are each less s times its allowance on every side: the solids themselves at 0, their cores at
 * 1, less than that beyond.  The allowance is a quarter of the thickness of the thinner of the two, so that what is
 * thin does not vanish in what is thick.  Planes and meshes have none: they are their own cores.
 *
 * "Apart" is certified, "meeting" is not: solids that come within a length called nearness of each other may be called
 * so.
 */

#ifndef QMBOX_MEETING_H
#define QMBOX_MEETING_H

#include "guard/solid.h"

/* Returns true if the solver can take the two: convex solids, not both planes. */
bool qmboxCanMeet(const qmboxSolid *solid1, const qmboxSolid *solid2);

/* The highest level: of a box that is hardly more than a plate. */
#define QMBOX_HIGHEST_LEVEL 1.9

/* Two solids and their allowances. */
typedef struct qmboxTwo {
  const qmboxSolid *solid[2];
  double allowance[2];
} qmboxTwo;

qmboxTwo qmboxTwoSolids(const qmboxSolid *solid1, const qmboxSolid *solid2);

/* Returns a gap of the two at this level where they started, not larger than the true one, and a unit normal from the
   first to the second along which it is; the normal is zero where none is known.  A gap that is not positive says that
   they may share a point. */
double qmboxGapAtStart(const qmboxTwo *two, double level, double normal[3]);

/* Returns the first time in [t0, t1] at which the two meet at this level, HUGE_VAL if they stay apart.  A solid whose
   stop is not after t0 waits there.  *sure is set to false if the solver could not take the numbers. */
double qmboxMeetingTime(const qmboxTwo *two, const double stop[2], double level, double nearness, double t0, double t1,
                        bool *sure);

/* When and where two solids meet: a point and the unit normal there, from the first to the second. */
typedef struct qmboxMeetingPlace {
  double time;
  double point[3], normal[3];
} qmboxMeetingPlace;

/* Finds where the two meet at this level in [t0, t1].  Returns false if that cannot be told. */
bool qmboxFindPlace(const qmboxTwo *two, const double stop[2], double level, double nearness, double t0, double t1,
                    qmboxMeetingPlace *place);

#endif /* QMBOX_MEETING_H */
