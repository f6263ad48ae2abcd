/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contact, first approach and contact intervals with a half-space: against the exact oracle, which follows the
 * corners one by one, and exact cases worked out by hand.
 *
 * The bodies come from all families.  The planes are put through a corner at some time, along an axis of the world,
 * along a face or at random, and then moved by a few ulps, by up to the size of the box or not at all: so many contacts
 * are ties, exact ones where the numbers are dyadic.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.
 */

#include "bms.h"
#include "check_half_space.h"
#include "families.h"
#include "half_space.h"
#include "planes/inside.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES_PER_FAMILY = 150, CAPACITY = 4, MOST_PRINTED = 5 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);
  return value == 0 ? otherwise : value;
}

/* ------------------------------------------------------------------ against the oracle */

static double some_time(random_source *r, const bms_query *q) {
  switch (random_below(r, 4)) {
    case 0:
      return q->t0;
    case 1:
      return q->t1;
    case 2:
      return 0.5 * q->t0 + 0.5 * q->t1;
    default:
      return fmin(q->t0 + random_uniform(r, 0, 1) * (q->t1 - q->t0), q->t1);
  }
}

static void some_normal(random_source *r, double pose[3][4], double normal[3]) {
  int kind = random_below(r, 3), column = random_below(r, 3);
  double sign = random_sign(r);
  if (kind == 2) random_direction(r, normal, 3);
  for (int i = 0; i < 3 && kind < 2; i++) normal[i] = sign * (kind == 0 ? (double)(i == column) : pose[i][column]);
  for (int i = 0; i < 3; i++) normal[i] = ldexp(normal[i], random_below(r, 2) == 0 ? 0 : column - 1);
}

/* Returns a plane through a corner at some time, mostly the one that is lowest then, or near it. */
static bms_half_space some_half_space(random_source *r, const bms_query *q) {
  bms_half_space h = {{0, 0, 0}, 0};
  double pose[3][4], size = 0;
  int corner = random_below(r, HALF_SPACE_CORNERS), ulps = random_below(r, 5) - 2, lowest = random_below(r, 4);
  bms_motion_at(&q->b.motion, some_time(r, q), pose);
  some_normal(r, pose, h.normal);
  for (int c = 0; c < 4; c++) {
    double along = h.normal[0] * pose[0][c] + h.normal[1] * pose[1][c] + h.normal[2] * pose[2][c];
    bool at_max = lowest > 0 ? along < 0 : corner >> c & 1;
    double x = c == 3 ? 1 : at_max ? q->b.box.max[c] : q->b.box.min[c];
    h.offset += x * along;
    size += c < 3 ? fabs(along) * (q->b.box.max[c] - q->b.box.min[c]) : 0;
  }
  int change = random_below(r, 3);
  if (change == 0) h.offset += size * random_uniform(r, -1, 0.2);
  for (; change == 1 && ulps > 0; ulps--) h.offset = nextafter(h.offset, INFINITY);
  for (; change == 1 && ulps < 0; ulps++) h.offset = nextafter(h.offset, -INFINITY);
  return h;
}

static bool is_wrong(int family, uint64_t seed, bool print, half_space_tally *sum) {
  bms_query query;
  char text[CHECK_TEXT_SIZE] = "";
  random_source r = random_from(seed);
  family_query(family, seed, &query);
  bms_half_space h = some_half_space(&r, &query);
  const char *what = check_half_space(&h, &query, text, sum);
  if (what == NULL || !print) return what != NULL;
  print_message("# %s-%llu: %s\n", family_name(family), (unsigned long long)seed, what);
  print_message("# half-space in the place of a: %a %a %a, %a\n", h.normal[0], h.normal[1], h.normal[2], h.offset);
  query_write_hex(stdout, "# ", &query);
  return true;
}

static void every_answer_is_the_one_of_the_corners(void **state) {
  (void)state;
  unsigned long count = (unsigned long)repetitions(QUERIES_PER_FAMILY), first = from_environment("BMS_SEED", 1);
  half_space_tally sum = {{0}, {0}, 0, {0, 0, 0}};
  int wrong = 0;
  for (int family = 0; family < family_count(); family++)
    for (unsigned long i = 0; i < count; i++) wrong += is_wrong(family, first + i, wrong < MOST_PRINTED, &sum);
  print_message(
      "# seeds from %lu: %d contacts, %d at the start, %d overlaps, %d approaches later, %d queries with "
      "several intervals, %d grazes\n",
      first, sum.contact[BMS_CONTACT], sum.contact[BMS_TOUCHING], sum.contact[BMS_OVERLAPPING], sum.later,
      sum.intervals.several, sum.intervals.grazes);
  assert_int_equal(wrong, 0);
  assert_true(sum.contact[BMS_CONTACT] > 0 && sum.contact[BMS_TOUCHING] > 0 && sum.contact[BMS_OVERLAPPING] > 0);
  assert_true(sum.approach[BMS_TOUCHING] > 0);
  assert_true(sum.intervals.several > 0 && sum.intervals.grazes > 0);
}

