/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Holds what the walk proves against exact arithmetic, for queries of all families.
 *
 * Oracle: the exact signs of all gaps at rational times.  It cannot see what happens between the times that it checks;
 * that the whole answer is right at all times is the business of the tests against the oracle that isolates roots.
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
#include "planes/separation.h"
#include "query/first_contact.h"
#include "trial.h"
#include "certified/walk.h"
#include "validate/validate.h"

/* TRIALS queries, each with PLACES random times before the contact and the NEAREST of SCANNED ones. */
enum { TRIALS = 3000, PLACES = 4, SCANNED = 48, NEAREST = 2 };

/* The greatest width of an enclosure, in ulps of max(|t0|, |t1|). */
static const double GREATEST_WIDTH = 4;

typedef struct visit {
  trial trial;
  bms_relative relative;
  bms_walk_result walk;
  exact_pair pair;
  unsigned all; /* the axes that there are */
  int axis;     /* the last that separated */
} visit;

static void check(int right, const char *what, const visit *v, double t) {
  if (right) return;
  trial_print(&v->trial);
  print_message("# %s, at %a: the walk ends with %d, axis %d, [%a, %a] after %d steps\n", what, t, (int)v->walk.end,
                v->walk.signs.axis, v->walk.t_lower, v->walk.t_upper, v->walk.steps);
  fail();
}

/* Returns the sign of the greatest exact gap at t. */
static int sign_at(visit *v, const mpq_t t) {
  exact_pair_at(&v->pair, &v->trial.query, trial_half_space(&v->trial), t);
  return exact_greatest_sign(&v->pair, v->all, &v->axis);
}

static int sign_at_double(visit *v, double time) {
  mpq_t t;
  mpq_init(t);
  mpq_set_d(t, time);
  int sign = sign_at(v, t);
  mpq_clear(t);
  return sign;
}

/* ------------------------------------------------------------------ apart */

/* Checks random times of [t0, end), besides t0. */
static void check_random_times(visit *v, double end) {
  mpq_t s, t;
  mpq_inits(s, t, NULL);
  for (int k = 0; k < PLACES; k++) {
    trial_place(&v->trial, s);
    if (mpq_cmp_ui(s, 1, 1) == 0) continue;
    exact_time(v->trial.query.t0, end, s, t);
    check(sign_at(v, t) > 0, "not apart", v, mpq_get_d(t));
  }
  mpq_clears(s, t, NULL);
}

/* Checks the times of a scan at which the boxes are nearest to each other, as doubles see it. */
static void check_nearest_times(visit *v, double end) {
  double t0 = v->trial.query.t0, gap[SCANNED];
  for (int k = 0; k < SCANNED; k++) {
    bms_axis_gap greatest;
    bms_greatest_gap_at(&v->relative, t0 + (end - t0) * k / SCANNED, &greatest);
    gap[k] = greatest.gap / greatest.length;
  }
  for (int n = 0; n < NEAREST; n++) {
    int best = 0;
    for (int k = 1; k < SCANNED; k++)
      if (gap[k] < gap[best]) best = k;
    gap[best] = INFINITY;
    double t = t0 + (end - t0) * best / SCANNED;
    if (t < end) check(sign_at_double(v, t) > 0, "not apart where nearest", v, t);
  }
}

/* Checks that the boxes are apart on [t0, end). */
static void check_apart_before(visit *v, double end) {
  if (!(end > v->trial.query.t0)) return;
  check_random_times(v, end);
  check_nearest_times(v, end);
  double last = nextafter(end, -INFINITY);
  check(sign_at_double(v, fmax(last, v->trial.query.t0)) > 0, "not apart at last", v, last);
}

/* ------------------------------------------------------------------ the four ends */

typedef struct tally {
  uint64_t count[4]; /* the index is a bms_walk_end */
  double widest;     /* the widest enclosure, in ulps of max(|t0|, |t1|) */
  int most_steps;
} tally;

/* Returns 1 if at t the origin is inside all planes except the walk's (and the ones that its axes imply), and has
   reached the walk's or crossed it. (When flat boxes pass through each other, the first is behind the second from then
   on: apart again, but not on the side from which it came.) */
