/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The derivatives of a first contact against differences: a number is changed by ever smaller steps, from either side,
 * the query asked again, and the quotient that comes nearest has to be near the derivative.
 * tests/derivative/implicit.py holds those that exist against implicit differentiation in rationals; only differences
 * can judge that ties are reported, and which of their derivatives counts on which side.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bms_derivative.h"
#include "derivative/numbers.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

enum { QUERIES_PER_FAMILY = 15, NUMBERS_PER_QUERY = 12, FIRST_STEP = 8, LAST_STEP = 36, NEXT_STEP = 4 };

/* The nearest quotient may be off by this part of the derivative, and of the greatest among all numbers. */
static const double ALLOWED = 1e-3;

/* ------------------------------------------------------------------ differences */

static bool contact_at(const bms_query *query, double *t) {
  bms_contact contact;
  bool found = bms_first_contact(query, &contact) == BMS_CONTACT;
  *t = contact.t;
  return found;
}

/* Returns the least error of a quotient over all steps towards one side, as a part of the scale; -1 if there was no
   step after which there is a contact. */
static double least_error(const bms_query *query, double t, int number, int side, double derivative, double scale) {
  bms_query changed = *query;
  double *place[BMS_MOST_NUMBERS], least = -1;
  bms_numbers_of(&changed, place);
  const double before = *place[number];
  for (int power = FIRST_STEP; power <= LAST_STEP; power += NEXT_STEP) {
    double moved, wanted = ldexp(query->t1 - query->t0, -power) / fmax(fabs(derivative), scale);
    *place[number] = before + side * wanted;
    double step = *place[number] - before;
    if (!(fabs(step) > 0) || !contact_at(&changed, &moved)) continue;
    double error = fabs((moved - t) / step - derivative) / fmax(fabs(derivative), scale);
    if (least < 0 || error < least) least = error;
  }
  return least;
}

/* Compares some numbers' derivatives from both sides.  Returns how many were compared. */
static int compare(const bms_query *query, double t, bms_derivative *derivative, random_source *random) {
  bms_query copy = *query;
  double *value[BMS_MOST_NUMBERS], *side[2][BMS_MOST_NUMBERS];
  int compared = 0, count = bms_numbers_of(&copy, value);
  bms_numbers_of(&derivative->below, side[0]);
  bms_numbers_of(&derivative->above, side[1]);
  for (int i = 0; i < NUMBERS_PER_QUERY; i++) {
    int number = 2 + random_below(random, count - 2);
    int above = random_below(random, 2);
    double scale = ALLOWED * derivative->sensitivity / (fabs(*value[number]) + ALLOWED);
    double error = least_error(query, t, number, above ? 1 : -1, *side[above][number], scale);
    compared += error >= 0;
    if (error > ALLOWED) {
      print_message("# number %d from %s: %g, off by %g\n", number, above ? "above" : "below", *side[above][number],
                    error);
      query_write_json(stdout, "wrong", query);
      fail();
    }
  }
  return compared;
}

static void compare_group(family_group group) {
  int compared = 0, exist = 0, one_sided = 0;
  random_source random = random_from(group + 1);
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) != group) continue;
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query query;
      bms_contact contact;
      bms_derivative derivative;
      family_query(family, (uint64_t)seed, &query);
      bms_derivative_status status = bms_first_contact_derivative(&query, &contact, &derivative);
      assert_int_equal(status, derivative.status);
      if (contact.status != BMS_CONTACT || status > BMS_DERIVATIVE_ONE_SIDED) continue;
      exist += status == BMS_DERIVATIVE_EXISTS;
      one_sided += status == BMS_DERIVATIVE_ONE_SIDED;
      compared += compare(&query, contact.t, &derivative, &random);
    }
  }
  print_message("# %d contacts with a derivative, %d with two; %d quotients\n", exist, one_sided, compared);
  assert_true(compared > 0);
}

static void derivatives_of_rigid_motions_are_limits_of_differences(void **state) {
  (void)state;
  compare_group(FAMILY_RIGID);
}

static void derivatives_of_matrix_motions_are_limits_of_differences(void **state) {
  (void)state;
  compare_group(FAMILY_MATRIX);
}

static void in_ties_each_side_has_its_own(void **state) {
  (void)state;
  compare_group(FAMILY_EXACT);
}

