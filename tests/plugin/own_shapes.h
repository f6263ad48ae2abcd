/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Convex geoms of which it is known by definition how far they extend: slanted boxes as dConvex, and ellipsoids as a
 * class of the tests' own, which ODE collides with nothing.  And geoms of which nothing is known.
 */

#ifndef OWN_SHAPES_H
#define OWN_SHAPES_H

#include "fixture.h"

/* Returns a dConvex with the corners +-c0 +-c1 +-c2 for three columns c of lengths up to these. */
dGeomID slanted_box(random_source *source, dSpaceID space, double x, double y, double z);

/* Registers the class of ellipsoids; after each dInitODE().  Its support functions are set, too. */
void register_ellipsoids(void);

/* Returns an ellipsoid with these half axes; null if the class is not registered. */
dGeomID ellipsoid(dSpaceID space, double a, double b, double c);

/* Returns a geom of a class without a support function, a cube of side 2 to ODE's spaces; after each dInitODE() of a
   new class. */
dGeomID unknown_shape(dSpaceID space, double x, double y, double z);

/* Returns true for either of the first two. */
int is_own_shape(dGeomID geom);

/* Its least extent. */
double own_thickness(dGeomID geom);

/* Writes the point that is farthest along a direction, in the geom's frame, when the geom is smaller by `less` on every
   side: a slanted box less so much, an ellipsoid scaled. */
void own_farthest(dGeomID geom, double less, const double direction[3], double point[3]);

#endif /* OWN_SHAPES_H */
