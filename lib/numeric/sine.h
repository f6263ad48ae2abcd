/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sines and cosines of four angles at once, with the same bits on every machine: libm's differ from one to the next.
 *
 * Half the angle is taken to h in [-pi/4, pi/4] by a whole multiple k of pi/2, which is subtracted in three parts of 33
 * bits (Cody and Waite), the first without rounding.  There the polynomials of fdlibm (Sun Microsystems, 1993) are off
 * by at most 2^-58; with s and c of h, sin = 2 s c and cos = 1 - 2 s^2, both negated where k is odd.
 *
 * Errors, in u = 2^-53.  h has two roundings of numbers below 1: 1.6 u.  s and c have 1 u of their own and 1.6 u of h,
 * so less than 2.7 u.  2 s c is then off by 2 (2.7 + 2.7 / sqrt(2)) + 1 < 11 u, and 1 - 2 s^2 by 4 2.7 / sqrt(2) + 3 <
 * 11 u.
 */

#ifndef BMS_SINE_H
#define BMS_SINE_H

#include "numeric/lanes.h"

/* Roundings that a sine or a cosine is off by, and the greatest angle that this holds for: k has 20 bits. */
#define BMS_SINE_ROUNDINGS 11
#define BMS_SINE_GREATEST 0x1p20

/* The polynomials: sin h = h + h z (...), cos h = 1 - z / 2 + z^2 (...), z = h^2. */
static const double BMS_SINE_TERMS[6] = {-0x1.5555555555549p-3, 0x1.111111110f8a6p-7,   -0x1.a01a019c161d5p-13,
                                         0x1.71de357b1fe7dp-19, -0x1.ae5e68a2b9cebp-26, 0x1.5d93a5acfd57cp-33};
static const double BMS_COSINE_TERMS[6] = {0x1.555555555554cp-5,   -0x1.6c16c16c15177p-10, 0x1.a01a019cb1590p-16,
                                           -0x1.27e4f809c52adp-22, 0x1.1ee9ebdb4b1c4p-29,  -0x1.8fae9be8838d4p-37};

/* Returns the nearest whole number, for numbers below 2^51: only whole ones are left above 2^52. */
BMS_INLINE lanes lanes_nearest(lanes x) {
  lanes whole = lanes_all(0x1.8p52);
  return lanes_sub(lanes_add(x, whole), whole);
}

/* Returns c[0] + z (c[1] + ... z c[5]). */
BMS_INLINE lanes sine_polynomial(const double c[6], lanes z) {
  lanes sum = lanes_all(c[5]);
  for (int k = 4; k >= 0; k--) sum = lanes_add(lanes_all(c[k]), lanes_mul(sum, z));
  return sum;
}

BMS_INLINE void lanes_sine_cosine(lanes angle, lanes *sine, lanes *cosine) {
  lanes half = lanes_scale(angle, 0.5), k = lanes_nearest(lanes_scale(half, 0x1.45f306dc9c883p-1));
  lanes h = lanes_sub(half, lanes_scale(k, 0x1.921fb544p+0));
  h = lanes_sub(h, lanes_scale(k, 0x1.0b4611a6p-34));
  h = lanes_sub(h, lanes_scale(k, 0x1.3198a2ep-69));
  lanes odd = lanes_sub(k, lanes_scale(lanes_nearest(lanes_scale(k, 0.5)), 2));
  lanes sign = lanes_sub(lanes_all(1), lanes_scale(lanes_mul(odd, odd), 2)), z = lanes_mul(h, h);
  lanes s = lanes_add(h, lanes_mul(lanes_mul(h, z), sine_polynomial(BMS_SINE_TERMS, z)));
  lanes rest = lanes_sub(lanes_scale(z, 0.5), lanes_mul(lanes_mul(z, z), sine_polynomial(BMS_COSINE_TERMS, z)));
  lanes c = lanes_sub(lanes_all(1), rest);
  *sine = lanes_mul(sign, lanes_scale(lanes_mul(s, c), 2));
  *cosine = lanes_mul(sign, lanes_sub(lanes_all(1), lanes_scale(lanes_mul(s, s), 2)));
}

#endif /* BMS_SINE_H */
