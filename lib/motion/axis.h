/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The 15 axes: antipodal pairs of faces of the Minkowski sum's boundary.
 *
 * Along an axis n, with d = centre of b - centre of a, half-edge vectors u_i of a and v_j of b,
 *
 *     gap(t) = |n . d| - sum_i |n . u_i| - sum_j |n . v_j|
 *
 * and the boxes are apart at t iff some gap is positive.  If the signs of the dot products are fixed, a gap is one
 * plane of the BMS, and the signs name the pair of features that makes it.
 *
 *     number        n                                  pair
 *     0, 1, 2       face normal of a                   VO
 *     3, 4, 5       face normal of b                   OV
 *     6 + 3 i + j   edge i of a x edge j of b          EE
 */

#ifndef BMS_AXIS_H
#define BMS_AXIS_H

#include <stdbool.h>

#include "bms.h"

enum { BMS_AXES = 15, BMS_AXIS_FACE_A = 0, BMS_AXIS_FACE_B = 3, BMS_AXIS_EDGES = 6 };

/* A set of axes has bit k set for axis k. */
#define BMS_ALL_AXES 0x7fffu

/* The signs (-1, 0, 1) of the dot products along an axis; 0 where the product vanishes. */
typedef struct bms_axis_signs {
  int axis;
  int distance;     /* n . d */
  int half_edge[6]; /* n . u_0, n . u_1, n . u_2, n . v_0, n . v_1, n . v_2 */
} bms_axis_signs;

/* Returns 0 for a face of a, 1 for one of b, 2 for edges. */
static inline int bms_axis_kind(int axis) {
  return (axis >= BMS_AXIS_FACE_B) + (axis >= BMS_AXIS_EDGES);
}

/* Returns the pair of features that face each other along an axis.  If a product vanishes both ends of that edge do;
   the one at the minimum is named. */
bms_pair bms_axis_pair(const bms_axis_signs *signs);

/* Returns the number of the axis that a pair belongs to. */
int bms_pair_axis(const bms_pair *pair);

/* Returns true if half-edge k (0..2 of a, 3..5 of b) is at right angles to an axis by its construction. */
bool bms_is_perpendicular(int axis, int half_edge);

#endif /* BMS_AXIS_H */
