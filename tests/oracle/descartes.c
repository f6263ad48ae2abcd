/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Descartes' rule of signs on dyadic intervals.
 *
 * On an interval, p = sum_j c_j x^j (1 - x)^(n - j); the number of sign changes in c_0 ... c_n exceeds the number of
 * roots in the open interval, counted with multiplicity, by an even number >= 0.  Zeros among the c_j are skipped; a
 * root at an end of the interval is a factor x or 1 - x and leaves the signs of the others alone.
 */

#include "descartes.h"

/* Computes a value by Horner's scheme in integers: it is scaled by 2^(depth (length - 1)), by one factor for all
   polynomials up to that length. */
void dyadic_value(fmpz_t value, const fmpz_poly_t p, const fmpz_t numerator, slong depth, slong length) {
  slong i;
  fmpz_t term;

  fmpz_init(term);
  fmpz_zero(value);
  for (i = fmpz_poly_length(p) - 1; i >= 0; i--) {
    fmpz_mul(value, value, numerator);
    fmpz_poly_get_coeff_fmpz(term, p, i);
    fmpz_mul_2exp(term, term, (ulong)(depth * (length - 1 - i)));
    fmpz_add(value, value, term);
  }
  fmpz_clear(term);
}

int dyadic_sign(const fmpz_poly_t p, const fmpz_t numerator, slong depth) {
  int sign;
  fmpz_t value;

  fmpz_init(value);
  dyadic_value(value, p, numerator, depth, fmpz_poly_length(p));
  sign = fmpz_sgn(value);
  fmpz_clear(value);
  return sign;
}

/*
 * Computes the coefficients c_j of p over [low, low + 1] / 2^depth, up to a positive factor and in reverse order. First
 * the interval is mapped to [0, 1]; then x^i = x^i (x + (1 - x))^(n - i), which is a Taylor shift by one of the
 * reversed polynomial.
 */
static void bernstein(fmpz_poly_t c, const fmpz_poly_t p, const fmpz_t low, slong depth) {
  slong i, n = fmpz_poly_degree(p);
  fmpz_t one;

  fmpz_poly_set(c, p);
  for (i = 0; i < n; i++)
    fmpz_mul_2exp(fmpz_poly_get_coeff_ptr(c, i), fmpz_poly_get_coeff_ptr(c, i), (ulong)(depth * (n - i)));
  fmpz_poly_taylor_shift(c, c, low);
  fmpz_poly_reverse(c, c, n + 1);
  fmpz_init_set_si(one, 1);
  fmpz_poly_taylor_shift(c, c, one);
  fmpz_clear(one);
}

/* Returns the number of sign changes among the coefficients that are not zero; *first is the sign of p just right of
   the interval's low end. */
static int variations(const fmpz_poly_t c, int *first) {
  slong i;
  int changes = 0, last = 0;

  for (i = 0; i < fmpz_poly_length(c); i++) {
    int sign = fmpz_sgn(fmpz_poly_get_coeff_ptr(c, i));
    if (sign == 0) continue;
    changes += last != 0 && sign != last;
    last = sign;
  }
  *first = last; /* reversed order: the last nonzero coefficient is the one nearest to the low end */
  return changes;
}

int dyadic_variations(const fmpz_poly_t p, const fmpz_t low, slong depth, int *first) {
  int changes;
  fmpz_poly_t c;

  fmpz_poly_init(c);
  bernstein(c, p, low, depth);
  changes = variations(c, first);
  fmpz_poly_clear(c);
  return changes;
}

int dyadic_lasting_sign(const fmpz_poly_t p, const fmpz_t low, slong depth) {
  int sign, changes;
  fmpz_poly_t c;

  fmpz_poly_init(c);
  bernstein(c, p, low, depth);
  changes = variations(c, &sign);
  /* a root at the low end shows as a missing last coefficient (they are reversed), one at the high end as a zero first
   * one */
  if (changes != 0 || fmpz_poly_length(c) != fmpz_poly_length(p) || fmpz_is_zero(fmpz_poly_get_coeff_ptr(c, 0)))
    sign = 0;
  fmpz_poly_clear(c);
  return sign;
}
