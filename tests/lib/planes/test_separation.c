/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Instants and verdicts against exact arithmetic: positions, gaps and what is concluded from them, at doubles of the
 * interval, for queries of all families.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "exact_gap.h"
#include "planes/separation.h"
#include "trial.h"

enum { TRIALS = 800, TIMES = 3 };

typedef struct visit {
  trial trial;
  bms_relative relative;
  double time;
  bms_instant instant;
  exact_pair pair;
} visit;

static void check(int right, const char *what, const visit *v, int axis, double a, double b) {
  if (right) return;
  trial_print(&v->trial);
  print_message("# %s: axis %d at %a: %a %a\n", what, axis, v->time, a, b);
  fail();
}

static void each_visit(void (*f)(visit *v, void *data), void *data) {
  visit v;
  mpq_t t;
  mpq_init(t);
  exact_pair_init(&v.pair);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &v.trial);
    if (!trial_prepare(&v.trial, &v.relative)) continue;
    for (int k = 0; k < TIMES; k++) {
      v.time = trial_time(&v.trial);
      mpq_set_d(t, v.time);
      exact_pair_at(&v.pair, &v.trial.query, trial_half_space(&v.trial), t);
      bms_relative_instant(&v.relative, v.time, &v.instant);
      f(&v, data);
    }
  }
  exact_pair_clear(&v.pair);
  mpq_clear(t);
}

static int axes_of(const visit *v) {
  return v->trial.against_half_space ? 1 : BMS_AXES;
}

/* ------------------------------------------------------------------ instants */

/* Adds (x - exact)^2 to the sum. */
static void add_square(double x, const mpq_t exact, mpq_t sum) {
  mpq_t d;
  mpq_init(d);
  mpq_set_d(d, x);
  mpq_sub(d, d, exact);
  mpq_mul(d, d, d);
  mpq_add(sum, sum, d);
  mpq_clear(d);
}

/* Returns the square root, rounded to a double. */
static double root_of(const mpq_t square) {
  mpf_t x;
  mpf_init2(x, 64);
  mpf_set_q(x, square);
  mpf_sqrt(x, x);
  double root = mpf_get_d(x);
  mpf_clear(x);
  return root;
}

typedef struct instant_ratios {
  double column, distance, gap;
} instant_ratios;

static void measure_columns(visit *v, const bms_track_instant *at, exact_pose *pose, instant_ratios *greatest) {
  mpq_t exact, square, length;
  mpq_inits(exact, square, length, NULL);
  for (int i = 0; i < 3; i++) {
    mpq_set_ui(square, 0, 1);
    mpq_set_ui(length, 0, 1);
    for (int r = 0; r < 3; r++) {
      exact_world_edge(pose, i, r, exact);
      add_square(at->column[i][r], exact, square);
      add_square(0, exact, length);
    }
    double error = root_of(square);
    check(error <= at->column_error, "error of a column", v, i, error, at->column_error);
    check(root_of(length) <= at->column_length, "length of a column", v, i, root_of(length), at->column_length);
    greatest->column = fmax(greatest->column, error / at->column_error);
  }
  mpq_clears(exact, square, length, NULL);
}

static void measure_instant(visit *v, void *data) {
  instant_ratios *greatest = data;
  mpq_t exact, square, length, x;
  bool infinite = !(v->instant.a.column_error + v->instant.b.column_error < INFINITY);
  /* A scale that cannot be distinguished from zero: no claim is made. */
  if (infinite) return;
  mpq_inits(exact, square, length, x, NULL);
  measure_columns(v, &v->instant.b, &v->pair.b, greatest);
  if (!v->trial.against_half_space) measure_columns(v, &v->instant.a, &v->pair.a, greatest);
  for (int r = 0; r < 3; r++) {
    exact_world_centre(&v->pair.b, r, exact);
    if (!v->trial.against_half_space) {
      exact_world_centre(&v->pair.a, r, x);
      mpq_sub(exact, exact, x);
    }
    add_square(v->instant.d[r], exact, square);
    add_square(0, exact, length);
  }
  double error = root_of(square);
  check(error <= v->instant.d_error, "error of the distance", v, -1, error, v->instant.d_error);
  check(root_of(length) <= v->instant.d_length, "length of the distance", v, -1, root_of(length), v->instant.d_length);
  greatest->distance = fmax(greatest->distance, error / v->instant.d_error);
  mpq_clears(exact, square, length, x, NULL);
}

