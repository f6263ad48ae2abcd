/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reports how often exact arithmetic is needed, and what it costs.  fallback QUERIES prints for each family of queries,
 * asked for the first contact:
 *
 *   exact      how many of 100 queries the walk in doubles leaves to exact arithmetic
 *   steps      the most that the walk takes
 *   doubles    median and mean time of a query that is answered in doubles, in ns
 *   exactly    the same of those that are not; their time in doubles is part of it
 *   ulps       the widest enclosure, in ulps of max(|t0|, |t1|)
 *
 * Each query is asked until its fastest answer of REPEATS is known, so that the first answer's cold caches and what
 * else the machine does count for little.
 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime() */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "effort.h"
#include "families.h"

enum { REPEATS = 5 };

/* Times of queries. */
typedef struct times {
  double *ns;
  int count;
} times;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_of(const bms_query *query, bms_contact *answer) {
  double fastest = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    double start = now();
    bms_first_contact(query, answer);
    fastest = fmin(fastest, now() - start);
  }
  return fastest;
}

static int compare(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static void print_times(times *t) {
  double sum = 0;
  if (t->count == 0) {
    printf(" %9s %9s", "-", "-");
    return;
  }
  for (int i = 0; i < t->count; i++) sum += t->ns[i];
  qsort(t->ns, (size_t)t->count, sizeof *t->ns, compare);
  printf(" %9.0f %9.0f", t->ns[t->count / 2], sum / t->count);
}

static void report(int family, int queries, times *doubles, times *exactly) {
  int steps = 0, unresolved = 0;
  double widest = 0;
  doubles->count = exactly->count = 0;
  for (int seed = 1; seed <= queries; seed++) {
    bms_query query;
    bms_contact answer;
    family_query(family, (uint64_t)seed, &query);
    double ns = time_of(&query, &answer);
    if (answer.status == BMS_INVALID) continue;
    effort made = effort_of(&query);
    times *own = made.exact ? exactly : doubles;
    own->ns[own->count++] = ns;
    if (made.steps > steps) steps = made.steps;
    if (answer.status == BMS_CONTACT) widest = fmax(widest, enclosure_ulps(&query, &answer));
    unresolved += answer.status == BMS_UNRESOLVED;
  }
  int valid = doubles->count + exactly->count;
  printf("%-18s %6.2f %5d", family_name(family), valid > 0 ? 100.0 * exactly->count / valid : 0, steps);
  print_times(doubles);
  print_times(exactly);
  printf(" %5.2g", widest);
  if (unresolved > 0) printf("  %d unresolved", unresolved);
  putchar('\n');
  fflush(stdout);
}

int main(int argc, char **argv) {
  int queries = argc == 2 ? atoi(argv[1]) : 0;
  if (queries < 1) {
    fprintf(stderr, "usage: fallback QUERIES\n");
    return EXIT_FAILURE;
  }
  times doubles = {malloc((size_t)queries * sizeof(double)), 0},
        exactly = {malloc((size_t)queries * sizeof(double)), 0};
  if (doubles.ns == NULL || exactly.ns == NULL) return EXIT_FAILURE;
  printf("%d queries of each family, seeds from 1; times in ns, median and mean\n\n", queries);
  printf("%-18s %6s %5s %19s %19s %5s\n", "family", "exact%", "steps", "doubles", "exactly", "ulps");
  for (int family = 0; family < family_count(); family++) report(family, queries, &doubles, &exactly);
  free(doubles.ns);
  free(exactly.ns);
  return EXIT_SUCCESS;
}
