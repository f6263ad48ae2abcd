/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trials for the tests of the double-precision path: every family of queries in turn, some with the boxes moved far
 * off the origins of their own frames, some with a half-space in the place of body a.
 */

#ifndef TRIAL_H
#define TRIAL_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "bms.h"
#include "random.h"
#include "motion/relative.h"

typedef struct trial {
  uint64_t number;
  const char *family;
  bms_query query;
  bool against_half_space;
  bms_half_space half_space;
  random_source random; /* the source of anything that the test draws besides */
} trial;

/* Makes trial number n, a function of n alone. */
void trial_make(uint64_t n, trial *out);

/* Returns the half-space, or NULL. */
const bms_half_space *trial_half_space(const trial *t);

/* Calls bms_relative_prepare(), and for every second trial bms_relative_sharpen(), or its sibling for a half-space. */
bool trial_prepare(const trial *t, bms_relative *relative);

/* Prints the trial as comments of the test's output, all numbers as hexadecimal floats. */
void trial_print(const trial *t);

/* Returns repetitions(count), for a count that fits an int. */
uint64_t trial_count(uint64_t count);

/* Draws a rational in [0, 1]: an end, or k / 2^20 or k / 3^13 for a random k. */
void trial_place(trial *t, mpq_t s);

/* Returns a double of the query's interval, its ends included. */
double trial_time(trial *t);

/* Draws a stretch of the query's interval: all of it, or one between two random times, down to 2^-30 of its length. */
void trial_stretch(trial *t, double *ta, double *tb);

#endif /* TRIAL_H */
