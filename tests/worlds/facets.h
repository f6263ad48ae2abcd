/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polytopes around a ball: all faces touch it, so that it is the largest ball in them, with its middle at the origin.
 * They are dConvex geoms or closed trimeshes; the arrays that they are made of are kept until facets_free().
 */

#ifndef WORLDS_FACETS_H
#define WORLDS_FACETS_H

#include <ode/ode.h>
#include <stdbool.h>

#include "random.h"

/* Makes a polytope of 4 to 12 faces around a ball of this radius; no corner is farther out than `reach`, in radii. */
dGeomID facets_new(random_source *r, dSpaceID space, double radius, double reach, bool mesh);

/* Makes a tile of these sides along x and z whose upper face is in the plane y = 0: a hull of this height below it, or
   two triangles if that is 0. */
dGeomID facets_tile(dSpaceID space, double lx, double lz, double ly);

void facets_free(void);

#endif /* WORLDS_FACETS_H */
