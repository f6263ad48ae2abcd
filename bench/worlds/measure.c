/* SPDX-License-Identifier: BSD-3-Clause */

/* A scene, measured by all ways to step it. */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const stepping WAY[WAYS] = {{STEPPING_PLAIN, 1}, {STEPPING_PLAIN, 4}, {STEPPING_PLAIN, 10}, {STEPPING_PLAIN, 20},
                            {STEPPING_QMBOX, 1}, {STEPPING_QMBOX, 4}, {STEPPING_QMBOX, 10}};

enum { FIRST_SEED = 1 };

static double now(void) {
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static scene *make(const bench_case *c, int run, int *frames) {
  uint64_t seed = FIRST_SEED + (uint64_t)run;

  *frames = c->frames;
  return c->thrown != NULL ? throw_new(c->thrown, seed, frames) : c->kind->make(seed, c->amount);
}

/* ------------------------------------------------------------------ time */

/* A way's world, its state of ODE's random numbers, and the times of its frames so far. */
typedef struct lane {
  scene *s;
  unsigned long seed;
  double *least; /* the least time of each frame */
  int count, room;
  double left; /* time in this round */
} lane;

static void note_time(lane *l, int place, double taken) {
  if (place == l->room) {
    l->room = 2 * l->room + 256;
    l->least = realloc(l->least, (size_t)l->room * sizeof *l->least);
    if (l->least == NULL) exit(2);
  }
  l->least[place] = place < l->count ? fmin(taken, l->least[place]) : taken;
  if (place >= l->count) l->count = place + 1;
}

static void time_frame(lane *l, stepping how, int frame, int place) {
  double start;

  if (l->left <= 0) return;
  dRandSetSeed(l->seed);
  if (l->s->drive != NULL) l->s->drive(l->s, frame);
  start = now();
  stepping_frame(how, l->s, NULL);
  double taken = now() - start;
  l->seed = dRandGetSeed();
  l->left -= taken;
  note_time(l, place, taken);
}

/* Times one run of all ways; its first frame is at this place. */
static int time_run(const bench_case *c, int run, lane lanes[WAYS], int place) {
  int frames = 0;

  for (int i = 0; i < WAYS; i++) {
    lanes[i].s = make(c, run, &frames);
    lanes[i].seed = dRandGetSeed();
  }
  for (int frame = 0; frame < frames; frame++) {
    for (int i = 0; i < WAYS; i++) time_frame(&lanes[i], WAY[i], frame, place + frame);
  }
  for (int i = 0; i < WAYS; i++) scene_free(lanes[i].s);
  return place + frames;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double sum_of(const double *x, int count) {
  double sum = 0;

  for (int i = 0; i < count; i++) sum += x[i];
  return sum;
}

static void note_lane(const lane *l, const lane *plain, double plain_median, int way, measured *m) {
  double all = sum_of(l->least, l->count), of_plain = sum_of(plain->least, l->count);

  m->frames[way] = l->count;
  m->total[way] = all / of_plain;
  qsort(l->least, (size_t)l->count, sizeof *l->least, ascending);
  m->median[way] = l->least[l->count / 2] / plain_median;
  m->slowest[way] = l->least[l->count - 1] / plain_median;
}

static bool left_out(int way, const measure_options *o) {
  return WAY[way].kind == STEPPING_QMBOX && WAY[way].parts > o->parts;
}

/* Returns the median of times in seconds. */
static double median_of(const double *x, int count) {
  double *sorted = malloc((size_t)count * sizeof *sorted), median;

  if (sorted == NULL) exit(2);
  memcpy(sorted, x, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, ascending);
  median = sorted[count / 2];
  free(sorted);
  return median;
}

static void measure_time(const bench_case *c, const measure_options *o, measured *m) {
  lane lanes[WAYS] = {{0}};

  for (int round = 0; round < o->rounds; round++) {
    int place = 0;
    for (int i = 0; i < WAYS; i++) lanes[i].left = left_out(i, o) ? 0 : o->seconds;
    for (int run = 0; run < c->runs; run++) place = time_run(c, run, lanes, place);
  }
  m->frame = median_of(lanes[0].least, lanes[0].count);
  for (int i = WAYS - 1; i >= 0; i--) { /* the first last: its frames are sorted then */
    if (lanes[i].count > 0) note_lane(&lanes[i], &lanes[0], m->frame, i, m);
  }
  for (int i = 0; i < WAYS; i++) free(lanes[i].least);
}

/* ------------------------------------------------------------------ all */

static void measure_outcome(const bench_case *c, int way, double seconds, measured *m) {
  double start = now();

  for (int run = 0; run < c->runs && now() - start < seconds; run++) {
    int frames;
    scene *s = make(c, run, &frames);
    if (c->runs == 1 && m->frames[way] < frames) frames = m->frames[way];
    outcome one = outcome_of(s, WAY[way], frames);
    outcome_add(&m->outcome[way], &one);
    scene_free(s);
  }
}

void measure(const bench_case *c, const measure_options *o, measured *m) {
  memset(m, 0, sizeof *m);
  measure_time(c, o, m);
  for (int i = 0; i < WAYS; i++) {
    if (!left_out(i, o)) measure_outcome(c, i, o->seconds, m);
  }
}
