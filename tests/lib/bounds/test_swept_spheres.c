/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Swept spheres: apart only if the boxes are and the query is valid, and reported as apart up to rounding.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "any_query.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"
#include "bounds/swept_spheres.h"
#include "validate/validate.h"

enum { SEED = 57721, ROUNDS = 300, MUTANTS = 200000 };

static void require(bool right, const char *what, const bms_query *query) {
  if (right) return;
  print_message("# %s\n", what);
  query_write_hex(stdout, "# ", query);
  fail();
}

/* The pair of a query, in any place; the others are of nobody. */
static bool are_apart_at(const bms_query *query, int place) {
  bms_swept_pair pair[BMS_SWEPT_PAIRS] = {{.a = NULL}};
  pair[place] = bms_swept_pair_of(query);
  unsigned apart = bms_swept_spheres_apart(pair);
  require((apart & ~(1u << place)) == 0, "nobody is apart", query);
  return apart != 0;
}

static bool are_apart(const bms_query *query) {
  return are_apart_at(query, 0);
}

/* The interval is a query's or the first part of it. */
static void spheres_are_apart_only_where_the_boxes_are(void **state) {
  random_source r = random_from(SEED);
  int apart = 0;
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS) * family_count(); n++) {
    bms_query query;
    bms_contact contact;
    family_query(n % family_count(), (uint64_t)(SEED + n), &query);
    if (n % 2 == 0) query.t1 = fmin(query.t0 + random_uniform(&r, 0, 1) * (query.t1 - query.t0), query.t1);
    if (!are_apart_at(&query, n % BMS_SWEPT_PAIRS)) continue;
    bms_query swapped = query;
    swapped.a = query.b;
    swapped.b = query.a;
    apart++;
    require(bms_first_contact(&query, &contact) == BMS_SEPARATED, "apart, but not separated", &query);
    require(are_apart(&swapped), "not apart the other way round", &query);
  }
  print_message("# %d apart\n", apart);
  assert_true(apart > repetitions(ROUNDS));
}

static bms_query moved_to(bms_query query, double of_query, double of_a, double of_b) {
  query.origin = of_query;
  query.a.motion.origin = of_a;
  query.b.motion.origin = of_b;
  return query;
}

static void only_pairs_of_one_origin_are_known(void **state) {
  static const double ORIGIN[] = {0, -DBL_TRUE_MIN, 1.7e9, -1e15, DBL_MAX};
  int apart = 0;
  (void)state;
  for (int n = 0; n < 40 * family_count(); n++) {
    bms_query query;
    double here = ORIGIN[n % 5], there = ORIGIN[(n + 1 + n / 5 % 4) % 5];
    family_query(n % family_count(), (uint64_t)(SEED + n), &query);
    bms_query moved = moved_to(query, here, here, here);
    bool known = are_apart(&query);
    require(are_apart(&moved) == known, "another answer at an origin", &moved);
    for (int k = 0; k < 3; k++) {
      bms_query other = moved_to(query, k == 0 ? there : here, k == 1 ? there : here, k == 2 ? there : here);
      require(!are_apart(&other), "apart by motions of another origin", &other);
    }
    moved = moved_to(query, INFINITY, INFINITY, INFINITY);
    require(!are_apart(&moved), "apart at no origin", &moved);
    moved = moved_to(query, NAN, NAN, NAN);
    require(!are_apart(&moved), "apart at no origin", &moved);
    apart += known;
  }
  print_message("# %d apart\n", apart);
  assert_true(apart > 40);
}

/* Damaged queries get the same bits four at a time and one at a time, with AVX2 and without. */
static void only_valid_queries_are_apart(void **state) {
  random_source r = random_from(SEED);
  int apart = 0, invalid = 0;
  (void)state;
  for (int n = 0; n < repetitions(MUTANTS); n += BMS_SWEPT_PAIRS) {
    any_query any[BMS_SWEPT_PAIRS];
    bms_swept_pair pair[BMS_SWEPT_PAIRS];
    for (int k = 0; k < BMS_SWEPT_PAIRS; k++) {
      uint8_t bytes[ANY_QUERY_SIZE];
      any[k].against_half_space = false;
      family_query((n + k) % family_count(), (uint64_t)(SEED + n / 50), &any[k].query);
      size_t size = any_query_to_bytes(&any[k], bytes);
      for (int damages = random_below(&r, 3); damages >= 0; damages--) random_damage(&r, bytes, size);
      any_query_from_bytes(bytes, size, &any[k]);
      pair[k] = bms_swept_pair_of(&any[k].query);
    }
    unsigned together = bms_swept_spheres_apart(pair);
    require(together == bms_swept_spheres_apart_anywhere(pair), "another machine, other bits", &any[0].query);
    for (int k = 0; k < BMS_SWEPT_PAIRS; k++) {
      bms_part where;
      bool valid = bms_validate(&any[k].query, &where) == BMS_VALID;
      apart += (int)(together >> k & 1);
      invalid += !valid;
      require(are_apart(&any[k].query) == (together >> k & 1), "another answer alone", &any[k].query);
      require(valid || (together >> k & 1) == 0, "apart, but not valid", &any[k].query);
    }
  }
  print_message("# %d apart, %d invalid\n", apart, invalid);
  assert_true(apart > repetitions(MUTANTS) / 100 && invalid > repetitions(MUTANTS) / 10);
}

