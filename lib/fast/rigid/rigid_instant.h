/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid pair at one time: the separating-axis test, certified.
 *
 * Which axis separates the boxes most is what the quick walk follows next; that all of them overlap is what proves a
 * contact.  With C = R_a^T R_b, p = R_a^T d and q = R_b^T d, all dot products along all axes are products of these
 * (Gottschalk, Lin, Manocha, "OBBTree", 1996).
 *
 * Errors, for all times within E = RIGID_EXTENT roundings of T of t: a quaternion is off by 2 Q for its own two
 * roundings and by E |q1| T <= E Q for the time, which turns a column by 2.1 (2 + E) Q / |q| (and Q / |q| <= Q^2 /
 * |q|^2, one division less); 20 roundings are the column's own.  P is off by 12 D and by E T |P'| <= 2 E D.  C is then
 * off by e_a + e_b + 3 roundings, p and q by e_d + (e + 3 roundings) |d|, and every gap is a sum of such terms whose
 * factors are at most |d| and the half extents, each at most twice.  So one bound serves all gaps.
 *
 * Functions of this header are for rigid_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_INSTANT_H
#define BMS_RIGID_INSTANT_H

#include <math.h>

#include "numeric/lanes.h"
#include "motion/relative.h"
#include "fast/rigid/rigid_pair.h"
#include "planes/separation.h"

#define RIGID_EXTENT 1024

typedef struct rigid_instant {
  bms_lanes a[3], b[3];   /* rows of the rotations: lane i is a coordinate of column i */
  bms_lanes c[3], c_t[3]; /* rows A_i . B_j and columns, exactly 0 where at right angles by construction */
  bms_lanes p, q;         /* A_i . d, B_j . d */
  double scale;           /* |q_a|^2 |q_b|^2 */
  double error;           /* bounds the error of every gap, of axes A_i, B_j and A_i x B_j, near t */
  double error_here;      /* the same at t itself */
} rigid_instant;

/* Row r of s times the unit matrix plus that which takes the cross product with v: what a rotation's rows have beside
   the products of a quaternion's vector with itself.  `v` has s in its spare lane. */
BMS_INLINE bms_lanes rigid_turn_row(int r, bms_lanes v) {
  const bms_lanes_mask minus_x = (bms_lanes_mask)bms_lanes_of(-0., 0., 0., 0.);
  const bms_lanes_mask minus_y = (bms_lanes_mask)bms_lanes_of(0., -0., 0., 0.);
  const bms_lanes_mask minus_z = (bms_lanes_mask)bms_lanes_of(0., 0., -0., -0.);
  if (r == 0) return (bms_lanes)((bms_lanes_mask)__builtin_shufflevector(v, v, 3, 2, 1, 1) ^ minus_y);
  if (r == 1) return (bms_lanes)((bms_lanes_mask)__builtin_shufflevector(v, v, 2, 3, 0, 0) ^ minus_z);
  return (bms_lanes)((bms_lanes_mask)__builtin_shufflevector(v, v, 1, 0, 3, 3) ^ minus_x);
}

/* The rows of the rotation of a quaternion, and its square. */
BMS_INLINE double rigid_rotation_at(const double coefficient[4][2], double t, bms_lanes row[3]) {
  double w = coefficient[0][0] + t * coefficient[0][1], x = coefficient[1][0] + t * coefficient[1][1];
  double y = coefficient[2][0] + t * coefficient[2][1], z = coefficient[3][0] + t * coefficient[3][1];
  double square = w * w + x * x + (y * y + z * z), one = 1 / square, two = 2 * one;
  bms_lanes v = bms_lanes_of3(x, y, z), scaled = bms_lanes_all(two) * v, turn = bms_lanes_all(w) * scaled;
  bms_lanes along = bms_lanes_all(one * (w * w - x * x - (y * y + z * z)));
  turn = __builtin_shufflevector(turn, along, 0, 1, 2, 7);
  row[0] = bms_lanes_all(x) * scaled + rigid_turn_row(0, turn);
  row[1] = bms_lanes_all(y) * scaled + rigid_turn_row(1, turn);
  row[2] = bms_lanes_all(z) * scaled + rigid_turn_row(2, turn);
  return square;
}

