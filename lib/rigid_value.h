/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair between two features at one time, in compensated arithmetic (Ogita, Rump, Oishi, "Accurate
 * sum and dot product", SIAM J. Sci. Comput. 26, 2005): each number is the double that plain arithmetic gives, and a
 * double for what that is off by, to first order.
 *
 * The features are those that the signs along an axis name (axis.h), their vertices v corners of the boxes as the query
 * has them: nothing is rounded to a double on the way.  With k = |q|^2, and R v for k times v turned by q,
 *
 *     face i of a    side (R_a e_i . (k_b P + R_b v_b) - f k_a k_b), the face being at x_i = f; of b the other way
 *     edges i, j     side (R_a e_i x R_b e_j) . (k_a k_b P + k_a R_b v_b - k_b R_a v_a) / (k_a k_b)
 *
 * which have the factor k_a k_b of the planes (rigid_plane.h).
 *
 * Error.  The second double of a number is at most c u times the magnitude M that its expression is bounded by, with
 * u = 2^-53 and c <= 160.  An operation drops the product of two such parts, (c u)^2 M, and rounds what it adds up at
 * most 4 times, each 4 c u^2 M.  With c operations one after the other this stays below 160 (160 + 16) u^2 M <
 * 2^-44 * 160 u M, as 160 (160 + 16) u^2 = 2^-45.5 * 160 u.  Of edges M has the factor k_a k_b twice.
 *
 * Bits.  What a machine leaves of products below 2^-900 is less than 2^-950, and not the same on all.  Whatever that
 * amounts to, below 2^-450 as no factor exceeds RIGID_LARGEST^2, it is gone with the first ordinary number that it is
 * added to, and that is the value's error bound at the latest: this exceeds 2^-300.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_VALUE_H
#define BMS_RIGID_VALUE_H

#include <math.h>

#include "axis.h"
#include "lanes.h"
#include "rigid_pair.h"
#include "twofold.h"

/* value + error, not normalised; lane by lane. */
typedef struct rigid_numbers {
  bms_lanes value, error;
} rigid_numbers;

/* The same alone. */
typedef struct rigid_number {
  double value, error;
} rigid_number;

/* ------------------------------------------------------------------ arithmetic */

/* a b - p exactly, where p is a * b rounded: by one instruction where rigid_quick.c is compiled for a machine that has
   it, else Dekker's product.  It is the same number, but for products of less than RIGID_NO_REST: the rest of a denormal
   product is no double, and the two ways round it differently. */
#ifdef BMS_RIGID_FUSED
BMS_INLINE double rigid_rest(double a, double b, double p) {
  return __builtin_fma(a, b, -p);
}
BMS_INLINE bms_lanes rigid_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  return __builtin_ia32_vfmaddpd256(a, b, -p);
}
#else
BMS_INLINE double rigid_rest(double a, double b, double p) {
  (void)p;
  return bms_twofold_product(a, b).low;
}
BMS_INLINE bms_lanes rigid_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  const double SPLITTER = 0x1p27 + 1;
  bms_lanes ca = a * SPLITTER, ah = ca - (ca - a), al = a - ah, cb = b * SPLITTER, bh = cb - (cb - b), bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
#endif

/* The same where numbers go into an answer: products as small as that are taken as they are. */
#define RIGID_NO_REST 0x1p-900

BMS_INLINE bms_lanes rigid_even_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  bms_lanes_mask counts = bms_lanes_absolute(p) > bms_lanes_all(RIGID_NO_REST);
  return (bms_lanes)((bms_lanes_mask)rigid_rests(a, b, p) & counts);
}

BMS_INLINE rigid_numbers rigid_add(rigid_numbers a, rigid_numbers b) {
  bms_lanes s = a.value + b.value, t = s - a.value;
  return (rigid_numbers){s, ((a.value - (s - t)) + (b.value - t)) + (a.error + b.error)};
}