/* ------------------------------------------------------------------ by hand */

/* The floor z <= 0, by a normal that is not of unit length. */
static const bms_half_space FLOOR = {{0, 0, 2}, 0};
static const double UP[3] = {0, 0, 1};

/* Returns a cube of side 2 whose centre is at the height z(t). */
static bms_body cube_at(double z0, double z1, double z2) {
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  bms_body body = {bms_box_centred(2, 2, 2), bms_motion_fixed(origin, upright)};
  const double z[3] = {z0, z1, z2};
  memcpy(body.motion.rigid.position[2], z, sizeof z);
  return body;
}

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

static void expect_intervals(const bms_body *body, double t1, const double wanted[][2], int wanted_count) {
  bms_contact_interval interval[CAPACITY];
  int count;
  bms_status status = bms_half_space_contact_intervals(&FLOOR, body, 0, t1, CAPACITY, interval, &count);
  assert_int_equal(status, wanted_count > 0 ? BMS_CONTACT : BMS_SEPARATED);
  assert_int_equal(count, wanted_count);
  for (int i = 0; i < count; i++) {
    assert_true(same(interval[i].enter_lower, wanted[i][0]) && same(interval[i].enter_upper, wanted[i][0]));
    assert_true(same(interval[i].exit_lower, wanted[i][1]) && same(interval[i].exit_upper, wanted[i][1]));
  }
}

static void expect_approach(const bms_body *body, double t1, bms_status status, double t) {
  bms_contact answer;
  assert_int_equal(bms_half_space_first_approach(&FLOOR, body, 0, t1, &answer), status);
  assert_int_equal(answer.status, status);
  assert_true(answer.t_lower <= t && t <= answer.t_upper && same(answer.t, t));
  for (int i = 0; answer.point_count > 0 && i < 3; i++) assert_true(same(answer.normal[i], UP[i]));
}

static void a_falling_cube_approaches_when_it_lands(void **state) {
  (void)state;
  const double from_landing[][2] = {{1, 4}};
  bms_body body = cube_at(3, -2, 0);
  expect_approach(&body, 4, BMS_CONTACT, 1);
  expect_intervals(&body, 4, from_landing, 1);
  expect_approach(&body, 1, BMS_SEPARATED, 1);
  expect_approach(&body, 0.5, BMS_SEPARATED, 0.5);
  expect_intervals(&body, 0.5, NULL, 0);
}

static void a_cube_at_rest_on_the_floor_touches_and_never_approaches(void **state) {
  (void)state;
  const double whole[][2] = {{0, 1}}, moment[][2] = {{0, 0}};
  bms_body body = cube_at(1, 0, 0);
  expect_approach(&body, 1, BMS_SEPARATED, 1);
  expect_intervals(&body, 1, whole, 1);
  expect_approach(&body, 0, BMS_SEPARATED, 0);
  expect_intervals(&body, 0, moment, 1);
  memcpy(body.motion.rigid.position[0], (const double[3]){0, 5, 1}, sizeof body.motion.rigid.position[0]);
  expect_approach(&body, 1, BMS_SEPARATED, 1); /* nor if it slides */
}

static void a_cube_thrown_up_from_the_floor_approaches_when_it_comes_back(void **state) {
  (void)state;
  const double twice[][2] = {{0, 0}, {2, 4}};
  bms_body body = cube_at(1, 2, -1);
  expect_approach(&body, 4, BMS_CONTACT, 2);
  expect_intervals(&body, 4, twice, 2);
}

static void a_cube_pressed_down_approaches_at_the_start(void **state) {
  (void)state;
  bms_body body = cube_at(1, 0, -1);
  expect_approach(&body, 4, BMS_TOUCHING, 0);
}

