/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Origins of time.  A query whose motions count from its own origin has the answer of the same numbers at 0, bit for
 * bit.  Any others are judged by the oracle, which shifts their polynomials in rational numbers.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "approach.h"
#include "bms_derivative.h"
#include "bms_path.h"
#include "bms_shapes.h"
#include "check.h"
#include "derivative/numbers.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

enum { QUERIES_PER_FAMILY = 4, MOST_INTERVALS = 8 };

static const double ORIGIN[] = {1e3, 1.7e9, 1.7e12, -1e15};

enum { ORIGINS = sizeof ORIGIN / sizeof ORIGIN[0] };

static void demand(bool right, const char *what, const bms_query *query, const bms_contact *contact) {
  if (right) return;
  print_message("# %s: status %d, reason %d, [%a, %a], t %a\n", what, contact->status, contact->reason,
                contact->t_lower, contact->t_upper, contact->t);
  query_write_json(stdout, what, query);
  fail();
}

static bms_query moved_to(const bms_query *query, double origin) {
  bms_query out = *query;
  out.origin = out.a.motion.origin = out.b.motion.origin = origin;
  return out;
}

static bool is_contact(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* ------------------------------------------------------------------ one origin */

static void a_query_at_its_own_origin_has_the_answer_of_the_same_numbers_at_zero(void **state) {
  static const double ANY[] = {1e3, 1.7e9, 1.7e12, -1e15, DBL_MAX, -DBL_TRUE_MIN};
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      bms_query query;
      bms_contact at_zero, here;
      bms_contact_interval of_zero[MOST_INTERVALS] = {{0}}, of_here[MOST_INTERVALS] = {{0}};
      int count, other;
      family_query(family, (uint64_t)seed, &query);
      bms_query far = moved_to(&query, ANY[(family + seed) % 6]);
      bms_first_contact(&query, &at_zero);
      bms_first_contact(&far, &here);
      demand(memcmp(&at_zero, &here, sizeof here) == 0, "first contact", &far, &here);
      bms_first_approach(&query, &at_zero);
      bms_first_approach(&far, &here);
      demand(memcmp(&at_zero, &here, sizeof here) == 0, "first approach", &far, &here);
      bms_first_contact_near(&query, 1e-9, &at_zero, NULL);
      bms_first_contact_near(&far, 1e-9, &here, NULL);
      demand(memcmp(&at_zero, &here, sizeof here) == 0, "first contact, near", &far, &here);
      bms_contact_intervals(&query, MOST_INTERVALS, of_zero, &count);
      bms_contact_intervals(&far, MOST_INTERVALS, of_here, &other);
      demand(count == other && memcmp(of_zero, of_here, sizeof of_here) == 0, "intervals", &far, &here);
    }
}

static void derivatives_count_from_the_origin_of_each_motion(void **state) {
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    bms_query query;
    bms_contact at_zero, here;
    bms_derivative of_zero, of_here;
    family_query(family, 1, &query);
    bms_query far = moved_to(&query, ORIGIN[family % ORIGINS]);
    bms_first_contact_derivative(&query, &at_zero, &of_zero);
    bms_first_contact_derivative(&far, &here, &of_here);
    demand(memcmp(&at_zero, &here, sizeof here) == 0 && of_zero.status == of_here.status, "status", &far, &here);
    double *x[BMS_MOST_NUMBERS], *y[BMS_MOST_NUMBERS];
    int count = bms_numbers_of(&of_zero.below, x);
    bms_numbers_of(&of_here.below, y);
    for (int i = 0; i < count && of_zero.status <= BMS_DERIVATIVE_ONE_SIDED; i++)
      demand(!(fabs(*x[i] - *y[i]) > 1e-12 * fabs(*x[i])), "derivative", &far, &here);
  }
}

/* ------------------------------------------------------------------ judged by the oracle */

typedef struct tally {
  int judged, contacts, unresolved, nearest;
} tally;

/* Judges an answer to a query whose times are doubles of another origin than its motions'.  Both bounds of the time
   less the motion's origin are `grain` apart at most: for a whole answer, doubles next to each other. */
