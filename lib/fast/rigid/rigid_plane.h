/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid pair at eight times of the interval at once (its samples), and the polynomials of a gap made of them.
 *
 * A gap times |q_a|^2 |q_b|^2 is a polynomial of degree 6 as long as no radius changes its sign, and a radius or a
 * distance times that always is (plane.h).  So their values at eight places determine them, and a place per lane is how
 * a machine computes these cheapest.  Polynomials are made for the few axes that the walk follows; the same values
 * decide which.
 *
 * The places, in s, are close to Chebyshev's extrema: values at them determine a polynomial best.
 * They are multiples of 1/64, so that nothing is rounded away in a place.
 *
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
#include "fast/rigid/rigid_pair.h"
#include "numeric/places.h"
#include "planes/separation.h"

/* Which axes separate at all places: bit i, axis i has b on its positive side; bit 16 + i, negative. */
typedef union rigid_separating {
  lanes_mask at[FAST_BLOCKS];
  long long place[FAST_NODES];
} rigid_separating;

typedef struct rigid_samples {
  fast_values c[3][3];      /* A_i . B_j */
  fast_values size[3][3];   /* |A_i . B_j| */
  fast_values scale;        /* |q_a|^2 |q_b|^2 */
  fast_values bend;         /* over scale, more than c scale differs from a straight line between two places */
  fast_values distance[15]; /* along all axes, times the lengths of these: A_i . d, B_j . d, ... */
  fast_values radii[15];    /* in the same way, of rigid_sample_faces() and rigid_sample_edges(), as is */
  rigid_separating separating;
  bool edges; /* all of that is there of the axes of edges, too */
} rigid_samples;

/* ------------------------------------------------------------------ the pair at some of the places */

/* A quaternion's rotation, row[coordinate][column], and square. */
BMS_INLINE fast_block rigid_rotation_along(const double q[2][4], fast_block x, fast_block row[3][3]) {
  fast_block w = lanes_add_scaled(lanes_all(q[0][0]), x, q[1][0] - q[0][0]),
             u = lanes_add_scaled(lanes_all(q[0][1]), x, q[1][1] - q[0][1]);
  fast_block v = lanes_add_scaled(lanes_all(q[0][2]), x, q[1][2] - q[0][2]),
             z = lanes_add_scaled(lanes_all(q[0][3]), x, q[1][3] - q[0][3]);
  fast_block square = lanes_add(lanes_add_product(lanes_mul(w, w), u, u), lanes_add_product(lanes_mul(v, v), z, z)),
             two = lanes_div(lanes_all(2), square);
  fast_block su = lanes_mul(two, u), sv = lanes_mul(two, v), sz = lanes_mul(two, z);
  fast_block uu = lanes_mul(su, u), vv = lanes_mul(sv, v), zz = lanes_mul(sz, z), uv = lanes_mul(su, v),
             uz = lanes_mul(su, z), vz = lanes_mul(sv, z);
  fast_block wu = lanes_mul(su, w), wv = lanes_mul(sv, w), wz = lanes_mul(sz, w);
  row[0][0] = lanes_sub(lanes_all(1), lanes_add(vv, zz));
  row[0][1] = lanes_sub(uv, wz);
  row[0][2] = lanes_add(uz, wv);
  row[1][0] = lanes_add(uv, wz);
  row[1][1] = lanes_sub(lanes_all(1), lanes_add(uu, zz));
  row[1][2] = lanes_sub(vz, wu);
  row[2][0] = lanes_sub(uz, wv);
  row[2][1] = lanes_add(vz, wu);
  row[2][2] = lanes_sub(lanes_all(1), lanes_add(uu, vv));
  return square;
}

