/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * instructions: something for callgrind to count.
 *
 *     instructions NAME COUNT PASSES
 *
 * Draws COUNT test cases of a family of boxes (family.h), also as ones that overlap at the start and with a plate, a
 * kind of coincidence (coincidence.h) or a pair of convex shapes that hit each other (shape_pair.h), and answers all of
 * them PASSES times.  The difference between two runs that differ in PASSES alone is what the queries take: start-up,
 * drawing and the binding of symbols are in both.  Without arguments, prints the names.
 */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bms_batch.h"
#include "coincidence.h"
#include "competitor.h"
#include "family.h"
#include "room.h"
#include "shape_pair.h"

static const uint64_t SEED = 1;

static const char *name_of_family(int which) {
  return which < FAMILY_COUNT ? family_name((family)which) : NULL;
}

/* Changes a test case. */
typedef void change(test_case *scene);

/* Places the second box where the first one's centre is inside of it at the start. */
static void let_overlap(test_case *scene) {
  const course *a = &scene->body[0];
  course *b = &scene->body[1];
  double least = fmin(b->half[0], fmin(b->half[1], b->half[2]));

  for (int r = 0; r < 3; r++) b->position[START][r] = a->position[START][r];
  b->position[START][0] += 0.5 * least;
}

/* Takes the thickness from the first box. */
static void make_flat(test_case *scene) {
  scene->body[0].half[2] = 0;
}

static void answer_changed(family which, change *changed, int count, int passes) {
  const competitor *who = family_has(which, MODEL_MATRIX) ? &COMPETITOR_BMS_MATRIX : &COMPETITOR_BMS_READY;
  test_case *scene = room_for(count, sizeof *scene);
  double *times = room_for(count, sizeof *times);
  void *prepared;
  int i;

  for (i = 0; i < count; i++) {
    family_draw(which, who->model, SEED, i, &scene[i]);
    if (changed != NULL) changed(&scene[i]);
  }
  prepared = who->prepare(scene, count);
  for (i = 0; i < passes; i++) who->run(prepared, 0, count, times);
  who->release(prepared);
  free(times);
  free(scene);
}

static void answer_family(int which, int count, int passes) {
  answer_changed((family)which, NULL, count, passes);
}

static const struct {
  const char *name;
  change *changed;
} CHANGES[] = {{"overlap", let_overlap}, {"plate", make_flat}};
enum { CHANGE_COUNT = sizeof CHANGES / sizeof CHANGES[0] };

static const char *name_of_change(int which) {
  return which < CHANGE_COUNT ? CHANGES[which].name : NULL;
}

/* All else is as in the family tumble. */
static void answer_change(int which, int count, int passes) {
  answer_changed(FAMILY_TUMBLE, CHANGES[which].changed, count, passes);
}

/* The first kind is the generic one, which the families have; it is left out. */
static const char *name_of_kind(int which) {
  return which + 1 < coincidence_count() ? coincidence_at(which + 1)->name : NULL;
}

static void answer_kind(int which, int count, int passes) {
  bms_query *query = room_for(count, sizeof *query);

  for (int i = 0; i < count; i++) coincidence_draw(which + 1, i, &query[i]);
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < count; i++) {
      bms_contact contact;
      (void)bms_first_contact(&query[i], &contact);
    }
  free(query);
}

/* Ways to ask about a family: at seconds since 1970, counted from there or from 0; for the time alone; with the hint of
   the pass before; all in one call, for each answer or for the earliest. */
static const struct {
  const char *name;
  family of;
  enum { EACH, EACH_TIME, EACH_HINTED, BATCH, EARLIEST } way;
  double origin, counted_from;
} WAYS[] = {{"origin", FAMILY_TUMBLE, EACH, 1.7e9, 1.7e9},
            {"origin_from_zero", FAMILY_TUMBLE, EACH, 1.7e9, 0.0},
            {"time", FAMILY_TUMBLE, EACH_TIME, 0.0, 0.0},
            {"time_near_miss", FAMILY_NEAR_MISS, EACH_TIME, 0.0, 0.0},
            {"time_thin_wall", FAMILY_THIN_WALL, EACH_TIME, 0.0, 0.0},
            {"time_translation", FAMILY_TRANSLATION, EACH_TIME, 0.0, 0.0},
            {"time_matrix", FAMILY_MATRIX, EACH_TIME, 0.0, 0.0},
            {"time_weighted", FAMILY_WEIGHTED, EACH_TIME, 0.0, 0.0},
            {"hint", FAMILY_NEAR_MISS, EACH_HINTED, 0.0, 0.0},
            {"batch", FAMILY_TUMBLE, BATCH, 0.0, 0.0},
            {"batch_far", FAMILY_FAR, BATCH, 0.0, 0.0},
            {"earliest", FAMILY_TUMBLE, EARLIEST, 0.0, 0.0},
            {"earliest_far", FAMILY_FAR, EARLIEST, 0.0, 0.0},
            {"earliest_near_miss", FAMILY_NEAR_MISS, EARLIEST, 0.0, 0.0},
            {"earliest_matrix", FAMILY_MATRIX, EARLIEST, 0.0, 0.0}};
