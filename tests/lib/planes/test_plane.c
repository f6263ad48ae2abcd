/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes against exact arithmetic: every polynomial of every axis, over stretches of queries of all families, at
 * rational places.
 *
 * Oracle: exact_gap.c, which projects vertices.  It shares with plane.c the axes and the positive factor of plane.h,
 * nothing else.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "exact_gap.h"
#include "planes/plane.h"
#include "repetitions.h"
#include "sections/pair_plane.h"
#include "trial.h"

/* A dozen rounds of all families, every second one with its boxes off centre or before a half-space. */
enum { TRIALS = 600, FEWEST_TRIALS = 150, PLACES = 3 };

/* The factor of gap.error in the walk, which bounds the evaluation of a polynomial as well. */
static const double WITH_EVALUATION = 1 + BMS_EVALUATION_ERROR;

/* The largest part of its error bound that a gap may use up. The bound holds for the worst conspiracy of roundings;
   90,000 gaps of each round of 6000 trials stayed below 0.011 (rigid pairs), 0.001 (other pairs) and 0.006 (half-
   spaces). */
static const double GREATEST_RATIO = 0.1;

static void check(int right, const char *what, const trial *t, int axis, double a, double b) {
  if (right) return;
  trial_print(t);
  print_message("# %s: axis %d, %a %a\n", what, axis, a, b);
  fail();
}

/* Calls f for every axis of every trial, over a stretch, at a few places; ends up there in exact arithmetic. */
typedef struct visit {
  trial trial;
  bms_stretch stretch;
  bms_gap gap;
  mpq_t s;
  exact_pair pair;
  exact_terms terms;
} visit;

static void each_visit(void (*f)(visit *v, void *data), void *data) {
  visit v;
  bms_relative relative;
  uint64_t left_out = 0, count = (uint64_t)repetitions_at_least(FEWEST_TRIALS, TRIALS);
  mpq_t t;
  mpq_inits(v.s, t, NULL);
  exact_pair_init(&v.pair);
  exact_terms_init(&v.terms);
  for (uint64_t n = 0; n < count; n++) {
    double ta, tb;
    trial_make(n, &v.trial);
    left_out += !trial_prepare(&v.trial, &relative);
    if (!trial_prepare(&v.trial, &relative)) continue;
    trial_stretch(&v.trial, &ta, &tb);
    bms_relative_stretch(&relative, ta, tb, &v.stretch);
    for (int place = 0; place < PLACES; place++) {
      trial_place(&v.trial, v.s);
      exact_time(ta, tb, v.s, t);
      exact_pair_at(&v.pair, &v.trial.query, trial_half_space(&v.trial), t);
      for (int axis = 0; axis < (v.trial.against_half_space ? 1 : BMS_AXES); axis++) {
        bms_gap_along(&v.stretch, axis, &v.gap);
        exact_gap_terms(&v.pair, axis, &v.terms);
        f(&v, data);
      }
    }
  }
  exact_terms_clear(&v.terms);
  exact_pair_clear(&v.pair);
  mpq_clears(v.s, t, NULL);
  /* Most of the families are well inside of the range. */
  assert_true(left_out * 10 < count);
}

/* ------------------------------------------------------------------ terms */

/* Adds |p(s) - exact| to the error. */
static void add_error(const bms_polynomial *p, const mpq_t s, const mpq_t exact, mpq_t error) {
  mpq_t value;
  mpq_init(value);
  exact_polynomial_value(p, s, value);
  mpq_sub(value, value, exact);
  mpq_abs(value, value);
  mpq_add(error, error, value);
  mpq_clear(value);
}

/* The counts by kind: rigid pairs, all other pairs, half-spaces. */
typedef struct worst {
  double ratio[3];
  uint64_t trial[3];
} worst;

static int kind_of(const visit *v) {
  if (v->trial.against_half_space) return 2;
  return v->stretch.relative->rigid ? 0 : 1;
}

