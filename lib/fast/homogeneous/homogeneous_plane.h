/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a homogeneous pair along an axis, as polynomials over the interval (piece.h), made of samples.
 *
 * Errors, in roundings of homogeneous_pair.bound, M, which bounds the coefficients of all terms together:
 *
 *     samples      160 at a place (homogeneous_samples.h), 2.6 times as much between places (places.h)      416
 *     coefficients the rounding of factors, products and sums                                              6182
 *     signs        a radius with coefficients of one sign may have the other one by as little as that:
 *                  131 * 2.6 and 6182 of its own part of M once more                                       6523
 *     parts        11 levels of means, 1 (the place's distance from 1) + 1 (products) + 1 (sum); one part
 *                  behind the beginning, one behind and one before a place, up to 24 more before one: 27 * 33 891
 *     places       39 roundings of s (root.h) between the place of a piece and its stated place,
 *                  or between the end of one and the beginning of the next, with slopes of at most 22 M   858
 *     value        4 for the sum of terms and this error; one at a place 2 for each coefficient, 22 for
 *                  powers of z and 14 for sums                                                               50
 *
 * All that is 14920; PLANE_ROUNDINGS is a third more.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_PLANE_H
#define BMS_HOMOGENEOUS_PLANE_H

#include "fast/homogeneous/homogeneous_samples.h"
#include "fast/piece.h"
#include "numeric/rounding.h"

BMS_INLINE double homogeneous_plane_error(const homogeneous_pair *pair, int axis) {
  static const double PLANE_ROUNDINGS = 20480;
  return PLANE_ROUNDINGS * BMS_ROUNDING * pair->bound[homogeneous_kind(axis)];
}

/* A radius is the absolute value of this, times half an extent. */
typedef struct homogeneous_radius {
  const fast_block *product; /* in the first block, the others follow */
  const fast_block *scale;   /* of the other body, as above */
  double half;
} homogeneous_radius;

/* The radii along an axis.  Returns their number, 4. */
BMS_INLINE void homogeneous_radii_of(const homogeneous_pair *pair, const homogeneous_block *at, int axis,
                                     homogeneous_radius out[4]) {
  const double *a = pair->a.half, *b = pair->b.half;
  int i = axis % 3, j = i;
  if (axis < BMS_AXIS_FACE_B) {
    out[0] = (homogeneous_radius){&at->det_a, &at->scale_b, a[i]};
    for (int k = 0; k < 3; k++) out[1 + k] = (homogeneous_radius){&at->f[i][k], &at->scale_a, b[k]};
    return;
  }
  if (axis < BMS_AXIS_EDGES) {
    out[0] = (homogeneous_radius){&at->det_b, &at->scale_a, b[j]};
    for (int k = 0; k < 3; k++) out[1 + k] = (homogeneous_radius){&at->g[k][j], &at->scale_b, a[k]};
    return;
  }
  i = (axis - BMS_AXIS_EDGES) / 3;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  out[0] = (homogeneous_radius){&at->f[i2][j], &at->scale_b, a[i1]};
  out[1] = (homogeneous_radius){&at->f[i1][j], &at->scale_b, a[i2]};
  out[2] = (homogeneous_radius){&at->g[i][j2], &at->scale_a, b[j1]};
  out[3] = (homogeneous_radius){&at->g[i][j1], &at->scale_a, b[j2]};
}

/* Returns the same number in another block. */
BMS_INLINE fast_block homogeneous_in_block(const fast_block *first, int k) {
  fast_block out;
  memcpy(&out, (const char *)first + (size_t)k * sizeof(homogeneous_block), sizeof out);
  return out;
}

/* Bit k: coefficient k is negative. */
BMS_INLINE unsigned homogeneous_signs(const fast_values *c) {
  unsigned signs = 0;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) signs |= lanes_signs(c->at[k]) << (k * FAST_BLOCK);
  return signs;
}

static void homogeneous_take_radius(const homogeneous_radius *radius, fast_sums *sums) {
  fast_values c;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++)
    c.at[k] = lanes_mul(lanes_scale(homogeneous_in_block(radius->scale, k), radius->half),
                        homogeneous_in_block(radius->product, k));
  c = fast_coefficients(&c);
  unsigned signs = homogeneous_signs(&c);
  if (signs != 0 && signs != FAST_ALL_NODES) {
    sums->term[sums->turning++] = c;
    return;
  }
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) sums->known.at[k] = lanes_sub(sums->known.at[k], lanes_absolute(c.at[k]));
}

/* Computes the terms of an axis over the whole interval. */
static void homogeneous_terms_of(const homogeneous_pair *pair, const homogeneous_samples *at, bms_axis_side axis,
                                 fast_terms *out) {
  fast_sums sums;
  homogeneous_radius radius[4];
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) sums.known.at[k] = lanes_scale(at->block[k].distance[axis.axis], axis.side);
  sums.known = fast_coefficients(&sums.known);
  sums.turning = 0;
  homogeneous_radii_of(pair, at->block, axis.axis, radius);
  for (int k = 0; k < 4; k++) homogeneous_take_radius(&radius[k], &sums);
  fast_pack(&sums.known, &sums, homogeneous_plane_error(pair, axis.axis), out);
}

/* Roundings of the cube of a column in a determinant over the interval: 98 * 2.6 + 6182, and some more. */
static const double DETERMINANT_ROUNDINGS = 8192;

/* Returns true if a determinant certainly keeps its sign, given the bound of a column. */
BMS_INLINE bool homogeneous_regular(const fast_block *first, double column) {
  double error = DETERMINANT_ROUNDINGS * BMS_ROUNDING * column * column * column;
  fast_values c;
  unsigned small = 0;
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) c.at[k] = homogeneous_in_block(first, k);
  c = fast_coefficients(&c);
  unsigned signs = homogeneous_signs(&c);
  BMS_UNROLL(FAST_BLOCKS)
  for (int k = 0; k < FAST_BLOCKS; k++) small |= lanes_signs(lanes_sub(lanes_absolute(c.at[k]), lanes_all(error)));
  return small == 0 && (signs == 0 || signs == FAST_ALL_NODES);
}

#endif /* BMS_HOMOGENEOUS_PLANE_H */
