/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The least distance of two boxes along paths, over all families of random queries, cut into pieces.
 *
 * Oracle: the corners in rational numbers.  Along any direction the slab between the boxes is no wider than their
 * distance, so an upper bound below the width of one is wrong, and so is an upper bound of 0 where an axis separates
 * the boxes.  BMS_SEPARATED is wrong where bms_first_contact() finds a contact, which has an oracle of its own.
 */

#include <gmp.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bms_path.h"
#include "bounds/distance.h"
#include "exact_pose.h"
#include "families.h"
#include "path/clearance.h"
#include "query_text.h"
#include "random.h"
#include "rational_pose.h"
#include "repetitions.h"

enum { SEED = 771203, QUERIES_PER_FAMILY = 8, PIECES = 3 };

static double size_of(const bms_query *query) {
  double size = 0;
  for (int i = 0; i < 3; i++)
    size = fmax(size, fmax(query->a.box.max[i] - query->a.box.min[i], query->b.box.max[i] - query->b.box.min[i]));
  return size;
}

/* Computes the extent of a body along a direction. */
static void extent(const bms_body *body, const mpq_t t, rational_vector n, mpq_t least, mpq_t greatest) {
  exact_pose pose;
  mpq_t x;
  mpq_init(x);
  exact_pose_init(&pose);
  exact_pose_at(&pose, body, t);
  for (int v = 0; v < 8; v++) {
    rational_dot(x, n, pose.vertex[v]);
    mpq_div(x, x, pose.weight);
    if (v == 0 || mpq_cmp(x, least) < 0) mpq_set(least, x);
    if (v == 0 || mpq_cmp(x, greatest) > 0) mpq_set(greatest, x);
  }
  exact_pose_clear(&pose);
  mpq_clear(x);
}

/* Returns true if the slab between a and b at t, across n, is wider than `width`. */
static bool is_wider(const bms_query *query, double t, const double n[3], double width) {
  mpq_t time, least[2], greatest[2], square;
  rational_vector direction;
  mpq_inits(time, least[0], least[1], greatest[0], greatest[1], square, NULL);
  rational_vector_init(direction);
  mpq_set_d(time, t);
  for (int r = 0; r < 3; r++) mpq_set_d(direction[r], n[r]);
  extent(&query->a, time, direction, least[0], greatest[0]);
  extent(&query->b, time, direction, least[1], greatest[1]);
  mpq_sub(least[1], least[1], greatest[0]);
  bool wider = mpq_sgn(least[1]) > 0;
  mpq_mul(least[1], least[1], least[1]);
  rational_dot(square, direction, direction);
  mpq_set_d(time, width);
  mpq_mul(square, square, time);
  mpq_mul(square, square, time);
  wider = wider && mpq_cmp(least[1], square) > 0;
  mpq_clears(time, least[0], least[1], greatest[0], greatest[1], square, NULL);
  rational_vector_clear(direction);
  return wider;
}

static bool upper_holds(const bms_query *query, const bms_clearance *found) {
  bms_distance nearest;
  bms_distance_at(&query->a, &query->b, found->t, &nearest);
  if (is_wider(query, found->t, nearest.between, found->upper)) return false;
  return found->upper > 0 || rational_apart_at(query, found->t, -1) != 1;
}

static bms_path cut(const bms_query *query, const bms_motion *motion, random_source *r, bms_piece piece[PIECES]) {
  double from = query->t0;
  for (int i = 0; i < PIECES; i++) {
    double to = i + 1 == PIECES ? query->t1 : fmin(from + (query->t1 - from) * random_uniform(r, 0, 1), query->t1);
    piece[i] = bms_piece_exact(from, to, motion);
    from = to;
  }
  return (bms_path){piece, PIECES};
}

static void demand(bool right, const char *what, const bms_query *query, const bms_clearance *found) {
  if (right) return;
  print_message("# %s: [%a, %a] at t %a\n", what, found->lower, found->upper, found->t);
  query_write_hex(stdout, "# ", query);
  fail();
}

/* Judges a query; returns true if the boxes are apart. */
static bool judge(const bms_query *query, random_source *r) {
  bms_piece a[PIECES], b[PIECES];
  bms_contact contact;
  bms_clearance found = {-1, -1, 0};
  bms_status first = bms_first_contact(query, &contact);
  bms_path_query paths = {query->t0, query->t1, {query->a.box, {a, 0}}, {query->b.box, {b, 0}}};
  paths.a.path = cut(query, &query->a.motion, r, a);
  paths.b.path = cut(query, &query->b.motion, r, b);
  double tolerance = fmax(size_of(query), 0x1p-500) * random_power_of_ten(r, -6, 1);
  bms_status status = bms_path_clearance(&paths, tolerance, &found);
  demand((status == BMS_INVALID) == (first == BMS_INVALID), "validity", query, &found);
  if (status == BMS_INVALID) return false;
  demand(status == BMS_CONTACT || first == BMS_SEPARATED, "a contact", query, &found);
  demand(found.lower >= 0 && found.lower <= found.upper && found.upper < HUGE_VAL, "order", query, &found);
  demand(found.t >= query->t0 && found.t <= query->t1, "time", query, &found);
  demand(upper_holds(query, &found), "the upper bound is too low", query, &found);
  return status == BMS_SEPARATED;
}

static void bounds_of_the_least_distance_hold_in_rational_numbers(void **state) {
  random_source r = random_from(SEED);
  int apart = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int i = 0; i < repetitions(QUERIES_PER_FAMILY); i++) {
      bms_query query;
      family_query(family, SEED + (uint64_t)i, &query);
      apart += judge(&query, &r);
    }
  print_message("# %d apart\n", apart);
  assert_true(apart > 0);
}

