/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid pair at one time: the separating-axis test, certified.
 *
 * Which axis separates the boxes most is what the fast walk follows next; that all of them overlap is what proves a
 * contact.  With C = R_a^T R_b, p = R_a^T d and q = R_b^T d, all dot products along all axes are products of these
 * (Gottschalk, Lin, Manocha, "OBBTree", 1996).
 *
 * Errors, for all times within E = RIGID_EXTENT roundings of T of t: a quaternion is off by 2 Q for its own two
 * roundings and by E |q1| T <= E Q for the time, which turns a column by 2.1 (2 + E) Q / |q| (and Q / |q| <= Q^2 /
 * |q|^2, one division less); 20 roundings are the column's own.  P is off by 12 D and by E T |P'| <= 2 E D.  C is then
 * off by e_a + e_b + 3 roundings, p and q by e_d + (e + 3 roundings) |d|, and every gap is a sum of such terms whose
 * factors are at most |d| and the half extents, each at most twice.  So one bound serves all gaps.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_INSTANT_H
#define BMS_RIGID_INSTANT_H

#include <math.h>

#include "numeric/lanes.h"
#include "motion/relative.h"
#include "fast/rigid/rigid_pair.h"
#include "planes/separation.h"

#define RIGID_EXTENT 1024.0

/* A column is off by these for its quaternion and for itself, P by the next, a gap for products and sums by the last:
   see the top. */
static const double QUATERNION_ERROR = 2.1 * 2 * BMS_ROUNDING, COLUMN_ERROR = 20 * BMS_ROUNDING;
static const double POSITION_ERROR = 12 * BMS_ROUNDING, GAP_ERROR = 16 * BMS_ROUNDING;

/* How far a column and P move within RIGID_EXTENT roundings of T. */
static const double QUATERNION_NEAR = 2.1 * RIGID_EXTENT * BMS_ROUNDING;
static const double POSITION_NEAR = 2 * RIGID_EXTENT * BMS_ROUNDING;

typedef struct rigid_instant {
  lanes a[3], b[3];   /* rows of the rotations: lane i is a coordinate of column i */
  lanes c[3], c_t[3]; /* rows A_i . B_j and columns, exactly 0 where at right angles by construction */
  lanes p, q;         /* A_i . d, B_j . d */
  double scale;       /* |q_a|^2 |q_b|^2 */
  double error;       /* bounds the error of every gap, of axes A_i, B_j and A_i x B_j, near t */
  double error_here;  /* the same at t itself */
} rigid_instant;

/* Row r of s times the unit matrix plus that which takes the cross product with v: a rotation's rows without the
   products of a quaternion's vector with itself.  `v` has s in its spare lane. */
BMS_INLINE lanes rigid_turn_row(int r, lanes v) {
  const lanes minus_x = lanes_of(-0., 0., 0., 0.);
  const lanes minus_y = lanes_of(0., -0., 0., 0.);
  const lanes minus_z = lanes_of(0., 0., -0., -0.);
  if (r == 0) return lanes_xor(lanes_shuffle(v, v, 3, 2, 1, 1), minus_y);
  if (r == 1) return lanes_xor(lanes_shuffle(v, v, 2, 3, 0, 0), minus_z);
  return lanes_xor(lanes_shuffle(v, v, 1, 0, 3, 3), minus_x);
}

/* The rows of the rotation of a quaternion, and its square. */
BMS_INLINE double rigid_rotation_at(const double coefficient[4][2], double t, lanes row[3]) {
  double w = coefficient[0][0] + t * coefficient[0][1], x = coefficient[1][0] + t * coefficient[1][1];
  double y = coefficient[2][0] + t * coefficient[2][1], z = coefficient[3][0] + t * coefficient[3][1];
  double square = w * w + x * x + (y * y + z * z), one = 1 / square, two = 2 * one;
  lanes v = lanes_of3(x, y, z), scaled = lanes_mul(lanes_all(two), v), turn = lanes_mul(lanes_all(w), scaled);
  lanes along = lanes_all(one * (w * w - x * x - (y * y + z * z)));
  turn = lanes_shuffle(turn, along, 0, 1, 2, 7);
  row[0] = lanes_add_product(rigid_turn_row(0, turn), lanes_all(x), scaled);
  row[1] = lanes_add_product(rigid_turn_row(1, turn), lanes_all(y), scaled);
  row[2] = lanes_add_product(rigid_turn_row(2, turn), lanes_all(z), scaled);
  return square;
}