static void a_cube_that_only_grazes_the_floor_is_passed_over(void **state) {
  (void)state;
  const double graze[][2] = {{1, 1}};
  bms_body body = cube_at(2, -2, 1);
  expect_approach(&body, 2, BMS_SEPARATED, 2);
  expect_intervals(&body, 2, graze, 1);
}

static void a_cube_that_rises_out_of_the_floor_overlaps_until_it_is_out(void **state) {
  (void)state;
  const double out[][2] = {{0, 2}};
  bms_body body = cube_at(0, 0.5, 0);
  expect_approach(&body, 4, BMS_OVERLAPPING, 0);
  expect_intervals(&body, 4, out, 1);
}

static void the_lowest_corner_of_an_overlap_is_named(void **state) {
  (void)state;
  bms_contact answer;
  bms_body body = cube_at(0, 0.5, 0);
  body.motion.rigid.quaternion[1][0] = 0.25;
  body.motion.rigid.quaternion[2][0] = 0.125; /* down go the corners at the minimum of y and at the maximum of x */
  assert_int_equal(bms_half_space_first_approach(&FLOOR, &body, 0, 1, &answer), BMS_OVERLAPPING);
  assert_int_equal(answer.pair.kind, BMS_PAIR_VO);
  assert_int_equal(answer.pair.a, 1);
  assert_int_equal(answer.pair.b, 1);
}

static void a_plate_approaches_as_a_cube_does(void **state) {
  (void)state;
  bms_body body = cube_at(2, -2, 0);
  body.box = bms_box_centred(2, 2, 0);
  expect_approach(&body, 4, BMS_CONTACT, 1);
  body.box = bms_box_centred(0, 0, 0);
  expect_approach(&body, 4, BMS_CONTACT, 1);
}

/* This holds so that exact arithmetic need not follow the gap of a body that is deep inside. */
static void what_is_deep_in_the_half_space_is_certain_to_be(void **state) {
  (void)state;
  bms_relative relative;
  bms_body body = cube_at(-100, 1, -1);
  body.motion.rigid.quaternion[1][1] = 1;
  assert_true(bms_relative_prepare_half_space(&FLOOR, &body, 0, 1, &relative));
  assert_true(bms_inside_until(&relative, 0, 0, 1) >= 1);
}

static void intervals_beyond_the_capacity_are_counted_and_not_written(void **state) {
  (void)state;
  bms_contact_interval interval[2] = {{0, 0, 0, 0}, {-5, -5, -5, -5}};
  int count;
  bms_body body = cube_at(1, 2, -1);
  assert_int_equal(bms_half_space_contact_intervals(&FLOOR, &body, 0, 4, 1, interval, &count), BMS_CONTACT);
  assert_int_equal(count, 2);
  assert_true(same(interval[1].enter_lower, -5));
}

static void a_half_space_without_a_normal_is_invalid(void **state) {
  (void)state;
  const bms_half_space none = {{0, 0, 0}, 1};
  bms_contact answer;
  int count = 7;
  bms_body body = cube_at(1, 0, 0);
  assert_int_equal(bms_half_space_first_approach(&none, &body, 0, 1, &answer), BMS_INVALID);
  assert_int_equal(answer.reason, BMS_NORMAL_ZERO);
  assert_int_equal(answer.where, BMS_PART_A);
  assert_int_equal(bms_half_space_contact_intervals(&none, &body, 0, 1, 0, NULL, &count), BMS_INVALID);
  assert_int_equal(count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_answer_is_the_one_of_the_corners),
      cmocka_unit_test(a_falling_cube_approaches_when_it_lands),
      cmocka_unit_test(a_cube_at_rest_on_the_floor_touches_and_never_approaches),
      cmocka_unit_test(a_cube_thrown_up_from_the_floor_approaches_when_it_comes_back),
      cmocka_unit_test(a_cube_pressed_down_approaches_at_the_start),
      cmocka_unit_test(a_cube_that_only_grazes_the_floor_is_passed_over),
      cmocka_unit_test(a_cube_that_rises_out_of_the_floor_overlaps_until_it_is_out),
      cmocka_unit_test(the_lowest_corner_of_an_overlap_is_named),
      cmocka_unit_test(a_plate_approaches_as_a_cube_does),
      cmocka_unit_test(what_is_deep_in_the_half_space_is_certain_to_be),
      cmocka_unit_test(intervals_beyond_the_capacity_are_counted_and_not_written),
      cmocka_unit_test(a_half_space_without_a_normal_is_invalid),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
