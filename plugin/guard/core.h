/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cores, and everything between a geom and its core.
 *
 * A geom at level s is the geom less s times its allowance on every side: the geom itself at 0, its core at 1, less than that
 * beyond.  The allowance is a quarter of the geom's shortest side (half the radius of a sphere or capsule), so that a core is half as
 * thick as the geom.  Planes and meshes have none: they are their own cores.
 *
 * "Apart" is certified, "meeting" is not: geoms that come within a length called nearness of each other may be called so.
 */

#ifndef QMBOX_CORE_H
#define QMBOX_CORE_H

#include "guard/guard.h"

/* The highest level: of a box that is hardly more than a plate. */
#define QMBOX_HIGHEST_LEVEL 1.9

/* Fills in the path, the allowance and the radius of a geom, once in a step. */
void qmboxMakeSolid(const qmboxGuard *guard, qmboxGuardedGeom *geom);

/* Returns true if the solver can take the two. */
bool qmboxCanMeet(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2);

/* Returns a gap of the two at this level where they started, not larger than the true one, and a unit normal from the first to the
   second along which it is; the normal is zero where none is known. */
double qmboxCoreGap(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2, double level, double normal[3]);

/* Returns how much that gap can shrink at most, on the paths of the two bodies, whichever of them stops when. */
double qmboxLargestApproach(const qmboxGuard *guard, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2,
                            const double normal[3]);

/*
 * Returns the first time in [t0, t1] at which the two meet at this level, HUGE_VAL if they stay apart.  Neither body stops between
 * t0 and t1.  *sure is set to false if the solver could not take the numbers.
 */
double qmboxCoresMeet(const qmboxGuard *guard, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2,
                      double level, double nearness, double t0, double t1, bool *sure);

/* The usual nearness of two geoms: a thousandth of their allowances. */
double qmboxUsualNearness(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2);

#endif /* QMBOX_CORE_H */
