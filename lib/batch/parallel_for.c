/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Each thread takes the next part when it has done its last one, so that a query a thousand times as dear as the others
 * holds nobody up.  Parts shrink towards the end (guided self-scheduling): large ones keep the threads off the lock,
 * small ones let them end together.
 *
 * POSIX threads rather than threads of C11, which cannot be given a stack: the exact arithmetic needs more than the
 * default of some systems.  BMS_THREADS is defined by configure where there are any.
 */

#if defined(BMS_THREADS)
#define _POSIX_C_SOURCE 200809L /* must precede the first include */
#include "numeric/arithmetic.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

#include <stdbool.h>

#include "bms_batch.h"
#include "batch/parallel_for.h"

/* Numbers in a part: at least FEWEST, which outweigh taking the lock; at most MOST; in between
   1 / SHARES of what each thread would get of the rest. */
enum { FEWEST = 16, MOST = 1024, SHARES = 4 };

/* Numbers for which a thread is worth its start: that takes as long as a hundred of the cheapest queries. */
enum { WORTH_A_THREAD = 128 };

struct bms_parallel_for {
  size_t next, count;
  size_t threads;
  bms_parallel_for_work *work;
  void *data;
#if defined(BMS_THREADS)
  pthread_mutex_t mutex;
#endif
};

void bms_parallel_for_lock(bms_parallel_for *team) {
#if defined(BMS_THREADS)
  (void)pthread_mutex_lock(&team->mutex);
#else
  (void)team;
#endif
}

void bms_parallel_for_unlock(bms_parallel_for *team) {
#if defined(BMS_THREADS)
  (void)pthread_mutex_unlock(&team->mutex);
#else
  (void)team;
#endif
}

static bool take_part(bms_parallel_for *team, size_t *begin, size_t *end) {
  bms_parallel_for_lock(team);
  size_t rest = team->count - team->next, size = rest / (SHARES * team->threads);
  if (size > MOST) size = MOST;
  if (size < FEWEST) size = FEWEST;
  if (size > rest) size = rest;
  *begin = team->next;
  *end = team->next += size;
  bms_parallel_for_unlock(team);
  return size > 0;
}

static void do_parts(bms_parallel_for *team) {
  size_t begin, end;
  while (take_part(team, &begin, &end)) team->work(team, team->data, begin, end);
}

#if defined(BMS_THREADS)

/* Four times what an exact query takes (bms.h), for what checking compilers add. */
enum { STACK_SIZE = 1 << 20 };

static size_t threads_for(size_t count, int threads) {
  size_t most = threads > 0 ? (size_t)threads : 1, useful = count / WORTH_A_THREAD;
  if (threads == 0) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    most = online > 0 ? (size_t)online : 1;
  }
  if (most > BMS_MAX_THREADS) most = BMS_MAX_THREADS;
  return useful < 1 ? 1 : useful < most ? useful : most;
}

static void *member(void *team) {
  do_parts(team);
  return NULL;
}

/* Starts up to `count` threads, and returns how many it got.  Signals are the business of the caller's own threads. */
static size_t start(bms_parallel_for *team, size_t count, pthread_t *thread) {
  size_t started = 0;
  sigset_t all, before;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  (void)pthread_attr_setstacksize(&attributes, STACK_SIZE);
  (void)sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &before) == 0) {
    while (started < count && pthread_create(&thread[started], &attributes, member, team) == 0) started++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  (void)pthread_attr_destroy(&attributes);
  return started;
}

static void share_among(bms_parallel_for *team) {
  pthread_t thread[BMS_MAX_THREADS];
  size_t started = team->threads > 1 ? start(team, team->threads - 1, thread) : 0;
  do_parts(team);
  for (size_t i = 0; i < started; i++) (void)pthread_join(thread[i], NULL);
  (void)pthread_mutex_destroy(&team->mutex);
}

#else

static size_t threads_for(size_t count, int threads) {
  (void)count;
  (void)threads;
  return 1;
}

static void share_among(bms_parallel_for *team) {
  do_parts(team);
}

#endif

void bms_parallel_for_share(size_t count, int threads, bms_parallel_for_work *work, void *data) {
  bms_parallel_for team = {
    .count = count,
    .threads = threads_for(count, threads),
    .work = work,
    .data = data,
#if defined(BMS_THREADS)
    .mutex = PTHREAD_MUTEX_INITIALIZER,
#endif
  };
  share_among(&team);
}
