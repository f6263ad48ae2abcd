/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sines.  An angle is taken to h + tail, |h| <= 0.8, by the nearest multiple k of pi/2: k times the first 106 bits of
 * pi/2 is subtracted in twice the precision, k times the next 53 in doubles, so that what is left is off by less than
 * 2^-100 for k below 2^41.  There the polynomials of sine.h (fdlibm's) are off by at most 2^-58, and take the tail to
 * first order as fdlibm does.  Beyond, the remainder by the double that is nearest to 2 pi is taken first: that is
 * exact, and the double is off by a third of a rounding.
 *
 * Angles.  With a guess a of the angle of (x, y) = r (cos b, sin b), y cos a - x sin a = r sin(b - a), and sin e is e
 * up to e^3 / 6: from the 0.08 of the first guess that leaves 9e-5, then 2e-13, and then the roundings of the last
 * step.
 */

#include "numeric/arithmetic.h"

#include "numeric/elementary.h"

#include <math.h>

#include "numeric/double_double.h"
#include "numeric/sine.h"

static const double RIGHT_ANGLE = 0x1.921fb54442d18p+0, FULL_TURN = 0x1.921fb54442d18p+2;

/* These parts of pi/2 are beyond RIGHT_ANGLE. */
static const double SECOND_PART = 0x1.1a62633145c07p-54, THIRD_PART = -0x1.f1976b7ed8fbcp-110;

/* Returns the nearest whole number, for numbers below 2^51. */
static double nearest_whole(double x) {
  return x + 0x1.8p52 - 0x1.8p52;
}

/* Computes angle - k pi/2 for the nearest k, which it returns. */
static double reduce(double angle, bms_double_double *rest) {
  double k = nearest_whole(angle / RIGHT_ANGLE);
  bms_double_double first = bms_double_double_product(k, RIGHT_ANGLE);
  bms_double_double second = bms_double_double_product(k, SECOND_PART);
  *rest = bms_double_double_sum(angle - first.high, -first.low);
  *rest = bms_double_double_subtract(*rest, second);
  *rest = bms_double_double_ordered_sum(rest->high, rest->low - k * THIRD_PART);
  return k;
}

/* Returns c[0] + z (c[1] + ... z c[5]). */
static double polynomial(const double c[6], double z) {
  return c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * c[5]))));
}

void bms_sine_cosine(double angle, double *sine, double *cosine) {
  bms_double_double h;
  if (!(fabs(angle) < BMS_ELEMENTARY_GREATEST_ANGLE)) angle = fmod(angle, FULL_TURN);
  double k = reduce(angle, &h), z = h.high * h.high, half = 0.5 * z;
  double s = h.high + (h.high * z * polynomial(BMS_SINE_TERMS, z) + h.low * (1 - half));
  double w = 1 - half, c = w + (((1 - w) - half) + (z * z * polynomial(BMS_COSINE_TERMS, z) - h.high * h.low));
  double quarter = k - 4 * floor(0.25 * k);
  bool is_odd = quarter - 2 * floor(0.5 * quarter) > 0;
  double of_sine = is_odd ? c : s, of_cosine = is_odd ? s : c;
  *sine = quarter >= 2 ? -of_sine : of_sine;
  *cosine = quarter > 0 && quarter < 3 ? -of_cosine : of_cosine;
}

double bms_angle_of(double x, double y) {
  double length = sqrt(x * x + y * y), angle = RIGHT_ANGLE * (y / (x + y));
  for (int step = 0; step < 3; step++) {
    double sine, cosine;
    bms_sine_cosine(angle, &sine, &cosine);
    angle += (y * cosine - x * sine) / length;
  }
  return angle;
}

double bms_rough_cube_root(double x) {
  int exponent;
  double part = frexp(x, &exponent);
  if (!(x > 0 && x < HUGE_VAL)) return x;
  for (; exponent % 3 != 0; exponent++) part *= 0.5;
  double root = 0.4 + 0.6 * part; /* of a number in [1/8, 1), to a tenth */
  for (int step = 0; step < 3; step++) root -= (root - part / (root * root)) / 3;
  return ldexp(root, exponent / 3);
}
