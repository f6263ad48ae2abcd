/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The walk through the sections (bms_sections.h), against the exact answers of the public queries and against gaps
 * sampled in long double.
 *
 * The second oracle has no roots and no topology: before the contact every sample is apart, at the contact the greatest
 * gap is zero and so is the gap along the axis of the pair.  A contact between two samples could be missed by it; the
 * exact answers cover that.
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

#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "repetitions.h"
#include "bms_sections.h"

/* The first of the seeds; query n of a family has the seed SEED + n. */
static const uint64_t SEED = 20060515;

static void check(int right, const char *what, const bms_query *query, const bms_sections_answer *answer) {
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

/* Writes the axis as the truth files have it, with its quotation marks. */
static void axis_name(const bms_pair *pair, char name[16]) {
  int axis = axis_of_pair(pair);
  if (axis < 6)
    snprintf(name, 16, "\"%c.%c\"", axis < 3 ? 'A' : 'B', 'X' + axis % 3);
  else
    snprintf(name, 16, "\"A.%cxB.%c\"", 'X' + (axis - 6) / 3, 'X' + (axis - 6) % 3);
}

/*
 * The error of the time of a contact at most, in units of the interval: the error of the acceptance of the whole. If
 * the boxes only graze, the root is a double one, and an error e of the plane moves it by the root of e: 1e-7 is what
 * doubles leave of it, and the walk promises no more.
 */
static const double TIME_TOLERANCE = 1e-9, GRAZE_TOLERANCE = 1e-7;

static void compare_with_truth(const bms_query *query, const char *truth) {
  bms_sections_answer answer;
  bms_status status = bms_sections_walk(query, NULL, NULL, &answer);
  check(status == answer.status, "status returned", query, &answer);
  check((answer.section >= 0) == (strstr(truth, "\"contact\": true") != NULL), truth, query, &answer);
  if (answer.section < 0) {
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
  bms_sections_answer answer;
  bms_sections_walk(query, NULL, NULL, &answer);
  if (answer.sections == 0) return;
  int contact = answer.section >= 0, at_start = contact && answer.t == query->t0;
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
  bms_query other = *query;
  other.a = query->b;
  other.b = query->a;
  return other;
}

static void check_swapped(const bms_query *query) {
  bms_sections_answer one, other;
  bms_query exchanged = swapped(query);
  bms_sections_walk(query, NULL, NULL, &one);
  bms_sections_walk(&exchanged, NULL, NULL, &other);
  check(one.status == other.status, "status of a and b exchanged", query, &one);
  check(one.section == other.section, "section of a and b exchanged", query, &one);
  if (one.section >= 0)
    check(fabs(one.t - other.t) <= TIME_TOLERANCE * (query->t1 - query->t0), "time of a and b exchanged", query, &one);
}

/* Walks all queries of a group. In `late` the interval is so far from zero that the coefficients cancel to a part in
   1e4 and more, in each of the factors of a plane; the error bounds of the walk, not its root, hold there. */
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
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){1, 2, 3}, (const double[3]){0.5, 0.5, 0.5}, 4);
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_CONTACT);
  assert_true(fabs(answer.t - 2.5) < 1e-12);
}

/* Boxes without volume have no inside that doubles could distinguish from the outside: the walk finds the root,
   brackets it from below, and leaves it to the certified answer. */
static void assert_found_but_undecided(const bms_query *query, double t) {
  bms_sections_answer answer;
  assert_int_equal(bms_sections_walk(query, NULL, NULL, &answer), BMS_UNRESOLVED);
  assert_int_equal(answer.agreement, BMS_SECTIONS_UNDECIDED);
  assert_true(answer.section >= 0 && fabs(answer.t - t) < 1e-12);
  assert_true(answer.earliest <= t && t - answer.earliest < 1e-9);
  assert_true(answer.certified.t_lower <= t && t <= answer.certified.t_upper);
}

/* With no extent there is no radius whose sign could show which way an axis points. */
static void a_point_meets_a_plate(void **state) {
  (void)state;
  bms_query query = approach((const double[3]){0, 2, 3}, (const double[3]){0, 0, 0}, 4);
  assert_found_but_undecided(&query, 4);
  query = swapped(&query);
  assert_found_but_undecided(&query, 4);
}

static void crossing_segments_meet_in_an_edge_edge_pair(void **state) {
  (void)state;
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){0, 2, 0}, (const double[3]){0, 0, 2}, 4);
  assert_found_but_undecided(&query, 4);
  query.b.motion.rigid.position[1][0] = 2.5; /* beyond the end of the first */
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_SEPARATED);
}

