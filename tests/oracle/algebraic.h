/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Real algebraic numbers of [0, 1]: a root of an integer polynomial and a dyadic interval that holds no other.
 *
 * Everything here is exact.  A sign or an order is decided by intervals where they suffice and by a greatest common
 * divisor where they do not, so equality is decided too and no call can loop for ever on a tie.
 */

#ifndef ORACLE_ALGEBRAIC_H
#define ORACLE_ALGEBRAIC_H

#include "descartes.h"

#include "exact_libraries.h"

/* Either the number low / 2^depth (exact), or the only root of poly in the open interval (low, low + 1) / 2^depth. */
typedef struct algebraic {
  fmpz_poly_t poly; /* has the number as a simple root; unused where exact */
  fmpz_t low;
  slong depth;
  int exact;
  int sign_low; /* the sign of poly just right of low / 2^depth; unused where exact */
} algebraic;

/* Becomes the number 0. */
void algebraic_init(algebraic *a);
void algebraic_clear(algebraic *a);
void algebraic_set(algebraic *a, const algebraic *b);
/* Sets a = numerator / 2^depth. */
void algebraic_set_dyadic(algebraic *a, slong numerator, slong depth);

/* Narrows the interval to 2^-depth or less; may find that the number is dyadic. */
void algebraic_refine(algebraic *a, slong depth);

/* Returns the sign of a - b.  May refine both. */
int algebraic_compare(algebraic *a, algebraic *b);
/* Returns the sign of a - x. */
int algebraic_compare_rational(const algebraic *a, const fmpq_t x);
/* Returns the sign of p at a.  May refine a. */
int algebraic_sign(algebraic *a, const fmpz_poly_t p);

/* Returns the sign that p has on the whole closed interval of a, else 0: a quick answer that never refines. */
int algebraic_certain_sign(const algebraic *a, const fmpz_poly_t p);

/* Adds p times a sign, which is -1, 0 or 1, to a sum. */
void algebraic_add_signed(fmpz_poly_t sum, int sign, const fmpz_poly_t p);

/* Appends the roots of p in the open interval (0, 1), each once, in no particular order; returns the new count.  p is
   not zero; root[] is initialised and has room for deg p more. */
int algebraic_roots(const fmpz_poly_t p, algebraic *root, int count);

/* Returns the interval's ends, which are equal where the number is exact. */
void algebraic_bounds(const algebraic *a, fmpq_t low, fmpq_t high);

#endif /* ORACLE_ALGEBRAIC_H */
