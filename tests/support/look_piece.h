/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks planes over pieces of the interval.  These are functions of either fast walk, which differ in FAST_NODES:
 * the walk's header has to be included before.
 */

#ifndef LOOK_PIECE_H
#define LOOK_PIECE_H

#include "look.h"

enum { LOOK_MOST_PARTS = 24 };

/* Computes the plane's value at a place of its piece, exactly as its coefficients have it: the sum of
   c_i x^i (1 - x)^(n - i). */
static void look_plane_value(const fast_plane *plane, const mpq_t place, mpq_t value) {
  mpq_t rest, power, term;
  mpq_inits(rest, power, term, NULL);
  mpq_set_ui(power, 1, 1);
  mpq_sub(rest, power, place);
  mpq_set_ui(value, 0, 1);
  for (int i = 0; i < FAST_NODES; i++) {
    mpq_set_d(term, plane->c.place[i]);
    mpq_mul(term, term, power);
    mpq_mul(value, value, rest);
    mpq_add(value, value, term);
    mpq_mul(power, power, place);
  }
  mpq_clears(rest, power, term, NULL);
}

/* Takes the part of some terms behind, or before, place x; [s0, s1] is where they are. */
static void look_take_part(look *l, fast_terms *terms, bool behind, double x, mpq_t s0, mpq_t s1) {
  if (behind)
    fast_take_right(terms, x);
  else
    fast_take_left(terms, x);
  mpq_set_d(l->place, x);
  look_between(s0, s1, l->place, l->other);
  mpq_set(behind ? s0 : s1, l->other);
}

/* Makes the plane of terms over such a piece as the walk may come to: behind a place and another one, up to a third,
   and up to some more before that. */
static void look_random_piece(look *l, fast_terms *terms, fast_plane *plane, mpq_t s0, mpq_t s1) {
  random_source *r = &l->trial.random;
  mpq_set_d(s0, 0);
  mpq_set_d(s1, 1);
  for (int k = 0; k < 2; k++)
    if (random_below(r, 3) != 0) look_take_part(l, terms, true, random_uniform(r, 0, 1), s0, s1);
  if (random_below(r, 3) != 0) look_take_part(l, terms, false, random_power_of_ten(r, -9, 0), s0, s1);
  for (int k = random_below(r, 2) == 0 ? 0 : random_below(r, LOOK_MOST_PARTS); k > 0; k--)
    look_take_part(l, terms, false, random_uniform(r, 0, 1), s0, s1);
  fast_plane_of(terms, mpq_get_d(s0), mpq_get_d(s1), plane);
}

/* Checks that a plane over [s0, s1] is below the gap, and by its error where it is exact, `part` of that error being
   the most that rounding may use up. */
static void look_at_piece(look *l, look_gap *gap, bms_axis_side axis, const fast_plane *plane, const mpq_t s0,
                          const mpq_t s1, double part) {
  mpq_t s, value;
  mpq_inits(s, value, NULL);
  for (int k = 0; k < 3; k++) {
    trial_place(&l->trial, l->place);
    look_between(s0, s1, l->place, s);
    look_at_place(l, s);
    gap(l, axis.axis, axis.side);
    look_plane_value(plane, l->place, value);
    mpq_sub(value, l->gap, value); /* the bound is below the gap by this */
    double below = mpq_get_d(value);
    look_check(l, below > 0, "bound above the gap", axis.axis, below, plane->error);
    if (plane->exact) look_measure(l, fabs(below - plane->error), plane->error, part, "plane", axis.axis);
  }
  mpq_clears(s, value, NULL);
}

#endif /* LOOK_PIECE_H */