static void rigid_sample_block(const rigid_pair *pair, int k, rigid_samples *out) {
  fast_block x = lanes_load(FAST_NODE + k * FAST_BLOCK), a[3][3], b[3][3], way[3];
  fast_block square = rigid_rotation_along(pair->a.quaternion, x, a);
  out->scale.at[k] = lanes_mul(square, rigid_rotation_along(pair->b.quaternion, x, b));
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    double p0 = pair->position[0][r], p1 = pair->position[1][r], p2 = pair->position[2][r];
    way[r] = lanes_add_product(lanes_all(p0), x, lanes_add_scaled(lanes_all(2 * (p1 - p0)), x, (p2 - p1) - (p1 - p0)));
  }
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    out->distance[i].at[k] =
        lanes_add_product(lanes_add_product(lanes_mul(a[0][i], way[0]), a[1][i], way[1]), a[2][i], way[2]);
    out->distance[3 + i].at[k] =
        lanes_add_product(lanes_add_product(lanes_mul(b[0][i], way[0]), b[1][i], way[1]), b[2][i], way[2]);
    BMS_UNROLL(3)
    for (int j = 0; j < 3; j++) {
      out->c[i][j].at[k] =
          lanes_add_product(lanes_add_product(lanes_mul(a[0][i], b[0][j]), a[1][i], b[1][j]), a[2][i], b[2][j]);
      out->size[i][j].at[k] = lanes_absolute(out->c[i][j].at[k]);
    }
  }
  if (pair->middle_bound == 0) return;
  const double *m_a = pair->a.middle, *m_b = pair->b.middle;
  for (int i = 0; i < 3; i++) {
    out->distance[i].at[k] = lanes_add(
        out->distance[i].at[k],
        lanes_sub(lanes_combine(out->c[i][0].at[k], m_b[0], out->c[i][1].at[k], m_b[1], out->c[i][2].at[k], m_b[2]),
                  lanes_all(m_a[i])));
    out->distance[3 + i].at[k] = lanes_sub(
        out->distance[3 + i].at[k],
        lanes_sub(lanes_combine(out->c[0][i].at[k], m_a[0], out->c[1][i].at[k], m_a[1], out->c[2][i].at[k], m_a[2]),
                  lanes_all(m_b[i])));
  }
}

/* Bits of axes at some places: the one that was noted last has the lowest. */
typedef struct rigid_bits {
  lanes_mask positive, negative;
} rigid_bits;

/* Notes the radii of an axis at some places, and whether it separates there. */
BMS_INLINE void rigid_set_radii(rigid_samples *out, rigid_bits *bits, int axis, int k, fast_block radii) {
  fast_block distance = out->distance[axis].at[k];
  out->radii[axis].at[k] = radii;
  bits->positive = lanes_mask_push(bits->positive, lanes_greater(distance, radii));
  bits->negative = lanes_mask_push(bits->negative, lanes_greater(lanes_negate(distance), radii));
}

/* The gaps of faces. */
static void rigid_sample_faces(const rigid_pair *pair, rigid_samples *out) {
  const double *a = pair->a.half, *b = pair->b.half;
  for (int k = 0; k < FAST_BLOCKS; k++) {
    rigid_bits bits = {lanes_mask_all(0), lanes_mask_all(0)};
    BMS_UNROLL(3)
    for (int j = 2; j >= 0; j--) {
      fast_block radii = lanes_all(b[j]);
      BMS_UNROLL(3)
      for (int i = 0; i < 3; i++) radii = lanes_add_scaled(radii, out->size[i][j].at[k], a[i]);
      rigid_set_radii(out, &bits, 3 + j, k, radii);
    }
    BMS_UNROLL(3)
    for (int i = 2; i >= 0; i--) {
      fast_block radii = lanes_all(a[i]);
      BMS_UNROLL(3)
      for (int j = 0; j < 3; j++) radii = lanes_add_scaled(radii, out->size[i][j].at[k], b[j]);
      rigid_set_radii(out, &bits, i, k, radii);
    }
    out->separating.at[k] = lanes_mask_or(bits.positive, lanes_mask_shift(bits.negative, 16));
  }
  out->edges = false;
}

/* The distance along edge i of a and edge j of b. */
BMS_INLINE fast_block rigid_edge_distance(const rigid_samples *at, int i, int j, int k) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  return lanes_sub(lanes_mul(at->c[i1][j].at[k], at->distance[i2].at[k]),
                   lanes_mul(at->c[i2][j].at[k], at->distance[i1].at[k]));
}

/* The sum of the radii there. */
BMS_INLINE fast_block rigid_edge_radii(const rigid_pair *pair, const rigid_samples *at, int i, int j, int k) {
  const double *a = pair->a.half, *b = pair->b.half;
  const fast_values(*size)[3] = at->size;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  return lanes_add(lanes_add_scaled(lanes_scale(size[i2][j].at[k], a[i1]), size[i1][j].at[k], a[i2]),
                   lanes_add_scaled(lanes_scale(size[i][j2].at[k], b[j1]), size[i][j1].at[k], b[j2]));
}

