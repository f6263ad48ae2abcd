/* SPDX-License-Identifier: BSD-3-Clause */

/* Times of a stretch that the certified walk follows, values of its plane, and the test that distinguishes it from
   others. */

#include "certified/follow.c"
#include "certified/lower_bound.c"
#include "certified/rival_windows.c"
#include "certified/rivals.c"

#include "bounds.h"
#include "families.h"

/* The axis is taken whose gap is certainly the greatest, with a lower bound of it; one is done with if its gap is
   certainly negative.  The same holds of a gap that is positive at both ends of a stretch. */
static void what_a_gap_is_at_least_is_less_by_its_error(void **state) {
  const double gap = 0x1p-8, error = 0x1p-10;
  bms_rivals rivals = {.open = 7};
  (void)state;
  enter_gap(&rivals, (bms_axis_side){0, 1}, gap, error);
  assert_true(rivals.last.axis == 0 && rivals.least > 0 && rivals.least <= gap - error);
  enter_gap(&rivals, (bms_axis_side){1, -1}, gap + error, 2 * error);
  enter_gap(&rivals, (bms_axis_side){2, 1}, -error, 2 * error);
  assert_true(rivals.last.axis == 0 && rivals.open == 7);
  enter_gap(&rivals, (bms_axis_side){2, 1}, -2 * error, error);
  assert_true(rivals.open == 3);
  enter_gap(&rivals, (bms_axis_side){1, -1}, gap + error, error);
  assert_true(rivals.last.axis == 1 && rivals.last.side == -1 && rivals.least <= gap);
  const bms_crossing apart = {.plane = {4, 1}, .before = gap, .behind = 2 * gap, .error = error};
  assert_true(found_apart(&apart, &rivals) == BMS_RIVALS_APART);
  assert_true(rivals.last.axis == 4 && rivals.least > 0 && rivals.least <= gap - error);
}

/* The inputs are the present time, the end of the stretch, a place of it. */
static double share_of_a_time(const double *x, const void *context) {
  (void)context;
  double from = fmin(x[0], x[1]), end = fmax(x[0], x[1]), s = fabs(x[2]);
  bms_present w = {.t = from, .slack = slack_over(from, end)};
  double computed = time_at(&w, s, end) - w.slack;
  precise exact = precise_of(from), length = precise_minus(precise_of(end), exact);
  exact = precise_plus(exact, precise_times(precise_of(s), length));
  return precise_error(computed, precise_minus(exact, precise_of(w.slack))) / w.slack;
}

static void times_are_within_the_slack(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_time, NULL, 3, 100);
}

/* The inputs are quaternions (16) and positions (12) of boxes that move on straight paths, and a place.  The sum of the
   terms of a gap, with the signs that they have in the middle, and its value at the place are checked. */
static double share_of_a_value(const double *x, const void *context) {
  int axis = *(const int *)context;
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_relative relative;
  bms_stretch whole;
  bms_gap gap;
  bms_body *bodies[2] = {&query.a, &query.b};
  for (int k = 0; k < 2; k++) {
    bodies[k]->box = bms_box_centred(1, 0.5, 0.75);
    bodies[k]->motion.form = BMS_MOTION_RIGID;
    memcpy(bodies[k]->motion.rigid.quaternion, x + 8 * k, sizeof bodies[k]->motion.rigid.quaternion);
    for (int i = 0; i < 6; i++) bodies[k]->motion.rigid.position[i / 2][i % 2] = x[16 + 6 * k + i];
  }
  if (!bms_relative_prepare(&query, &relative)) return 0;
  bms_relative_stretch(&relative, 0, 1, &whole);
  bms_gap_along(&whole, axis, &gap);
  bms_polynomial sum = gap.distance;
  double s = fabs(x[28]);
  precise exact = precise_of(0), power = precise_of(1), rest = precise_minus(precise_of(1), precise_of(s));
  precise descending[BMS_MAX_DEGREE + 1] = {precise_of(1)};
  for (int i = 1; i <= sum.degree; i++) descending[i] = precise_times(descending[i - 1], rest);
  for (int i = 0; i <= sum.degree; i++) {
    precise c = precise_of(gap.distance.c[i]);
    for (int k = 0; k < gap.radii; k++) {
      double sign = bms_polynomial_value(&gap.radius[k], 0.5) < 0 ? -1 : 1;
      sum.c[i] -= sign * gap.radius[k].c[i];
      c = precise_minus(c, precise_of(sign * gap.radius[k].c[i]));
    }
    exact = precise_plus(exact, precise_times(c, precise_times(power, descending[sum.degree - i])));
    power = precise_times(power, precise_of(s));
  }
  return precise_error(bms_polynomial_value(&sum, s), exact) / (BMS_EVALUATION_ERROR * gap.error);
}

