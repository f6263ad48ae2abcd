/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four numbers side by side of three doubles each, about 157 bits, for what double-double numbers are too short for.
 *
 * Errors, with u = 2^-53.  Let a number be bounded by A: its parts by (1 + 2 u) A, 2 u A and 4 u^2 A.
 *
 *     sum      The roundings e0 and e1 of the first and second parts are kept.  The last part adds up four terms of at
 *              most 9 u^2 (A + B) in all with three roundings, off by 19 u^3 (A + B).
 *     product  Left out are a1 b2, a2 b1 and a2 b2, 17 u^3 A B; three products of at most 4 u^2 A B and six sums of at
 *              most 25 u^2 A B are rounded, off by 12 and 150 u^3 A B.
 *
 * Both renew the bounds, by sums without rounding: of the second part 5.1 u, of the last 25 u^2 before, u and u^2
 * after, but for terms of higher order.  So an operation is off by at most 180 u^3 < 2^-98 u times its magnitudes.
 */

#ifndef BMS_TRIPLE_LANES_H
#define BMS_TRIPLE_LANES_H

#include "numeric/double_double_lanes.h"

typedef struct triple_lanes {
  lanes high, middle, low;
} triple_lanes;

BMS_INLINE triple_lanes triple_lanes_of(double_lanes x) {
  return (triple_lanes){x.high, x.low, lanes_all(0)};
}

BMS_INLINE triple_lanes triple_lanes_all(bms_double_double x) {
  return triple_lanes_of(double_lanes_all(x));
}

BMS_INLINE triple_lanes triple_lanes_negate(triple_lanes a) {
  return (triple_lanes){lanes_negate(a.high), lanes_negate(a.middle), lanes_negate(a.low)};
}

BMS_INLINE triple_lanes triple_lanes_twice(triple_lanes a) {
  return (triple_lanes){lanes_add(a.high, a.high), lanes_add(a.middle, a.middle), lanes_add(a.low, a.low)};
}

/* Returns x + y + z as a number; nothing is rounded but its last part. */
BMS_INLINE triple_lanes triple_lanes_renewed(lanes x, lanes y, lanes z) {
  double_lanes rest = double_lanes_sum(y, z), first = double_lanes_sum(x, rest.high);
  rest = double_lanes_sum(first.low, rest.low);
  return (triple_lanes){first.high, rest.high, rest.low};
}

BMS_INLINE triple_lanes triple_lanes_add(triple_lanes a, triple_lanes b) {
  double_lanes s = double_lanes_sum(a.high, b.high), t = double_lanes_sum(a.middle, b.middle);
  double_lanes r = double_lanes_sum(t.high, s.low);
  return triple_lanes_renewed(s.high, r.high, lanes_add(lanes_add(lanes_add(a.low, b.low), t.low), r.low));
}

BMS_INLINE triple_lanes triple_lanes_multiply(triple_lanes a, triple_lanes b) {
  double_lanes p = double_lanes_product(a.high, b.high), q = double_lanes_product(a.high, b.middle);
  double_lanes r = double_lanes_product(a.middle, b.high), s = double_lanes_sum(q.high, r.high);
  double_lanes t = double_lanes_sum(s.high, p.low);
  lanes last = lanes_add_product(lanes_mul(a.middle, b.middle), a.high, b.low);
  last = lanes_add(lanes_add_product(last, a.low, b.high), lanes_add(q.low, r.low));
  return triple_lanes_renewed(p.high, t.high, lanes_add(last, lanes_add(s.low, t.low)));
}

/* Returns |a|, by the sign of its value. */
BMS_INLINE triple_lanes triple_lanes_absolute(triple_lanes a) {
  lanes sign = lanes_and(lanes_add(a.high, lanes_add(a.middle, a.low)), lanes_all(-0.0));
  return (triple_lanes){lanes_xor(a.high, sign), lanes_xor(a.middle, sign), lanes_xor(a.low, sign)};
}

/* Returns the double nearest to a number, or one next to it. */
BMS_INLINE lanes triple_lanes_rounded(triple_lanes a) {
  return lanes_add(a.high, lanes_add(a.middle, a.low));
}

#endif /* BMS_TRIPLE_LANES_H */
