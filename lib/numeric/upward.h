/* SPDX-License-Identifier: BSD-3-Clause */

/* Bounds of numbers that are not negative, and stay bounds if they underflow: a product of two that are not zero is not
   zero.  The ordinary rounding, of at most BMS_ROUNDING of a result, is the caller's to add. */

#ifndef BMS_UPWARD_H
#define BMS_UPWARD_H

#include <float.h>
#include <math.h>

/* Returns what was computed, or more if it has underflowed. */
static inline double bms_not_underflown(double x) {
  return x < DBL_MIN ? x + DBL_TRUE_MIN : x;
}

static inline double bms_product_above(double x, double y) {
  return x == 0 || y == 0 ? 0 : bms_not_underflown(x * y);
}

static inline double bms_quotient_above(double x, double y) {
  return x == 0 ? 0 : bms_not_underflown(x / y);
}

/* Returns x times 2^exponent. */
static inline double bms_scaled_above(double x, int exponent) {
  return x == 0 ? 0 : bms_not_underflown(ldexp(x, exponent));
}

/* Squares that add up to this have lost nothing that counts. */
#define BMS_LEAST_SQUARE 0x1p-900

/* Returns the root of a sum of squares; if they are so small that digits are lost, the root for the numbers scaled by a
   power of two. */
static inline double bms_root_of_squares_above(const double *x, int count) {
  const double unit = 0x1p600;
  double sum = 0, scaled = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  if (!(sum < BMS_LEAST_SQUARE)) return sqrt(sum);
  for (int i = 0; i < count; i++) scaled += (x[i] * unit) * (x[i] * unit);
  return bms_product_above(sqrt(scaled), 1 / unit);
}

#endif /* BMS_UPWARD_H */
