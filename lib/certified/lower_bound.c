/* SPDX-License-Identifier: BSD-3-Clause */

/* Lower bounds of a gap over a stretch: the places at which they become negative, and are lowest. */

#include "numeric/arithmetic.h"

#include "certified/lower_bound.h"

#include <math.h>
#include <stdbool.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Returns a lower bound of the gap that holds on the whole stretch, rounding included; *exact is set if it is the gap
   itself less the error. */
bms_polynomial bms_lower_bound_of(const bms_gap *gap, int side, bool *exact) {
  bms_polynomial bound = {.degree = gap->distance.degree};
  for (int i = 0; i <= bound.degree; i++)
    bound.c[i] = side * gap->distance.c[i] - (1 + BMS_EVALUATION_ERROR) * gap->error * bms_binomial[bound.degree][i];
  *exact = true;
  for (int k = 0; k < gap->radii; k++) {
    bool positive = false, negative = false;
    double greatest = 0;
    for (int i = 0; i <= bound.degree; i++) {
      double c = gap->radius[k].c[i];
      positive = positive || c > 0;
      negative = negative || c < 0;
      greatest = bms_max(greatest, fabs(c));
      bound.c[i] -= fabs(c);
    }
    /* A radius that is nothing but rounding counts with the error. */
    *exact = *exact && (!(positive && negative) || greatest <= 0.25 * gap->error);
  }
  return bound;
}

/*
 * The largest s found with p(s) > 0, for p with p(0) > 0 >= p(1) and one root in (0, 1); within 2^-50 of the root,
 * relatively.  Regula falsi (Illinois), bisection if that dawdles.  Trial points keep a margin from both ends, so that
 * the bracket closes from both.
 *
 * A computed value > 0 at s proves that p exceeds minus its rounding at all earlier places too: the value is the value
 * of a polynomial whose coefficients are changed relatively, by 4 n + 1 roundings at most, so they keep their signs;
 * and with one change of sign the quotient of the positive terms by the negative ones falls all the way from 0 to 1.
 */
double bms_positive_until_root(const bms_polynomial *p) {
  double low = 0, high = 1, at_low = p->c[0], at_high = p->c[p->degree];
  int side = 0;
  for (int i = 0; i < 80; i++) {
    double margin = 0x1p-52 * high, width = high - low;
    if (width <= 2 * margin) break;
    double s = i < 20 ? low + width * (at_low / (at_low - at_high)) : low + 0.5 * width;
    s = bms_min(bms_max(s, low + margin), high - margin);
    double value = bms_polynomial_value(p, s);
    if (value > 0) {
      low = s;
      at_low = value;
      if (side == 1) at_high *= 0.5;
      side = 1;
    } else {
      high = s;
      at_high = value;
      if (side == -1) at_low *= 0.5;
      side = -1;
    }
  }
  return low;
}

/* Returns the largest |p''| on [0, 1]: n (n - 1) times the second differences of the Bernstein coefficients. */
double bms_curvature_bound(const bms_polynomial *p) {
  int n = p->degree;
  double largest = 0;
  for (int i = 0; i + 2 <= n; i++) {
    double b0 = p->c[i] / bms_binomial[n][i], b1 = p->c[i + 1] / bms_binomial[n][i + 1];
    double b2 = p->c[i + 2] / bms_binomial[n][i + 2];
    largest = bms_max(largest, fabs(b2 - 2 * b1 + b0));
  }
  return n * (n - 1) * largest;
}

/* Returns true if a lower bound of the gap is nowhere certainly negative, and nowhere certainly positive: it may be a
   gap that stays as small as rounding. */
bool bms_is_near_zero(const bms_gap *gap, const bms_polynomial *bound) {
  bool near = true;
  for (int i = 0; i <= bound->degree; i++)
    near = near && fabs(bound->c[i]) <= 4 * gap->error * bms_binomial[bound->degree][i];
  return near;
}

/* Returns where a polynomial is lowest, by its derivative, to some digits, if that is between two places: by Newton's
   iteration, and halving where that leaves them. */
