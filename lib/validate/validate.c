/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Validity, decided in doubles where that is certain and exactly where it is not.
 *
 * Over the interval a quadratic has scaled Bernstein coefficients c0, c1, c2 (relative.c).  It is positive throughout
 * if c0, c2 > 0 and c1 >= 0 or 4 c0 c2 > c1^2; |q(t)|^2 is such a quadratic, and far shorter quaternions that do not
 * vanish are known by determinants of their coefficients.  det A(t) has degree 6 and keeps its sign
 * where all its coefficients do.
 */

#include "numeric/arithmetic.h"

#include "validate/validate.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "validate/exact_validity.h"
#include "planes/plane.h"
#include "motion/stretch.h"
#include "numeric/rounding.h"

/* A sign is taken from doubles if it exceeds this number of roundings of the magnitudes that it was computed from.  A
   coefficient of the scale: 2 + 2 of each quaternion or 4 of a weight, 1 + 3 of the product.  One of a determinant: 9
   of each of three columns, 2 of a product of three, and some 30 of sums.  One of two products: 1 for each and for
   their difference. */
static const double SCALE_ROUNDINGS = 32, DETERMINANT_ROUNDINGS = 128, MINOR_ROUNDINGS = 4;

/* No sign is taken from magnitudes below this: coefficients may underflow there, to errors that a time multiplies. */
static const double SMALLEST = 1e-60;

/* Returns true if magnitudes are at most `largest`; else *reason is what they are. */
static bool in_range(const double *x, int count, double largest, bms_reason not_finite, bms_reason *reason) {
  for (int i = 0; i < count; i++) {
    if (fabs(x[i]) <= largest) continue;
    *reason = isfinite(x[i]) ? BMS_OUT_OF_RANGE : not_finite;
    return false;
  }
  return true;
}

/* Names the exact check of a rule (rules.h). */
#define CHECK_OF(name) check_##name,

/* ------------------------------------------------------------------ the interval */

static bms_reason check_interval_range(double t0, double t1, double largest) {
  bms_reason reason = BMS_VALID;
  double t[2] = {t0, t1};
  (void)in_range(t, 2, largest, BMS_INTERVAL_NOT_FINITE, &reason);
  return reason;
}

static bms_reason check_interval_order(double t0, double t1, double largest) {
  (void)largest;
  return t0 <= t1 ? BMS_VALID : BMS_INTERVAL_REVERSED;
}

bms_reason bms_validate_interval(double t0, double t1, double largest) {
  static bms_reason (*const CHECK[])(double, double, double) = {BMS_INTERVAL_RULES(CHECK_OF)};
  bms_reason reason = BMS_VALID;
  for (size_t k = 0; k < sizeof CHECK / sizeof *CHECK && reason == BMS_VALID; k++) reason = CHECK[k](t0, t1, largest);
  return reason;
}

/* ------------------------------------------------------------------ a box */

static bms_reason check_box_range(const bms_box *box, double largest) {
  bms_reason reason = BMS_VALID;
  if (in_range(box->min, 3, largest, BMS_BOX_NOT_FINITE, &reason))
    (void)in_range(box->max, 3, largest, BMS_BOX_NOT_FINITE, &reason);
  return reason;
}

static bms_reason check_box_order(const bms_box *box, double largest) {
  (void)largest;
  for (int i = 0; i < 3; i++)
    if (box->min[i] > box->max[i]) return BMS_BOX_REVERSED;
  return BMS_VALID;
}

bms_reason bms_validate_box(const bms_box *box, double largest) {
  static bms_reason (*const CHECK[])(const bms_box *, double) = {BMS_BOX_RULES(CHECK_OF)};
  bms_reason reason = BMS_VALID;
  for (size_t k = 0; k < sizeof CHECK / sizeof *CHECK && reason == BMS_VALID; k++) reason = CHECK[k](box, largest);
  return reason;
}

/* ------------------------------------------------------------------ a motion */

/* Returns true if a quadratic with these scaled Bernstein coefficients, computed from numbers of at most this
   magnitude, is certainly positive. */
static bool certainly_positive(const double c[3], double magnitude) {
  double error = SCALE_ROUNDINGS * BMS_ROUNDING * magnitude;
  if (!(magnitude >= SMALLEST && c[0] > error && c[2] > error)) return false;
  return bms_stays_positive(c[0], 0.5 * c[1], c[2], error);
}

/* Returns the determinant of two linear polynomials. */
static double minor_of(const double p[2], const double q[2], double *error) {
  double x = p[0] * q[1], y = q[0] * p[1];
  *error = MINOR_ROUNDINGS * BMS_ROUNDING * (fabs(x) + fabs(y)) + SMALLEST * SMALLEST;
  return x - y;
}

/* Returns true if a quaternion q0 + t q1 certainly vanishes at no time: it does at one only where q0 and q1 are
   parallel, and the determinants of all two components zero. */
static bool never_vanishes(const double q[4][2]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++) {
      double error, minor = minor_of(q[i], q[j], &error);
      if (fabs(minor) > error) return true;
    }
  return false;
}

