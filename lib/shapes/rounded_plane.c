/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along a separating plane as a polynomial, less a bound of its error.
 *
 * Errors, in roundings u = 2^-53 of the magnitude K S, where K bounds a b and S bounds |P| + |x| + |v| + radius.  A
 * linear quaternion is off by 3 u of its bound, an entry of A or B by 20 u (6 for the formula, see motion.h, and twice
 * that of the quaternion, twice), a coefficient of P by 12.  Then, with |n| = 1 and each sum of three counted with a
 * factor of sqrt 3 for vectors given by components,
 *
 *     n A   42      n A . P   70      times b   90      raised to the degree  94
 *     C n  110      n C v    120      raised   124
 *     A_i x B e  80                   . P      100      C_i x e . v  200      raised 204
 *     a b   45      times max_x and radius  50          sums of the terms, 4 each
 *
 * so that the terms of a normal that turns with a body are off by 94 + 124 + 50 roundings of K S, those of two edges by
 * 104 + 204 + 204.  Cutting a window from the whole (de Casteljau, twice) adds 6 n times the largest coefficient, 48.
 * The bound of |A_i x B e| is off by at most N's error over 2 m: N K^-2 by 200 u.
 */

#include "numeric/arithmetic.h"

#include "shapes/rounded_plane.h"

#include <math.h>

#include "motion/motion.h"
#include "numeric/vector.h"
#include "shapes/clip.h"

static const double TURNING_ROUNDINGS = 352, EDGE_ROUNDINGS = 640, SQUARE_ROUNDINGS = 256;

/* An edge pair closer to parallel than this is not followed: the normal's direction is not certain then, and other
   planes do as well.  A sine. */
static const double PARALLEL = 1e-5;

/* ------------------------------------------------------------------ a stretch */

/* The product of two scaled Bernstein polynomials, out += p q. */
static void add_product(int np, const double *p, int nq, const double *q, double *out) {
  for (int i = 0; i <= np; i++)
    for (int j = 0; j <= nq; j++) out[i + j] += p[i] * q[j];
}

static void rotation_over(const double coefficient[4][2], double ta, double tb, double matrix[3][3][3],
                          bms_polynomial *scale) {
  double q[4], r[4];
  bms_rounded_quaternion(coefficient, ta, q);
  bms_rounded_quaternion(coefficient, tb, r);
  bms_rotation_polar(q, q, matrix[0]);
  bms_rotation_polar(q, r, matrix[1]);
  bms_rotation_polar(r, r, matrix[2]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[1][i][j] *= 2;
  *scale = (bms_polynomial){.degree = 2, .c = {bms_dot4(q, q), 2 * bms_dot4(q, r), bms_dot4(r, r)}};
}

void bms_rounded_stretch_over(const bms_rounded_pair *pair, double ta, double tb, bms_rounded_stretch *stretch) {
  stretch->pair = pair;
  stretch->ta = ta;
  stretch->tb = tb;
  stretch->bounds = bms_rounded_bounds_of(pair, fmax(fabs(ta), fabs(tb)));
  rotation_over(pair->quaternion_a, ta, tb, stretch->a, &stretch->scale_a);
  rotation_over(pair->quaternion_b, ta, tb, stretch->b, &stretch->scale_b);
  stretch->scales = bms_polynomial_product(&stretch->scale_a, &stretch->scale_b);
  for (int r = 0; r < 3; r++) {
    const double *c = pair->position[r];
    stretch->position[0][r] = c[0] + ta * (c[1] + ta * c[2]);
    stretch->position[1][r] = 2 * c[0] + (ta + tb) * c[1] + 2 * (ta * tb) * c[2];
    stretch->position[2][r] = c[0] + tb * (c[1] + tb * c[2]);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum[5] = {0};
      for (int r = 0; r < 3; r++) {
        double p[3], q[3];
        for (int k = 0; k < 3; k++) {
          p[k] = stretch->a[k][r][i];
          q[k] = stretch->b[k][r][j];
        }
        add_product(2, p, 2, q, sum);
      }
      for (int k = 0; k < 5; k++) stretch->product[k][i][j] = sum[k];
    }
}

/* ------------------------------------------------------------------ the terms of a gap */

/* M n, for each coefficient of A or B. */
static void turned(const double matrix[3][3][3], const double n[3], double out[3][3]) {
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++) out[k][r] = bms_dot(matrix[k][r], n);
}

/* out += u . P, u of degree n given by coefficients. */
static void add_dot_position(const bms_rounded_stretch *stretch, int n, double (*u)[3], double *out) {
  for (int i = 0; i <= n; i++)
    for (int k = 0; k < 3; k++) out[i + k] += bms_dot(u[i], stretch->position[k]);
}

/* sum_i n_i C_ij, the coefficient k of a vector of the shape's frame. */
static void along_rows(const bms_rounded_stretch *stretch, int k, const double n[3], double out[3]) {
  const double(*c)[3] = stretch->product[k];
  for (int j = 0; j < 3; j++) out[j] = n[0] * c[0][j] + n[1] * c[1][j] + n[2] * c[2][j];
}

