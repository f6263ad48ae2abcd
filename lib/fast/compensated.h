/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Compensated arithmetic, and the turn of a rigid body in it (Ogita, Rump, Oishi, "Accurate sum and dot product", SIAM
 * J. Sci. Comput. 26, 2005): each number is the double that plain arithmetic gives, and a double for what that is off
 * by, to first order.
 *
 * Error.  The second double of a number is at most c u times the magnitude M that its expression is bounded by, with
 * u = 2^-53 and c <= 160 in what is computed here.  An operation drops the product of two such parts, (c u)^2 M, and
 * rounds what it adds up at most 4 times, each 4 c u^2 M.  With c operations one after the other this stays below
 * 160 (160 + 16) u^2 M < COMPENSATED_ERROR M, as 160 (160 + 16) u^2 = 2^-45.5 * 160 u.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_COMPENSATED_H
#define BMS_COMPENSATED_H

#include <math.h>

#include "numeric/lanes.h"
#include "motion/relative.h"
#include "numeric/double_double.h"
#include "numeric/rounding.h"
#include "motion/axis.h"

#define COMPENSATED_ERROR (160 * 0x1p-44 * BMS_ROUNDING)

/* value + error, not normalised; lane by lane. */
typedef struct compensated_lanes {
  lanes value, error;
} compensated_lanes;

/* One such number alone. */
typedef struct compensated_number {
  double value, error;
} compensated_number;

/* a b - p exactly, p being a * b rounded: as lanes_rests() has it, for one number. */
BMS_INLINE double compensated_rest(double a, double b, double p) {
#ifdef BMS_FAST_FUSED
  return __builtin_fma(a, b, -p);
#else
  (void)p;
  return bms_double_double_product(a, b).low;
#endif
}

BMS_INLINE compensated_lanes compensated_add(compensated_lanes a, compensated_lanes b) {
  lanes s = lanes_add(a.value, b.value), t = lanes_sub(s, a.value);
  return (compensated_lanes){
      s, lanes_add(lanes_add(lanes_sub(a.value, lanes_sub(s, t)), lanes_sub(b.value, t)), lanes_add(a.error, b.error))};
}

BMS_INLINE compensated_lanes compensated_multiply(compensated_lanes a, compensated_lanes b) {
  lanes p = lanes_mul(a.value, b.value);
  return (compensated_lanes){
      p, lanes_add(lanes_rests(a.value, b.value, p), lanes_add_product(lanes_mul(a.value, b.error), a.error, b.value))};
}

/* Does as the function above where b is a double. */
BMS_INLINE compensated_lanes compensated_multiply_by(compensated_lanes a, lanes b) {
  lanes p = lanes_mul(a.value, b);
  return (compensated_lanes){p, lanes_add_product(lanes_rests(a.value, b, p), a.error, b)};
}

BMS_INLINE compensated_lanes compensated_subtract(compensated_lanes a, compensated_lanes b) {
  return compensated_add(a, (compensated_lanes){lanes_negate(b.value), lanes_negate(b.error)});
}

BMS_INLINE compensated_lanes compensated_doubled(compensated_lanes a) {
  return (compensated_lanes){lanes_add(a.value, a.value), lanes_add(a.error, a.error)};
}

BMS_INLINE compensated_lanes compensated_exactly(lanes a) {
  return (compensated_lanes){a, lanes_all(0)};
}

BMS_INLINE compensated_lanes compensated_all_lanes(compensated_lanes a, int lane) {
  return (compensated_lanes){lanes_all(lanes_get(a.value, lane)), lanes_all(lanes_get(a.error, lane))};
}

/* c0 + t c1, exact up to the rounding of the error; for answers. */
BMS_INLINE compensated_lanes compensated_linear(lanes c0, lanes c1, lanes t) {
  lanes p = lanes_mul(c1, t), s = lanes_add(c0, p), u = lanes_sub(s, c0);
  return (compensated_lanes){
      s, lanes_add(lanes_add(lanes_sub(c0, lanes_sub(s, u)), lanes_sub(p, u)), lanes_even_rests(c1, t, p))};
}

/* a - b of doubles. */
BMS_INLINE compensated_lanes compensated_difference(lanes a, lanes b) {
  lanes s = lanes_sub(a, b), t = lanes_sub(s, a);
  return (compensated_lanes){s, lanes_sub(lanes_sub(a, lanes_sub(s, t)), lanes_add(b, t))};
}

BMS_INLINE compensated_number compensated_plus(compensated_number a, compensated_number b) {
  bms_double_double s = bms_double_double_sum(a.value, b.value);
  return (compensated_number){s.high, s.low + (a.error + b.error)};
}

BMS_INLINE compensated_number compensated_minus(compensated_number a, compensated_number b) {
  return compensated_plus(a, (compensated_number){-b.value, -b.error});
}

