/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap in double_double arithmetic against exact arithmetic, at doubles of the interval, for queries of all
 * families.
 *
 * Its bound is BMS_TWOFOLD_ERROR times the bound of the plane's polynomial, and it has the plane's factor.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "exact/exact_instant.h"
#include "exact_gap.h"
#include "planes/gap_threefold.h"
#include "planes/gap_value.h"
#include "planes/plane.h"
#include "trial.h"

enum { TRIALS = 800, TIMES = 3 };

/* The largest part of its bound that an error may use up; 0.002 is the most seen. */
static const double GREATEST_RATIO = 0.01;

/* The largest part in three doubles, where 8e-6 is the most seen: few of the roundings that are counted come near
   their bound. */
static const double THREEFOLD_RATIO = 1e-4;

static int without_rounding;

static void check(int right, const char *what, const trial *t, int axis, double time, double a, double b) {
  if (right) return;
  trial_print(t);
  print_message("# %s: axis %d at %a: %a %a\n", what, axis, time, a, b);
  fail();
}

/* Returns |value - exact| as a double; value is the sum of both parts. */
static double error_of(bms_double_double value, const mpq_t exact) {
  mpq_t x, y;
  mpq_inits(x, y, NULL);
  mpq_set_d(x, value.high);
  mpq_set_d(y, value.low);
  mpq_add(x, x, y);
  mpq_sub(x, x, exact);
  double error = fabs(mpq_get_d(x));
  mpq_clears(x, y, NULL);
  return error;
}

/* Returns a value of new instants. */
static bms_double_double value_of(const bms_relative *relative, int axis, int side, double time, double *error) {
  bms_precise_instants at;
  bms_precise_instants_begin(relative, &at);
  return bms_gap_value(&at, axis, side, time, error);
}

/* A value has the bits that it has together with values at other times, and the bound of all holds for it. */
static void check_lanes(trial *t, const bms_relative *relative, int axis, int side, double time,
                        bms_double_double alone, double error) {
  double times[BMS_PRECISE_TIMES], before[BMS_PRECISE_TIMES] = {trial_time(t), trial_time(t)};
  int place = random_below(&t->random, BMS_PRECISE_TIMES);
  for (int k = 0; k < BMS_PRECISE_TIMES; k++) times[k] = k == place ? time : trial_time(t);
  bms_precise_instants at;
  bms_precise_gaps gaps;
  double_lanes value[2];
  bms_precise_instants_begin(relative, &at);
  if (place % 2 == 0) bms_precise_instants_at(&at, before); /* from there */
  bms_precise_instants_at(&at, times);
  bms_precise_gaps_along(&at, axis, &gaps);
  bms_precise_gap_values(&gaps, value);
  const double_lanes *on = &value[relative->half_space == NULL && side < 0];
  double high = lanes_get(on->high, place), low = lanes_get(on->low, place);
  check(high == alone.high && low == alone.low, "beside others", t, axis, time, high, alone.high);
  double most = bms_precise_gap_error(&at, axis);
  check(most >= error, "the bound beside others", t, axis, time, most, error);
}

/* A value is the same, up to rounding, together with values along other axes of its kind. */
static void check_side_by_side(trial *t, const bms_relative *relative, int axis, int side, double time,
                               bms_double_double alone, double error) {
  static const int FIRST[3] = {BMS_AXIS_FACE_A, BMS_AXIS_FACE_B, BMS_AXIS_EDGES}, COUNT[3] = {3, 3, 9};
  const double times[BMS_PRECISE_TIMES] = {time, time, time, time};
  int axes[BMS_PRECISE_TIMES], place = random_below(&t->random, BMS_PRECISE_TIMES), kind = bms_axis_kind(axis);
  bms_precise_instants at;
  bms_precise_gaps gaps;
  double_lanes value[2];
  if (relative->half_space != NULL) return;
  for (int k = 0; k < BMS_PRECISE_TIMES; k++)
    axes[k] = k == place ? axis : FIRST[kind] + random_below(&t->random, COUNT[kind]);
  bms_precise_instants_begin(relative, &at);
  bms_precise_instants_at(&at, times);
  bms_precise_gaps_side_by_side(&at, axes, &gaps);
  bms_precise_gap_values(&gaps, value);
  double high = lanes_get(value[side < 0].high, place), low = lanes_get(value[side < 0].low, place);
  double off = fabs(high - alone.high + (low - alone.low));
  check(off <= GREATEST_RATIO * error, "side by side", t, axis, time, high, alone.high);
}

