/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Every reason of bms_reason, from the first to the end of the enum, is given by every function that takes what breaks
 * its rule: whichever tier would have answered the query otherwise.
 *
 * The queries are ordinary ones, near and far apart, rigid and matrices, which the fast tiers answer alone; each is
 * spoiled in one number.  tests/lib/validate/test_added_rule.sh adds rules to a copy of lib/validate/ and builds this
 * program with ADDED_RULES, which names their queries.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bms.h"
#include "bms_batch.h"
#include "bms_certificate.h"
#include "bms_derivative.h"
#include "bms_mesh.h"
#include "bms_path.h"
#include "bms_sections.h"
#include "bms_shapes.h"
#include "bms_tolerance.h"
#include "query/first_contact.h"
#include "query_text.h"

/* ------------------------------------------------------------------ what breaks a rule */

/* Spoils a query's interval, or one of its bodies.  Returns false if a body has no such number. */
typedef bool spoil_interval(bms_query *query);
typedef bool spoil_body(bms_body *body);

static bool begin_at_no_number(bms_query *query) {
  query->t0 = NAN;
  return true;
}

static bool end_at_infinity(bms_query *query) {
  query->t1 = INFINITY;
  return true;
}

static bool end_before_the_start(bms_query *query) {
  query->t1 = query->t0 - 1;
  return true;
}

static bool end_late(bms_query *query) {
  query->t1 = 2e100;
  return true;
}

static bool is_rigid(const bms_body *body) {
  return body->motion.form == BMS_MOTION_RIGID;
}

static bool corner_is_no_number(bms_body *body) {
  body->box.min[1] = NAN;
  return true;
}

static bool corner_is_infinite(bms_body *body) {
  body->box.max[2] = INFINITY;
  return true;
}

static bool corners_are_exchanged(bms_body *body) {
  double min = body->box.min[0];
  body->box.min[0] = body->box.max[0];
  body->box.max[0] = min;
  return true;
}

static bool corner_is_far(bms_body *body) {
  body->box.max[0] = 2e100;
  return true;
}

static double *a_coefficient(bms_body *body) {
  return is_rigid(body) ? &body->motion.rigid.position[1][2] : &body->motion.matrix.entry[1][3][2];
}

static bool coefficient_is_no_number(bms_body *body) {
  *a_coefficient(body) = NAN;
  return true;
}

static bool coefficient_is_infinite(bms_body *body) {
  *a_coefficient(body) = INFINITY;
  return true;
}

static bool coefficient_is_large(bms_body *body) {
  *a_coefficient(body) = 2e100;
  return true;
}

static bool last_coefficient_is_no_number(bms_body *body) {
  if (is_rigid(body))
    body->motion.rigid.quaternion[3][1] = NAN;
  else
    body->motion.matrix.weight[2] = NAN;
  return true;
}

static bool form_is_of_no_kind(bms_body *body) {
  body->motion.form = (bms_motion_form)7;
  return true;
}

/* Each of the next three vanishes at t = 1/2. */
static bool weight_vanishes(bms_body *body) {
  if (is_rigid(body)) return false;
  body->motion.matrix.weight[1] = -2 * body->motion.matrix.weight[0];
  return true;
}

static bool determinant_vanishes(bms_body *body) {
  if (is_rigid(body)) return false;
  for (int r = 0; r < 3; r++) body->motion.matrix.entry[r][0][1] = -2 * body->motion.matrix.entry[r][0][0];
  return true;
}

static bool quaternion_vanishes(bms_body *body) {
  if (!is_rigid(body)) return false;
  for (int k = 0; k < 4; k++) body->motion.rigid.quaternion[k][1] = -2 * body->motion.rigid.quaternion[k][0];
  return true;
}

#ifdef ADDED_RULES
/* Break the rules of test_added_rule.sh and no other. */
static bool interval_is_odd(bms_query *query) {
  query->t1 = query->t0 + 0.8125;
  return true;
}

static bool box_is_odd(bms_body *body) {
  body->box.max[0] = body->box.min[0] + 0.8125;
  return true;
}

static bool motion_is_odd(bms_body *body) {
  *a_coefficient(body) = 0.8125;
  return true;
}
#endif