BMS_INLINE compensated_number compensated_times(compensated_number a, compensated_number b) {
  double p = a.value * b.value;
  return (compensated_number){p, compensated_rest(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

BMS_INLINE compensated_lanes compensated_all(compensated_number a) {
  return (compensated_lanes){lanes_all(a.value), lanes_all(a.error)};
}

BMS_INLINE compensated_lanes compensated_next(compensated_lanes a) {
  return (compensated_lanes){lanes_next(a.value), lanes_next(a.error)};
}

BMS_INLINE compensated_lanes compensated_after_next(compensated_lanes a) {
  return (compensated_lanes){lanes_after_next(a.value), lanes_after_next(a.error)};
}

BMS_INLINE compensated_lanes compensated_cross(compensated_lanes a, compensated_lanes b) {
  return compensated_subtract(compensated_multiply(compensated_next(a), compensated_after_next(b)),
                              compensated_multiply(compensated_after_next(a), compensated_next(b)));
}

BMS_INLINE compensated_number compensated_lane(compensated_lanes a, int lane) {
  return (compensated_number){lanes_get(a.value, lane), lanes_get(a.error, lane)};
}

BMS_INLINE compensated_number compensated_sum3(compensated_lanes a) {
  return compensated_plus(compensated_plus(compensated_lane(a, 0), compensated_lane(a, 1)), compensated_lane(a, 2));
}

BMS_INLINE compensated_number compensated_dot(compensated_lanes a, compensated_lanes b) {
  return compensated_sum3(compensated_multiply(a, b));
}

/* ------------------------------------------------------------------ corners of a box */

/* e_i */
BMS_INLINE lanes fast_unit(int i) {
  BMS_LANES_ALIGNED static const double UNIT[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return lanes_load(UNIT[i]);
}

/* The corner of a body's box (0 or 1) that lies farthest along `towards`, 1 or -1, times the signs of its
   half-edges. */
BMS_INLINE lanes fast_farthest(const bms_box *box, const bms_axis_signs *signs, int body, int towards) {
  lanes_mask sign = lanes_mask_load(signs->half_edge + 2 * body); /* four of six */
  if (body == 1) sign = lanes_mask_down(sign);
  return lanes_choose(lanes_mask_equal(sign, lanes_mask_all(towards)), lanes_of3(box->max[0], box->max[1], box->max[2]),
                      lanes_of3(box->min[0], box->min[1], box->min[2]));
}

/* The middle of the edge along axis i through a corner of a box. */
BMS_INLINE lanes fast_middle(const bms_box *box, lanes corner, int i) {
  lanes e = fast_unit(i);
  return lanes_add_scaled(lanes_mul(corner, lanes_sub(lanes_all(1), e)), e, 0.5 * box->min[i] + 0.5 * box->max[i]);
}

/* ------------------------------------------------------------------ the turn of a rigid body */

/* A body: its quaternion, vector first, and k. */
typedef struct compensated_rotation {
  compensated_lanes q;
  compensated_number square, along; /* k, and w^2 - x^2 - y^2 - z^2 */
} compensated_rotation;

/* A coefficient of a quaternion, vector first. */
BMS_INLINE lanes compensated_vector_first(const double c[4][2], int power) {
  return lanes_of(c[1][power], c[2][power], c[3][power], c[0][power]);
}

/* R v = k v + 2 u x (u x v + w v), u being the vector of q and w the rest. */
BMS_INLINE compensated_lanes compensated_turned(const compensated_rotation *body, lanes v) {
  compensated_lanes u = body->q, w = compensated_all_lanes(u, 3);
  compensated_lanes s = compensated_subtract(compensated_multiply_by(compensated_next(u), lanes_after_next(v)),
                                             compensated_multiply_by(compensated_after_next(u), lanes_next(v)));
  s = compensated_cross(u, compensated_add(s, compensated_multiply_by(w, v)));
  return compensated_add(compensated_multiply_by(compensated_all(body->square), v), compensated_doubled(s));
}

/* x e + y x e, e a unit vector: each lane has one term. */
BMS_INLINE lanes compensated_turn_of_unit(double x, lanes y, lanes e) {
  return lanes_add_product(lanes_cross(y, e), lanes_all(x), e);
}

/* R e_i = 2 u_i u + (w^2 - u . u) e_i + 2 w u x e_i */
BMS_INLINE compensated_lanes compensated_column(const compensated_rotation *body, int i) {
  lanes e = fast_unit(i);
  compensated_lanes u = body->q, turn = compensated_multiply(compensated_all_lanes(u, 3), u);
  compensated_number middle = {lanes_get(u.value, i), lanes_get(u.error, i)};
  compensated_lanes rest = {compensated_turn_of_unit(0.5 * body->along.value, turn.value, e),
                            compensated_turn_of_unit(0.5 * body->along.error, turn.error, e)};
  return compensated_doubled(compensated_add(compensated_multiply(compensated_all(middle), u), rest));
}

#endif /* BMS_COMPENSATED_H */
