/* SPDX-License-Identifier: BSD-3-Clause */

/* The shapes that have a path: which they are, and the box that holds each in the frame that it moves with. */

#ifndef QMBOX_SHAPE_H
#define QMBOX_SHAPE_H

#include <stdbool.h>

#include <bms_shapes.h>
#include "qmbox_ode.h"

typedef enum qmboxShape {
  QMBOX_SHAPE_BOX,
  QMBOX_SHAPE_PLANE,
  QMBOX_SHAPE_ROUND, /* a sphere or a capsule */
  QMBOX_SHAPE_MESH,  /* triangles: a trimesh or a heightfield */
  QMBOX_SHAPE_OTHER
} qmboxShape;

/* The shape of a geom, given the number of the qmbox class (-1 if there is none). */
qmboxShape qmboxShapeOf(dGeomID geom, int qmboxClass);

/* 1 for the shapes whose path has a body, all but planes and others. */
bool qmboxHasBody(qmboxShape shape);

/*
 * The box that holds a geom of such a shape, its centre in the frame that it moves with being this.  A sphere or
 * capsule is that box with all rounded off that can be: its radius is half its first side, its length along the third
 * axis.  So whoever makes the box larger or smaller does the same to the shape.  The box of a mesh that stands still is
 * not worked out: it has no size.
 */
bms_box qmboxShapeBox(dGeomID geom, qmboxShape shape, int moves, const double centre[3]);

/* The sphere or capsule in such a box; its core's one or two points go into `vertex`. */
bms_rounded qmboxRoundIn(const bms_box *box, double vertex[6]);

#endif /* QMBOX_SHAPE_H */
