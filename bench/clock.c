/* SPDX-License-Identifier: BSD-3-Clause */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "clock.h"

#include <stdlib.h>

enum { EMPTY_READINGS = 1001 };

double clock_now(clockid_t clock) {
  struct timespec t;

  clock_gettime(clock, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

double quantile(double *x, int count, double part) {
  qsort(x, (size_t)count, sizeof *x, ascending);
  return x[(int)(part * (count - 1))];
}

double clock_empty(clockid_t clock, double part) {
  double taken[EMPTY_READINGS];

  for (int i = 0; i < EMPTY_READINGS; i++) {
    double begin = clock_now(clock);
    taken[i] = clock_now(clock) - begin;
  }
  return quantile(taken, EMPTY_READINGS, part);
}