/* Takes the entries of C out that are zero by construction; computed, they would be a residue of rounding. */
static void rigid_clear_perpendicular(unsigned perpendicular, rigid_instant *at) {
  for (int k = 0; k < 9; k++) {
    if (!(perpendicular >> k & 1)) continue;
    at->c[k / 3][k % 3] = 0;
    at->c_t[k % 3][k / 3] = 0;
  }
}

/* What the way between the centres has beside P: how the boxes lie in their own frames. */
BMS_INLINE bms_lanes rigid_offset(const rigid_pair *pair, const rigid_instant *at) {
  if (pair->middle_bound == 0) return bms_lanes_all(0);
  bms_lanes a = bms_lanes_load(pair->a.middle), b = bms_lanes_load(pair->b.middle);
  return bms_lanes_of3(bms_lanes_sum3(at->b[0] * b), bms_lanes_sum3(at->b[1] * b), bms_lanes_sum3(at->b[2] * b)) -
         bms_lanes_of3(bms_lanes_sum3(at->a[0] * a), bms_lanes_sum3(at->a[1] * a), bms_lanes_sum3(at->a[2] * a));
}

/* A vector seen along the columns of a rotation with these rows. */
BMS_INLINE bms_lanes rigid_along(const bms_lanes row[3], bms_lanes v) {
  return row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
}

/* Where the centres are at t, seen along the columns of an instant. */
BMS_INLINE void rigid_distance_at(const rigid_pair *pair, double t, rigid_instant *out) {
  bms_lanes d = bms_lanes_load(pair->coefficient[0]) +
                (bms_lanes_load(pair->coefficient[1]) + bms_lanes_load(pair->coefficient[2]) * t) * t;
  d += rigid_offset(pair, out);
  out->p = rigid_along(out->a, d);
  out->q = rigid_along(out->b, d);
}

/* How the bodies are turned at t. */
static void rigid_turns_at(const rigid_pair *pair, double t, rigid_instant *out) {
  static const double QUATERNION_ERROR = 2.1 * 2 * BMS_ROUNDING, COLUMN_ERROR = 20 * BMS_ROUNDING;
  static const double POSITION_ERROR = 12 * BMS_ROUNDING, GAP_ERROR = 16 * BMS_ROUNDING;
  static const double QUATERNION_NEAR = 2.1 * RIGID_EXTENT * BMS_ROUNDING;
  static const double POSITION_NEAR = 2 * RIGID_EXTENT * BMS_ROUNDING;
  double square_a = rigid_rotation_at(pair->query->a.motion.rigid.quaternion, t, out->a);
  double square_b = rigid_rotation_at(pair->query->b.motion.rigid.quaternion, t, out->b);
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++)
    out->c[i] = out->b[0] * out->a[0][i] + out->b[1] * out->a[1][i] + out->b[2] * out->a[2][i];
  bms_lanes columns[4] = {out->c[0], out->c[1], out->c[2], out->c[2]};
  bms_lanes_transpose(columns);
  memcpy(out->c_t, columns, sizeof out->c_t);
  if (pair->perpendicular != 0) rigid_clear_perpendicular(pair->perpendicular, out);

  double ratio = pair->a.square / square_a + pair->b.square / square_b;
  double error = POSITION_ERROR + 2 * (QUATERNION_ERROR * ratio + 2 * COLUMN_ERROR) + GAP_ERROR;
  double near = POSITION_NEAR + 2 * QUATERNION_NEAR * ratio;
  out->scale = square_a * square_b;
  out->error_here = 4 * error * pair->size;
  out->error = QUATERNION_NEAR * ratio < 0.01 ? out->error_here + 4 * near * pair->size : INFINITY;
}

/* The pair at t. */
static void rigid_instant_at(const rigid_pair *pair, double t, rigid_instant *out) {
  rigid_turns_at(pair, t, out);
  rigid_distance_at(pair, t, out);
}

/* ------------------------------------------------------------------ all axes */

/* The gaps along all axes, times the lengths of these, and n . d; axis k in group k / 3,
   lane k % 3: faces of a, faces of b, each edge of a with those of b. */
typedef struct rigid_gaps {
  bms_lanes distance[5], gap[5];
} rigid_gaps;

