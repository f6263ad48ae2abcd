/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps that doubles lose: polynomials through values at eight or twelve places, at places that are a little off, and
 * real gaps against exact arithmetic.  For test_near_gap.c and test_near_gap_wide.c, which state first what is counted
 * and how the floor moves.
 */

#ifndef NEAR_GAPS_H
#define NEAR_GAPS_H

#include "bounds.h"
#include "exact_gap.h"

/* Returns the value at s of Lagrange's polynomial of a place. */
static precise lagrange(int k, precise s) {
  precise product = precise_of(1);
  for (int i = 0; i < FAST_NODES; i++) {
    precise span = precise_of(FAST_NODE[k] - FAST_NODE[i]);
    if (i != k) product = precise_times(product, precise_over(precise_minus(s, precise_of(FAST_NODE[i])), span));
  }
  return product;
}

static precise interpolated(const double *value, precise s) {
  precise sum = precise_of(0);
  for (int k = 0; k < FAST_NODES; k++) sum = precise_plus(sum, precise_times(precise_of(value[k]), lagrange(k, s)));
  return sum;
}

/* Returns sum_i B_i(s) c_i, c_i without the binomial. */
static precise bernstein_value(const double *c, precise s) {
  precise level[FAST_NODES], rest = precise_minus(precise_of(1), s);
  for (int i = 0; i < FAST_NODES; i++) level[i] = precise_of(c[i]);
  for (int n = FAST_DEGREE; n > 0; n--)
    for (int i = 0; i < n; i++) level[i] = precise_plus(precise_times(rest, level[i]), precise_times(s, level[i + 1]));
  return level[0];
}

static double greatest_of(const double *x) {
  double greatest = 0;
  for (int i = 0; i < FAST_NODES; i++) greatest = fmax(greatest, fabs(x[i]));
  return greatest;
}

/* The inputs are values (FAST_NODES) and a place. */
static double share_of_coefficients(const double *x, const void *context) {
  (void)context;
  fast_values values;
  precise s = precise_of(fabs(x[FAST_NODES]));
  memcpy(values.place, x, sizeof values.place);
  fast_values c = fast_coefficients(&values);
  precise off = precise_minus(bernstein_value(c.place, s), interpolated(x, s));
  double bound = COEFFICIENT_ROUNDINGS * BMS_ROUNDING * greatest_of(x);
  return bound > 0 ? precise_double(precise_absolute(off)) / bound : 0;
}

/* The inputs are coefficients (FAST_NODES) and a place. */
static double share_of_evaluation(const double *x, const void *context) {
  (void)context;
  bms_polynomial p = {.degree = FAST_DEGREE};
  double s = fmod(fabs(x[FAST_NODES]), 1);
  for (int i = 0; i < FAST_NODES; i++) p.c[i] = FAST_BINOMIAL[i] * x[i];
  precise off = precise_minus(precise_of(bms_polynomial_value(&p, s)), bernstein_value(x, precise_of(s)));
  double bound = EVALUATION_ROUNDINGS * BMS_ROUNDING * greatest_of(x);
  return bound > 0 ? precise_double(precise_absolute(off)) / bound : 0;
}

/* The inputs are values and the direction in which each place is off (FAST_NODES of both), and a place. T = L, so that
   a place is 6 u off. */
static double share_of_places(const double *x, const void *context) {
  (void)context;
  double off_by = 6 * BMS_ROUNDING;
  precise s = precise_of(fabs(x[2 * FAST_NODES])), sum = precise_of(0);
  for (int k = 0; k < FAST_NODES; k++) {
    precise node = precise_of(FAST_NODE[k]);
    precise moved = precise_plus(node, precise_of(x[FAST_NODES + k] > 0 ? off_by : -off_by));
    precise change = precise_minus(interpolated(x, moved), precise_of(x[k]));
    sum = precise_plus(sum, precise_times(change, lagrange(k, s)));
  }
  double bound = TIME_ROUNDINGS * BMS_ROUNDING * greatest_of(x);
  return bound > 0 ? precise_double(precise_absolute(sum)) / bound : 0;
}

