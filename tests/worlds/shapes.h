/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies of every shape that ODE collides, of density 1000 unless stated otherwise. */

#ifndef WORLDS_SHAPES_H
#define WORLDS_SHAPES_H

#include "scene.h"

/* WEDGE: a hull of six points.  CRATE: a trimesh of twelve triangles, wound outwards. */
typedef enum shape_kind {
  SHAPE_BOX,
  SHAPE_SPHERE,
  SHAPE_CAPSULE,
  SHAPE_CYLINDER,
  SHAPE_WEDGE,
  SHAPE_CRATE,
  SHAPE_KINDS
} shape_kind;

extern const char *const SHAPE_NAME[SHAPE_KINDS];

/*
 * Returns a body of this kind within a box of these sides, its axis along z.  A sphere takes the first side for its
 * diameter, a capsule and a cylinder take the first for their diameter and the third for their length, ends included.
 */
dBodyID shape_body(scene *s, shape_kind kind, const double side[3], double density, double x, double y, double z);

/* Returns the diameter of the largest ball in it, or less. */
double shape_thickness(shape_kind kind, const double side[3]);

/* Returns how far the body reaches from its centre along a direction of length 1. */
double shape_reach(shape_kind kind, const double side[3], dBodyID body, const double direction[3]);

/* Returns a flat heightfield of this half side in the plane z = 0, full below. */
dGeomID shape_flat_field(scene *s, double half);

/* Returns a trimesh of the rectangles between a grid of points, `rows` times `columns`, each the graph of z over x, y;
   wound so that its triangles face up.  `vertex` is copied. */
dGeomID shape_surface(scene *s, const double *vertex, int rows, int columns);

#endif /* WORLDS_SHAPES_H */