/* n . d along all axes, where p is along A_i and q along B_j. */
BMS_INLINE void rigid_distances(const rigid_instant *at, bms_lanes p, bms_lanes q, bms_lanes distance[5]) {
  distance[0] = p;
  distance[1] = q;
  distance[2] = at->c[1] * p[2] - at->c[2] * p[1];
  distance[3] = at->c[2] * p[0] - at->c[0] * p[2];
  distance[4] = at->c[0] * p[1] - at->c[1] * p[0];
}

/* The sums of the radii along all axes. */
BMS_INLINE void rigid_all_radii(const rigid_pair *pair, const rigid_instant *at, bms_lanes radii[5]) {
  const double *a = pair->a.half, *b = pair->b.half;
  bms_lanes rows[3], columns[3], halves_a = bms_lanes_load(a), halves_b = bms_lanes_load(b);
  bms_lanes b_next = bms_lanes_next(halves_b), b_after_next = bms_lanes_after_next(halves_b);
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    rows[i] = bms_lanes_absolute(at->c[i]);
    columns[i] = bms_lanes_absolute(at->c_t[i]);
  }
  radii[0] = halves_a + (columns[0] * b[0] + columns[1] * b[1] + columns[2] * b[2]);
  radii[1] = halves_b + (rows[0] * a[0] + rows[1] * a[1] + rows[2] * a[2]);
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    radii[2 + i] = (rows[i2] * a[i1] + rows[i1] * a[i2]) +
                   (b_next * bms_lanes_after_next(rows[i]) + b_after_next * bms_lanes_next(rows[i]));
  }
}

/* Takes axes (bit k: axis k) out of consideration. */
static void rigid_leave_out(unsigned axes, rigid_gaps *gaps) {
  static const long long LANE[3][4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};
  for (; axes != 0; axes &= axes - 1) {
    int k = __builtin_ctz(axes);
    bms_lanes_mask lane;
    memcpy(&lane, LANE[k % 3], sizeof lane);
    gaps->gap[k / 3] = bms_lanes_choose(lane, bms_lanes_all(-INFINITY), gaps->gap[k / 3]);
  }
}

/* `radii` are those of rigid_all_radii(). */
BMS_INLINE void rigid_gaps_of(const rigid_pair *pair, const rigid_instant *at, const bms_lanes radii[5],
                              rigid_gaps *out) {
  rigid_distances(at, at->p, at->q, out->distance);
  BMS_UNROLL(5)
  for (int k = 0; k < 5; k++) out->gap[k] = bms_lanes_absolute(out->distance[k]) - radii[k];
  if (pair->axes != BMS_ALL_AXES) rigid_leave_out(BMS_ALL_AXES & ~pair->axes, out);
}

static void rigid_all_gaps(const rigid_pair *pair, const rigid_instant *at, rigid_gaps *out) {
  bms_lanes radii[5];
  rigid_all_radii(pair, at, radii);
  rigid_gaps_of(pair, at, radii, out);
}

/* The verdict over all gaps of an instant, and if that is APART (at its time; OVERLAP holds near it as well) the axis
   of the greatest.  An edge pair's gap is counted with the length of its axis, which is less than 1. */
static bms_verdict rigid_verdict(const rigid_instant *at, const rigid_gaps *now, bms_axis_side *greatest) {
  const bms_lanes doubt = bms_lanes_all(-at->error);
  bms_lanes best = now->gap[0];
  bms_lanes_mask group = {0}, overlap = now->gap[0] < doubt;
  BMS_UNROLL(4)
  for (int k = 1; k < 5; k++) overlap &= now->gap[k] < doubt;
  if (bms_lanes_hold3(overlap)) return BMS_VERDICT_OVERLAP;
  BMS_UNROLL(4)
  for (int k = 1; k < 5; k++) {
    bms_lanes_mask better = now->gap[k] > best;
    best = bms_lanes_choose(better, now->gap[k], best);
    group = (group & ~better) | (better & k);
  }
  int lane = best[1] > best[0] ? 1 : 0;
  if (best[2] > best[lane]) lane = 2;
  if (!(best[lane] > at->error_here)) return BMS_VERDICT_UNDECIDED;
  int k = (int)group[lane];
  *greatest = (bms_axis_side){3 * k + lane, now->distance[k][lane] < 0 ? -1 : 1};
  return BMS_VERDICT_APART;
}

#endif /* BMS_RIGID_INSTANT_H */
