/* SPDX-License-Identifier: BSD-3-Clause */

/* The kinds of shapes that have a path, and the box that holds each in the frame that it moves with. */

#ifndef QMBOX_SHAPE_H
#define QMBOX_SHAPE_H

#include <bms_shapes.h>
#include <stdbool.h>

#include "qmbox_ode.h"

/* Rows and columns of the table of pairs (pairs/pair.c). */
typedef enum qmboxShape {
  QMBOX_SHAPE_BOX,
  QMBOX_SHAPE_PLANE,
  QMBOX_SHAPE_CONVEX, /* everything else that has a figure (shapes/figure.h), and a triangle of a mesh */
  QMBOX_SHAPE_MESH,   /* triangles: a trimesh or a heightfield */
  QMBOX_SHAPE_OTHER,
  QMBOX_SHAPES
} qmboxShape;

/* Returns the shape of a geom, given the number of the qmbox class (-1 if there is none). */
qmboxShape qmboxShapeOf(dGeomID geom, int qmboxClass);

/* Returns true for the shapes whose path has a body, all but planes and others. */
bool qmboxHasBody(qmboxShape shape);

/* Returns true for the shapes that can be larger and smaller than they are. */
bool qmboxCanGrow(qmboxShape shape);

/* Returns the box that holds a mesh, its centre in the frame that it moves with being this. */
bms_box qmboxMeshBox(dGeomID mesh, const double centre[3]);

#endif /* QMBOX_SHAPE_H */
