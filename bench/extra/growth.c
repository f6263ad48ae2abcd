/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * growth: the data that `make plots` draws.
 *
 *     growth DIRECTORY [--quick] [SERIES]
 *
 * Writes rotation.tsv, graze.tsv, pairs.tsv, world.tsv and heap.tsv into the directory, or only the file of one series.
 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "growth.h"

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "competitor.h"
#include "family.h"
#include "random.h"
#include "room.h"
#include "timing.h"

double growth_clock(void) {
  return clock_now(CLOCK_MONOTONIC);
}

double growth_processor_clock(void) {
  return clock_now(CLOCK_PROCESS_CPUTIME_ID);
}

static timing time_of(const growth *g, const competitor *who, const test_case *scene) {
  stopwatch watch;
  timing result;
  int round;

  stopwatch_start(&watch, who, scene, g->count, g->rounds);
  for (round = 0; round < g->rounds; round++) stopwatch_round(&watch, round);
  result = stopwatch_stop(&watch);
  free(watch.answer);
  return result;
}

/* ------------------------------------------------------------------ rotation */

void growth_rotation(const growth *g, FILE *out) {
  test_case *scene = room_for(g->count, sizeof *scene);
  int degrees, i;

  fputs("degrees\tmedian\tmean\tp99\n", out);
  for (degrees = 0; degrees <= 180; degrees += g->quick ? 30 : 10) {
    double angle = fmin(degrees, 179.9) * (3.14159265358979323846 / 180.0);
    timing t;
    for (i = 0; i < g->count; i++) family_draw_turning(angle, g->seed, i, &scene[i]);
    t = time_of(g, &COMPETITOR_BMS_READY, scene);
    fprintf(out, "%d\t%.2f\t%.2f\t%.2f\n", degrees, t.median / g->test, t.mean / g->test, t.p99 / g->test);
  }
  free(scene);
}

/* ------------------------------------------------------------------ graze */

/*
 * Draws box b over the face X' of a, as it turns about the face's normal and comes down and up again, deepest at t =
 * 1/2: the distance between the lowest vertex and the face is 4 (t - 1/2)^2 - depth, up to rounding. The other
 * coordinates keep the vertex over the face. So the speed of the contact is 4 sqrt(depth).
 */
static void over_a_face(random_source *r, double depth, test_case *scene) {
  double any[4], rotation[3][3], identity[4] = {1, 0, 0, 0}, height = 0.0, about[4], end[4];
  bms_motion *a = &scene->matrix[0], *b = &scene->matrix[1];
  int i;

  memset(scene, 0, sizeof *scene);
  random_direction(r, any, 4);
  quaternion_matrix(any, rotation);
  for (i = 0; i < 3; i++) {
    scene->body[0].half[i] = i == 0 ? 0.5 : 4.0;
    scene->body[1].half[i] = random_uniform(r, 0.1, 0.5);
    height += scene->body[1].half[i] * fabs(rotation[0][i]);
  }
  *a = bms_motion_fixed((const double[3]){0, 0, 0}, identity);
  *b = bms_motion_fixed((const double[3]){0.5 + height + 1.0 - depth, random_uniform(r, -1, 1), 0}, any);
  b->rigid.position[0][1] = -4.0;
  b->rigid.position[0][2] = 4.0;
  b->rigid.position[1][1] = random_uniform(r, -1, 1);
  quaternion_about((const double[3]){1, 0, 0}, random_uniform(r, 0.2, 1.5), about);
  quaternion_product(about, any, end);
  for (i = 0; i < 4; i++) b->rigid.quaternion[i][1] = end[i] - any[i];
}

static void graze_point(const growth *g, double depth, test_case *scene, FILE *out) {
  random_source r = random_from(g->seed);
  timing t;
  int i;

  for (i = 0; i < g->count; i++) over_a_face(&r, depth, &scene[i]);
  t = time_of(g, &COMPETITOR_BMS_MATRIX, scene); /* this one takes motions as they are, of either form */
  fprintf(out, "%g\t%.2f\t%.2f\t%.2f\n", depth, t.median / g->test, t.mean / g->test, t.p99 / g->test);
}

void growth_graze(const growth *g, FILE *out) {
  test_case *scene = room_for(g->count, sizeof *scene);
  int exponent, step = g->quick ? 5 : 1;

  fputs("depth\tmedian\tmean\tp99\n", out);
  for (exponent = -1; exponent >= -16; exponent -= step) graze_point(g, pow(10.0, exponent), scene, out);
  graze_point(g, 0.0, scene, out);
  for (exponent = -16; exponent <= -1; exponent += step) graze_point(g, -pow(10.0, exponent), scene, out);
  free(scene);
}

/* ------------------------------------------------------------------ all */

static double one_test(const growth *g) {
  test_case *scene = room_for(g->count, sizeof *scene);
  double mean;
  int i;

  for (i = 0; i < g->count; i++) family_draw(FAMILY_TUMBLE, MODEL_QUATERNION, g->seed, i, &scene[i]);
  mean = time_of(g, &COMPETITOR_DISCRETE_ODE, scene).mean;
  free(scene);
  return mean;
}

static void write_series(const growth *g, const char *directory, const char *name,
                         void (*measure)(const growth *g, FILE *out)) {
  char path[4096];
  FILE *out;

  snprintf(path, sizeof path, "%s/%s.tsv", directory, name);
  out = fopen(path, "w");
  if (!out) {
    perror(path);
    exit(2);
  }
  printf("%s\n", path);
  fflush(stdout);
  measure(g, out);
  if (fclose(out) != 0) {
    perror(path);
    exit(2);
  }
}

typedef struct series {
  const char *name;
  void (*measure)(const growth *g, FILE *out);
} series;

static const series ALL[] = {{"rotation", growth_rotation},
                             {"graze", growth_graze},
                             {"pairs", growth_pairs},
                             {"world", growth_world},
                             {"heap", growth_heap}};
enum { SERIES_COUNT = sizeof ALL / sizeof *ALL };

static void measure_all(growth *g, const char *directory, const char *only) {
  int i;

  dInitODE2(0);
  g->test = one_test(g);
  printf("one discrete test: %.1f ns\n", g->test);
  for (i = 0; i < SERIES_COUNT; i++)
    if (!only || strcmp(only, ALL[i].name) == 0) write_series(g, directory, ALL[i].name, ALL[i].measure);
  dCloseODE();
}

int main(int argc, char **argv) {
  growth g = {.seed = 1, .count = 2000, .rounds = 7};
  const char *only;
  int i = 0, next = 2;

  g.quick = argc > next && strcmp(argv[next], "--quick") == 0;
  next += g.quick;
  only = argc > next ? argv[next] : NULL;
  while (only && i < SERIES_COUNT && strcmp(only, ALL[i].name) != 0) i++;
  if (argc < 2 || argc > next + 1 || i == SERIES_COUNT) {
    fputs("Usage: growth DIRECTORY [--quick] [rotation | graze | pairs | world | heap]\n", stderr);
    return 2;
  }
  if (g.quick) {
    g.count = 200;
    g.rounds = 3;
  }
  measure_all(&g, argv[1], only);
  return 0;
}
