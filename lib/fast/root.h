/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The root of a polynomial in scaled Bernstein form with one change of sign among its coefficients.
 *
 * In z = s / (1 - s) it is a plain polynomial with the same coefficients, times (1 - s)^n, n being the degree.
 * Descartes' rule gives it one positive root.
 *
 * A computed value > 0 at some z proves that the polynomial exceeds minus its rounding at all earlier places too: the
 * value is that of a polynomial whose coefficients are changed relatively, by 2 n roundings at most, so they keep their
 * signs; and with one change of sign the quotient of the positive terms by the negative ones falls all the way from 0
 * to 1.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_ROOT_H
#define BMS_ROOT_H

#include <math.h>
#include <stdbool.h>

#include "numeric/lanes.h"
#include "numeric/rounding.h"
#include "fast/piece.h"
#include "motion/relative.h"

/* c_0 + c_1 z + c_2 z^2 ..., in pairs: a short chain of operations that wait for each other. */
BMS_INLINE double fast_plain_value(const double c[FAST_NODES], double z) {
  double z2 = z * z, z4 = z2 * z2;
  double value = ((c[0] + c[1] * z) + z2 * (c[2] + c[3] * z)) + z4 * ((c[4] + c[5] * z) + z2 * (c[6] + c[7] * z));
#if FAST_NODES > 8
  value += (z4 * z4) * ((c[8] + c[9] * z) + z2 * (c[10] + c[11] * z));
#endif
  return value;
}

/* The first two derivatives of a polynomial. */
typedef struct fast_plain {
  double first[FAST_NODES], second[FAST_NODES];
} fast_plain;

BMS_INLINE void fast_plain_of(const double c[FAST_NODES], fast_plain *out) {
  BMS_UNROLL(FAST_DEGREE)
  for (int i = 0; i < FAST_DEGREE; i++) out->first[i] = (i + 1) * c[i + 1];
  BMS_UNROLL(FAST_DEGREE)
  for (int i = 0; i < FAST_DEGREE - 1; i++) out->second[i] = (i + 1) * (i + 2) * c[i + 2];
}

BMS_INLINE double fast_plain_first(const fast_plain *p, double z) {
  const double *a = p->first;
  double z2 = z * z, z4 = z2 * z2;
#if FAST_NODES == 8
  return ((a[0] + a[1] * z) + z2 * (a[2] + a[3] * z)) + z4 * ((a[4] + a[5] * z) + z2 * a[6]);
#else
  return ((a[0] + a[1] * z) + z2 * (a[2] + a[3] * z)) + z4 * ((a[4] + a[5] * z) + z2 * (a[6] + a[7] * z)) +
         (z4 * z4) * ((a[8] + a[9] * z) + z2 * a[10]);
#endif
}

/*
 * One step of Halley's method from z, for the Bernstein form p = f / (1 + z)^n as a function of s, which is far less
 * curved.  With s = z / (1 + z)
 *
 *     p = (1 - s)^n f,  p' = (1 - s)^(n - 1) g,  p'' = (1 - s)^(n - 2) h,
 *     g = (1 + z) f' - n f,  h = n (n - 1) f - 2 (n - 1) (1 + z) f' + (1 + z)^2 f'',
 *
 * and s moves by (1 - s) d, d = -2 f g / (2 g^2 - f h), which takes z to (z + d) / (1 - d).
 */
typedef struct fast_derivatives {
  double g, h;
} fast_derivatives;

BMS_INLINE fast_derivatives fast_derivatives_at(const fast_plain *p, double value, double z) {
  const double *b = p->second;
  double z2 = z * z, z4 = z2 * z2, one = 1 + z, first = one * fast_plain_first(p, z);
  double second = ((b[0] + b[1] * z) + z2 * (b[2] + b[3] * z)) + z4 * (b[4] + b[5] * z);
#if FAST_NODES > 8
  second += z4 * (z2 * (b[6] + b[7] * z) + z4 * (b[8] + b[9] * z));
#endif
  second *= one * one;
  return (fast_derivatives){first - FAST_DEGREE * value,
                            (FAST_DEGREE * (FAST_DEGREE - 1)) * value - (2 * (FAST_DEGREE - 1)) * first + second};
}

BMS_INLINE double fast_halley(fast_derivatives derivatives, double value, double z) {
  double over = 2 * (value * derivatives.g), under = 2 * (derivatives.g * derivatives.g) - value * derivatives.h;
  return (z * under - over) / (under + over);
}

/* Minus the slope p' at z, where 1 - s = 1 / (1 + z). */
BMS_INLINE double fast_descent_rate(fast_derivatives derivatives, double z) {
  double square = (1 + z) * (1 + z), power = square * square * square;
#if FAST_NODES > 8
  power *= square * square;
#endif
  return -derivatives.g / power;
}

/* Between two places in z, as a mean in s. */
static double fast_middle_place(double low, double high) {
  double s = 0.5 * (low / (1 + low) + (isinf(high) ? 1 : high / (1 + high)));
  return s / (1 - s);
}