static double lowest_between(const bms_polynomial *derivative, double low, double high) {
  enum { STEPS = 8 };
  static const double ENOUGH = 0x1p-30;
  const bms_polynomial second = bms_polynomial_derivative(derivative);
  double place = 0.5 * (low + high);
  for (int i = 0; i < STEPS; i++) {
    double value = bms_polynomial_value(derivative, place), way = value / bms_polynomial_value(&second, place);
    if (fabs(way) < ENOUGH) break;
    *(value < 0 ? &low : &high) = place;
    bool within = place - way > low && place - way < high;
    place = within ? place - way : 0.5 * (low + high);
  }
  return place;
}

/* Returns the place in (0, 1) where the polynomial is lowest, to some digits. */
static double lowest_place(const bms_polynomial *p, const bms_polynomial *derivative) {
  enum { PLACES = 8 };
  int lowest = 1;
  double least = INFINITY;
  for (int i = 1; i < PLACES; i++) {
    double value = bms_polynomial_value(p, (double)i / PLACES);
    if (value < least) lowest = i;
    least = bms_min(least, value);
  }
  return lowest_between(derivative, (lowest - 1.0) / PLACES, (lowest + 1.0) / PLACES);
}

/* A part of a polynomial is off by this number of roundings of the greatest Bernstein coefficient, for each degree: 5
   in a step of de Casteljau's algorithm, 2 for binomials and the margin, and 2 where the place of a root is rounded. */
static const double PART_ROUNDINGS = 9;

/* Takes what they are off by from the coefficients of a part. */
static void lower(bms_polynomial *part, double greatest) {
  double error = PART_ROUNDINGS * part->degree * BMS_ROUNDING * greatest;
  for (int i = 0; i <= part->degree; i++) part->c[i] -= error * bms_binomial[part->degree][i];
}

/* Returns true if a bound is positive on this part of the stretch. */
static bool is_positive_until(const bms_polynomial *bound, double place) {
  bms_polynomial left, right;
  bms_polynomial_split(bound, place, &left, &right);
  lower(&left, bms_polynomial_bound(bound));
  return bms_polynomial_sign(&left) > 0;
}

/* Checks both parts of a bound, which is not just rounding below zero at the place; it is more than that if it
   `falls`. */
static void look_at_parts(const bms_polynomial *bound, double place, bool falls, bms_graze *graze) {
  bms_polynomial left, right;
  bms_polynomial_split(bound, place, &left, &right);
  double greatest = bms_polynomial_bound(bound);
  lower(&left, greatest);
  lower(&right, greatest);
  graze->clear = bms_polynomial_sign(&left) > 0 && bms_polynomial_sign(&right) > 0;
  bool one_root = falls && left.c[0] > 0 && bms_sign_changes(left.c, left.degree) == 1;
  graze->until = one_root ? place * bms_positive_until_root(&left) : 0;
}

void bms_look_at_graze(const bms_polynomial *bound, double error, bms_graze *graze) {
  static const double HALF = 0.5, NEAR = 16, HIGH = 256, LEAST = 0.05, MOST = 0.9;
  bms_polynomial derivative = bms_polynomial_derivative(bound);
  double place = lowest_place(bound, &derivative), value = bms_polynomial_value(bound, place);
  double bend = bms_polynomial_slope(&derivative, place), around = sqrt(HIGH * error / bend);
  *graze = (bms_graze){.part = HALF};
  if (value > 0 || value < -NEAR * error) look_at_parts(bound, place, value < -NEAR * error, graze);
  if (!(bend > 0)) return;
  if (fabs(value) > NEAR * error) {
    if (place > LEAST && place < MOST) graze->part = place;
  } else if (place - around > 0.125 * place) {
    graze->part = place - around;
    graze->beyond = bms_min(place + around, 1) - graze->part;
    graze->clear_part = is_positive_until(bound, graze->part);
  } else {
    graze->part = bms_min(place + around, 1);
    graze->across = place + around > 0.25;
  }
}
