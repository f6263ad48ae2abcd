/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Many queries: the family tumble, and one box that flies through a field of boxes that tumble where they are.
 *
 * By the clock on the wall, as threads are among what is compared; the best of the rounds, since whatever else runs on
 * the machine only adds.
 */

#include <math.h>
#include <stdlib.h>

#include "bms_batch.h"
#include "competitor.h"
#include "family.h"
#include "growth.h"
#include "random.h"
#include "room.h"

enum { FEWEST = 10, MOST = 30000, MOST_QUICK = 1000, DRAWN = 3000 };

typedef struct many {
  size_t count;
  bms_query *query;
  bms_body mover, *body;
  bms_contact *contact;
} many;

typedef struct way {
  const char *name;
  void (*ask)(const many *all);
} way;

/* ------------------------------------------------------------------ ways to ask */

static void ask_single(const many *all) {
  for (size_t i = 0; i < all->count; i++) (void)bms_first_contact(&all->query[i], &all->contact[i]);
}

static void ask_batch(const many *all) {
  bms_batch_first_contact(all->query, all->count, 1, all->contact);
}

static void ask_batch_2(const many *all) {
  bms_batch_first_contact(all->query, all->count, 2, all->contact);
}

static void ask_earliest(const many *all) {
  size_t index;
  (void)bms_batch_earliest(all->query, all->count, 1, &index, all->contact);
}

static void ask_earliest_2(const many *all) {
  size_t index;
  (void)bms_batch_earliest(all->query, all->count, 2, &index, all->contact);
}

static void ask_single_against(const many *all) {
  bms_query query = {.t0 = 0, .t1 = 1, .a = all->mover};
  for (size_t i = 0; i < all->count; i++) {
    query.b = all->body[i];
    (void)bms_first_contact(&query, &all->contact[i]);
  }
}

static void ask_against(const many *all) {
  bms_batch_against(&all->mover, all->body, all->count, 0, 1, 1, all->contact);
}

static void ask_against_2(const many *all) {
  bms_batch_against(&all->mover, all->body, all->count, 0, 1, 2, all->contact);
}

static void ask_earliest_against(const many *all) {
  size_t index;
  (void)bms_batch_earliest_against(&all->mover, all->body, all->count, 0, 1, 1, &index, all->contact);
}

static const way WAYS[] = {{"single", ask_single},
                           {"batch", ask_batch},
                           {"batch_2_threads", ask_batch_2},
                           {"earliest", ask_earliest},
                           {"earliest_2_threads", ask_earliest_2},
                           {"single_against", ask_single_against},
                           {"against", ask_against},
                           {"against_2_threads", ask_against_2},
                           {"earliest_against", ask_earliest_against}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

/* ------------------------------------------------------------------ scenes */

/* Fills the list with the same few thousand test cases over and over. */
static void draw_queries(const growth *g, many *all) {
  int drawn = all->count < DRAWN ? (int)all->count : DRAWN;
  test_case *scene = room_for(drawn, sizeof *scene);
  bms_query *query;

  for (int i = 0; i < drawn; i++) family_draw(FAMILY_TUMBLE, MODEL_QUATERNION, g->seed, i, &scene[i]);
  query = COMPETITOR_BMS_READY.prepare(scene, drawn);
  for (size_t i = 0; i < all->count; i++) all->query[i] = query[i % (size_t)drawn];
  free(query);
  free(scene);
}

static bms_body tumbling(random_source *r, const double place[3], double travel) {
  double start[4], change[4], end[4], axis[3], to[3], side[3];
  bms_body body;

  random_direction(r, start, 4);
  random_direction(r, axis, 3);
  quaternion_about(axis, random_uniform(r, 0, 1.5), change);
  quaternion_product(change, start, end);
  random_direction(r, to, 3);
  for (int k = 0; k < 3; k++) to[k] = place[k] + travel * to[k];
  random_numbers(r, 0.2, 1, side, 3);
  body.box = bms_box_centred(side[0], side[1], side[2]);
  body.motion = bms_motion_between(0, place, start, 1, to, end);
  return body;
}

/* Draws a field of constant density. The mover starts in its middle and moves by a hundredth of its width, so it has
   some neighbours and most boxes are far. */
static void draw_field(const growth *g, many *all) {
  const double middle[3] = {0, 0, 0};
  double half = 1.5 * cbrt((double)all->count);
  random_source r = random_from(g->seed);

  all->mover = tumbling(&r, middle, 3);
  for (size_t i = 0; i < all->count; i++) {
    double place[3];
    do
      for (int k = 0; k < 3; k++) place[k] = random_uniform(&r, -half, half);
    while (dot(place, place) < 4);
    all->body[i] = tumbling(&r, place, 0.3);
  }
}

static double best_of(const growth *g, const many *all, const way *how) {
  double best = INFINITY;

  how->ask(all);
  for (int round = 0; round < g->rounds; round++) {
    double begin = growth_clock();
    how->ask(all);
    best = fmin(best, growth_clock() - begin);
  }
  return best / (double)all->count;
}

static void measure(const growth *g, int count, FILE *out) {
  many all = {.count = (size_t)count};

  all.query = room_for(count, sizeof *all.query);
  all.body = room_for(count, sizeof *all.body);
  all.contact = room_for(count, sizeof *all.contact);
  draw_queries(g, &all);
  draw_field(g, &all);
  fprintf(out, "%d", count);
  for (int k = 0; k < WAY_COUNT; k++) fprintf(out, "\t%.3f", best_of(g, &all, &WAYS[k]) / g->test);
  fputc('\n', out);
  free(all.query);
  free(all.body);
  free(all.contact);
}

void growth_pairs(const growth *g, FILE *out) {
  fputs("queries", out);
  for (int k = 0; k < WAY_COUNT; k++) fprintf(out, "\t%s", WAYS[k].name);
  fputc('\n', out);
  for (int ten = FEWEST; ten <= (g->quick ? MOST_QUICK : MOST); ten *= 10) {
    measure(g, ten, out);
    if (3 * ten <= MOST) measure(g, 3 * ten, out);
  }
}
