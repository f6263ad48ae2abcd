/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of the fast walk of homogeneous pairs against exact arithmetic: samples, planes and pieces of planes,
 * looks, regular matrices, axes followed, and answers.
 *
 * Each error is at most its bound, which nothing here may come near to: roundings do not conspire.  Trials are of all
 * families, motions rewritten as matrices, some with boxes off the origins of their frames; BMS_SOAK multiplies their
 * number, BMS_REDUCE divides it.
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
#include "query/first_contact.h"
#include "fast/homogeneous/homogeneous_fast.h"
#include "look.h"
#include "matrix_forms.h"

#define FAST_NODES 12
#include "fast/homogeneous/homogeneous_hull.h"
#include "fast/homogeneous/homogeneous_walk.h"
#include "look_piece.h"

/* The fast tier leaves its proofs here; test_walk checks them. */
static bms_walk_begun begun;

enum { TRIALS = 4000 };

/* The error of a sample at most, in roundings of homogeneous_pair.bound. */
static const double SAMPLE_ROUNDINGS = 160;

/* The largest parts of their bounds that errors may use up; 0.031, 0.0076, 0.42 and 1.9e-5 are the most seen in 80000
   trials (BMS_SOAK=20).  The third is of times nearby, which conspire. */
static const double SAMPLE_PART = 0.05, PLANE_PART = 0.02, LOOK_PART = 1, VALUE_PART = 1e-4;

/* The data of each check of a trial, and a tally of what has been seen so far. */
typedef struct bench {
  look look;
  homogeneous_pair pair;
  homogeneous_samples samples;
  int refused;
} bench;

typedef void inspection(bench *b);

static void over_all_trials(inspection *at) {
  bench b = {.refused = 0};
  trial *t = &b.look.trial;
  look_init(&b.look);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, t);
    if (t->against_half_space) continue;
    mix_forms(&t->random, &t->query);
    if (homogeneous_prepare(&t->query, &b.pair)) at(&b);
  }
  print_message("# %d looks", b.look.count);
  if (b.look.greatest > 0) print_message(", errors up to %.2g of the bound", b.look.greatest);
  if (b.refused > 0) print_message(", %d left to others", b.refused);
  print_message("\n");
  assert_true(b.look.count > 0);
  look_clear(&b.look);
}

static double bound_of(const bench *b, int axis) {
  return b->pair.bound[homogeneous_kind(axis)];
}

static void sample_all(bench *b) {
  homogeneous_sample(&b->pair, &b->samples);
  homogeneous_add_edges(&b->pair, &b->samples);
}

/* ------------------------------------------------------------------ exact gaps */

/* Computes the gap with its factor in homogeneous_samples.h: the planes' factor, and |q|^2 for a face of a
   rigid body. */
static void exact_gap_here(look *l, int axis, int side) {
  exact_pair *pair = &l->exact;
  exact_gap(pair, axis, side, EXACT_PLANE, l->gap);
  if (axis < BMS_AXIS_FACE_B && pair->rigid_a) mpq_mul(l->gap, l->gap, pair->a.weight);
  if (axis >= BMS_AXIS_FACE_B && axis < BMS_AXIS_EDGES && pair->rigid_b) mpq_mul(l->gap, l->gap, pair->b.weight);
}

/* ------------------------------------------------------------------ samples */

/* Returns the gap of an axis and a side at place k, as sampled, and whether it is noted to separate there. */
static double sampled_gap(const homogeneous_samples *at, int axis, int side, int k, bool *noted) {
  const homogeneous_block *block = &at->block[k / FAST_BLOCK];
  *noted = at->apart[side < 0][axis] >> k & 1;
  return side * block->distance[axis][k % FAST_BLOCK] - block->radii[axis][k % FAST_BLOCK];
}

static void look_at_samples(bench *b) {
  int k = random_below(&b->look.trial.random, FAST_NODES);
  bool noted;
  sample_all(b);
  mpq_set_d(b->look.place, FAST_NODE[k]);
  look_at_place(&b->look, b->look.place);
  for (int axis = 0; axis < BMS_AXES; axis++) {
    double bound = SAMPLE_ROUNDINGS * BMS_ROUNDING * bound_of(b, axis);
    for (int side = -1; side <= 1; side += 2) {
      exact_gap_here(&b->look, axis, side);
      double gap = mpq_get_d(b->look.gap), sampled = sampled_gap(&b->samples, axis, side, k, &noted);
      look_measure(&b->look, look_error_of(&b->look, sampled), bound, SAMPLE_PART, "sample", axis);
      if (fabs(gap) > bound) look_check(&b->look, noted == (gap > 0), "noted", axis, gap, side);
    }
  }
}