static int crossed(visit *v, double t) {
  int plane = v->walk.signs.axis, other = 0;
  mpq_t x;
  mpq_init(x);
  mpq_set_d(x, t);
  exact_pair_at(&v->pair, &v->trial.query, trial_half_space(&v->trial), x);
  exact_gap(&v->pair, plane, v->walk.signs.distance, EXACT_PLANE, x);
  int inside = mpq_sgn(x) <= 0 && exact_greatest_sign(&v->pair, v->relative.axes & ~(1u << plane), &other) <= 0;
  mpq_clear(x);
  return inside;
}

static void check_contact(visit *v, tally *sum) {
  const bms_query *q = &v->trial.query;
  const bms_walk_result *w = &v->walk;
  int axis = w->signs.axis;
  check(w->t_lower >= q->t0 && w->t_lower <= w->t_upper && w->t_upper <= q->t1, "no enclosure", v, w->t_lower);
  check(sign_at_double(v, w->t_lower) > 0, "t_lower is too late", v, w->t_lower);
  check(exact_greatest_sign(&v->pair, 1u << axis, &axis) > 0, "the plane has been crossed at t_lower", v, w->t_lower);
  check(crossed(v, w->t_upper), "t_upper is too early", v, w->t_upper);
  double last = fmax(fabs(q->t0), fabs(q->t1)), ulp = nextafter(last, INFINITY) - last;
  double width = (w->t_upper - w->t_lower) / ulp;
  check(width <= GREATEST_WIDTH, "the enclosure is wide", v, width);
  sum->widest = fmax(sum->widest, width);
  check_apart_before(v, w->t_lower);
}

static void check_separated(visit *v) {
  check_apart_before(v, v->trial.query.t1);
  check(sign_at_double(v, v->trial.query.t1) > 0, "not apart at the end", v, v->trial.query.t1);
}

/* Returns the axes of edges that are parallel. */
static unsigned null_axes(visit *v) {
  unsigned axes = 0;
  exact_terms terms;
  exact_terms_init(&terms);
  for (int axis = BMS_AXIS_EDGES; axis < BMS_AXES; axis++) {
    bool null = true;
    exact_gap_terms(&v->pair, axis, &terms);
    for (int k = 0; k < 6; k++) null = null && mpq_sgn(terms.half_edge[k]) == 0;
    axes |= (unsigned)null << axis;
  }
  exact_terms_clear(&terms);
  return axes;
}

static void check_walk(visit *v, const bms_walk_begun *begun, tally *sum) {
  const bms_query *q = &v->trial.query;
  const bms_walk_result *w = &v->walk;
  bms_walk(&v->relative, begun, &v->walk);
  sum->count[w->end]++;
  if (w->steps > sum->most_steps) sum->most_steps = w->steps;
  switch (w->end) {
    case BMS_WALK_SEPARATED:
      check_separated(v);
      break;
    case BMS_WALK_CONTACT:
      check_contact(v, sum);
      break;
    case BMS_WALK_OVERLAPPING:
      check(sign_at_double(v, q->t0) <= 0, "no overlap", v, q->t0);
      check(exact_greatest_sign(&v->pair, v->relative.axes & ~null_axes(v), &v->axis) < 0, "touching only", v, q->t0);
      break;
    case BMS_WALK_OPEN:
      check(w->t_lower >= q->t0 && w->t_lower <= q->t1, "t_lower", v, w->t_lower);
      check_apart_before(v, w->t_lower);
      break;
  }
}

/* Walks the trials whose family is one of those named between bars, or all of them. */
static tally walk_trials(const char *families, uint64_t count) {
  visit v = {.axis = 0};
  tally sum = {{0, 0, 0, 0}, 0, 0};
  exact_pair_init(&v.pair);
  for (uint64_t n = 0; n < count; n++) {
    char name[64];
    trial_make(n, &v.trial);
    snprintf(name, sizeof name, "|%s|", v.trial.family);
    if (families != NULL && strstr(families, name) == NULL) continue;
    v.all = v.trial.against_half_space ? 1u : (1u << BMS_AXES) - 1;
    if (trial_prepare(&v.trial, &v.relative)) check_walk(&v, NULL, &sum);
  }
  exact_pair_clear(&v.pair);
  print_message("# separated %llu, contact %llu, overlapping %llu, open %llu; enclosures up to %g ulps, %d steps\n",
                (unsigned long long)sum.count[BMS_WALK_SEPARATED], (unsigned long long)sum.count[BMS_WALK_CONTACT],
                (unsigned long long)sum.count[BMS_WALK_OVERLAPPING], (unsigned long long)sum.count[BMS_WALK_OPEN],
                sum.widest, sum.most_steps);
  return sum;
}

