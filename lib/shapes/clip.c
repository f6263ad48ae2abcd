/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first root of a polynomial by Bezier clipping (Sederberg, Nishita, "Curve intersection using Bezier clipping", CAD
 * 22, 1990) from the left, over windows [low, high] that shrink with the clips, so that a simple root is approached
 * quadratically, and grow again where a window is clear.  Each window is cut from the whole, so that errors do not add
 * up.
 */

#include "numeric/arithmetic.h"

#include "shapes/clip.h"

#include <math.h>

/* Where the lower edge of the convex hull of the n + 1 control points, the first of which is positive, crosses zero; 1
   if it does not. */
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

/* The control points over [low, high] of those over [0, 1] (de Casteljau, from either side). */
static void control_points(int n, const double *whole, double low, double high, double *part) {
  for (int i = 0; i <= n; i++) part[i] = whole[i];
  for (int k = n; k > 0; k--)
    for (int i = n; i > n - k; i--) part[i] = (1 - high) * part[i - 1] + high * part[i];
  double s = low / high;
  for (int k = n; k > 0; k--)
    for (int i = 0; i < k; i++) part[i] = (1 - s) * part[i] + s * part[i + 1];
}

double bms_positive_until(const bms_polynomial *p) {
  enum { MAX_CLIPS = 60 };
  static const double INWARDS = 1 - 0x1p-48, AHEAD = 4, NOTHING = 0x1p-48;
  int n = p->degree;
  if (bms_polynomial_sign(p) > 0) return 1;
  double whole[BMS_MAX_DEGREE + 1], part[BMS_MAX_DEGREE + 1], low = 0, high = 1;
  for (int i = 0; i <= n; i++) part[i] = whole[i] = p->c[i] / bms_binomial[n][i];
  for (int i = 0; i < MAX_CLIPS && part[0] > 0; i++) {
    double s = hull_crossing(n, part), next = low + s * INWARDS * (high - low);
    if (s >= 1) {
      if (high >= 1) return 1;
      next = high;
    } else if (!(next - low > NOTHING * low)) {
      break;
    }
    high = fmin(1, next + AHEAD * (next - low));
    low = next;
    control_points(n, whole, low, high, part);
  }
  return low;
}
