/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair along an axis over a stretch of time, as one polynomial: a lower bound.
 *
 *     gap = side * distance - sum_k |radius_k|  >=  side * distance - sum_k (coefficients of radius_k, absolute)
 *
 * in scaled Bernstein form (polynomial.h), with the formulas of plane.h and its positive factor |q_a|^2 |q_b|^2.  Where
 * no radius has coefficients of both signs the bound is the gap itself, a plane of the BMS.  If neither body turns that
 * is always so, and the degree is 2 instead of 6.
 *
 * Lanes are the three columns of a body, with P beside them: one product of polynomials with a column N of the other
 * body then gives the three N . B_j and N . P.  Products are those of scaled Bernstein forms: plain convolutions.
 *
 * Errors, in roundings of the product of the magnitudes (rigid_pair.h), each the sum of those of the factors and the
 * roundings of the operation:
 *
 *     columns A, B   2 * 7 for the quaternions, 7                           21
 *     K = k_a k_b    2 * (2 * 7 + 4), 6                                     42
 *     C = A . B      42, 9 for a sum of up to 9 products                    51
 *     A . P          21 + 22 + 9                                            52
 *     (A . P) k_b    52 + 18 + 6                                            76
 *     (A x B) . P    42 + 8, 22, 9                                          81
 *     all together   sums of up to 9 terms, raised by two degrees, less the error      12 more
 *
 * so PLANE_ROUNDINGS = 160 is ample; a fourth of it is for the evaluation of the polynomial.  A pair that does not turn
 * has columns of length 1 and an instant's error.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PLANE_H
#define BMS_RIGID_PLANE_H

#include "rigid_instant.h"
#include "rigid_root.h"
#include "rigid_rows.h"

typedef struct rigid_plane {
  int degree;
  double c[RIGID_DEGREE + 1]; /* the error is taken off already: the gap is certainly no less */
  double error;               /* bounds the error of side * distance less radii, at every s */
  double factor;              /* what the gap is multiplied by less than in plane.h: 1, or |q_a|^2 |q_b|^2 */
  bool exact;                 /* the gap itself, within twice the error */
  double turn;                /* if not: about where in the stretch a radius first changes its sign */
  double s0, s1;              /* the stretch of the interval that it is over */
} rigid_plane;

/* ------------------------------------------------------------------ polynomials */

/* Column i of some rows, by a product with each of the other body's lanes: degree 4. */
BMS_INLINE void rigid_dots(const rigid_rows *own, int i, const rigid_rows *other, bms_lanes out[5]) {
  double n[3][3];
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++) n[k][r] = own->row[k][r][i];
#define DOT(k, l) (other->row[l][0] * n[k][0] + other->row[l][1] * n[k][1] + other->row[l][2] * n[k][2])
  out[0] = DOT(0, 0);
  out[1] = DOT(0, 1) + DOT(1, 0);
  out[2] = DOT(0, 2) + DOT(1, 1) + DOT(2, 0);
  out[3] = DOT(1, 2) + DOT(2, 1);
  out[4] = DOT(2, 2);
#undef DOT
}

/* Column i as vectors, by coefficient. */
BMS_INLINE void rigid_column(const rigid_rows *rows, int i, bms_lanes out[3]) {
  for (int k = 0; k < 3; k++) out[k] = bms_lanes_of3(rows->row[k][0][i], rows->row[k][1][i], rows->row[k][2][i]);
}

/* About where lane `lane` first changes its sign, of coefficients of both signs: where its control polygon does, and two
   of Newton's steps. */
static double rigid_turn(const bms_lanes c[5], int lane) {
  static const double INVERSE_4[5] = {1, 1. / 4, 1. / 6, 1. / 4, 1};
  double p[RIGID_DEGREE + 1] = {c[0][lane], c[1][lane], c[2][lane], c[3][lane], c[4][lane]};
  int i = 0;
  while (i < 3 && (p[i] > 0) == (p[i + 1] > 0)) i++;
  double left = p[i] * INVERSE_4[i], right = p[i + 1] * INVERSE_4[i + 1], z = 0.25 * (i + left / (left - right));
  z = z / (1 - z);
  double derivative[RIGID_DEGREE + 1];
  rigid_plain_derivative(p, derivative);
  for (int k = 0; k < 2; k++) z -= rigid_plain_value(p, z) / rigid_plain_value(derivative, z);
  return z > 0 ? z / (1 + z) : 0;
}