BMS_INLINE rigid_numbers rigid_multiply(rigid_numbers a, rigid_numbers b) {
  bms_lanes p = a.value * b.value;
  return (rigid_numbers){p, rigid_rests(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

/* The same where b is a double. */
BMS_INLINE rigid_numbers rigid_multiply_by(rigid_numbers a, bms_lanes b) {
  bms_lanes p = a.value * b;
  return (rigid_numbers){p, rigid_rests(a.value, b, p) + a.error * b};
}

BMS_INLINE rigid_numbers rigid_subtract(rigid_numbers a, rigid_numbers b) {
  return rigid_add(a, (rigid_numbers){-b.value, -b.error});
}

BMS_INLINE rigid_numbers rigid_doubled(rigid_numbers a) {
  return (rigid_numbers){a.value + a.value, a.error + a.error};
}

BMS_INLINE rigid_numbers rigid_exactly(bms_lanes a) {
  return (rigid_numbers){a, bms_lanes_all(0)};
}

BMS_INLINE rigid_numbers rigid_all_lanes(rigid_numbers a, int lane) {
  return (rigid_numbers){bms_lanes_all(a.value[lane]), bms_lanes_all(a.error[lane])};
}

/* c0 + t c1, exact up to the rounding of the error; for answers. */
BMS_INLINE rigid_numbers rigid_linear(bms_lanes c0, bms_lanes c1, bms_lanes t) {
  bms_lanes p = c1 * t, s = c0 + p, u = s - c0;
  return (rigid_numbers){s, ((c0 - (s - u)) + (p - u)) + rigid_even_rests(c1, t, p)};
}

/* a - b of doubles. */
BMS_INLINE rigid_numbers rigid_difference(bms_lanes a, bms_lanes b) {
  bms_lanes s = a - b, t = s - a;
  return (rigid_numbers){s, (a - (s - t)) - (b + t)};
}

BMS_INLINE rigid_number rigid_plus(rigid_number a, rigid_number b) {
  bms_twofold s = bms_twofold_sum(a.value, b.value);
  return (rigid_number){s.high, s.low + (a.error + b.error)};
}

BMS_INLINE rigid_number rigid_minus(rigid_number a, rigid_number b) {
  return rigid_plus(a, (rigid_number){-b.value, -b.error});
}

BMS_INLINE rigid_number rigid_times(rigid_number a, rigid_number b) {
  double p = a.value * b.value;
  return (rigid_number){p, rigid_rest(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

BMS_INLINE rigid_numbers rigid_all(rigid_number a) {
  return (rigid_numbers){bms_lanes_all(a.value), bms_lanes_all(a.error)};
}

BMS_INLINE rigid_numbers rigid_next(rigid_numbers a) {
  return (rigid_numbers){bms_lanes_next(a.value), bms_lanes_next(a.error)};
}

BMS_INLINE rigid_numbers rigid_after_next(rigid_numbers a) {
  return (rigid_numbers){bms_lanes_after_next(a.value), bms_lanes_after_next(a.error)};
}

BMS_INLINE rigid_numbers rigid_cross(rigid_numbers a, rigid_numbers b) {
  return rigid_subtract(rigid_multiply(rigid_next(a), rigid_after_next(b)),
                        rigid_multiply(rigid_after_next(a), rigid_next(b)));
}

BMS_INLINE rigid_number rigid_lane(rigid_numbers a, int lane) {
  return (rigid_number){a.value[lane], a.error[lane]};
}

BMS_INLINE rigid_number rigid_sum3(rigid_numbers a) {
  return rigid_plus(rigid_plus(rigid_lane(a, 0), rigid_lane(a, 1)), rigid_lane(a, 2));
}

BMS_INLINE rigid_number rigid_dot(rigid_numbers a, rigid_numbers b) {
  return rigid_sum3(rigid_multiply(a, b));
}

/* ------------------------------------------------------------------ the pair at t */

/* A body: its quaternion, vector first, and k. */
typedef struct rigid_exact_body {
  rigid_numbers q;
  rigid_number square, along; /* k, and w^2 - x^2 - y^2 - z^2 */
} rigid_exact_body;

/* A coefficient of a quaternion, vector first. */
BMS_INLINE bms_lanes rigid_vector_first(const double c[4][2], int power) {
  return bms_lanes_of(c[1][power], c[2][power], c[3][power], c[0][power]);
}

/* Lanes of two numbers for each other, as in a shuffle of these. */
#define rigid_shuffled(a, b, ...)                                              \
  ((rigid_numbers){__builtin_shufflevector((a).value, (b).value, __VA_ARGS__), \
                   __builtin_shufflevector((a).error, (b).error, __VA_ARGS__)})

/* Both bodies; what is summed up is so for both at once, in the first two lanes. */
BMS_INLINE void rigid_exact_at(const rigid_pair *pair, double t, rigid_exact_body *a, rigid_exact_body *b) {
  const bms_query *query = pair->query;
  t = rigid_turning_time(pair, t);
  const double(*c_a)[2] = query->a.motion.rigid.quaternion, (*c_b)[2] = query->b.motion.rigid.quaternion;
  a->q = rigid_linear(rigid_vector_first(c_a, 0), rigid_vector_first(c_a, 1), bms_lanes_all(t));
  b->q = rigid_linear(rigid_vector_first(c_b, 0), rigid_vector_first(c_b, 1), bms_lanes_all(t));
  rigid_numbers of_a = rigid_multiply(a->q, a->q), of_b = rigid_multiply(b->q, b->q);
  rigid_numbers x = rigid_shuffled(of_a, of_b, 0, 4, 2, 6), y = rigid_shuffled(of_a, of_b, 1, 5, 3, 7);
  rigid_numbers z = rigid_shuffled(x, x, 2, 3, 2, 3), first = rigid_shuffled(y, y, 2, 3, 2, 3);
  rigid_numbers rest = rigid_add(rigid_add(x, y), z);
  rigid_numbers square = rigid_add(first, rest), along = rigid_subtract(first, rest);
  a->square = rigid_lane(square, 0);
  b->square = rigid_lane(square, 1);
  a->along = rigid_lane(along, 0);
  b->along = rigid_lane(along, 1);
}

/* P(t): the coefficients are subtracted first, exactly. */
BMS_INLINE rigid_numbers rigid_exact_position(const bms_query *query, double t) {
  bms_lanes time = bms_lanes_all(t), row_a[3], row_b[3], value[4], error[4];
  rigid_numbers c[3];
  rigid_position_rows(query->a.motion.rigid.position, row_a);
  rigid_position_rows(query->b.motion.rigid.position, row_b);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    rigid_numbers difference = rigid_difference(row_b[r], row_a[r]);
    value[r] = difference.value;
    error[r] = difference.error;
  }
  value[3] = value[2];
  error[3] = error[2];
  bms_lanes_transpose(value);
  bms_lanes_transpose(error);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) c[k] = (rigid_numbers){value[k], error[k]};
  return rigid_add(c[0], rigid_multiply_by(rigid_add(c[1], rigid_multiply_by(c[2], time)), time));
}

/* R v = k v + 2 u x (u x v + w v), where u is the vector of q and w the rest. */
BMS_INLINE rigid_numbers rigid_turned(const rigid_exact_body *body, bms_lanes v) {
  rigid_numbers u = body->q, w = rigid_all_lanes(u, 3);
  rigid_numbers s = rigid_subtract(rigid_multiply_by(rigid_next(u), bms_lanes_after_next(v)),
                                   rigid_multiply_by(rigid_after_next(u), bms_lanes_next(v)));
  s = rigid_cross(u, rigid_add(s, rigid_multiply_by(w, v)));
  return rigid_add(rigid_multiply_by(rigid_all(body->square), v), rigid_doubled(s));
}

/* x e + y x e, e a unit vector: each lane has one term. */
BMS_INLINE bms_lanes rigid_turn_of_unit(double x, bms_lanes y, bms_lanes e) {
  return bms_lanes_all(x) * e + bms_lanes_cross(y, e);
}

/* R e_i = 2 u_i u + (w^2 - u . u) e_i + 2 w u x e_i */
BMS_INLINE rigid_numbers rigid_column(const rigid_exact_body *body, int i) {
  bms_lanes e = rigid_unit(i);
  rigid_numbers u = body->q, turn = rigid_multiply(rigid_all_lanes(u, 3), u);
  rigid_number middle = {u.value[i], u.error[i]};
  rigid_numbers rest = {rigid_turn_of_unit(0.5 * body->along.value, turn.value, e),
                        rigid_turn_of_unit(0.5 * body->along.error, turn.error, e)};
  return rigid_doubled(rigid_add(rigid_multiply(rigid_all(middle), u), rest));
}

/* The corner of a body's box (0 or 1) that lies farthest along `towards`, 1 or -1, times the signs of its half-edges. */
BMS_INLINE bms_lanes rigid_farthest(const bms_box *box, const bms_axis_signs *signs, int body, int towards) {
  bms_lanes_int sign;
  memcpy(&sign, signs->half_edge + 2 * body, sizeof sign);
  if (body == 1) sign = __builtin_shufflevector(sign, sign, 1, 2, 3, 3);
  return bms_lanes_choose(__builtin_convertvector(sign == towards, bms_lanes_mask),
                          bms_lanes_of3(box->max[0], box->max[1], box->max[2]),
                          bms_lanes_of3(box->min[0], box->min[1], box->min[2]));
}

/* Of face i of a body, in whose frame `vertex` of the other one is not; p is the way to the other. */
BMS_INLINE rigid_number rigid_face_value(const bms_box *own_box, const rigid_exact_body *own,
                                         const rigid_exact_body *other, int i, bms_lanes vertex, int side,
                                         rigid_numbers p) {
  rigid_numbers way = rigid_add(rigid_multiply(rigid_all(other->square), p), rigid_turned(other, vertex));
  rigid_number face = {side > 0 ? own_box->max[i] : own_box->min[i], 0};
  rigid_number gap =
      rigid_minus(rigid_dot(rigid_column(own, i), way), rigid_times(face, rigid_times(own->square, other->square)));
  return (rigid_number){side * gap.value, side * gap.error};
}

BMS_INLINE rigid_number rigid_edge_value(const bms_query *query, const rigid_exact_body *a, const rigid_exact_body *b,
                                         const bms_axis_signs *signs, rigid_numbers p) {
  int i = (signs->axis - BMS_AXIS_EDGES) / 3, j = (signs->axis - BMS_AXIS_EDGES) % 3, side = signs->distance;
  rigid_numbers normal = rigid_cross(rigid_column(a, i), rigid_column(b, j));
  rigid_numbers on_a = rigid_turned(a, rigid_farthest(&query->a.box, signs, 0, side));
  rigid_numbers on_b = rigid_turned(b, rigid_farthest(&query->b.box, signs, 1, -side));
  rigid_numbers k_a = rigid_all(a->square), k_b = rigid_all(b->square);
  rigid_numbers way = rigid_multiply(k_a, rigid_add(rigid_multiply(k_b, p), on_b));
  rigid_number gap = rigid_dot(normal, rigid_subtract(way, rigid_multiply(k_b, on_a)));
  return (rigid_number){side * gap.value, side * gap.error};
}

/* The gap between the features that some signs name, at t; *doubt bounds its error, but for 16 relative roundings. */
static double rigid_value(const rigid_pair *pair, const bms_axis_signs *signs, double t, double *doubt) {
  const bms_query *query = pair->query;
  const bms_body *body_a = &query->a, *body_b = &query->b;
  rigid_exact_body a, b;
  rigid_exact_at(pair, t, &a, &b);
  rigid_numbers p = rigid_exact_position(query, t);
  rigid_number gap;
  int axis = signs->axis, side = signs->distance;
  double bound = pair->a.square * pair->b.square, scale = 1;
  if (axis >= BMS_AXIS_EDGES) {
    gap = rigid_edge_value(query, &a, &b, signs, p);
    scale = (a.square.value + a.square.error) * (b.square.value + b.square.error);
  } else if (axis < BMS_AXIS_FACE_B) {
    gap = rigid_face_value(&body_a->box, &a, &b, axis, rigid_farthest(&body_b->box, signs, 1, -side), side, p);
  } else {
    p = (rigid_numbers){-p.value, -p.error};
    gap = rigid_face_value(&body_b->box, &b, &a, axis - BMS_AXIS_FACE_B, rigid_farthest(&body_a->box, signs, 0, side),
                           -side, p);
  }
  *doubt = 160 * 0x1p-44 * BMS_ROUNDING * bound * pair->size * (axis >= BMS_AXIS_EDGES ? bound / scale : 1);
  return (gap.value + gap.error) / scale;
}

#endif /* BMS_RIGID_VALUE_H */