static void samples_are_within_their_error_bound(void **state) {
  (void)state;
  over_all_trials(look_at_samples);
}

/* ------------------------------------------------------------------ regular matrices */

/* Returns the sign of the determinant of a body. */
static int exact_handedness(exact_pose *pose) {
  rational_vector normal;
  mpq_t determinant;
  rational_vector_init(normal);
  mpq_init(determinant);
  rational_cross(normal, pose->edge[1], pose->edge[2]);
  rational_dot(determinant, normal, pose->edge[0]);
  int sign = mpq_sgn(determinant);
  mpq_clear(determinant);
  rational_vector_clear(normal);
  return sign;
}

/* Gives a column of a matrix, as it is at z, the factor x + missed, or x^2 + missed, with x = (t - z) / duration. */
static void press(const bms_query *query, bms_motion *motion, int column, bool square, double z, double missed) {
  double duration = query->t1 - query->t0, a = 1 / duration, b = a * a;
  for (int r = 0; r < 3; r++) {
    double *c = motion->matrix.entry[r][column], x = c[0] + z * (c[1] + z * c[2]);
    c[0] = x * ((square ? b * z * z : -a * z) + missed);
    c[1] = x * (square ? -2 * b * z : a);
    c[2] = square ? x * b : 0;
  }
}

/* Checks a matrix that is singular at some time, or nearly so, or as it is. */
static void look_at_matrix(bench *b) {
  random_source *r = &b->look.trial.random;
  bms_query *query = &b->look.trial.query;
  bool of_a = query->a.motion.form == BMS_MOTION_MATRIX;
  double z = trial_time(&b->look.trial);
  if (random_below(r, 2) == 0) {
    double missed = random_below(r, 3) == 0 ? 0 : random_signed_power_of_ten(r, -18, -1);
    int axis = random_below(r, 3);
    press(query, of_a ? &query->a.motion : &query->b.motion, axis, random_below(r, 2) == 0, z, missed);
  }
  if (!homogeneous_prepare(query, &b->pair)) return;
  sample_all(b);
  const homogeneous_block *first = b->samples.block;
  const homogeneous_body *body = of_a ? &b->pair.a : &b->pair.b;
  exact_pose *pose = of_a ? &b->look.exact.a : &b->look.exact.b;
  if (!homogeneous_regular(of_a ? &first->det_a : &first->det_b, body->column) && !homogeneous_surely_regular(body)) {
    b->refused++;
    return;
  }
  int sign = (of_a ? first->det_a : first->det_b)[0] > 0 ? 1 : -1;
  for (int k = 0; k < 4; k++) {
    trial_place(&b->look.trial, b->look.place);
    exact_time(query->t0, query->t1, b->look.place, b->look.time);
    if (k == 0) mpq_set_d(b->look.time, z);
    look_at_time(&b->look, b->look.time);
    look_check(&b->look, exact_handedness(pose) == sign, "determinant", k, z, sign);
    b->look.count++;
  }
}

static void a_matrix_taken_for_regular_is_so_all_the_time(void **state) {
  (void)state;
  over_all_trials(look_at_matrix);
}

/* ------------------------------------------------------------------ over a piece */

static void look_at_plane(bench *b) {
  bms_axis_side axis = look_random_axis(&b->look);
  fast_terms terms;
  fast_plane plane;
  mpq_t s0, s1;
  mpq_inits(s0, s1, NULL);
  sample_all(b);
  homogeneous_terms_of(&b->pair, &b->samples, axis, &terms);
  look_random_piece(&b->look, &terms, &plane, s0, s1);
  look_at_piece(&b->look, exact_gap_here, axis, &plane, s0, s1, PLANE_PART);
  mpq_clears(s0, s1, NULL);
}

static void a_plane_is_below_the_gap_and_where_exact_by_its_error(void **state) {
  (void)state;
  over_all_trials(look_at_plane);
}

/* Checks an axis that is followed from some place to its end: its gap is positive all the way. */
static void look_at_following(bench *b) {
  random_source *r = &b->look.trial.random;
  bms_axis_side axis = look_random_axis(&b->look);
  fast_terms terms;
  fast_plane plane;
  mpq_t s0, s1;
  double from = random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, 1), to = from, near;
  sample_all(b);
  homogeneous_terms_of(&b->pair, &b->samples, axis, &terms);
  if (fast_follow(&terms, &to, &plane, &near) == FAST_FOLLOWED_TO_END) to = 1;
  mpq_inits(s0, s1, NULL);
  mpq_set_d(s0, from);
  mpq_set_d(s1, to);
  look_at_followed(&b->look, exact_gap_here, axis, s0, s1);
  mpq_clears(s0, s1, NULL);
}

