/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contacts taken at the limit of doubles, against the exact arithmetic's: never late, and as near as asked for.
 *
 * A box turns about z and moves in the plane, roughly, past one whose edges along z stay parallel to its own: the
 * product of these edges is a zero that doubles cannot distinguish from a small number.
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

#include "query/first_contact.h"
#include "posed_boxes.h"
#include "families.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 31415, ROUNDS = 600, SAMPLES = 200 };

/* The rounding of the samples, in lengths of about 1. */
static const double ROUNDING = 1e-14;

/* Returns a query. The columns of the turn are a little off length 1, like a fit's. */
static bms_query random_query(random_source *r) {
  bms_query query = {.t0 = -1, .t1 = 1};
  double half = random_uniform(r, 0, 3.14), still[4] = {cos(half), 0, 0, sin(half)}, here[3] = {0, 0, 0};
  double angle = random_uniform(r, -3.14, 3.14), rate = random_uniform(r, -0.5, 0.5);
  double c = cos(angle), s = sin(angle);
  query.a = (bms_body){bms_box_centred(0.3, 0.2, 0.5), bms_motion_fixed(here, still)};
  query.b = (bms_body){bms_box_centred(0.4, 0.1, 0.4), {.form = BMS_MOTION_MATRIX, .matrix.weight = {1, 0, 0}}};
  double(*entry)[4][3] = query.b.motion.matrix.entry;
  double turn[2][2][3] = {{{c, -s * rate, -0.5 * c * rate * rate}, {-s, -c * rate, 0.5 * s * rate * rate}},
                          {{s, c * rate, -0.5 * s * rate * rate}, {c, -s * rate, -0.5 * c * rate * rate}}};
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) memcpy(entry[i][j], turn[i][j], sizeof turn[i][j]);
    entry[i][3][0] = random_uniform(r, -0.3, 0.3);
    entry[i][3][1] = random_uniform(r, -0.5, 0.5);
    entry[i][3][2] = random_uniform(r, -0.1, 0.1);
  }
  entry[2][2][0] = 1;
  entry[2][3][0] = random_uniform(r, -0.1, 0.1);
  return query;
}

static double gap_at(const bms_query *query, double t, bool distance) {
  double a[3][4], b[3][4];
  bms_motion_at(&query->a.motion, t, a);
  bms_motion_at(&query->b.motion, t, b);
  return distance ? posed_distance(&query->a.box, a, &query->b.box, b) : posed_gap(&query->a.box, a, &query->b.box, b);
}

static bool samples_are_apart(const bms_query *query, double until) {
  for (int k = 0; k <= SAMPLES; k++)
    if (gap_at(query, query->t0 + (until - query->t0) * k / SAMPLES, false) < -ROUNDING) return false;
  return true;
}

static void a_contact_taken_early_is_near_and_never_late(void **state) {
  random_source r = random_from(SEED);
  int taken = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    bms_query query = random_query(&r);
    bms_contact exact, near;
    double nearness = random_power_of_ten(&r, -12, -3), apart;
    bms_status wanted = bms_first_contact_scalar(&query, &exact);
    bms_status status = bms_first_contact_near(&query, nearness, &near, &apart);
    if (!(apart > 0)) {
      assert_true(status == wanted || status == BMS_UNRESOLVED);
      if (wanted == BMS_CONTACT) assert_true(near.t_lower <= exact.t_upper);
      continue;
    }
    taken++;
    if (status == BMS_TOUCHING) assert_true(wanted == BMS_TOUCHING || wanted == BMS_OVERLAPPING || apart > 0);
    assert_true((status == BMS_CONTACT) == (near.t_lower > query.t0) && apart <= nearness);
    if (status == BMS_TOUCHING) continue;
    assert_int_equal(status, BMS_CONTACT);
    assert_true(wanted == BMS_SEPARATED || (wanted == BMS_CONTACT && near.t_lower <= exact.t_upper));
    assert_true(samples_are_apart(&query, near.t_lower));
    assert_true(gap_at(&query, near.t_lower, true) <= apart);
    assert_true(near.point_count > 0 && fabs(near.normal[0]) <= 1 + ROUNDING);
  }
  print_message("# %d of %d were left open by doubles\n", taken, repetitions(ROUNDS));
  assert_true(taken > 0);
}

