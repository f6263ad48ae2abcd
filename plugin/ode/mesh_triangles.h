/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The triangles of a mesh near a place.
 *
 * ODE keeps a tree of a trimesh's triangles but has no public query of it; its collider of a box with a mesh goes down
 * that tree and asks the mesh's callback about each triangle that it comes to.  So a box as large as the place is
 * collided with another mesh of the same data, whose callback visits the triangles and takes no contacts.  The tree
 * belongs to the data: it is built once, and dGeomTriMeshDataUpdate() keeps it right.
 */

#ifndef QMBOX_MESH_TRIANGLES_H
#define QMBOX_MESH_TRIANGLES_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Called with the three vertices of a triangle. */
typedef void qmboxTriangleVisit(void *data, const double vertex[9]);

/* Visits all triangles of a trimesh or heightfield, at its present pose, that meet these bounds, and perhaps some more;
   world coordinates. */
void qmboxTrianglesNear(dGeomID mesh, const double min[3], const double max[3], qmboxTriangleVisit *visit, void *data);

/* Visits the triangles likewise, with bounds and vertices in the frame of the mesh. */
void qmboxTrianglesWithin(dGeomID mesh, const double min[3], const double max[3], qmboxTriangleVisit *visit,
                          void *data);

/* A box that may be turned: its middle, unit axes and half sides. */
typedef struct qmboxPlace {
  double middle[3], axis[3][3], half[3];
} qmboxPlace;

/* Visits all triangles that meet such a box, and perhaps some more: world coordinates if `placed`, else the frame of
   the mesh. */
void qmboxTrianglesIn(dGeomID mesh, bool placed, const qmboxPlace *place, qmboxTriangleVisit *visit, void *data);

/* Visits all triangles of a trimesh or finite heightfield: world coordinates if `placed`, else in its own frame. */
void qmboxAllTriangles(dGeomID mesh, bool placed, qmboxTriangleVisit *visit, void *data);

/* Vertices farther out are nowhere, m: ODE squares the sizes of boxes in floats. */
#define QMBOX_FARTHEST_VERTEX 1e17

/* Returns false for a triangle with a vertex that is nowhere, or not a number. */
bool qmboxIsTriangle(const double vertex[9]);

/* Returns true for a trimesh of so few triangles that all of them are visited wherever one looks. */
bool qmboxHasFewTriangles(dGeomID mesh);

/* How deep a box has to be in a mesh for ODE's own collider to find a contact without fail, and
   for the solver to do so.  ODE computes trimeshes in single precision, in their own frame. */
double qmboxMeshResolution(dGeomID mesh);

#endif /* QMBOX_MESH_TRIANGLES_H */
