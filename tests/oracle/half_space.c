/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Anything that changes, changes at a root of some P_v that is not the zero polynomial.  Just right of a time the sign
 * of P_v is the sign of the first of its derivatives that is not zero there.  So every question is about one of the
 * times 0, the roots in (0, 1) and 1, and their order is found by comparing.
 */

#include "half_space.h"

#include <stdlib.h>

/* Builds a scene of the interval of s, and finds what is wrong with the body. The scene wants two bodies. */
static void build_scene(oracle *o, const bms_body *b, double t0, double t1) {
  bms_query query = {.t0 = t0, .t1 = t1, .a = *b, .b = *b};
  o->graze = 0;
  o->axes = 0;
  o->status = BMS_INVALID;
  algebraic_init(&o->time);
  for (int k = 0; k < SCENE_AXES; k++) apart_set_init(&o->apart[k]);
  o->reason = scene_init(&o->scene, &query, &o->where);
  if (o->where == BMS_PART_A) o->where = BMS_PART_B;
}

/* Computes normal . (sum_i column_i x_i + translation) - offset weight. */
static void build_corner(fmpz_poly_t corner, const bms_half_space *half_space, exact_body *body, int v) {
  fmpq_poly_t sum, term;
  fmpq_t x, n;
  fmpq_poly_init(sum);
  fmpq_poly_init(term);
  fmpq_init(x);
  fmpq_init(n);
  for (int r = 0; r < 3; r++) {
    exact_double(n, half_space->normal[r]);
    fmpq_poly_scalar_mul_fmpq(term, body->translation[r], n);
    fmpq_poly_add(sum, sum, term);
    for (int i = 0; i < 3; i++) {
      if (v >> i & 1)
        fmpq_add(x, body->middle[i], body->half[i]);
      else
        fmpq_sub(x, body->middle[i], body->half[i]);
      fmpq_mul(x, x, n);
      fmpq_poly_scalar_mul_fmpq(term, body->column[i][r], x);
      fmpq_poly_add(sum, sum, term);
    }
  }
  exact_double(n, half_space->offset);
  fmpq_poly_scalar_mul_fmpq(term, body->weight, n);
  fmpq_poly_sub(sum, sum, term);
  fmpq_poly_get_numerator(corner, sum);
  fmpq_poly_clear(sum);
  fmpq_poly_clear(term);
  fmpq_clear(x);
  fmpq_clear(n);
}

static void find_times(half_space_oracle *o) {
  int room = 2;
  for (int v = 0; v < HALF_SPACE_CORNERS; v++) room += (int)fmpz_poly_length(o->corner[v]);
  o->time = malloc((size_t)room * sizeof o->time[0]);
  if (o->time == NULL) abort();
  for (int i = 0; i < room; i++) algebraic_init(&o->time[i]);
  algebraic_set_dyadic(&o->time[1], 1, 0);
  o->times = 2;
  for (int v = 0; v < HALF_SPACE_CORNERS; v++)
    if (!fmpz_poly_is_zero(o->corner[v])) o->times = algebraic_roots(o->corner[v], o->time, o->times);
  for (int i = o->times; i < room; i++) algebraic_clear(&o->time[i]);
}

void half_space_oracle_init(half_space_oracle *o, const bms_half_space *half_space, const bms_body *b, double t0,
                            double t1) {
  build_scene(&o->exact, b, t0, t1);
  for (int v = 0; v < HALF_SPACE_CORNERS; v++) {
    fmpz_poly_init(o->corner[v]);
    if (o->exact.reason == BMS_VALID) build_corner(o->corner[v], half_space, &o->exact.scene.body[1], v);
  }
  find_times(o);
}

void half_space_oracle_clear(half_space_oracle *o) {
  for (int i = 0; i < o->times; i++) algebraic_clear(&o->time[i]);
  free(o->time);
  for (int v = 0; v < HALF_SPACE_CORNERS; v++) fmpz_poly_clear(o->corner[v]);
  oracle_clear(&o->exact);
}

/* ------------------------------------------------------------------ at and right of a time */