enum { WAY_COUNT = sizeof WAYS / sizeof WAYS[0] };

static const char *name_of_way(int which) {
  return which < WAY_COUNT ? WAYS[which].name : NULL;
}

static bms_body body_from(const course *body, double start) {
  bms_box box = bms_box_centred(2.0 * body->half[0], 2.0 * body->half[1], 2.0 * body->half[2]);
  return (bms_body){box, bms_motion_between(start, body->position[START], body->quaternion[START], start + 1.0,
                                            body->position[END], body->quaternion[END])};
}

static void draw_queries(int which, int count, bms_query *query) {
  double origin = WAYS[which].counted_from, start = WAYS[which].origin;
  bool matrix = family_has(WAYS[which].of, MODEL_MATRIX);

  for (int i = 0; i < count; i++) {
    test_case scene;
    family_draw(WAYS[which].of, matrix ? MODEL_MATRIX : MODEL_QUATERNION, SEED, i, &scene);
    query[i] = (bms_query){.t0 = start - origin, .t1 = start - origin + 1.0, .origin = origin};
    query[i].a = body_from(&scene.body[0], start);
    query[i].b = body_from(&scene.body[1], start);
    if (matrix) query[i].a.motion = scene.matrix[0];
    if (matrix) query[i].b.motion = scene.matrix[1];
  }
}

static void answer_each(int which, int count, const bms_query *query, bms_hint *hint) {
  for (int i = 0; i < count; i++) {
    bms_contact contact;
    if (WAYS[which].way == EACH_TIME)
      (void)bms_first_contact_time(&query[i], NULL, &contact);
    else
      (void)bms_first_contact_hinted(&query[i], WAYS[which].way == EACH_HINTED ? &hint[i] : NULL, &contact);
  }
}

static void answer_way(int which, int count, int passes) {
  bms_query *query = room_for(count, sizeof *query);
  bms_hint *hint = room_for(count, sizeof *hint);
  bms_contact *contact = room_for(count, sizeof *contact);
  size_t index;

  memset(hint, 0, (size_t)count * sizeof *hint);
  draw_queries(which, count, query);
  for (int pass = 0; pass < passes; pass++) {
    if (WAYS[which].way == BATCH)
      bms_batch_first_contact(query, (size_t)count, 1, contact);
    else if (WAYS[which].way == EARLIEST)
      (void)bms_batch_earliest(query, (size_t)count, 1, &index, contact);
    else
      answer_each(which, count, query, hint);
  }
  free(contact);
  free(hint);
  free(query);
}

static void answer_pair(int which, int count, int passes) {
  shape_pair *pair = room_for(count, sizeof *pair);

  for (int i = 0; i < count; i++) shape_pair_draw(which, SEED, i, &pair[i]);
  for (int pass = 0; pass < passes; pass++)
    for (int i = 0; i < count; i++) (void)shape_pair_answer(which, &pair[i]);
  free(pair);
}

typedef struct group {
  const char *(*name)(int which); /* NULL behind the last one */
  void (*answer)(int which, int count, int passes);
} group;

static const group GROUPS[] = {{name_of_family, answer_family},
                               {name_of_change, answer_change},
                               {name_of_kind, answer_kind},
                               {name_of_way, answer_way},
                               {shape_pair_name, answer_pair}};
enum { GROUP_COUNT = sizeof GROUPS / sizeof GROUPS[0] };

static void print_names(void) {
  for (int i = 0; i < GROUP_COUNT; i++)
    for (int which = 0; GROUPS[i].name(which) != NULL; which++) puts(GROUPS[i].name(which));
}

/* Returns false if no group has the name. */
static bool answer_called(const char *name, int count, int passes) {
  for (int i = 0; i < GROUP_COUNT; i++)
    for (int which = 0; GROUPS[i].name(which) != NULL; which++)
      if (strcmp(name, GROUPS[i].name(which)) == 0) {
        GROUPS[i].answer(which, count, passes);
        return true;
      }
  return false;
}

int main(int argc, char **argv) {
  int count = argc == 4 ? atoi(argv[2]) : 0, passes = argc == 4 ? atoi(argv[3]) : 0;

  if (argc == 1) {
    print_names();
    return 0;
  }
  if (count < 1 || passes < 1 || !answer_called(argv[1], count, passes)) {
    fputs("Usage: instructions [NAME COUNT PASSES]\n", stderr);
    return 2;
  }
  return 0;
}
