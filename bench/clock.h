/* SPDX-License-Identifier: BSD-3-Clause */

/* Clocks of POSIX, and quantiles of what they have read.  Includes need _POSIX_C_SOURCE of 199309L or later. */

#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <time.h>

/* Returns the time of a clock in nanoseconds. */
double clock_now(clockid_t clock);

/* Returns a quantile of the time between two readings that have nothing between them, in nanoseconds. */
double clock_empty(clockid_t clock, double part);

/* Sorts numbers and returns the number that the fraction `part` of them are below: the least for 0, the median for 0.5,
   the greatest for 1. */
double quantile(double *x, int count, double part);

#endif /* BENCH_CLOCK_H */
