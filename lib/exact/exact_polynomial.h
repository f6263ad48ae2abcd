/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polynomials of t with exact coefficients in the power basis, and bounds of their roots from the coefficients.
 *
 * Coefficients in the power basis of t itself stay short (they are sums of products of the query's own doubles),
 * whatever interval is checked; the Bernstein form over an interval is made when its signs are wanted, and thrown away.
 */

#ifndef BMS_EXACT_POLYNOMIAL_H
#define BMS_EXACT_POLYNOMIAL_H

#include "exact/exact_number.h"

/* The gaps of a rigid body against a matrix motion have degree 10; nothing is higher. */
enum { BMS_EXACT_MAX_DEGREE = 10 };

/* c[0] + c[1] t + ... + c[degree] t^degree, c[degree] not zero; degree -1 is the zero polynomial. */
typedef struct bms_exact_polynomial {
  int degree;
  bms_exact c[BMS_EXACT_MAX_DEGREE + 1];
} bms_exact_polynomial;

/* Returns the zero polynomial. */
bms_exact_polynomial bms_exact_polynomial_zero(void);

/* Returns the constant x. */
bms_exact_polynomial bms_exact_polynomial_constant(bms_exact x);

/* Returns the constant that p is, or begins with. */
bms_exact bms_exact_polynomial_constant_term(const bms_exact_polynomial *p);

/* Returns the polynomial with these count finite coefficients, lowest first. */
bms_exact_polynomial bms_exact_polynomial_from_doubles(bms_exact_arena *arena, const double *c, int count);

/* In all of these a degree above BMS_EXACT_MAX_DEGREE is the caller's error. */
bms_exact_polynomial bms_exact_polynomial_negate(const bms_exact_polynomial *p);
bms_exact_polynomial bms_exact_polynomial_add(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                              const bms_exact_polynomial *q);
bms_exact_polynomial bms_exact_polynomial_subtract(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                   const bms_exact_polynomial *q);
bms_exact_polynomial bms_exact_polynomial_multiply(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                   const bms_exact_polynomial *q);
bms_exact_polynomial bms_exact_polynomial_times(bms_exact_arena *arena, const bms_exact_polynomial *p,
                                                bms_exact factor);
bms_exact_polynomial bms_exact_polynomial_derivative(bms_exact_arena *arena, const bms_exact_polynomial *p);

/* Returns p(t). */
bms_exact bms_exact_polynomial_value(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t);

/* Returns the sign of p(t); leaves the arena as it was. */
int bms_exact_polynomial_sign(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t);

/* Returns the polynomial x -> p(t + x). */
bms_exact_polynomial bms_exact_polynomial_shift(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact t);

/* Returns a copy whose numbers are in this arena. */
bms_exact_polynomial bms_exact_polynomial_copy(bms_exact_arena *arena, const bms_exact_polynomial *p);

/* Computes the Bernstein coefficients over [0, width], width >= 0, of p as a polynomial of this degree, at least its
   own; each times its binomial coefficient. */
void bms_exact_polynomial_bernstein(bms_exact_arena *arena, const bms_exact_polynomial *p, int degree, bms_exact width,
                                    bms_exact b[BMS_EXACT_MAX_DEGREE + 1]);

/*
 * The signs of the Bernstein coefficients of p over an interval.  By Descartes' rule `variations` is the number of
 * roots strictly inside, counted with multiplicity, or more than that by an even number: 0 proves that there is none,
 * 1 that there is one and that it is simple.
 */
typedef struct bms_exact_signs {
  int variations;
  int inside;    /* if variations is 0: the sign of p strictly inside */
  int low, high; /* the signs of p at the two ends */
} bms_exact_signs;

/* Returns the signs of p, which is not zero, over [0, width], width > 0; leaves the arena as it was. */
bms_exact_signs bms_exact_polynomial_signs(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact width);

/* Returns the sign that p has on the whole of [low, high] if its value at low alone shows that, 0 where it does not. A
   cheap filter before the Bernstein signs, as sharp as they are once the interval is short.  low < high; leaves the
   arena as it was. */
int bms_exact_polynomial_constant_sign(bms_exact_arena *arena, const bms_exact_polynomial *p, bms_exact low,
                                       bms_exact high);

#endif /* BMS_EXACT_POLYNOMIAL_H */
