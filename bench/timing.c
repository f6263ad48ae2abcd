/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Clocks and medians.
 *
 * Batches are timed by the thread's processor time, which leaves out what other processes take.  Single queries are
 * timed by the monotonic clock, which is read in some 20 ns without a system call.  The time between two readings with
 * nothing between them is taken off either.
 *
 * A batch asks each query once, after a round untimed that brings code and data back into the caches from where the
 * competitor before has driven them: without it a discrete test is mostly memory traffic.  Rejected: repeating short
 * batches until the clock is fine enough; a branch predictor learns some hundred test cases by heart, and then one
 * discrete test looks twice as cheap as it is among pairs that are new.
 */

/* sched_setaffinity(); must precede the first include. */
#if defined(__linux__)
#define _GNU_SOURCE
#else
#define _POSIX_C_SOURCE 200809L
#endif

#include "timing.h"

#include <stdlib.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include "clock.h"
#include "room.h"

int timing_pin(void) {
#if defined(__linux__)
  int core = sched_getcpu();
  cpu_set_t only;

  if (core < 0) return -1;
  CPU_ZERO(&only);
  CPU_SET((unsigned)core, &only);
  return sched_setaffinity(0, sizeof only, &only) == 0 ? core : -1;
#else
  return -1;
#endif
}

static double time_batch(stopwatch *watch) {
  double empty = clock_empty(CLOCK_THREAD_CPUTIME_ID, 0.5), begin;

  watch->who->run(watch->prepared, 0, watch->count, watch->answer);
  begin = clock_now(CLOCK_THREAD_CPUTIME_ID);
  watch->who->run(watch->prepared, 0, watch->count, watch->answer);
  return (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin - empty) / watch->count;
}

void stopwatch_start(stopwatch *watch, const competitor *who, const test_case *scene, int count, int rounds) {
  watch->who = who;
  watch->prepared = who->prepare(scene, count);
  watch->count = count;
  watch->rounds = rounds;
  watch->answer = room_for(count, sizeof *watch->answer);
  watch->batch = room_for(rounds, sizeof *watch->batch);
  watch->median = room_for(rounds, sizeof *watch->median);
  watch->p99 = room_for(rounds, sizeof *watch->p99);
}

void stopwatch_round(stopwatch *watch, int round) {
  double *taken = room_for(watch->count, sizeof *taken), empty = clock_empty(CLOCK_MONOTONIC, 0.5);
  int i;

  watch->batch[round] = time_batch(watch);
  for (i = 0; i < watch->count; i++) {
    double begin = clock_now(CLOCK_MONOTONIC);
    watch->who->run(watch->prepared, i, 1, &watch->answer[i]);
    taken[i] = clock_now(CLOCK_MONOTONIC) - begin - empty;
  }
  watch->median[round] = quantile(taken, watch->count, 0.5);
  watch->p99[round] = quantile(taken, watch->count, 0.99);
  free(taken);
}

timing stopwatch_stop(stopwatch *watch) {
  timing result;

  result.mean = quantile(watch->batch, watch->rounds, 0.5);
  result.fastest = watch->batch[0]; /* sorted by now */
  result.slowest = watch->batch[watch->rounds - 1];
  result.median = quantile(watch->median, watch->rounds, 0.5);
  result.p99 = quantile(watch->p99, watch->rounds, 0.5);
  watch->who->release(watch->prepared);
  free(watch->batch);
  free(watch->median);
  free(watch->p99);
  return result;
}
