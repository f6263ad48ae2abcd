/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of the quick walk against exact arithmetic: an instant's gaps and verdict, planes and pieces of planes, the
 * value at a double, bounding spheres, roots.
 *
 * Each error is at most its bound, which nothing here may come near to: roundings do not conspire.  Trials are of all
 * families, some with boxes off the origins of their frames; BMS_SOAK multiplies their number, BMS_REDUCE divides it.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "check.h"
#include "exact_gap.h"
#include "lanes.h"
#include "oracle.h"
#include "parallel.h"
#include "rigid_quick.h"
#include "trial.h"

#if BMS_HAVE_LANES

#include "rigid_instant.h"
#include "rigid_pair.h"
#include "rigid_piece.h"
#include "rigid_plane.h"
#include "rigid_root.h"
#include "rigid_value.h"

enum { TRIALS = 4000, MOST_SPLITS = 8, ROOTS = 20000 };

/* The largest parts of their bounds that errors may use up; 0.012, 0.025, 0.018 and 1e-5 are the most seen in 80000
   trials (BMS_SOAK=20). */
static const double INSTANT_PART = 0.03, NEAR_PART = 0.05, PLANE_PART = 0.04, VALUE_PART = 1e-4;

/* What each look at a trial works with, and what has been seen so far. */
typedef struct bench {
  trial trial;
  rigid_pair pair;
  exact_pair exact;
  mpq_t gap, time, place, other;
  double greatest; /* part of a bound */
  int count;
} bench;

typedef void look(bench *b);

static void check(int right, const char *what, const trial *t, int axis, double x, double y) {
  if (right) return;
  trial_print(t);
  print_message("# %s: axis %d: %a %a\n", what, axis, x, y);
  fail();
}

/* Notes how much of its bound an error uses up. */
static void measure(bench *b, double error, double bound, double most, const char *what, int axis) {
  check(error <= most * bound, what, &b->trial, axis, error, bound);
  b->greatest = fmax(b->greatest, error / bound);
  b->count++;
}

static void over_all_trials(look *at) {
  bench b = {.greatest = 0};
  exact_pair_init(&b.exact);
  mpq_inits(b.gap, b.time, b.place, b.other, NULL);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &b.trial);
    if (b.trial.against_half_space || !rigid_prepare(&b.trial.query, &b.pair)) continue;
    const bms_motion *motion_a = &b.trial.query.a.motion, *motion_b = &b.trial.query.b.motion;
    bms_find_parallel_edges(motion_a->rigid.quaternion, motion_b->rigid.quaternion, &b.pair.axes,
                            &b.pair.perpendicular);
    at(&b);
  }
  print_message("# %d looks, errors up to %.2g of the bound\n", b.count, b.greatest);
  assert_true(b.count > 0);
  exact_pair_clear(&b.exact);
  mpq_clears(b.gap, b.time, b.place, b.other, NULL);
}

/* A double of the interval, its ends included. */
static double random_time(trial *t) {
  const bms_query *q = &t->query;
  int kind = random_below(&t->random, 6);
  if (kind < 2) return kind == 0 ? q->t0 : q->t1;
  double time = q->t0 + (q->t1 - q->t0) * random_uniform(&t->random, 0, 1);
  return fmin(fmax(time, q->t0), q->t1);
}

/* |x - b->gap| as a double. */
static double error_of(bench *b, double x) {
  mpq_set_d(b->other, x);
  mpq_sub(b->other, b->other, b->gap);
  return fabs(mpq_get_d(b->other));
}

static void place_at(bench *b, double t) {
  mpq_set_d(b->time, t);
  exact_pair_at(&b->exact, &b->trial.query, NULL, b->time);
}

/* ------------------------------------------------------------------ at one time */

static void compare_gaps(bench *b, const rigid_gaps *gaps, double bound, double most, const char *what) {
  for (int axis = 0; axis < BMS_AXES; axis++) {
    if (!(b->pair.axes >> axis & 1)) continue;
    exact_gap(&b->exact, axis, 0, EXACT_WORLD, b->gap);
    measure(b, error_of(b, gaps->gap[axis / 3][axis % 3]), bound, most, what, axis);
  }
}