/* Serves a reason without a query of two bodies: returns true if the reason is given where it has to be. */
typedef bool give_reason(void);

static give_reason half_space_is_not_finite, normal_is_zero, path_is_broken, bounds_of_a_piece_are_wrong,
    nearness_is_negative, is_no_query;

typedef struct example {
  bms_reason reason;
  spoil_interval *interval;
  spoil_body *body;
  give_reason *other;
} example;

static const example EXAMPLES[] = {
    {BMS_INTERVAL_NOT_FINITE, .interval = begin_at_no_number},
    {BMS_INTERVAL_NOT_FINITE, .interval = end_at_infinity},
    {BMS_INTERVAL_REVERSED, .interval = end_before_the_start},
    {BMS_BOX_NOT_FINITE, .body = corner_is_no_number},
    {BMS_BOX_NOT_FINITE, .body = corner_is_infinite},
    {BMS_BOX_REVERSED, .body = corners_are_exchanged},
    {BMS_MOTION_NOT_FINITE, .body = coefficient_is_no_number},
    {BMS_MOTION_NOT_FINITE, .body = coefficient_is_infinite},
    {BMS_MOTION_NOT_FINITE, .body = last_coefficient_is_no_number},
    {BMS_MOTION_FORM, .body = form_is_of_no_kind},
    {BMS_WEIGHT_NOT_POSITIVE, .body = weight_vanishes},
    {BMS_MATRIX_SINGULAR, .body = determinant_vanishes},
    {BMS_QUATERNION_VANISHES, .body = quaternion_vanishes},
    {BMS_HALF_SPACE_NOT_FINITE, .other = half_space_is_not_finite},
    {BMS_NORMAL_ZERO, .other = normal_is_zero},
    {BMS_OUT_OF_RANGE, .interval = end_late},
    {BMS_OUT_OF_RANGE, .body = corner_is_far},
    {BMS_OUT_OF_RANGE, .body = coefficient_is_large},
    {BMS_PATH_BROKEN, .other = path_is_broken},
    {BMS_PIECE_BOUNDS, .other = bounds_of_a_piece_are_wrong},
    {BMS_NEARNESS_NEGATIVE, .other = nearness_is_negative},
    {BMS_CONTRADICTION, .other = is_no_query},
#ifdef ADDED_RULES
    {BMS_ADDED_INTERVAL, .interval = interval_is_odd},
    {BMS_ADDED_BOX, .body = box_is_odd},
    {BMS_ADDED_MOTION, .body = motion_is_odd},
#endif
};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof *EXAMPLES };

/* ------------------------------------------------------------------ ordinary queries */

/* A box that moves along x from `from` to `to` over [0, 1] and turns a little; as a matrix it is sheared a little. */
static bms_body body_on_the_way(double from, double to, bms_motion_form form) {
  const double start[3] = {from, 0.25, 0}, end[3] = {to, 0, 0.25};
  const double upright[4] = {1, 0, 0, 0}, turned[4] = {1, 0.125, 0.0625, 0};
  bms_body body = {bms_box_centred(1, 1.5, 1.25), bms_motion_between(0, start, upright, 1, end, turned)};
  if (form == BMS_MOTION_RIGID) return body;
  body.motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1, 0, 0}};
  for (int r = 0; r < 3; r++) {
    body.motion.matrix.entry[r][r][0] = 1;
    body.motion.matrix.entry[r][(r + 1) % 3][1] = 0.125 * (r + 1) + 0.0625 * from;
    body.motion.matrix.entry[r][3][0] = start[r];
    body.motion.matrix.entry[r][3][1] = end[r] - start[r];
  }
  return body;
}

enum { FORMS = 4, DISTANCES = 3, QUERIES = FORMS * DISTANCES };

/* Returns ordinary query k: each pair of forms, with a contact, passing each other, far apart. */
static bms_query ordinary_query(int k) {
  static const double FROM[DISTANCES] = {4, 4, 400}, TO[DISTANCES] = {-1, 2.5, 200};
  bms_motion_form form_a = k & 1 ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID;
  bms_motion_form form_b = k & 2 ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID;
  return (bms_query){
      .t1 = 1, .a = body_on_the_way(0, 0.25, form_a), .b = body_on_the_way(FROM[k / FORMS], TO[k / FORMS], form_b)};
}

