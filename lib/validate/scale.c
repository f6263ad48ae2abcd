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

/* Multiplies numbers by 2^power.  Returns false if a number is rounded, or is or becomes out of range. */
static bool multiply(double *c, int count, int power) {
  bool exact = true;
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

/* Returns the power of two that a motion wants to be multiplied by, 0 if doubles can bound it or no power helps. */
static int power_of_rigid(const bms_motion *motion, double t) {
  double greatest = greatest_terms(&motion->rigid.quaternion[0][0], 4, 2, t);
  if (is_bounded(greatest * greatest) || !is_positive_number(greatest)) return 0;
  return -exponent_of(greatest);
}

static int power_of_matrix(const bms_motion *motion, double t) {
  double column = 0, weight = greatest_terms(motion->matrix.weight, 1, 3, t);
  for (int r = 0; r < 3; r++) column = bms_max(column, greatest_terms(motion->matrix.entry[r][0], 3, 3, t));
  if (is_bounded(column) && is_bounded(weight)) return 0;
  if (!is_positive_number(column) || !is_positive_number(weight)) return 0;
  return -(exponent_of(column) + exponent_of(weight)) / 2;
}

static bool multiply_motion(bms_motion *motion, int power) {
  if (motion->form == BMS_MOTION_RIGID) return multiply(motion->rigid.quaternion[0], 8, power);
  return multiply(motion->matrix.entry[0][0], 36, power) && multiply(motion->matrix.weight, 3, power);
}

bool bms_scale_motion(const bms_motion *motion, double t0, double t1, bms_motion *scaled) {
  double t = bms_max(fabs(t0), fabs(t1));
  int power = 0;
  if (motion->form == BMS_MOTION_RIGID) power = power_of_rigid(motion, t);
  if (motion->form == BMS_MOTION_MATRIX) power = power_of_matrix(motion, t);
  if (power == 0) return false;
  bms_motion out = *motion;
  if (!multiply_motion(&out, power)) return false;
  *scaled = out;
  return true;
}

bool bms_scale_motions(const bms_query *query, bms_query *scaled) {
  bms_motion a, b;
  bool of_a = bms_scale_motion(&query->a.motion, query->t0, query->t1, &a),
       of_b = bms_scale_motion(&query->b.motion, query->t0, query->t1, &b);
  if (!of_a && !of_b) return false;
  *scaled = *query;
  if (of_a) scaled->a.motion = a;
  if (of_b) scaled->b.motion = b;
  return true;
}