/* Takes the entries of C out that are zero by construction; computed, they would be a residue of rounding. */
static void rigid_clear_perpendicular(unsigned perpendicular, rigid_instant *at) {
  for (int k = 0; k < 9; k++) {
    if (!(perpendicular >> k & 1)) continue;
    lanes_set(&at->c[k / 3], k % 3, 0);
    lanes_set(&at->c_t[k % 3], k / 3, 0);
  }
}

/* Returns the way between the centres less P: how the boxes lie in their own frames. */
BMS_INLINE lanes rigid_offset(const rigid_pair *pair, const rigid_instant *at) {
  if (pair->middle_bound == 0) return lanes_all(0);
  lanes a = lanes_load(pair->a.middle), b = lanes_load(pair->b.middle);
  return lanes_sub(lanes_of3(lanes_sum3(lanes_mul(at->b[0], b)), lanes_sum3(lanes_mul(at->b[1], b)),
                             lanes_sum3(lanes_mul(at->b[2], b))),
                   lanes_of3(lanes_sum3(lanes_mul(at->a[0], a)), lanes_sum3(lanes_mul(at->a[1], a)),
                             lanes_sum3(lanes_mul(at->a[2], a))));
}

/* A vector seen along the columns of a rotation with these rows. */
BMS_INLINE lanes rigid_along(const lanes row[3], lanes v) {
  return lanes_combine(row[0], lanes_get(v, 0), row[1], lanes_get(v, 1), row[2], lanes_get(v, 2));
}

/* The centres at t, seen along the columns of an instant. */
BMS_INLINE void rigid_distance_at(const rigid_pair *pair, double t, rigid_instant *out) {
  lanes d =
      lanes_add_scaled(lanes_load(pair->coefficient[0]),
                       lanes_add_scaled(lanes_load(pair->coefficient[1]), lanes_load(pair->coefficient[2]), t), t);
  d = lanes_add(d, rigid_offset(pair, out));
  out->p = rigid_along(out->a, d);
  out->q = rigid_along(out->b, d);
}

/* How the bodies are turned at t. */
static void rigid_turns_at(const rigid_pair *pair, double t, rigid_instant *out) {
  double square_a = rigid_rotation_at(pair->query->a.motion.rigid.quaternion, t, out->a);
  double square_b = rigid_rotation_at(pair->query->b.motion.rigid.quaternion, t, out->b);
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++)
    out->c[i] = lanes_combine(out->b[0], lanes_get(out->a[0], i), out->b[1], lanes_get(out->a[1], i), out->b[2],
                              lanes_get(out->a[2], i));
  lanes columns[4] = {out->c[0], out->c[1], out->c[2], out->c[2]};
  lanes_transpose(columns);
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

/* The gaps along all axes, times the lengths of these, and n . d; axis k in group k / 3, lane k % 3: faces of a, faces
   of b, each edge of a with each of b. */
typedef struct rigid_gaps {
  lanes distance[5], gap[5];
} rigid_gaps;

/* n . d along all axes, p being along A_i and q along B_j. */
BMS_INLINE void rigid_distances(const rigid_instant *at, lanes p, lanes q, lanes distance[5]) {
  distance[0] = p;
  distance[1] = q;
  distance[2] = lanes_sub(lanes_scale(at->c[1], lanes_get(p, 2)), lanes_scale(at->c[2], lanes_get(p, 1)));
  distance[3] = lanes_sub(lanes_scale(at->c[2], lanes_get(p, 0)), lanes_scale(at->c[0], lanes_get(p, 2)));
  distance[4] = lanes_sub(lanes_scale(at->c[0], lanes_get(p, 1)), lanes_scale(at->c[1], lanes_get(p, 0)));
}