/* The inputs are errors of -1 or 1 at the places, and a place. */
static double share_of_errors(const double *x, const void *context) {
  (void)context;
  double errors[FAST_NODES];
  for (int k = 0; k < FAST_NODES; k++) errors[k] = x[k] > 0 ? 1 : -1;
  return fabs(precise_double(interpolated(errors, precise_of(fabs(x[FAST_NODES]))))) / LEBESGUE;
}

static void errors_between_the_places_are_as_small_as_counted(void **state) {
  (void)state;
  bounds_measure("LEBESGUE", share_of_errors, NULL, FAST_NODES + 1, 4);
}

static void coefficients_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("COEFFICIENT_ROUNDINGS", share_of_coefficients, NULL, FAST_NODES + 1, 6);
}

static void places_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_places, NULL, 2 * FAST_NODES + 1, 2);
}

static void values_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("EVALUATION_ROUNDINGS", share_of_evaluation, NULL, FAST_NODES + 1, 6);
}

static void budgets_are_the_sums_of_their_items(void **state) {
  (void)state;
  bounds_sum("COEFFICIENT_ROUNDINGS", COEFFICIENTS_COUNTED + 4, COEFFICIENT_ROUNDINGS);
  bounds_sum("TIME_ROUNDINGS", 2 * FAST_DEGREE * FAST_DEGREE * 6 * LEBESGUE * LEBESGUE, TIME_ROUNDINGS);
  bounds_sum("EVALUATION_ROUNDINGS", 4 * FAST_DEGREE + 1 + 3, EVALUATION_ROUNDINGS);
}

/* ------------------------------------------------------------------ real gaps */

/* Makes the motion a matrix that stands still. */
static void make_matrix(bms_motion *motion, double pose[3][4]) {
  *motion = (bms_motion){.form = BMS_MOTION_MATRIX};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++) motion->matrix.entry[i][k][0] = pose[i][k];
  motion->matrix.weight[0] = 1;
}

/* Returns a box that slides and turns on a tilted one, some roundings above it or in it. */
static bms_query on_a_floor(random_source *r) {
  double t0 = random_uniform(r, -1, 0), side[2], drift[2];
  bms_query query = {.t0 = t0, .t1 = random_uniform(r, 0.5, 1)};
  const double wide[3] = {20, 20, 1};
  double q[4], up[3] = {0, 0, 1}, place[3], velocity[3], turned[3], high = random_uniform(r, 0.1, 0.5);
  bms_motion *a = &query.a.motion, *b = &query.b.motion;
  query.a.box = bms_box_centred(wide[0], wide[1], wide[2]);
  random_numbers(r, 0.2, 1, side, 2);
  query.b.box = bms_box_centred(side[0], side[1], 2 * high);
  random_direction(r, q, 4);
  *a = bms_motion_fixed((double[3]){0, 0, 0}, q);
  double pose[3][4];
  bms_motion_at(a, 0, pose);
  double along = random_uniform(r, -3, 3);
  random_numbers(r, -1, 1, drift, 2);
  up[2] = 0.5 + high + random_uniform(r, -8, 8) * BMS_ROUNDING;
  for (int i = 0; i < 3; i++) {
    turned[i] = pose[i][2];
    place[i] = pose[i][0] * along + pose[i][2] * up[2];
    velocity[i] = pose[i][0] * drift[0] + pose[i][1] * drift[1];
  }
  if (FLOOR_IS_A_MATRIX) make_matrix(a, pose);
  *b = bms_motion_fixed(place, q);
  double spin = random_below(r, 2) == 0 ? 0 : random_uniform(r, -1, 1);
  for (int i = 0; i < 3; i++) b->rigid.position[i][1] = velocity[i];
  b->rigid.quaternion[0][1] = -spin * (turned[0] * q[1] + turned[1] * q[2] + turned[2] * q[3]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    b->rigid.quaternion[1 + i][1] = spin * (turned[i] * q[0] + turned[j] * q[1 + k] - turned[k] * q[1 + j]);
  }
  return query;
}