static void values_of_gaps_are_as_good_as_counted(void **state) {
  static const int AXES[2] = {0, BMS_AXIS_EDGES};
  (void)state;
  for (int k = 0; k < 2; k++) bounds_measure("BMS_EVALUATION_ERROR", share_of_a_value, &AXES[k], 29, 1);
  bounds_sum("BMS_EVALUATION_ERROR", 40. / 160, BMS_EVALUATION_ERROR);
}

/* A value belongs to the plane that is followed, on its side, whatever digits it is computed with. */
static void values_with_all_digits_are_those_of_the_same_plane(void **state) {
  enum { QUERIES = 20 };
  (void)state;
  for (uint64_t seed = 1; seed <= QUERIES; seed++) {
    bms_query query;
    bms_relative relative;
    family_query(family_called("tumble"), seed, &query);
    assert_true(bms_relative_prepare(&query, &relative));
    for (int axis = 0; axis < BMS_AXES; axis++) {
      for (int side = -1; side <= 1; side += 2) {
        bms_present w = {.relative = &relative, .plane = {axis, side}};
        bms_precise_instants_begin(&relative, &w.precise);
        double error[3], t = 0.25 * query.t0 + 0.75 * query.t1, twofold = value_at(&w, t, DIGITS_TWOFOLD, &error[0]);
        assert_true(fabs(value_at(&w, t, DIGITS_THREEFOLD, &error[1]) - twofold) <= error[0] + error[1]);
        assert_true(fabs(value_at(&w, t, DIGITS_ALL, &error[2]) - twofold) <= error[0] + error[2]);
        assert_true(fabs(twofold) > error[0]);
      }
    }
  }
}

/* The inputs are coefficients of a polynomial and a place at which it is split. */
static double share_of_a_part(const double *x, const void *context) {
  int n = *(const int *)context;
  bms_polynomial p = {.degree = n}, left, right;
  precise b[BMS_MAX_DEGREE + 1], place = precise_of(fabs(x[n + 1]));
  for (int i = 0; i <= n; i++) {
    p.c[i] = x[i] * bms_binomial[n][i];
    b[i] = precise_over(precise_of(p.c[i]), precise_of(bms_binomial[n][i]));
  }
  bms_polynomial_split(&p, fabs(x[n + 1]), &left, &right);
  double bound = bms_polynomial_bound(&p), most = 0;
  bms_polynomial lowered = left;
  lower(&lowered, bound);
  for (int k = 0; k <= n; k++) {
    double margin = (left.c[k] - lowered.c[k]) / bms_binomial[n][k];
    precise exact = precise_times(b[0], precise_of(bms_binomial[n][k]));
    most = fmax(most, precise_error(left.c[k], exact) / bms_binomial[n][k] / margin);
    for (int i = 0; i < n - k; i++) b[i] = precise_plus(b[i], precise_times(place, precise_minus(b[i + 1], b[i])));
  }
  precise_forget();
  return most;
}

static void parts_of_bounds_are_within_their_margin(void **state) {
  static const int DEGREES[2] = {7, 11};
  (void)state;
  for (int k = 0; k < 2; k++) bounds_measure("PART_ROUNDINGS", share_of_a_part, &DEGREES[k], DEGREES[k] + 2, 10);
}

/* A bound that is positive but for a dip is clear if the dip is, and positive up to its first root if it is not; the
   rest is the part to check. */
static void dips_are_told_from_roots(void **state) {
  const double error = 0x1p-50;
  (void)state;
  for (int k = -20; k <= 20; k++) {
    /* (s - 1/3)^2 + depth */
    double depth = k < 0 ? -ldexp(1, k - 3) : ldexp(1, -k);
    bms_polynomial p = {.degree = 2, .c = {1. / 9 + depth, 2 * (depth - 2. / 9), 4. / 9 + depth}};
    bms_graze graze;
    bms_look_at_graze(&p, error, &graze);
    assert_true(graze.clear == (k >= 0) && (graze.until > 0) == (k < 0));
    assert_true(k >= 0 || fabs(graze.until - fmax(1. / 3 - sqrt(-depth), 0)) < 0x1p-30);
  }
  bms_polynomial p = {.degree = 2, .c = {1. / 9, -4. / 9, 4. / 9}};
  bms_graze graze;
  bms_look_at_graze(&p, error, &graze);
  assert_true(!graze.clear && graze.until == 0 && graze.part < 1. / 3 && graze.part + graze.beyond > 1. / 3);
  assert_true(graze.clear_part && bms_polynomial_value(&p, graze.part) > error);
  /* It falls to nothing but rounding at the end, or begins there. */
  bms_polynomial falls = {.degree = 2, .c = {1, 1, 1e-17}}, rises = {.degree = 2, .c = {1e-17, 1, 1}};
  bms_look_at_graze(&falls, error, &graze);
  assert_false(graze.clear);
  bms_look_at_graze(&rises, error, &graze);
  assert_false(graze.clear);
}