static void judge_answer(const bms_query *query, bms_contact contact, bool approach, double grain, tally *sum) {
  oracle exact;
  bms_status status = contact.status;
  sum->judged++;
  sum->unresolved += status == BMS_UNRESOLVED;
  if (status == BMS_UNRESOLVED) return;
  if (approach)
    oracle_init_approach(&exact, query);
  else
    oracle_init(&exact, query);
  demand(status == exact.status, "another status than the oracle's", query, &contact);
  if (status == BMS_INVALID) {
    demand(contact.reason == exact.reason && contact.where == exact.where, "another reason", query, &contact);
  } else if (is_contact(status)) {
    double ulp = nextafter(fabs(contact.t), INFINITY) - fabs(contact.t);
    demand(query->t0 <= contact.t_lower && contact.t_lower <= contact.t && contact.t <= contact.t_upper &&
               contact.t_upper <= query->t1,
           "order", query, &contact);
    demand(oracle_compare(&exact, contact.t_lower) >= 0, "late", query, &contact);
    demand(oracle_compare(&exact, contact.t_upper) <= 0, "early", query, &contact);
    demand(contact.t_upper - contact.t_lower <= 2 * ulp + grain, "wide", query, &contact);
    sum->nearest += contact.t == oracle_nearest(&exact, &exact.time);
    sum->contacts++;
  }
  oracle_clear(&exact);
}

static void judge(const bms_query *query, double grain, tally *sum) {
  bms_contact contact;
  bms_first_contact(query, &contact);
  judge_answer(query, contact, false, grain, sum);
}

/* Judges the contact intervals of a query with any origins: as many as the oracle has, each end enclosed. */
static void judge_intervals(const bms_query *query, tally *sum) {
  bms_contact_interval found[MOST_INTERVALS];
  bms_contact none = {.status = BMS_INVALID};
  oracle_interval *wanted;
  oracle exact;
  int count;
  bms_status status = bms_contact_intervals(query, MOST_INTERVALS, found, &count);
  sum->judged++;
  sum->unresolved += status == BMS_UNRESOLVED;
  if (status == BMS_UNRESOLVED) return;
  oracle_init(&exact, query);
  int wanted_count = oracle_intervals(&exact, &wanted);
  demand((status == BMS_INVALID) == (exact.status == BMS_INVALID) && count == wanted_count, "count", query, &none);
  for (int i = 0; i < count && i < MOST_INTERVALS; i++) {
    const bms_contact_interval *x = &found[i];
    bool enclosed = oracle_compare_time(&exact, &wanted[i].enter, x->enter_lower) >= 0 &&
                    oracle_compare_time(&exact, &wanted[i].enter, x->enter_upper) <= 0 &&
                    oracle_compare_time(&exact, &wanted[i].exit, x->exit_lower) >= 0 &&
                    oracle_compare_time(&exact, &wanted[i].exit, x->exit_upper) <= 0;
    demand(enclosed && query->t0 <= x->enter_lower && x->exit_upper <= query->t1, "ends", query, &none);
  }
  sum->contacts += count;
  oracle_intervals_clear(wanted, wanted_count);
  oracle_clear(&exact);
}

static void print_tally(const char *what, const tally *sum) {
  print_message("# %s: %d judged, %d in contact, %d at the nearest double, %d unresolved\n", what, sum->judged,
                sum->contacts, sum->nearest, sum->unresolved);
}

/* Makes the ends of an interval doubles at an origin as well. */
static bool round_interval(bms_query *query, double origin) {
  query->t0 = (origin + query->t0) - origin;
  query->t1 = (origin + query->t1) - origin;
  return query->t0 <= query->t1 && isfinite(query->t0) && isfinite(query->t1) &&
         query->t0 == (origin + query->t0) - origin && query->t1 == (origin + query->t1) - origin;
}

static double grain_of(const bms_query *query) {
  double latest = fmax(fabs(query->t0), fabs(query->t1));
  return nextafter(latest, INFINITY) - latest;
}

/* The query counts from 0, as a caller's who knows nothing of origins; the motions from theirs. */
static void times_from_zero_enclose_contacts_of_motions_at_their_origin(void **state) {
  (void)state;
  tally sum = {0};
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(2 * QUERIES_PER_FAMILY); seed++) {
      double origin = ORIGIN[seed % ORIGINS];
      bms_query query;
      family_query(family, (uint64_t)seed, &query);
      if (family_group_of(family) == FAMILY_HOSTILE || !round_interval(&query, origin)) continue;
      double grain = grain_of(&query);
      bms_query far = moved_to(&query, origin);
      far.origin = 0;
      far.t0 += origin;
      far.t1 += origin;
      judge(&far, grain, &sum);
    }
  print_tally("from 0", &sum);
  assert_true(sum.contacts > repetitions(100) && sum.unresolved * 50 < sum.judged);
}

