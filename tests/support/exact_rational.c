/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The count of Sturm and Tarski: with p_0 the square-free part of p, p_1 = p_0' f mod p_0 and p_(i+1) the negative
 * remainder of p_(i-1) by p_i, the variations in sign of the sequence at low less the variations at high are the sum of
 * sign f(x) over the distinct roots x of p in (low, high] (Basu, Pollack, Roy, "Algorithms in Real Algebraic Geometry",
 * theorem 2.73).  A zero of p_0 at high itself counts, if f is not zero.
 */

#include "exact_rational.h"
#include "repetitions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

void rational_of(mpq_t q, bms_exact x) {
  size_t length = (size_t)abs(x.size);
  mpz_import(mpq_numref(q), length, -1, sizeof(uint64_t), 0, 0, x.limb);
  mpz_set_ui(mpq_denref(q), 1);
  if (x.size < 0) mpz_neg(mpq_numref(q), mpq_numref(q));
  if (x.exponent > 0)
    mpq_mul_2exp(q, q, (mp_bitcnt_t)x.exponent);
  else
    mpq_div_2exp(q, q, (mp_bitcnt_t)-x.exponent);
}

void polynomial_value_at(mpq_t value, const fmpq_poly_t p, const mpq_t t) {
  fmpq_t at, result;
  fmpq_init(at);
  fmpq_init(result);
  fmpq_set_mpq(at, t);
  fmpq_poly_evaluate_fmpq(result, p, at);
  fmpq_get_mpq(value, result);
  fmpq_clear(at);
  fmpq_clear(result);
}

void polynomial_set_coefficient(fmpq_poly_t p, slong i, const mpq_t c) {
  fmpq_t coefficient;
  fmpq_init(coefficient);
  fmpq_set_mpq(coefficient, c);
  fmpq_poly_set_coeff_fmpq(p, i, coefficient);
  fmpq_clear(coefficient);
}

void polynomial_multiple(fmpq_poly_t product, const fmpq_poly_t p, const mpq_t c) {
  fmpq_t factor;
  fmpq_init(factor);
  fmpq_set_mpq(factor, c);
  fmpq_poly_scalar_mul_fmpq(product, p, factor);
  fmpq_clear(factor);
}

void rational_polynomial_of(fmpq_poly_t q, const bms_exact_polynomial *p) {
  mpq_t c;
  mpq_init(c);
  fmpq_poly_zero(q);
  for (int i = 0; i <= p->degree; i++) {
    rational_of(c, p->c[i]);
    polynomial_set_coefficient(q, i, c);
  }
  mpq_clear(c);
}

double random_integer(random_source *r, int bits) {
  double sign = random_sign(r);
  return sign * (double)(random_bits(r) >> (64 - bits));
}

double random_double(random_source *r) {
  static const double special[] = {0,        1,      DBL_MAX, DBL_MIN, 0x1p-1074, 0x1.ffffffffffffep-1023,
                                   0x1p1023, 0x1p32, 0x1p-32};
  double sign = random_sign(r), size;
  switch (random_below(r, 6)) {
    case 0:
      return sign * special[random_below(r, 9)];
    case 1:
      return random_integer(r, 1 + random_below(r, 20));
    case 2: /* a power of 2 or a neighbour of one */
      size = ldexp(1, random_below(r, 400) - 200);
      return nextafter(sign * size, random_uniform(r, -1, 1));
    case 3: /* any magnitude */
      size = random_uniform(r, 0.5, 1);
      return sign * ldexp(size, random_below(r, 2098) - 1073);
    default:
      return random_uniform(r, -10, 10);
  }
}

/* Returns the number of sign changes in a sequence of polynomials at t. */
static int variations_at(fmpq_poly_struct *sequence, int length, const mpq_t t) {
  mpq_t value;
  int changes = 0, last = 0;
  mpq_init(value);
  for (int i = 0; i < length; i++) {
    polynomial_value_at(value, &sequence[i], t);
    int sign = mpq_sgn(value);
    changes += sign * last < 0;
    last = sign != 0 ? sign : last;
  }
  mpq_clear(value);
  return changes;
}

int tarski_query(const fmpq_poly_t p, const fmpq_poly_t f, const mpq_t low, const mpq_t high) {
  enum { LONGEST = 64 };
  fmpq_poly_struct sequence[LONGEST];
  int length = 2;
  fmpq_poly_init(&sequence[0]);
  fmpq_poly_init(&sequence[1]);
  fmpq_poly_derivative(&sequence[1], p);
  fmpq_poly_gcd(&sequence[0], p, &sequence[1]);
  fmpq_poly_div(&sequence[0], p, &sequence[0]);
  fmpq_poly_derivative(&sequence[1], &sequence[0]);
  fmpq_poly_mul(&sequence[1], &sequence[1], f);
  fmpq_poly_rem(&sequence[1], &sequence[1], &sequence[0]);
  while (!fmpq_poly_is_zero(&sequence[length - 1])) {
    fmpq_poly_init(&sequence[length]);
    fmpq_poly_rem(&sequence[length], &sequence[length - 2], &sequence[length - 1]);
    fmpq_poly_neg(&sequence[length], &sequence[length]);
    length++;
  }
  int sum = variations_at(sequence, length, low) - variations_at(sequence, length, high);
  for (int i = 0; i < length; i++) fmpq_poly_clear(&sequence[i]);
  return sum;
}

int sturm_count(const fmpq_poly_t p, const mpq_t low, const mpq_t high) {
  fmpq_poly_t one;
  fmpq_poly_init(one);
  fmpq_poly_one(one);
  int count = tarski_query(p, one, low, high);
  fmpq_poly_clear(one);
  return count;
}

int soaked(int count) {
  return repetitions(count);
}