static void boxes_that_overlap_at_the_start_meet_there_and_boxes_that_touch_are_undecided(void **state) {
  (void)state;
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){1, 1, 1}, (const double[3]){1, 1, 1}, 0.25);
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_CONTACT);
  assert_true(answer.t == 0);
  query.t0 = query.t1 = -1.75; /* 2 apart */
  assert_found_but_undecided(&query, -1.75);
  query.t0 = query.t1 = -2;
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_SEPARATED);
}

/* Contact is at t1 or a rounding after it: the walk must not lose it, and cannot decide it. */
static void a_contact_at_the_end_is_not_lost_to_rounding(void **state) {
  (void)state;
  for (int k = 1; k <= 100; k++) {
    bms_sections_answer answer;
    double half = 0.1 * k, end = 0.7 + 0.3 * k;
    bms_query query = approach((const double[3]){half, 1, 1}, (const double[3]){1 / half, 1, 1}, half + 1 / half + end);
    query.t1 = end;
    assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_UNRESOLVED);
    assert_true(answer.section >= 0 && fabs(answer.t - end) <= 1e-12 * end);
    assert_int_not_equal(answer.agreement, BMS_SECTIONS_CONTRADICT);
  }
}

static void magnitudes_out_of_range_are_left_to_the_certified_answer(void **state) {
  (void)state;
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){1e30, 1, 1}, (const double[3]){1, 1, 1}, 4);
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_UNRESOLVED);
  assert_int_equal(answer.sections, 0);
  assert_int_equal(answer.certified.status, BMS_OVERLAPPING);
  assert_int_equal(answer.agreement, BMS_SECTIONS_UNDECIDED);
}

static void an_invalid_query_is_called_so_with_its_reason(void **state) {
  (void)state;
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){1, 1, 1}, (const double[3]){1, 1, 1}, 4);
  query.b.box.min[1] = 2;
  assert_int_equal(bms_sections_walk(&query, NULL, NULL, &answer), BMS_INVALID);
  assert_int_equal(answer.certified.reason, BMS_BOX_REVERSED);
  assert_int_equal(answer.sections, 0);
}

/* ------------------------------------------------------------------ what is reported of each section */

typedef struct visit {
  const bms_query *query;
  int sections, contacts;
  double end; /* the end of the last section */
} visit;

static void check_seen(int right, const char *what, const bms_query *query, const bms_section *section) {
  if (right) return;
  print_message("# section %d, [%a, %a]: %s\n", section->number, section->start, section->end, what);
  query_write_hex(stdout, "# ", query);
  fail();
}

static bool is_antipode(const bms_pair *p, const bms_pair *q) {
  int a = p->kind == BMS_PAIR_OV ? 7 : p->kind == BMS_PAIR_VO ? 1 : 3;
  int b = p->kind == BMS_PAIR_OV ? 1 : p->kind == BMS_PAIR_VO ? 7 : 3;
  return p->kind == q->kind && (p->a ^ q->a) == a && (p->b ^ q->b) == b;
}

/* Checks that there are 6 VO, 6 OV and 18 EE pairs, no two the same, each with its antipode. */
static void check_topology(const bms_query *query, const bms_section *section) {
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_pair *pair = &section->plane[i].pair;
    bms_pair_kind kind = i < 6 ? BMS_PAIR_VO : i < 12 ? BMS_PAIR_OV : BMS_PAIR_EE;
    int same = 0, antipodes = 0;
    for (int k = 0; k < BMS_SECTION_PAIRS; k++) {
      const bms_pair *other = &section->plane[k].pair;
      same += pair->kind == other->kind && pair->a == other->a && pair->b == other->b;
      antipodes += is_antipode(pair, other);
    }
    check_seen(pair->kind == kind, "order of kinds", query, section);
    check_seen(same == 1 && antipodes == 1, "a pair and its antipode, once each", query, section);
  }
}

static double plane_value(const bms_section_plane *plane, double s) {
  double b[BMS_SECTION_PLANE_DEGREE + 1];
  for (int i = 0; i <= plane->degree; i++) b[i] = plane->coefficient[i];
  for (int n = plane->degree; n > 0; n--)
    for (int i = 0; i < n; i++) b[i] += s * (b[i + 1] - b[i]);
  return b[0];
}

/* Checks that the origin is outside some plane where the boxes are apart, and inside all where they overlap. */
static void check_planes(const bms_query *query, const bms_section *section) {
  for (int k = 1; k < 8; k++) {
    double s = k / 8.0, t = section->start + s * (section->end - section->start);
    long double gap = long_gap_at(&query->a, &query->b, t);
    if (fabsl(gap) < GAP_TOLERANCE * size_of_scene(query, t)) continue;
    bool outside = false;
    for (int i = 0; i < BMS_SECTION_PAIRS; i++)
      outside = outside || plane_value(&section->plane[i], s) > 11 * section->plane[i].error;
    check_seen(outside == (gap > 0), "planes against the gap", query, section);
  }
}

