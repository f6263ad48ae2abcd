/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The root of a polynomial in scaled Bernstein form with one change of sign among its coefficients.
 *
 * In z = s / (1 - s) it is a plain polynomial with the same coefficients, times (1 - s)^n.  Descartes' rule gives it
 * one positive root.  If that lies beyond z = 1 the coefficients are read backwards, as a polynomial in 1 / z, so that
 * the root is always looked for in (0, 1].
 *
 * What a computed value > 0 at some z proves is that the polynomial exceeds minus its rounding at all earlier places
 * too: the value is that of a polynomial whose coefficients are changed relatively, by 2 n roundings at most, so they
 * keep their signs; and with one change of sign the quotient of the positive terms by the negative ones falls all the
 * way from 0 to 1.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_ROOT_H
#define BMS_RIGID_ROOT_H

#include <math.h>
#include <stdbool.h>

#include "lanes.h"
#include "relative.h"
#include "vector.h"

enum { RIGID_DEGREE = 6 };

/* c_0 + c_1 z + ... + c_6 z^6, in pairs: a short chain of operations that wait for each other. */
BMS_INLINE double rigid_plain_value(const double c[RIGID_DEGREE + 1], double z) {
  double z2 = z * z, z4 = z2 * z2;
  return (c[0] + c[1] * z) + z2 * (c[2] + c[3] * z) + z4 * ((c[4] + c[5] * z) + c[6] * z2);
}

/* The coefficients of the derivative. */
BMS_INLINE void rigid_plain_derivative(const double c[RIGID_DEGREE + 1], double d[RIGID_DEGREE + 1]) {
  for (int i = 0; i < RIGID_DEGREE; i++) d[i] = (i + 1) * c[i + 1];
  d[RIGID_DEGREE] = 0;
}

/*
 * The root in (0, 1] of a polynomial in z that is positive at 0 and not at 1.  Both the start and Newton's steps are for
 * the Bernstein form p = f / (1 + z)^degree as a function of s, which is far less curved: the start is the root of the
 * parabola with p's value and slope at s = 0 and its value at s = 1/2.
 */
static double rigid_plain_root(const double c[RIGID_DEGREE + 1], int degree, double at_one) {
  enum { MAX_STEPS = 12 };
  double derivative[RIGID_DEGREE + 1], low = 0, high = 1;
  double slope = c[1] - degree * c[0], middle = degree == 2 ? 0.25 * at_one : 0.015625 * at_one;
  double square = 4 * (middle - c[0]) - 2 * slope;
  double start = 2 * c[0] / (sqrt(bms_max(slope * slope - 4 * square * c[0], 0)) - slope), z = start / (1 - start);
  rigid_plain_derivative(c, derivative);
  if (!(z > 0 && z <= 1)) z = 0.5;
  for (int k = 0; k < MAX_STEPS; k++) {
    double value = rigid_plain_value(c, z), one = 1 + z;
    if (value > 0)
      low = z;
    else
      high = z;
    double step = value * one / (degree * value - rigid_plain_value(derivative, z) * one), next = z + step;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    step = fabs(next - z);
    z = next;
    if (step <= 0x1p-24 * z) break; /* the next one would be about 2^-48 */
  }
  return z;
}

/*
 * c has `degree` + 1 coefficients, the first positive, one change of sign and zeros behind up to c[6]: *before and
 * *behind are close to the root on either side, relatively, and c is certainly positive on [0, *before], up to the
 * rounding of its evaluation.  Returns false if the signs at both places drown in that.
 */
static bool rigid_enclose_root(const double c[RIGID_DEGREE + 1], int degree, double *before, double *behind) {
  /* How near the two are to the computed root, relatively: this, or where rounding drowns the signs so often times as
     much. */
  static const double MARGIN = 0x1p-44, WIDER = 0x1p7;
  enum { MAX_MARGINS = 4 };
  double at_one = c[0] + c[1] + c[2] + ((c[3] + c[4]) + (c[5] + c[6])), turned[RIGID_DEGREE + 1] = {0};
  double sign = 1;
  if (at_one > 0) {
    for (int i = 0; i <= degree; i++) turned[i] = -c[degree - i];
    c = turned;
    sign = -1;
  }
  double z = rigid_plain_root(c, degree, sign * at_one), margin = MARGIN, low = 0, high = 1;
  bool enclosed = false;
  for (int k = 0; k < MAX_MARGINS && !enclosed; k++) {
    low = z * (1 - margin);
    high = bms_min(z * (1 + margin), 1);
    double at_low = rigid_plain_value(c, low), at_high = rigid_plain_value(c, high);
    /* The certificate is the one on the side that comes first; a value of zero on the other does no harm. */
    enclosed = sign > 0 ? at_low > 0 && at_high <= 0 : at_low >= 0 && at_high < 0;
    margin *= WIDER;
  }
  double first = sign > 0 ? low / (1 + low) : 1 / (1 + high), last = sign > 0 ? high / (1 + high) : 1 / (1 + low);
  *before = first * (1 - 4 * BMS_ROUNDING);
  *behind = last * (1 + 4 * BMS_ROUNDING);
  return enclosed;
}

#endif /* BMS_RIGID_ROOT_H */
