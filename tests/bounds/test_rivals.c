/* SPDX-License-Identifier: BSD-3-Clause */

/* How far a gap is from its chord over an enclosure, against exact arithmetic. */

#include "certified/rivals.c"

#include "bounds.h"
#include "exact_gap.h"
#include "families.h"

static void the_budget_is_the_sum_of_its_items(void **state) {
  (void)state;
  /* |p''| <= n (n - 1) M / T^2 of degree 10, over 8, and M <= e / (160 u) */
  bounds_sum("CHORD_ERROR", 10 * 9 / 8. / 160, CHORD_ERROR);
}

/* Computes the gap at t. */
static void gap_at(exact_pair *pair, const bms_query *query, double t, const bms_axis_side *plane, mpq_t gap) {
  mpq_t time;
  mpq_init(time);
  mpq_set_d(time, t);
  exact_pair_at(pair, query, NULL, time);
  exact_gap(pair, plane->axis, plane->side, EXACT_PLANE, gap);
  mpq_clear(time);
}

/* Returns what the gap is off its chord by in the middle of [before, behind], as a part of the bound. */
static double share_of_chord(exact_pair *pair, const bms_query *query, const enclosure *e, const crossing *c) {
  mpq_t gap, chord, half;
  mpq_inits(gap, chord, half, NULL);
  gap_at(pair, query, e->before, &c->plane, chord);
  gap_at(pair, query, e->behind, &c->plane, gap);
  mpq_add(chord, chord, gap);
  mpq_set_d(half, 0.5);
  mpq_mul(chord, chord, half);
  gap_at(pair, query, e->before + 0.5 * (e->behind - e->before), &c->plane, gap);
  mpq_sub(gap, gap, chord);
  double part = fabs(mpq_get_d(gap)) / chord_error(e->relative, c->plane.axis, e->behind - e->before);
  mpq_clears(gap, chord, half, NULL);
  return part;
}

static void gaps_are_as_near_to_their_chords_as_counted(void **state) {
  (void)state;
  enum { TRIALS = 300 };
  random_source r = random_from(11);
  exact_pair pair;
  double greatest = 0;
  int steady = 0;
  exact_pair_init(&pair);
  for (int n = 0; n < repetitions(TRIALS); n++) {
    bms_query query;
    bms_relative relative;
    enclosure e;
    family_query(random_below(&r, family_count()), (uint64_t)n + 1, &query);
    if (!bms_relative_prepare(&query, &relative) || is_linear(&relative)) continue;
    double t = random_uniform(&r, query.t0, query.t1), T = fmax(fabs(query.t0), fabs(query.t1));
    enclose(&relative, t, fmin(t + 0x1p-20 * T, query.t1), &e);
    crossing c = look(&e, random_below(&r, BMS_AXES));
    if (!c.steady || !(e.behind > e.before)) continue;
    greatest = fmax(greatest, share_of_chord(&pair, &query, &e, &c));
    steady++;
  }
  print_message("# CHORD_ERROR: up to %.2g of the bound in %d cases\n", greatest, steady);
  assert_true(steady > repetitions(TRIALS) / 10);
  assert_true(greatest <= 1);
  exact_pair_clear(&pair);
}

BOUNDS_MAIN(cmocka_unit_test(the_budget_is_the_sum_of_its_items),
            cmocka_unit_test(gaps_are_as_near_to_their_chords_as_counted))