/* The time alone, with a hint that is kept from query to query, the first approach and all contact intervals. */
static void other_questions_at_every_origin_are_judged_as_well(void **state) {
  static const double ANY[] = {0, 1e3, 1.7e9, 1.7e12, -1e15};
  (void)state;
  for (int k = 0; k < (int)(sizeof ANY / sizeof ANY[0]); k++) {
    tally time = {0}, approach = {0}, intervals = {0};
    for (int family = 0; family < family_count(); family++) {
      bms_hint hint = {0};
      for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY / 2); seed++) {
        bms_query query;
        bms_contact contact;
        family_query(family, (uint64_t)seed, &query);
        if (family_group_of(family) == FAMILY_HOSTILE || !round_interval(&query, ANY[k])) continue;
        double grain = grain_of(&query);
        query = moved_to(&query, ANY[k]);
        if (seed % 2 == 0) query.origin = 0;
        if (seed % 2 == 0) query.t0 += ANY[k];
        if (seed % 2 == 0) query.t1 += ANY[k];
        bms_first_contact_time(&query, &hint, &contact);
        judge_answer(&query, contact, false, grain + 0x1p-30 * (query.t1 - query.t0), &time);
        bms_first_approach(&query, &contact);
        judge_answer(&query, contact, true, grain, &approach);
        judge_intervals(&query, &intervals);
      }
    }
    print_message("# origin %g\n", ANY[k]);
    print_tally("time alone, with a hint", &time);
    print_tally("first approach", &approach);
    print_tally("intervals", &intervals);
    assert_true(intervals.contacts > repetitions(40) && intervals.unresolved * 50 < intervals.judged);
    assert_true(time.contacts > repetitions(60) && time.unresolved * 50 < time.judged);
    assert_true(approach.contacts > repetitions(40) && approach.unresolved * 50 < approach.judged);
  }
}

static void motions_with_different_origins_are_shifted_exactly(void **state) {
  (void)state;
  random_source r = random_from(45);
  tally sum = {0};
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) {
      double origin = ORIGIN[seed % ORIGINS], distance = ldexp(random_below(&r, 1 << 10), -8 - random_below(&r, 4));
      bms_query query;
      family_query(family, (uint64_t)seed, &query);
      if (family_group_of(family) == FAMILY_HOSTILE || !(query.t0 <= query.t1)) continue;
      bms_query far = moved_to(&query, origin);
      double *moved = seed % 2 == 0 ? &far.a.motion.origin : &far.b.motion.origin;
      *moved += origin == 1e3 || origin == 1.7e9 ? distance : ceil(distance) * 4;
      judge(&far, grain_of(&query) + fabs(*moved - origin) * DBL_EPSILON, &sum);
    }
  print_tally("apart", &sum);
  assert_true(sum.contacts > repetitions(50) && sum.unresolved * 20 < sum.judged);
}

/* ------------------------------------------------------------------ motions from constructors */

static const double UPRIGHT[4] = {1, 0, 0, 0}, TURNED[4] = {0.9, 0.1, 0.3, 0.2};

/* A cube that comes along x from t0 on, on the way from 2.5 to 0.5 within `length`, and one that rests. */
static bms_query cubes_from(double t0, double length) {
  const double from[3] = {2.5, 0.1, 0.2}, to[3] = {0.5, 0.1, 0.2}, nowhere[3] = {0, 0, 0};
  bms_query query = {.t0 = t0, .t1 = t0 + length};
  query.a = (bms_body){bms_box_centred(1, 1, 1), bms_motion_fixed(nowhere, UPRIGHT)};
  query.b = (bms_body){bms_box_centred(1, 1, 1), bms_motion_between(t0, from, UPRIGHT, t0 + length, to, TURNED)};
  return query;
}

static void a_caller_of_absolute_times_gets_the_contact_of_the_poses(void **state) {
  (void)state;
  tally sum = {0};
  bms_query near = cubes_from(0, 8);
  bms_contact first, contact;
  assert_int_equal(bms_first_contact(&near, &first), BMS_CONTACT);
  for (int k = 0; k < ORIGINS; k++) {
    bms_query query = cubes_from(ORIGIN[k], 8);
    judge(&query, 0, &sum);
    assert_int_equal(bms_first_contact(&query, &contact), BMS_CONTACT);
    assert_true(contact.t_lower - ORIGIN[k] <= first.t && first.t <= contact.t_upper - ORIGIN[k]);
    query.origin = ORIGIN[k];
    query.t0 = 0;
    query.t1 = 8;
    assert_int_equal(bms_first_contact(&query, &contact), BMS_CONTACT);
    assert_true(contact.t == first.t && contact.t_lower == first.t_lower && contact.t_upper == first.t_upper);
  }
}

