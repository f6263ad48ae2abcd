/* SPDX-License-Identifier: BSD-3-Clause */

/* Quaternions that are linear in t: values, and a quick proof that they do not vanish. */

#ifndef BMS_LINEAR_QUATERNION_H
#define BMS_LINEAR_QUATERNION_H

#include <math.h>
#include <stdbool.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

/* A squared norm is positive for certain if it exceeds this number of roundings of the terms that it is made of at both
   ends, and the product of the ends is not negative: that and an end are off by 2 of each quaternion and 5 of a
   product. */
#define BMS_NORM_ROUNDINGS 32

/* Writes q(t). */
static inline void bms_linear_quaternion_at(const double c[4][2], double t, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = c[i][0] + t * c[i][1];
}

/* Bounds |q(t)|^2 and the sums of products in its rotation matrix, for |t| <= latest. */
static inline double bms_linear_quaternion_terms(const double c[4][2], double latest) {
  double bound[4];
  for (int i = 0; i < 4; i++) bound[i] = fabs(c[i][0]) + latest * fabs(c[i][1]);
  return bms_dot4(bound, bound);
}

/* Returns true if |q|^2 certainly does not vanish on [t0, t1]: its Bernstein points are q.q, q.r and r.r.  The terms
   are those up to the greater |t|. */
static inline bool bms_linear_quaternion_turns(const double c[4][2], double t0, double t1, double terms) {
  double q[4], r[4], doubt = BMS_NORM_ROUNDINGS * BMS_ROUNDING * terms;
  bms_linear_quaternion_at(c, t0, q);
  bms_linear_quaternion_at(c, t1, r);
  return bms_dot4(q, q) > doubt && bms_dot4(r, r) > doubt && bms_dot4(q, r) >= 0;
}

#endif /* BMS_LINEAR_QUATERNION_H */