/* Returns |value - exact| as a double, of a value in three doubles. */
static double threefold_error_of(const triple_lanes *value, int lane, const mpq_t exact) {
  const lanes part[3] = {value->high, value->middle, value->low};
  mpq_t x, sum;
  mpq_inits(x, sum, NULL);
  for (int k = 0; k < 3; k++) {
    mpq_set_d(x, lanes_get(part[k], lane));
    mpq_add(sum, sum, x);
  }
  mpq_sub(sum, sum, exact);
  double error = fabs(mpq_get_d(sum));
  mpq_clears(x, sum, NULL);
  return error;
}

/* Checks values in three doubles, at two times that are no doubles.  Returns the greatest part of its bound that an
   error is. */
static double check_threefold(trial *t, const bms_relative *relative, exact_pair *pair, double time, mpq_t exact) {
  bms_double_double times[2] = {{time, 0}, {time, 0}};
  bms_threefold_instants at;
  double greatest = 0;
  mpq_t low;
  mpq_init(low);
  for (int k = 0; k < 2; k++) times[k].low = fabs(time) * 0x1p-54 * random_uniform(&t->random, -1, 1);
  at.relative = NULL;
  bms_threefold_instants_at(relative, times, &at);
  for (int k = 0; k < 2; k++) {
    mpq_set_d(exact, time);
    mpq_set_d(low, times[k].low);
    mpq_add(exact, exact, low);
    exact_pair_at(pair, &t->query, trial_half_space(t), exact);
    for (int axis = 0; axis < (t->against_half_space ? 1 : BMS_AXES); axis++) {
      bms_threefold_gaps gaps;
      triple_lanes value[2];
      int side = random_below(&t->random, 2) == 0 ? 1 : -1;
      double bound = bms_threefold_gaps_along(&at, axis, &gaps, value);
      exact_gap(pair, axis, side, EXACT_PLANE, exact);
      double error = threefold_error_of(&value[side < 0], k, exact);
      check(error <= THREEFOLD_RATIO * bound, "threefold error and its bound", t, axis, time, error, bound);
      greatest = fmax(greatest, error / bound);
    }
  }
  mpq_clear(low);
  return greatest;
}

/* The value without rounding is the exact one, rounded once towards zero: of its sign, and as great to an ulp. */
static void check_without_rounding(const trial *t, bms_exact_instant *at, int axis, int side, double time,
                                   const mpq_t exact) {
  bms_gap_terms gap;
  if (!bms_exact_instant_gap_along(at, axis, &gap)) return; /* numbers too long */
  double value = gap.value[side < 0], wanted = mpq_get_d(exact);
  without_rounding++;
  check(fabs(value - wanted) <= fabs(wanted) * 0x1p-52 + 0x1p-1074, "without rounding", t, axis, time, value, wanted);
  check((value > 0) - (value < 0) == mpq_sgn(exact) || fabs(wanted) < 0x1p-1074, "sign without rounding", t, axis, time,
        value, wanted);
}

