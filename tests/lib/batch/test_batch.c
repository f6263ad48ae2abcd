/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Batches against single queries: the same bits for every query of every family and any number of threads, and the
 * earliest contact is the one that a plain loop over bms_first_contact() finds.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it; seeds count from 1.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bms_batch.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

/* Scenes are large enough for two threads or three, all families together for eight. */
enum { ROUNDS = 20, SCENES = 16, SCENE_SIZE = 400 };

static const int THREADS[] = {1, 2, 3, 8, 0, -1, 1000};
enum { THREAD_COUNTS = sizeof THREADS / sizeof *THREADS };

/* ------------------------------------------------------------------ comparing */

static bool same_double(double x, double y) {
  return memcmp(&x, &y, sizeof x) == 0;
}

/* Compares two contacts member by member, since the bytes between members may differ. */
static bool same_contact(const bms_contact *x, const bms_contact *y) {
  bool same = x->status == y->status && x->reason == y->reason && x->where == y->where && same_double(x->t, y->t) &&
              same_double(x->t_lower, y->t_lower) && same_double(x->t_upper, y->t_upper) &&
              x->pair.kind == y->pair.kind && x->pair.a == y->pair.a && x->pair.b == y->pair.b &&
              same_double(x->approach_speed, y->approach_speed) && x->point_count == y->point_count &&
              memcmp(x->normal, y->normal, sizeof x->normal) == 0;
  return same && memcmp(x->point, y->point, (size_t)x->point_count * sizeof x->point[0]) == 0;
}

static void require_same(const bms_query *query, const bms_contact *found, const bms_contact *expected,
                         const char *what, size_t i, int threads) {
  if (same_contact(found, expected)) return;
  print_message("# %s, number %zu, %d threads: %s at %a, a single query says %s at %a\n", what, i, threads,
                bms_status_name(found->status), found->t, bms_status_name(expected->status), expected->t);
  query_write_hex(stdout, "# ", query);
  fail();
}

/* ------------------------------------------------------------------ scenes */

/* Queries with their answers one by one. */
typedef struct scene {
  size_t count;
  bms_query *query;
  bms_contact *expected, *found;
} scene;

static void *room_for(size_t count, size_t size) {
  void *room = calloc(count, size);
  assert_non_null(room);
  return room;
}

static scene scene_of(size_t count) {
  return (scene){count, room_for(count, sizeof(bms_query)), room_for(count, sizeof(bms_contact)),
                 room_for(count, sizeof(bms_contact))};
}

static void release(scene *s) {
  free(s->query);
  free(s->expected);
  free(s->found);
}

static void answer_one_by_one(scene *s) {
  for (size_t i = 0; i < s->count; i++) (void)bms_first_contact(&s->query[i], &s->expected[i]);
}

static void spoil(random_source *r, bms_query *query) {
  switch (random_below(r, 5)) {
    case 0:
      query->t0 = NAN;
      break;
    case 1:
      query->t1 = query->t0 - 1;
      break;
    case 2:
      query->b.box.max[1] = -INFINITY;
      break;
    case 3:
      query->b.motion.form = (bms_motion_form)7;
      break;
    default:
      memset(&query->b.motion.rigid, 0, sizeof query->b.motion.rigid);
      query->b.motion.form = BMS_MOTION_RIGID;
  }
}

/* Makes queries of all families in turn, one in ten of them invalid. */
static scene all_families(int rounds, uint64_t seed) {
  random_source r = random_from(seed);
  scene s = scene_of((size_t)(rounds * family_count()));
  for (size_t i = 0; i < s.count; i++) {
    family_query((int)i % family_count(), seed + i / (size_t)family_count(), &s.query[i]);
    if (random_below(&r, 10) == 0) spoil(&r, &s.query[i]);
  }
  answer_one_by_one(&s);
  return s;
}

/* ------------------------------------------------------------------ each of many */

static void a_batch_gives_the_bits_of_single_queries_for_any_number_of_threads(void **state) {
  scene s = all_families(repetitions(ROUNDS), 1);
  (void)state;
  for (int k = 0; k < THREAD_COUNTS; k++) {
    memset(s.found, 0xa5, s.count * sizeof *s.found);
    bms_batch_first_contact(s.query, s.count, THREADS[k], s.found);
    for (size_t i = 0; i < s.count; i++) require_same(&s.query[i], &s.found[i], &s.expected[i], "batch", i, THREADS[k]);
  }
  release(&s);
}