/* The sums of the radii along all axes. */
BMS_INLINE void rigid_all_radii(const rigid_pair *pair, const rigid_instant *at, lanes radii[5]) {
  const double *a = pair->a.half, *b = pair->b.half;
  lanes rows[3], columns[3], halves_a = lanes_load(a), halves_b = lanes_load(b);
  lanes b_next = lanes_next(halves_b), b_after_next = lanes_after_next(halves_b);
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    rows[i] = lanes_absolute(at->c[i]);
    columns[i] = lanes_absolute(at->c_t[i]);
  }
  radii[0] = lanes_add(halves_a, lanes_combine(columns[0], b[0], columns[1], b[1], columns[2], b[2]));
  radii[1] = lanes_add(halves_b, lanes_combine(rows[0], a[0], rows[1], a[1], rows[2], a[2]));
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    radii[2 + i] =
        lanes_add(lanes_add_scaled(lanes_scale(rows[i2], a[i1]), rows[i1], a[i2]),
                  lanes_add_product(lanes_mul(b_next, lanes_after_next(rows[i])), b_after_next, lanes_next(rows[i])));
  }
}

/* Takes axes (bit k: axis k) out of consideration. */
static void rigid_leave_out(unsigned axes, rigid_gaps *gaps) {
  for (; axes != 0; axes &= axes - 1) {
    int k = bms_lowest_bit(axes);
    lanes_set(&gaps->gap[k / 3], k % 3, -INFINITY);
  }
}

/* `radii` are from rigid_all_radii(). */
BMS_INLINE void rigid_gaps_of(const rigid_pair *pair, const rigid_instant *at, const lanes radii[5], rigid_gaps *out) {
  rigid_distances(at, at->p, at->q, out->distance);
  BMS_UNROLL(5)
  for (int k = 0; k < 5; k++) out->gap[k] = lanes_sub(lanes_absolute(out->distance[k]), radii[k]);
  if (pair->axes != BMS_ALL_AXES) rigid_leave_out(BMS_ALL_AXES & ~pair->axes, out);
}

static void rigid_all_gaps(const rigid_pair *pair, const rigid_instant *at, rigid_gaps *out) {
  lanes radii[5];
  rigid_all_radii(pair, at, radii);
  rigid_gaps_of(pair, at, radii, out);
}

/* The verdict over all gaps of an instant, and if that is APART (at its time) the axis of the greatest.  OVERLAP holds
   as far as the error does.  An edge pair's gap is counted with the length of its axis, which is less than 1. */
static bms_verdict rigid_verdict(const rigid_instant *at, const rigid_gaps *now, double error,
                                 bms_axis_side *greatest) {
  const lanes doubt = lanes_all(-error);
  lanes best = now->gap[0];
  lanes_mask group = lanes_mask_all(0), overlap = lanes_less(now->gap[0], doubt);
  BMS_UNROLL(4)
  for (int k = 1; k < 5; k++) overlap = lanes_mask_and(overlap, lanes_less(now->gap[k], doubt));
  if (lanes_hold3(overlap)) return BMS_VERDICT_OVERLAP;
  BMS_UNROLL(4)
  for (int k = 1; k < 5; k++) {
    lanes_mask better = lanes_greater(now->gap[k], best);
    best = lanes_choose(better, now->gap[k], best);
    group = lanes_mask_choose(better, lanes_mask_all(k), group);
  }
  int lane = lanes_get(best, 1) > lanes_get(best, 0) ? 1 : 0;
  if (lanes_get(best, 2) > lanes_get(best, lane)) lane = 2;
  if (!(lanes_get(best, lane) > at->error_here)) return BMS_VERDICT_UNDECIDED;
  int k = (int)lanes_mask_get(group, lane);
  *greatest = (bms_axis_side){3 * k + lane, lanes_get(now->distance[k], lane) < 0 ? -1 : 1};
  return BMS_VERDICT_APART;
}

#endif /* BMS_RIGID_INSTANT_H */
