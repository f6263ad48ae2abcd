/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of a geom at its present pose. */

#ifndef QMBOX_GEOM_BOUNDS_H
#define QMBOX_GEOM_BOUNDS_H

#include "qmbox_ode.h"

/* Writes ODE's AABB of a geom, and that of the points of a convex hull as they are now: ODE does not compute its own
   anew when dGeomSetConvex(), or the program itself, has changed them. */
void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]);

#endif /* QMBOX_GEOM_BOUNDS_H */