static void an_axis_is_followed_only_where_it_separates(void **state) {
  (void)state;
  over_all_trials(look_at_following);
}

/* ------------------------------------------------------------------ looks */

/* Returns a time between two whose verdicts differ, if they do: there some gap is next to nothing. */
static double time_between(homogeneous_walk *w, double x, double y, unsigned without) {
  bms_axis_side axis;
  bms_verdict verdict = homogeneous_look(&w->walk, x, without, &axis);
  if (homogeneous_look(&w->walk, y, without, &axis) == verdict) return x;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (x + y);
    if (homogeneous_look(&w->walk, middle, without, &axis) == verdict)
      x = middle;
    else
      y = middle;
  }
  return verdict == BMS_VERDICT_UNDECIDED ? y : x;
}

/* Sets b->look.time as far from a time as the range of a look. */
static void time_nearby(bench *b, double t) {
  random_source *r = &b->look.trial.random;
  double sign = random_sign(r), part = random_below(r, 3) == 0 ? 0 : sign * random_uniform(r, 0.5, 0.99);
  mpq_set_d(b->look.time, t);
  mpq_set_d(b->look.other, part * HOMOGENEOUS_EXTENT * BMS_ROUNDING * b->pair.max_abs_time);
  mpq_add(b->look.time, b->look.time, b->look.other);
}

static void look_at_look(bench *b) {
  random_source *r = &b->look.trial.random;
  homogeneous_walk walk = {.pair = &b->pair};
  bms_axis_side axis = {0, 0};
  unsigned without = 0;
  for (int k = random_below(r, 4); k > 0; k--) without |= 1u << random_below(r, BMS_AXES);
  double t = random_below(r, 6) == 0 ? b->look.trial.query.t0 : trial_time(&b->look.trial);
  if (random_below(r, 3) != 0) t = time_between(&walk, t, trial_time(&b->look.trial), without);
  bms_verdict verdict = homogeneous_look(&walk.walk, t, without, &axis);
  time_nearby(b, t);
  look_at_time(&b->look, b->look.time);
  if (verdict == BMS_VERDICT_APART) {
    look_check(&b->look, (without >> axis.axis & 1) == 0, "axis is left out", axis.axis, t, 0);
    exact_gap_here(&b->look, axis.axis, axis.side);
    look_check(&b->look, mpq_sgn(b->look.gap) > 0, "does not separate", axis.axis, t, mpq_get_d(b->look.gap));
  }
  for (int k = 0; k < BMS_AXES; k++) {
    const homogeneous_block *here = &walk.at;
    exact_gap_here(&b->look, k, 0);
    double error = look_error_of(&b->look, fabs(here->distance[k][0]) - here->radii[k][0]);
    look_measure(&b->look, error, homogeneous_gap_error_near(&walk, k), LOOK_PART, "look", k);
    if (verdict == BMS_VERDICT_OVERLAP && (without >> k & 1) == 0)
      look_check(&b->look, mpq_sgn(b->look.gap) < 0, "is no overlap", k, t, mpq_get_d(b->look.gap));
  }
}

static void a_look_is_certain_near_its_time(void **state) {
  (void)state;
  over_all_trials(look_at_look);
}

/* ------------------------------------------------------------------ hulls */

/* Checks hulls as they are, or shifted by up to some ten times their size. */
static void look_at_hulls(bench *b) {
  random_source *r = &b->look.trial.random;
  bms_query *query = &b->look.trial.query;
  if (random_below(r, 4) != 0) {
    double way[3], length = random_power_of_ten(r, -1, 1), size = 0;
    for (int i = 0; i < 3; i++)
      size += query->a.box.max[i] - query->a.box.min[i] + query->b.box.max[i] - query->b.box.min[i];
    random_direction(r, way, 3);
    for (int i = 0; i < 3; i++) way[i] *= length * size;
    shift_motion(&query->b.motion, way);
  }
  if (!homogeneous_prepare(query, &b->pair)) return;
  if (!homogeneous_far_apart(&b->pair)) {
    b->refused++;
    return;
  }
  for (int k = 0; k < 4; k++) {
    int axis = 0;
    trial_place(&b->look.trial, b->look.place);
    look_at_place(&b->look, b->look.place);
    bool separated = exact_greatest_sign(&b->look.exact, BMS_ALL_AXES, &axis) > 0;
    look_check(&b->look, separated, "boxes meet in hulls that are apart", axis, mpq_get_d(b->look.place), 0);
    b->look.count++;
  }
}