/* Returns the least sign of a corner. */
static int least_sign(half_space_oracle *o, algebraic *at) {
  int least = 1;
  for (int v = 0; v < HALF_SPACE_CORNERS; v++) {
    int sign = algebraic_sign(at, o->corner[v]);
    least = sign < least ? sign : least;
  }
  return least;
}

static int sign_right_of(algebraic *at, const fmpz_poly_t p) {
  int sign = 0;
  fmpz_poly_t derivative;
  fmpz_poly_init(derivative);
  fmpz_poly_set(derivative, p);
  while (sign == 0 && !fmpz_poly_is_zero(derivative)) {
    sign = algebraic_sign(at, derivative);
    fmpz_poly_derivative(derivative, derivative);
  }
  fmpz_poly_clear(derivative);
  return sign;
}

static int least_sign_right_of(half_space_oracle *o, algebraic *at) {
  int least = 1;
  for (int v = 0; v < HALF_SPACE_CORNERS; v++) {
    int sign = sign_right_of(at, o->corner[v]);
    least = sign < least ? sign : least;
  }
  return least;
}

/* ------------------------------------------------------------------ searches */

typedef int condition(half_space_oracle *o, algebraic *at);

static int in_touch(half_space_oracle *o, algebraic *at) {
  return least_sign(o, at) <= 0;
}

static int parting(half_space_oracle *o, algebraic *at) {
  return least_sign_right_of(o, at) > 0;
}

static int entering(half_space_oracle *o, algebraic *at) {
  return least_sign_right_of(o, at) < 0;
}

/* Returns the first of all times that meets the condition and is not before `from`, or after it if `strictly`; NULL if
   there is none. */
static algebraic *first_time(half_space_oracle *o, condition *holds, algebraic *from, int strictly) {
  algebraic *first = NULL;
  for (int i = 0; i < o->times; i++) {
    algebraic *at = &o->time[i];
    int order = algebraic_compare(at, from);
    if (order < 0 || (order == 0 && strictly)) continue;
    if ((first == NULL || algebraic_compare(at, first) < 0) && holds(o, at)) first = at;
  }
  return first;
}

static void answer(half_space_oracle *o, algebraic *at) {
  o->exact.status = BMS_SEPARATED;
  if (at == NULL) return;
  o->exact.status = least_sign(o, &o->time[0]) < 0            ? BMS_OVERLAPPING
                    : algebraic_compare(at, &o->time[0]) == 0 ? BMS_TOUCHING
                                                              : BMS_CONTACT;
  algebraic_set(&o->exact.time, at);
  algebraic_refine(&o->exact.time, ORACLE_BITS);
}

void half_space_oracle_contact(half_space_oracle *o) {
  if (o->exact.reason == BMS_VALID) answer(o, first_time(o, in_touch, &o->time[0], 0));
}

/* Finds the first approach. Nothing is right of the end. */
void half_space_oracle_approach(half_space_oracle *o) {
  if (o->exact.reason != BMS_VALID) return;
  if (least_sign(o, &o->time[0]) < 0) {
    answer(o, &o->time[0]);
    return;
  }
  algebraic *at = first_time(o, entering, &o->time[0], 0);
  int at_end = at != NULL && algebraic_compare(at, &o->time[1]) == 0;
  answer(o, at_end || fmpq_is_zero(o->exact.scene.length) ? NULL : at);
}

int half_space_oracle_intervals(half_space_oracle *o, oracle_interval **interval) {
  int count = 0;
  algebraic *enter = NULL, *exit;
  *interval = malloc((size_t)o->times * sizeof **interval);
  if (*interval == NULL) abort();
  if (o->exact.reason == BMS_VALID) enter = first_time(o, in_touch, &o->time[0], 0);
  while (enter != NULL) {
    oracle_interval *now = &(*interval)[count++];
    exit = first_time(o, parting, enter, 0);
    algebraic_init(&now->enter);
    algebraic_init(&now->exit);
    algebraic_set(&now->enter, enter);
    algebraic_set(&now->exit, exit != NULL ? exit : &o->time[1]);
    enter = exit != NULL ? first_time(o, in_touch, exit, 1) : NULL;
  }
  return count;
}
