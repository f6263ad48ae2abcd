/* SPDX-License-Identifier: BSD-3-Clause */

/* Vectors of three rationals: exact but for lengths, which are roots. */

#include "vector.h"

void vector_init(vector v) {
  int i;

  for (i = 0; i < 3; i++) fmpq_init(v[i]);
}

void vector_clear(vector v) {
  int i;

  for (i = 0; i < 3; i++) fmpq_clear(v[i]);
}

void vector_cross(vector c, vector a, vector b) {
  int i;
  fmpq_t term;

  fmpq_init(term);
  for (i = 0; i < 3; i++) {
    fmpq_mul(c[i], a[(i + 1) % 3], b[(i + 2) % 3]);
    fmpq_mul(term, a[(i + 2) % 3], b[(i + 1) % 3]);
    fmpq_sub(c[i], c[i], term);
  }
  fmpq_clear(term);
}

void vector_dot(fmpq_t d, vector a, vector b) {
  int i;

  fmpq_zero(d);
  for (i = 0; i < 3; i++) fmpq_addmul(d, a[i], b[i]);
}

void vector_norm(mpfr_t result, vector v) {
  fmpq_t square;

  fmpq_init(square);
  vector_dot(square, v, v);
  fmpq_get_mpfr(result, square, MPFR_RNDN);
  mpfr_sqrt(result, result, MPFR_RNDN);
  fmpq_clear(square);
}

double vector_quotient(const fmpq_t x, const mpfr_t length) {
  double value;
  mpfr_t q;

  mpfr_init2(q, VECTOR_PRECISION);
  fmpq_get_mpfr(q, x, MPFR_RNDN);
  mpfr_div(q, q, length, MPFR_RNDN);
  value = mpfr_get_d(q, MPFR_RNDN);
  mpfr_clear(q);
  return value;
}
