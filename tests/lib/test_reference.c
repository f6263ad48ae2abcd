/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The reference path, against the exact answers of the public queries and against gaps sampled in long double.
 *
 * The second oracle has no roots and no topology: before the contact every sample is apart, at the contact the greatest
 * gap is zero and so is the gap along the axis of the pair.  A contact between two samples could be missed by it; the
 * exact answers cover that.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "sections/reference.h"

/* The first of the seeds; query n of a family has the seed SEED + n. */
static const uint64_t SEED = 20060515;

static int repetitions(int count) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak == NULL ? 1 : atoi(soak);
  return factor > 1 ? factor * count : count;
}

static void check(int right, const char *what, const bms_query *query, const bms_reference_answer *answer) {
  if (right) return;
  const char *status = answer->status == BMS_CONTACT ? "contact" : "no contact";
  print_message("# %s: %s t %a (%.17g)\n", what, status, answer->t, answer->t);
  query_write_hex(stdout, "# ", query);
  fail();
}

static int axis_of_pair(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_EE) return 6 + 3 * (pair->a / 4) + pair->b / 4;
  return pair->kind == BMS_PAIR_VO ? pair->a / 2 : 3 + pair->b / 2;
}

/* ------------------------------------------------------------------ the public queries */

enum { LONGEST_LINE = 8192 };

static FILE *open_data(const char *name) {
  const char *directory = getenv("srcdir");
  char path[4096];
  snprintf(path, sizeof path, "%s/tests/data/%s", directory == NULL ? "." : directory, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) print_message("# cannot open %s\n", path);
  assert_non_null(file);
  return file;
}

/* The axis as the truth files write it, with its quotation marks. */
static void axis_name(const bms_pair *pair, char name[16]) {
  int axis = axis_of_pair(pair);
  if (axis < 6)
    snprintf(name, 16, "\"%c.%c\"", axis < 3 ? 'A' : 'B', 'X' + axis % 3);
  else
    snprintf(name, 16, "\"A.%cxB.%c\"", 'X' + (axis - 6) / 3, 'X' + (axis - 6) % 3);
}

/*
 * How far the time of a contact may be off, in units of the interval: that of the acceptance of the whole.  Where the
 * boxes only graze, the root is a double one, and an error e of the plane moves it by the root of e: 1e-7 is what
 * doubles leave of it, and the reference path promises no more.
 */
static const double TIME_TOLERANCE = 1e-9, GRAZE_TOLERANCE = 1e-7;

static void compare_with_truth(const bms_query *query, const char *truth) {
  bms_reference_answer answer;
  bms_status status = bms_reference_first_contact(query, &answer);
  check(status == answer.status, "status returned", query, &answer);
  check((status == BMS_CONTACT) == (strstr(truth, "\"contact\": true") != NULL), truth, query, &answer);
  if (status != BMS_CONTACT) {
    check(answer.pair.kind == BMS_PAIR_NONE, "pair without contact", query, &answer);
    return;
  }
  const char *t = strstr(truth, "\"t\": \"");
  assert_non_null(t);
  double error = fabs(answer.t - strtod(t + strlen("\"t\": \""), NULL));
  double tolerance = strstr(truth, "\"graze\": true") != NULL ? GRAZE_TOLERANCE : TIME_TOLERANCE;
  check(error <= tolerance * (query->t1 - query->t0), truth, query, &answer);

  char axis[16];
  axis_name(&answer.pair, axis);
  int overlapping = strstr(truth, "\"status\": \"overlapping\"") != NULL; /* no plane then holds the origin */
  check(overlapping || strstr(truth, axis) != NULL, truth, query, &answer);
}

static void every_public_query_has_its_exact_answer(void **state) {
  (void)state;
  static char line[LONGEST_LINE], truth[LONGEST_LINE];
  FILE *queries = open_data("public.jsonl"), *truths = open_data("public.truth.jsonl");
  int count = 0;
  while (fgets(line, sizeof line, queries) != NULL) {
    bms_query query;
    char id[64], key[80];
    assert_non_null(fgets(truth, sizeof truth, truths));
    assert_int_equal(query_read_json(line, id, sizeof id, &query), 0);
    snprintf(key, sizeof key, "\"id\": \"%s\"", id);
    assert_non_null(strstr(truth, key));
    compare_with_truth(&query, truth);
    count++;
  }
  assert_true(count >= 264);
  fclose(queries);
  fclose(truths);
}

