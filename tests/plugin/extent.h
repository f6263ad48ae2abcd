/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Computes how far ODE's geoms extend, by their definitions and in plain doubles: nothing here is shared with the
 * plugin.
 *
 * A body that a step has moved was on the straight line from where it started, and turned by the linear quaternion q0 +
 * u (q1 / (q0 . q1) - q0), normalised; in finite rotation mode at constant angular velocity.  u runs from 0 to 1.
 */

#ifndef GUARD_EXTENT_H
#define GUARD_EXTENT_H

#include <ode/ode.h>
#include <stdbool.h>

/* The pose of a body, or of a geom that has none. */
typedef struct posture {
  double x[3], q[4];
} posture;

posture posture_of(dGeomID geom);

/* Returns where a body was in the part u of a step; `turn` is its angular velocity times the length of the step in
   finite rotation mode, null otherwise. */
posture posture_between(const posture *from, const posture *to, const double *turn, double u);

/* A convex geom in the world, each of its sides moved inwards by `less`. */
typedef struct extent {
  dGeomID geom;
  double less;
  double centre[3], axis[3][3]; /* axis[k] is what the geom's k-th axis points along */
} extent;

/* Returns the geom at this pose of its body. */
extent extent_at(dGeomID geom, const posture *body, double less);

/* Returns the greatest direction . point of its points; not for a plane. */
double extent_along(const extent *e, const double direction[3]);

/* Its least width; infinite for a plane. */
double extent_thickness(dGeomID geom);

/* Returns the widest gap along a direction that is found between the two: they are certainly so far apart if it is
   positive. */
double extent_gap(const extent *a, const extent *b);

/* Returns true if a gap is found that is wider than this; looks along the hint first, and leaves the direction there.
   */
bool extents_are_apart(const extent *a, const extent *b, double gap, double hint[3]);

/* Returns how much smaller the cores of the two are on every side: pairs/meeting.h. */
double core_allowance(dGeomID geom, dGeomID other);

#endif /* GUARD_EXTENT_H */
