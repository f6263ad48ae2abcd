/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motions at one time: values, poses and velocities, evaluated as accurately as doubles can hold them.
 *
 * The polynomials of a motion are of t less its origin.  On an interval such as [1e6, 1e6 + 1] from there their terms
 * are huge and cancel, and Horner's rule in doubles would lose six digits of a position and twelve of a weight.  The
 * functions here do not: they return the value of the polynomial given, rounded about once.
 */

#ifndef BMS_MOTION_H
#define BMS_MOTION_H

#include "bms.h"

/* Returns c[0] + c[1] t.  The error is at most 2^-53 (1 + 2^-50) of the value, however much cancels: if the sum of c[0]
   and the rounded product is smaller than half of the product it is exact, and what the product lost is added in one
   rounding. */
double bms_linear_at(const double c[2], double t);

/* Returns c[0] + c[1] t + c[2] t^2.  The error is at most 2^-53 of the value and 2^-100 of |c0| + |c1 t| + |c2| t^2. */
double bms_quadratic_at(const double c[3], double t);

/* Computes the polar form of the rotation matrix: symmetric and linear in each of q and r, and |q|^2 times the rotation
   of q / |q| where r = q.  The terms of an entry add up to at most |q| |r| in absolute value; the error of an entry is
   at most 6 2^-53 |q| |r|. */
void bms_rotation_polar(const double q[4], const double r[4], double matrix[3][3]);

/* Computes the pose at t and its derivative: the point of the body with coordinates x in its own frame has the world
   velocity sum_j rate[i][j] x[j] + rate[i][3]. */
void bms_motion_rate_at(const bms_motion *motion, double t, double pose[3][4], double rate[3][4]);

#endif /* BMS_MOTION_H */
