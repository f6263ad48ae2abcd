/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis over a stretch, by its values in double-double arithmetic at eight places.
 *
 * A box that slides on a floor, an ulp above it, has a gap of some ulps all the time: the coefficients of the plane
 * in doubles are nothing but rounding, its values in double-double arithmetic have half their digits right.  They
 * determine the polynomial (places.h), so these values, rounded to doubles, give coefficients that are good to
 * hundreds of roundings of the greatest value: of ulps, not of the boxes' size.
 *
 * Terms that certainly keep their sign over the stretch are summed up before they are rounded.  The others, mostly the
 * edges of the one box that lie in the face of the other, count with the absolute values of their coefficients.
 *
 * Errors, with e of the values (gap_value.h), m the greatest absolute value of the sum and of each other term, summed:
 *
 *     values       2.2 e between the places
 *     coefficients 321 roundings of m, 4 for the values as doubles and for the sums of coefficients
 *     times        a place is up to 6 u T / L off in s (walk.c).  A polynomial of degree 7 that is at most 2.2 (m + e)
 *                  has slopes of at most 98 times that (Markov), and this between the places another 2.2 times:
 *                  2847 (m + e) u T / L
 *
 * Rejected: planes from control poses in double-double arithmetic, whose products cost three times these values.
 */

#include "numeric/arithmetic.h"

#include "planes/near_gap.h"

#include <math.h>

#include "numeric/places.h"
#include "numeric/vector.h"
#include "planes/gap_value.h"

static const double LEBESGUE = 2.2, COEFFICIENT_ROUNDINGS = 336, TIME_ROUNDINGS = 4096;

/* No stretch is looked at that is a smaller part of T: times would be nothing but rounding. */
static const double SHORTEST = 0x1p-20;

/* The gap as the sum of the terms whose signs are certain, and the others. */
typedef struct near_gap {
  fast_values sum, other[6];
  int others;
} near_gap;

/* Returns 1 or -1 if a term certainly has that sign on all of the stretch, else 0. */
static int sign_of_term(const bms_polynomial *term, double error) {
  bool positive = true, negative = true;
  for (int i = 0; i <= term->degree; i++) {
    positive = positive && term->c[i] > error * bms_binomial[term->degree][i];
    negative = negative && term->c[i] < -error * bms_binomial[term->degree][i];
  }
  return positive - negative;
}

static bms_double_double with_sign(bms_double_double x, int sign) {
  return sign < 0 ? bms_double_double_negate(x) : x;
}

/* Computes the terms at all places. */
static void sample(const bms_stretch *stretch, const bms_gap *gap, int side, const int *sign, near_gap *out) {
  bms_precise_instant at;
  bms_precise_instant_at(stretch->relative, stretch->ta, &at);
  for (int place = 0; place < FAST_NODES; place++) {
    double t = bms_min(stretch->ta + FAST_NODE[place] * (stretch->tb - stretch->ta), stretch->tb);
    bms_precise_gap terms;
    if (place > 0) bms_precise_instant_next(t, &at);
    bms_precise_gap_along(&at, gap->axis, &terms);
    bms_double_double sum = with_sign(terms.distance, side);
    out->others = 0;
    for (int k = 0; k < gap->radii; k++) {
      bms_double_double radius = terms.radius[gap->half_edge[k]];
      if (sign[k] != 0)
        sum = bms_double_double_subtract(sum, with_sign(radius, sign[k]));
      else
        out->other[out->others++].place[place] = radius.high;
    }
    out->sum.place[place] = sum.high;
  }
}

static double greatest_value(const fast_values *values) {
  double greatest = 0;
  for (int i = 0; i < FAST_NODES; i++) greatest = bms_max(greatest, fabs(values->place[i]));
  return greatest;
}

/* The least Bernstein coefficient of a lower bound of the gap. */
static double least_coefficient(const near_gap *near) {
  fast_values bound = fast_coefficients(&near->sum);
  double least = INFINITY;
  for (int k = 0; k < near->others; k++) {
    fast_values term = fast_coefficients(&near->other[k]);
    for (int i = 0; i < FAST_NODES; i++) bound.place[i] -= fabs(term.place[i]);
  }
  for (int i = 0; i < FAST_NODES; i++) least = bms_min(least, bound.place[i]);
  return least;
}

bool bms_near_gap_stays_positive(const bms_stretch *stretch, const bms_gap *gap, int side) {
  double latest = bms_max(fabs(stretch->ta), fabs(stretch->tb)), length = stretch->tb - stretch->ta;
  int sign[6];
  near_gap near;
  if (gap->distance.degree > FAST_DEGREE || !(length > SHORTEST * latest)) return false;
  for (int k = 0; k < gap->radii; k++) sign[k] = sign_of_term(&gap->radius[k], gap->error);
  sample(stretch, gap, side, sign, &near);
  double error = BMS_TWOFOLD_ERROR * gap->error, greatest = greatest_value(&near.sum);
  for (int k = 0; k < near.others; k++) greatest += greatest_value(&near.other[k]);
  double doubt = LEBESGUE * error + BMS_ROUNDING * (COEFFICIENT_ROUNDINGS * greatest +
                                                    TIME_ROUNDINGS * latest / length * (greatest + error));
  return least_coefficient(&near) > doubt;
}