/* The quaternion is (1 - t / when) (1, 0, 0, 0). */
static void nothing_is_known_where_the_quaternion_vanishes(void **state) {
  const double here[3] = {0}, there[3] = {9, 0, 0}, unit[4] = {1, 0, 0, 0};
  bms_box cube = bms_box_centred(1, 1, 1);
  bms_query query = {.t1 = 1, .a = {cube, bms_motion_fixed(here, unit)}, .b = {cube, bms_motion_fixed(there, unit)}};
  (void)state;
  for (int k = 0; k <= 64; k++) {
    query.a.motion.rigid.quaternion[0][1] = k == 0 ? -INFINITY : -64.0 / k;
    assert_false(are_apart(&query));
  }
  query.a.motion.rigid.quaternion[0][1] = -0.99;
  assert_true(are_apart(&query));
}

/* Cubes on a straight path that pass each other at a distance, far from the origin for their size or not. */
static bms_query passing(random_source *r, double distance) {
  double side = random_power_of_ten(r, -3, 2), far = random_power_of_ten(r, -2, 4), s = 0.5 * sqrt(3) * side, length;
  double along[3], aside[3], any[3], unit[4] = {1, 0, 0, 0}, origin[3];
  bms_query query = {.t0 = random_uniform(r, -2, 0)};
  query.t1 = random_uniform(r, 1, 3);
  random_direction(r, along, 3);
  do {
    random_direction(r, any, 3);
    aside[0] = along[1] * any[2] - along[2] * any[1];
    aside[1] = along[2] * any[0] - along[0] * any[2];
    aside[2] = along[0] * any[1] - along[1] * any[0];
    length = sqrt(aside[0] * aside[0] + aside[1] * aside[1] + aside[2] * aside[2]);
  } while (length < 0.1);
  query.a.box = query.b.box = bms_box_centred(side, side, side);
  for (int k = 0; k < 3; k++) origin[k] = random_uniform(r, -far, far);
  query.a.motion = query.b.motion = bms_motion_fixed(origin, unit);
  for (int k = 0; k < 3; k++) {
    double *c = query.b.motion.rigid.position[k];
    c[1] = 10 * side * along[k];
    c[0] += 2 * s * distance / length * aside[k] - 0.5 * c[1]; /* closest at t = 1/2 */
  }
  return query;
}

/* A margin of 1e-6 of the distance covers the rounding of places 1e4 / 1e-3 times as far as the size. */
static void on_a_straight_path_spheres_are_told_apart_up_to_rounding(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int n = 0; n < repetitions(20000); n++) {
    bms_query beyond = passing(&r, 1 + 1e-6), within = passing(&r, 1 - 1e-6);
    require(are_apart(&beyond), "not told apart", &beyond);
    require(!are_apart(&within), "told apart, but they meet", &within);
  }
}

static void the_time_at_which_spheres_seem_to_meet_is_right_on_a_straight_path(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int n = 0; n < repetitions(20000); n++) {
    double distance = random_uniform(&r, 0, 1.2), expected;
    bms_query query = passing(&r, distance);
    /* The radii add up to sqrt(3) sides, the speed is 10 sides. */
    expected = distance < 1 ? 0.5 - 0.1 * sqrt(3) * sqrt(1 - distance * distance) : INFINITY;
    bms_swept_pair pair = bms_swept_pair_of(&query);
    double t = bms_swept_spheres_meet(&pair);
    if (fabs(distance - 1) < 1e-3) continue;
    require(isinf(expected) ? isinf(t) : fabs(t - expected) < 1e-5, "another time", &query);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheres_are_apart_only_where_the_boxes_are),
      cmocka_unit_test(only_pairs_of_one_origin_are_known),
      cmocka_unit_test(only_valid_queries_are_apart),
      cmocka_unit_test(nothing_is_known_where_the_quaternion_vanishes),
      cmocka_unit_test(on_a_straight_path_spheres_are_told_apart_up_to_rounding),
      cmocka_unit_test(the_time_at_which_spheres_seem_to_meet_is_right_on_a_straight_path),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
