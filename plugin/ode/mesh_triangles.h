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

/* Called with the three vertices of a triangle and its number: of a trimesh its own; of a heightfield twice the number
   of the cell, which are counted along x and then along z, and one more for the second triangle of a cell. */
typedef void qmboxTriangleVisit(void *data, const double vertex[9], int number);

/* Visits all triangles of a trimesh or heightfield, at its present pose, that meet these bounds, and perhaps some more:
   bounds and vertices in world coordinates if `placed`, else in the frame of the mesh. */
void qmboxTrianglesNear(dGeomID mesh, bool placed, const double min[3], const double max[3], qmboxTriangleVisit *visit,
                        void *data);

/* A box that may be turned: its middle, unit axes and half sides. */
typedef struct qmboxPlace {
  double middle[3], axis[3][3], half[3];
  double radius; /* if positive, of a ball about the middle, which may be asked for in its stead */
} qmboxPlace;

/* Returns the rank of a triangle, which is given in world coordinates as `placed` ones are, but for roundings. */
typedef double qmboxTriangleRank(void *data, const double vertex[9]);

/* The order in which triangles are wanted: by rank, but up to the first rank in any order, and none after the last one,
   which visits may lower. */
typedef struct qmboxTriangleOrder {
  qmboxTriangleRank *rank;
  double first;
  const double *last;
} qmboxTriangleOrder;

/* Visits all triangles that meet such a box, and perhaps some more, in the same coordinates.  With an order, which may
   be null, triangles of a trimesh that is `placed` come in it, if its data can be read and they are not few. */
void qmboxTrianglesIn(dGeomID mesh, bool placed, const qmboxPlace *place, const qmboxTriangleOrder *order,
                      qmboxTriangleVisit *visit, void *data);

/* Returns a length that no coordinate of the mesh is larger than, and neither are those that it is computed from. */
double qmboxMeshReach(dGeomID mesh);

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
