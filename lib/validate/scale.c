/* SPDX-License-Identifier: BSD-3-Clause */

/* Times count from 0 here: a motion of another origin is scaled as if it were one of origin 0. */

#include "numeric/arithmetic.h"

#include "validate/scale.h"

#include <math.h>

#include "motion/track.h"
#include "numeric/vector.h"
#include "validate/rules.h"

/* A bound of track.h is at most this many times the greatest sum of terms that it is made of. */
static const double MOST_SUMS = 16;

static bool is_bounded(double sum) {
  return bms_bound_in_range(sum) && bms_bound_in_range(MOST_SUMS * sum);
}

/* Returns the greatest sum of the magnitudes of a polynomial's terms at t, of `count` polynomials of `terms`
   coefficients. */
static double greatest_terms(const double *c, int count, int terms, double t) {
  double greatest = 0;
  for (int i = 0; i < count; i++) {
    double sum = 0;
    for (int k = terms - 1; k >= 0; k--) sum = fabs(c[i * terms + k]) + t * sum;
    greatest = bms_max(greatest, sum);
  }
  return greatest;
}

/* Returns the exponent of a magnitude. */
static int exponent_of(double magnitude) {
  int exponent;
  (void)frexp(magnitude, &exponent);
  return exponent;
}

/* Multiplies numbers by 2^power.  Returns false if the power is 0, or a number is rounded, or is or becomes out of
   range. */
static bool multiply(double *c, int count, int power) {
  bool exact = power != 0;
  for (int i = 0; i < count; i++) {
    double number = ldexp(c[i], power);
    exact = exact && fabs(c[i]) <= BMS_LARGEST_MAGNITUDE && fabs(number) <= BMS_LARGEST_MAGNITUDE &&
            ldexp(number, -power) == c[i];
    c[i] = number;
  }
  return exact;
}

static bool is_positive_number(double x) {
  return x > 0 && x < INFINITY;
}

static bool scale_rigid(bms_motion *motion, double t) {
  double *quaternion = &motion->rigid.quaternion[0][0], greatest = greatest_terms(quaternion, 4, 2, t);
  if (is_bounded(greatest * greatest) || !is_positive_number(greatest)) return false;
  return multiply(quaternion, 8, -exponent_of(greatest));
}

static bool scale_matrix(bms_motion *motion, double t) {
  double(*entry)[4][3] = motion->matrix.entry, column = 0, weight = greatest_terms(motion->matrix.weight, 1, 3, t);
  for (int r = 0; r < 3; r++) column = bms_max(column, greatest_terms(entry[r][0], 3, 3, t));
  if (is_bounded(column) && is_bounded(weight)) return false;
  if (!is_positive_number(column) || !is_positive_number(weight)) return false;
  int power = -(exponent_of(column) + exponent_of(weight)) / 2;
  return multiply(entry[0][0], 36, power) && multiply(motion->matrix.weight, 3, power);
}

bool bms_scale_motion(const bms_motion *motion, double t0, double t1, bms_motion *scaled) {
  double t = bms_max(fabs(t0), fabs(t1));
  *scaled = *motion;
  bool changed = (motion->form == BMS_MOTION_RIGID && scale_rigid(scaled, t)) ||
                 (motion->form == BMS_MOTION_MATRIX && scale_matrix(scaled, t));
  if (!changed) *scaled = *motion;
  return changed;
}

bool bms_scale_motions(const bms_query *query, bms_query *scaled) {
  bms_motion a, b;
  bool of_a = bms_scale_motion(&query->a.motion, query->t0, query->t1, &a),
       of_b = bms_scale_motion(&query->b.motion, query->t0, query->t1, &b);
  if (!of_a && !of_b) return false;
  *scaled = *query;
  scaled->a.motion = a;
  scaled->b.motion = b;
  return true;
}
