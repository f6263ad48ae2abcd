/* SPDX-License-Identifier: BSD-3-Clause */

/* A scene, measured by all ways to step it. */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "twin.h"

const stepping WAY[WAYS] = {{STEPPING_PLAIN, 1}, {STEPPING_PLAIN, 4}, {STEPPING_PLAIN, 10}, {STEPPING_PLAIN, 20},
                            {STEPPING_QMBOX, 1}, {STEPPING_QMBOX, 4}, {STEPPING_QMBOX, 10}, {STEPPING_QMBOX, 0}};

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

/* The least time of each frame so far. */
typedef struct frame_times {
  double *least;
  int count, room;
} frame_times;

/* A way's world, its state of ODE's random numbers, and the times of its frames. */
typedef struct lane {
  scene *s, *twin; /* twin: null for plain ODE */
  unsigned long seed;
  frame_times own, of_twin;
  double left; /* time in this round */
} lane;

static void note_time(frame_times *times, int place, double taken) {
  if (place == times->room) {
    times->room = 2 * times->room + 256;
    times->least = realloc(times->least, (size_t)times->room * sizeof *times->least);
    if (times->least == NULL) exit(2);
  }
  times->least[place] = place < times->count ? fmin(taken, times->least[place]) : taken;
  if (place >= times->count) times->count = place + 1;
}

/* Returns the time that a frame takes. */
static double step_frame(scene *s, stepping how, unsigned long seed) {
  double start;

  dRandSetSeed(seed);
  start = now();
  stepping_frame(how, s, NULL);
  return now() - start;
}

static void drive(scene *s, int frame) {
  if (s != NULL && s->drive != NULL) s->drive(s, frame);
}

static void time_frame(lane *l, stepping how, int frame, int place) {
  unsigned long seed = l->seed;

  if (l->left <= 0) return;
  drive(l->s, frame);
  drive(l->twin, frame);
  if (l->twin != NULL) twin_follow(l->twin, l->s);
  stepping plain = {STEPPING_PLAIN, stepping_parts(how, l->s)};
  double taken = step_frame(l->s, how, seed);
  l->seed = dRandGetSeed();
  l->left -= taken;
  note_time(&l->own, place, taken);
  if (l->twin != NULL) note_time(&l->of_twin, place, step_frame(l->twin, plain, seed));
}

/* Times one run of all ways; its first frame is at this place. */
static int time_run(const bench_case *c, int run, lane lanes[WAYS], int place) {
  int frames = 0;

  for (int i = 0; i < WAYS; i++) {
    lanes[i].twin = WAY[i].kind == STEPPING_QMBOX && lanes[i].left > 0 ? make(c, run, &frames) : NULL;
    lanes[i].s = make(c, run, &frames);
    lanes[i].seed = dRandGetSeed();
  }
  for (int frame = 0; frame < frames; frame++) {
    for (int i = 0; i < WAYS; i++) time_frame(&lanes[i], WAY[i], frame, place + frame);
  }
  for (int i = 0; i < WAYS; i++) {
    scene_free(lanes[i].s);
    if (lanes[i].twin != NULL) scene_free(lanes[i].twin);
  }
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

/* Returns the median of times in seconds. */
static double median_of(const frame_times *times) {
  double *sorted = malloc((size_t)times->count * sizeof *sorted), median;

  if (sorted == NULL) exit(2);
  memcpy(sorted, times->least, (size_t)times->count * sizeof *sorted);
  qsort(sorted, (size_t)times->count, sizeof *sorted, ascending);
  median = sorted[times->count / 2];
  free(sorted);
  return median;
}

static double slowest_of(const frame_times *times) {
  double slowest = 0;

  for (int i = 0; i < times->count; i++) slowest = fmax(slowest, times->least[i]);
  return slowest;
}

/* Returns the time of the frames that both have made, as a multiple of plain ODE's. */
static double total_of(const frame_times *times, const frame_times *plain) {
  int count = times->count < plain->count ? times->count : plain->count;

  return sum_of(times->least, count) / sum_of(plain->least, count);
}

static void note_lane(const lane *l, const frame_times *plain, int way, measured *m) {
  m->frames[way] = l->own.count;
  m->total[way] = total_of(&l->own, plain);
  m->median[way] = median_of(&l->own) / m->frame;
  m->slowest[way] = slowest_of(&l->own) / m->frame;
  if (l->of_twin.count == 0) return;
  m->twin_total[way] = total_of(&l->own, &l->of_twin);
  m->twin_slowest[way] = slowest_of(&l->own) / median_of(&l->of_twin);
}

static bool left_out(int way, const measure_options *o) {
  return WAY[way].kind == STEPPING_QMBOX && WAY[way].parts > o->parts;
}

static void measure_time(const bench_case *c, const measure_options *o, measured *m) {
  lane lanes[WAYS] = {{0}};

  for (int round = 0; round < o->rounds; round++) {
    int place = 0;
    for (int i = 0; i < WAYS; i++) lanes[i].left = left_out(i, o) ? 0 : o->seconds;
    for (int run = 0; run < c->runs; run++) place = time_run(c, run, lanes, place);
  }
  m->frame = median_of(&lanes[0].own);
  for (int i = 0; i < WAYS; i++) {
    if (lanes[i].own.count > 0) note_lane(&lanes[i], &lanes[0].own, i, m);
  }
  for (int i = 0; i < WAYS; i++) {
    free(lanes[i].own.least);
    free(lanes[i].of_twin.least);
  }
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