/* ------------------------------------------------------------------ families */

/* Lengths that the gap is the difference of, as rounding sees them. */
static long double size_of_scene(const bms_query *query, long double t) {
  const bms_body *body[2] = {&query->a, &query->b};
  long double size = 0;
  for (int k = 0; k < 2; k++) {
    long_pose pose = long_pose_at(&body[k]->motion, t);
    for (int i = 0; i < 3; i++) {
      long double reach = fabsl(body[k]->box.min[i]) + fabsl(body[k]->box.max[i]);
      size += reach * sqrtl(long_dot(pose.column[i], pose.column[i])) + fabsl(pose.translation[i]);
    }
  }
  return size;
}

enum { SAMPLES = 100 };

/* Times the size of the scene: a gap below it counts as zero. */
static const long double GAP_TOLERANCE = 1e-9L;

static void check_against_samples(const bms_query *query) {
  bms_reference_answer answer;
  if (bms_reference_first_contact(query, &answer) == BMS_UNRESOLVED) return;
  int contact = answer.status == BMS_CONTACT, at_start = contact && answer.t == query->t0;
  long double end = contact ? answer.t : query->t1;
  for (int i = 0; i < SAMPLES && !at_start; i++) {
    long double t = query->t0 + (end - query->t0) * i / SAMPLES;
    long double gap = long_gap_at(&query->a, &query->b, t);
    check(gap > -GAP_TOLERANCE * size_of_scene(query, t), "overlap before", query, &answer);
  }
  if (!contact) return;
  long double tolerance = GAP_TOLERANCE * size_of_scene(query, end), gap = long_gap_at(&query->a, &query->b, end);
  check(gap <= tolerance, "apart at the contact", query, &answer);
  if (at_start) return;
  long double of_pair = long_gap_along(&query->a, &query->b, end, axis_of_pair(&answer.pair));
  check(gap >= -tolerance, "overlap at the contact", query, &answer);
  check(fabsl(of_pair) <= tolerance, "the axis of the pair", query, &answer);
}

static bms_query swapped(const bms_query *query) {
  bms_query other = {query->t0, query->t1, query->b, query->a};
  return other;
}

static void check_swapped(const bms_query *query) {
  bms_reference_answer one, other;
  bms_query exchanged = swapped(query);
  bms_reference_first_contact(query, &one);
  bms_reference_first_contact(&exchanged, &other);
  check(one.status == other.status, "status of a and b exchanged", query, &one);
  check(fabs(one.t - other.t) <= TIME_TOLERANCE * (query->t1 - query->t0), "time of a and b exchanged", query, &one);
}

/* In `late` the interval is so far from zero that the coefficients cancel to a part in 1e4 and more, in each of the
   factors of a plane; the header of the reference path excludes that. */
static void for_all_of(family_group group, void (*checked)(const bms_query *)) {
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) != group || strcmp(family_name(family), "late") == 0) continue;
    for (int n = 0; n < repetitions(40); n++) {
      bms_query query;
      family_query(family, SEED + (uint64_t)n, &query);
      checked(&query);
    }
  }
}

static void rigid_boxes_are_apart_before_the_contact_and_touch_at_it(void **state) {
  (void)state;
  for_all_of(FAMILY_RIGID, check_against_samples);
}

static void parallelepipeds_are_apart_before_the_contact_and_touch_at_it(void **state) {
  (void)state;
  for_all_of(FAMILY_MATRIX, check_against_samples);
}

static void units_and_places_do_not_matter(void **state) {
  (void)state;
  for_all_of(FAMILY_UNITS, check_against_samples);
}

static void flat_boxes_are_apart_before_the_contact_and_touch_at_it(void **state) {
  (void)state;
  for_all_of(FAMILY_DEGENERATE, check_against_samples);
}

static void exchanging_a_and_b_changes_neither_status_nor_time(void **state) {
  (void)state;
  for_all_of(FAMILY_RIGID, check_swapped);
  for_all_of(FAMILY_MATRIX, check_swapped);
}

/* ------------------------------------------------------------------ by hand */