static void a_half_space_counts_from_zero(void **state) {
  const bms_half_space wall = {{1, 0, 0}, 0};
  bms_contact first, contact;
  (void)state;
  for (int k = 0; k < ORIGINS; k++) {
    bms_query near = cubes_from(0, 8), far = cubes_from(ORIGIN[k], 8);
    bms_contact_interval interval;
    int count;
    assert_int_equal(bms_half_space_first_contact(&wall, &near.b, 0, 8, &first), BMS_CONTACT);
    assert_int_equal(bms_half_space_first_contact(&wall, &far.b, far.t0, far.t1, &contact), BMS_CONTACT);
    assert_true(contact.t_lower - ORIGIN[k] <= first.t && first.t <= contact.t_upper - ORIGIN[k]);
    assert_int_equal(bms_half_space_first_approach(&wall, &far.b, far.t0, far.t1, &contact), BMS_CONTACT);
    assert_true(contact.t_lower - ORIGIN[k] <= first.t && first.t <= contact.t_upper - ORIGIN[k]);
    assert_int_equal(bms_half_space_contact_intervals(&wall, &far.b, far.t0, far.t1, 1, &interval, &count),
                     BMS_CONTACT);
    assert_true(interval.enter_lower <= contact.t_upper && interval.enter_upper >= contact.t_lower);
  }
}

static void single_times_and_bounds_count_from_zero(void **state) {
  (void)state;
  for (int k = 0; k < ORIGINS; k++) {
    bms_query near = cubes_from(0, 8), far = cubes_from(ORIGIN[k], 8);
    bms_separation at_zero, here;
    double min[2][3], max[2][3];
    bms_separation_at(&near.a, &near.b, 2, &at_zero);
    bms_separation_at(&far.a, &far.b, far.t0 + 2, &here);
    assert_true(at_zero.gap == here.gap && at_zero.pair.kind == here.pair.kind);
    bms_swept_bounds(&near.b, 0, 8, min[0], max[0]);
    bms_swept_bounds(&far.b, far.t0, far.t1, min[1], max[1]);
    assert_memory_equal(min[0], min[1], sizeof min[0]);
    assert_memory_equal(max[0], max[1], sizeof max[0]);
  }
}

static void convex_shapes_count_from_zero(void **state) {
  (void)state;
  for (int k = 0; k < ORIGINS; k++) {
    bms_query near = cubes_from(0, 8), far = cubes_from(ORIGIN[k], 8);
    bms_convex_query query = {.t1 = 8,
                              .a = bms_convex_capsule(0.5, 0.5),
                              .b = bms_convex_box(&near.b.box, 0.125),
                              .motion_a = near.a.motion,
                              .motion_b = near.b.motion,
                              .nearness = 1e-6};
    bms_convex_contact first, contact;
    bms_convex_separation at_zero, here;
    assert_int_equal(bms_convex_first_contact(&query, NULL, &first), BMS_CONTACT);
    assert_int_equal(bms_convex_separation_at(&query, 2, &at_zero), BMS_VALID);
    query.t0 = far.t0;
    query.t1 = far.t1;
    query.motion_a = far.a.motion;
    query.motion_b = far.b.motion;
    assert_int_equal(bms_convex_first_contact(&query, NULL, &contact), BMS_CONTACT);
    assert_true(contact.t_lower - ORIGIN[k] <= first.t_lower && first.t_upper <= contact.t_upper - ORIGIN[k]);
    assert_int_equal(bms_convex_separation_at(&query, far.t0 + 2, &here), BMS_VALID);
    assert_true(at_zero.lower == here.lower && at_zero.upper == here.upper);
  }
}

/* ------------------------------------------------------------------ paths */

enum { PIECES = 64 };

