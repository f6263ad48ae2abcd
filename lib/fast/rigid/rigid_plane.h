/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair along an axis as polynomials over the interval, or over a piece of it.
 *
 *     gap = side * distance - sum_k |radius_k|
 *
 * with the positive factor |q_a|^2 |q_b|^2, in Bernstein form of degree 7 (piece.h), made of samples.
 *
 * Errors, in roundings of the product M = Q_a^2 Q_b^2 (size of the pair) of the magnitudes (rigid_pair.h).  At a place:
 *
 *     quaternion     2 Q at both ends; a mean of them adds 2 (difference) + 2 (product) + 1 (sum)           7 Q
 *     column         2.1 * 7 Q / |q| for that, 20 of its own; with the factor |q|^2                          35
 *     scale          2 * 7 Q |q| + 3 |q|^2 for each square, 1 for their product                              35
 *     P              12 D for its Bernstein points, 26 D for the parabola through them                       38
 *     A . B          two columns, 3 of its own                                                               73
 *     A . d          of P 38 + 35 + 3, of a middle 73 + 3, and 4 for sums                                    80
 *     distance       of edges, the worst: sqrt(2) (73 + 80) for what its factors are off by, 3 of its own   220
 *     radius         73, and 2 for half the extent and the product                                           75
 *     gap            4 for the sum, 36 for the scale: the part of distances 260, of half extents 115
 *
 * The polynomial through eight values moves by at most 2.2 times as much as these do anywhere between them (Lebesgue's
 * constant of the places).  Rounding the factors of a coefficient, products and sums moves it by at most 321 of the
 * greatest value anywhere: the sum over coefficients and places of Bernstein polynomial times |factor| times its 5
 * roundings.  A radius that is taken to have the sign of its coefficients is off by as much again where these have
 * another one, twice, and by 20 for the values' other order of operations.
 *
 *     distances      2.2 * 260 + 321                                                                        893
 *     half extents   2.2 * 115 + 321 + 2 (321 + 20)                                                        1256
 *
 * These are parts of M, of which the greater counts.  In Bernstein form the polynomials of all terms together have
 * coefficients of at most M, also over a piece, and slopes of at most 12 M.
 *
 *     parts          7 levels of means, 1 (the place's distance from 1) + 1 (products) + 1 (sum); one part
 *                    behind the beginning, one behind and one before a place, up to 24 more before one:
 *                    27 * 21                                                                                567
 *     places         39 roundings of s (root.h) between a piece's place and its stated
 *                    one, or between the end of one and the beginning of the next: 39 * 12                468
 *     value          4 for the sum of terms and this error; one at a place 2 for each coefficient, 14 for
 *                    powers of z and 10 for sums                                                             30
 *
 * All that is 2321; PLANE_ROUNDINGS is three quarters more.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PLANE_H
#define BMS_RIGID_PLANE_H

#include "fast/piece.h"
#include "fast/rigid/rigid_samples.h"
#include "planes/separation.h"

/* Bounds the error of a gap at every s. */
BMS_INLINE double rigid_plane_error(const rigid_pair *pair) {
  static const double PLANE_ROUNDINGS = 4096; /* see the top of this file */
  return PLANE_ROUNDINGS * BMS_ROUNDING * pair->a.square * pair->b.square * pair->size;
}

/* Returns true if A_i . B_j certainly keeps its sign; see rigid_samples.bend.  Without branches: whether it does is a
   matter of chance. */
BMS_INLINE bool rigid_keeps_sign(const rigid_samples *at, int i, int j) {
  const fast_block *c = at->c[i][j].at, *size = at->size[i][j].at, *bend = at->bend.at;
  lanes large = lanes_and(lanes_sub(bend[0], size[0]), lanes_sub(bend[1], size[1]));
  unsigned signs = lanes_signs(c[0]) | lanes_signs(c[1]) << FAST_BLOCK;
  return (lanes_signs(large) == 15) & (((signs + 1) & FAST_ALL_NODES) <= 1);
}

/* Takes the radius half |A_i . B_j| off, if that keeps its sign.  Returns whether it is still to be taken. */
BMS_INLINE bool rigid_take_steady_radius(double half, const rigid_samples *at, int i, int j, fast_sums *sums) {
  bool keeps = rigid_keeps_sign(at, i, j);
  double certain = keeps ? half : 0;
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++)
    sums->known.at[k] = lanes_sub(sums->known.at[k], lanes_scale(at->size[i][j].at[k], certain));
  return !keeps;
}

