/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The triangles of ODE's heightfields.
 *
 * ODE has no public function for the samples of a heightfield.  So the structure behind dHeightfieldDataID is read, as
 * ODE 0.16 has it, after it has been tried on a heightfield with known numbers: an ODE that lays it out in another way
 * is noticed, and its heightfields then collide discretely.
 *
 * A heightfield has samples in a grid of its x and z axes, centred at its origin, heights along y.  Each cell is two
 * triangles, divided by the diagonal from (x + 1, z) to (x, z + 1).  A wrapped one repeats for ever.  Nothing below the
 * surface counts.
 */

#ifndef QMBOX_HEIGHTFIELD_H
#define QMBOX_HEIGHTFIELD_H

#include <stdbool.h>

#include "ode/mesh_triangles.h"

/* Returns true if this ODE's heightfields can be read. */
bool qmboxHeightfieldsAreReadable(void);

/* The bounds in the heightfield's frame, infinite along x and z where it repeats. */
void qmboxHeightfieldBounds(dGeomID geom, double min[3], double max[3]);

/* The longest extent of a cell, its height included where that is known. */
double qmboxHeightfieldCell(dGeomID geom);

/* Visits the triangles of all cells that meet these bounds, in the heightfield's frame.  If these are too many of a
   heightfield that repeats, or too far out, it visits one triangle that is nowhere (qmboxIsTriangle()) instead. */
void qmboxHeightfieldTriangles(dGeomID geom, const double min[3], const double max[3], qmboxTriangleVisit *visit,
                               void *data);

#endif /* QMBOX_HEIGHTFIELD_H */
