/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Both forms of motion become (A x + T) / w.  Rigid: A is the matrix of q without normalising, w = |q|^2, T = p w;
 * nothing is cancelled.  A legal body has w > 0 and det A != 0 on the whole interval: no root of either in [0, 1], and
 * w(0) > 0.
 */

#include "body.h"

#include "algebraic.h"

#include <math.h>

void exact_body_init(exact_body *b) {
  int i, j;

  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) fmpq_poly_init(b->column[i][j]);
    fmpq_poly_init(b->translation[i]);
    fmpq_poly_init(b->centre[i]);
    fmpq_init(b->middle[i]);
    fmpq_init(b->half[i]);
  }
  fmpq_poly_init(b->weight);
}

void exact_body_clear(exact_body *b) {
  int i, j;

  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) fmpq_poly_clear(b->column[i][j]);
    fmpq_poly_clear(b->translation[i]);
    fmpq_poly_clear(b->centre[i]);
    fmpq_clear(b->middle[i]);
    fmpq_clear(b->half[i]);
  }
  fmpq_poly_clear(b->weight);
}

void exact_double(fmpq_t value, double x) {
  int exponent;
  double mantissa = frexp(x, &exponent);

  fmpz_set_d(fmpq_numref(value), ldexp(mantissa, 53));
  fmpz_one(fmpq_denref(value));
  exponent -= 53;
  if (exponent >= 0)
    fmpq_mul_2exp(value, value, (ulong)exponent);
  else
    fmpq_div_2exp(value, value, (ulong)-exponent);
}

bms_reason exact_interval_init(fmpq_t start, fmpq_t length, double t0, double t1) {
  fmpq_init(start);
  fmpq_init(length);
  if (!isfinite(t0) || !isfinite(t1)) return BMS_INTERVAL_NOT_FINITE;
  if (t0 > t1) return BMS_INTERVAL_REVERSED;
  exact_double(start, t0);
  exact_double(length, t1);
  fmpq_sub(length, length, start);
  return BMS_VALID;
}

void exact_dot(fmpq_poly_t d, fmpq_poly_t a[3], fmpq_poly_t b[3]) {
  int i;
  fmpq_poly_t term;

  fmpq_poly_init(term);
  fmpq_poly_zero(d);
  for (i = 0; i < 3; i++) {
    fmpq_poly_mul(term, a[i], b[i]);
    fmpq_poly_add(d, d, term);
  }
  fmpq_poly_clear(term);
}

void exact_cross(fmpq_poly_t c[3], fmpq_poly_t a[3], fmpq_poly_t b[3]) {
  int i;
  fmpq_poly_t term;

  fmpq_poly_init(term);
  for (i = 0; i < 3; i++) {
    fmpq_poly_mul(c[i], a[(i + 1) % 3], b[(i + 2) % 3]);
    fmpq_poly_mul(term, a[(i + 2) % 3], b[(i + 1) % 3]);
    fmpq_poly_sub(c[i], c[i], term);
  }
  fmpq_poly_clear(term);
}

/* Computes p(s) = sum_i coefficient[i] t^i at t = start + length s. */
static void polynomial_of(fmpq_poly_t p, const double *coefficient, int count, const fmpq_t start,
                          const fmpq_t length) {
  int i;
  fmpq_t c;
  fmpq_poly_t t;

  fmpq_init(c);
  fmpq_poly_init(t);
  fmpq_poly_set_coeff_fmpq(t, 0, start);
  fmpq_poly_set_coeff_fmpq(t, 1, length);
  fmpq_poly_zero(p);
  for (i = count - 1; i >= 0; i--) {
    fmpq_poly_mul(p, p, t);
    exact_double(c, coefficient[i]);
    fmpq_poly_add_fmpq(p, p, c);
  }
  fmpq_clear(c);
  fmpq_poly_clear(t);
}

static int all_finite(const double *x, int count) {
  int i;

  for (i = 0; i < count; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

static bms_reason build_box(exact_body *b, const bms_box *box) {
  int i;
  fmpq_t max;

  if (!all_finite(box->min, 3) || !all_finite(box->max, 3)) return BMS_BOX_NOT_FINITE;
  fmpq_init(max);
  for (i = 0; i < 3; i++) {
    exact_double(b->middle[i], box->min[i]);
    exact_double(max, box->max[i]);
    fmpq_sub(b->half[i], max, b->middle[i]);
    fmpq_div_2exp(b->half[i], b->half[i], 1);
    fmpq_add(b->middle[i], b->middle[i], b->half[i]);
  }
  fmpq_clear(max);
  for (i = 0; i < 3; i++)
    if (fmpq_sgn(b->half[i]) < 0) return BMS_BOX_REVERSED;
  return BMS_VALID;
}

/* Computes the columns: column i is q e_i q* with q = (w, v), which is (w^2 - v.v) e_i + 2 v_i v + 2 w v x e_i. */
static void rotate(exact_body *b, fmpq_poly_t q[4]) {
  int i, j;
  fmpq_poly_t term;

  fmpq_poly_init(term);
  exact_dot(b->weight, q + 1, q + 1);
  fmpq_poly_mul(term, q[0], q[0]);
  for (i = 0; i < 3; i++) fmpq_poly_sub(b->column[i][i], term, b->weight);
  fmpq_poly_add(b->weight, b->weight, term);
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) {
      fmpq_poly_mul(term, q[1 + i], q[1 + j]);
      fmpq_poly_scalar_mul_si(term, term, 2);
      fmpq_poly_add(b->column[i][j], b->column[i][j], term);
    }
    /* (v x e_i) has v_(i+2) at i + 1 and -v_(i+1) at i + 2, indices modulo 3 */
    fmpq_poly_mul(term, q[0], q[1 + (i + 2) % 3]);
    fmpq_poly_scalar_mul_si(term, term, 2);
    fmpq_poly_add(b->column[i][(i + 1) % 3], b->column[i][(i + 1) % 3], term);
    fmpq_poly_mul(term, q[0], q[1 + (i + 1) % 3]);
    fmpq_poly_scalar_mul_si(term, term, 2);
    fmpq_poly_sub(b->column[i][(i + 2) % 3], b->column[i][(i + 2) % 3], term);
  }
  fmpq_poly_clear(term);
}