/* ------------------------------------------------------------------ who has to refuse */

static void require(bool holds, const char *what, const bms_query *query) {
  if (holds) return;
  print_error("%s does not as it should\n", what);
  query_write_hex(stderr, "# ", query);
  fail();
}

static bool is_refusal(const bms_contact *contact, bms_reason reason, bms_part where) {
  return contact->status == BMS_INVALID && contact->reason == reason && contact->where == where;
}

static void boxes_are_refused(const bms_query *query, bms_reason reason, bms_part where) {
  bms_contact contact;
  bms_hint hint = {0};
  (void)bms_first_contact(query, &contact);
  require(is_refusal(&contact, reason, where), "bms_first_contact()", query);
  (void)bms_first_contact_hinted(query, &hint, &contact);
  require(is_refusal(&contact, reason, where), "bms_first_contact_hinted()", query);
  (void)bms_first_contact_time(query, &hint, &contact);
  require(is_refusal(&contact, reason, where), "bms_first_contact_time()", query);
  (void)bms_first_contact_scalar(query, &contact);
  require(is_refusal(&contact, reason, where), "bms_first_contact_scalar()", query);
  (void)bms_first_contact_near(query, 0.125, &contact, NULL);
  require(is_refusal(&contact, reason, where), "bms_first_contact_near()", query);
  (void)bms_first_approach(query, &contact);
  require(is_refusal(&contact, reason, where), "bms_first_approach()", query);
  bms_contact_interval interval;
  int count;
  require(bms_contact_intervals(query, 1, &interval, &count) == BMS_INVALID, "bms_contact_intervals()", query);
}

static void batches_refuse(const bms_query *query, bms_reason reason, bms_part where) {
  bms_contact contact;
  size_t index;
  bms_batch_first_contact(query, 1, 1, &contact);
  require(is_refusal(&contact, reason, where), "bms_batch_first_contact()", query);
  bms_batch_against(&query->a, &query->b, 1, query->t0, query->t1, 1, &contact);
  require(is_refusal(&contact, reason, where), "bms_batch_against()", query);
  require(bms_batch_earliest(query, 1, 1, &index, &contact) == BMS_SEPARATED && index == 1, "bms_batch_earliest()",
          query);
  bms_status earliest = bms_batch_earliest_against(&query->a, &query->b, 1, query->t0, query->t1, 1, &index, &contact);
  require(earliest == BMS_SEPARATED && index == 1, "bms_batch_earliest_against()", query);
}

static void write_nothing(const char *piece, size_t length, void *context) {
  (void)piece, (void)length, (void)context;
}

static void others_refuse(const bms_query *query, bms_reason reason, bms_part where) {
  bms_contact contact;
  bms_derivative derivative;
  (void)bms_first_contact_certificate(query, &contact, write_nothing, NULL);
  require(is_refusal(&contact, reason, where), "bms_first_contact_certificate()", query);
  (void)bms_first_approach_certificate(query, &contact, write_nothing, NULL);
  require(is_refusal(&contact, reason, where), "bms_first_approach_certificate()", query);
  bms_contact_interval interval;
  int count;
  bms_status proved = bms_contact_intervals_certificate(query, 1, &interval, &count, write_nothing, NULL);
  require(proved == BMS_INVALID && count == 0, "bms_contact_intervals_certificate()", query);
  bms_derivative_status status = bms_first_contact_derivative(query, &contact, &derivative);
  require(status == BMS_DERIVATIVE_INVALID && is_refusal(&contact, reason, where), "bms_first_contact_derivative()",
          query);
  bms_sections_answer answer;
  (void)bms_sections_walk(query, NULL, NULL, &answer);
  require(answer.status == BMS_INVALID && is_refusal(&answer.certified, reason, where), "bms_sections_walk()", query);
  bms_query exact = {.a.motion.form = query->a.motion.form, .b.motion.form = query->b.motion.form};
  bms_contact_within within;
  bms_status found = bms_first_contact_within(query, &exact, &within);
  require(found == BMS_INVALID && within.reason == reason && within.where == where, "bms_first_contact_within()",
          query);
}

