/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four double-double numbers side by side, with the operations of double_double.h: each lane
 * has the bits that these have, but for products of less than LANES_NO_REST, whose rounding is left out.
 */

#ifndef BMS_DOUBLE_DOUBLE_LANES_H
#define BMS_DOUBLE_DOUBLE_LANES_H

#include "numeric/double_double.h"
#include "numeric/lanes.h"

typedef struct double_lanes {
  lanes high, low;
} double_lanes;

/* ------------------------------------------------------------------ making */

BMS_INLINE double_lanes double_lanes_of(lanes x) {
  return (double_lanes){x, lanes_all(0)};
}

BMS_INLINE double_lanes double_lanes_all(bms_double_double x) {
  return (double_lanes){lanes_all(x.high), lanes_all(x.low)};
}

/* Returns a * b exactly. */
BMS_INLINE double_lanes double_lanes_product(lanes a, lanes b) {
  lanes p = lanes_mul(a, b);
  return (double_lanes){p, lanes_even_rests(a, b, p)};
}

/* ------------------------------------------------------------------ sums */

/* Returns a + b exactly, for |a| >= |b|. */
BMS_INLINE double_lanes double_lanes_ordered_sum(lanes a, lanes b) {
  lanes s = lanes_add(a, b);
  return (double_lanes){s, lanes_sub(b, lanes_sub(s, a))};
}

/* Returns a + b exactly. */
BMS_INLINE double_lanes double_lanes_sum(lanes a, lanes b) {
  lanes s = lanes_add(a, b), t = lanes_sub(s, a);
  return (double_lanes){s, lanes_add(lanes_sub(a, lanes_sub(s, t)), lanes_sub(b, t))};
}

BMS_INLINE double_lanes double_lanes_add(double_lanes a, double_lanes b) {
  double_lanes s = double_lanes_sum(a.high, b.high), t = double_lanes_sum(a.low, b.low);
  s = double_lanes_ordered_sum(s.high, lanes_add(s.low, t.high));
  return double_lanes_ordered_sum(s.high, lanes_add(s.low, t.low));
}

BMS_INLINE double_lanes double_lanes_negate(double_lanes a) {
  return (double_lanes){lanes_negate(a.high), lanes_negate(a.low)};
}

BMS_INLINE double_lanes double_lanes_twice(double_lanes a) {
  return (double_lanes){lanes_add(a.high, a.high), lanes_add(a.low, a.low)};
}

BMS_INLINE double_lanes double_lanes_absolute(double_lanes a) {
  lanes sign = lanes_and(a.high, lanes_all(-0.0));
  return (double_lanes){lanes_xor(a.high, sign), lanes_xor(a.low, sign)};
}

/* Returns a where the mask is set, else b. */
BMS_INLINE double_lanes double_lanes_choose(lanes_mask mask, double_lanes a, double_lanes b) {
  return (double_lanes){lanes_choose(mask, a.high, b.high), lanes_choose(mask, a.low, b.low)};
}

/* ------------------------------------------------------------------ products */

BMS_INLINE double_lanes double_lanes_multiply(double_lanes a, double_lanes b) {
  double_lanes p = double_lanes_product(a.high, b.high);
  return double_lanes_ordered_sum(p.high, lanes_add(p.low, lanes_add_product(lanes_mul(a.high, b.low), a.low, b.high)));
}

#endif /* BMS_DOUBLE_DOUBLE_LANES_H */