static double check_at(trial *t, const bms_relative *relative, exact_pair *pair, double time, mpq_t exact) {
  double greatest = 0;
  bms_stretch stretch;
  bms_gap gap;
  bms_exact_instant exactly;
  mpq_set_d(exact, time);
  exact_pair_at(pair, &t->query, trial_half_space(t), exact);
  bms_relative_stretch(relative, t->query.t0, t->query.t1, &stretch);
  bms_exact_instant_at(relative, time, &exactly);
  for (int axis = 0; axis < (t->against_half_space ? 1 : BMS_AXES); axis++) {
    bms_gap_along(&stretch, axis, &gap);
    int side = random_below(&t->random, 2) == 0 ? 1 : -1;
    double bound;
    bms_double_double value = value_of(relative, axis, side, time, &bound);
    exact_gap(pair, axis, side, EXACT_PLANE, exact);
    double error = error_of(value, exact);
    check(bound <= BMS_TWOFOLD_ERROR * relative->lateness * gap.error, "bounds", t, axis, time, bound, gap.error);
    check(error <= GREATEST_RATIO * bound, "error and its bound", t, axis, time, error, bound);
    check(value.high + value.low == value.high, "the parts overlap", t, axis, time, value.high, value.low);
    /* the number that the sign is taken from is right where it exceeds the bound */
    if (fabs(value.high) > bound)
      check((value.high > 0) == (mpq_sgn(exact) > 0), "sign", t, axis, time, value.high, mpq_get_d(exact));
    check_lanes(t, relative, axis, side, time, value, bound);
    check_side_by_side(t, relative, axis, side, time, value, bound);
    check_without_rounding(t, &exactly, axis, side, time, exact);
    greatest = fmax(greatest, error / bound);
  }
  return greatest;
}

static void the_value_is_within_its_error_bound_of_the_exact_gap(void **state) {
  double greatest = 0, threefold = 0;
  bms_relative relative;
  exact_pair pair;
  trial t;
  mpq_t exact;
  (void)state;
  mpq_init(exact);
  exact_pair_init(&pair);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &t);
    if (!trial_prepare(&t, &relative)) continue;
    for (int k = 0; k < TIMES; k++) greatest = fmax(greatest, check_at(&t, &relative, &pair, trial_time(&t), exact));
    threefold = fmax(threefold, check_threefold(&t, &relative, &pair, trial_time(&t), exact));
  }
  print_message("# %d values without rounding\n", without_rounding);
  assert_true(without_rounding > 0);
  print_message("# errors up to %.2g of the bound, in three doubles up to %.2g\n", greatest, threefold);
  /* The oracle is no copy: it differs in its last places. */
  assert_true(greatest > 0 && threefold > 0);
  exact_pair_clear(&pair);
  mpq_clear(exact);
}

/* Boxes that slide on one another along a face, aligned with the world: the gap vanishes for ever, and is seen to. */
static void a_gap_that_vanishes_exactly_is_zero(void **state) {
  bms_query query = {.t0 = 0, .t1 = 1};
  (void)state;
  query.a.box = query.b.box = (bms_box){{-0.1, -1, -1}, {0.3, 1, 1}};
  for (int form = 0; form < 2; form++) {
    bms_body *bodies[2] = {&query.a, &query.b};
    for (int k = 0; k < 2; k++) {
      bms_motion *m = &bodies[k]->motion;
      *m = (bms_motion){.form = form == 0 ? BMS_MOTION_RIGID : BMS_MOTION_MATRIX};
      if (form == 0) {
        m->rigid.quaternion[0][0] = 1;
      } else {
        for (int i = 0; i < 3; i++) m->matrix.entry[i][i][0] = 1;
        m->matrix.weight[0] = 1;
      }
    }
    double *across = form == 0 ? query.b.motion.rigid.position[0] : query.b.motion.matrix.entry[0][3];
    double *along = form == 0 ? query.b.motion.rigid.position[1] : query.b.motion.matrix.entry[1][3];
    /* 0.3 + 0.1 is no double, 0.3 - (-0.1) rounds as the extents do not: the sum is put together from the doubles. */
    query.b.box.min[0] = 0.3;
    query.b.box.max[0] = 0.7;
    across[0] = 0;
    along[1] = 1.0 / 3;
    bms_relative relative;
    assert_true(bms_relative_prepare(&query, &relative));
    for (int k = 0; k <= 10; k++) {
      double error;
      bms_double_double value = value_of(&relative, 0, 1, 0.1 * k, &error);
      assert_true(value.high == 0 && value.low == 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_value_is_within_its_error_bound_of_the_exact_gap),
      cmocka_unit_test(a_gap_that_vanishes_exactly_is_zero),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
