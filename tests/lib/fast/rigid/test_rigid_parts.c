/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of the fast walk against exact arithmetic: an instant's gaps and verdict, planes and pieces of planes, the
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
#include <string.h>

#include <cmocka.h>

#include "exact_gap.h"
#include "motion/parallel_edges.h"
#include "fast/rigid/rigid_fast.h"
#include "fast/rigid/rigid_fast_inline.h"
#include "look.h"

#include "fast/rigid/rigid_walk.h"
#include "look_piece.h"

/* The fast tier leaves its proofs here; test_walk checks them. */
static bms_walk_begun begun;

enum { TRIALS = 4000, ROOTS = 20000 };

/* The largest parts of their bounds that errors may use up; 0.012, 0.025, 0.0041 and 2.7e-5 are the most seen in 60000
   trials (BMS_SOAK=15). */
static const double INSTANT_PART = 0.03, NEAR_PART = 0.05, PLANE_PART = 0.01, VALUE_PART = 1e-4;

/* The error of a sample's gap at most, in parts of the product of the magnitudes. */
static const double SAMPLE_DOUBT = 1e-12;

/* The data of each check of a trial. */
typedef struct bench {
  look look;
  rigid_pair pair;
} bench;

typedef void inspection(bench *b);

static void over_all_trials(inspection *at) {
  bench b;
  trial *t = &b.look.trial;
  look_init(&b.look);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, t);
    if (t->against_half_space || !rigid_prepare(&t->query, &b.pair)) continue;
    const bms_motion *motion_a = &t->query.a.motion, *motion_b = &t->query.b.motion;
    bms_find_parallel_edges(motion_a->rigid.quaternion, motion_b->rigid.quaternion, &b.pair.axes,
                            &b.pair.perpendicular);
    at(&b);
  }
  print_message("# %d looks, errors up to %.2g of the bound\n", b.look.count, b.look.greatest);
  assert_true(b.look.count > 0);
  look_clear(&b.look);
}

/* Computes the gap of planes. */
static void plane_gap(look *l, int axis, int side) {
  exact_gap(&l->exact, axis, side, EXACT_PLANE, l->gap);
}

static void place_at(bench *b, double t) {
  mpq_set_d(b->look.time, t);
  look_at_time(&b->look, b->look.time);
}

/* ------------------------------------------------------------------ at one time */

static void compare_gaps(bench *b, const rigid_gaps *gaps, double bound, double most, const char *what) {
  for (int axis = 0; axis < BMS_AXES; axis++) {
    if (!(b->pair.axes >> axis & 1)) continue;
    exact_gap(&b->look.exact, axis, 0, EXACT_WORLD, b->look.gap);
    look_measure(&b->look, look_error_of(&b->look, gaps->gap[axis / 3][axis % 3]), bound, most, what, axis);
  }
}

