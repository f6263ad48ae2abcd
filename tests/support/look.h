/* SPDX-License-Identifier: BSD-3-Clause */

/* Holds parts of the fast walks against exact arithmetic, trial by trial: the frame that their tests share. */

#ifndef LOOK_H
#define LOOK_H

#include <gmp.h>
#include <stdbool.h>

#include "exact_gap.h"
#include "planes/separation.h"
#include "trial.h"

/* A trial with its exact pair, numbers to work with, and a tally of what has been seen so far. */
typedef struct look {
  trial trial;
  exact_pair exact;
  mpq_t gap, time, place, other;
  double greatest; /* part of a bound that an error used up */
  int count;
} look;

void look_init(look *l);
void look_clear(look *l);

/* The test fails, and prints the trial, if this is not right; x and y are numbers for its message. */
void look_check(const look *l, bool right, const char *what, int axis, double x, double y);

/* Notes how much of its bound an error uses up; the test fails if that is more than the part `most`. */
void look_measure(look *l, double error, double bound, double most, const char *what, int axis);

/* Computes the exact pair at a time, or at place s of the interval. */
void look_at_time(look *l, const mpq_t t);
void look_at_place(look *l, const mpq_t s);

/* Returns |x - gap| as a double. */
double look_error_of(look *l, double x);

/* Returns a random axis and side. */
bms_axis_side look_random_axis(look *l);

/* Sets x = x0 + s (x1 - x0), all exact. */
void look_between(const mpq_t x0, const mpq_t x1, const mpq_t s, mpq_t x);

/* Judges an answer to the trial's query by the oracle, t to the bit. */
void look_at_contact(look *l, const bms_contact *answer);

/* Sets l->gap to the exact gap along an axis of the pair as it is, in the measure of a walk. */
typedef void look_gap(look *l, int axis, int side);

/* Checks that the gap is positive at some places between s0 and s1, s1 among them. */
void look_at_followed(look *l, look_gap *gap, bms_axis_side axis, const mpq_t s0, const mpq_t s1);

#endif /* LOOK_H */
