/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Computes how far ODE's geoms extend, by their definitions and in plain doubles; shares no code with the
 * plugin.
 */

#ifndef GUARD_EXTENT_H
#define GUARD_EXTENT_H

#include <ode/ode.h>
#include <stdbool.h>

#include "geom_solid.h"

/* Returns where a body was in the part u of a step; `turn` is its angular velocity times the length of the step in
   finite rotation mode, null otherwise. */
pose pose_in_step(const pose *from, const pose *to, const double *turn, double u);

/* A convex geom in the world, each of its sides moved inwards by `less`. */
typedef struct extent {
  dGeomID geom;
  double less;
  double centre[3], axis[3][3]; /* axis[k] is what the geom's k-th axis points along */
} extent;

/* Returns the geom at this pose of its body. */
extent extent_at(dGeomID geom, const pose *body, double less);

/* Returns the greatest direction . point of its points; not for a plane. */
double extent_along(const extent *e, const double direction[3]);

/* Its least width; infinite for a plane. */
double extent_thickness(dGeomID geom);

/* Returns the widest gap along a direction that is found between the two: they are certainly so far apart if it is
   positive. */
double extent_gap(const extent *a, const extent *b);

/* Returns true if a gap is found that is wider than this; tries the hint first, and leaves the direction there.
   */
bool extents_are_apart(const extent *a, const extent *b, double gap, double hint[3]);

/* How much smaller the core of a geom that can move is against one that cannot, in parts of its thickness.  The judges'
   own number (doc/worlds.md): test_figure compares it with the plugin's. */
#define JUDGED_ALLOWANCE 0.248

/* Returns how much smaller the cores of the two are on every side: pairs/meeting.h. */
double core_allowance(dGeomID geom, dGeomID other);

#endif /* GUARD_EXTENT_H */
