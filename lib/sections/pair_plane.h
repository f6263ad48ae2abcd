/* SPDX-License-Identifier: BSD-3-Clause */

/* The BMS plane of a compatible pair of features. */

#ifndef BMS_PAIR_PLANE_H
#define BMS_PAIR_PLANE_H

#include "motion/instant.h"
#include "planes/plane.h"

/*
 * The signs that a pair stands for along its axis as it is computed (axis.h; a face normal of a parallelepiped and the
 * normal of an edge pair are cross products of columns): distance is 1 if that vector points from a to b and -1 if from
 * b to a, half_edge[k] is the sign of its product with half-edge k, or 0 where the pair holds both ends of the edge.
 * bms_axis_pair is the inverse.
 *
 * The pair is of the topology of a and b.  For parallel edges, whose axis vanishes, distance is 1 or -1 without
 * meaning.
 */
bms_axis_signs bms_pair_signs(const bms_pair *pair, const bms_track_instant *a, const bms_track_instant *b);

/* Returns the plane of a pair of features over a stretch on which they are compatible: positive where the origin is on
   its outer side (the boxes are then apart), zero where it holds the origin; and the gap that it is a plane of, with
   the error bound.  `middle` is an instant within the stretch: the direction of an axis is found there. */
bms_polynomial bms_pair_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, bms_gap *gap);

#endif /* BMS_PAIR_PLANE_H */
