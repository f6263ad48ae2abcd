/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * coincidences: the cost of queries in which something coincides, up to rounding, compared with generic ones.
 *
 *     coincidences [--near] [COUNT [KIND...]]
 *
 * With --near it asks bms_first_contact_near(), whose work is bounded, with a nearness of 1e-9.
 *
 * Each query is clocked by itself, in three rounds, of which the least counts: this leaves out other work on the
 * machine, and the caches that a query's neighbours have filled.  All figures are of one run; the factors are to the
 * median of the generic kind, and for matrices to the median of the generic kind as matrices as well.
 */

#define _POSIX_C_SOURCE 200809L /* clock.h; must precede the first include */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "coincidence.h"
#include "room.h"

static const double NEARNESS = 1e-9;

enum { USUAL_COUNT = 2000, ROUNDS = 3, GENERIC_KINDS = 2 };

/* Returns the thread's processor time in microseconds. */
static double now(void) {
  return 1e-3 * clock_now(CLOCK_THREAD_CPUTIME_ID);
}

/* Computes the times of all queries of a kind.  Returns true if matrices move their bodies. */
static bool clock_kind(int kind, int count, bool near, double *taken) {
  bms_query *query = room_for(count, sizeof *query);
  double empty = 1e-3 * clock_empty(CLOCK_THREAD_CPUTIME_ID, 0);
  for (int i = 0; i < count; i++) coincidence_draw(kind, i, &query[i]);
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < count; i++) {
      bms_contact contact;
      double begin = now();
      if (near)
        (void)bms_first_contact_near(&query[i], NEARNESS, &contact, NULL);
      else
        (void)bms_first_contact(&query[i], &contact);
      double time = now() - begin - empty;
      if (round == 0 || time < taken[i]) taken[i] = time;
    }
  bool matrices = query[0].a.motion.form == BMS_MOTION_MATRIX || query[0].b.motion.form == BMS_MOTION_MATRIX;
  free(query);
  return matrices;
}

static bool is_asked_for(const char *name, int names, char **asked) {
  bool found = names <= 0;
  for (int i = 0; i < names; i++) found = found || strcmp(asked[i], name) == 0;
  return found;
}

int main(int argc, char **argv) {
  bool near = argc > 1 && strcmp(argv[1], "--near") == 0;
  if (near) {
    argc--;
    argv++;
  }
  int count = argc > 1 ? atoi(argv[1]) : USUAL_COUNT;
  double *taken, generic = 0, as_matrices = 0;
  if (count < 1) {
    fputs("Usage: coincidences [--near] [COUNT [KIND...]]\n", stderr);
    return 2;
  }
  taken = room_for(count, sizeof *taken);
  printf("%d queries of each kind, microseconds, and in the median of the generic kind\n\n", count);
  printf("%-15s %8s %7s %8s %7s %9s\n", "", "median", "", "p99", "", "greatest");
  for (int i = 0; i < coincidence_count(); i++) {
    int kind = i == 1 ? coincidence_count() - 1 : i > 1 ? i - 1 : 0; /* both generic kinds come first */
    const coincidence *which = coincidence_at(kind);
    if (i >= GENERIC_KINDS && !is_asked_for(which->name, argc - 2, argv + 2)) continue;
    bool matrices = clock_kind(kind, count, near, taken);
    double median = quantile(taken, count, 0.5), p99 = quantile(taken, count, 0.99);
    if (i == 0) generic = median;
    if (i == 1) as_matrices = median;
    printf("%-15s %8.2f %7.1f %8.2f %7.1f %9.1f  %s", which->name, median, median / generic, p99, p99 / generic,
           quantile(taken, count, 1), which->about);
    if (matrices) printf(" (%.1f and %.1f of matrix_generic)", median / as_matrices, p99 / as_matrices);
    putchar('\n');
    fflush(stdout);
  }
  free(taken);
  return 0;
}