/* ------------------------------------------------------------------ tests */

static void every_claim_of_the_walk_holds_in_exact_arithmetic(void **state) {
  (void)state;
  tally sum = walk_trials(NULL, trial_count(TRIALS));
  for (int end = 0; end < 4; end++) assert_true(sum.count[end] > trial_count(TRIALS) / 20);
}

/* The fast tier's walk, if it has come to a root. */
static void a_walk_that_goes_on_from_another_one_keeps_its_word(void **state) {
  visit v = {.all = (1u << BMS_AXES) - 1};
  tally sum = {{0, 0, 0, 0}, 0, 0};
  bms_walk_begun begun;
  bms_contact answer;
  bms_part where;
  int begun_walks = 0;
  (void)state;
  exact_pair_init(&v.pair);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &v.trial);
    if (v.trial.against_half_space || bms_first_contact_fast(&v.trial.query, NULL, &begun, &answer)) continue;
    check(!begun.valid || bms_validate(&v.trial.query, &where) == BMS_VALID, "not valid", &v, begun.t);
    if (begun.plane.side == 0 || !trial_prepare(&v.trial, &v.relative)) continue;
    begun_walks++;
    check(begun.t > v.trial.query.t0 && begun.t <= v.trial.query.t1, "no time", &v, begun.t);
    check(sign_at_double(&v, begun.t) > 0, "not apart", &v, begun.t);
    check_apart_before(&v, begun.t);
    check_walk(&v, &begun, &sum);
  }
  exact_pair_clear(&v.pair);
  print_message("# %d walks gone on with, contact in %llu, open %llu\n", begun_walks,
                (unsigned long long)sum.count[BMS_WALK_CONTACT], (unsigned long long)sum.count[BMS_WALK_OPEN]);
  assert_true(sum.count[BMS_WALK_CONTACT] > 0 && sum.count[BMS_WALK_OVERLAPPING] == 0);
}

static void the_walk_settles_nearly_all_ordinary_queries(void **state) {
  (void)state;
  tally sum = walk_trials("|tumble|accelerate|wide_turn|far|shear|homogeneous|mixed|bullet|", trial_count(TRIALS));
  uint64_t settled = sum.count[BMS_WALK_SEPARATED] + sum.count[BMS_WALK_CONTACT] + sum.count[BMS_WALK_OVERLAPPING];
  assert_true(sum.count[BMS_WALK_OPEN] * 20 <= settled);
}

static void the_walk_leaves_exact_ties_open(void **state) {
  (void)state;
  tally sum = walk_trials("|graze|graze_point|touch_start|double_root|", trial_count(TRIALS));
  assert_true(sum.count[BMS_WALK_OPEN] > 0);
}

/* A box is as far from a face of another as doubles can resolve: the two stay apart if they keep their poses, and meet
   at once if either turns, or if one comes nearer at a speed or from rest. */
static void what_moves_does_not_stand_still(void **state) {
  enum { TURNS_A, TURNS_B, COMES, FALLS, STANDS, KINDS };
  const double here[3] = {0, 0, 0}, beside[3] = {1 + 0x1p-52, 0, 0};
  const double upright[4] = {1, 0, 0, 0}, turned[4] = {1, 0, 0, 0.25};
  (void)state;
  for (int kind = 0; kind < KINDS; kind++) {
    bms_contact contact;
    bms_query query = {.t0 = 0, .t1 = 1};
    query.a = query.b = (bms_body){bms_box_centred(1, 1, 1), {0}};
    query.a.motion = bms_motion_between(0, here, upright, 1, here, kind == TURNS_A ? turned : upright);
    query.b.motion = bms_motion_between(0, beside, upright, 1, beside, kind == TURNS_B ? turned : upright);
    if (kind == COMES) query.b.motion.rigid.position[0][1] = -0.5;
    if (kind == FALLS) query.b.motion.rigid.position[0][2] = -0.5;
    assert_int_equal(bms_first_contact(&query, &contact), kind == STANDS ? BMS_SEPARATED : BMS_CONTACT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_moves_does_not_stand_still),
      cmocka_unit_test(every_claim_of_the_walk_holds_in_exact_arithmetic),
      cmocka_unit_test(a_walk_that_goes_on_from_another_one_keeps_its_word),
      cmocka_unit_test(the_walk_settles_nearly_all_ordinary_queries),
      cmocka_unit_test(the_walk_leaves_exact_ties_open),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
