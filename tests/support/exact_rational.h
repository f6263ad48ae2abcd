/* SPDX-License-Identifier: BSD-3-Clause */

/* Exact numbers and polynomials as numbers of GMP and polynomials of FLINT, for the tests of lib/exact_*.c, and random
   ones. */

#ifndef EXACT_RATIONAL_H
#define EXACT_RATIONAL_H

#include "exact/exact_polynomial.h"
#include "exact_libraries.h"
#include "random.h"

/* Sets q to x as a rational; q is initialised. */
void rational_of(mpq_t q, bms_exact x);

/* Sets q to p as a polynomial over the rationals; q is initialised. */
void rational_polynomial_of(fmpq_poly_t q, const bms_exact_polynomial *p);

/* The functions of FLINT 2 of these kinds that take an mpq_t, by those that both FLINT 2 and 3 have.  The polynomial is
   initialised: value = p(t); the coefficient of x^i of p = c; product = p c. */
void polynomial_value_at(mpq_t value, const fmpq_poly_t p, const mpq_t t);
void polynomial_set_coefficient(fmpq_poly_t p, slong i, const mpq_t c);
void polynomial_multiple(fmpq_poly_t product, const fmpq_poly_t p, const mpq_t c);

/* Returns a finite double of any kind: small integers, powers of 2 and their neighbours, ordinary numbers, subnormal
   ones, the extremes. */
double random_double(random_source *r);

/* Returns an integer of this many bits at most, with a sign. */
double random_integer(random_source *r, int bits);

/* Returns Sturm's and Tarski's count: the sum of the signs of f over the distinct roots of p in (low, high], if p is
   not zero at low and not both are zero at high. */
int tarski_query(const fmpq_poly_t p, const fmpq_poly_t f, const mpq_t low, const mpq_t high);

/* Returns the number of distinct roots of p in (low, high], p not zero at low. */
int sturm_count(const fmpq_poly_t p, const mpq_t low, const mpq_t high);

/* Returns repetitions(count), by the name that the tests of the exact arithmetic know. */
int soaked(int count);

#endif /* EXACT_RATIONAL_H */
