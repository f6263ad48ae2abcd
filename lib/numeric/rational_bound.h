/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The greatest value on [0, 1] of a rational function in Bernstein form
 *
 *     f(s) = sum_k numerator[k] B_k(s) / sum_k weight[k] B_k(s),   all weights positive
 *
 * with B_k the Bernstein polynomials of the degree (so coefficients are plain, not scaled by the binomials as in
 * polynomial.h).
 */

#ifndef BMS_RATIONAL_BOUND_H
#define BMS_RATIONAL_BOUND_H

enum { BMS_RATIONAL_DEGREE = 4 };

typedef struct bms_rational {
  int degree; /* 2 ... BMS_RATIONAL_DEGREE */
  double numerator[BMS_RATIONAL_DEGREE + 1], weight[BMS_RATIONAL_DEGREE + 1];
} bms_rational;

/* The errors of the coefficients, which the caller states, and the greatest value found so far. */
typedef struct bms_rational_search {
  double size;      /* bounds |numerator| / greatest weight */
  double ratio;     /* greatest weight / least */
  double numerator; /* error of a numerator, in roundings of size * greatest weight */
  double weight;    /* error of a weight, in roundings of the greatest weight */
  double best;      /* greatest value that f, or another function that matters as much, is known to attain */
} bms_rational_search;

/* Returns a value that f nowhere exceeds, for any true coefficients within the stated errors.  max(search->best, the
   result) is above the greatest value of f, or search->best, by no more than some 100 roundings of the size, times the
   ratio.  Raises search->best to what f attains.  The work is bounded for any input. */
double bms_rational_upper_bound(const bms_rational *f, bms_rational_search *search);

#endif /* BMS_RATIONAL_BOUND_H */