static bms_path_query path_query_from(double t0, double later, bms_piece a[PIECES], bms_piece b[PIECES]) {
  const double from[3] = {2.5, 0.1, 0.2}, to[3] = {0.5, 0.1, 0.2}, nowhere[3] = {0, 0, 0};
  bms_path_query query = {.t0 = t0, .t1 = t0 + 8, .a = {.box = bms_box_centred(1, 1, 1)}};
  bms_spin turn = bms_spin_between(t0 - later, nowhere, UPRIGHT, t0 + 8, nowhere, TURNED);
  bms_spin fall = bms_spin_between(t0, from, UPRIGHT, t0 + 8, to, TURNED);
  bms_smooth of_a = bms_spin_motion(&turn), of_b = bms_spin_motion(&fall);
  query.b.box = query.a.box;
  query.a.path.piece = a;
  query.b.path.piece = b;
  assert_int_equal(bms_path_fit(&of_a, 1, t0 - later, t0 + 8, 1e-6, PIECES, a, &query.a.path.count), 0);
  assert_int_equal(bms_path_fit(&of_b, 1, t0, t0 + 8, 1e-6, PIECES, b, &query.b.path.count), 0);
  assert_true(query.a.path.count <= PIECES && query.b.path.count <= PIECES);
  return query;
}

/* Paths that begin at one time, and at two, so that their pieces have different origins. */
static void paths_at_any_time_are_as_good_as_at_zero(void **state) {
  bms_piece a[2][PIECES], b[2][PIECES];
  bms_path_contact first, contact;
  bms_clearance at_zero, here;
  (void)state;
  for (int k = 0; k < ORIGINS - 1; k++) /* doubles are an eighth apart at the last one */
    for (int later = 0; later < 2; later++) {
      bms_path_query near = path_query_from(0, later, a[0], b[0]), far = path_query_from(ORIGIN[k], later, a[1], b[1]);
      assert_int_equal(bms_path_first_contact(&near, &first), BMS_CONTACT);
      assert_int_equal(bms_path_first_contact(&far, &contact), BMS_CONTACT);
      double ulp = nextafter(contact.t, INFINITY) - contact.t;
      assert_true(fabs((contact.t - ORIGIN[k]) - first.t) <= ulp + 1e-5);
      assert_true(contact.slack < 1.001 * 2e-6);
      near.t1 = 2;
      far.t1 = far.t0 + 2;
      assert_int_equal(bms_path_clearance(&near, 1e-6, &at_zero), BMS_SEPARATED);
      assert_int_equal(bms_path_clearance(&far, 1e-6, &here), BMS_SEPARATED);
      assert_true(here.lower <= at_zero.upper && at_zero.lower <= here.upper && here.upper - here.lower < 1e-5);
      assert_true(here.t >= far.t0 && here.t <= far.t1);
    }
}

/* ------------------------------------------------------------------ what is no origin */

static void origins_that_are_none_are_refused(void **state) {
  bms_contact contact;
  (void)state;
  bms_query query = cubes_from(0, 8), bad = query;
  bad.origin = NAN;
  assert_int_equal(bms_first_contact(&bad, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_INTERVAL_NOT_FINITE && contact.where == BMS_PART_QUERY);
  bad = query;
  bad.b.motion.origin = INFINITY;
  assert_int_equal(bms_first_contact(&bad, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_MOTION_NOT_FINITE && contact.where == BMS_PART_B);
  bad = query;
  bad.origin = 0.1; /* neither 0.1 - 1e9 / 3 nor 1e9 / 3 + 8 are doubles */
  bad.b.motion.origin = 1e9 / 3;
  assert_int_equal(bms_first_contact(&bad, &contact), BMS_INVALID);
  assert_true(contact.reason == BMS_OUT_OF_RANGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_query_at_its_own_origin_has_the_answer_of_the_same_numbers_at_zero),
      cmocka_unit_test(derivatives_count_from_the_origin_of_each_motion),
      cmocka_unit_test(times_from_zero_enclose_contacts_of_motions_at_their_origin),
      cmocka_unit_test(other_questions_at_every_origin_are_judged_as_well),
      cmocka_unit_test(motions_with_different_origins_are_shifted_exactly),
      cmocka_unit_test(a_caller_of_absolute_times_gets_the_contact_of_the_poses),
      cmocka_unit_test(a_half_space_counts_from_zero),
      cmocka_unit_test(single_times_and_bounds_count_from_zero),
      cmocka_unit_test(convex_shapes_count_from_zero),
      cmocka_unit_test(paths_at_any_time_are_as_good_as_at_zero),
      cmocka_unit_test(origins_that_are_none_are_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