static void nothing_is_near_enough_for_no_nearness(void **state) {
  random_source r = random_from(SEED);
  int open = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    bms_query query = random_query(&r);
    bms_contact exact, near;
    bms_first_contact_scalar(&query, &exact);
    bms_status status = bms_first_contact_near(&query, 0, &near, NULL);
    open += status == BMS_UNRESOLVED;
    assert_true(status == BMS_UNRESOLVED || status == exact.status);
    if (exact.status == BMS_CONTACT) assert_true(near.t_lower <= exact.t_upper);
    if (status == exact.status) assert_true(!(fabs(near.t_lower - exact.t_lower) > 0));
  }
  assert_true(open > 0);
}

static void a_nearness_below_zero_is_said_to_be_one(void **state) {
  static const double WRONG[] = {-1e-9, -INFINITY, NAN};
  random_source r = random_from(SEED);
  bms_query query = random_query(&r);
  (void)state;
  for (size_t k = 0; k < sizeof WRONG / sizeof *WRONG; k++) {
    bms_contact near;
    assert_int_equal(bms_first_contact_near(&query, WRONG[k], &near, NULL), BMS_INVALID);
    assert_true(near.reason == BMS_NEARNESS_NEGATIVE && near.where == BMS_PART_QUERY);
  }
}

/* Returns a plate that lies on a floor, off by `lift`, and slides. */
static bms_query plate_on_floor(random_source *r, double lift) {
  bms_query query = {.t0 = 0, .t1 = 0.01};
  double position[3] = {0, 0, 0.5 + 0.05 + lift}, up[4] = {1, 0, 0, 0};
  double turn = random_uniform(r, 0, 3), q[4] = {cos(turn), 0, 0, sin(turn)}, floor[3] = {0, 0, 0};
  double velocity[3] = {0, 0, 0}, spin[3] = {0, 0, 0}, still[3] = {0, 0, 0};
  random_numbers(r, -1, 1, position, 2);
  random_numbers(r, -1, 1, velocity, 2);
  if (random_below(r, 2) == 0) spin[2] = random_uniform(r, -3, 3);
  query.a = (bms_body){bms_box_centred(10, 10, 1), bms_motion_fixed(floor, up)};
  query.b = (bms_body){bms_box_centred(0.6, 0.8, 0.1), bms_motion_step(position, q, velocity, spin, still)};
  return query;
}

static void plates_on_floors_are_near_or_apart(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double lift = random_signed_power_of_ten(&r, -18, -2), apart;
    bms_query query = plate_on_floor(&r, lift);
    bms_contact near;
    bms_status status = bms_first_contact_near(&query, 1e-9, &near, &apart);
    if (lift > 1e-9) assert_int_equal(status, BMS_SEPARATED);
    if (lift < -1e-2) assert_int_equal(status, BMS_OVERLAPPING);
    /* Apart at the start by less than doubles resolve, and near enough a little later. */
    if (status == BMS_CONTACT) assert_true(lift > -1e-15 && lift <= 1e-9);
    assert_true(status <= BMS_OVERLAPPING);
    if (status == BMS_SEPARATED) assert_true(lift > -1e-15);
    if (status == BMS_OVERLAPPING) assert_true(lift < 1e-15);
    if (status == BMS_SEPARATED) continue;
    assert_true(apart <= 1e-9 && near.point_count > 0);
    assert_true(near.normal[2] > 1 - ROUNDING);
  }
}