/* rest += middle c - half |c|, lane by lane.  Where a lane with a radius has coefficients of both signs plane->turn
   becomes the earliest place at which one of them turns. */
BMS_INLINE void rigid_take_radii(const bms_lanes c[5], bms_lanes half, bms_lanes middle, bms_lanes rest[5],
                                 rigid_plane *plane) {
  const bms_lanes zero = bms_lanes_all(0);
  bms_lanes_mask positive = {0}, negative = {0};
  for (int k = 0; k < 5; k++) {
    rest[k] = rest[k] + (middle * c[k] - half * bms_lanes_absolute(c[k]));
    positive |= c[k] > zero;
    negative |= c[k] < zero;
  }
  bms_lanes_mask mixed = positive & negative & (half > zero);
  for (int lane = 0; lane < 3; lane++) {
    if (!mixed[lane]) continue;
    plane->exact = false;
    plane->turn = bms_min(plane->turn, rigid_turn(c, lane));
  }
}

/* out += p, degree 4 raised to 6: times (s + (1 - s))^2. */
BMS_INLINE void rigid_add_raised(const double p[5], double out[7]) {
  out[0] += p[0];
  out[1] += p[1] + 2 * p[0];
  out[2] += p[2] + 2 * p[1] + p[0];
  out[3] += p[3] + 2 * p[2] + p[1];
  out[4] += p[4] + 2 * p[3] + p[2];
  out[5] += 2 * p[4] + p[3];
  out[6] += p[4];
}

/* ------------------------------------------------------------------ a pair that turns */

/* out = -offset K, K = |q_a|^2 |q_b|^2. */
BMS_INLINE void rigid_scales(double offset, const double p[3], const double q[3], double out[5]) {
  double r0 = -offset * p[0], r1 = -offset * p[1], r2 = -offset * p[2];
  out[0] = r0 * q[0];
  out[1] = r0 * q[1] + r1 * q[0];
  out[2] = r0 * q[2] + r1 * q[1] + r2 * q[0];
  out[3] = r1 * q[2] + r2 * q[1];
  out[4] = r2 * q[2];
}

/* out += side p k, degrees 4 and 2. */
BMS_INLINE void rigid_add_product(double side, const double p[5], const double k[3], double out[7]) {
  double k0 = side * k[0], k1 = side * k[1], k2 = side * k[2];
  out[0] += p[0] * k0;
  out[1] += p[0] * k1 + p[1] * k0;
  out[2] += p[0] * k2 + p[1] * k1 + p[2] * k0;
  out[3] += p[1] * k2 + p[2] * k1 + p[3] * k0;
  out[4] += p[2] * k2 + p[3] * k1 + p[4] * k0;
  out[5] += p[3] * k2 + p[4] * k1;
  out[6] += p[4] * k2;
}

/*
 * Face i of one body, `own`; `side` is that of the distance from own to other.  `clear` has the half extents of other's
 * columns that are not at right angles to the face by construction.
 */
BMS_INLINE void rigid_face_plane(const rigid_body *own, const rigid_rows *own_rows, const rigid_body *other,
                                 const rigid_rows *other_rows, int i, double side, double turned, bms_lanes half,
                                 rigid_plane *plane) {
  bms_lanes c[5], radii[5] = {{0}};
  double rest[5], along[5];
  rigid_dots(own_rows, i, other_rows, c);
  rigid_take_radii(c, half, bms_lanes_load(other->middle) * side, radii, plane);
  rigid_scales(own->half[i] + side * own->middle[i], own_rows->square, other_rows->square, rest);
  for (int k = 0; k < 5; k++) {
    rest[k] += bms_lanes_sum3(radii[k]);
    along[k] = c[k][3];
  }
  rigid_add_raised(rest, plane->c);
  rigid_add_product(turned, along, other_rows->square, plane->c);
}

