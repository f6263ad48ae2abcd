/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A small seeded generator for tests: the same numbers on every machine.
 *
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter with an odd
 * step through a mixing function.  Any two seeds give streams of their own, also seeds that follow each other.
 *
 * C leaves open in which order the arguments of a call, the factors of a product and the numbers of an initialiser are
 * drawn: there is one draw in each, so that every compiler draws the same.
 */

#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stddef.h>
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

/* Draws `count` numbers uniform in [low, high), one after the other. */
void random_numbers(random_source *r, double low, double high, double *x, int count);

/* Returns 1 or -1. */
double random_sign(random_source *r);

/* Returns 10 to a uniform power in [low, high), or its negative. */
double random_signed_power_of_ten(random_source *r, double low, double high);

/* Draws a point uniform on the unit sphere of this dimension (at most 4), up to rounding. */
void random_direction(random_source *r, double *x, int dimension);

/* Sets one of `size` bytes to a drawn value; which one is drawn first. */
void random_damage(random_source *r, uint8_t *data, size_t size);

#endif /* TEST_RANDOM_H */
