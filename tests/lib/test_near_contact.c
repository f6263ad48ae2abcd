/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contacts taken where doubles end, beside the exact arithmetic's: never late, and as near as asked for.
 *
 * A box turns about z and moves in the plane, roughly, beside one whose edges along z stay parallel to its own: the
 * product of those is a zero that doubles cannot tell from a small number.
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
#include "random.h"
#include "repetitions.h"

enum { SEED = 31415, ROUNDS = 600, SAMPLES = 200 };

/* Of the samples, in lengths of about 1. */
static const double ROUNDING = 1e-14;

/* The columns of the turn are a little off length 1, as those of a fit are. */
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
      assert_int_equal(status, wanted);
      continue;
    }
    taken++;
    assert_int_equal(status, BMS_CONTACT);
    assert_true(near.t_lower > query.t0 && apart <= nearness);
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
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS) / 10; round++) {
    bms_query query = random_query(&r);
    bms_contact exact, near;
    double apart;
    bms_first_contact_scalar(&query, &exact);
    assert_int_equal(bms_first_contact_near(&query, 0, &near, &apart), exact.status);
    assert_true(!(apart > 0) && !(fabs(near.t_lower - exact.t_lower) > 0));
  }
}

/* A nearness of INFINITY: a time up to which they are apart. */
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
      assert_true(status == wanted || (wanted == BMS_SEPARATED && status == BMS_CONTACT));
      continue;
    }
    assert_int_equal(status, BMS_CONTACT);
    assert_true(near.t_lower <= exact.t_upper && samples_are_apart(&query, near.t_lower));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_contact_taken_early_is_near_and_never_late),
      cmocka_unit_test(nothing_is_near_enough_for_no_nearness),
      cmocka_unit_test(where_only_the_time_is_wanted_it_is_never_late),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