/* Chebyshev's polynomials, between -1 and 1, have the steepest slopes that an error can have: 2 n^2 at the end. */
static void slopes_of_errors_are_bounded(void **state) {
  (void)state;
  for (int n = 1; n <= BMS_MAX_DEGREE; n++) {
    const bms_gap gap = {.distance = {.degree = n}, .error = 1};
    const double near_end = 0x1p-20, slope = (1 - cos(n * acos(1 - 2 * near_end))) / near_end;
    assert_true(slope_error(&gap) >= slope && slope > 0.99 * 2 * n * n);
  }
}

/* At a change of sign of a radius, the slope of its absolute value changes by twice its own. */
static void radii_that_turn_leave_doubt_of_the_slope(void **state) {
  const bms_gap gap = {.radii = 1, .error = 0x1p-40, .radius = {{.degree = 1, .c = {-1, 1}}}};
  (void)state;
  assert_true(slope_of_doubtful_radii(&gap, 0.5, 0x1p-10) >= 4);
  assert_true(slope_of_doubtful_radii(&gap, 0.5 - 0x1p-12, 0x1p-10) >= 4);
  assert_true(slope_of_doubtful_radii(&gap, 0.75, 0x1p-10) == 0);
}

/* This is so wide that chords are off by more than values. */
static const double WIDTH = 0x1p-20;

/* Returns what two ends show of a plane whose gap and one of whose radii have these values. */
static bms_crossing crossing_with(const bms_relative *relative, const double value[2], const double radius[2],
                                  double error) {
  bms_gap_terms end[2] = {{.distance = 1}, {.distance = 1}};
  for (int i = 0; i < 2; i++) {
    end[i].value[0] = value[i];
    end[i].value[1] = -1;
    end[i].radius[4] = radius[i];
  }
  return bms_crossing_of(relative, 0, end, error);
}

/* All that values are off by is counted, and what underflows as well: a gap that is zero is neither apart nor
   inside. */
static void errors_of_crossings_add_up(void **state) {
  const double NONE[2] = {0, 0};
  bms_query query;
  bms_relative relative;
  (void)state;
  family_query(family_called("tumble"), 1, &query);
  assert_true(bms_relative_prepare(&query, &relative));
  const double error = 0x1p-60, values[2] = {0x1p-8, -0x1p-7};
  bms_crossing c = crossing_with(&relative, values, NONE, error);
  assert_true(c.error >= error + 0x1p-7 * BMS_ROUNDING);
  assert_true(crossing_falls(&c) && !c.steady);
  /* a radius that turns: the plane on the greater side is above by twice the other */
  const double turning[2][2] = {{0x1p-9, -0x1p-6}, {-0x1p-6, 0x1p-9}};
  for (int k = 0; k < 2; k++) {
    c = crossing_with(&relative, values, turning[k], error);
    assert_true(c.above[k] >= values[k] + 0x1p-8 && c.above[!k] == values[!k] && !c.steady);
  }
  /* a distance that turns: the gap is positive on the other side */
  bms_gap_terms end[2] = {{.distance = 1, .value = {0x1p-8, -1}}, {.distance = -1, .value = {-0x1p-7, 0x1p-9}}};
  c = bms_crossing_of(&relative, 0, end, error);
  assert_true(crossing_is_open(&c));
  for (int k = 0; k < 3; k++) query.b.motion.rigid.position[k][2] = query.a.motion.rigid.position[k][2] = 0;
  for (int k = 0; k < 4; k++) query.b.motion.rigid.quaternion[k][1] = query.a.motion.rigid.quaternion[k][1] = 0;
  assert_true(bms_relative_prepare(&query, &relative));
  for (int k = -2; k <= 2; k++) {
    const double tiny[2] = {k * 0x1p-1074, k * 0x1p-1073};
    c = crossing_with(&relative, tiny, NONE, 0);
    assert_true(crossing_is_open(&c));
  }
}

