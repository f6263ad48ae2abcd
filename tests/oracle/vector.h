/* SPDX-License-Identifier: BSD-3-Clause */

/* Vectors of three rationals. */

#ifndef ORACLE_VECTOR_H
#define ORACLE_VECTOR_H

#include "exact_libraries.h"

typedef fmpq_t vector[3];

/* Bits of the numbers that a square root forces out of the rationals: enough for differences over 2^-700 of an
   interval, be it 2^-1074 long. */
enum { VECTOR_PRECISION = 2600 };

void vector_init(vector v);
void vector_clear(vector v);

/* Sets c = a x b; c must be none of a, b. */
void vector_cross(vector c, vector a, vector b);
/* Sets d = a . b. */
void vector_dot(fmpq_t d, vector a, vector b);
/* Sets result = |v|, to the precision of result. */
void vector_norm(mpfr_t result, vector v);

/* Returns x / length as a double. */
double vector_quotient(const fmpq_t x, const mpfr_t length);

#endif /* ORACLE_VECTOR_H */
