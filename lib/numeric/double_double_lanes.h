/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four double-double numbers side by side, with the operations of double_double.h and double_double_vector.h: each lane
 * has the bits that these have, but for products of less than LANES_NO_REST, whose rounding is left out.
 */

#ifndef BMS_DOUBLE_DOUBLE_LANES_H
#define BMS_DOUBLE_DOUBLE_LANES_H

#include "numeric/double_double.h"
#include "numeric/lanes_rest.h"

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

BMS_INLINE double_lanes double_lanes_subtract(double_lanes a, double_lanes b) {
  return double_lanes_add(a, double_lanes_negate(b));
}

BMS_INLINE double_lanes double_lanes_twice(double_lanes a) {
  return (double_lanes){lanes_add(a.high, a.high), lanes_add(a.low, a.low)};
}

BMS_INLINE double_lanes double_lanes_absolute(double_lanes a) {
  lanes sign = lanes_and(a.high, lanes_all(-0.0));
  return (double_lanes){lanes_xor(a.high, sign), lanes_xor(a.low, sign)};
}

/* ------------------------------------------------------------------ products */

BMS_INLINE double_lanes double_lanes_multiply(double_lanes a, double_lanes b) {
  double_lanes p = double_lanes_product(a.high, b.high);
  return double_lanes_ordered_sum(p.high, lanes_add(p.low, lanes_add_product(lanes_mul(a.high, b.low), a.low, b.high)));
}

/* Returns c0 + t (c1 + t c2), with the same coefficients in all lanes. */
BMS_INLINE double_lanes double_lanes_quadratic(const double c[3], lanes t) {
  double_lanes slope = double_lanes_add(double_lanes_of(lanes_all(c[1])), double_lanes_product(t, lanes_all(c[2])));
  return double_lanes_add(double_lanes_of(lanes_all(c[0])), double_lanes_multiply(double_lanes_of(t), slope));
}

BMS_INLINE double_lanes double_lanes_dot(const double_lanes u[3], const double_lanes v[3]) {
  double_lanes sum = double_lanes_add(double_lanes_multiply(u[0], v[0]), double_lanes_multiply(u[1], v[1]));
  return double_lanes_add(sum, double_lanes_multiply(u[2], v[2]));
}

BMS_INLINE void double_lanes_cross(const double_lanes u[3], const double_lanes v[3], double_lanes out[3]) {
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    out[r] = double_lanes_subtract(double_lanes_multiply(u[i], v[j]), double_lanes_multiply(u[j], v[i]));
  }
}

/* Computes the columns of the rotation of a quaternion times |q|^2 (motion.h), and |q|^2. */
BMS_INLINE void double_lanes_rotation(const double_lanes q[4], double_lanes column[3][3], double_lanes *scale) {
  double_lanes square[4];
  for (int i = 0; i < 4; i++) square[i] = double_lanes_multiply(q[i], q[i]);
  *scale = double_lanes_add(double_lanes_add(square[0], square[1]), double_lanes_add(square[2], square[3]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double_lanes wk = double_lanes_multiply(q[0], q[1 + k]), ij = double_lanes_multiply(q[1 + i], q[1 + j]);
    column[i][i] = double_lanes_subtract(double_lanes_add(square[0], square[1 + i]),
                                         double_lanes_add(square[1 + j], square[1 + k]));
    column[i][j] = double_lanes_twice(double_lanes_add(ij, wk));
    column[j][i] = double_lanes_twice(double_lanes_subtract(ij, wk));
  }
}

#endif /* BMS_DOUBLE_DOUBLE_LANES_H */