/* Puts one body and interval of a family against bodies of that family, bodies of all others, and invalid ones. */
static scene one_against_many(uint64_t seed) {
  random_source r = random_from(seed);
  scene s = scene_of(SCENE_SIZE);
  int family = (int)(seed % (uint64_t)family_count());
  bms_query first;
  family_query(family, seed, &first);
  for (size_t i = 0; i < s.count; i++) {
    bms_query other = first;
    if (i > 0) family_query(i % 3 == 0 ? (int)i % family_count() : family, seed + i, &other);
    if (random_below(&r, 10) == 0) spoil(&r, &other);
    s.query[i] = (bms_query){.t0 = first.t0, .t1 = first.t1, .a = first.a, .b = other.b};
  }
  if (seed % 8 == 5) spoil(&r, &s.query[0]); /* it may be the interval: for all of them */
  for (size_t i = 1; i < s.count; i++) {
    s.query[i].t0 = s.query[0].t0;
    s.query[i].t1 = s.query[0].t1;
  }
  answer_one_by_one(&s);
  return s;
}

static bms_body *others_of(const scene *s) {
  bms_body *b = room_for(s->count, sizeof *b);
  for (size_t i = 0; i < s->count; i++) b[i] = s->query[i].b;
  return b;
}

static void one_against_many_gives_the_bits_of_single_queries(void **state) {
  int scenes = repetitions(SCENES), separated = 0, contacts = 0, invalid = 0;
  (void)state;
  for (int n = 0; n < scenes; n++) {
    scene s = one_against_many((uint64_t)(1 + n));
    bms_body *b = others_of(&s);
    int threads = THREADS[n % THREAD_COUNTS];
    memset(s.found, 0xa5, s.count * sizeof *s.found);
    bms_batch_against(&s.query[0].a, b, s.count, s.query[0].t0, s.query[0].t1, threads, s.found);
    for (size_t i = 0; i < s.count; i++) {
      require_same(&s.query[i], &s.found[i], &s.expected[i], "against", i, threads);
      separated += s.found[i].status == BMS_SEPARATED;
      contacts += s.found[i].status == BMS_CONTACT;
      invalid += s.found[i].status == BMS_INVALID;
    }
    free(b);
    release(&s);
  }
  print_message("# %d separated, %d contacts, %d invalid\n", separated, contacts, invalid);
  assert_true(separated > scenes && contacts > scenes && invalid > scenes);
}

/* ------------------------------------------------------------------ the earliest */

static bool has_time(const bms_contact *c) {
  return c->status == BMS_CONTACT || c->status == BMS_TOUCHING || c->status == BMS_OVERLAPPING;
}

/* Finds by a loop the answer that bms_batch.h promises. No family has an unresolved query. */
static size_t earliest_by_a_loop(const scene *s, bms_contact *contact) {
  size_t best = s->count;
  memset(contact, 0, sizeof *contact);
  contact->status = BMS_SEPARATED;
  for (size_t i = 0; i < s->count; i++)
    if (has_time(&s->expected[i]) && (best == s->count || s->expected[i].t < s->expected[best].t)) best = i;
  if (best < s->count) *contact = s->expected[best];
  return best;
}

static void require_earliest(const scene *s, size_t index, const bms_contact *found, const char *what, int threads) {
  static const bms_query none;
  bms_contact expected;
  size_t best = earliest_by_a_loop(s, &expected);
  require_same(best < s->count ? &s->query[best] : &none, found, &expected, what, index, threads);
  if (index != best) print_message("# %s, %d threads: index %zu, a loop says %zu\n", what, threads, index, best);
  assert_true(index == best);
}

static void require_all_find_the_earliest(const scene *s, const char *what) {
  for (int k = 0; k < THREAD_COUNTS; k++) {
    size_t index = 12345;
    bms_contact contact;
    memset(&contact, 0xa5, sizeof contact);
    bms_status status = bms_batch_earliest(s->query, s->count, THREADS[k], &index, &contact);
    assert_int_equal(status, contact.status);
    require_earliest(s, index, &contact, what, THREADS[k]);
  }
}

