/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The points and planes of ODE's dConvex.
 *
 * ODE has no public function for them.  It keeps the caller's pointers, so the structure of the geom is searched for
 * the members of a dConvex that is made for the purpose: an ODE that copies the arrays, or keeps them elsewhere, is
 * noticed, and its convex geoms then collide discretely.
 */

#ifndef QMBOX_CONVEX_DATA_H
#define QMBOX_CONVEX_DATA_H

#include <stdbool.h>

#include "qmbox_ode.h"

typedef struct qmboxConvexData {
  const dReal *plane; /* planeCount times a normal out of the shape and the offset along it */
  const dReal *point; /* pointCount times x, y, z in the geom's own frame */
  int planeCount, pointCount;
} qmboxConvexData;

/* Reads a dConvex.  Returns false if it has no points, or cannot be read. */
bool qmboxReadConvex(dGeomID geom, qmboxConvexData *data);

#endif /* QMBOX_CONVEX_DATA_H */
