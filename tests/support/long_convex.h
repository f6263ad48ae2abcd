/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Distances of convex shapes in long double, by another method than the solver's: an oracle.
 *
 * Each core is a list of vertices, edges and triangles that holds all of its boundary (of a hull of points all pairs
 * and triples of them; a cylinder is a prism).  The least distance over all pairs of a vertex and a triangle and of two
 * edges is the distance if the cores are apart, which the direction between the two points found has to show.
 * Otherwise they overlap, and the greatest gap along all axes that may separate them is minus a depth.
 */

#ifndef LONG_CONVEX_H
#define LONG_CONVEX_H

#include <stdbool.h>

#include "bms_shapes.h"

enum { LONG_PRISM_SIDES = 10, LONG_MAX_POINTS = 8 };

/* The prism that takes the place of a cylinder: one inside of it, one around it; the sides are turned by a phase, in
   radians. */
typedef struct long_prism {
  bool around;
  double phase;
} long_prism;

/* Returns the gap at t, positive exactly where the two are apart: then the distance, else minus a depth.  Cores of
   points have at most LONG_MAX_POINTS; no support functions; a half-space only for a. */
long double long_convex_gap(const bms_convex_query *query, const long_prism *prism, long double t);

/* Bounds how fast the gap changes on the interval of the query, length per t. */
long double long_convex_speed(const bms_convex_query *query);

#endif /* LONG_CONVEX_H */
