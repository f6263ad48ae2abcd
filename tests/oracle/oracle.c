/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The sweep: stand at t0; while some axis keeps the boxes apart here, go to the end of its interval.  The end itself
 * does not belong to it, so either another axis covers that time too, or it is the first contact.  Every step is to the
 * end of an interval not used before; there are finitely many.
 */

#include "oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bits for the double nearest to a time: more than lie between 2^400 and the least double. */
enum { BITS_OF_NEAREST = 1600 };

/* Below this ORACLE_BITS of the interval may not be enough. */
static const double SMALL_TIME = 1e-30;

static apart_set *apart_of(oracle *o, int axis) {
  apart_set_build(&o->apart[axis], scene_axis_of(&o->scene, axis));
  return &o->apart[axis];
}

/* Returns an interval of some axis that covers this time, else NULL. */
static apart *covering(oracle *o, algebraic *at) {
  int k;

  for (k = 0; k < SCENE_AXES; k++)
    if (scene_gap_sign(scene_axis_of(&o->scene, k), at) > 0) return apart_set_find(apart_of(o, k), at);
  return NULL;
}

/* Moves `at` on to the first time >= at that no axis covers.  Returns 0 if all that follows is covered. */
static int advance_to_contact(oracle *o, algebraic *at) {
  apart *cover;

  while ((cover = covering(o, at)) != NULL) {
    if (cover->to_included) return 0;
    algebraic_set(at, &cover->to);
  }
  return 1;
}

/* Sets `exit` to the time up to which the contact at `at` lasts.  Returns the interval that begins there, NULL if there
 * is none. */
static apart *find_exit(oracle *o, algebraic *at, algebraic *exit) {
  int i, k;
  apart *next = NULL;

  algebraic_set_dyadic(exit, 1, 0);
  for (k = 0; k < SCENE_AXES; k++) {
    apart_set *set = apart_of(o, k);
    for (i = 0; i < set->count; i++) {
      algebraic *from = &set->interval[i].from;
      if (set->interval[i].from_included || algebraic_compare(from, at) < 0 || algebraic_compare(from, exit) > 0)
        continue;
      algebraic_set(exit, from);
      next = &set->interval[i];
    }
  }
  return next;
}

/* Finds the axes that hold the boxes in touch, and what follows. Only an axis whose gap is zero here can part them at
   once. */
static void describe_contact(oracle *o) {
  int i, k, deep = 1;

  for (k = 0; k < SCENE_AXES; k++) {
    scene_axis *axis = scene_axis_of(&o->scene, k);
    apart_set *set;
    if (scene_gap_sign(axis, &o->time) != 0) continue;
    set = apart_of(o, k);
    for (i = 0; i < set->count; i++)
      if (algebraic_compare(&set->interval[i].from, &o->time) == 0) o->graze = 1;
    if (scene_axis_is_null(axis, &o->time)) continue;
    o->axes |= 1u << k;
    deep = 0;
  }
  if (deep) o->status = BMS_OVERLAPPING;
}

void oracle_init(oracle *o, const bms_query *query) {
  int k;
  algebraic start;

  o->graze = 0;
  o->axes = 0;
  algebraic_init(&o->time);
  for (k = 0; k < SCENE_AXES; k++) apart_set_init(&o->apart[k]);
  o->status = BMS_INVALID;
  o->reason = scene_init(&o->scene, query, &o->where);
  if (o->reason != BMS_VALID) return;
  o->status = BMS_SEPARATED;
  if (!advance_to_contact(o, &o->time)) return;
  algebraic_init(&start);
  o->status = algebraic_compare(&o->time, &start) == 0 ? BMS_TOUCHING : BMS_CONTACT;
  algebraic_clear(&start);
  describe_contact(o);
  algebraic_refine(&o->time, ORACLE_BITS);
}

void oracle_clear(oracle *o) {
  int k;

  for (k = 0; k < SCENE_AXES; k++) apart_set_clear(&o->apart[k]);
  scene_clear(&o->scene);
  algebraic_clear(&o->time);
}

/* Returns the sign of t(s) - t; t is spoilt. */
static int compare_to(const oracle *o, const algebraic *s, fmpq_t t) {
  fmpq_sub(t, t, o->scene.start);
  if (fmpq_is_zero(o->scene.length)) return -fmpq_sgn(t);
  fmpq_div(t, t, o->scene.length);
  return algebraic_compare_rational(s, t);
}

int oracle_compare_time(const oracle *o, const algebraic *s, double t) {
  int order;
  fmpq_t x;

  fmpq_init(x);
  exact_double(x, t);
  order = compare_to(o, s, x);
  fmpq_clear(x);
  return order;
}

int oracle_compare(const oracle *o, double t) {
  return oracle_compare_time(o, &o->time, t);
}