static bool certainly_regular(const bms_track *track, const bms_track_stretch *stretch) {
  bms_polynomial determinant = bms_track_determinant(track, stretch);
  double bound = track->column_bound, error = DETERMINANT_ROUNDINGS * BMS_ROUNDING * bound * bound * bound;
  int positive = 0, negative = 0;
  for (int i = 0; i <= 6; i++) {
    positive += determinant.c[i] > error * bms_binomial[6][i];
    negative += determinant.c[i] < -error * bms_binomial[6][i];
  }
  return bound >= SMALLEST && (positive == 7 || negative == 7);
}

/* Returns the reason that an exact verdict stands for: valid if it is `good`, out of range if the exact arithmetic does
   not hold the numbers. */
static bms_reason reason_of(bms_exact_verdict verdict, bms_exact_verdict good, bms_reason otherwise) {
  if (verdict == BMS_EXACT_UNKNOWN) return BMS_OUT_OF_RANGE;
  return verdict == good ? BMS_VALID : otherwise;
}

static bms_reason check_motion_form(const bms_body *body, double t0, double t1) {
  (void)t0, (void)t1;
  bms_motion_form form = body->motion.form;
  return form == BMS_MOTION_RIGID || form == BMS_MOTION_MATRIX ? BMS_VALID : BMS_MOTION_FORM;
}

static bms_reason check_motion_range(const bms_body *body, double t0, double t1) {
  (void)t0, (void)t1;
  const bms_motion *motion = &body->motion;
  bool rigid = motion->form == BMS_MOTION_RIGID;
  const double *first = rigid ? &motion->rigid.position[0][0] : &motion->matrix.entry[0][0][0];
  const double *second = rigid ? &motion->rigid.quaternion[0][0] : motion->matrix.weight;
  bms_reason reason = BMS_VALID;
  if (in_range(first, rigid ? 9 : 36, BMS_LARGEST_MAGNITUDE, BMS_MOTION_NOT_FINITE, &reason))
    (void)in_range(second, rigid ? 8 : 3, BMS_LARGEST_MAGNITUDE, BMS_MOTION_NOT_FINITE, &reason);
  return reason;
}

static bms_reason check_motion_regular(const bms_body *body, double t0, double t1) {
  const bms_motion *motion = &body->motion;
  bms_reason reason = BMS_VALID;
  bms_track track;
  bms_track_stretch stretch;
  bool known = motion->origin == 0; /* doubles know of no other origin than the query's */
  bms_track_over(body, t0, t1, &track, &stretch);
  bool positive = known && certainly_positive(stretch.scale, track.scale_bound);
  if (track.rigid) {
    if (positive || never_vanishes(motion->rigid.quaternion)) return BMS_VALID;
    return reason_of(bms_exact_quaternion_vanishes(motion, t0, t1), BMS_EXACT_NO, BMS_QUATERNION_VANISHES);
  }
  if (!positive) reason = reason_of(bms_exact_weight_positive(motion, t0, t1), BMS_EXACT_YES, BMS_WEIGHT_NOT_POSITIVE);
  if (reason != BMS_VALID || (known && certainly_regular(&track, &stretch))) return reason;
  return reason_of(bms_exact_determinant_vanishes(motion, t0, t1), BMS_EXACT_NO, BMS_MATRIX_SINGULAR);
}

static bms_reason check_motion(const bms_body *body, double t0, double t1) {
  static bms_reason (*const CHECK[])(const bms_body *, double, double) = {BMS_MOTION_RULES(CHECK_OF)};
  bms_reason reason = BMS_VALID;
  for (size_t k = 0; k < sizeof CHECK / sizeof *CHECK && reason == BMS_VALID; k++) reason = CHECK[k](body, t0, t1);
  return reason;
}

/* ------------------------------------------------------------------ a query */

static bms_reason check_body(const bms_body *body, double t0, double t1) {
  bms_reason reason = bms_validate_box(&body->box, BMS_LARGEST_MAGNITUDE);
  return reason == BMS_VALID ? check_motion(body, t0, t1) : reason;
}

bms_reason bms_validate_half_space_alone(const bms_half_space *half_space, double largest) {
  bms_reason reason = BMS_VALID;
  if (!in_range(half_space->normal, 3, largest, BMS_HALF_SPACE_NOT_FINITE, &reason)) return reason;
  if (!in_range(&half_space->offset, 1, largest, BMS_HALF_SPACE_NOT_FINITE, &reason)) return reason;
  bool zero = half_space->normal[0] == 0 && half_space->normal[1] == 0 && half_space->normal[2] == 0;
  return zero ? BMS_NORMAL_ZERO : BMS_VALID;
}

bms_reason bms_validate(const bms_query *query, bms_part *where) {
  *where = BMS_PART_QUERY;
  bms_reason reason = bms_validate_interval(query->t0, query->t1, BMS_LARGEST_MAGNITUDE);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_A;
  reason = check_body(&query->a, query->t0, query->t1);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_B;
  reason = check_body(&query->b, query->t0, query->t1);
  if (reason == BMS_VALID) *where = BMS_PART_QUERY;
  return reason;
}

bms_reason bms_validate_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1, bms_part *where) {
  *where = BMS_PART_QUERY;
  bms_reason reason = bms_validate_interval(t0, t1, BMS_LARGEST_MAGNITUDE);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_A;
  reason = bms_validate_half_space_alone(a, BMS_LARGEST_MAGNITUDE);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_B;
  reason = check_body(b, t0, t1);
  if (reason == BMS_VALID) *where = BMS_PART_QUERY;
  return reason;
}
