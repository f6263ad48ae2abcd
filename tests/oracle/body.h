/* SPDX-License-Identifier: BSD-3-Clause */

/* One moving box as exact polynomials of s in [0, 1], t = start + length s. */

#ifndef ORACLE_BODY_H
#define ORACLE_BODY_H

#include "bms.h"

#include "exact_libraries.h"

/* The point x of the box stands at (sum_i column[i] x_i + translation) / weight. */
typedef struct exact_body {
  fmpq_poly_t column[3][3]; /* [axis of the box][world coordinate] */
  fmpq_poly_t translation[3];
  fmpq_poly_t centre[3]; /* sum_i column[i] middle_i + translation */
  fmpq_poly_t weight;    /* positive on [0, 1] */
  fmpq_t middle[3], half[3];
} exact_body;

void exact_body_init(exact_body *b);
void exact_body_clear(exact_body *b);

/* Returns BMS_VALID, or why the body is illegal on the interval, which counts from 0. */
bms_reason exact_body_build(exact_body *b, const bms_body *body, const fmpq_t from, const fmpq_t length);

/* Sets value to the exact value of a finite double. */
void exact_double(fmpq_t value, double x);

/* Sets start = t0 and length = t1 - t0, and initialises both. Returns BMS_VALID, or the reason why they are no
   interval. */
bms_reason exact_interval_init(fmpq_t start, fmpq_t length, double t0, double t1);

/* Sets c = a x b. c must be none of a, b. */
void exact_cross(fmpq_poly_t c[3], fmpq_poly_t a[3], fmpq_poly_t b[3]);
/* Sets d = a . b. */
void exact_dot(fmpq_poly_t d, fmpq_poly_t a[3], fmpq_poly_t b[3]);

#endif /* ORACLE_BODY_H */
