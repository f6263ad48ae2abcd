/* SPDX-License-Identifier: BSD-3-Clause */

/* Vectors, quadratics and rotation matrices in double-double numbers: a pose at one time is made of these. */

#ifndef BMS_DOUBLE_DOUBLE_VECTOR_H
#define BMS_DOUBLE_DOUBLE_VECTOR_H

#include "numeric/double_double.h"

/* Returns the number x exactly. */
static inline bms_double_double bms_double_double_of(double x) {
  return (bms_double_double){x, 0};
}

/* Returns 2 a exactly. */
static inline bms_double_double bms_double_double_twice(bms_double_double a) {
  return (bms_double_double){2 * a.high, 2 * a.low};
}

/* Returns c0 + t (c1 + t c2). */
static inline bms_double_double bms_double_double_quadratic(const double c[3], double t) {
  bms_double_double slope = bms_double_double_add(bms_double_double_of(c[1]), bms_double_double_product(t, c[2]));
  return bms_double_double_add(bms_double_double_of(c[0]), bms_double_double_multiply(bms_double_double_of(t), slope));
}

static inline bms_double_double bms_double_double_dot(const bms_double_double u[3], const bms_double_double v[3]) {
  bms_double_double sum =
      bms_double_double_add(bms_double_double_multiply(u[0], v[0]), bms_double_double_multiply(u[1], v[1]));
  return bms_double_double_add(sum, bms_double_double_multiply(u[2], v[2]));
}

static inline void bms_double_double_cross(const bms_double_double u[3], const bms_double_double v[3],
                                           bms_double_double out[3]) {
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    out[r] = bms_double_double_subtract(bms_double_double_multiply(u[i], v[j]), bms_double_double_multiply(u[j], v[i]));
  }
}

/* Computes the columns of the rotation of a quaternion times |q|^2 (motion.h), and |q|^2. */
static inline void bms_double_double_rotation(const bms_double_double q[4], bms_double_double column[3][3],
                                              bms_double_double *scale) {
  bms_double_double square[4];
  for (int i = 0; i < 4; i++) square[i] = bms_double_double_multiply(q[i], q[i]);
  *scale =
      bms_double_double_add(bms_double_double_add(square[0], square[1]), bms_double_double_add(square[2], square[3]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    bms_double_double wk = bms_double_double_multiply(q[0], q[1 + k]),
                      ij = bms_double_double_multiply(q[1 + i], q[1 + j]);
    column[i][i] = bms_double_double_subtract(bms_double_double_add(square[0], square[1 + i]),
                                              bms_double_double_add(square[1 + j], square[1 + k]));
    column[i][j] = bms_double_double_twice(bms_double_double_add(ij, wk));
    column[j][i] = bms_double_double_twice(bms_double_double_subtract(ij, wk));
  }
}

#endif /* BMS_DOUBLE_DOUBLE_VECTOR_H */
