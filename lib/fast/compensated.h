/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Compensated arithmetic (Ogita, Rump, Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26, 2005): each
 * number is the double that plain arithmetic gives, and a double for what that is off by, to first order.
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

#include "numeric/lanes_rest.h"
#include "motion/relative.h"
#include "numeric/double_double.h"
#include "numeric/rounding.h"

#define COMPENSATED_ERROR (160 * 0x1p-44 * BMS_ROUNDING)

/* value + error, not normalised; lane by lane. */
typedef struct compensated_lanes {
  lanes value, error;
} compensated_lanes;

/* One such number alone. */
typedef struct compensated_number {
  double value, error;
} compensated_number;

/* a b - p exactly, where p is a * b rounded: as lanes_rests() has it, for one number. */
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

#endif /* BMS_COMPENSATED_H */