static void measure_terms(visit *v, void *data) {
  worst *greatest = data;
  mpq_t error, zero;
  mpq_inits(error, zero, NULL);
  add_error(&v->gap.distance, v->s, v->terms.distance, error);
  for (int k = 0; k < 6; k++) {
    int at = 0;
    while (at < v->gap.radii && v->gap.half_edge[at] != k) at++;
    if (at < v->gap.radii)
      add_error(&v->gap.radius[at], v->s, v->terms.half_edge[k], error);
    else /* a radius that is left out must be zero exactly */
      check(mpq_sgn(v->terms.half_edge[k]) == 0, "left out", &v->trial, v->gap.axis, k, 0);
  }
  double ratio = mpq_get_d(error) / v->gap.error;
  int kind = kind_of(v);
  check(ratio < 1, "error and its bound", &v->trial, v->gap.axis, mpq_get_d(error), v->gap.error);
  if (ratio > greatest->ratio[kind]) {
    greatest->ratio[kind] = ratio;
    greatest->trial[kind] = v->trial.number;
  }
  mpq_clears(error, zero, NULL);
}

static void every_term_with_every_sign_is_within_the_error_bound(void **state) {
  static const char *const KINDS[3] = {"rigid pairs", "other pairs", "half-spaces"};
  worst greatest = {{0, 0, 0}, {0, 0, 0}};
  (void)state;
  each_visit(measure_terms, &greatest);
  for (int kind = 0; kind < 3; kind++) {
    print_message("# %s: errors up to %.2g of the bound (trial %llu)\n", KINDS[kind], greatest.ratio[kind],
                  (unsigned long long)greatest.trial[kind]);
    assert_true(greatest.ratio[kind] > 0);
    assert_true(greatest.ratio[kind] < GREATEST_RATIO);
  }
}

/* ------------------------------------------------------------------ planes */

/* Checks |p(s) - exact| <= factor * gap.error. */
static void check_value(visit *v, const bms_polynomial *p, const mpq_t exact, double factor, const char *what) {
  mpq_t error;
  mpq_init(error);
  add_error(p, v->s, exact, error);
  double distance = mpq_get_d(error), bound = factor * v->gap.error;
  mpq_clear(error);
  check(distance <= bound, what, &v->trial, v->gap.axis, distance, bound);
}

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

/* Returns the signs of all terms at s, as the computed values have them. */
static bms_axis_signs signs_at(const bms_gap *gap, double s) {
  bms_axis_signs signs = {.axis = gap->axis, .distance = sign_of(bms_polynomial_value(&gap->distance, s))};
  for (int k = 0; k < gap->radii; k++)
    signs.half_edge[gap->half_edge[k]] = sign_of(bms_polynomial_value(&gap->radius[k], s));
  return signs;
}

static void check_plane_of_signs(visit *v, void *data) {
  mpq_t exact, sum, x;
  (void)data;
  mpq_inits(exact, sum, x, NULL);
  exact_gap(&v->pair, v->gap.axis, 0, EXACT_PLANE, exact);
  if (v->trial.against_half_space) { /* only the outer side counts here */
    mpq_set(sum, v->terms.distance);
  } else {
    mpq_abs(sum, v->terms.distance);
  }
  for (int k = 0; k < 6; k++) {
    mpq_abs(x, v->terms.half_edge[k]);
    mpq_sub(sum, sum, x);
  }
  check(mpq_equal(sum, exact), "the oracle contradicts itself", &v->trial, v->gap.axis, mpq_get_d(sum),
        mpq_get_d(exact));
  bms_axis_signs signs = signs_at(&v->gap, mpq_get_d(v->s));
  if (v->trial.against_half_space) signs.distance = 1;
  bms_polynomial plane = bms_gap_plane(&v->gap, &signs);
  check_value(v, &plane, exact, WITH_EVALUATION, "plane of signs");
  mpq_clears(exact, sum, x, NULL);
}

static void the_plane_with_the_signs_at_a_place_is_the_gap_there(void **state) {
  (void)state;
  each_visit(check_plane_of_signs, NULL);
}

/* ------------------------------------------------------------------ pairs of features */

static int pair_axis(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_VO) return pair->a / 2;
  if (pair->kind == BMS_PAIR_OV) return 3 + pair->b / 2;
  return 6 + 3 * (pair->a / 4) + pair->b / 4;
}

/* Returns a vertex of the feature; `which` chooses among the vertices of a face or edge. */
static int vertex_of(bms_pair_kind kind, bool of_a, int code, int which) {
  if (kind == BMS_PAIR_EE) { /* code: 4 * direction + the ends along the two other axes */
    int direction = code / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
    return (code & 1) << low | (code >> 1 & 1) << high | (which & 1) << direction;
  }
  if (of_a != (kind == BMS_PAIR_VO)) return code;
  return (which & ~(1 << code / 2) & 7) | (code & 1) << code / 2;
}

