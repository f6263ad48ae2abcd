/* SPDX-License-Identifier: BSD-3-Clause */

/* Products and lengths of vectors of doubles, each operation rounded once and in the order written. */

#ifndef BMS_VECTOR_H
#define BMS_VECTOR_H

#include <math.h>

#include "numeric/upward.h"

/* The lesser and the greater of two numbers; fmin() and fmax() are calls of libm where the machine's instruction treats
   NaN in another way. */
static inline double bms_min(double x, double y) {
  return x < y ? x : y;
}

static inline double bms_max(double x, double y) {
  return x > y ? x : y;
}

static inline double bms_dot(const double u[3], const double v[3]) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

static inline double bms_dot4(const double p[4], const double q[4]) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

static inline void bms_cross(const double u[3], const double v[3], double out[3]) {
  out[0] = u[1] * v[2] - u[2] * v[1];
  out[1] = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
}

/* The sum of the absolute values of a vector. */
static inline double bms_absolute_sum(const double v[3]) {
  return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

/* The length of a vector; its squares must neither overflow nor underflow. */
static inline double bms_length(const double v[3]) {
  return sqrt(bms_dot(v, v));
}

/* Returns the length, not below it but by roundings if squares underflow: it is 0 for zero alone, and not a number if a
   coordinate is not. */
static inline double bms_length_at_most(const double v[3]) {
  return bms_root_of_squares_above(v, 3);
}

#endif /* BMS_VECTOR_H */
