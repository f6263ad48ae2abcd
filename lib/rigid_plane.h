/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair along an axis as polynomials over the interval, or over a piece of it.
 *
 *     gap = side * distance - sum_k |radius_k|
 *
 * with the positive factor |q_a|^2 |q_b|^2, all in Bernstein form of degree 7.  A radius whose coefficients are all of
 * one sign is part of the distance, its sign being known; those that may change their signs are terms by
 * themselves.  The *bound* has the absolute coefficients of these in the place of their absolute values,
 *
 *     gap >= side * distance - sum_k (coefficients of radius_k, absolute)
 *
 * and is the gap itself, a plane of the BMS, where none has coefficients of both signs.  On a shorter piece it is
 * closer to the gap: exact in the end.
 *
 * Polynomials are made of samples: one of degree 7 is determined by its values at eight places, and its coefficients
 * are sums of these with fixed factors.
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
 *     gap            4 for the sum, 36 for the scale: the part of distances  260, that of half extents      115
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
 *     places         39 roundings of s (rigid_contact.h) between where a piece is and where it is said
 *                    to be, or between the end of one and the beginning of the next: 39 * 12                468
 *     value          4 for the sum of terms and this error; one at a place 2 for each coefficient, 14 for
 *                    powers of z and 10 for sums                                                             30
 *
 * All that is 2321; PLANE_ROUNDINGS is three quarters more.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PLANE_H
#define BMS_RIGID_PLANE_H

#include "rigid_samples.h"
#include "separation.h"

/* What the gap consists of, by coefficient: lane 0 is side * distance less the radii whose signs are known, the other
   lanes are radii that may change theirs. */
typedef struct rigid_terms {
  bms_lanes b[RIGID_NODES];
  int turning;                /* how many of these there are, up to 4: */
  double fourth[RIGID_NODES]; /* of two edges, rarely */
} rigid_terms;

/* The bound over a piece. */
typedef struct rigid_plane {
  rigid_values c;    /* scaled (polynomial.h); the error is taken off already: the gap is certainly no less */
  unsigned positive; /* bit k: coefficient k is */
  double error;      /* bounds the error of side * distance less radii, at every s */
  bool exact;        /* the gap itself, within twice the error */
  double s0, s1;     /* the piece */
} rigid_plane;

/* [place][coefficient]: Bernstein coefficients of the polynomial that is 1 at that place and 0 at the others. */
static const double RIGID_BERNSTEIN[RIGID_NODES][RIGID_NODES] = {
    {1, -3.8782345523329131, 7.1874297539366898, -7.4014868356154615, 4.3124578523620141, -1.2927448507776376,
     0.14285714285714285, 0},
    {0, 5.8578479408880533, -13.305727736197568, 14.502178072767039, -8.6198701237106423, 2.6022732315460826,
     -0.28809088233875674, 0},
    {0, -1.4051758269445345, 10.686038286340629, -14.634631157508069, 9.385997678116988, -2.9094568280334894,
     0.32427134467950797, 0},
    {0, 0.68674774960489249, -5.8574184897994419, 15.248451371176646, -11.793096857588514, 3.8896066329847363,
     -0.44022291641339262, 0},
    {0, -0.44022291641339262, 3.8896066329847363, -11.793096857588514, 15.248451371176646, -5.8574184897994419,
     0.68674774960489249, 0},
    {0, 0.32427134467950797, -2.9094568280334894, 9.385997678116988, -14.634631157508069, 10.686038286340629,
     -1.4051758269445345, 0},
    {0, -0.28809088233875674, 2.6022732315460826, -8.6198701237106423, 14.502178072767039, -13.305727736197568,
     5.8578479408880533, 0},
    {0, 0.14285714285714285, -1.2927448507776376, 4.3124578523620141, -7.4014868356154615, 7.1874297539366898,
     -3.8782345523329131, 1},
};

static const double RIGID_BINOMIAL[RIGID_NODES] = {1, 7, 21, 35, 35, 21, 7, 1};

/* The Bernstein coefficients of the polynomial through some values. */
BMS_INLINE rigid_values rigid_coefficients(const rigid_values *values) {
  const double *v = values->place;
  rigid_values out;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) {
    rigid_block x[RIGID_NODES];
    BMS_UNROLL(8)
    for (int i = 0; i < RIGID_NODES; i++) x[i] = v[i] * bms_lanes_load(RIGID_BERNSTEIN[i] + k * RIGID_BLOCK);
    out.at[k] = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
  }
  return out;
}

/* ------------------------------------------------------------------ terms over the interval */

/* Terms while they are put together. */
typedef struct rigid_sums {
  rigid_values known;   /* values of side * distance less the radii whose signs are known, without scale */
  rigid_values term[4]; /* coefficients of radii that may change theirs */
  int turning;
} rigid_sums;

/* Whether A_i . B_j certainly keeps its sign; see rigid_samples.bend.  Without branches: whether it does is a matter of
   chance. */
