/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Double-double numbers: the unevaluated sum of two doubles, high + low with |low| <= ulp(high) / 2, about 106 bits.
 *
 * The error-free transformations are by Knuth (sum) and by Dekker and Veltkamp (product).  Sums and products of
 * double-double numbers follow Hida, Li and Bailey ("Library for double-double and quad-double arithmetic", 2000) and
 * Joldes, Muller and Popescu ("Tight and rigorous error bounds for basic building blocks of double-word arithmetic",
 * ACM TOMS 44, 2017; relative errors below 3 and 7 times 2^-106 there).  The product is split by Veltkamp's method
 * rather than with fma(): this gives the same bits on every machine, and no library call where there is no such
 * instruction.  Valid while magnitudes stay within 1e-250 .. 1e250, as they do for queries that bms_relative_prepare()
 * takes.
 */

#ifndef BMS_DOUBLE_DOUBLE_H
#define BMS_DOUBLE_DOUBLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct bms_double_double {
  double high, low;
} bms_double_double;

/* Returns a + b exactly. */
static inline bms_double_double bms_double_double_sum(double a, double b) {
  double s = a + b, t = s - a;
  return (bms_double_double){s, (a - (s - t)) + (b - t)};
}

/* Returns what nextafter() does, without a call; x is finite and not 0, `direction` INFINITY or -INFINITY. */
static inline double bms_double_double_next(double x, double direction) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits += (direction > 0) == (x > 0) ? 1 : -1;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Returns a + b rounded towards `direction`, INFINITY or -INFINITY; an infinite sum as it is. */
static inline double bms_double_double_rounded_sum(double a, double b, double direction) {
  bms_double_double sum = bms_double_double_sum(a, b);
  bool beyond = direction > 0 ? sum.low > 0 : sum.low < 0;
  return beyond ? bms_double_double_next(sum.high, direction) : sum.high;
}

/* Returns a + b exactly, for |a| >= |b|. */
static inline bms_double_double bms_double_double_ordered_sum(double a, double b) {
  double s = a + b;
  return (bms_double_double){s, b - (s - a)};
}

/* Returns a * b exactly. */
static inline bms_double_double bms_double_double_product(double a, double b) {
  static const double SPLITTER = 0x1p27 + 1;
  double p = a * b;
  double ca = SPLITTER * a, ah = ca - (ca - a), al = a - ah;
  double cb = SPLITTER * b, bh = cb - (cb - b), bl = b - bh;
  return (bms_double_double){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline bms_double_double bms_double_double_add(bms_double_double a, bms_double_double b) {
  bms_double_double s = bms_double_double_sum(a.high, b.high), t = bms_double_double_sum(a.low, b.low);
  s = bms_double_double_ordered_sum(s.high, s.low + t.high);
  return bms_double_double_ordered_sum(s.high, s.low + t.low);
}

static inline bms_double_double bms_double_double_negate(bms_double_double a) {
  return (bms_double_double){-a.high, -a.low};
}

/* Returns the number x exactly. */
static inline bms_double_double bms_double_double_of(double x) {
  return (bms_double_double){x, 0};
}

/* Returns 2 a exactly. */
static inline bms_double_double bms_double_double_twice(bms_double_double a) {
  return (bms_double_double){2 * a.high, 2 * a.low};
}

static inline bms_double_double bms_double_double_subtract(bms_double_double a, bms_double_double b) {
  return bms_double_double_add(a, bms_double_double_negate(b));
}

static inline bms_double_double bms_double_double_multiply(bms_double_double a, bms_double_double b) {
  bms_double_double p = bms_double_double_product(a.high, b.high);
  return bms_double_double_ordered_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

#endif /* BMS_DOUBLE_DOUBLE_H */