static void look_at_instant(bench *b) {
  rigid_instant at;
  rigid_gaps gaps;
  double t = trial_time(&b->look.trial);
  rigid_instant_at(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  place_at(b, t);
  compare_gaps(b, &gaps, at.error_here, INSTANT_PART, "gap at a time");
}

/* Returns a time for which the wider bound of an instant still holds, nearly at the end of its range. */
static double time_nearby(bench *b, double t) {
  double sign = random_sign(&b->look.trial.random), by = sign * random_uniform(&b->look.trial.random, 0.5, 1);
  return t + by * (RIGID_EXTENT - 2) * BMS_ROUNDING * b->pair.max_abs_time;
}

static void look_near_instant(bench *b) {
  rigid_instant at;
  rigid_gaps gaps;
  double t = trial_time(&b->look.trial);
  rigid_instant_at(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  if (isinf(at.error)) return;
  place_at(b, time_nearby(b, t));
  compare_gaps(b, &gaps, at.error, NEAR_PART, "gap near a time");
}

static void look_at_verdict(bench *b) {
  rigid_instant at;
  rigid_gaps gaps;
  bms_axis_side greatest = {0, 1};
  int axis = 0;
  double t = trial_time(&b->look.trial);
  rigid_instant_at(&b->pair, t, &at);
  rigid_all_gaps(&b->pair, &at, &gaps);
  bms_verdict verdict = rigid_verdict(&at, &gaps, at.error, &greatest);
  place_at(b, verdict == BMS_VERDICT_OVERLAP ? time_nearby(b, t) : t);
  if (verdict == BMS_VERDICT_APART) {
    exact_gap(&b->look.exact, greatest.axis, greatest.side, EXACT_WORLD, b->look.gap);
    look_check(&b->look, mpq_sgn(b->look.gap) > 0, "does not separate", greatest.axis, t, mpq_get_d(b->look.gap));
  } else if (verdict == BMS_VERDICT_OVERLAP) {
    look_check(&b->look, exact_greatest_sign(&b->look.exact, b->pair.axes, &axis) < 0, "is no overlap", axis, t, 0);
  }
  b->look.count += verdict != BMS_VERDICT_UNDECIDED;
}

/* Finds the signs along an axis at t. Returns false where they are in doubt; a sign that only rounding makes zero is in
   doubt, too. */
static bool signs_at(bench *b, double t, bms_axis_side axis, bms_axis_signs *signs) {
  rigid_walk walk = {.walk.axis = axis, .pair = &b->pair};
  rigid_instant_at(&b->pair, t, &walk.at);
  if (!rigid_settle_signs(&walk, signs)) return false;
  for (int k = 0; k < 6; k++)
    if ((walk.product.edges >> k & 1) != 0 && lanes_get(walk.product.of[k / 3], k % 3) == 0) return false;
  return true;
}

/* Returns a time near which the value between some features changes its sign, if it does between t and another time:
   there it is next to nothing, and so is its own rounding. */
static double time_of_change(bench *b, const bms_axis_signs *signs, double t) {
  double doubt, other = trial_time(&b->look.trial), value = rigid_value(&b->pair, signs, t, &doubt);
  if ((rigid_value(&b->pair, signs, other, &doubt) > 0) == (value > 0)) return t;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * t + 0.5 * other;
    if ((rigid_value(&b->pair, signs, middle, &doubt) > 0) == (value > 0))
      t = middle;
    else
      other = middle;
  }
  return t;
}

static void look_at_value(bench *b) {
  double t = trial_time(&b->look.trial), doubt;
  bms_axis_side axis = look_random_axis(&b->look);
  bms_axis_signs signs;
  if (!(b->pair.axes >> axis.axis & 1) || !signs_at(b, t, axis, &signs)) return;
  t = time_of_change(b, &signs, t);
  if (!signs_at(b, t, axis, &signs)) return;
  place_at(b, t);
  exact_gap(&b->look.exact, axis.axis, axis.side, EXACT_PLANE, b->look.gap);
  double error = look_error_of(&b->look, rigid_value(&b->pair, &signs, t, &doubt));
  /* on the way out the value is rounded relatively */
  error = fmax(error - 16 * BMS_ROUNDING * fabs(mpq_get_d(b->look.gap)), 0);
  look_measure(&b->look, error, doubt, VALUE_PART, "value", axis.axis);
}

/* Returns a time near which some product of an axis with a column is zero, if one changes its sign between t and
   another time. */
static double time_of_turn(bench *b, bms_axis_side axis, double t) {
  rigid_walk walk = {.walk.axis = axis, .pair = &b->pair};
  bms_axis_signs first, now;
  double other = trial_time(&b->look.trial);
  rigid_instant_at(&b->pair, t, &walk.at);
  (void)rigid_settle_signs(&walk, &first);
  for (int k = 0; k < 50; k++) {
    double middle = 0.5 * t + 0.5 * other;
    rigid_instant_at(&b->pair, middle, &walk.at);
    (void)rigid_settle_signs(&walk, &now);
    *(memcmp(first.half_edge, now.half_edge, sizeof now.half_edge) == 0 ? &t : &other) = middle;
  }
  return t;
}

/* Checks the radii at distances from a time at which they should keep their signs. */
static void look_at_kept_signs(bench *b) {
  const bms_query *q = &b->look.trial.query;
  random_source *r = &b->look.trial.random;
  rigid_walk walk = {.walk.axis = look_random_axis(&b->look), .pair = &b->pair};
  bms_axis_signs signs;
  exact_terms terms;
  double length = q->t1 - q->t0, t = trial_time(&b->look.trial), distance = random_power_of_ten(r, -9, 0);
  if (!b->pair.turning || !(b->pair.axes >> walk.walk.axis.axis & 1)) return;
  if (random_below(r, 2) == 0) {
    double turned = time_of_turn(b, walk.walk.axis, t);
    t = fmin(fmax(turned + length * random_signed_power_of_ten(r, -9, -1), q->t0), q->t1);
    distance = fabs(t - turned) / length * random_uniform(r, 0, 2);
  }
  rigid_instant_at(&b->pair, t, &walk.at);
  if (!rigid_settle_signs(&walk, &signs) || !rigid_radii_keep_signs(&walk, distance)) return;
  exact_terms_init(&terms);
  for (int place = -4; place <= 4; place++) {
    double time = t + 0.25 * place * distance * length;
    if (!(time >= q->t0 && time <= q->t1)) continue;
    place_at(b, time);
    exact_gap_terms(&b->look.exact, signs.axis, &terms);
    for (int k = 0; k < 6; k++) {
      bool kept = signs.half_edge[k] == 0 || mpq_sgn(terms.half_edge[k]) * signs.half_edge[k] >= 0;
      look_check(&b->look, kept, "a radius does not keep its sign", signs.axis, t, time);
    }
    b->look.count++;
  }
  exact_terms_clear(&terms);
}

/* Searches for a point of both boxes at any time, and at times when features come near to each other. */
static void look_at_common_point(bench *b) {
  double t = trial_time(&b->look.trial);
  bms_axis_side axis = look_random_axis(&b->look);
  bms_axis_signs signs;
  rigid_instant at;
  int nearest = 0;
  if (random_below(&b->look.trial.random, 2) == 0 && signs_at(b, t, axis, &signs)) t = time_of_change(b, &signs, t);
  rigid_instant_at(&b->pair, t, &at);
  if (!rigid_interiors_meet(&b->pair, &at)) return;
  place_at(b, t);
  look_check(&b->look, exact_greatest_sign(&b->look.exact, BMS_ALL_AXES, &nearest) <= 0, "no point of both", nearest, t,
             0);
  b->look.count++;
}

/* Bends the path of body b between its ends, so that it comes near to body a in the middle. */
static void bend_path(bench *b) {
  bms_query *q = &b->look.trial.query;
  double duration = q->t1 - q->t0, part = random_uniform(&b->look.trial.random, 0.5, 1.5);
  for (int r = 0; r < 3; r++) {
    double *p = q->b.motion.rigid.position[r], by = -4 * part * b->pair.position[1][r] / (duration * duration);
    p[0] -= by * q->t0 * q->t1;
    p[1] += by * (q->t0 + q->t1);
    p[2] -= by;
  }
}

static void look_at_spheres(bench *b) {
  int axis = 0;
  if (random_below(&b->look.trial.random, 2) == 0) bend_path(b);
  if (!rigid_prepare(&b->look.trial.query, &b->pair) || !rigid_spheres_apart(&b->pair)) return;
  for (int k = 0; k < 8; k++) {
    place_at(b, trial_time(&b->look.trial));
    bool separated = exact_greatest_sign(&b->look.exact, BMS_ALL_AXES, &axis) > 0;
    look_check(&b->look, separated, "boxes meet in spheres that are apart", axis, 0, 0);
    b->look.count++;
  }
}

/* Checks the parts that are left out before a narrowed interval, or behind it, up to its end. */
static void look_at_left_out(bench *b, double from, double to) {
  int axis = 0;
  for (int k = 0; k < 4 && from < to; k++) {
    double end = b->pair.t0 == to ? to : from;
    place_at(b, k == 0 ? end : end + random_uniform(&b->look.trial.random, 0, 1) * (from + to - 2 * end));
    bool separated = exact_greatest_sign(&b->look.exact, BMS_ALL_AXES, &axis) > 0;
    look_check(&b->look, separated, "boxes meet where none looks", axis, from, to);
    b->look.count++;
  }
}

static void look_at_narrowed(bench *b) {
  const bms_query *query = &b->look.trial.query;
  if (random_below(&b->look.trial.random, 2) == 0) bend_path(b);
  if (!rigid_prepare(query, &b->pair) || rigid_spheres_apart(&b->pair)) return;
  rigid_narrow(&b->pair);
  look_at_left_out(b, query->t0, b->pair.t0);
  look_at_left_out(b, b->pair.t1, query->t1);
}

/* Checks the whole answer. test_rigid_fast.c asks more of it, but with boxes that are centred in their frames. */
static void look_at_answer(bench *b) {
  bms_contact answer;
  if (bms_rigid_fast(&b->look.trial.query, NULL, &begun, &answer)) look_at_contact(&b->look, &answer);
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

static void radii_keep_the_signs_that_they_are_said_to_keep(void **state) {
  (void)state;
  over_all_trials(look_at_kept_signs);
}

static void boxes_with_a_point_in_common_overlap(void **state) {
  (void)state;
  over_all_trials(look_at_common_point);
}

static void boxes_in_spheres_that_stay_apart_are_apart(void **state) {
  (void)state;
  over_all_trials(look_at_spheres);
}

static void what_a_narrowed_interval_leaves_out_is_apart(void **state) {
  (void)state;
  over_all_trials(look_at_narrowed);
}

static void answers_are_what_the_exact_oracle_says(void **state) {
  (void)state;
  over_all_trials(look_at_answer);
}

/* ------------------------------------------------------------------ over a piece */

/* Samples without gaps, as a rigid_hinted axis has them; a missing sample would be a large number. */
static void sample_alone(bench *b, rigid_samples *samples) {
  memset(samples, 0x7f, sizeof *samples);
  rigid_sample(&b->pair, samples);
}

/* Makes the plane of an axis of a pair that does not turn, over some piece. */
static void still_piece(bench *b, bms_axis_side axis, fast_plane *plane, mpq_t s0, mpq_t s1) {
  random_source *r = &b->look.trial.random;
  rigid_walk walk;
  double from = random_below(r, 3) == 0 ? 0 : random_uniform(r, 0, 1);
  double to = random_below(r, 3) == 0 ? 1 : fmin(from + (1 - from) * random_power_of_ten(r, -9, 0), 1);
  rigid_walk_start(&walk, &b->pair);
  rigid_parabola gap = rigid_translating_gap(&walk.translating, walk.at.scale, axis, from, to);
  rigid_translating_plane(&b->pair, &gap, from, to, plane);
  mpq_set_d(s0, from);
  mpq_set_d(s1, to);
}

/* Makes the plane of an axis over some piece. */
static void random_piece(bench *b, bms_axis_side axis, fast_plane *plane, mpq_t s0, mpq_t s1) {
  rigid_samples samples;
  fast_terms terms;
  if (!b->pair.turning && random_below(&b->look.trial.random, 2) == 0) {
    still_piece(b, axis, plane, s0, s1);
    return;
  }
  sample_alone(b, &samples);
  rigid_terms_of(&b->pair, &samples, axis, &terms);
  look_random_piece(&b->look, &terms, plane, s0, s1);
}

static void look_at_plane(bench *b) {
  bms_axis_side axis = look_random_axis(&b->look);
  fast_plane plane;
  mpq_t s0, s1;
  mpq_inits(s0, s1, NULL);
  random_piece(b, axis, &plane, s0, s1);
  look_at_piece(&b->look, plane_gap, axis, &plane, s0, s1, PLANE_PART);
  mpq_clears(s0, s1, NULL);
}

static void look_at_signs(bench *b) {
  rigid_samples samples;
  exact_terms terms;
  sample_alone(b, &samples);
  trial_place(&b->look.trial, b->look.place);
  look_at_place(&b->look, b->look.place);
  exact_terms_init(&terms);
  for (int k = 0; k < 9; k++) {
    int i = k / 3, j = k % 3;
    double sampled = samples.c[i][j].place[random_below(&b->look.trial.random, FAST_NODES)];
    if (!rigid_keeps_sign(&samples, i, j) || rigid_half(&b->pair, 3 + j) == 0) continue;
    exact_gap_terms(&b->look.exact, i, &terms);
    look_check(&b->look, mpq_sgn(terms.half_edge[3 + j]) == (sampled > 0 ? 1 : -1), "sign", k, sampled, 0);
    b->look.count++;
  }
  exact_terms_clear(&terms);
}

static void look_at_samples(bench *b) {
  rigid_samples samples;
  int k = random_below(&b->look.trial.random, FAST_NODES);
  rigid_sample(&b->pair, &samples);
  rigid_sample_faces(&b->pair, &samples);
  rigid_sample_edges(&b->pair, &samples);
  mpq_set_d(b->look.place, FAST_NODE[k]);
  look_at_place(&b->look, b->look.place);
  for (int bit = 0; bit < 2 * 16; bit++) {
    int axis = bit & 15, side = bit < 16 ? 1 : -1;
    if (axis == BMS_AXES) continue;
    exact_gap(&b->look.exact, axis, side, EXACT_PLANE, b->look.gap);
    double gap = mpq_get_d(b->look.gap), doubt = SAMPLE_DOUBT * b->pair.a.square * b->pair.b.square * b->pair.size;
    if (fabs(gap) < doubt) continue;
    look_check(&b->look, (samples.separating.place[k] >> bit & 1) == (gap > 0), "sample", axis, gap, side);
    b->look.count++;
  }
}

/* Returns the sign of the exact gap along an axis at a sample, or 0 if that is within its doubt. */
static int sign_at_sample(bench *b, bms_axis_side axis, int k) {
  double doubt = SAMPLE_DOUBT * b->pair.a.square * b->pair.b.square * b->pair.size;
  mpq_set_d(b->look.place, FAST_NODE[k]);
  look_at_place(&b->look, b->look.place);
  exact_gap(&b->look.exact, axis.axis, axis.side, EXACT_PLANE, b->look.gap);
  return fabs(mpq_get_d(b->look.gap)) < doubt ? 0 : mpq_sgn(b->look.gap);
}

/* Returns a gap at x, drawn as a straight line between two samples. */
static double line_at(const rigid_samples *samples, int bit, double x, int k) {
  double start = rigid_gap_at(samples, bit & 15, bit < 16 ? 1 : -1, k);
  double end = rigid_gap_at(samples, bit & 15, bit < 16 ? 1 : -1, k + 1);
  return start + (x - FAST_NODE[k]) / (FAST_NODE[k + 1] - FAST_NODE[k]) * (end - start);
}

/* Checks the axis that has emerged between two samples: it separates at the second, not at the first, and no other such
   axis has a greater gap. */
static void look_at_emerged(bench *b) {
  static const double MARGIN = 1e-9;
  int k = random_below(&b->look.trial.random, FAST_NODES - 1);
  double part = random_uniform(&b->look.trial.random, 0, 1), greatest = MARGIN * b->pair.size;
  double x = FAST_NODE[k] + part * (FAST_NODE[k + 1] - FAST_NODE[k]);
  rigid_samples samples;
  rigid_sample(&b->pair, &samples);
  rigid_sample_faces(&b->pair, &samples);
  rigid_sample_edges(&b->pair, &samples);
  bms_axis_side found = rigid_emerged_axis(&samples, b->pair.axes * 0x10001u, x, k);
  if (found.side != 0) {
    look_check(&b->look, sign_at_sample(b, found, k) <= 0, "separated before", found.axis, x, k);
    look_check(&b->look, sign_at_sample(b, found, k + 1) >= 0, "does not separate", found.axis, x, k);
    greatest += line_at(&samples, found.side > 0 ? found.axis : found.axis + 16, x, k);
    b->look.count++;
  }
  for (int bit = 0; bit < 2 * 16; bit++) {
    bms_axis_side axis = {bit & 15, bit < 16 ? 1 : -1};
    if (axis.axis == BMS_AXES || !(b->pair.axes >> axis.axis & 1) || !(line_at(&samples, bit, x, k) > greatest))
      continue;
    look_check(&b->look, sign_at_sample(b, axis, k) >= 0, "a greater gap is left out", axis.axis, x, k);
  }
}

/* Checks an axis that is followed from some place to its end: its gap is positive all the way. */
static void look_at_following(bench *b) {
  random_source *r = &b->look.trial.random;
  bms_axis_side axis = look_random_axis(&b->look);
  rigid_walk walk;
  mpq_t s0, s1;
  rigid_walk_start(&walk, &b->pair);
  double from = random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, 1);
  walk.walk.s = from;
  bool as_hinted = from == 0 && random_below(r, 2) == 0;
  fast_follow_end end = FAST_FOLLOWED_NOWHERE;
  if (!as_hinted)
    end = rigid_follow(&walk.walk, axis);
  else if (rigid_separates(&walk, axis))
    end = FAST_FOLLOWED_TO_END;
  mpq_inits(s0, s1, NULL);
  mpq_set_d(s0, from);
  mpq_set_d(s1, end == FAST_FOLLOWED_TO_END ? 1 : walk.walk.s);
  look_at_followed(&b->look, plane_gap, axis, s0, s1);
  mpq_clears(s0, s1, NULL);
}

static void an_axis_is_followed_only_where_it_separates(void **state) {
  (void)state;
  over_all_trials(look_at_following);
}

static void what_keeps_its_sign_everywhere_has_that_of_its_samples(void **state) {
  (void)state;
  over_all_trials(look_at_signs);
}

static void samples_tell_the_axes_that_separate(void **state) {
  (void)state;
  over_all_trials(look_at_samples);
}

static void an_axis_that_emerges_between_samples_is_the_best_of_those(void **state) {
  (void)state;
  over_all_trials(look_at_emerged);
}

static void a_plane_is_below_the_gap_and_where_exact_by_its_error(void **state) {
  (void)state;
  over_all_trials(look_at_plane);
}

/* ------------------------------------------------------------------ roots */

/* Coefficients with one change of sign, magnitudes over some powers of ten, some of them zero. */
static void random_descent(random_source *r, bms_polynomial *p) {
  p->degree = FAST_DEGREE;
  int change = 1 + random_below(r, p->degree);
  double range = random_uniform(r, 0, 9);
  for (int i = 0; i <= p->degree; i++) {
    double size = random_power_of_ten(r, -range, 0);
    p->c[i] = size * random_uniform(r, 0.5, 1) * (i < change ? 1 : -1);
    if (i >= change && i < p->degree && random_below(r, 8) == 0) p->c[i] = 0;
  }
}

/* Returns the sign of p at x where it is beyond what evaluating it rounds, else 0: 2 n roundings of the greatest
   coefficient. */
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
    fast_root root;
    unsigned positive = 0;
    random_descent(&r, &p);
    for (int i = 0; i <= p.degree; i++) positive |= (unsigned)(p.c[i] > 0) << i;
    double near = random_below(&r, 4) == 0 ? random_uniform(&r, 0, 1) : fast_root_near(p.c, positive);
    if (!fast_enclose_root(p.c, near, &root)) continue;
    if (random_below(&r, 4) == 0 && !fast_enclose_known(p.c, 0.5 * (root.before + root.behind), &root)) continue;
    double before = root.before, behind = root.behind;
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_gaps_of_an_instant_are_within_their_error_bound),
      cmocka_unit_test(the_gaps_near_an_instant_are_within_its_wider_bound),
      cmocka_unit_test(a_verdict_is_what_exact_gaps_say),
      cmocka_unit_test(a_value_is_within_its_error_bound_of_the_exact_gap),
      cmocka_unit_test(radii_keep_the_signs_that_they_are_said_to_keep),
      cmocka_unit_test(boxes_with_a_point_in_common_overlap),
      cmocka_unit_test(boxes_in_spheres_that_stay_apart_are_apart),
      cmocka_unit_test(what_a_narrowed_interval_leaves_out_is_apart),
      cmocka_unit_test(answers_are_what_the_exact_oracle_says),
      cmocka_unit_test(a_plane_is_below_the_gap_and_where_exact_by_its_error),
      cmocka_unit_test(what_keeps_its_sign_everywhere_has_that_of_its_samples),
      cmocka_unit_test(samples_tell_the_axes_that_separate),
      cmocka_unit_test(an_axis_that_emerges_between_samples_is_the_best_of_those),
      cmocka_unit_test(an_axis_is_followed_only_where_it_separates),
      cmocka_unit_test(a_root_lies_between_the_places_before_and_behind_it),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
