/* SPDX-License-Identifier: BSD-3-Clause */

/* Quadratics c[0] + c[1] t + c[2] t^2 in plain doubles.  Over [ta, tb] they are made from polar forms, f(u, v) = c[0] +
   c[1] (u + v) / 2 + c[2] u v, so that errors do not grow from stretch to stretch. */

#ifndef BMS_QUADRATIC_H
#define BMS_QUADRATIC_H

#include <math.h>

#include "numeric/vector.h"

/* Returns the value at t, by Horner's rule. */
static inline double bms_quadratic_value(const double c[3], double t) {
  return c[0] + t * (c[1] + t * c[2]);
}

/* Returns |c[0]| + |c[1]| t + |c[2]| t^2, t >= 0, which bounds the value and all intermediate sums up to t. */
static inline double bms_quadratic_terms(const double c[3], double t) {
  return fabs(c[0]) + t * (fabs(c[1]) + t * fabs(c[2]));
}

/* Returns the length of the vector that bms_quadratic_terms() of three coordinates makes, one quadratic after the
   other. */
static inline double bms_quadratics_terms(const double *v, double t) {
  double terms[3];
  for (int r = 0; r < 3; r++) terms[r] = bms_quadratic_terms(v + 3 * r, t);
  return bms_length(terms);
}

/* Computes the scaled Bernstein coefficients over [ta, tb], of which the middle one is 2 f(ta, tb) (polynomial.h). */
static inline void bms_quadratic_over(const double c[3], double ta, double tb, double out[3]) {
  out[0] = bms_quadratic_value(c, ta);
  out[1] = 2 * c[0] + (ta + tb) * c[1] + 2 * (ta * tb) * c[2];
  out[2] = bms_quadratic_value(c, tb);
}

/* Computes the control values over [ta, tb], of which the middle one is f(ta, tb): no value is outside their hull. */
static inline void bms_quadratic_control(const double c[3], double ta, double tb, double out[3]) {
  out[0] = bms_quadratic_value(c, ta);
  out[1] = c[0] + c[1] * (0.5 * ta + 0.5 * tb) + c[2] * ta * tb;
  out[2] = bms_quadratic_value(c, tb);
}

#endif /* BMS_QUADRATIC_H */
