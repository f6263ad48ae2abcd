/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Time per query, measured in two ways, as neither is complete.
 *
 * The mean comes from batches of all queries of a family, by the thread's processor time: the price of a caller with
 * many queries.  The median over queries comes from clocking each query by itself: the cost of the typical query, even
 * if a few dear ones make up the mean.
 */

#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "competitor.h"

/* Nanoseconds. */
typedef struct timing {
  double mean;             /* the time for each query: the median over rounds */
  double fastest, slowest; /* the best and the worst round, which show the machine's noise */
  double median, p99;      /* over single queries, median over rounds; good to some 5 ns */
} timing;

/* A competitor at its test cases, and what its rounds have given so far. */
typedef struct stopwatch {
  const competitor *who;
  void *prepared;
  int count, rounds;
  double *answer;               /* the answer to every query, from the last round */
  double *batch, *median, *p99; /* the times of every round */
} stopwatch;

/* Keeps this process on one core, if the system can. Returns the core's number, -1 if it cannot. */
int timing_pin(void);

void stopwatch_start(stopwatch *watch, const competitor *who, const test_case *scene, int count, int rounds);
/* Rounds of different competitors are interleaved, so that a slow spell of the machine meets all alike. */
void stopwatch_round(stopwatch *watch, int round);
/* Frees everything but `answer`, which is the caller's from here on. */
timing stopwatch_stop(stopwatch *watch);

#endif /* BENCH_TIMING_H */
