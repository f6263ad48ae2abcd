/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds what compilers and processors may do to arithmetic, each found by a computation that it changes.
 *
 * Numbers come from a volatile table, so that nothing is computed at compile time; the expressions themselves are
 * ordinary, and a compiler that may transform them does.  self_test.c compiles this for any machine, self_test_avx2.c
 * once more as the fast tier is compiled for AVX2 and FMA, in which a contraction may come in that the other has not.
 */

#ifndef BMS_SELF_TEST_INLINE_H
#define BMS_SELF_TEST_INLINE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "numeric/compiler.h"
#include "numeric/lanes.h"
#include "numeric/self_test.h"

/* The number itself, but not known to the compiler. */
BMS_INLINE double self_test_opaque(double x) {
  volatile double hidden = x;
  return hidden;
}

/* 1 + 2^-53 is a tie and 1 + 3 * 2^-54 is beyond it; directed rounding takes one of these elsewhere, with either
   sign. */
BMS_INLINE bool self_test_rounds_to_nearest(void) {
  double one = self_test_opaque(1), tie = self_test_opaque(0x1p-53), beyond = self_test_opaque(0x1.8p-53);
  double minus = self_test_opaque(-1);
  return one + tie == 1 && minus - tie == -1 && one + beyond == 1 + 0x1p-52 && minus - beyond == -(1 + 0x1p-52);
}

/* (1 + 2^-30)^2 is 1 + 2^-29 + 2^-60, the last of which is rounded away unless product and sum are one operation. */
BMS_INLINE bool self_test_rounds_products(void) {
  double x = self_test_opaque(1 + 0x1p-30), y = self_test_opaque(1 + 0x1p-29), z = self_test_opaque(1 + 0x1p-30);
  lanes v = lanes_all(self_test_opaque(1 + 0x1p-30)), w = lanes_all(y);
  double difference = self_test_opaque(x * x - y), negative = self_test_opaque(y - x * z);
  double sum = self_test_opaque(z * z + -y);
  lanes less = lanes_sub(lanes_mul(v, v), w), more = lanes_add_product(lanes_negate(w), v, lanes_all(x));
  double first = self_test_opaque(lanes_get(less, 0)), last = self_test_opaque(lanes_get(more, 3));
  return difference == 0 && negative == 0 && sum == 0 && first == 0 && last == 0;
}

/* A sum with more bits than a double has would keep the second. */
BMS_INLINE bool self_test_has_no_excess(void) {
  return self_test_opaque(1) + self_test_opaque(0x1p-60) == 1;
}

/* The rounding of a sum, as Knuth has it: algebra makes it 0. */
BMS_INLINE bool self_test_keeps_order(void) {
  double a = self_test_opaque(1), b = self_test_opaque(0x1p-60), c = self_test_opaque(0x1p60);
  double s = a + b, t = s - a, rest = (a - (s - t)) + (b - t);
  double there_and_back = (c + a) - c;
  return self_test_opaque(rest) == 0x1p-60 && self_test_opaque(there_and_back) == 0;
}

/* 49 * (1 / 49) is less than 1.  One divisor often, as compilers take a reciprocal only then, and a constant. */
BMS_INLINE bool self_test_divides(void) {
  double d = self_test_opaque(49), x = self_test_opaque(49), y = self_test_opaque(98), z = self_test_opaque(196);
  double w = self_test_opaque(392), a = x / d, b = y / d, c = z / d, e = w / d;
  return a == 1 && b == 2 && c == 4 && e == 8 && x / 49. == 1;
}

BMS_INLINE bool self_test_takes_roots(void) {
  double root = sqrt(self_test_opaque(2)), one = self_test_opaque(1);
  return root == 0x1.6a09e667f3bcdp+0 && root * root == 2 + 0x1p-51 && one / root == 0x1.6a09e667f3bccp-1;
}

BMS_INLINE bool self_test_keeps_small_results(void) {
  double least = self_test_opaque(DBL_MIN), half = self_test_opaque(0.5), x = least * half;
  return x > 0 && x + x == least;
}

BMS_INLINE bool self_test_keeps_small_operands(void) {
  double x = self_test_opaque(0x1p-1060), scale = self_test_opaque(0x1p1000);
  return x * scale == 0x1p-60 && x != 0;
}

BMS_INLINE bool self_test_knows_infinities(void) {
  double infinite = self_test_opaque(DBL_MAX) * self_test_opaque(2), nothing = infinite - infinite;
  return infinite > DBL_MAX && isinf(infinite) && !isfinite(infinite) && nothing != nothing && isnan(nothing) &&
         !(nothing < 1);
}

/* -0 + 0 is 0, whose reciprocal is positive; without signs of zeros the sum is taken for its first term. */
BMS_INLINE bool self_test_keeps_signs_of_zeros(void) {
  double minus_zero = self_test_opaque(-0.), one = self_test_opaque(1);
  double sum = minus_zero + 0., difference = 0. - self_test_opaque(0.);
  return one / sum > 0 && one / difference > 0 && one / minus_zero < 0;
}

/* In single precision 0.1 is 13421773 / 2^27, which is greater. */
BMS_INLINE bool self_test_has_double_constants(void) {
  return 0.1 < self_test_opaque(13421773) / self_test_opaque(134217728);
}

/* The first that fails, BMS_ARITHMETIC_RIGHT if none does. */
BMS_INLINE bms_arithmetic self_test_arithmetic(void) {
  if (!self_test_has_double_constants()) return BMS_ARITHMETIC_CONSTANTS;
  if (!self_test_rounds_to_nearest()) return BMS_ARITHMETIC_ROUNDING;
  if (!self_test_has_no_excess()) return BMS_ARITHMETIC_EXCESS;
  if (!self_test_keeps_order()) return BMS_ARITHMETIC_ORDER;
  if (!self_test_rounds_products()) return BMS_ARITHMETIC_CONTRACTION;
  if (!self_test_divides()) return BMS_ARITHMETIC_DIVISION;
  if (!self_test_takes_roots()) return BMS_ARITHMETIC_ROOT;
  if (!self_test_keeps_small_results() || !self_test_keeps_small_operands()) return BMS_ARITHMETIC_SMALL;
  if (!self_test_knows_infinities()) return BMS_ARITHMETIC_INFINITIES;
  if (!self_test_keeps_signs_of_zeros()) return BMS_ARITHMETIC_ZEROS;
  return BMS_ARITHMETIC_RIGHT;
}

#endif /* BMS_SELF_TEST_INLINE_H */
