/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The root of a polynomial in scaled Bernstein form with one change of sign among its coefficients.
 *
 * In z = s / (1 - s) it is a plain polynomial with the same coefficients, times (1 - s)^n, n being the degree.
 * Descartes' rule gives it one positive root.
 *
 * A computed value > 0 at some z proves that the polynomial exceeds minus its rounding at all earlier places too: the
 * value is the value of a polynomial whose coefficients are changed relatively, by 2 n roundings at most, so they keep
 * their signs; and with one change of sign the quotient of the positive terms by the negative ones falls all the way
 * from 0 to 1.
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
#include "fast/fast_result.h"
#include "numeric/double_double.h"
#include "numeric/vector.h"

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
BMS_NOINLINE double fast_plain_root(const double c[FAST_NODES], double z, double *descent_rate) {
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

/* ------------------------------------------------------------------ the root in t */

/*
 * The zero of the plane of a fast walk, enclosed in t.
 *
 * As in walk.c, by one value of the gap in compensated or double_double arithmetic and bounds of its slope.  The error
 * that the conversion from s to t may be off by is among what the slopes hold for.
 */

/* Roundings of s in a place of a piece, s0 + x (s1 - s0): 2 1/2 of its own, and what the ends of the piece are off by.
   These are 3 at the beginning and 6 at the end, as a piece is taken from the rest of the interval.  Taking the part
   before x, of length x L, makes e at the end x e + 3 (1 - x) + 2 x L + 1/2; as x <= 31/32 (fast_lowest()) that is 36
   at most after 24 times. */
static const double FAST_PLACE_ROUNDINGS = 40;

/* Roundings of T in t = t0 + s (t1 - t0): two each for the difference and the product, which may be twice as large, one
   for the sum; and the ones of s. */
static const double FAST_TIME_ROUNDINGS = 96;

/* The widest enclosure that the walk is content with, in roundings of T. */
static const double FAST_NARROW_ROUNDINGS = 2;

/* Values of the gap that are taken to enclose a contact. */
enum { FAST_CORRECTIONS = 2 };

/* How wide the part of a piece may be that the root is in. */
static const double FAST_WIDEST_PART = FAST_NODES == 8 ? 1. / 32 : 1. / 64;

/* The interval that is walked: s in [0, 1]. */
typedef struct fast_interval {
  double t0, t1;
} fast_interval;

typedef struct fast_crossing {
  double t, start, reach;    /* where to take a value of the gap: at first at start, and never farther away */
  double flattest, steepest; /* minus the slopes of the gap near there, in t */
  double distance;           /* the root is so near to both, in parts of the piece */
} fast_crossing;

/* Minus the slope of the plane before its root, and the largest |second derivative|: n (n - 1) times the second
   differences of the Bernstein coefficients. */
static double fast_slope_and_curvature(const fast_plane *plane, const fast_root *root, double *curvature) {
  enum { n = FAST_DEGREE };
  const double *c = plane->c.place;
  double b[FAST_NODES], largest = 0, z = root->before / (1 - root->before);
  fast_plain p;
  fast_bernstein(plane, b);
  BMS_UNROLL(FAST_DEGREE)
  for (int i = 0; i < n; i++) b[i] = b[i + 1] - b[i];
  BMS_UNROLL(FAST_DEGREE)
  for (int i = 0; i + 1 < n; i++) largest = bms_max(largest, fabs(b[i + 1] - b[i]));
  fast_plain_of(c, &p);
  *curvature = n * (n - 1) * largest * (1 + 0x1p-40);
  return fast_descent_rate(fast_derivatives_at(&p, fast_plain_value(c, z), z), z);
}

static double fast_time_at(fast_interval of, double s) {
  return bms_min(of.t0 + s * (of.t1 - of.t0), of.t1);
}

/* About when the gap reaches zero. */
static double fast_contact_near(fast_interval of, const fast_plane *plane, const fast_root *root) {
  double x = bms_min(root->before + plane->error / root->descent_rate, root->behind + FAST_WIDEST_PART);
  return fast_time_at(of, plane->s0 + x * (plane->s1 - plane->s0));
}

/*
 * The contact between `before` and `behind` of the piece, in t; see walk.c.
 *
 * `distance` (in parts of the piece): the plane's zero is between these two, at which the gap is at most 2.25 errors
 * (it exceeds the plane by up to 2 errors, and what evaluation rounds is less than 1/4), and slopes are at least half
 * of that at `before`.  So the root is less than 3/4 of `distance` behind `before`, and so are the places of
 * evaluation: the first is less than 1/4 away, as the slope that it goes by is at least half of the other, and the
 * others are at most 1/2 away from that.
 *
 * `uncertainty` of the slope: curvature is bounded on the piece.  A place before it, by 3/4 W at most (W is
 * FAST_WIDEST_PART), knows (1 + 1.5 W)^(n - 2) < 4/3 times as much (the sum of the absolute Bernstein polynomials of
 * degree n - 2), which the other fourth is for.  An error polynomial of degree n that is at most e on the piece has
 * slopes of at most 2 n^2 e there (Markov), and before it at most T_n'(1 + 1.5 W) / T_n'(1) < 2.3 times as much; 8
 * n^2 e is nearly twice that, ample for the roundings of slope and curvature.
 */
static bool fast_crossing_of(const fast_plane *plane, const fast_root *root, fast_interval of, double tolerance,
                             fast_crossing *out) {
  double length = plane->s1 - plane->s0, duration = of.t1 - of.t0, per_t = 1 / (length * duration);
  double curvature, slope = fast_slope_and_curvature(plane, root, &curvature), error = plane->error;
  double before = root->before, behind = root->behind;
  double distance = 8 * error / slope + 4 * tolerance * per_t + 2 * (behind - before);
  double uncertainty =
      distance * curvature + 8 * FAST_DEGREE * FAST_DEGREE * error +
      (1e-9 + 4 * FAST_PLACE_ROUNDINGS * BMS_ROUNDING / length) * slope; /* what length may be off by */
  if (!(slope > 0 && uncertainty < 0.5 * slope && root->descent_rate > 0.5 * slope)) return false;
  if (distance > FAST_WIDEST_PART) return false;
  if (plane->s1 < 1 && before + distance > 1) return false; /* nothing is known of slopes behind the piece */
  out->flattest = (slope - uncertainty) * per_t;
  out->steepest = (slope + uncertainty) * per_t;
  out->t = out->start = fast_contact_near(of, plane, root);
  out->reach = 0.5 * distance / per_t;
  out->distance = distance;
  return true;
}

/* Encloses the root by the value of the gap at crossing->t, which is off by `doubt` at most; or finds a better t.
   Times are off by roundings of `max_abs_time`. */
static bool fast_crossing_narrow(fast_crossing *crossing, fast_interval of, double value, double doubt,
                                 double max_abs_time, fast_result *result) {
  double t = crossing->t, start = crossing->start, reach = crossing->reach;
  double flattest = crossing->flattest, steepest = crossing->steepest, least = value - doubt, most = value + doubt;
  double from = least / (least > 0 ? steepest : flattest), to = most / (most > 0 ? flattest : steepest);
  double later = bms_double_double_rounded_sum(t, to, INFINITY),
         earlier = bms_double_double_rounded_sum(t, from, -INFINITY);
  if (earlier > of.t0 && earlier >= start - reach && later <= start + reach && later <= of.t1 &&
      later - earlier <= FAST_NARROW_ROUNDINGS * BMS_ROUNDING * max_abs_time && t + from == t + to) {
    result->t_lower = earlier;
    result->t_upper = later;
    result->t = t + from;
    return true;
  }
  crossing->t = bms_min(t + 0.5 * (from + to), of.t1);
  return false;
}

#endif /* BMS_ROOT_H */
