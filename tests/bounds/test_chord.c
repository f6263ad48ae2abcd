/* SPDX-License-Identifier: BSD-3-Clause */

/* How far gaps are from their chords, against exact arithmetic. */

#include "planes/chord.c"

#include "bounds.h"
#include "exact_gap.h"
#include "families.h"

static void the_budget_is_the_sum_of_its_items(void **state) {
  (void)state;
  /* |p''| <= n (n - 1) M / T^2 of degree 10, over 8, and M <= e / (160 u) */
  bounds_sum("CHORD_ERROR", 10 * 9 / 8. / 160, CHORD_ERROR);
  /* of the slope, w |p''| / 2: four times w^2 |p''| / 8 in a unit of the stretch; a radius turns by twice that */
  bounds_sum("SLOPE_FACTOR", 2 * 4, SLOPE_FACTOR);
}

/* Computes the gap at t, whatever the signs of its radii. */
static void gap_at(exact_pair *pair, const bms_query *query, double t, int axis, int side, mpq_t gap) {
  mpq_t time;
  mpq_init(time);
  mpq_set_d(time, t);
  exact_pair_at(pair, query, NULL, time);
  exact_gap(pair, axis, side, EXACT_PLANE, gap);
  mpq_clear(time);
}

/* Computes the value at s of a gap of degree 1. */
static void chord_at(const bms_gap *near, double s, mpq_t value) {
  mpq_t part, place, rest;
  mpq_inits(part, place, rest, NULL);
  mpq_set_d(place, s);
  mpq_set_ui(rest, 1, 1);
  mpq_sub(rest, rest, place);
  for (int k = -1; k < near->radii; k++) {
    const bms_polynomial *p = k < 0 ? &near->distance : &near->radius[k];
    mpq_t term;
    mpq_init(term);
    mpq_set_d(term, p->c[0]);
    mpq_mul(term, term, rest);
    mpq_set_d(part, p->c[1]);
    mpq_mul(part, part, place);
    mpq_add(term, term, part);
    if (k < 0) {
      mpq_set(value, term);
    } else {
      mpq_abs(term, term);
      mpq_sub(value, value, term);
    }
    mpq_clear(term);
  }
  mpq_clears(part, place, rest, NULL);
}

typedef struct tally {
  double middle, off; /* the largest shares: of CHORD_ERROR in the middle, of the error that chords come with */
  int straight;
} tally;

/* Measures a gap over a stretch of a query, at a place that is a double of its times. */
static void measure(exact_pair *pair, const bms_query *query, const bms_relative *relative, double ta, double tb,
                    int axis, tally *sum) {
  bms_gap near;
  double middle = 0.5 * ta + 0.5 * tb, s = (middle - ta) / (tb - ta);
  mpq_t exact, chord;
  mpq_inits(exact, chord, NULL);
  bms_precise_instants at;
  bms_precise_instants_begin(relative, &at);
  bms_chord_along(&at, ta, tb, (bms_axis_side){axis, 1}, &near);
  gap_at(pair, query, middle, axis, 1, exact);
  chord_at(&near, s, chord);
  mpq_sub(exact, exact, chord);
  double off = fabs(mpq_get_d(exact)), bound = bms_chord_error(relative, axis, tb - ta);
  double rounding = 2 * BMS_ROUNDING * bms_max(fabs(near.distance.c[0]), fabs(near.distance.c[1]));
  sum->off = fmax(sum->off, off / near.error);
  if (near.radii == 0 && bound > 0x1p10 * rounding) {
    sum->middle = fmax(sum->middle, off / bound);
    sum->straight++;
  }
  mpq_clears(exact, chord, NULL);
}

static void gaps_are_as_near_to_their_chords_as_counted(void **state) {
  (void)state;
  enum { TRIALS = 600 };
  random_source r = random_from(11);
  exact_pair pair;
  tally sum = {0};
  exact_pair_init(&pair);
  for (int n = 0; n < repetitions(TRIALS); n++) {
    bms_query query;
    bms_relative relative;
    family_query(random_below(&r, family_count()), (uint64_t)n + 1, &query);
    if (!bms_relative_prepare(&query, &relative) || is_linear(&relative)) continue;
    if (n % 2 == 0) bms_relative_sharpen(&relative);
    double t = random_uniform(&r, query.t0, query.t1);
    double width = random_power_of_ten(&r, -14, -1) * latest(&relative), end = fmin(t + width, query.t1);
    if (!(end > t)) continue;
    measure(&pair, &query, &relative, t, end, random_below(&r, BMS_AXES), &sum);
  }
  print_message("# CHORD_ERROR: up to %.2g of the bound in %d cases; chords up to %.2g of what they say\n", sum.middle,
                sum.straight, sum.off);
  assert_true(sum.straight > repetitions(TRIALS) / 100);
  assert_true(sum.middle <= 1 && sum.off <= 1);
  exact_pair_clear(&pair);
}

BOUNDS_MAIN(cmocka_unit_test(the_budget_is_the_sum_of_its_items),
            cmocka_unit_test(gaps_are_as_near_to_their_chords_as_counted))
