/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Measures how much of an error bound errors use up: the largest share seen, by a search that aims at large ones.
 *
 * A constant of the error analysis has a test that measures what it bounds in exact arithmetic.  The inputs that come
 * near a bound are rare among random ones, so a climb goes from random inputs towards larger shares, number by number.
 */

#ifndef SHARE_H
#define SHARE_H

#include <stdint.h>

#include "random.h"

typedef struct share {
  const char *constant; /* the constant whose bound it is */
  double largest;
  uint64_t count;
} share;

/* Prints the largest share as a comment of the test's output; the test fails if nothing was seen. */
void share_print(const share *s);

/* An error over its bound, for inputs x; x[k] is in [-1, 1]. */
typedef double share_of_inputs(const double *x, const void *context);

enum { SHARE_MOST_INPUTS = 64 };

/* Climbs from random inputs, `starts` times; every share seen is taken into account. */
void share_climb(share *s, random_source *r, share_of_inputs *f, const void *context, int inputs, int starts);

#endif /* SHARE_H */
