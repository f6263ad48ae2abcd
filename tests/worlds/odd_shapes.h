/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Shapes that a level would rather not have: hulls of many faces, hulls with faces twice and without area, flat and
 * thin cylinders, capsules without length, trimeshes that are bodies, rooms with slivers and triangles twice,
 * landscapes that repeat.
 *
 * The arrays that they are made of are kept until odd_shapes_free().
 */

#ifndef WORLDS_ODD_SHAPES_H
#define WORLDS_ODD_SHAPES_H

#include <ode/ode.h>

#include "random.h"

typedef enum odd_shape {
  ODD_CAPSULE, /* without length */
  ODD_DISK,    /* a cylinder a hundred times as wide as long, or as long as wide */
  ODD_HULL,    /* of up to 350 faces */
  ODD_TWICE,   /* a hull with faces twice, and some without area */
  ODD_MESH,    /* a trimesh of a hull */
  ODD_SHAPES
} odd_shape;

/* Makes one of up to this size. */
dGeomID odd_shape_new(random_source *r, dSpaceID space, odd_shape shape, double size);

/* A room of half a side `half` with the origin in its middle: a trimesh of n x n x 12 triangles wound at random, some
   of them twice, slivers, or without area. */
dGeomID odd_room_new(random_source *r, dSpaceID space, double half, int n);

/* A landscape with heights up to `height` above y = low, which repeats itself each 0.9 and 1.1 of `half`. */
dGeomID odd_landscape_new(random_source *r, dSpaceID space, double half, double low, double height);

/* Frees what all shapes are made of; the geoms are gone already. */
void odd_shapes_free(void);

#endif /* WORLDS_ODD_SHAPES_H */
