/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Compensated arithmetic (Ogita, Rump, Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26, 2005): each
 * number is the double that plain arithmetic gives, and a double for what that is off by, to first order.
 *
 * Error.  The second double of a number is at most c u times the magnitude M that its expression is bounded by, with
 * u = 2^-53 and c <= 160 in what is computed here.  An operation drops the product of two such parts, (c u)^2 M, and
 * rounds what it adds up at most 4 times, each 4 c u^2 M.  With c operations one after the other this stays below
 * 160 (160 + 16) u^2 M < QUICK_DOUBT M, as 160 (160 + 16) u^2 = 2^-45.5 * 160 u.
 *
 * Functions of this header are for the quick walks alone, which are compiled for several machines.
 */

#ifndef BMS_COMPENSATED_H
#define BMS_COMPENSATED_H

#include <math.h>

#include "numeric/lanes.h"
#include "motion/relative.h"
#include "numeric/double_double.h"

#define QUICK_DOUBT (160 * 0x1p-44 * BMS_ROUNDING)

/* value + error, not normalised; lane by lane. */
typedef struct quick_numbers {
  bms_lanes value, error;
} quick_numbers;

/* The same alone. */
typedef struct quick_number {
  double value, error;
} quick_number;

/* a b - p exactly, where p is a * b rounded: by one instruction where the file is compiled for a machine that has
   it, else Dekker's product.  It is the same number, but for products of less than QUICK_NO_REST: the rest of a denormal
   product is no double, and the two ways round it differently. */
#ifdef BMS_QUICK_FUSED
BMS_INLINE double quick_rest(double a, double b, double p) {
  return __builtin_fma(a, b, -p);
}
BMS_INLINE bms_lanes quick_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  return __builtin_ia32_vfmaddpd256(a, b, -p);
}
#else
BMS_INLINE double quick_rest(double a, double b, double p) {
  (void)p;
  return bms_double_double_product(a, b).low;
}
BMS_INLINE bms_lanes quick_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  const double SPLITTER = 0x1p27 + 1;
  bms_lanes ca = a * SPLITTER, ah = ca - (ca - a), al = a - ah, cb = b * SPLITTER, bh = cb - (cb - b), bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
#endif

/* The same where numbers go into an answer: products as small as that are taken as they are. */
#define QUICK_NO_REST 0x1p-900

BMS_INLINE bms_lanes quick_even_rests(bms_lanes a, bms_lanes b, bms_lanes p) {
  bms_lanes_mask counts = bms_lanes_absolute(p) > bms_lanes_all(QUICK_NO_REST);
  return (bms_lanes)((bms_lanes_mask)quick_rests(a, b, p) & counts);
}

BMS_INLINE quick_numbers quick_add(quick_numbers a, quick_numbers b) {
  bms_lanes s = a.value + b.value, t = s - a.value;
  return (quick_numbers){s, ((a.value - (s - t)) + (b.value - t)) + (a.error + b.error)};
}

BMS_INLINE quick_numbers quick_multiply(quick_numbers a, quick_numbers b) {
  bms_lanes p = a.value * b.value;
  return (quick_numbers){p, quick_rests(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

/* The same where b is a double. */
BMS_INLINE quick_numbers quick_multiply_by(quick_numbers a, bms_lanes b) {
  bms_lanes p = a.value * b;
  return (quick_numbers){p, quick_rests(a.value, b, p) + a.error * b};
}

BMS_INLINE quick_numbers quick_subtract(quick_numbers a, quick_numbers b) {
  return quick_add(a, (quick_numbers){-b.value, -b.error});
}

BMS_INLINE quick_numbers quick_doubled(quick_numbers a) {
  return (quick_numbers){a.value + a.value, a.error + a.error};
}

BMS_INLINE quick_numbers quick_exactly(bms_lanes a) {
  return (quick_numbers){a, bms_lanes_all(0)};
}

BMS_INLINE quick_numbers quick_all_lanes(quick_numbers a, int lane) {
  return (quick_numbers){bms_lanes_all(a.value[lane]), bms_lanes_all(a.error[lane])};
}

/* c0 + t c1, exact up to the rounding of the error; for answers. */
BMS_INLINE quick_numbers quick_linear(bms_lanes c0, bms_lanes c1, bms_lanes t) {
  bms_lanes p = c1 * t, s = c0 + p, u = s - c0;
  return (quick_numbers){s, ((c0 - (s - u)) + (p - u)) + quick_even_rests(c1, t, p)};
}

/* a - b of doubles. */
BMS_INLINE quick_numbers quick_difference(bms_lanes a, bms_lanes b) {
  bms_lanes s = a - b, t = s - a;
  return (quick_numbers){s, (a - (s - t)) - (b + t)};
}

BMS_INLINE quick_number quick_plus(quick_number a, quick_number b) {
  bms_double_double s = bms_double_double_sum(a.value, b.value);
  return (quick_number){s.high, s.low + (a.error + b.error)};
}

BMS_INLINE quick_number quick_minus(quick_number a, quick_number b) {
  return quick_plus(a, (quick_number){-b.value, -b.error});
}

BMS_INLINE quick_number quick_times(quick_number a, quick_number b) {
  double p = a.value * b.value;
  return (quick_number){p, quick_rest(a.value, b.value, p) + (a.value * b.error + a.error * b.value)};
}

BMS_INLINE quick_numbers quick_all(quick_number a) {
  return (quick_numbers){bms_lanes_all(a.value), bms_lanes_all(a.error)};
}

BMS_INLINE quick_numbers quick_next(quick_numbers a) {
  return (quick_numbers){bms_lanes_next(a.value), bms_lanes_next(a.error)};
}

BMS_INLINE quick_numbers quick_after_next(quick_numbers a) {
  return (quick_numbers){bms_lanes_after_next(a.value), bms_lanes_after_next(a.error)};
}

BMS_INLINE quick_numbers quick_cross(quick_numbers a, quick_numbers b) {
  return quick_subtract(quick_multiply(quick_next(a), quick_after_next(b)),
                        quick_multiply(quick_after_next(a), quick_next(b)));
}

BMS_INLINE quick_number quick_lane(quick_numbers a, int lane) {
  return (quick_number){a.value[lane], a.error[lane]};
}

BMS_INLINE quick_number quick_sum3(quick_numbers a) {
  return quick_plus(quick_plus(quick_lane(a, 0), quick_lane(a, 1)), quick_lane(a, 2));
}

BMS_INLINE quick_number quick_dot(quick_numbers a, quick_numbers b) {
  return quick_sum3(quick_multiply(a, b));
}

#endif /* BMS_COMPENSATED_H */