static bms_path_query as_paths(const bms_query *query, bms_piece piece[2]) {
  piece[0] = (bms_piece){.t0 = query->t0, .t1 = query->t1, .motion = query->a.motion, .stretch = 1};
  piece[1] = (bms_piece){.t0 = query->t0, .t1 = query->t1, .motion = query->b.motion, .stretch = 1};
  return (bms_path_query){query->t0, query->t1, {query->a.box, {&piece[0], 1}}, {query->b.box, {&piece[1], 1}}};
}

static void paths_are_refused(const bms_query *query, bms_reason reason, bms_part where) {
  bms_piece piece[2];
  bms_path_query paths = as_paths(query, piece);
  bms_path_contact contact;
  bms_path_interval interval;
  bms_clearance clearance;
  int count;
  bms_status status = bms_path_first_contact(&paths, &contact);
  require(status == BMS_INVALID && contact.reason == reason && contact.where == where, "bms_path_first_contact()",
          query);
  require(bms_path_contact_intervals(&paths, 1, &interval, &count) == BMS_INVALID, "bms_path_contact_intervals()",
          query);
  require(bms_path_clearance(&paths, 0.125, &clearance) == BMS_INVALID, "bms_path_clearance()", query);
}

static bms_mesh *one_triangle(void) {
  static const double VERTEX[9] = {0, 0, 0, 0.5, 0, 0, 0, 0.5, 0};
  static const int INDEX[3] = {0, 1, 2};
  return bms_mesh_create(&(bms_mesh_source){.vertex = VERTEX, .vertex_count = 3, .index = INDEX, .triangle_count = 1},
                         NULL, NULL);
}

/* Returns true for the box of each ordinary query. */
static bool is_ordinary(const bms_box *box) {
  bms_box ordinary = bms_box_centred(1, 1.5, 1.25);
  return memcmp(box, &ordinary, sizeof ordinary) == 0;
}

/* Two meshes that move as the boxes do. */
static void meshes_are_refused(const bms_query *query, bms_reason reason) {
  bms_mesh *mesh = one_triangle();
  bms_mesh_contact met;
  bms_meshes_query meshes = {query->t0, query->t1, mesh, mesh, 0, 0, query->a.motion, query->b.motion, 0};
  require(bms_meshes_first_contact(&meshes, &met) == BMS_INVALID && met.contact.reason == reason,
          "bms_meshes_first_contact()", query);
  bms_mesh_destroy(mesh);
}

/* Questions about two shapes at one time do not read the interval. */
static void shapes_at_a_time_are_refused(const bms_convex_query *shapes, const bms_query *query, bms_reason reason) {
  bms_convex_separation separation;
  bms_convex_overlap overlap;
  require(bms_convex_separation_at(shapes, 0.5, &separation) == reason, "bms_convex_separation_at()", query);
  require(bms_convex_overlap_at(shapes, 0.5, &overlap) == reason, "bms_convex_overlap_at()", query);
}

/* Convex shapes take rigid motions only, and their range is another: the part that is out of it may be, too. */
static void shapes_are_refused(const bms_query *query, bms_reason reason, bool box_is_spoiled) {
  bms_convex_query shapes = {
      query->t0,       query->t1, bms_convex_box(&query->a.box, 0), bms_convex_box(&query->b.box, 0), query->a.motion,
      query->b.motion, 0};
  bms_convex_contact contact;
  bms_status status = bms_convex_first_contact(&shapes, NULL, &contact);
  require(status == BMS_INVALID && contact.reason == reason, "bms_convex_first_contact()", query);
  status = bms_convex_first_approach(&shapes, &(bms_convex_approach){0}, &contact);
  require(status == BMS_INVALID && contact.reason == reason, "bms_convex_first_approach()", query);
  bool interval_is_ordinary = query->t0 == 0 && query->t1 == 1;
  if (interval_is_ordinary) shapes_at_a_time_are_refused(&shapes, query, reason);
  if (!box_is_spoiled && is_ordinary(&query->b.box)) meshes_are_refused(query, reason);
  bms_mesh *mesh = one_triangle();
  bms_mesh_contact met;
  bms_mesh_query against = {query->t0,       query->t1, mesh, 0, query->a.motion, bms_convex_box(&query->b.box, 0),
                            query->b.motion, 0};
  status = bms_mesh_first_contact(&against, &met);
  require(box_is_spoiled || (status == BMS_INVALID && met.contact.reason == reason), "bms_mesh_first_contact()", query);
  bms_mesh_destroy(mesh);
}