/* One that may change it, going by the coefficients of A_i . B_j. */
BMS_INLINE void rigid_take_turning_radius(double half, const rigid_samples *at, int i, int j, fast_sums *sums) {
  fast_values r;
  unsigned signs = 0;
  if (half == 0) return;
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++) r.at[k] = lanes_mul(lanes_scale(at->c[i][j].at[k], half), at->scale.at[k]);
  r = fast_coefficients(&r);
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++) signs |= lanes_signs(r.at[k]) << (k * FAST_BLOCK);
  if (signs != 0 && signs != FAST_ALL_NODES) {
    sums->term[sums->turning++] = r;
    return;
  }
  double sign = signs != 0 ? -half : half;
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++)
    sums->known.at[k] = lanes_sub(sums->known.at[k], lanes_scale(at->c[i][j].at[k], sign));
}

/* Radii of half[k] |A_i . B_j|, i = row[k] and j = column[k]. */
typedef struct rigid_radii {
  double half[4];
  int row[4], column[4];
} rigid_radii;

BMS_INLINE void rigid_take_radii(const rigid_radii *radii, int count, const rigid_samples *at, fast_sums *sums) {
  unsigned rest = 0;
  BMS_UNROLL(4)
  for (int k = 0; k < count; k++)
    rest |= (unsigned)rigid_take_steady_radius(radii->half[k], at, radii->row[k], radii->column[k], sums) << k;
  for (; rest != 0; rest &= rest - 1) {
    int k = bms_lowest_bit(rest);
    rigid_take_turning_radius(radii->half[k], at, radii->row[k], radii->column[k], sums);
  }
}

/* Half extent k of the other body along a face, 0 where it is at right angles to the face by construction. */
BMS_INLINE double rigid_half_along(const rigid_pair *pair, int axis, int k) {
  if (pair->perpendicular != 0 && rigid_is_perpendicular(pair, axis, k)) return 0;
  return rigid_half(pair, k);
}

BMS_INLINE void rigid_edge_sums(const rigid_pair *pair, const rigid_samples *at, int i, int j, int side,
                                fast_sums *sums) {
  const double *a = pair->a.half, *b = pair->b.half;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++) sums->known.at[k] = lanes_scale(rigid_edge_distance(at, i, j, k), side);
  rigid_take_radii(&(rigid_radii){{a[i1], a[i2], b[j1], b[j2]}, {i2, i1, i, i}, {j, j, j2, j1}}, 4, at, sums);
}

BMS_INLINE void rigid_face_sums(const rigid_pair *pair, const rigid_samples *at, bms_axis_side axis, fast_sums *sums) {
  int i = axis.axis % 3;
  bool of_a = axis.axis < BMS_AXIS_FACE_B;
  double own = (of_a ? &pair->a : &pair->b)->half[i];
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++)
    sums->known.at[k] = lanes_sub(lanes_scale(at->distance[axis.axis].at[k], axis.side), lanes_all(own));
  rigid_radii radii;
  BMS_UNROLL(3)
  for (int j = 0; j < 3; j++) {
    radii.half[j] = rigid_half_along(pair, axis.axis, of_a ? 3 + j : j);
    radii.row[j] = of_a ? i : j;
    radii.column[j] = of_a ? j : i;
  }
  rigid_take_radii(&radii, 3, at, sums);
}

/* Computes the terms of an axis over the whole interval. */
static void rigid_terms_of(const rigid_pair *pair, const rigid_samples *at, bms_axis_side axis, fast_terms *out) {
  fast_sums sums;
  sums.turning = 0;
  if (axis.axis < BMS_AXIS_EDGES)
    rigid_face_sums(pair, at, axis, &sums);
  else
    rigid_edge_sums(pair, at, (axis.axis - BMS_AXIS_EDGES) / 3, axis.axis % 3, axis.side, &sums);
  BMS_UNROLL(2)
  for (int k = 0; k < FAST_BLOCKS; k++) sums.known.at[k] = lanes_mul(sums.known.at[k], at->scale.at[k]);
  fast_values known = fast_coefficients(&sums.known);
  fast_pack(&known, &sums, rigid_plane_error(pair), out);
}

#endif /* BMS_RIGID_PLANE_H */
