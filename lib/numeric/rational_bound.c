/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The greatest value of a rational function by splitting.
 *
 * f is a mean of its control values b_k = numerator[k] / weight[k] with positive weights, so it lies below the greatest
 * of them; at the ends it is b_0 and b_last.  If the greatest is an end, the bound is attained.  Otherwise f is split
 * (de Casteljau on both rows) where Newton's method sees a maximum: on either side f is then monotone nearby, and its
 * control values, which come quadratically close to f, are too.
 *
 * Proof of the bound.  Let u = 2^-53, W the greatest weight, w the least, S W the bound of the numerators.  A split
 * makes 4 steps of 3 roundings in each row, all of them means with positive weights, so it adds at most 12 u S W to the
 * error of a numerator and 12 u W to the error of a weight.  If all b_k <= m, then numerator <= m weight as computed,
 * and for the true rows
 *
 *     f <= m + (error of numerator + |m| error of weight) / w
 *
 * with one rounding more for the division that made b_k.
 */

#include "numeric/arithmetic.h"

#include "numeric/rational_bound.h"

#include <math.h>
#include <string.h>

#include "numeric/rounding.h"

/* The roundings that one split adds in each row; see above. */
static const double SPLIT_ROUNDINGS = 12;

/* Times the size: control values this little above an attained value are not worth a split. */
static const double TIGHT = 32 * BMS_ROUNDING;

/* Convergence is quadratic, so one to three splits are usual; these keep any input from taking longer.  The rest then
   is bounded by its control values, which is true if less tight. */
enum { MAX_DEPTH = 20, MAX_SPLITS = 64 };

/* From this depth on a piece is halved: Newton's method may see the same low maximum near an end again and again, while
   it is the other control values that have to come down. */
enum { HALVED_FROM = 4 };

/* Computes value, slope and curvature of a Bernstein form at s. */
static void derivatives(const double *c, int degree, double s, double d[3]) {
  double b[BMS_RATIONAL_DEGREE + 1];
  memcpy(b, c, sizeof b);
  for (int level = degree; level > 2; level--)
    for (int k = 0; k < level; k++) b[k] += s * (b[k + 1] - b[k]);
  double left = b[0] + s * (b[1] - b[0]), right = b[1] + s * (b[2] - b[1]);
  d[0] = left + s * (right - left);
  d[1] = degree * (right - left);
  d[2] = degree * (degree - 1) * ((b[2] - b[1]) - (b[1] - b[0]));
}

/* A place at which the curve seems to have a maximum, starting from s.  Only a place to split at: nothing depends on
   its being right. */
static double summit(const bms_rational *f, double s) {
  static const double MARGIN = 0x1p-20, STEP = 0x1p-26; /* of the piece; the next step would be STEP^2 */
  for (int k = 0; k < 8; k++) {
    double n[3], w[3];
    derivatives(f->numerator, f->degree, s, n);
    derivatives(f->weight, f->degree, s, w);
    double slope = n[1] * w[0] - n[0] * w[1], curvature = n[2] * w[0] - n[0] * w[2];
    if (!(curvature < 0)) break;
    double step = -slope / curvature;
    s += step;
    if (!(s > MARGIN && s < 1 - MARGIN)) return 0.5;
    if (fabs(step) < STEP) break;
  }
  return s;
}

static void split_row(const double *c, int degree, double s, double *left, double *right) {
  memcpy(right, c, (BMS_RATIONAL_DEGREE + 1) * sizeof *c);
  for (int level = degree; level > 0; level--) {
    left[degree - level] = right[0];
    for (int k = 0; k < level; k++) right[k] = (1 - s) * right[k] + s * right[k + 1];
  }
  left[degree] = right[0];
}

/* `depth` splits have made f of the function whose errors search states; `splits` counts all. */
static double upper_bound(const bms_rational *f, int depth, int *splits, bms_rational_search *search) {
  double value[BMS_RATIONAL_DEGREE + 1];
  int top = 0, last = f->degree;
  for (int k = 0; k <= last; k++) {
    value[k] = f->numerator[k] / f->weight[k];
    if (value[k] > value[top]) top = k;
  }
  search->best = fmax(search->best, fmax(value[0], value[last]));
  if (!(value[top] > search->best + TIGHT * search->size) || depth == MAX_DEPTH || *splits == MAX_SPLITS) {
    double numerator = (search->numerator + SPLIT_ROUNDINGS * depth) * search->size;
    double weight = (search->weight + 1 + SPLIT_ROUNDINGS * depth) * fabs(value[top]);
    return value[top] + BMS_ROUNDING * search->ratio * (numerator + weight);
  }
  ++*splits;
  double s = depth < HALVED_FROM ? summit(f, (double)top / last) : 0.5;
  bms_rational left = {.degree = last}, right = {.degree = last};
  split_row(f->numerator, last, s, left.numerator, right.numerator);
  split_row(f->weight, last, s, left.weight, right.weight);
  search->best = fmax(search->best, right.numerator[0] / right.weight[0]);
  double of_left = upper_bound(&left, depth + 1, splits, search);
  return fmax(of_left, upper_bound(&right, depth + 1, splits, search));
}

double bms_rational_upper_bound(const bms_rational *f, bms_rational_search *search) {
  int splits = 0;
  return upper_bound(f, 0, &splits, search);
}