/* sum_j C_ij n_j, of a vector of the box's frame. */
static void along_columns(const bms_rounded_stretch *stretch, int k, const double n[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = bms_dot(stretch->product[k][i], n);
}

static double box_most(const bms_rounded_pair *pair, const double direction[3]) {
  double x[3];
  (void)bms_box_support(&pair->box, direction, x);
  return bms_dot(direction, x);
}

static double core_least(const bms_rounded_pair *pair, const double direction[3]) {
  const double back[3] = {-direction[0], -direction[1], -direction[2]};
  return bms_dot(direction, pair->shape.vertex + 3 * bms_core_support(&pair->shape, back));
}

/* gap += sum of a polynomial of degree 4 raised to 6. */
static void add_raised(const double quartic[5], bms_polynomial *gap) {
  static const double ONE[3] = {1, 2, 1};
  add_product(4, quartic, 2, ONE, gap->c);
}

/* ------------------------------------------------------------------ the gap along each kind of plane */

static bms_polynomial gap_by_box(const bms_rounded_stretch *stretch, const double n[3]) {
  const bms_rounded_pair *pair = stretch->pair;
  bms_polynomial gap = {.degree = 6};
  double normal[3][3], along[5] = {0}, quartic[5], extent = box_most(pair, n) + pair->shape.radius;
  turned(stretch->a, n, normal);
  add_dot_position(stretch, 2, normal, along);
  add_product(4, along, 2, stretch->scale_b.c, gap.c);
  for (int k = 0; k < 5; k++) {
    double direction[3];
    along_rows(stretch, k, n, direction);
    quartic[k] = core_least(pair, direction) - extent * stretch->scales.c[k];
  }
  add_raised(quartic, &gap);
  return gap;
}

static bms_polynomial gap_by_shape(const bms_rounded_stretch *stretch, const double n[3]) {
  const bms_rounded_pair *pair = stretch->pair;
  bms_polynomial gap = {.degree = 6};
  double normal[3][3], along[5] = {0}, quartic[5], extent = core_least(pair, n) - pair->shape.radius;
  turned(stretch->b, n, normal);
  add_dot_position(stretch, 2, normal, along);
  add_product(4, along, 2, stretch->scale_a.c, gap.c);
  for (int k = 0; k < 5; k++) {
    double direction[3];
    along_columns(stretch, k, n, direction);
    quartic[k] = extent * stretch->scales.c[k] - box_most(pair, direction);
  }
  add_raised(quartic, &gap);
  return gap;
}

/* gap -= radius (N / m + m) / 2, raising it to degree 8; *error grows by what that may be off.  Returns false if the
   edges are too nearly parallel. */
static bool subtract_radius(const bms_rounded_stretch *stretch, const double along_edge[5], bms_polynomial *gap,
                            double *error) {
  double k2 = stretch->bounds.scales * stretch->bounds.scales, radius = stretch->pair->shape.radius;
  double square[9] = {0}, minus[9] = {0};
  add_product(4, stretch->scales.c, 4, stretch->scales.c, square);
  add_product(4, along_edge, 4, along_edge, minus);
  double start = square[0] - minus[0];
  if (!(start > PARALLEL * PARALLEL * square[0])) return false;
  double m = sqrt(start);
  *gap = bms_polynomial_elevate(gap, 8);
  for (int k = 0; k < 9; k++) gap->c[k] -= radius * 0.5 * ((square[k] - minus[k]) / m + m * bms_binomial[8][k]);
  *error += radius * SQUARE_ROUNDINGS * BMS_UNIT_ROUNDING * k2 / m;
  return true;
}

static bool gap_by_edges(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane, bms_polynomial *gap,
                         double *error) {
  const bms_rounded_pair *pair = stretch->pair;
  const double *e = plane->vector;
  double edge[3][3], normal[5][3] = {{0}}, quartic[5], along_edge[5], axis[3] = {0, 0, 0};
  axis[plane->edge] = 1;
  turned(stretch->b, e, edge);
  for (int i = 0; i < 3; i++) {
    double column[3], product[3];
    for (int r = 0; r < 3; r++) column[r] = stretch->a[i][r][plane->edge];
    for (int k = 0; k < 3; k++) {
      bms_cross(column, edge[k], product);
      for (int r = 0; r < 3; r++) normal[i + k][r] += product[r];
    }
  }
  *gap = (bms_polynomial){.degree = 6};
  add_dot_position(stretch, 4, normal, gap->c);
  for (int k = 0; k < 5; k++) {
    double of_box[3], of_shape[3], direction[3];
    along_columns(stretch, k, e, of_box);
    along_edge[k] = of_box[plane->edge];
    bms_cross(axis, of_box, direction);
    bms_cross(stretch->product[k][plane->edge], e, of_shape);
    quartic[k] = core_least(pair, of_shape) - box_most(pair, direction);
  }
  add_raised(quartic, gap);
  return pair->shape.radius == 0 || subtract_radius(stretch, along_edge, gap, error);
}

/* The gap less its error, times a b. */
static bool gap_bound(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane, bms_polynomial *gap) {
  double roundings = plane->carrier == BMS_CARRIER_EDGES ? EDGE_ROUNDINGS : TURNING_ROUNDINGS;
  double error = roundings * BMS_UNIT_ROUNDING * stretch->bounds.scales * stretch->bounds.size;
  switch (plane->carrier) {
    case BMS_CARRIER_BOX:
      *gap = gap_by_box(stretch, plane->vector);
      break;
    case BMS_CARRIER_SHAPE:
      *gap = gap_by_shape(stretch, plane->vector);
      break;
    case BMS_CARRIER_EDGES:
      if (!gap_by_edges(stretch, plane, gap, &error)) return false;
      break;
  }
  for (int k = 0; k <= gap->degree; k++) gap->c[k] -= error * bms_binomial[gap->degree][k];
  return true;
}

bool bms_rounded_separates(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane) {
  bms_polynomial gap;
  return gap_bound(stretch, plane, &gap) && gap.c[0] > 0;
}

double bms_rounded_clear_until(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane) {
  bms_polynomial gap;
  if (!gap_bound(stretch, plane, &gap)) return stretch->ta;
  double s = bms_positive_until(&gap);
  if (s >= 1) return stretch->tb;
  return fmax(stretch->ta, stretch->ta + s * (stretch->tb - stretch->ta) - stretch->pair->slack);
}