/* Boxes that rest on each other but for rounding: the centres' distance is above the half extents' sum by an ulp. */
static void an_upper_bound_of_boxes_that_nearly_touch_is_not_below_their_distance(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < 400; round++) {
    double height = random_uniform(&r, 1, 2), place[3] = {0.3, 0.2, 0}, origin[3] = {0, 0, 0}, q[4];
    random_direction(&r, q, 4);
    bms_query query = {.t0 = 0, .t1 = 0};
    query.a = (bms_body){bms_box_centred(4, 4, 2), bms_motion_fixed(origin, q)};
    query.b = (bms_body){bms_box_centred(1, 1, 2 * height), bms_motion_fixed(origin, q)};
    double pose[3][4];
    bms_motion_at(&query.a.motion, 0, pose);
    for (int i = 0; i < 3; i++)
      query.b.motion.rigid.position[i][0] = pose[i][0] * place[0] + pose[i][1] * place[1] + pose[i][2] * (1 + height);
    bms_clearance_search search;
    bms_clearance_begin(1e-6, &search);
    bms_clearance_pair(&query.a, &query.b, 0, 0, 0, &search);
    demand(upper_holds(&query, &search.least), "the upper bound is too low", &query, &search.least);
  }
}

/* Two boxes of this size, one of which slides along the other at a height of half of it. */
static bms_query sliding(double size) {
  static const double UPRIGHT[4] = {1, 0, 0, 0}, ORIGIN[3] = {0, 0, 0};
  double turned[4] = {0.9, 0, 0, 0.3}, from[3] = {-size, 0, 1.5 * size}, to[3] = {size, 0.1 * size, 1.5 * size};
  bms_query query = {.t0 = 0, .t1 = 1};
  query.a = (bms_body){bms_box_centred(3 * size, 3 * size, size), bms_motion_fixed(ORIGIN, UPRIGHT)};
  query.b = (bms_body){bms_box_centred(size, size, size), bms_motion_between(0, from, UPRIGHT, 1, to, turned)};
  return query;
}

static void no_more_is_looked_for_than_doubles_tell(void **state) {
  (void)state;
  for (int exponent = -450; exponent <= 300; exponent += 150) {
    double size = ldexp(1, exponent);
    bms_query query = sliding(size);
    bms_clearance_search search;
    bms_clearance_begin(1e-300, &search);
    int work = search.work;
    bms_clearance_pair(&query.a, &query.b, 0, 0, 1, &search);
    print_message("# size 2^%d: %d looks\n", exponent, work - search.work);
    assert_true(work - search.work < 100);
    assert_true(search.least.lower > 0.499999 * size && search.least.upper < 0.500001 * size);
  }
}

/* The boxes of sliding(), turned about all axes; lengths from 2^-950 on, whose squares underflow. */
static void bounds_hold_at_any_size(void **state) {
  (void)state;
  const double part = 0.5, axis[4] = {1, 0.25, -0.5, 0.75};
  for (int exponent = -950; exponent <= 300; exponent++) {
    double size = ldexp(1, exponent), place[3] = {0, 0, 1.5 * size}, pose[3][4];
    bms_query query = sliding(size);
    query.a.motion = bms_motion_fixed((const double[3]){0, 0, 0}, axis);
    bms_motion_at(&query.a.motion, 0, pose);
    for (int i = 0; i < 3; i++) place[i] = pose[i][2] * 1.5 * size;
    query.b.motion = bms_motion_fixed(place, axis);
    bms_clearance_search search;
    bms_clearance_begin(ldexp(1e-9, exponent), &search);
    bms_clearance_pair(&query.a, &query.b, 0, 0, 1, &search);
    double lower = ldexp(search.least.lower, -exponent), upper = ldexp(search.least.upper, -exponent);
    if (!(lower <= part + 1e-15 && upper >= part - 1e-15)) print_message("# size 2^%d\n", exponent);
    demand(lower <= part + 1e-15 && upper >= part - 1e-15, "a bound is wrong", &query, &search.least);
    demand(lower > part - 1e-8 && upper < part + 1e-8, "a bound is far off", &query, &search.least);
  }
}

/* A face turns so that no fixed direction separates for long, and all work goes to a place that is not the nearest. */
static void what_runs_out_of_work_is_bounded_nearly_as_well(void **state) {
  (void)state;
  bms_query query;
  family_query(family_called("nearmiss"), 1, &query);
  bms_piece a = bms_piece_exact(query.t0, query.t1, &query.a.motion);
  bms_piece b = bms_piece_exact(query.t0, query.t1, &query.b.motion);
  bms_path_query paths = {query.t0, query.t1, {query.a.box, {&a, 1}}, {query.b.box, {&b, 1}}};
  bms_clearance found;
  assert_int_equal(bms_path_clearance(&paths, 1e-12, &found), BMS_SEPARATED);
  print_message("# [%.17g, %.17g] at t %g\n", found.lower, found.upper, found.t);
  demand(found.upper - found.lower < 1e-3 * found.upper, "it is wide", &query, &found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_of_the_least_distance_hold_in_rational_numbers),
      cmocka_unit_test(an_upper_bound_of_boxes_that_nearly_touch_is_not_below_their_distance),
      cmocka_unit_test(no_more_is_looked_for_than_doubles_tell),
      cmocka_unit_test(bounds_hold_at_any_size),
      cmocka_unit_test(what_runs_out_of_work_is_bounded_nearly_as_well),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
