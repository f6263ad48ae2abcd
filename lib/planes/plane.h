/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * BMS planes: the gap along an axis as polynomials of t.
 *
 * Multiplied by the positive denominators, the gap along an axis n over a stretch is
 *
 *     |distance(s)| - sum_k |radius_k(s)|
 *
 * with one polynomial for n . d and one for each half-edge of either box.  If every polynomial keeps its sign the gap
 * is one polynomial: a plane of the BMS, and the signs name its pair of features.  For a rigid pair (C_ij = A_i .  B_j,
 * k the squared norms, h half extents, m box centres, index arithmetic modulo 3):
 *
 *     face i of a   distance = (A_i . P) k_b + sum_j m_b,j C_ij - m_a,i k_a k_b
 *                   radii      h_a,i k_a k_b;  h_b,j C_ij
 *     face j of b   the same with the roles exchanged
 *     edges i, j    distance = (A_i x B_j) . P + m_b,j+1 C_i,j+2 - m_b,j+2 C_i,j+1 + m_a,i+1 C_i+2,j - m_a,i+2 C_i+1,j
 *                   radii    - h_a,i+1 C_i+2,j;  h_a,i+2 C_i+1,j;  h_b,j+1 C_i,j+2;  - h_b,j+2 C_i,j+1
 *
 * all of degree 6 or less, because A_i x A_i+1 = k_a A_i+2 lets the denominators cancel.  Otherwise n is used as it is
 * and
 *
 *     distance = n . D,   radii  h_a,i k_b (n . A_i),  h_b,j k_a (n . B_j)
 *
 * of degree 8 for two matrix motions and up to 10 where one body is rigid.
 */

#ifndef BMS_PLANE_H
#define BMS_PLANE_H

#include "motion/axis.h"
#include "numeric/polynomial.h"
#include "motion/stretch.h"

typedef struct bms_gap {
  int axis;
  bms_polynomial distance;
  int radii;                /* number of radius terms, at most 6 */
  bms_polynomial radius[6]; /* all of the degree of distance */
  int half_edge[6];         /* whose: 0..2 of a, 3..5 of b */
  double error;             /* bounds, at every s of [0, 1], the error of distance + sum of any signs times the radii */
} bms_gap;

/* Bounds what the sum of a gap's terms and the evaluation of its polynomial are off by, in parts of the gap's error: at
   most 40 roundings of what that counts with 160. */
#define BMS_EVALUATION_ERROR 0.25

/* The error of the gap along an axis, as it is entered in bms_gap. */
double bms_gap_error(const bms_relative *relative, int axis);

/* The gap along an axis over a stretch. */
void bms_gap_along(bms_stretch *stretch, int axis, bms_gap *gap);

/* The gap with these signs: one BMS plane.  Positive where the origin is on its outer side. */
bms_polynomial bms_gap_plane(const bms_gap *gap, const bms_axis_signs *signs);

#endif /* BMS_PLANE_H */
