/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a general pair along an axis, as polynomials over the interval (quick_piece.h), made of samples.
 *
 * Errors, in roundings of general_pair.bound, M, which bounds the coefficients of all terms together:
 *
 *     samples      160 at a place (general_samples.h), 2.6 times as much between places (quick_places.h)      416
 *     coefficients the rounding of factors, products and sums                                              6182
 *     signs        a radius with coefficients of one sign may have the other one by as little as that:
 *                  131 * 2.6 and 6182 of its own part of M once more                                       6523
 *     parts        11 levels of means, 1 (the place's distance from 1) + 1 (products) + 1 (sum); one part
 *                  behind the beginning, one behind and one before a place, up to 24 more before one: 27 * 33 891
 *     places       39 roundings of s (quick_crossing.h) between where a piece is and where it is said to be,
 *                  or between the end of one and the beginning of the next, where slopes are at most 22 M   858
 *     value        4 for the sum of terms and this error; one at a place 2 for each coefficient, 22 for
 *                  powers of z and 14 for sums                                                               50
 *
 * All that is 14920; PLANE_ROUNDINGS is a third more.
 *
 * Functions of this header are for homogeneous_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_PLANE_H
#define BMS_HOMOGENEOUS_PLANE_H

#include "fast/homogeneous/homogeneous_samples.h"
#include "fast/piece.h"

BMS_INLINE double general_plane_error(const general_pair *pair, int axis) {
  static const double PLANE_ROUNDINGS = 20480;
  return PLANE_ROUNDINGS * BMS_ROUNDING * pair->bound[general_kind(axis)];
}

/* What a radius is the absolute value of, times half an extent. */
typedef struct general_radius {
  const quick_block *product; /* in the first block, the others follow */
  const quick_block *scale;   /* of the other body, likewise */
  double half;
} general_radius;

/* The radii along an axis.  Returns their number, 4. */
BMS_INLINE void general_radii_of(const general_pair *pair, const general_block *at, int axis, general_radius out[4]) {
  const double *a = pair->a.half, *b = pair->b.half;
  int i = axis % 3, j = i;
  if (axis < BMS_AXIS_FACE_B) {
    out[0] = (general_radius){&at->det_a, &at->scale_b, a[i]};
    for (int k = 0; k < 3; k++) out[1 + k] = (general_radius){&at->f[i][k], &at->scale_a, b[k]};
    return;
  }
  if (axis < BMS_AXIS_EDGES) {
    out[0] = (general_radius){&at->det_b, &at->scale_a, b[j]};
    for (int k = 0; k < 3; k++) out[1 + k] = (general_radius){&at->g[k][j], &at->scale_b, a[k]};
    return;
  }
  i = (axis - BMS_AXIS_EDGES) / 3;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  out[0] = (general_radius){&at->f[i2][j], &at->scale_b, a[i1]};
  out[1] = (general_radius){&at->f[i1][j], &at->scale_b, a[i2]};
  out[2] = (general_radius){&at->g[i][j2], &at->scale_a, b[j1]};
  out[3] = (general_radius){&at->g[i][j1], &at->scale_a, b[j2]};
}

/* The same number in another block. */
BMS_INLINE quick_block general_in_block(const quick_block *first, int k) {
  quick_block out;
  memcpy(&out, (const char *)first + (size_t)k * sizeof(general_block), sizeof out);
  return out;
}

/* Bit k: coefficient k is negative. */
BMS_INLINE unsigned general_signs(const quick_values *c) {
  unsigned signs = 0;
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) signs |= bms_lanes_signs(c->at[k]) << (k * QUICK_BLOCK);
  return signs;
}

static void general_take_radius(const general_radius *radius, quick_sums *sums) {
  quick_values c;
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++)
    c.at[k] = radius->half * general_in_block(radius->scale, k) * general_in_block(radius->product, k);
  c = quick_coefficients(&c);
  unsigned signs = general_signs(&c);
  if (signs != 0 && signs != QUICK_ALL_NODES) {
    sums->term[sums->turning++] = c;
    return;
  }
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) sums->known.at[k] -= bms_lanes_absolute(c.at[k]);
}

/* Of an axis over the whole interval. */
static void general_terms_of(const general_pair *pair, const general_samples *at, bms_axis_side axis,
                             quick_terms *out) {
  quick_sums sums;
  general_radius radius[4];
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) sums.known.at[k] = axis.side * at->block[k].distance[axis.axis];
  sums.known = quick_coefficients(&sums.known);
  sums.turning = 0;
  general_radii_of(pair, at->block, axis.axis, radius);
  for (int k = 0; k < 4; k++) general_take_radius(&radius[k], &sums);
  quick_pack(&sums.known, &sums, general_plane_error(pair, axis.axis), out);
}

/* Whether a determinant certainly keeps its sign, given the bound of a column. */
BMS_INLINE bool general_regular(const quick_block *first, double column) {
  static const double DETERMINANT_ROUNDINGS = 8192; /* 98 * 2.6 + 6182 */
  double error = DETERMINANT_ROUNDINGS * BMS_ROUNDING * column * column * column;
  quick_values c;
  unsigned small = 0;
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) c.at[k] = general_in_block(first, k);
  c = quick_coefficients(&c);
  unsigned signs = general_signs(&c);
  BMS_UNROLL(QUICK_BLOCKS)
  for (int k = 0; k < QUICK_BLOCKS; k++) small |= bms_lanes_signs(bms_lanes_absolute(c.at[k]) - error);
  return small == 0 && (signs == 0 || signs == QUICK_ALL_NODES);
}

#endif /* BMS_HOMOGENEOUS_PLANE_H */