static void query_is_refused(const bms_query *query, bms_reason reason, bms_part where, bool box_is_spoiled) {
  boxes_are_refused(query, reason, where);
  batches_refuse(query, reason, where);
  others_refuse(query, reason, where);
  paths_are_refused(query, reason, where);
  bool rigid = is_rigid(&query->a) && is_rigid(&query->b);
  if (rigid || (reason == BMS_MOTION_FORM && where != BMS_PART_QUERY))
    shapes_are_refused(query, reason, box_is_spoiled);
}

/* A half-space has the part of a. */
static void half_space_is_refused(const bms_half_space *half_space, const bms_body *b, double t0, double t1,
                                  bms_reason reason, bms_part where) {
  bms_query query = {.t0 = t0, .t1 = t1, .a = *b, .b = *b};
  bms_contact contact;
  bms_contact_interval interval;
  int count;
  (void)bms_half_space_first_contact(half_space, b, t0, t1, &contact);
  require(is_refusal(&contact, reason, where), "bms_half_space_first_contact()", &query);
  (void)bms_half_space_first_approach(half_space, b, t0, t1, &contact);
  require(is_refusal(&contact, reason, where), "bms_half_space_first_approach()", &query);
  require(bms_half_space_contact_intervals(half_space, b, t0, t1, 1, &interval, &count) == BMS_INVALID,
          "bms_half_space_contact_intervals()", &query);
}

/* ------------------------------------------------------------------ reasons without a query of two bodies */

static bool odd_half_space(double normal, double offset, bms_reason reason) {
  bms_query query = ordinary_query(0);
  bms_half_space half_space = {{0, normal, 0}, offset};
  half_space_is_refused(&half_space, &query.b, 0, 1, reason, BMS_PART_A);
  bms_convex_query shapes = {.t0 = 0,
                             .t1 = 1,
                             .a = bms_convex_half_space(half_space.normal, offset),
                             .b = bms_convex_box(&query.b.box, 0),
                             .motion_a = query.a.motion,
                             .motion_b = query.b.motion};
  bms_convex_contact contact;
  return bms_convex_first_contact(&shapes, NULL, &contact) == BMS_INVALID && contact.reason == reason &&
         contact.where == BMS_PART_A;
}

static bool half_space_is_not_finite(void) {
  return odd_half_space(NAN, 0, BMS_HALF_SPACE_NOT_FINITE) && odd_half_space(1, INFINITY, BMS_HALF_SPACE_NOT_FINITE);
}

static bool normal_is_zero(void) {
  return odd_half_space(0, 1, BMS_NORMAL_ZERO);
}

static bool path_is_broken(void) {
  bool broken = true;
  for (int k = 0; k < QUERIES; k++) {
    bms_query query = ordinary_query(k);
    bms_piece piece[2];
    bms_path_query paths = as_paths(&query, piece);
    bms_path_contact contact;
    piece[1].t1 = 0.75; /* does not cover the interval */
    broken = broken && bms_path_first_contact(&paths, &contact) == BMS_INVALID && contact.reason == BMS_PATH_BROKEN &&
             contact.where == BMS_PART_B;
  }
  return broken;
}

static bool bounds_of_a_piece_are_wrong(void) {
  bool wrong = true;
  for (int k = 0; k < QUERIES; k++) {
    bms_query query = ordinary_query(k);
    bms_piece piece[2];
    bms_path_query paths = as_paths(&query, piece);
    bms_path_contact contact;
    piece[0].stretch = 0.5;
    wrong = wrong && bms_path_first_contact(&paths, &contact) == BMS_INVALID && contact.reason == BMS_PIECE_BOUNDS &&
            contact.where == BMS_PART_A;
  }
  return wrong;
}