/* Returns t0 + length (low + high) / 2 of a time's bounds, rounded once. */
static double middle_of(const oracle *o, const algebraic *s) {
  double t;
  mpfr_t rounded;
  fmpq_t low, high;

  fmpq_init(low);
  fmpq_init(high);
  algebraic_bounds(s, low, high);
  fmpq_add(low, low, high);
  fmpq_div_2exp(low, low, 1);
  fmpq_mul(low, low, o->scene.length);
  fmpq_add(low, low, o->scene.start);
  mpfr_init2(rounded, BITS_OF_NEAREST);
  fmpq_get_mpfr(rounded, low, MPFR_RNDN);
  t = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  fmpq_clear(low);
  fmpq_clear(high);
  return t;
}

/* Returns 1 if the time is half-way between two doubles. */
static int is_half_way(const oracle *o, const algebraic *s, double t, double u) {
  int order;
  fmpq_t x, y;

  fmpq_init(x);
  fmpq_init(y);
  exact_double(x, t);
  exact_double(y, u);
  fmpq_add(x, x, y);
  fmpq_div_2exp(x, x, 1);
  order = compare_to(o, s, x);
  fmpq_clear(x);
  fmpq_clear(y);
  return order == 0;
}

static int is_odd(double t) {
  uint64_t bits;

  memcpy(&bits, &t, sizeof bits);
  return (int)(bits & 1);
}

/* Returns the double nearest to a time.  The enclosure is narrower than an ulp by far, so its middle stands for the
   time but in a tie.  Times near zero are doubles with ulps of 2^-1074. */
double oracle_nearest(const oracle *o, const algebraic *s) {
  double t, below, above;
  algebraic near;

  algebraic_init(&near);
  algebraic_set(&near, s);
  algebraic_refine(&near, near.depth + ORACLE_BITS);
  t = middle_of(o, &near);
  if (!near.exact && fabs(t) < SMALL_TIME) {
    algebraic_refine(&near, BITS_OF_NEAREST);
    t = middle_of(o, &near);
  }
  below = nextafter(t, -HUGE_VAL);
  above = nextafter(t, HUGE_VAL);
  if (is_odd(t) && is_half_way(o, &near, t, below)) t = below;
  if (is_odd(t) && is_half_way(o, &near, t, above)) t = above;
  algebraic_clear(&near);
  return t;
}

/* Cuts t 10^digits to an integer, and puts a point into it. */
void oracle_decimal(const oracle *o, int digits, char *text) {
  int length, negative;
  char *all;
  fmpq_t t, high;
  fmpz_t power;

  fmpq_init(t);
  fmpq_init(high);
  fmpz_init_set_si(power, 10);
  algebraic_bounds(&o->time, t, high);
  fmpq_add(t, t, high);
  fmpq_div_2exp(t, t, 1);
  fmpq_mul(t, t, o->scene.length);
  fmpq_add(t, t, o->scene.start);
  negative = fmpq_sgn(t) < 0;
  fmpz_pow_ui(power, power, (ulong)digits);
  fmpq_mul_fmpz(t, t, power);
  fmpz_tdiv_q(power, fmpq_numref(t), fmpq_denref(t));
  fmpz_abs(power, power);
  all = fmpz_get_str(NULL, 10, power);
  length = (int)strlen(all);
  text +=
      sprintf(text, "%s%.*s.", negative ? "-" : "", length > digits ? length - digits : 1, length > digits ? all : "0");
  for (; length < digits; digits--) text += sprintf(text, "0");
  sprintf(text, "%s", all + length - digits);
  flint_free(all);
  fmpq_clear(t);
  fmpq_clear(high);
  fmpz_clear(power);
}

int oracle_intervals(oracle *o, oracle_interval **interval) {
  int count = 0, capacity = 0, more = o->status != BMS_INVALID && o->status != BMS_SEPARATED;
  algebraic at;

  *interval = NULL;
  algebraic_init(&at);
  while (more && advance_to_contact(o, &at)) {
    oracle_interval *last;
    apart *next;
    if (count == capacity) {
      capacity = 2 * capacity + 4;
      *interval = realloc(*interval, (size_t)capacity * sizeof **interval);
      if (*interval == NULL) abort();
    }
    last = *interval + count++;
    algebraic_init(&last->enter);
    algebraic_init(&last->exit);
    algebraic_set(&last->enter, &at);
    next = find_exit(o, &at, &last->exit);
    more = next != NULL && !next->to_included;
    if (more) algebraic_set(&at, &next->to);
  }
  algebraic_clear(&at);
  return count;
}

void oracle_intervals_clear(oracle_interval *interval, int count) {
  int i;

  for (i = 0; i < count; i++) {
    algebraic_clear(&interval[i].enter);
    algebraic_clear(&interval[i].exit);
  }
  free(interval);
}

const char *oracle_axis_name(int axis) {
  static const char *const name[SCENE_AXES] = {"A.X",     "A.Y",     "A.Z",     "B.X",     "B.Y",
                                               "B.Z",     "A.XxB.X", "A.XxB.Y", "A.XxB.Z", "A.YxB.X",
                                               "A.YxB.Y", "A.YxB.Z", "A.ZxB.X", "A.ZxB.Y", "A.ZxB.Z"};
  return name[axis];
}