/* The gaps of edges, after the faces'. */
BMS_INLINE void rigid_sample_edges(const rigid_pair *pair, rigid_samples *out) {
  for (int k = 0; k < FAST_BLOCKS; k++) {
    rigid_bits bits = {lanes_mask_all(0), lanes_mask_all(0)};
    BMS_UNROLL(9)
    for (int e = 8; e >= 0; e--) {
      int i = e / 3, j = e % 3;
      out->distance[BMS_AXIS_EDGES + e].at[k] = rigid_edge_distance(out, i, j, k);
      rigid_set_radii(out, &bits, BMS_AXIS_EDGES + e, k, rigid_edge_radii(pair, out, i, j, k));
    }
    out->separating.at[k] = lanes_mask_or(
        out->separating.at[k],
        lanes_mask_shift(lanes_mask_or(bits.positive, lanes_mask_shift(bits.negative, 16)), BMS_AXIS_EDGES));
  }
  out->edges = true;
}

/* Returns true if the gap along one axis is positive at all places. */
BMS_INLINE bool rigid_is_apart(const rigid_pair *pair, const rigid_samples *at, bms_axis_side axis) {
  const double *a = pair->a.half, *b = pair->b.half;
  const fast_values(*size)[3] = at->size;
  unsigned positive = 0;
  int j = axis.axis % 3, i = (axis.axis - BMS_AXIS_EDGES) / 3;
  for (int k = 0; k < FAST_BLOCKS; k++) {
    fast_block distance, radii;
    if (axis.axis < BMS_AXIS_FACE_B) {
      distance = at->distance[j].at[k];
      radii = lanes_add(lanes_combine(size[j][0].at[k], b[0], size[j][1].at[k], b[1], size[j][2].at[k], b[2]),
                        lanes_all(a[j]));
    } else if (axis.axis < BMS_AXIS_EDGES) {
      distance = at->distance[3 + j].at[k];
      radii = lanes_add(lanes_combine(size[0][j].at[k], a[0], size[1][j].at[k], a[1], size[2][j].at[k], a[2]),
                        lanes_all(b[j]));
    } else {
      distance = rigid_edge_distance(at, i, j, k);
      radii = rigid_edge_radii(pair, at, i, j, k);
    }
    positive |= lanes_signs(lanes_sub(radii, lanes_scale(distance, axis.side))) << (k * FAST_BLOCK);
  }
  return positive == FAST_ALL_NODES;
}

/* Times the squares of both quaternions' bounds: C_ij times the scale is off by no more at a place, by far.  A column
   is off by some 20 roundings for itself and 2.1 * 4 for its quaternion, of either body. */
static const double RIGID_SAMPLE_ERROR = 1e-12;

/* The pair at all places, without gaps.
 *
 * Bend: C_ij as a polynomial is A . B, both quadratic.  With L and r the bounds of |q|^2 and |q'|^2, |A| is at most L,
 * |A'| at most 2 sqrt(L r) and |A''| at most 2 r, so |C_ij''| is at most 2 (r_a L_b + r_b L_a) + 8 sqrt(L_a r_a L_b
 * r_b), the last of which is at most 4 (r_a L_b + r_b L_a). */
static void rigid_sample(const rigid_pair *pair, rigid_samples *out) {
  static const double GREATEST_STEP = 14. / 64;
  const double *ends = pair->ends, *products = pair->products;
  double largest_a = bms_max(ends[0], ends[1]) + RIGID_NORM_ERROR * pair->a.square;
  double largest_b = bms_max(ends[2], ends[3]) + RIGID_NORM_ERROR * pair->b.square;
  double rate_a = (ends[0] + ends[1] - 2 * products[0]) + RIGID_NORM_ERROR * pair->a.square;
  double rate_b = (ends[2] + ends[3] - 2 * products[1]) + RIGID_NORM_ERROR * pair->b.square;
  double bend = 6 * (rate_a * largest_b + rate_b * largest_a) * (GREATEST_STEP * GREATEST_STEP / 8) +
                RIGID_SAMPLE_ERROR * pair->a.square * pair->b.square;
  for (int k = 0; k < FAST_BLOCKS; k++) {
    rigid_sample_block(pair, k, out);
    out->bend.at[k] = lanes_div(lanes_all(bend), out->scale.at[k]);
  }
}

/* ------------------------------------------------------------------ the polynomials of an axis */

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
