/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The separating-axis test as callers see it: one gap, its pair of features and its normal.
 *
 * Two rigid boxes are checked by the nine products of their columns (Gottschalk, Lin, Manocha, "OBBTree", 1996),
 * without what a walk over an interval has to prepare.  Values that may be rounding are left to the scalar tiers: signs
 * of products that are as small as their error, quaternions that nearly vanish, numbers of extreme sizes.
 *
 * Gaps along all axes are compared less one bound of their errors, as in separation.c: with E = e_a + e_b + 16
 * roundings, if a column is off by e = 6.3 roundings of Q / |q|, for its quaternion, and 20 of its own, a gap is off by
 * at most 4 (24 roundings of the terms of P, and E times all sizes).
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "motion/motion.h"
#include "numeric/compiler.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "motion/origin.h"
#include "planes/separation.h"

/* Between these squares of quaternions and sizes nothing overflows, and what underflows is less than the errors. */
static const double SMALLEST = 1e-100, LARGEST = 1e100;

/* A column's roundings for a quaternion of 3, and its own; P's in its terms, and of the products and sums of a gap in
   the sizes. */
static const double QUATERNION_ROUNDINGS = 2.1 * 3, COLUMN_ROUNDINGS = 20;
static const double POSITION_ROUNDINGS = 24, GAP_ROUNDINGS = 16;

/* A body at a time. */
typedef struct placed {
  double half[3], middle[3];
  double matrix[3][3]; /* the columns of the rotation are this one's */
  double error;        /* of a column, in roundings */
} placed;

typedef struct pair {
  placed a, b;
  double c[3][3], f[3][3]; /* A_i . B_j, and their absolute values */
  double p[3], q[3];       /* A_i . d, B_j . d */
  double error;            /* of every gap */
} pair;

/* The best axis so far: its gap, times its length, and the gap less the error. */
typedef struct best {
  int axis;
  double distance, gap, square, certain;
} best;

static bool place(const bms_body *body, double t, placed *out) {
  double q[4], bound = 0;
  if (body->motion.form != BMS_MOTION_RIGID) return false;
  for (int i = 0; i < 4; i++) {
    const double *c = body->motion.rigid.quaternion[i];
    double most = fabs(c[0]) + fabs(t * c[1]);
    q[i] = c[0] + t * c[1];
    bound += most * most;
  }
  for (int i = 0; i < 3; i++) {
    out->half[i] = 0.5 * body->box.max[i] - 0.5 * body->box.min[i];
    out->middle[i] = 0.5 * body->box.max[i] + 0.5 * body->box.min[i];
  }
  double square = bms_dot4(q, q), inverse = 1 / square;
  if (!(square > SMALLEST && bound < LARGEST && bound < 0x1p20 * square)) return false;
  bms_rotation_polar(q, q, out->matrix);
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 3; i++) out->matrix[r][i] *= inverse;
  out->error = QUATERNION_ROUNDINGS * (bound * inverse) +
               COLUMN_ROUNDINGS; /* Q / |q| is at least 1, and so at most its square */
  return true;
}

/* From centre to centre; returns a bound of the terms. */
static double distance_of(const bms_body *a, const bms_body *b, double t, const pair *at, double d[3]) {
  double terms = 0;
  for (int r = 0; r < 3; r++) {
    const double *pa = a->motion.rigid.position[r], *pb = b->motion.rigid.position[r];
    double c0 = pb[0] - pa[0], c1 = pb[1] - pa[1], c2 = pb[2] - pa[2];
    d[r] = c0 + t * (c1 + t * c2) + bms_dot(at->b.matrix[r], at->b.middle) - bms_dot(at->a.matrix[r], at->a.middle);
    terms += fabs(c0) + fabs(t) * (fabs(c1) + fabs(t * c2)) + fabs(at->a.middle[r]) + fabs(at->b.middle[r]);
  }
  return terms;
}

static bool look(const bms_body *a, const bms_body *b, double t, pair *at) {
  double d[3], size = 0;
  if (!place(a, t, &at->a) || !place(b, t, &at->b)) return false;
  double terms = distance_of(a, b, t, at, d);
  double(*u)[3] = at->a.matrix, (*v)[3] = at->b.matrix;
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    at->p[i] = u[0][i] * d[0] + u[1][i] * d[1] + u[2][i] * d[2];
    at->q[i] = v[0][i] * d[0] + v[1][i] * d[1] + v[2][i] * d[2];
    BMS_UNROLL(3)
    for (int j = 0; j < 3; j++) {
      at->c[i][j] = u[0][i] * v[0][j] + u[1][i] * v[1][j] + u[2][i] * v[2][j];
      at->f[i][j] = fabs(at->c[i][j]);
    }
    size += at->a.half[i] + at->b.half[i];
  }
  size += terms;
  at->error = 4 * BMS_ROUNDING * (POSITION_ROUNDINGS * terms + (at->a.error + at->b.error + GAP_ROUNDINGS) * size);
  return size > SMALLEST && size < LARGEST;
}

/* ------------------------------------------------------------------ the greatest gap */

BMS_INLINE void consider_face(const pair *at, int axis, double distance, double radius, best *most) {
  double gap = fabs(distance) - radius, certain = gap - at->error;
  if (certain > most->certain) *most = (best){axis, distance, gap, 1, certain};
}