/* out += side (u x v) . P */
BMS_INLINE void rigid_add_triple(double side, const bms_lanes u[3], const bms_lanes v[3], const bms_lanes p[3],
                                 double out[7]) {
  bms_lanes cross[5], sum[7];
#define CROSS(k, l) \
  (bms_lanes_next(u[k]) * bms_lanes_after_next(v[l]) - bms_lanes_after_next(u[k]) * bms_lanes_next(v[l]))
  cross[0] = CROSS(0, 0);
  cross[1] = CROSS(0, 1) + CROSS(1, 0);
  cross[2] = CROSS(0, 2) + CROSS(1, 1) + CROSS(2, 0);
  cross[3] = CROSS(1, 2) + CROSS(2, 1);
  cross[4] = CROSS(2, 2);
#undef CROSS
  sum[0] = cross[0] * p[0];
  sum[1] = cross[0] * p[1] + cross[1] * p[0];
  sum[2] = cross[0] * p[2] + cross[1] * p[1] + cross[2] * p[0];
  sum[3] = cross[1] * p[2] + cross[2] * p[1] + cross[3] * p[0];
  sum[4] = cross[2] * p[2] + cross[3] * p[1] + cross[4] * p[0];
  sum[5] = cross[3] * p[2] + cross[4] * p[1];
  sum[6] = cross[4] * p[2];
  for (int k = 0; k < 7; k++) out[k] += side * bms_lanes_sum3(sum[k]);
}

/* Half extents and centre of the two half-edges that belong to edge i: half-edge i + 1 goes with the product of column
   i + 2, and the other way round with the opposite sign. */
BMS_INLINE bms_lanes rigid_crossed(const double x[3], int i, double first, double second) {
  bms_lanes out = bms_lanes_all(0);
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  out[i2] = first * x[i1];
  out[i1] = second * x[i2];
  return out;
}

BMS_INLINE void rigid_edge_plane(const rigid_pair *pair, const rigid_rows *a, const rigid_rows *b, const bms_lanes p[3],
                                 bms_axis_side axis, rigid_plane *plane) {
  int i = (axis.axis - BMS_AXIS_EDGES) / 3, j = (axis.axis - BMS_AXIS_EDGES) % 3;
  double side = axis.side, rest[5];
  bms_lanes u[3], v[3], c[5], radii[5] = {{0}};
  rigid_dots(b, j, a, c);
  rigid_take_radii(c, rigid_crossed(pair->a.half, i, 1, 1), rigid_crossed(pair->a.middle, i, side, -side), radii,
                   plane);
  rigid_dots(a, i, b, c);
  rigid_take_radii(c, rigid_crossed(pair->b.half, j, 1, 1), rigid_crossed(pair->b.middle, j, side, -side), radii,
                   plane);
  for (int k = 0; k < 5; k++) rest[k] = bms_lanes_sum3(radii[k]);
  rigid_add_raised(rest, plane->c);
  rigid_column(a, i, u);
  rigid_column(b, j, v);
  rigid_add_triple(side, u, v, p, plane->c);
}

/* Half extents of the body that a face meets, 0 where its columns are at right angles to the face by construction. */
BMS_INLINE bms_lanes rigid_halves(const rigid_pair *pair, int axis) {
  int first = axis < BMS_AXIS_FACE_B ? 3 : 0;
  bms_lanes half = bms_lanes_load(first == 3 ? pair->b.half : pair->a.half);
  for (int k = 0; pair->perpendicular != 0 && k < 3; k++)
    if (rigid_is_perpendicular(pair, axis, first + k)) half[k] = 0;
  return half;
}