static bool nearness_is_negative(void) {
  bool refused = true;
  for (int k = 0; k < QUERIES; k++) {
    bms_query query = ordinary_query(k), tolerance = {.a.motion.form = query.a.motion.form};
    tolerance.b.motion.form = query.b.motion.form;
    tolerance.t1 = -1;
    bms_contact contact;
    bms_contact_within within;
    refused = refused && bms_first_contact_near(&query, -1, &contact, NULL) == BMS_INVALID &&
              is_refusal(&contact, BMS_NEARNESS_NEGATIVE, BMS_PART_QUERY) &&
              bms_first_contact_within(&query, &tolerance, &within) == BMS_INVALID &&
              within.reason == BMS_NEARNESS_NEGATIVE;
  }
  return refused;
}

/* BMS_CONTRADICTION comes with BMS_UNRESOLVED, if the arithmetic rounds wrongly: test_self_test has it. */
static bool is_no_query(void) {
  return true;
}

/* ------------------------------------------------------------------ the tests */

static void ordinary_queries_are_valid_and_a_fast_tier_answers_them(void **state) {
  (void)state;
  for (int k = 0; k < QUERIES; k++) {
    bms_query query = ordinary_query(k);
    bms_contact contact;
    bms_walk_begun begun;
    require(bms_first_contact_fast(&query, NULL, &begun, &contact), "no fast tier", &query);
    require(contact.status == (k / FORMS == 0 ? BMS_CONTACT : BMS_SEPARATED), "not as planned", &query);
  }
}

static void each_reason_to_the_end_of_the_enum_has_an_example(void **state) {
  (void)state;
  for (int reason = BMS_VALID + 1; reason < BMS_REASONS; reason++) {
    int count = 0;
    for (int k = 0; k < EXAMPLE_COUNT; k++) count += (int)EXAMPLES[k].reason == reason;
    if (count == 0) print_error("reason %d has no example\n", reason);
    assert_true(count > 0);
  }
}

static void an_interval_that_breaks_a_rule_is_refused_by_all(void **state) {
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++)
    for (int k = 0; EXAMPLES[e].interval != NULL && k < QUERIES; k++) {
      bms_query query = ordinary_query(k);
      EXAMPLES[e].interval(&query);
      query_is_refused(&query, EXAMPLES[e].reason, BMS_PART_QUERY, false);
      half_space_is_refused(&(bms_half_space){{1, 0, 0}, 0}, &query.b, query.t0, query.t1, EXAMPLES[e].reason,
                            BMS_PART_QUERY);
    }
}

static void a_body_that_breaks_a_rule_is_refused_by_all(void **state) {
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++)
    for (int k = 0; EXAMPLES[e].body != NULL && k < 2 * QUERIES; k++) {
      bms_query query = ordinary_query(k / 2), before = query;
      bms_body *body = k % 2 == 0 ? &query.a : &query.b;
      if (!EXAMPLES[e].body(body)) continue;
      bool a_box = k % 2 == 0 && memcmp(&before.a.box, &query.a.box, sizeof query.a.box) != 0;
      query_is_refused(&query, EXAMPLES[e].reason, k % 2 == 0 ? BMS_PART_A : BMS_PART_B, a_box);
      if (k % 2 == 1)
        half_space_is_refused(&(bms_half_space){{1, 0, 0}, 0}, body, 0, 1, EXAMPLES[e].reason, BMS_PART_B);
    }
}

static void other_reasons_are_given(void **state) {
  (void)state;
  for (int e = 0; e < EXAMPLE_COUNT; e++)
    if (EXAMPLES[e].other != NULL) assert_true(EXAMPLES[e].other());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ordinary_queries_are_valid_and_a_fast_tier_answers_them),
      cmocka_unit_test(each_reason_to_the_end_of_the_enum_has_an_example),
      cmocka_unit_test(an_interval_that_breaks_a_rule_is_refused_by_all),
      cmocka_unit_test(a_body_that_breaks_a_rule_is_refused_by_all),
      cmocka_unit_test(other_reasons_are_given),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