/* Returns the value of a gap at s, radii with their absolute values. */
static precise near_value(const bms_gap *near, precise s) {
  double c[FAST_NODES];
  precise sum = precise_of(0);
  for (int k = -1; k < near->radii; k++) {
    const bms_polynomial *p = k < 0 ? &near->distance : &near->radius[k];
    for (int i = 0; i < FAST_NODES; i++) c[i] = p->c[i] / FAST_BINOMIAL[i];
    precise term = bernstein_value(c, s);
    sum = k < 0 ? term : precise_minus(sum, precise_absolute(term));
  }
  return sum;
}

/* Returns what the gap is off by at s, as a part of its error bound. */
static double share_of_gap(const bms_gap *near, exact_pair *pair, int side, double s) {
  mpq_t exact;
  mpq_init(exact);
  exact_gap(pair, near->axis, side, EXACT_PLANE, exact);
  mpq_t value;
  mpq_init(value);
  mpfr_get_q(value, near_value(near, precise_of(s)));
  precise_forget();
  mpq_sub(exact, exact, value);
  double part = fabs(mpq_get_d(exact)) / near->error;
  mpq_clears(exact, value, NULL);
  return part;
}

static void gaps_are_as_good_as_they_say(void **state) {
  (void)state;
  enum { TRIALS = 1000, PLACES = 5 };
  random_source r = random_from(5);
  double greatest = 0;
  int made = 0, sharp = 0;
  exact_pair pair;
  mpq_t t, s;
  mpq_inits(t, s, NULL);
  exact_pair_init(&pair);
  for (int n = 0; n < repetitions(TRIALS); n++) {
    bms_query query = on_a_floor(&r);
    bms_relative relative;
    bms_stretch stretch;
    bms_gap gap, near;
    assert_true(bms_relative_prepare(&query, &relative));
    bms_relative_stretch(&relative, query.t0, query.t1, &stretch);
    for (int axis = 2; axis <= 5; axis += 3) {
      bms_gap_along(&stretch, axis, &gap);
      bms_precise_instants at;
      bms_precise_instants_begin(&relative, &at);
      double error, now = bms_gap_value(&at, axis, 1, query.t0, &error).high;
      int side = now > bms_gap_value(&at, axis, -1, query.t0, &error).high ? 1 : -1;
      bms_near_gap_along(&at, &stretch, &gap, side, &near);
      made++;
      sharp += near.error < 1e-6 * gap.error;
      for (int k = 0; k < PLACES; k++) {
        double place = random_uniform(&r, 0, 1);
        mpq_set_d(s, place);
        exact_time(query.t0, query.t1, s, t);
        exact_pair_at(&pair, &query, NULL, t);
        greatest = fmax(greatest, share_of_gap(&near, &pair, side, place));
      }
    }
  }
  print_message("# %d gaps, %d of them sharp; errors up to %.2g of what they say\n", made, sharp, greatest);
  assert_true(made == 2 * repetitions(TRIALS));
  assert_true(2 * sharp > made);
  assert_true(greatest <= 1);
  exact_pair_clear(&pair);
  mpq_clears(t, s, NULL);
}

/* Values below zero have the errors of those above. */
static void errors_are_those_of_magnitudes(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    const near_errors none = {0, 0}, part = {0, 0x1p-20};
    fast_values values;
    double error;
    for (int i = 0; i < FAST_NODES; i++) values.place[i] = sign;
    (void)polynomial_through(&values, &none, &error);
    assert_true(error >= 0.99 * EVALUATION_ROUNDINGS * BMS_ROUNDING);
    (void)polynomial_through(&values, &part, &error);
    assert_true(error >= 0x1p-20);
  }
}

#define NEAR_GAPS_MAIN                                                                                                \
  BOUNDS_MAIN(cmocka_unit_test(errors_between_the_places_are_as_small_as_counted),                                    \
              cmocka_unit_test(coefficients_are_as_good_as_counted), cmocka_unit_test(places_are_as_good_as_counted), \
              cmocka_unit_test(values_are_as_good_as_counted), cmocka_unit_test(budgets_are_the_sums_of_their_items), \
              cmocka_unit_test(gaps_are_as_good_as_they_say), cmocka_unit_test(errors_are_those_of_magnitudes))

#endif /* NEAR_GAPS_H */