/* Queries as they are have all sorts of intervals; few overlap at t0 in the families chosen, which would decide it. */
static void the_earliest_of_many_queries_is_that_of_a_loop(void **state) {
  int scenes = repetitions(SCENES), found = 0;
  (void)state;
  for (int n = 0; n < scenes; n++) {
    random_source r = random_from((uint64_t)(77 + n));
    scene s = scene_of(SCENE_SIZE);
    for (size_t i = 0; i < s.count; i++) {
      family_query(n % 2 == 0 ? n % family_count() : (int)i % family_count(), (uint64_t)(n + 1000 * (int)i),
                   &s.query[i]);
      if (random_below(&r, 10) == 0) spoil(&r, &s.query[i]);
    }
    answer_one_by_one(&s);
    require_all_find_the_earliest(&s, "earliest");
    found += earliest_by_a_loop(&s, &s.found[0]) < s.count;
    release(&s);
  }
  assert_true(found > scenes / 2);
}

/* The motions' times are from 0, the queries' from elsewhere. */
static void the_earliest_is_found_from_any_origin(void **state) {
  static const double ORIGIN[] = {0.25, -3, 100, 1.7e9};
  int scenes = repetitions(50 * SCENES), found = 0;
  (void)state;
  for (int n = 0; n < scenes; n++) {
    scene s = scene_of((size_t)(1 + n % 8));
    for (size_t i = 0; i < s.count; i++) {
      bms_query *query = &s.query[i];
      family_query(n % family_count(), (uint64_t)(3000 + n + 1000 * (int)i), query);
      query->t0 += query->origin - ORIGIN[n % 4];
      query->t1 += query->origin - ORIGIN[n % 4];
      query->origin = ORIGIN[n % 4];
    }
    answer_one_by_one(&s);
    require_all_find_the_earliest(&s, "origins");
    found += earliest_by_a_loop(&s, &s.found[0]) < s.count;
    release(&s);
  }
  assert_true(found > scenes / 4);
}

static void the_earliest_against_many_is_that_of_a_loop(void **state) {
  int scenes = repetitions(SCENES);
  (void)state;
  for (int n = 0; n < scenes; n++) {
    scene s = one_against_many((uint64_t)(500 + n));
    bms_body *b = others_of(&s);
    for (int k = 0; k < THREAD_COUNTS; k++) {
      size_t index;
      bms_contact contact;
      (void)bms_batch_earliest_against(&s.query[0].a, b, s.count, s.query[0].t0, s.query[0].t1, THREADS[k], &index,
                                       &contact);
      require_earliest(&s, index, &contact, "earliest against", THREADS[k]);
    }
    free(b);
    release(&s);
  }
}

/* Those that never meet, or seem to meet sooner than they do, put between those that tie. */
static void of_equal_times_the_least_index_wins(void **state) {
  int rounds = repetitions(SCENES), tied = 0;
  (void)state;
  for (int n = 0; n < rounds; n++) {
    random_source r = random_from((uint64_t)(9 + n));
    scene s = scene_of(SCENE_SIZE);
    bms_query one;
    family_query(n % family_count(), (uint64_t)(40 + n), &one);
    for (size_t i = 0; i < s.count; i++) {
      s.query[i] = one;
      if (random_below(&r, 4) == 0) family_query(4, (uint64_t)i, &s.query[i]); /* far */
    }
    answer_one_by_one(&s);
    require_all_find_the_earliest(&s, "ties");
    tied += has_time(&s.expected[s.count - 1]);
    release(&s);
  }
  assert_true(tied > rounds / 10);
}

/* Returns a query of two cubes that meet at t = when; the quaternion of b vanishes at `vanishes`, if not 0. */
static bms_query head_on(double when, double vanishes) {
  const double origin[3] = {0}, unit[4] = {1, 0, 0, 0};
  bms_query query = {.t0 = 0, .t1 = 8};
  query.a.box = query.b.box = bms_box_centred(2, 2, 2);
  query.a.motion = query.b.motion = bms_motion_fixed(origin, unit);
  query.b.motion.rigid.position[0][0] = 2 + when;
  query.b.motion.rigid.position[0][1] = -1;
  if (vanishes > 0) query.b.motion.rigid.quaternion[0][1] = -1 / vanishes;
  return query;
}