static void boxes_in_hulls_that_are_apart_are_apart(void **state) {
  (void)state;
  over_all_trials(look_at_hulls);
}

/* ------------------------------------------------------------------ values */

/* Finds the features along an axis at t. Returns false where they are in doubt. */
static bool signs_at(bench *b, double t, bms_axis_side axis, bms_axis_signs *signs) {
  const bms_query *query = &b->look.trial.query;
  homogeneous_walk w = {.walk.axis = axis, .pair = &b->pair};
  homogeneous_sample_faces(&b->pair, lanes_all((t - query->t0) / (query->t1 - query->t0)), &w.at);
  homogeneous_sample_edges(&b->pair, &w.at);
  return homogeneous_settle_signs(&w, 0, signs);
}

static double value_at(bench *b, double t, const bms_axis_signs *signs) {
  const bms_query *query = &b->look.trial.query;
  homogeneous_contact_state at_a, at_b;
  homogeneous_contact_state_at(&query->a.motion, t, &at_a);
  homogeneous_contact_state_at(&query->b.motion, t, &at_b);
  return homogeneous_value(query, signs, &at_a, &at_b);
}

/* Returns a time near which the value between some features changes its sign, if it does between t and another time. */
static double time_of_change(bench *b, const bms_axis_signs *signs, double t) {
  double other = trial_time(&b->look.trial), value = value_at(b, t, signs);
  if ((value_at(b, other, signs) > 0) == (value > 0)) return t;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * t + 0.5 * other;
    if ((value_at(b, middle, signs) > 0) == (value > 0))
      t = middle;
    else
      other = middle;
  }
  return t;
}

static void look_at_value(bench *b) {
  double t = trial_time(&b->look.trial);
  bms_axis_side axis = look_random_axis(&b->look);
  bms_axis_signs signs;
  if (!signs_at(b, t, axis, &signs)) return;
  t = time_of_change(b, &signs, t);
  if (!signs_at(b, t, axis, &signs)) return;
  mpq_set_d(b->look.time, t);
  look_at_time(&b->look, b->look.time);
  exact_gap_here(&b->look, axis.axis, axis.side);
  double error = look_error_of(&b->look, value_at(b, t, &signs));
  /* on the way out the value is rounded relatively */
  error = fmax(error - 16 * BMS_ROUNDING * fabs(mpq_get_d(b->look.gap)), 0);
  look_measure(&b->look, error, COMPENSATED_ERROR * bound_of(b, axis.axis), VALUE_PART, "value", axis.axis);
}

static void a_value_is_within_its_error_bound_of_the_exact_gap(void **state) {
  (void)state;
  over_all_trials(look_at_value);
}

/* ------------------------------------------------------------------ answers */

/* Checks the whole answer. test_homogeneous_fast.c asks more of it, but with boxes that are centred in their
   frames. */
static void look_at_answer(bench *b) {
  const bms_query *query = &b->look.trial.query;
  homogeneous_walk walk;
  fast_result end;
  bms_contact answer;
  end.end = BMS_WALK_OPEN;
  if (homogeneous_walk_start(&walk, &b->pair)) fast_walk_on(&HOMOGENEOUS_WALK, &walk.walk, &end);
  bool answered = bms_homogeneous_fast(query, false, &begun, &answer);
  look_check(&b->look, answered || end.end == BMS_WALK_OPEN, "another end", 0, answered, end.end);
  if (!answered) {
    b->refused++;
    return;
  }
  look_at_contact(&b->look, &answer);
}

static void answers_are_what_the_exact_oracle_says(void **state) {
  (void)state;
  over_all_trials(look_at_answer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(samples_are_within_their_error_bound),
      cmocka_unit_test(a_matrix_taken_for_regular_is_so_all_the_time),
      cmocka_unit_test(a_plane_is_below_the_gap_and_where_exact_by_its_error),
      cmocka_unit_test(an_axis_is_followed_only_where_it_separates),
      cmocka_unit_test(a_look_is_certain_near_its_time),
      cmocka_unit_test(boxes_in_hulls_that_are_apart_are_apart),
      cmocka_unit_test(a_value_is_within_its_error_bound_of_the_exact_gap),
      cmocka_unit_test(answers_are_what_the_exact_oracle_says),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
