/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A small seeded generator for tests: the same numbers on every machine.
 *
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter with an odd
 * step through a mixing function.  Any two seeds give streams of their own, also seeds that follow each other.
 */

#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

typedef struct random_source {
  uint64_t state;
} random_source;

random_source random_from(uint64_t seed);

uint64_t random_bits(random_source *r);

/* Returns an integer of 0 ... count - 1. */
int random_below(random_source *r, int count);

/* Returns a number uniform in [low, high). */
double random_uniform(random_source *r, double low, double high);

/* Returns 10 to a uniform power in [low, high). */
double random_power_of_ten(random_source *r, double low, double high);

/* Returns 1 or -1. */
double random_sign(random_source *r);

/* Draws a point uniform on the unit sphere of this dimension (at most 4), up to rounding. */
void random_direction(random_source *r, double *x, int dimension);

#endif /* TEST_RANDOM_H */