BMS_INLINE bool rigid_keeps_sign(const rigid_samples *at, int i, int j) {
  const rigid_block *c = at->c[i][j].at, *size = at->size[i][j].at, *bend = at->bend.at;
  bms_lanes_mask large = (bms_lanes_mask)(bend[0] - size[0]) & (bms_lanes_mask)(bend[1] - size[1]);
  unsigned signs = bms_lanes_signs(c[0]) | bms_lanes_signs(c[1]) << RIGID_BLOCK;
  return bms_lanes_hold(large) & (((signs + 1) & RIGID_ALL_NODES) <= 1);
}

/* Takes the radius half |A_i . B_j| off, if that keeps its sign.  Returns whether it is still to be taken. */
BMS_INLINE bool rigid_take_steady_radius(double half, const rigid_samples *at, int i, int j, rigid_sums *sums) {
  bool keeps = rigid_keeps_sign(at, i, j);
  double certain = keeps ? half : 0;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) sums->known.at[k] -= certain * at->size[i][j].at[k];
  return !keeps;
}

/* One that may change it, going by the coefficients of A_i . B_j. */
BMS_INLINE void rigid_take_turning_radius(double half, const rigid_samples *at, int i, int j, rigid_sums *sums) {
  rigid_values r;
  unsigned signs = 0;
  if (half == 0) return;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) r.at[k] = half * at->c[i][j].at[k] * at->scale.at[k];
  r = rigid_coefficients(&r);
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) signs |= bms_lanes_signs(r.at[k]) << (k * RIGID_BLOCK);
  if (signs != 0 && signs != RIGID_ALL_NODES) {
    sums->term[sums->turning++] = r;
    return;
  }
  double sign = signs != 0 ? -half : half;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) sums->known.at[k] -= sign * at->c[i][j].at[k];
}

/* Radii of half[k] |A_i . B_j|, i = row[k] and j = column[k]. */
typedef struct rigid_radii {
  double half[4];
  int row[4], column[4];
} rigid_radii;

BMS_INLINE void rigid_take_radii(const rigid_radii *radii, int count, const rigid_samples *at, rigid_sums *sums) {
  unsigned rest = 0;
  BMS_UNROLL(4)
  for (int k = 0; k < count; k++)
    rest |= (unsigned)rigid_take_steady_radius(radii->half[k], at, radii->row[k], radii->column[k], sums) << k;
  for (; rest != 0; rest &= rest - 1) {
    int k = __builtin_ctz(rest);
    rigid_take_turning_radius(radii->half[k], at, radii->row[k], radii->column[k], sums);
  }
}

/* Half extent k of the other body along a face, 0 where it is at right angles to the face by construction. */
BMS_INLINE double rigid_half_along(const rigid_pair *pair, int axis, int k) {
  if (pair->perpendicular != 0 && rigid_is_perpendicular(pair, axis, k)) return 0;
  return rigid_half(pair, k);
}

BMS_INLINE void rigid_edge_sums(const rigid_pair *pair, const rigid_samples *at, int i, int j, int side,
                                rigid_sums *sums) {
  const double *a = pair->a.half, *b = pair->b.half;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) sums->known.at[k] = side * rigid_edge_distance(at, i, j, k);
  rigid_take_radii(&(rigid_radii){{a[i1], a[i2], b[j1], b[j2]}, {i2, i1, i, i}, {j, j, j2, j1}}, 4, at, sums);
}

BMS_INLINE void rigid_face_sums(const rigid_pair *pair, const rigid_samples *at, bms_axis_side axis, rigid_sums *sums) {
  int i = axis.axis % 3;
  bool of_a = axis.axis < BMS_AXIS_FACE_B;
  double own = (of_a ? &pair->a : &pair->b)->half[i];
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) sums->known.at[k] = axis.side * at->distance[axis.axis].at[k] - own;
  rigid_radii radii;
  BMS_UNROLL(3)
  for (int j = 0; j < 3; j++) {
    radii.half[j] = rigid_half_along(pair, axis.axis, of_a ? 3 + j : j);
    radii.row[j] = of_a ? i : j;
    radii.column[j] = of_a ? j : i;
  }
  rigid_take_radii(&radii, 3, at, sums);
}

/* Of an axis over the whole interval. */
static void rigid_terms_of(const rigid_pair *pair, const rigid_samples *at, bms_axis_side axis, rigid_terms *out) {
  rigid_sums sums;
  sums.turning = 0;
  if (axis.axis < BMS_AXIS_EDGES)
    rigid_face_sums(pair, at, axis, &sums);
  else
    rigid_edge_sums(pair, at, (axis.axis - BMS_AXIS_EDGES) / 3, axis.axis % 3, axis.side, &sums);
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) sums.known.at[k] *= at->scale.at[k];
  rigid_values known = rigid_coefficients(&sums.known);
  BMS_UNROLL(2)
  for (int i = 0; i < RIGID_BLOCKS; i++) {
    bms_lanes *b = out->b + i * RIGID_BLOCK;
    b[0] = known.at[i];
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) b[1 + k] = k < sums.turning ? sums.term[k].at[i] : bms_lanes_all(0);
    bms_lanes_transpose(b);
  }
  out->turning = sums.turning;
  if (sums.turning == 4) memcpy(out->fourth, sums.term[3].place, sizeof out->fourth);
}

