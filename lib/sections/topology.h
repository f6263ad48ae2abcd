/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The relative topology of two boxes at one time: which pairs of features make the 30 faces of B1 (+) -B2.
 *
 * A pair faces each other along some direction n, from a to b: its feature of a is the part of a farthest along n, its
 * feature of b the part of b farthest along -n.  On the sphere of -B2 the feature of b therefore stands at n, and two
 * features are compatible where their vertices, octants or arcs meet.  (In the source "compatible" speaks of B1 and
 * -B2; the names here are B2's own features'.)
 */

#ifndef BMS_TOPOLOGY_H
#define BMS_TOPOLOGY_H

#include "motion/axis.h"
#include "motion/instant.h"

enum { BMS_VO_PAIRS = 6, BMS_OV_PAIRS = 6, BMS_EE_PAIRS = 18, BMS_PAIRS = 30 };

/* All compatible pairs: the VO pairs, then the OV pairs, then the EE pairs; with every pair its antipode. */
typedef struct bms_topology {
  bms_pair pair[BMS_PAIRS];
} bms_topology;

/*
 * Finds the topology of two rectangular boxes, by the construction of the source: three sampled vertices, their
 * antipodes, the vertex in each octant, the two vertex-free octants, and the edges.
 *
 * Only the signs of the nine products of columns count.  Products that vanish, or whose computed signs belong to no
 * pair of rectangular boxes, are given signs that do: those that contradict the least sum of |product|.  If every
 * product is within e of the product of some exact orientation, a sign can be contradicted only where |product| <= 9 e,
 * and each of the 30 pairs is one that supports the boxes to that accuracy.  A topology is thus always complete and
 * consistent, also where faces or edges are exactly parallel.
 *
 * Columns of either body: mutually orthogonal, right-handed, of equal length (a rigid motion), finite.
 */
void bms_topology_of_boxes(const bms_track_instant *a, const bms_track_instant *b, bms_topology *topology);

/*
 * Takes steps 1 to 6 of the source from the octants of -B2 in which the vertices X', Y', Z' of a reside.  Returns how
 * many pairs they find.  No two vertices may reside in one octant or in opposite ones: if any do, the steps after the
 * third do not apply and are not taken; else the topology is complete.
 */
int bms_topology_by_steps(const bms_octant residence[3], bms_topology *topology);

/*
 * Finds the topology of two parallelepipeds, from the signs of eighteen triple products (edge . normal of the other).
 * The source's construction does not hold here: it rests on there being one vertex in an octant at the most, and a
 * skewed box may have three.  For every pair of edge directions, their cross product and its negative are normals of
 * two antipodal EE faces.
 *
 * Every pair supports the two boxes along its normal.  If a triple product vanishes both ends of an edge do, and the
 * one for the sign + is named; pairs of different axes may then belong to different perturbations of the boxes, which
 * no plane can decide.
 *
 * Columns of either body: linearly independent, of either handedness, finite.
 */
void bms_topology_of_parallelepipeds(const bms_track_instant *a, const bms_track_instant *b, bms_topology *topology);

/* Computes the cross products of the two other columns, in cyclic order: along the outward normals of X', Y', Z' if the
   box is right-handed, against them if not. */
void bms_instant_face_normals(const bms_track_instant *body, double normal[3][3]);

#endif /* BMS_TOPOLOGY_H */
