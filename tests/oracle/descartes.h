/* SPDX-License-Identifier: BSD-3-Clause */

/* Signs of integer polynomials at dyadic numbers and on dyadic intervals (low, low + 1) / 2^depth. */

#ifndef ORACLE_DESCARTES_H
#define ORACLE_DESCARTES_H

#include "exact_libraries.h"

/* Sets value = p(numerator / 2^depth) 2^(depth (length - 1)), with one positive factor for all p of at most that
   length. */
void dyadic_value(fmpz_t value, const fmpz_poly_t p, const fmpz_t numerator, slong depth, slong length);

/* Returns the sign of p at numerator / 2^depth. */
int dyadic_sign(const fmpz_poly_t p, const fmpz_t numerator, slong depth);

/* Returns an upper bound of the number of roots in the open interval, counted with multiplicity, that is right
   modulo 2; so 0 and 1 are the number itself.  *first is the sign of p just right of the interval's low end.  p is
   not zero. */
int dyadic_variations(const fmpz_poly_t p, const fmpz_t low, slong depth, int *first);

/* Returns the sign that p has on the whole closed interval if the rule of signs proves it, else 0.  p is not zero. */
int dyadic_lasting_sign(const fmpz_poly_t p, const fmpz_t low, slong depth);

#endif /* ORACLE_DESCARTES_H */