/* A nearness of INFINITY asks for a time up to which they are apart. */
static void where_only_the_time_is_wanted_it_is_never_late(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    bms_query query = random_query(&r);
    bms_contact exact, near;
    double apart;
    bms_status wanted = bms_first_contact_scalar(&query, &exact);
    bms_status status = bms_first_contact_near(&query, (double)INFINITY, &near, &apart);
    if (wanted != BMS_CONTACT) {
      bool at_start = wanted == BMS_TOUCHING || wanted == BMS_OVERLAPPING;
      assert_true(status == wanted || status == (at_start ? BMS_TOUCHING : BMS_CONTACT));
      continue;
    }
    assert_int_equal(status, BMS_CONTACT);
    assert_true(near.t_lower <= exact.t_upper && samples_are_apart(&query, near.t_lower));
  }
}

/* Returns a query of two boxes in one turned frame, flush and sharing a face at t1, which is 0, exactly; they come
   there from apart, or stand there if t0 is t1, too. */
static bms_query flush_at_the_end(random_source *r) {
  bms_query query = {.t0 = random_below(r, 2) == 0 ? 0 : -1};
  double q[4], here[3] = {0, 0, 0}, velocity[3], still[3] = {0, 0, 0};
  random_numbers(r, -1, 1, q, 4);
  random_numbers(r, -1, 1, velocity, 3);
  query.a = (bms_body){{{0, 0, 0}, {1, 1, 1}}, bms_motion_fixed(here, q)};
  query.b = (bms_body){{{1, 0.25, 0.25}, {2, 0.5, 0.5}}, bms_motion_step(here, q, velocity, still, still)};
  return query;
}

static void a_contact_at_the_very_end_is_not_called_separated(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  int met = 0;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    bms_query query = flush_at_the_end(&r);
    bms_contact exact, near;
    if (bms_first_contact(&query, &exact) == BMS_SEPARATED) continue;
    met++;
    assert_int_not_equal(bms_first_contact_near(&query, 0, &near, NULL), BMS_SEPARATED);
  }
  assert_true(met > 0);
}

/* Ends queries at the last double before their contact, while the walk follows a plane within a step: nearly singular
   matrices, and slight angles. */
static void what_ends_before_a_contact_has_none(void **state) {
  static const char *const FAMILIES[] = {"strong_shear", "slight_angles"};
  int ended = 0;
  (void)state;
  for (int k = 0; k < 2; k++)
    for (int i = 1; i <= repetitions(300); i++) {
      bms_query query;
      bms_contact exact, near;
      family_query(family_called(FAMILIES[k]), (uint64_t)i, &query);
      if (bms_first_contact(&query, &exact) != BMS_CONTACT) continue;
      query.t1 = exact.t_lower;
      if (bms_first_contact(&query, &exact) != BMS_SEPARATED) continue;
      ended++;
      bms_status status = bms_first_contact_near(&query, 0, &near, NULL);
      assert_true(status == BMS_SEPARATED || status == BMS_UNRESOLVED);
    }
  assert_true(ended > repetitions(100));
}

/* A plane whose radii turn within a step is enclosed by its values at both ends of that (follow.c). */
static void faces_that_land_flat_are_told(void **state) {
  int open = 0, count = repetitions(600);
  (void)state;
  for (int i = 1; i <= count; i++) {
    bms_query query;
    bms_contact near;
    family_query(family_called("lands_flat"), (uint64_t)i, &query);
    open += bms_first_contact_near(&query, 0, &near, NULL) == BMS_UNRESOLVED;
  }
  assert_true(20 * open < count);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_contact_taken_early_is_near_and_never_late),
      cmocka_unit_test(nothing_is_near_enough_for_no_nearness),
      cmocka_unit_test(a_nearness_below_zero_is_said_to_be_one),
      cmocka_unit_test(plates_on_floors_are_near_or_apart),
      cmocka_unit_test(where_only_the_time_is_wanted_it_is_never_late),
      cmocka_unit_test(a_contact_at_the_very_end_is_not_called_separated),
      cmocka_unit_test(what_ends_before_a_contact_has_none),
      cmocka_unit_test(faces_that_land_flat_are_told),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