/* Along A_i x B_j, of length at most 1: a gap that is negative is no greater for being divided by that. */
BMS_INLINE void consider_edges(const pair *at, int i, int j, best *most) {
  const double *a = at->a.half, *b = at->b.half;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  double distance = at->c[i1][j] * at->p[i2] - at->c[i2][j] * at->p[i1];
  double gap =
      fabs(distance) - (a[i1] * at->f[i2][j] + a[i2] * at->f[i1][j]) - (b[j1] * at->f[i][j2] + b[j2] * at->f[i][j1]);
  double certain = gap - at->error;
  if (certain <= 0 && certain <= most->certain) return;
  double square = at->c[i1][j] * at->c[i1][j] + at->c[i2][j] * at->c[i2][j];
  certain /= sqrt(square);
  if (certain > most->certain) *most = (best){BMS_AXIS_EDGES + 3 * i + j, distance, gap, square, certain};
}

static best greatest_of(const pair *at) {
  const double *a = at->a.half, *b = at->b.half;
  const double(*f)[3] = at->f;
  best most = {.axis = -1, .certain = -INFINITY};
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++)
    consider_face(at, i, at->p[i], a[i] + (b[0] * f[i][0] + b[1] * f[i][1] + b[2] * f[i][2]), &most);
  BMS_UNROLL(3)
  for (int j = 0; j < 3; j++)
    consider_face(at, 3 + j, at->q[j], b[j] + (a[0] * f[0][j] + a[1] * f[1][j] + a[2] * f[2][j]), &most);
  BMS_UNROLL(9)
  for (int k = 0; k < 9; k++) consider_edges(at, k / 3, k % 3, &most);
  return most;
}

/* ------------------------------------------------------------------ the answer */

/* The products of the half-edges with an axis A_i or B_j or A_i x B_j. */
static void products_along(const pair *at, int axis, double product[6]) {
  const double(*c)[3] = at->c;
  for (int k = 0; k < 6; k++) product[k] = 0;
  if (axis >= BMS_AXIS_EDGES) {
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    product[i1] = -c[i2][j];
    product[i2] = c[i1][j];
    product[3 + j1] = c[i][j2];
    product[3 + j2] = -c[i][j1];
    return;
  }
  product[axis] = 1;
  for (int k = 0; k < 3; k++)
    if (axis < BMS_AXIS_FACE_B)
      product[3 + k] = c[axis][k];
    else
      product[k] = c[k][axis - 3];
}

/* The signs of all terms; false if one may be another than computed. */
static bool signs_of(const pair *at, const best *most, bms_axis_signs *signs) {
  double product[6], doubt = (at->a.error + at->b.error + GAP_ROUNDINGS) * BMS_ROUNDING;
  *signs = (bms_axis_signs){.axis = most->axis, .distance = (most->distance > 0) - (most->distance < 0)};
  products_along(at, most->axis, product);
  for (int k = 0; k < 6; k++) {
    double half = k < 3 ? at->a.half[k] : at->b.half[k - 3];
    if (half == 0 || product[k] == 0) continue;
    if (!(fabs(product[k]) > doubt)) return false;
    signs->half_edge[k] = product[k] > 0 ? 1 : -1;
  }
  return fabs(most->distance) > at->error;
}

static void column_of(const placed *body, int i, double column[3]) {
  for (int r = 0; r < 3; r++) column[r] = body->matrix[r][i];
}

/* A unit vector from a to b. */
static void normal_of(const pair *at, const best *most, double normal[3]) {
  double length = most->distance < 0 ? -sqrt(most->square) : sqrt(most->square);
  if (most->axis < BMS_AXIS_FACE_B) {
    column_of(&at->a, most->axis, normal);
  } else if (most->axis < BMS_AXIS_EDGES) {
    column_of(&at->b, most->axis - BMS_AXIS_FACE_B, normal);
  } else {
    double u[3], v[3];
    column_of(&at->a, (most->axis - BMS_AXIS_EDGES) / 3, u);
    column_of(&at->b, (most->axis - BMS_AXIS_EDGES) % 3, v);
    bms_cross(u, v, normal);
  }
  for (int r = 0; r < 3; r++) normal[r] /= length;
}

/* Edges whose product is shorter are left to the scalar tiers, and so is its rounding. */
static const double PARALLEL_SQUARE = 0x1p-16;

static bool separation_of_rigid(const bms_body *a, const bms_body *b, double t, bms_separation *out) {
  pair at;
  bms_axis_signs signs;
  if (!look(a, b, t, &at)) return false;
  best most = greatest_of(&at);
  if (!(most.square > PARALLEL_SQUARE) || !signs_of(&at, &most, &signs)) return false;
  out->gap = most.gap / sqrt(most.square);
  out->pair = bms_axis_pair(&signs);
  normal_of(&at, &most, out->normal);
  return true;
}

/* Tests two bodies whose motions count from where t does. */
static void separation_in_frame(const bms_body *a, const bms_body *b, double t, bms_separation *separation) {
  if (separation_of_rigid(a, b, t, separation)) return;
  bms_query query = {.t0 = t, .t1 = t, .a = *a, .b = *b};
  bms_relative relative;
  bms_axis_gap greatest;
  bms_relative_prepare(&query, &relative);
  bms_greatest_gap_at(&relative, t, &greatest);
  separation->gap = greatest.gap / greatest.length;
  separation->pair = bms_axis_pair(&greatest.signs);
  for (int r = 0; r < 3; r++) separation->normal[r] = greatest.normal[r] / greatest.length;
}

void bms_separation_at(const bms_body *a, const bms_body *b, double t, bms_separation *separation) {
  if (a->motion.origin == 0 && b->motion.origin == 0) {
    separation_in_frame(a, b, t, separation);
    return;
  }
  bms_query query = {.t0 = t, .t1 = t, .a = *a, .b = *b};
  bms_frame frame;
  bms_part where;
  if (bms_frame_of(&query, &frame, &where) == BMS_VALID) query = frame.query;
  query = bms_query_at_zero(&query);
  separation_in_frame(&query.a, &query.b, query.t0, separation);
}