static void rigid_turning_plane(const rigid_pair *pair, double s0, double s1, bms_axis_side axis, rigid_plane *plane) {
  static const double PLANE_ROUNDINGS = 160;
  rigid_rows a, b;
  double p[3][3];
  rigid_rows_over(&pair->a, s0, s1, &a);
  rigid_rows_over(&pair->b, s0, s1, &b);
  for (int r = 0; r < 3; r++) rigid_position_over(pair, s0, s1, r, p[r]);
  plane->degree = 6;
  plane->factor = 1;
  plane->error = PLANE_ROUNDINGS * BMS_ROUNDING * pair->a.square * pair->b.square * pair->size;
  for (int k = 0; k < 7; k++) plane->c[k] = -plane->error * bms_binomial[6][k];
  if (axis.axis >= BMS_AXIS_EDGES) {
    bms_lanes vectors[3];
    for (int k = 0; k < 3; k++) vectors[k] = bms_lanes_of3(p[0][k], p[1][k], p[2][k]);
    rigid_edge_plane(pair, &a, &b, vectors, axis, plane);
    return;
  }
  bool of_a = axis.axis < BMS_AXIS_FACE_B;
  int i = axis.axis % 3;
  bms_lanes half = rigid_halves(pair, axis.axis);
  rigid_rows *other = of_a ? &b : &a;
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++) other->row[k][r][3] = p[r][k];
  if (of_a)
    rigid_face_plane(&pair->a, &a, &pair->b, &b, i, axis.side, axis.side, half, plane);
  else
    rigid_face_plane(&pair->b, &b, &pair->a, &a, i, -axis.side, axis.side, half, plane);
}

/* ------------------------------------------------------------------ a pair that does not */

/* The axis vector, and the sum of the radii along it. */
static double rigid_still_radii(const rigid_pair *pair, const rigid_instant *at, int axis, double normal[3]) {
  const double *a = pair->a.half, *b = pair->b.half;
  int i = axis % 3;
  if (axis < BMS_AXIS_EDGES) {
    bool of_a = axis < BMS_AXIS_FACE_B;
    bms_lanes c = bms_lanes_absolute(of_a ? at->c[i] : at->c_t[i]);
    for (int r = 0; r < 3; r++) normal[r] = of_a ? at->a[r][i] : at->b[r][i];
    return (of_a ? a : b)[i] + bms_lanes_sum3(c * (of_a ? bms_lanes_load(pair->b.half) : bms_lanes_load(pair->a.half)));
  }
  int j = i, i1, i2, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  i = (axis - BMS_AXIS_EDGES) / 3;
  i1 = (i + 1) % 3;
  i2 = (i + 2) % 3;
  double u[3] = {at->a[0][i], at->a[1][i], at->a[2][i]}, v[3] = {at->b[0][j], at->b[1][j], at->b[2][j]};
  bms_cross(u, v, normal);
  return a[i1] * fabs(at->c[i2][j]) + a[i2] * fabs(at->c[i1][j]) + b[j1] * fabs(at->c[i][j2]) +
         b[j2] * fabs(at->c[i][j1]);
}

static void rigid_still_plane(const rigid_pair *pair, const rigid_instant *at, double s0, double s1, bms_axis_side axis,
                              rigid_plane *plane) {
  double normal[3], position[3][3], radii = rigid_still_radii(pair, at, axis.axis, normal), offset = 0;
  for (int r = 0; r < 3; r++) {
    rigid_position_over(pair, s0, s1, r, position[r]);
    if (pair->a.middle_bound + pair->b.middle_bound == 0) continue;
    for (int i = 0; i < 3; i++)
      offset += normal[r] * (at->b[r][i] * pair->b.middle[i] - at->a[r][i] * pair->a.middle[i]);
  }
  plane->degree = 2;
  plane->c[3] = plane->c[4] = plane->c[5] = plane->c[6] = 0;
  plane->factor = at->scale;
  plane->error = at->error_here;
  double rest = axis.side * offset - radii - plane->error;
  for (int k = 0; k < 3; k++) {
    double along = normal[0] * position[0][k] + normal[1] * position[1][k] + normal[2] * position[2][k];
    plane->c[k] = axis.side * along + (k == 1 ? 2 * rest : rest);
  }
}

/* Over the stretch [s0, s1] of the interval; `at` is an instant, whichever, of a pair that does not turn. */
static void rigid_plane_over(const rigid_pair *pair, const rigid_instant *at, double s0, double s1, bms_axis_side axis,
                             rigid_plane *plane) {
  plane->s0 = s0;
  plane->s1 = s1;
  plane->exact = true;
  plane->turn = 1;
  if (pair->turning)
    rigid_turning_plane(pair, s0, s1, axis, plane);
  else
    rigid_still_plane(pair, at, s0, s1, axis, plane);
}

#endif /* BMS_RIGID_PLANE_H */
