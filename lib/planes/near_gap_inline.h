/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis over a stretch, by its values in double-double arithmetic at eight places or twelve.
 *
 * A box that slides on a floor, an ulp above it, has a gap of some ulps all the time: the coefficients of the plane in
 * doubles are nothing but rounding, its values in double-double arithmetic have half their digits right.  They
 * determine the polynomial (places.h), so these values, rounded to doubles, give coefficients that are good to hundreds
 * of roundings of the greatest value: of ulps, not of the boxes' size.  It is the same with quaternions that nearly
 * vanish and with intervals at t = 10^6, at which coefficients are much larger than their sums.
 *
 * Terms that certainly keep their sign over the stretch are summed up before they are rounded.  The others, mostly the
 * edges of the one box that lie in the face of the other, stay radii.
 *
 * Errors, with e of the values (gap_value.h), m the greatest absolute value of the sum and of each other term, summed,
 * and n the degree; of eight places, then of twelve:
 *
 *     values       2.2 e, 2.6 e between the places
 *     coefficients 321, 6182 roundings of m, 4 for the values as doubles and for the sums of coefficients
 *     times        a place is up to 6 u T / L off in s (walk.c).  A polynomial of degree 7 that is at most 2.2 (m + e)
 *                  has slopes of at most 98 times that (Markov; 242 for degree 11 and 2.6), and this between the places
 *                  another 2.2 times: 2847, 9816 (m + e) u T / L
 *     evaluation   4 n + 1 roundings of the greatest coefficient, 3 of the binomials and of sums
 *
 * Rejected: planes from control poses in double-double arithmetic, whose products cost three times these values.
 *
 * Functions of this header are for near_gap.c and near_gap_wide.c, which define FAST_NODES and the constants.
 */

#ifndef BMS_NEAR_GAP_INLINE_H
#define BMS_NEAR_GAP_INLINE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/places.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/gap_value.h"
#include "planes/near_gap.h"

enum { BATCHES = FAST_NODES / BMS_PRECISE_TIMES };

/* Holds what values are off by, and the part of the greatest value that a polynomial through them is off by besides. */
typedef struct near_errors {
  double value, part;
} near_errors;

/* Computes the terms at all places; returns what bounds the error of each.  |q|^2 is greatest at an end. */
static double sample(bms_precise_instants *at, const bms_stretch *stretch, int axis, bms_precise_gaps terms[BATCHES]) {
  double error = 0;
  for (int batch = 0; batch < BATCHES; batch++) {
    double t[BMS_PRECISE_TIMES];
    for (int k = 0; k < BMS_PRECISE_TIMES; k++) {
      double place = FAST_NODE[BMS_PRECISE_TIMES * batch + k];
      t[k] = bms_min(stretch->ta + place * (stretch->tb - stretch->ta), stretch->tb);
    }
    bms_precise_instants_at(at, t);
    bms_precise_gaps_along(at, axis, &terms[batch]);
    error = bms_max(error, bms_precise_gap_error(at, axis));
  }
  return error;
}

static void store(const lanes *four, int batch, fast_values *values) {
  memcpy(&values->place[BMS_PRECISE_TIMES * batch], four, sizeof *four);
}

/* Returns the polynomial through some values, with its error in *error. */
static bms_polynomial polynomial_through(const fast_values *values, const near_errors *errors, double *error) {
  bms_polynomial p = {.degree = FAST_DEGREE};
  fast_values c = fast_coefficients(values);
  double greatest = 0, largest = 0;
  for (int i = 0; i < FAST_NODES; i++) {
    p.c[i] = FAST_BINOMIAL[i] * c.place[i];
    greatest = bms_max(greatest, fabs(values->place[i]));
    largest = bms_max(largest, fabs(c.place[i]));
  }
  *error = LEBESGUE * errors->value + errors->part * (greatest + errors->value) +
           EVALUATION_ROUNDINGS * BMS_ROUNDING * largest;
  return p;
}

/* Returns 1 or -1 if a term certainly has that sign on all of the stretch, else 0. */
static int sign_of_term(const bms_polynomial *term, double error) {
  bool positive = true, negative = true;
  for (int i = 0; i <= term->degree; i++) {
    positive = positive && term->c[i] > error * bms_binomial[term->degree][i];
    negative = negative && term->c[i] < -error * bms_binomial[term->degree][i];
  }
  return positive - negative;
}

/* Returns the sign that radius k of the gap has on all of the stretch; if there is none adds it to the radii. */
static int settle_radius(const bms_gap *gap, int k, const bms_precise_gaps terms[BATCHES], const near_errors *errors,
                         bms_gap *near) {
  int half_edge = gap->half_edge[k], sign = sign_of_term(&gap->radius[k], gap->error);
  if (sign != 0) return sign;
  fast_values values;
  double error;
  for (int i = 0; i < BATCHES; i++) store(&terms[i].radius[half_edge].high, i, &values);
  bms_polynomial radius = polynomial_through(&values, errors, &error);
  sign = sign_of_term(&radius, error);
  if (sign != 0) return sign;
  near->half_edge[near->radii] = half_edge;
  near->radius[near->radii++] = radius;
  near->error += error;
  return 0;
}

static void near_gap_along(bms_precise_instants *at, const bms_stretch *stretch, const bms_gap *gap, int side,
                           bms_gap *near) {
  double latest = bms_max(fabs(stretch->ta), fabs(stretch->tb)), length = stretch->tb - stretch->ta, error;
  bms_precise_gaps terms[BATCHES];
  near_errors errors = {.value = sample(at, stretch, gap->axis, terms),
                        .part = BMS_ROUNDING * (COEFFICIENT_ROUNDINGS + TIME_ROUNDINGS * latest / length)};
  *near = (bms_gap){.axis = gap->axis};
  int sign[6] = {0};
  for (int k = 0; k < gap->radii; k++) sign[gap->half_edge[k]] = settle_radius(gap, k, terms, &errors, near);
  fast_values sum;
  for (int i = 0; i < BATCHES; i++) {
    double_lanes value;
    bms_precise_plane_values(&terms[i], side, sign, &value);
    store(&value.high, i, &sum);
  }
  near->distance = polynomial_through(&sum, &errors, &error);
  near->error += error;
}

#endif /* BMS_NEAR_GAP_INLINE_H */
