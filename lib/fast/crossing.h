/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where the plane of a fast walk crosses zero, enclosed in t.
 *
 * As in walk.c, by one value of the gap in compensated or double_double arithmetic and bounds of its slope.  What the
 * conversion from s to t may be off by is among what the slopes hold for.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_CROSSING_H
#define BMS_FAST_CROSSING_H

#include "fast/fast_result.h"
#include "fast/piece.h"
#include "fast/root.h"
#include "numeric/double_double.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Roundings of s in a place of a piece, s0 + x (s1 - s0): 2 1/2 of its own, and what the ends of the piece are off by.
   These are 3 at the beginning and 6 at the end, as a piece is taken from the rest of the interval.  Taking the part
   before x, of length x L, makes e at the end x e + 3 (1 - x) + 2 x L + 1/2; as x <= 31/32 (fast_lowest()) that is 36
   at most after 24 times. */
static const double FAST_PLACE_ROUNDINGS = 40;

/* Roundings of T in t = t0 + s (t1 - t0): two each for the difference and the product, which may be twice as large, one
   for the sum; and those of s. */
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
 * `distance` (in parts of the piece): the plane's zero is between these two, where the gap is at most 2.25 errors (it
 * exceeds the plane by up to 2 errors, and what evaluation rounds is less than 1/4), and slopes are at least half of
 * that at `before`.  So the root is less than 3/4 of `distance` behind `before`, and so are the places of evaluation:
 * the first is less than 1/4 away, as the slope that it goes by is at least half of the other, and the others are at
 * most 1/2 away from that.
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

#endif /* BMS_FAST_CROSSING_H */