/* ------------------------------------------------------------------ pieces of the interval */

/* The part of a piece behind, or before, its place x: de Casteljau's means. */
static void rigid_take_right(rigid_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(7)
  for (int level = RIGID_DEGREE; level > 0; level--) {
    BMS_UNROLL(7)
    for (int i = 0; i < level; i++) terms->b[i] = y * terms->b[i] + x * terms->b[i + 1];
  }
  for (int level = RIGID_DEGREE; terms->turning == 4 && level > 0; level--)
    for (int i = 0; i < level; i++) terms->fourth[i] = y * terms->fourth[i] + x * terms->fourth[i + 1];
}

static void rigid_take_left(rigid_terms *terms, double x) {
  const double y = 1 - x;
  BMS_UNROLL(7)
  for (int level = 1; level < RIGID_NODES; level++) {
    BMS_UNROLL(7)
    for (int i = RIGID_DEGREE; i >= level; i--) terms->b[i] = y * terms->b[i - 1] + x * terms->b[i];
  }
  for (int level = 1; terms->turning == 4 && level < RIGID_NODES; level++)
    for (int i = RIGID_DEGREE; i >= level; i--) terms->fourth[i] = y * terms->fourth[i - 1] + x * terms->fourth[i];
}

/* Takes the absolute coefficients of a fourth radius off.  Returns whether these have one sign. */
static bool rigid_take_fourth(const double fourth[RIGID_NODES], rigid_values *bound) {
  int negative = 0;
  for (int i = 0; i < RIGID_NODES; i++) {
    bound->place[i] -= fabs(fourth[i]);
    negative += fourth[i] < 0;
  }
  return negative == 0 || negative == RIGID_NODES;
}

/* Bounds the error of a gap at every s. */
BMS_INLINE double rigid_plane_error(const rigid_pair *pair) {
  static const double PLANE_ROUNDINGS = 4096; /* see the top of this file */
  return PLANE_ROUNDINGS * BMS_ROUNDING * pair->a.square * pair->b.square * pair->size;
}

/* Notes the signs of Bernstein coefficients and scales them. */
BMS_INLINE void rigid_scale_plane(rigid_plane *out) {
  unsigned positive = 0;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) {
    positive |= bms_lanes_positive(out->c.at[k]) << (k * RIGID_BLOCK);
    out->c.at[k] *= bms_lanes_load(RIGID_BINOMIAL + k * RIGID_BLOCK);
  }
  out->positive = positive;
}

/* The bound of a piece [s0, s1]. */
static void rigid_plane_of(const rigid_pair *pair, const rigid_terms *terms, double s0, double s1, rigid_plane *out) {
  const bms_lanes_mask minus = (bms_lanes_mask)bms_lanes_of(0., -0., -0., -0.);
  bms_lanes_mask any = {0}, all = {-1, -1, -1, -1};
  out->error = rigid_plane_error(pair);
  out->s0 = s0;
  out->s1 = s1;
  BMS_UNROLL(2)
  for (int k = 0; k < RIGID_BLOCKS; k++) {
    bms_lanes b[4];
    BMS_UNROLL(4)
    for (int i = 0; i < 4; i++) {
      b[i] = terms->b[k * RIGID_BLOCK + i];
      any |= (bms_lanes_mask)b[i];
      all &= (bms_lanes_mask)b[i];
      b[i] = (bms_lanes)((bms_lanes_mask)b[i] | minus);
    }
    bms_lanes_transpose(b);
    out->c.at[k] = b[0] + ((b[1] + b[2]) + b[3]) - out->error;
  }
  out->exact = (bms_lanes_signs((bms_lanes)(any & ~all)) & 0xe) == 0;
  if (terms->turning == 4) out->exact = rigid_take_fourth(terms->fourth, &out->c) && out->exact;
  rigid_scale_plane(out);
}

static const double RIGID_INVERSE[RIGID_NODES] = {1, 1. / 7, 1. / 21, 1. / 35, 1. / 35, 1. / 21, 1. / 7, 1};

/* The Bernstein coefficients, without the binomials. */
static void rigid_bernstein(const rigid_plane *plane, double b[RIGID_NODES]) {
  BMS_UNROLL(8)
  for (int i = 0; i < RIGID_NODES; i++) b[i] = plane->c.place[i] * RIGID_INVERSE[i];
}

#endif /* BMS_RIGID_PLANE_H */