/* The inputs are the present time, the end of the stretch, the lower bound there and there, and what is above it. */
static double share_of_a_way(const double *x, const void *context) {
  (void)context;
  double t = fmin(x[0], x[1]), end = fmax(x[0], x[1]), high = fabs(x[2]), low = -fabs(x[3]), above = fabs(x[4]);
  if (!(high > 0 && low < 0 && t < end)) return 0;
  double computed = way_along_chord(t, end, high + above, high - low);
  precise height = precise_plus(precise_of(high), precise_of(above));
  precise part = precise_over(height, precise_minus(precise_of(high), precise_of(low)));
  precise exact = precise_times(precise_minus(precise_of(end), precise_of(t)), part);
  return precise_error(computed, exact) / (WAY_ROUNDINGS * BMS_ROUNDING * computed);
}

static void ways_along_chords_are_within_their_margin(void **state) {
  (void)state;
  bounds_measure("WAY_ROUNDINGS", share_of_a_way, NULL, 5, 100);
  bounds_sum("WAY_ROUNDINGS", 6, WAY_ROUNDINGS);
}

/* A gap is zero within what its chord encloses, with all of its error on either side, and radii that are rounding. */
static void chords_enclose_their_roots(void **state) {
  const double error = 0x1p-32, ends[2] = {1, -1};
  const bms_relative relative = {.t1 = 0x1p53};
  (void)state;
  for (int radii = 0; radii <= 6; radii++) {
    bool exact;
    bms_gap gap = {.distance = bms_polynomial_of(1, ends), .radii = radii, .error = error};
    for (int k = 0; k < radii; k++) gap.radius[k] = bms_polynomial_of(1, (double[2]){0.25 * error, -0.25 * error});
    bms_polynomial bound = bms_lower_bound_of(&gap, 1, &exact);
    bms_present w = {.relative = &relative};
    assert_true(exact && enclose_on_chord(&w, &gap, &bound, 1));
    double least = (1 - (1 + BMS_EVALUATION_ERROR) * error - radii * 0.25 * error) / 2;
    double most = (1 + (1 + BMS_EVALUATION_ERROR) * error) / 2;
    assert_true(w.low <= least && w.behind >= most && w.behind < 0.5 + 4 * error);
    bound.c[1] = -3 * error;
    assert_false(enclose_on_chord(&w, &gap, &bound, 1)); /* it may not be zero at all */
  }
}

/* A look counts the error of values and the error of the chord between them, along axes of all kinds; at one time there
   is no chord. */
static void errors_of_looks_count_values_and_chords(void **state) {
  bms_query query;
  bms_relative relative;
  enclosure e;
  (void)state;
  family_query(family_called("shear"), 1, &query);
  assert_true(bms_relative_prepare(&query, &relative));
  for (int k = 0; k < 2; k++) {
    bms_precise_instants at;
    bms_precise_instants_begin(&relative, &at);
    enclose(&at, 0, k == 0 ? WIDTH : 0, &e);
    for (int axis = 0; axis < BMS_AXES; axis++) {
      double values = bms_precise_gap_error(&at, axis), chord = bms_chord_error(&relative, axis, WIDTH);
      assert_true(chord > 0 && error_along(&e, axis) == (k == 0 ? values + chord : values));
    }
  }
}

/* A window narrower than the roundings of the way to it still holds the parts that it is cut to. */
static void ways_are_rounded_outwards(void **state) {
  const double part = 1.0 / 3;
  const bms_root_window w = {.from = 1, .to = 1 + 0x1p-52};
  (void)state;
  assert_true(way_to(&w, part, -INFINITY) == w.from && way_to(&w, part, INFINITY) == w.to);
  assert_true(way_to(&w, 1 - part, -INFINITY) == w.from && way_to(&w, 1 - part, INFINITY) == w.to);
  assert_true(way_to(&w, 0, -INFINITY) == w.from && way_to(&w, 1, INFINITY) == w.to);
}

BOUNDS_MAIN(cmocka_unit_test(times_are_within_the_slack), cmocka_unit_test(values_of_gaps_are_as_good_as_counted),
            cmocka_unit_test(values_with_all_digits_are_those_of_the_same_plane),
            cmocka_unit_test(parts_of_bounds_are_within_their_margin), cmocka_unit_test(dips_are_told_from_roots),
            cmocka_unit_test(slopes_of_errors_are_bounded), cmocka_unit_test(radii_that_turn_leave_doubt_of_the_slope),
            cmocka_unit_test(errors_of_crossings_add_up), cmocka_unit_test(errors_of_looks_count_values_and_chords),
            cmocka_unit_test(ways_are_rounded_outwards), cmocka_unit_test(ways_along_chords_are_within_their_margin),
            cmocka_unit_test(chords_enclose_their_roots), cmocka_unit_test(what_a_gap_is_at_least_is_less_by_its_error))