static void look_at_instant(bench *b) {
  rigid_instant at;
  rigid_gaps gaps;
  double t = random_time(&b->trial);
  rigid_instant_at(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  place_at(b, t);
  compare_gaps(b, &gaps, at.error_here, INSTANT_PART, "gap at a time");
}

/* A time for which the wider bound of an instant still holds, nearly as far away as it says. */
static double time_nearby(bench *b, double t) {
  double by = random_sign(&b->trial.random) * random_uniform(&b->trial.random, 0.5, 1);
  return t + by * (RIGID_EXTENT - 2) * BMS_ROUNDING * b->pair.latest;
}

static void look_near_instant(bench *b) {
  rigid_instant at;
  rigid_gaps gaps;
  double t = random_time(&b->trial);
  rigid_instant_at(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  if (isinf(at.error)) return;
  place_at(b, time_nearby(b, t));
  compare_gaps(b, &gaps, at.error, NEAR_PART, "gap near a time");
}

static void look_at_verdict(bench *b) {
  rigid_instant at;
  rigid_gaps gaps, ahead;
  bms_axis_side promising = {0, 1};
  int axis = 0;
  double t = random_time(&b->trial);
  rigid_instant_at(&b->pair, random_time(&b->trial), &at);
  rigid_all_gaps(&b->pair, &at, &ahead);
  rigid_instant_again(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  bms_verdict verdict = rigid_verdict(&at, &gaps, random_below(&b->trial.random, 2) ? &ahead : NULL, &promising);
  place_at(b, verdict == BMS_VERDICT_OVERLAP ? time_nearby(b, t) : t);
  if (verdict == BMS_VERDICT_APART) {
    exact_gap(&b->exact, promising.axis, promising.side, EXACT_WORLD, b->gap);
    check(mpq_sgn(b->gap) > 0, "does not separate", &b->trial, promising.axis, t, mpq_get_d(b->gap));
  } else if (verdict == BMS_VERDICT_OVERLAP) {
    check(exact_greatest_sign(&b->exact, b->pair.axes, &axis) < 0, "is no overlap", &b->trial, axis, t, 0);
  }
  b->count += verdict != BMS_VERDICT_UNDECIDED;
}

static void look_at_value(bench *b) {
  double t = random_time(&b->trial);
  int axis = random_below(&b->trial.random, BMS_AXES), side = random_below(&b->trial.random, 2) == 0 ? 1 : -1;
  rigid_instant at;
  rigid_plane plane;
  rigid_instant_at(&b->pair, t, &at);
  rigid_plane_over(&b->pair, &at, 0, 1, (bms_axis_side){axis, side}, &plane);
  place_at(b, t);
  exact_gap(&b->exact, axis, side, EXACT_PLANE, b->gap);
  double error = error_of(b, rigid_value(&b->trial.query, axis, side, t));
  /* The value is rounded once on the way out, relatively. */
  error = fmax(error - BMS_ROUNDING * fabs(mpq_get_d(b->gap)), 0);
  measure(b, error, RIGID_VALUE_ERROR * plane.error * plane.factor, VALUE_PART, "value", axis);
}

/* Bends the path of body b between its ends, so that it comes near to body a in the middle. */
static void bend_path(bench *b) {
  bms_query *q = &b->trial.query;
  double duration = q->t1 - q->t0, part = random_uniform(&b->trial.random, 0.5, 1.5);
  for (int r = 0; r < 3; r++) {
    double *p = q->b.motion.rigid.position[r], by = -4 * part * b->pair.position[1][r] / (duration * duration);
    p[0] -= by * q->t0 * q->t1;
    p[1] += by * (q->t0 + q->t1);
    p[2] -= by;
  }
}

static void look_at_spheres(bench *b) {
  int axis = 0;
  if (random_below(&b->trial.random, 2) == 0) bend_path(b);
  if (!rigid_prepare(&b->trial.query, &b->pair) || !rigid_spheres_apart(&b->pair)) return;
  for (int k = 0; k < 8; k++) {
    place_at(b, random_time(&b->trial));
    bool separated = exact_greatest_sign(&b->exact, BMS_ALL_AXES, &axis) > 0;
    check(separated, "boxes meet in spheres that are apart", &b->trial, axis, 0, 0);
    b->count++;
  }
}

/* The whole of it, of which test_rigid_quick.c asks more, but of boxes that are centred in their frames. */
static void look_at_answer(bench *b) {
  bms_contact answer;
  char text[CHECK_TEXT_SIZE] = "";
  oracle exact;
  if (!bms_rigid_quick(&b->trial.query, NULL, &answer)) return;
  oracle_init(&exact, &b->trial.query);
  unsigned wrong = check_contact(&exact, &b->trial.query, &answer, CHECK_ALL, text);
  if (wrong == 0 && answer.status == BMS_CONTACT) wrong = oracle_nearest(&exact, &exact.time) != answer.t;
  oracle_clear(&exact);
  check(wrong == 0, text[0] == 0 ? "t is not the nearest double" : text, &b->trial, 0, answer.t, answer.t_lower);
  b->count++;
}

static void the_gaps_of_an_instant_are_within_their_error_bound(void **state) {
  (void)state;
  over_all_trials(look_at_instant);
}

static void the_gaps_near_an_instant_are_within_its_wider_bound(void **state) {
  (void)state;
  over_all_trials(look_near_instant);
}

static void a_verdict_is_what_exact_gaps_say(void **state) {
  (void)state;
  over_all_trials(look_at_verdict);
}

static void a_value_is_within_its_error_bound_of_the_exact_gap(void **state) {
  (void)state;
  over_all_trials(look_at_value);
}

static void boxes_in_spheres_that_stay_apart_are_apart(void **state) {
  (void)state;
  over_all_trials(look_at_spheres);
}

static void answers_are_what_the_exact_oracle_says(void **state) {
  (void)state;
  over_all_trials(look_at_answer);
}

/* ------------------------------------------------------------------ over a stretch */

/* x = x0 + s (x1 - x0), all exact. */
static void between(const mpq_t x0, const mpq_t x1, const mpq_t s, mpq_t x) {
  mpq_sub(x, x1, x0);
  mpq_mul(x, x, s);
  mpq_add(x, x, x0);
}

/* The plane's value at a place of its stretch, exactly as its coefficients have it. */
static void plane_value(const rigid_plane *plane, const mpq_t place, mpq_t value) {
  bms_polynomial p = {.degree = plane->degree};
  for (int i = 0; i <= plane->degree; i++) p.c[i] = plane->c[i];
  exact_polynomial_value(&p, place, value);
}

/* An end of a piece is off by three roundings of it for each split at most. */
static void check_place(bench *b, double stored, const mpq_t exact, int splits) {
  mpq_set_d(b->other, stored);
  mpq_sub(b->other, b->other, exact);
  double error = fabs(mpq_get_d(b->other));
  check(error <= 3 * splits * BMS_ROUNDING * stored, "end of a piece", &b->trial, splits, error, stored);
}

/* A plane over a random stretch, split at random places; [s0, s1] is where its last piece is. */
static void random_piece(bench *b, bms_axis_side axis, rigid_plane *plane, mpq_t s0, mpq_t s1) {
  random_source *r = &b->trial.random;
  double u = random_uniform(r, 0, 1), v = u + random_power_of_ten(r, -9, 0) * (1 - u);
  rigid_instant at;
  rigid_instant_at(&b->pair, random_time(&b->trial), &at);
  if (random_below(r, 3) == 0) u = 0;
  if (random_below(r, 3) == 0) v = 1;
  if (random_below(r, 16) == 0 && v == 1) u = 1 - random_below(r, 40) * BMS_ROUNDING;
  rigid_plane_over(&b->pair, &at, u, v, axis, plane);
  mpq_set_d(s0, u);
  mpq_set_d(s1, v);
  int splits = random_below(r, 2) == 0 ? 0 : random_below(r, MOST_SPLITS + 1);
  for (int k = 0; k < splits; k++) {
    rigid_plane left, right;
    double x = random_below(r, 2) == 0 ? rigid_lowest(plane) : random_uniform(r, 0, 1);
    rigid_split(plane, x, &left, &right);
    mpq_set_d(b->place, x);
    between(s0, s1, b->place, b->other);
    check(left.s1 < 1, "a piece on the left reaches the end", &b->trial, axis.axis, left.s1, x);
    bool to_left = random_below(r, 2) == 0;
    mpq_set(to_left ? s1 : s0, b->other);
    *plane = to_left ? left : right;
  }
  check_place(b, plane->s0, s0, splits);
  check_place(b, plane->s1, s1, splits);
}

/* The gap at s as the plane counts it. */
static void exact_gap_at(bench *b, bms_axis_side axis, const mpq_t s) {
  exact_time(b->trial.query.t0, b->trial.query.t1, s, b->time);
  exact_pair_at(&b->exact, &b->trial.query, NULL, b->time);
  exact_gap(&b->exact, axis.axis, axis.side, EXACT_PLANE, b->gap);
  if (b->pair.turning) return;
  mpq_div(b->gap, b->gap, b->exact.a.weight);
  mpq_div(b->gap, b->gap, b->exact.b.weight);
}

static void look_at_plane(bench *b) {
  random_source *r = &b->trial.random;
  bms_axis_side axis = {random_below(r, BMS_AXES), random_below(r, 2) == 0 ? 1 : -1};
  rigid_plane plane;
  mpq_t s0, s1, s, value;
  mpq_inits(s0, s1, s, value, NULL);
  random_piece(b, axis, &plane, s0, s1);
  for (int k = 0; k < 3; k++) {
    trial_place(&b->trial, b->place);
    between(s0, s1, b->place, s);
    exact_gap_at(b, axis, s);
    plane_value(&plane, b->place, value);
    mpq_sub(value, b->gap, value); /* what the bound is below the gap */
    double below = mpq_get_d(value);
    check(below > 0, "bound above the gap", &b->trial, axis.axis, below, plane.error);
    if (plane.exact) measure(b, fabs(below - plane.error), plane.error, PLANE_PART, "plane", axis.axis);
  }
  mpq_clears(s0, s1, s, value, NULL);
}

static void a_plane_is_below_the_gap_and_where_exact_by_its_error(void **state) {
  (void)state;
  over_all_trials(look_at_plane);
}

/* ------------------------------------------------------------------ roots */

/* Coefficients with one change of sign, magnitudes over some powers of ten, some of them zero. */
static void random_descent(random_source *r, bms_polynomial *p) {
  p->degree = random_below(r, 2) == 0 ? 2 : RIGID_DEGREE;
  int change = 1 + random_below(r, p->degree);
  double range = random_uniform(r, 0, 9);
  for (int i = 0; i <= p->degree; i++) {
    p->c[i] = random_power_of_ten(r, -range, 0) * random_uniform(r, 0.5, 1) * (i < change ? 1 : -1);
    if (i >= change && i < p->degree && random_below(r, 8) == 0) p->c[i] = 0;
  }
}

/* The sign of p at x where it is beyond what evaluating it rounds, else 0: 2 n roundings of the greatest coefficient. */
static int certain_sign(const bms_polynomial *p, double x, mpq_t place, mpq_t value) {
  mpq_set_d(place, x);
  exact_polynomial_value(p, place, value);
  double v = mpq_get_d(value), doubt = 2 * p->degree * BMS_ROUNDING * bms_polynomial_bound(p);
  return (v > doubt) - (v < -doubt);
}

static void a_root_lies_between_the_places_before_and_behind_it(void **state) {
  random_source r = random_from(1);
  int rounds = (int)trial_count(ROOTS), enclosed = 0;
  mpq_t place, value;
  (void)state;
  mpq_inits(place, value, NULL);
  for (int k = 0; k < rounds; k++) {
    bms_polynomial p;
    double before, behind, c[RIGID_DEGREE + 1] = {0};
    random_descent(&r, &p);
    for (int i = 0; i <= p.degree; i++) c[i] = p.c[i];
    if (!rigid_enclose_root(c, p.degree, &before, &behind)) continue;
    enclosed++;
    int at_before = certain_sign(&p, before, place, value), at_behind = certain_sign(&p, behind, place, value);
    if (before < behind && at_before >= 0 && at_behind <= 0 && behind - before <= 0x1p-22 * before) continue;
    for (int i = 0; i <= p.degree; i++) print_message("# c[%d] = %a\n", i, p.c[i]);
    fail_msg("[%a %a] does not enclose the root of number %d", before, behind, k);
  }
  print_message("# %d of %d roots enclosed\n", enclosed, rounds);
  assert_true(enclosed > 0.99 * rounds);
  mpq_clears(place, value, NULL);
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
#if BMS_HAVE_LANES
    cmocka_unit_test(the_gaps_of_an_instant_are_within_their_error_bound),
    cmocka_unit_test(the_gaps_near_an_instant_are_within_its_wider_bound),
    cmocka_unit_test(a_verdict_is_what_exact_gaps_say),
    cmocka_unit_test(a_value_is_within_its_error_bound_of_the_exact_gap),
    cmocka_unit_test(boxes_in_spheres_that_stay_apart_are_apart),
    cmocka_unit_test(answers_are_what_the_exact_oracle_says),
    cmocka_unit_test(a_plane_is_below_the_gap_and_where_exact_by_its_error),
    cmocka_unit_test(a_root_lies_between_the_places_before_and_behind_it),
#endif
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
