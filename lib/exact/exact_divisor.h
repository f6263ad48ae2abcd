/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The greatest common divisor of two exact polynomials, by arithmetic modulo primes.
 *
 * The usual question is whether two polynomials have a root in common, the usual answer is no, and one prime proves it
 * in some microseconds. If the answer is yes, the divisor is put together from its images modulo several primes and
 * then proved by multiplication. Remainder sequences over the integers were rejected: their coefficients grow with
 * every step, a hundredfold in time for degree 10, and the primitive ones need greatest common divisors and division of
 * long integers besides.
 */

#ifndef BMS_EXACT_DIVISOR_H
#define BMS_EXACT_DIVISOR_H

#include "exact/exact_polynomial.h"

/*
 * The greatest common divisor of f and g, neither zero, over the rationals, in which constants do not count.  Returns
 * its degree.  If that is positive (and the arena not exhausted) *divisor is the divisor times a constant and *cofactor
 * is f / gcd(f, g) times a constant.
 */
int bms_exact_common_divisor(bms_exact_arena *arena, const bms_exact_polynomial *f, const bms_exact_polynomial *g,
                             bms_exact_polynomial *divisor, bms_exact_polynomial *cofactor);

/* Returns a polynomial with the roots of f, which is not zero, each of them simple: f itself where it has no multiple
   root. */
bms_exact_polynomial bms_exact_square_free(bms_exact_arena *arena, const bms_exact_polynomial *f);

#endif /* BMS_EXACT_DIVISOR_H */