/* The wider a is, across the path, the sooner its sphere seems to be met; the time of contact is the same. */
static void of_equal_times_the_least_index_wins_whichever_seems_first(void **state) {
  scene s = scene_of(512);
  (void)state;
  for (size_t i = 0; i < s.count; i++) {
    s.query[i] = head_on(3, 0);
    s.query[i].a.box = bms_box_centred(2, 2 + 0.001 * (double)i, 2);
  }
  answer_one_by_one(&s);
  assert_true(same_double(s.expected[0].t, 3) && same_double(s.expected[511].t, 3));
  require_all_find_the_earliest(&s, "ties of different sizes");
  release(&s);
}

/* The invalid ones have the earlier contact, but no answer over their whole interval. */
static void a_query_that_becomes_invalid_after_its_contact_takes_no_part(void **state) {
  scene s = scene_of(512);
  (void)state;
  for (size_t i = 0; i < s.count; i++) s.query[i] = head_on(4 - (double)(i / 2) / 128, i % 2 == 0 ? 7 : 0);
  answer_one_by_one(&s);
  assert_int_equal(s.expected[510].status, BMS_INVALID);
  assert_int_equal(s.expected[511].status, BMS_CONTACT);
  require_all_find_the_earliest(&s, "invalid later");
  release(&s);
}

/* Times an ulp apart: the least one wins although others come first. */
static void times_next_to_each_other_are_told_apart(void **state) {
  scene s = scene_of(513);
  double when = 1;
  (void)state;
  for (size_t i = 0; i < s.count; i++) {
    s.query[(i * 13 + 5) % s.count] = head_on(when, 0);
    when = nextafter(when, 2);
  }
  answer_one_by_one(&s);
  require_all_find_the_earliest(&s, "an ulp apart");
  release(&s);
}

/* ------------------------------------------------------------------ nothing */

static void no_queries_are_no_trouble(void **state) {
  const bms_query query = head_on(1, 0);
  (void)state;
  for (int k = 0; k < THREAD_COUNTS; k++) {
    size_t index = 7;
    bms_contact contact;
    bms_batch_first_contact(NULL, 0, THREADS[k], NULL);
    bms_batch_against(&query.a, NULL, 0, 0, 1, THREADS[k], NULL);
    assert_int_equal(bms_batch_earliest(NULL, 0, THREADS[k], &index, &contact), BMS_SEPARATED);
    assert_true(index == 0 && contact.status == BMS_SEPARATED);
    index = 7;
    assert_int_equal(bms_batch_earliest_against(&query.a, NULL, 0, 0, 1, THREADS[k], &index, &contact), BMS_SEPARATED);
    assert_true(index == 0 && contact.status == BMS_SEPARATED);
  }
}

static void invalid_queries_alone_have_no_earliest(void **state) {
  scene s = scene_of(300);
  random_source r = random_from(3);
  (void)state;
  for (size_t i = 0; i < s.count; i++) {
    s.query[i] = head_on(1, 0);
    spoil(&r, &s.query[i]);
  }
  answer_one_by_one(&s);
  require_all_find_the_earliest(&s, "all invalid");
  release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_batch_gives_the_bits_of_single_queries_for_any_number_of_threads),
      cmocka_unit_test(one_against_many_gives_the_bits_of_single_queries),
      cmocka_unit_test(the_earliest_of_many_queries_is_that_of_a_loop),
      cmocka_unit_test(the_earliest_is_found_from_any_origin),
      cmocka_unit_test(the_earliest_against_many_is_that_of_a_loop),
      cmocka_unit_test(of_equal_times_the_least_index_wins),
      cmocka_unit_test(of_equal_times_the_least_index_wins_whichever_seems_first),
      cmocka_unit_test(a_query_that_becomes_invalid_after_its_contact_takes_no_part),
      cmocka_unit_test(times_next_to_each_other_are_told_apart),
      cmocka_unit_test(no_queries_are_no_trouble),
      cmocka_unit_test(invalid_queries_alone_have_no_earliest),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seeds from 1, %d rounds, %d scenes\n", repetitions(ROUNDS), repetitions(SCENES));
  return cmocka_run_group_tests(tests, NULL, NULL);
}