static void columns_and_distances_are_within_their_error_bounds(void **state) {
  instant_ratios greatest = {0, 0, 0};
  (void)state;
  each_visit(measure_instant, &greatest);
  print_message("# errors up to %.2g (columns) and %.2g (distances) of the bounds\n", greatest.column,
                greatest.distance);
  assert_true(greatest.column > 0 && greatest.distance > 0);
}

/* ------------------------------------------------------------------ gaps */

static void measure_gap(visit *v, void *data) {
  instant_ratios *greatest = data;
  mpq_t exact, x;
  mpq_inits(exact, x, NULL);
  for (int axis = 0; axis < axes_of(v); axis++) {
    bms_axis_gap gap;
    bms_axis_gap_at(&v->relative, &v->instant, axis, &gap);
    if (!(gap.error < INFINITY)) continue;
    exact_gap(&v->pair, axis, 0, EXACT_WORLD, exact);
    mpq_set_d(x, gap.gap);
    mpq_sub(x, x, exact);
    double error = fabs(mpq_get_d(x));
    check(error <= gap.error, "error of a gap", v, axis, error, gap.error);
    greatest->gap = fmax(greatest->gap, error / gap.error);
  }
  mpq_clears(exact, x, NULL);
}

static void gaps_are_within_their_error_bounds(void **state) {
  instant_ratios greatest = {0, 0, 0};
  (void)state;
  each_visit(measure_gap, &greatest);
  print_message("# errors up to %.2g of the bounds\n", greatest.gap);
  assert_true(greatest.gap > 0);
}

/* ------------------------------------------------------------------ verdicts */

typedef struct verdicts {
  uint64_t apart, overlap, undecided;
} verdicts;

static void check_verdict(visit *v, void *data) {
  verdicts *count = data;
  bms_axis_side greatest;
  unsigned doubtful;
  unsigned all = v->trial.against_half_space ? 1u : (1u << BMS_AXES) - 1;
  bms_verdict verdict = bms_separation_verdict(&v->relative, &v->instant, v->relative.axes, &greatest, &doubtful);
  int axis = greatest.axis;
  if (verdict == BMS_VERDICT_APART) {
    count->apart++;
    mpq_t gap;
    mpq_init(gap);
    exact_gap(&v->pair, axis, greatest.side, EXACT_PLANE, gap);
    check(mpq_sgn(gap) > 0, "apart, along an axis that does not separate on that side", v, axis, greatest.side,
          mpq_get_d(gap));
    mpq_clear(gap);
  } else if (verdict == BMS_VERDICT_OVERLAP) {
    count->overlap++;
    /* The axes that are left out may vanish: their gap is then zero. */
    check(exact_greatest_sign(&v->pair, v->relative.axes, &axis) < 0, "overlap, but not so", v, axis, 0, 0);
    check(exact_greatest_sign(&v->pair, all, &axis) <= 0, "overlap, but for an axis left out", v, axis, 0, 0);
  } else {
    count->undecided++;
  }
}

static void no_verdict_is_contradicted_by_exact_arithmetic(void **state) {
  verdicts count = {0, 0, 0};
  (void)state;
  each_visit(check_verdict, &count);
  print_message("# apart %llu, overlap %llu, undecided %llu\n", (unsigned long long)count.apart,
                (unsigned long long)count.overlap, (unsigned long long)count.undecided);
  assert_true(count.apart > trial_count(TRIALS) / 4 && count.overlap > trial_count(TRIALS) / 4);
}