static void flat_boxes_have_derivatives(void **state) {
  (void)state;
  compare_group(FAMILY_DEGENERATE);
}

/* ------------------------------------------------------------------ statuses */

/* Checks the statuses that bms_first_contact_derivative() gives to the contacts of a family. */
static void check_statuses(const char *name, bms_status contact_status, bms_derivative_status expected) {
  int found = 0;
  for (int seed = 1; seed <= repetitions(20); seed++) {
    bms_query query;
    bms_contact contact;
    bms_derivative derivative;
    family_query(family_called(name), (uint64_t)seed, &query);
    bms_first_contact_derivative(&query, &contact, &derivative);
    if (contact.status != contact_status) continue;
    assert_int_equal(derivative.status, expected);
    assert_true(derivative.sensitivity <= 0 || expected == BMS_DERIVATIVE_EXISTS);
    found++;
  }
  assert_true(found > 0);
}

static void where_there_is_none_the_status_says_why(void **state) {
  (void)state;
  check_statuses("graze", BMS_CONTACT, BMS_DERIVATIVE_GRAZE);
  check_statuses("double_root", BMS_CONTACT, BMS_DERIVATIVE_GRAZE);
  check_statuses("touch_start", BMS_TOUCHING, BMS_DERIVATIVE_START);
  check_statuses("far", BMS_SEPARATED, BMS_DERIVATIVE_NO_CONTACT);
}

static void an_overlap_at_the_start_moves_with_it_alone(void **state) {
  (void)state;
  bms_query query;
  bms_contact contact;
  bms_derivative derivative;
  double *number[BMS_MOST_NUMBERS];
  family_query(family_called("overlap"), 1, &query);
  assert_int_equal(bms_first_contact_derivative(&query, &contact, &derivative), BMS_DERIVATIVE_EXISTS);
  assert_int_equal(contact.status, BMS_OVERLAPPING);
  int count = bms_numbers_of(&derivative.above, number);
  for (int i = 0; i < count; i++) assert_true(*number[i] >= (i == 0) && *number[i] <= (i == 0));
}

static void an_invalid_query_has_none(void **state) {
  (void)state;
  bms_query query;
  bms_contact contact;
  bms_derivative derivative;
  family_query(0, 1, &query);
  query.t1 = NAN;
  assert_int_equal(bms_first_contact_derivative(&query, &contact, &derivative), BMS_DERIVATIVE_INVALID);
  assert_int_equal(contact.reason, BMS_INTERVAL_NOT_FINITE);
  assert_string_equal(bms_derivative_status_name(derivative.status), "invalid");
}

/* ------------------------------------------------------------------ sensitivity */

/* All numbers change by up to a millionth of themselves: to first order t moves by less than the sensitivity, and
   there are second orders in ten thousand. */
static void the_sensitivity_bounds_what_small_relative_changes_do(void **state) {
  (void)state;
  random_source random = random_from(7);
  const double relative = 1e-6;
  int compared = 0;
  for (int seed = 1; seed <= repetitions(200); seed++) {
    bms_query query;
    bms_contact contact;
    bms_derivative derivative;
    double *number[BMS_MOST_NUMBERS], t;
    family_query(family_called("tumble"), (uint64_t)seed, &query);
    if (bms_first_contact_derivative(&query, &contact, &derivative) != BMS_DERIVATIVE_EXISTS) continue;
    if (contact.status != BMS_CONTACT || derivative.sensitivity > 100) continue;
    int count = bms_numbers_of(&query, number);
    for (int i = 2; i < count; i++) *number[i] *= 1 + relative * random_uniform(&random, -1, 1);
    if (!contact_at(&query, &t)) continue;
    assert_true(fabs(t - contact.t) <= relative * derivative.sensitivity * 1.01 + 1e-10);
    compared++;
  }
  assert_true(compared > repetitions(200) / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_of_rigid_motions_are_limits_of_differences),
      cmocka_unit_test(derivatives_of_matrix_motions_are_limits_of_differences),
      cmocka_unit_test(in_ties_each_side_has_its_own),
      cmocka_unit_test(flat_boxes_have_derivatives),
      cmocka_unit_test(where_there_is_none_the_status_says_why),
      cmocka_unit_test(an_overlap_at_the_start_moves_with_it_alone),
      cmocka_unit_test(an_invalid_query_has_none),
      cmocka_unit_test(the_sensitivity_bounds_what_small_relative_changes_do),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