/* The positive root of a polynomial in z with one change of sign, from a place z near it, and minus its slope in s
   there. */
static double fast_plain_root(const double c[FAST_NODES], double z, double *descent_rate) {
  enum { MAX_STEPS = 12 };
  fast_plain p;
  double low = 0, high = INFINITY;
  fast_plain_of(c, &p);
  if (!(z > 0 && z < high)) z = 1;
  for (int k = 0; k < MAX_STEPS; k++) {
    double value = fast_plain_value(c, z);
    fast_derivatives derivatives = fast_derivatives_at(&p, value, z);
    double next = fast_halley(derivatives, value, z);
    *descent_rate = fast_descent_rate(derivatives, z);
    if (value > 0)
      low = z;
    else
      high = z;
    bool close = fabs(next - z) <= 0x1p-16 * z; /* the next one would be about 2^-48 */
    if (!(next >= low && next <= high)) next = close ? z : fast_middle_place(low, high);
    z = next;
    if (close) break;
  }
  return z;
}

/* About the root in s of a polynomial with one change of sign: one of Halley's steps from where its control polygon has
   it.  Bit k of `positive`: coefficient k is. */
static double fast_root_near(const double c[FAST_NODES], unsigned positive) {
  fast_plain p;
  int i = bms_lowest_bit(~positive);
  double b0 = c[i - 1] * FAST_INVERSE[i - 1], b1 = c[i] * FAST_INVERSE[i];
  double x = (i - 1 + b0 / (b0 - b1)) * (1. / FAST_DEGREE), z = x / (1 - x);
  fast_plain_of(c, &p);
  double value = fast_plain_value(c, z), next = fast_halley(fast_derivatives_at(&p, value, z), value, z);
  return next > 0 ? next / (1 + next) : x;
}

/* A root's places in s on either side, close to it, and minus the slope near it. */
typedef struct fast_root {
  double before, behind, descent_rate;
} fast_root;

/*
 * The first coefficient is positive, and there is one change of sign, next to z: c is certainly positive on [0,
 * before], up to the rounding of its evaluation.  Returns false if the signs at both places drown in that.
 */
static bool fast_enclose_place(const double c[FAST_NODES], double z, fast_root *root) {
  /* How near the two are to the computed root, relatively: this, or where rounding drowns the signs so often times as
     much. */
  static const double MARGIN = 0x1p-44, WIDER = 0x1p7;
  enum { MAX_MARGINS = 4 };
  double margin = MARGIN;
  for (int k = 0; k < MAX_MARGINS; k++) {
    double low = z * (1 - margin), high = z * (1 + margin);
    root->before = low / (1 + low) * (1 - 4 * BMS_ROUNDING);
    root->behind = high / (1 + high) * (1 + 4 * BMS_ROUNDING);
    /* The certificate is the one before it; a value of zero behind does no harm. */
    if (fast_plain_value(c, low) > 0 && fast_plain_value(c, high) <= 0) return true;
    margin *= WIDER;
  }
  return false;
}

/* Does as the function above with a root that is only about at `near`. */
static bool fast_enclose_root(const double c[FAST_NODES], double near, fast_root *root) {
  return fast_enclose_place(c, fast_plain_root(c, near / (1 - near), &root->descent_rate), root);
}

/* Does as the function above with a root that is known to the last digits. */
BMS_INLINE bool fast_enclose_known(const double c[FAST_NODES], double known, fast_root *root) {
  double z = known / (1 - known);
  fast_plain p;
  fast_plain_of(c, &p);
  root->descent_rate = fast_descent_rate(fast_derivatives_at(&p, fast_plain_value(c, z), z), z);
  return z > 0 && isfinite(z) && fast_enclose_place(c, z, root);
}

/* A place about where the plane is lowest for the first time: two of Newton's steps for the slope, from the first
   Bernstein coefficient that is not positive and less than the next; see fast_halley() for g and h.  Only a place to
   split at: nothing depends on its being right. */
static double fast_lowest(const fast_plane *plane) {
  static const double MARGIN = 1. / 32;
  const double *c = plane->c.place;
  int lowest = 1;
  fast_plain p;
  while (lowest < FAST_DEGREE - 1 &&
         (c[lowest] > 0 || c[lowest + 1] * FAST_INVERSE[lowest + 1] < c[lowest] * FAST_INVERSE[lowest]))
    lowest++;
  double x = lowest * (1. / FAST_DEGREE), z = x / (1 - x);
  fast_plain_of(c, &p);
  for (int k = 0; k < 2; k++) {
    fast_derivatives derivatives = fast_derivatives_at(&p, fast_plain_value(c, z), z);
    if (!(derivatives.h > 0)) break;
    z = (z * derivatives.h - derivatives.g) / (derivatives.h + derivatives.g);
    if (!(z > 0)) return 0.5;
  }
  x = z / (1 + z);
  return x > MARGIN && x < 1 - MARGIN ? x : 0.5;
}

#endif /* BMS_ROOT_H */