/* ------------------------------------------------------------------ near contact, as rounding matters there */

/*
 * Brings the faces or edges of two boxes together up to k 2^-53 of their size: the verdict may be undecided, never
 * wrong. b is moved along the axis of the greatest gap by that gap and then by k roundings.
 */
static void close_up(trial *t, double time, int k) {
  bms_separation s;
  bms_separation_at(&t->query.a, &t->query.b, time, &s);
  for (int r = 0; r < 3; r++) t->query.b.motion.rigid.position[r][0] -= s.normal[r] * (s.gap + 0x1p-53 * k);
}

static void verdicts_within_a_few_roundings_of_contact_are_right_or_undecided(void **state) {
  visit v;
  mpq_t time;
  verdicts count = {0, 0, 0};
  (void)state;
  mpq_init(time);
  exact_pair_init(&v.pair);
  for (uint64_t n = 0; n < 4 * trial_count(TRIALS); n++) {
    trial_make(n, &v.trial);
    if (v.trial.query.b.motion.form != BMS_MOTION_RIGID || v.trial.against_half_space) continue;
    v.time = trial_time(&v.trial);
    mpq_set_d(time, v.time);
    close_up(&v.trial, v.time, random_below(&v.trial.random, 2001) - 1000);
    if (!trial_prepare(&v.trial, &v.relative)) continue;
    exact_pair_at(&v.pair, &v.trial.query, NULL, time);
    bms_relative_instant(&v.relative, v.time, &v.instant);
    check_verdict(&v, &count);
  }
  print_message("# apart %llu, overlap %llu, undecided %llu\n", (unsigned long long)count.apart,
                (unsigned long long)count.overlap, (unsigned long long)count.undecided);
  assert_true(count.undecided > 0 && count.apart > 0 && count.overlap > 0);
  exact_pair_clear(&v.pair);
  mpq_clear(time);
}

/* ------------------------------------------------------------------ what the caller sees */

static void check_separation_at(visit *v, void *data) {
  uint64_t *count = data;
  bms_separation s;
  bms_axis_gap greatest;
  if (v->trial.against_half_space || v->relative.lateness > 1) return; /* the function itself is not that sharp */
  bms_greatest_gap_at(&v->relative, v->time, &greatest);
  if (!(greatest.error < 1e-6 * fabs(greatest.gap))) return;
  bms_separation_at(&v->trial.query.a, &v->trial.query.b, v->time, &s);
  double length = sqrt(s.normal[0] * s.normal[0] + s.normal[1] * s.normal[1] + s.normal[2] * s.normal[2]), along = 0;
  for (int r = 0; r < 3; r++) along += s.normal[r] * v->instant.d[r];
  check(fabs(length - 1) < 1e-14, "length of the normal", v, -1, length, 1);
  check(along >= 0, "the normal points from b to a", v, -1, along, 0);
  check(fabs(s.gap - greatest.gap / greatest.length) <= 1e-12 * fabs(s.gap) + 2 * greatest.error / greatest.length,
        "gap", v, -1, s.gap, greatest.gap / greatest.length);
  ++*count;
}

static void the_separation_has_a_unit_normal_from_a_to_b(void **state) {
  uint64_t count = 0;
  (void)state;
  each_visit(check_separation_at, &count);
  assert_true(count > trial_count(TRIALS));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_and_distances_are_within_their_error_bounds),
      cmocka_unit_test(gaps_are_within_their_error_bounds),
      cmocka_unit_test(no_verdict_is_contradicted_by_exact_arithmetic),
      cmocka_unit_test(verdicts_within_a_few_roundings_of_contact_are_right_or_undecided),
      cmocka_unit_test(the_separation_has_a_unit_normal_from_a_to_b),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