/* Checks that at a root the gap along the axis of its pair is zero, and that it is the greatest gap only if no plane is
   reported to hold the origin outside. */
static void check_roots(const bms_query *query, const bms_section *section) {
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_section_plane *plane = &section->plane[i];
    double last = section->start;
    for (int k = 0; k < plane->root_count; k++) {
      const bms_plane_root *root = &plane->root[k];
      check_seen(root->t >= last && root->t <= section->end, "order of roots", query, section);
      last = root->t;
      long double gap = long_gap_at(&query->a, &query->b, root->t);
      long double tolerance = GAP_TOLERANCE * size_of_scene(query, root->t);
      check_seen((root->outside >= 0) == (root->place == BMS_ROOT_OUTSIDE), "which plane", query, section);
      if (root->place == BMS_ROOT_INSIDE) check_seen(fabsl(gap) <= tolerance, "a root inside", query, section);
      if (root->place == BMS_ROOT_OUTSIDE) check_seen(gap > -tolerance, "a root outside", query, section);
    }
  }
}

static void visit_section(const bms_section *section, void *context) {
  visit *v = context;
  check_seen(section->number == v->sections++, "number", v->query, section);
  check_seen(section->start == v->end, "a section begins where the last ends", v->query, section);
  check_seen(section->start <= section->middle && section->middle <= section->end, "middle", v->query, section);
  check_seen(section->number == 0 || section->switches != 0, "nothing switches", v->query, section);
  check_seen(section->switches >> section->equations == 0, "no such equation", v->query, section);
  check_topology(v->query, section);
  check_planes(v->query, section);
  check_roots(v->query, section);
  v->contacts += section->contact;
  v->end = section->end;
}

static void check_report(const bms_query *query) {
  bms_sections_answer answer;
  visit v = {query, 0, 0, query->t0};
  bms_sections_walk(query, visit_section, &v, &answer);
  check(v.sections == answer.sections, "sections reported", query, &answer);
  check(v.sections == 0 || v.end == query->t1, "the sections end at t1", query, &answer);
  check(v.contacts == (answer.section >= 0), "the section of the contact", query, &answer);
  check(answer.section < 0 || answer.earliest <= answer.t, "earliest", query, &answer);
}

static void sections_of_rigid_boxes_cover_the_route_and_their_planes_tell_the_gap(void **state) {
  (void)state;
  for_all_of(FAMILY_RIGID, check_report);
}

static void sections_of_parallelepipeds_cover_the_route_and_their_planes_tell_the_gap(void **state) {
  (void)state;
  for_all_of(FAMILY_MATRIX, check_report);
}

static void count_special_planes(const bms_section *section, void *context) {
  int *count = context;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    count[0] += section->plane[i].vanishes;
    count[1] += section->plane[i].implied;
  }
}

/* All nine products of upright boxes are zero for all t or keep their sign: one section, in which the planes of the
   three pairs of parallel edges vanish, and the faces decide all the same. */
static void upright_boxes_have_one_section_whose_faces_decide(void **state) {
  (void)state;
  int count[2] = {0, 0};
  bms_sections_answer answer;
  bms_query query = approach((const double[3]){1, 2, 3}, (const double[3]){0.5, 0.5, 0.5}, 4);
  assert_int_equal(bms_sections_walk(&query, count_special_planes, count, &answer), BMS_CONTACT);
  assert_int_equal(answer.sections, 1);
  assert_int_equal(answer.agreement, BMS_SECTIONS_AGREE);
  assert_true(count[0] >= 6); /* a pair and its antipode, in each of three directions */
  assert_true(count[1] >= 18);
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
      cmocka_unit_test(boxes_that_overlap_at_the_start_meet_there_and_boxes_that_touch_are_undecided),
      cmocka_unit_test(a_contact_at_the_end_is_not_lost_to_rounding),
      cmocka_unit_test(magnitudes_out_of_range_are_left_to_the_certified_answer),
      cmocka_unit_test(an_invalid_query_is_called_so_with_its_reason),
      cmocka_unit_test(sections_of_rigid_boxes_cover_the_route_and_their_planes_tell_the_gap),
      cmocka_unit_test(sections_of_parallelepipeds_cover_the_route_and_their_planes_tell_the_gap),
      cmocka_unit_test(upright_boxes_have_one_section_whose_faces_decide),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu and up, in every family\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
