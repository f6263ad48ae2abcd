/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first root of a polynomial.
 *
 * Scaled Bernstein coefficients c_i are the coefficients of a polynomial in u = s / (1 - s), as p(s) = (1 - s)^n sum_i
 * c_i u^i; so value and slope come from Horner's rule.  Newton's iteration mostly finds the first root; the control
 * points of the part before it show if the polynomial is positive there.  If they do not, Bezier clipping (Sederberg,
 * Nishita, "Curve intersection using Bezier clipping", CAD 22, 1990) goes from the left, over windows [low, high] that
 * shrink with the clips, so that a simple root is approached quadratically, and grow again where a window is clear.
 * Each window is cut from the whole, so that errors do not add up.
 */

#include "numeric/arithmetic.h"

#include "shapes/clip.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/vector.h"

/* ------------------------------------------------------------------ clipping */

/* A crossing is off by some four roundings of itself. */
static const double CROSSING_ERROR = 0x1p-48;

/* The zero of the lower edge of the convex hull of the n + 1 control points, the first of which is positive; 1 if it
   does not. */
static double hull_crossing(int n, const double *b) {
  double crossing = 1;
  for (int j = 1; j <= n; j++) {
    if (b[j] > 0) continue;
    for (int i = 0; i < j; i++)
      if (b[i] > 0) {
        double x = (i + (j - i) * (b[i] / (b[i] - b[j]))) / n;
        crossing = x < crossing ? x : crossing;
      }
  }
  return crossing;
}

/* The control points over [0, high] of those over [0, 1] (de Casteljau). */
static void cut_left(int n, const double *whole, double high, double *part) {
  for (int i = 0; i <= n; i++) part[i] = whole[i];
  for (int k = n; k > 0; k--)
    for (int i = n; i > n - k; i--) part[i] = (1 - high) * part[i - 1] + high * part[i];
}

/* The control points over [low, high]. */
static void cut(int n, const double *whole, double low, double high, double *part) {
  double s = low / high;
  cut_left(n, whole, high, part);
  for (int k = n; k > 0; k--)
    for (int i = 0; i < k; i++) part[i] = (1 - s) * part[i] + s * part[i + 1];
}

static double clip(int n, const double *whole) {
  enum { MAX_CLIPS = 60 };
  static const double AHEAD = 4, NOTHING = 0x1p-48;
  double part[BMS_MAX_DEGREE + 1], low = 0, high = 1;
  for (int i = 0; i <= n; i++) part[i] = whole[i];
  for (int i = 0; i < MAX_CLIPS && part[0] > 0; i++) {
    double s = hull_crossing(n, part), next = low + s * (1 - CROSSING_ERROR) * (high - low);
    if (s >= 1) {
      if (high >= 1) return 1;
      next = high;
    } else if (!(next - low > NOTHING * low)) {
      break;
    }
    high = bms_min(1, next + AHEAD * (next - low));
    low = next;
    cut(n, whole, low, high, part);
  }
  return low;
}

/* ------------------------------------------------------------------ Newton's iteration */

/* Just before the first root, if it is found; else 0.  With q the polynomial in u, p / p' = q / ((1 + u) ((1 + u) q' -
   n q)). */
static double guess_root(const bms_polynomial *p) {
  enum { MOST_STEPS = 16 };
  static const double CLOSE = 0x1p-44, BEFORE = 1 - 0x1p-40;
  double s = 0;
  for (int k = 0; k < MOST_STEPS; k++) {
    double u = s / (1 - s), value = p->c[p->degree], slope = 0;
    for (int i = p->degree - 1; i >= 0; i--) {
      slope = slope * u + value;
      value = value * u + p->c[i];
    }
    double falling = p->degree * value - (1 + u) * slope, step = value / ((1 + u) * falling);
    s += step;
    if (!(s > 0 && s < 1)) return 0;
    if (fabs(step) <= CLOSE * s) return BEFORE * s;
  }
  return 0;
}

static bool all_positive(int n, const double *b) {
  int positive = 0;
  for (int i = 0; i <= n; i++) positive += b[i] > 0;
  return positive > n;
}

double bms_clip_positive_until(const bms_polynomial *p) {
  int n = p->degree;
  double whole[BMS_MAX_DEGREE + 1], part[BMS_MAX_DEGREE + 1];
  if (all_positive(n, p->c)) return 1;
  if (!(p->c[0] > 0)) return 0;
  double guess = guess_root(p);
  for (int i = 0; i <= n; i++) whole[i] = p->c[i] / bms_binomial[n][i];
  if (guess > 0 && guess < 1) {
    cut_left(n, whole, guess, part);
    if (all_positive(n, part)) return guess;
  }
  return clip(n, whole);
}