/* Boxes with these half extents, a upright at the origin, b upright at (distance - t, 0, 0). */
static bms_query approach(const double a[3], const double b[3], double distance) {
  bms_query query = {.t0 = 0, .t1 = 10};
  for (int i = 0; i < 3; i++) {
    query.a.box.min[i] = -a[i];
    query.a.box.max[i] = a[i];
    query.b.box.min[i] = -b[i];
    query.b.box.max[i] = b[i];
  }
  query.a.motion.form = query.b.motion.form = BMS_MOTION_RIGID;
  query.a.motion.rigid.quaternion[0][0] = query.b.motion.rigid.quaternion[0][0] = 1;
  query.b.motion.rigid.position[0][0] = distance;
  query.b.motion.rigid.position[0][1] = -1;
  return query;
}

static void upright_boxes_meet_when_their_faces_do(void **state) {
  (void)state;
  bms_reference_answer answer;
  bms_query query = approach((const double[3]){1, 2, 3}, (const double[3]){0.5, 0.5, 0.5}, 4);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(fabs(answer.t - 2.5) < 1e-12);
}

/* With no extent there is no radius whose sign could tell which way an axis points. */
static void a_point_meets_a_plate(void **state) {
  (void)state;
  bms_reference_answer answer;
  bms_query query = approach((const double[3]){0, 2, 3}, (const double[3]){0, 0, 0}, 4);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(fabs(answer.t - 4) < 1e-12);
  query = swapped(&query);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(fabs(answer.t - 4) < 1e-12);
}

static void crossing_segments_meet_in_an_edge_edge_pair(void **state) {
  (void)state;
  bms_reference_answer answer;
  bms_query query = approach((const double[3]){0, 2, 0}, (const double[3]){0, 0, 2}, 4);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(fabs(answer.t - 4) < 1e-12);
  query.b.motion.rigid.position[1][0] = 2.5; /* beyond the end of the first */
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_SEPARATED);
}

static void boxes_that_share_a_point_at_the_start_meet_at_the_start(void **state) {
  (void)state;
  bms_reference_answer answer;
  bms_query query = approach((const double[3]){1, 1, 1}, (const double[3]){1, 1, 1}, 0.25);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(answer.t == 0);
  query.t0 = query.t1 = -1.75; /* 2 apart: they touch */
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
  assert_true(answer.t == -1.75);
  query.t0 = query.t1 = -2;
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_SEPARATED);
}

/* Contact at t1 or a rounding after it: the tolerance takes it in, wherever the computed root falls. */
static void a_contact_at_the_end_is_not_lost_to_rounding(void **state) {
  (void)state;
  for (int k = 1; k <= 100; k++) {
    bms_reference_answer answer;
    double half = 0.1 * k, end = 0.7 + 0.3 * k;
    bms_query query = approach((const double[3]){half, 1, 1}, (const double[3]){1 / half, 1, 1}, half + 1 / half + end);
    query.t1 = end;
    assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_CONTACT);
    assert_true(fabs(answer.t - end) <= 1e-12 * end);
  }
}

static void magnitudes_out_of_range_are_left_unresolved(void **state) {
  (void)state;
  bms_reference_answer answer;
  bms_query query = approach((const double[3]){1e200, 1, 1}, (const double[3]){1, 1, 1}, 4);
  assert_int_equal(bms_reference_first_contact(&query, &answer), BMS_UNRESOLVED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_public_query_has_its_exact_answer),
      cmocka_unit_test(rigid_boxes_are_apart_before_the_contact_and_touch_at_it),
      cmocka_unit_test(parallelepipeds_are_apart_before_the_contact_and_touch_at_it),
      cmocka_unit_test(units_and_places_do_not_matter),
      cmocka_unit_test(flat_boxes_are_apart_before_the_contact_and_touch_at_it),
      cmocka_unit_test(exchanging_a_and_b_changes_neither_status_nor_time),
      cmocka_unit_test(upright_boxes_meet_when_their_faces_do),
      cmocka_unit_test(a_point_meets_a_plate),
      cmocka_unit_test(crossing_segments_meet_in_an_edge_edge_pair),
      cmocka_unit_test(boxes_that_share_a_point_at_the_start_meet_at_the_start),
      cmocka_unit_test(a_contact_at_the_end_is_not_lost_to_rounding),
      cmocka_unit_test(magnitudes_out_of_range_are_left_unresolved),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu and up, in every family\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