/* Returns the ends of the half-edges that a shows to b along `side` times the axis, from exact signs; if one is zero,
   any. */
static bms_pair exact_pair_of(visit *v, int side) {
  int axis = v->gap.axis, end[6];
  for (int k = 0; k < 6; k++) {
    int sign = mpq_sgn(v->terms.half_edge[k]) * (k < 3 ? side : -side);
    end[k] = sign == 0 ? random_below(&v->trial.random, 2) : sign > 0;
  }
  int vertex_a = end[0] | end[1] << 1 | end[2] << 2, vertex_b = end[3] | end[4] << 1 | end[5] << 2;
  if (axis < 3) return (bms_pair){BMS_PAIR_VO, 2 * axis + end[axis], vertex_b};
  if (axis < 6) return (bms_pair){BMS_PAIR_OV, vertex_a, 2 * (axis - 3) + end[axis]};
  int i = (axis - 6) / 3, j = (axis - 6) % 3;
  int low_a = end[i == 0 ? 1 : 0], high_a = end[i == 2 ? 1 : 2], low_b = end[j == 0 ? 4 : 3],
      high_b = end[j == 2 ? 4 : 5];
  return (bms_pair){BMS_PAIR_EE, 4 * i + low_a + 2 * high_a, 4 * j + low_b + 2 * high_b};
}

/* Returns the query with its flat boxes thickened: the edge vectors of a flat box determine which ends it shows. */
static bms_query thickened(const bms_query *query) {
  bms_query thick = *query;
  bms_box *box[2] = {&thick.a.box, &thick.b.box};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      if (box[k]->min[i] == box[k]->max[i]) box[k]->max[i] += fmax(1, fabs(box[k]->min[i]));
  return thick;
}

/* Checks that in the middle of the stretch the pair that faces `side` is compatible, and that its plane is the distance
   between two of its vertices anywhere. */
static void check_pair_plane(visit *v, void *data) {
  mpq_t middle, t, exact;
  uint64_t *count = data;
  int axis = v->gap.axis, side = random_below(&v->trial.random, 2) == 0 ? 1 : -1;
  if (v->trial.against_half_space) return;
  mpq_inits(middle, t, exact, NULL);
  mpq_set_ui(middle, 1, 2);
  exact_time(v->stretch.ta, v->stretch.tb, middle, t);
  bms_query thick = thickened(&v->trial.query);
  exact_pair_at(&v->pair, &thick, NULL, t);
  exact_gap_terms(&v->pair, axis, &v->terms);
  int vanishes = 1;
  for (int k = 0; k < 6; k++) vanishes = vanishes && fabs(mpq_get_d(v->terms.half_edge[k])) <= v->gap.error;
  /* if nothing distinguishes the axis from zero, no pair of features is compatible */
  if (!vanishes) {
    bms_pair pair = exact_pair_of(v, side);
    assert_int_equal(pair_axis(&pair), axis);
    exact_time(v->stretch.ta, v->stretch.tb, v->s, t);
    exact_pair_at(&v->pair, &v->trial.query, NULL, t);
    int a = vertex_of(pair.kind, true, pair.a, random_below(&v->trial.random, 8));
    int b = vertex_of(pair.kind, false, pair.b, random_below(&v->trial.random, 8));
    exact_vertex_distance(&v->pair, axis, a, b, exact);
    if (side < 0) mpq_neg(exact, exact);
    bms_instant instant;
    bms_gap gap;
    bms_relative_instant(v->stretch.relative, v->stretch.ta + 0.5 * (v->stretch.tb - v->stretch.ta), &instant);
    bms_polynomial plane = bms_pair_plane(&v->stretch, &instant, &pair, &gap);
    check_value(v, &plane, exact, WITH_EVALUATION, "plane of a pair");
    ++*count;
  }
  mpq_clears(middle, t, exact, NULL);
}

static void the_plane_of_a_pair_is_the_distance_between_its_features(void **state) {
  uint64_t count = 0;
  (void)state;
  each_visit(check_pair_plane, &count);
  print_message("# %llu pairs\n", (unsigned long long)count);
  assert_true(count > trial_count(TRIALS));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_term_with_every_sign_is_within_the_error_bound),
      cmocka_unit_test(the_plane_with_the_signs_at_a_place_is_the_gap_there),
      cmocka_unit_test(the_plane_of_a_pair_is_the_distance_between_its_features),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