static bms_reason build_rigid(exact_body *b, const bms_motion *motion, const fmpq_t start, const fmpq_t length) {
  int i;
  fmpq_poly_t q[4];

  if (!all_finite(&motion->rigid.position[0][0], 9) || !all_finite(&motion->rigid.quaternion[0][0], 8))
    return BMS_MOTION_NOT_FINITE;
  for (i = 0; i < 4; i++) {
    fmpq_poly_init(q[i]);
    polynomial_of(q[i], motion->rigid.quaternion[i], 2, start, length);
  }
  rotate(b, q);
  for (i = 0; i < 4; i++) fmpq_poly_clear(q[i]);
  for (i = 0; i < 3; i++) {
    polynomial_of(b->translation[i], motion->rigid.position[i], 3, start, length);
    fmpq_poly_mul(b->translation[i], b->translation[i], b->weight);
  }
  return BMS_VALID;
}

static bms_reason build_matrix(exact_body *b, const bms_motion *motion, const fmpq_t start, const fmpq_t length) {
  int i, j;

  if (!all_finite(&motion->matrix.entry[0][0][0], 36) || !all_finite(motion->matrix.weight, 3))
    return BMS_MOTION_NOT_FINITE;
  for (i = 0; i < 3; i++) {
    for (j = 0; j < 3; j++) polynomial_of(b->column[i][j], motion->matrix.entry[j][i], 3, start, length);
    polynomial_of(b->translation[i], motion->matrix.entry[i][3], 3, start, length);
  }
  polynomial_of(b->weight, motion->matrix.weight, 3, start, length);
  return BMS_VALID;
}

/* Returns the sign that p has on all of [0, 1], else 0. */
static int lasting_sign(const fmpq_poly_t p) {
  enum { MOST_ROOTS = 16 };
  int i, sign, count;
  fmpz_poly_t numerator;
  fmpz_t end;
  algebraic root[MOST_ROOTS];

  fmpz_init(end);
  fmpz_poly_init(numerator);
  fmpq_poly_get_numerator(numerator, p);
  for (i = 0; i < MOST_ROOTS; i++) algebraic_init(&root[i]);
  sign = dyadic_sign(numerator, end, 0);
  fmpz_one(end);
  if (sign != dyadic_sign(numerator, end, 0)) sign = 0;
  count = sign == 0 ? 0 : algebraic_roots(numerator, root, 0);
  for (i = 0; i < MOST_ROOTS; i++) algebraic_clear(&root[i]);
  fmpz_poly_clear(numerator);
  fmpz_clear(end);
  return count > 0 ? 0 : sign;
}

static int determinant_lasts(exact_body *b) {
  int i, sign;
  fmpq_poly_t normal[3], determinant;

  fmpq_poly_init(determinant);
  for (i = 0; i < 3; i++) fmpq_poly_init(normal[i]);
  exact_cross(normal, b->column[0], b->column[1]);
  exact_dot(determinant, normal, b->column[2]);
  sign = lasting_sign(determinant);
  for (i = 0; i < 3; i++) fmpq_poly_clear(normal[i]);
  fmpq_poly_clear(determinant);
  return sign != 0;
}

static void build_centre(exact_body *b) {
  int i, j;
  fmpq_poly_t term;

  fmpq_poly_init(term);
  for (j = 0; j < 3; j++) {
    fmpq_poly_set(b->centre[j], b->translation[j]);
    for (i = 0; i < 3; i++) {
      fmpq_poly_scalar_mul_fmpq(term, b->column[i][j], b->middle[i]);
      fmpq_poly_add(b->centre[j], b->centre[j], term);
    }
  }
  fmpq_poly_clear(term);
}

bms_reason exact_body_build(exact_body *b, const bms_body *body, const fmpq_t from, const fmpq_t length) {
  bms_reason reason = build_box(b, &body->box);
  fmpq_t start;
  int rigid = body->motion.form == BMS_MOTION_RIGID;

  if (reason != BMS_VALID) return reason;
  if (!rigid && body->motion.form != BMS_MOTION_MATRIX) return BMS_MOTION_FORM;
  fmpq_init(start);
  exact_double(start, body->motion.origin);
  fmpq_sub(start, from, start);
  reason = rigid ? build_rigid(b, &body->motion, start, length) : build_matrix(b, &body->motion, start, length);
  fmpq_clear(start);
  if (reason != BMS_VALID) return reason;
  if (lasting_sign(b->weight) <= 0) return rigid ? BMS_QUATERNION_VANISHES : BMS_WEIGHT_NOT_POSITIVE;
  if (!rigid && !determinant_lasts(b)) return BMS_MATRIX_SINGULAR;
  build_centre(b);
  return BMS_VALID;
}
