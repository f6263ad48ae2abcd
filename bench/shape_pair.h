/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pairs of convex shapes that hit each other: two bodies of family_draw(FAMILY_TUMBLE), with other shapes in the place
 * of the boxes.  A body with half extents (x, y, z) is a sphere of radius x, a capsule or cylinder of radius x and half
 * length z, the hull of 16 points on the ellipsoid with these half axes, or the triangle of three corners of the box.
 */

#ifndef BENCH_SHAPE_PAIR_H
#define BENCH_SHAPE_PAIR_H

#include <stdint.h>

#include "bms_shapes.h"

enum { SHAPE_HULL_POINTS = 16 };

typedef struct shape_pair {
  bms_convex_query query; /* points into `point` */
  double point[2][SHAPE_HULL_POINTS][3];
} shape_pair;

/* Returns the name of a pair, null behind the last. */
const char *shape_pair_name(int which);

/* Draws a pair that is apart at the start and meets, a function of the arguments alone; the query has no nearness. */
void shape_pair_draw(int which, uint64_t seed, int index, shape_pair *pair);

/* Asks for the first contact: of box-box as all queries of two boxes are, of all others by bms_shapes.h. */
bms_status shape_pair_answer(int which, const shape_pair *pair);

#endif /* BENCH_SHAPE_PAIR_H */
