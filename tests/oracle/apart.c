/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The method knows no topology and no sections: every plane is a candidate, compatible or not.
 *
 * With d the distance and r_k the radii that are not identically zero, form all polynomials
 *
 *     L = d + sum_k (+-) r_k
 *
 * (Face against each of the vertices, each edge against each edge, up to the sign of the whole.)  The gap |d| - sum_k
 * |r_k| can become zero or cease to be zero only at a root of some L that is not the zero polynomial: if the gap is not
 * zero just before (or just after), it equals one +-L there, which is not identically zero and vanishes in the limit.
 * So between two candidates that are next to each other the sign of the gap is constant, and one rational sample
 * determines it.
 *
 * Most roots are discarded at once: at a zero of the gap with these signs, no product of d and a radius can have
 * the opposite sign to the one that L gave it.  Undecided roots stay; too many candidates do no harm.
 */

#include "apart.h"

#include <stdlib.h>

/* Intervals are narrowed to 2^-this before a candidate that might be on a wrong plane is kept anyway. */
enum { BITS_TO_DISCARD = 60 };

void apart_set_init(apart_set *set) {
  set->built = 0;
  set->count = 0;
  set->capacity = 0;
  set->interval = NULL;
}

void apart_set_clear(apart_set *set) {
  int i;

  for (i = 0; i < set->capacity; i++) {
    algebraic_clear(&set->interval[i].from);
    algebraic_clear(&set->interval[i].to);
  }
  free(set->interval);
}

/* The candidate times of an axis, in order, each once. */
typedef struct candidates {
  int count, capacity;
  algebraic *time;
} candidates;

static void reserve(candidates *c, int more) {
  int i, capacity = c->count + more;

  if (capacity <= c->capacity) return;
  capacity += capacity / 2;
  c->time = realloc(c->time, (size_t)capacity * sizeof c->time[0]);
  if (c->time == NULL) abort();
  for (i = c->capacity; i < capacity; i++) algebraic_init(&c->time[i]);
  c->capacity = capacity;
}

/* Returns true if the signs at the candidate rule it out: L = d + sum_k sign[k] r_k vanishes where the gap does only if
   every sign[k] r_k d <= 0. */
static int is_ruled_out(algebraic *time, const scene_axis *axis, const int sign[SCENE_RADII]) {
  for (;;) {
    int k, certain = 1, distance = algebraic_certain_sign(time, axis->distance);
    for (k = 0; k < SCENE_RADII; k++) {
      int radius = sign[k] == 0 ? 0 : sign[k] * algebraic_certain_sign(time, axis->radius[k]);
      if (radius * distance > 0) return 1;
      certain = certain && (sign[k] == 0 || radius != 0);
    }
    if ((certain && distance != 0) || time->exact || time->depth >= BITS_TO_DISCARD) return 0;
    algebraic_refine(time, time->depth + 6);
  }
}

/* Sorts the candidate last found into its place; drops it if it is there already. */
static void insert_last(candidates *c) {
  int i, order = 1;
  algebraic last = c->time[c->count];

  for (i = c->count; i > 0; i--) {
    order = algebraic_compare(&last, &c->time[i - 1]);
    if (order >= 0) break;
    c->time[i] = c->time[i - 1];
  }
  if (i > 0 && order == 0) {
    for (; i < c->count; i++) c->time[i] = c->time[i + 1];
    c->time[c->count] = last;
    return;
  }
  c->time[i] = last;
  c->count++;
}

static void add_roots(candidates *c, const fmpz_poly_t plane, const scene_axis *axis, const int sign[SCENE_RADII]) {
  int i, found, first = c->count;

  if (fmpz_poly_is_zero(plane)) return;
  reserve(c, (int)fmpz_poly_degree(plane) + 1);
  found = algebraic_roots(plane, c->time, first);
  for (i = first; i < found; i++) {
    algebraic swap = c->time[c->count];
    if (is_ruled_out(&c->time[i], axis, sign)) continue;
    if (i != c->count) {
      c->time[c->count] = c->time[i];
      c->time[i] = swap;
    }
    insert_last(c);
  }
}

static void find_candidates(candidates *c, const scene_axis *axis) {
  int term[SCENE_RADII], terms = 0, k;
  unsigned choice;
  fmpz_poly_t plane;

  c->count = c->capacity = 0;
  c->time = NULL;
  fmpz_poly_init(plane);
  for (k = 0; k < SCENE_RADII; k++)
    if (!fmpz_poly_is_zero(axis->radius[k])) term[terms++] = k;
  for (choice = 0; choice < 1u << terms; choice++) {
    int sign[SCENE_RADII] = {0};
    fmpz_poly_set(plane, axis->distance);
    for (k = 0; k < terms; k++) {
      sign[term[k]] = choice >> k & 1 ? 1 : -1;
      algebraic_add_signed(plane, sign[term[k]], axis->radius[term[k]]);
    }
    add_roots(c, plane, axis, sign);
  }
  fmpz_poly_clear(plane);
}

static void append(apart_set *set, const algebraic *from, int from_included) {
  int i, capacity = 2 * set->capacity + 4;

  if (set->count == set->capacity) {
    set->interval = realloc(set->interval, (size_t)capacity * sizeof set->interval[0]);
    if (set->interval == NULL) abort();
    for (i = set->capacity; i < capacity; i++) {
      algebraic_init(&set->interval[i].from);
      algebraic_init(&set->interval[i].to);
    }
    set->capacity = capacity;
  }
  algebraic_set(&set->interval[set->count].from, from);
  set->interval[set->count].from_included = from_included;
  set->count++;
}

static void close_last(apart_set *set, const algebraic *to, int to_included) {
  algebraic_set(&set->interval[set->count - 1].to, to);
  set->interval[set->count - 1].to_included = to_included;
}

/* Returns the sign of the gap at a number strictly between two neighbours; their intervals are disjoint or share an
   end. */
static int sign_between(const scene_axis *axis, algebraic *left, algebraic *right) {
  int sign;
  slong depth;
  fmpz_t low, high;

  fmpz_init(low);
  fmpz_init(high);
  algebraic_compare(left, right);
  for (;;) { /* narrow until a dyadic number fits between: the high end of left, the low end of right, or something
                inside */
    depth = (left->depth > right->depth ? left->depth : right->depth) + 1;
    fmpz_add_ui(low, left->low, left->exact ? 0 : 1);
    fmpz_mul_2exp(low, low, (ulong)(depth - left->depth));
    fmpz_mul_2exp(high, right->low, (ulong)(depth - right->depth));
    fmpz_sub(high, high, low);
    if (fmpz_sgn(high) > 0 || (fmpz_sgn(high) == 0 && !left->exact && !right->exact)) break;
    algebraic_refine(left, depth);
    algebraic_refine(right, depth);
  }
  fmpz_fdiv_q_2exp(high, high, 1);
  fmpz_add(low, low, high);
  sign = scene_gap_sign_dyadic(axis, low, depth);
  fmpz_clear(low);
  fmpz_clear(high);
  return sign;
}

static void collect(apart_set *set, const scene_axis *axis, algebraic **point, int points) {
  int i, open = scene_gap_sign(axis, point[0]) > 0;

  if (open) append(set, point[0], 1);
  for (i = 1; i < points; i++) {
    int sign = sign_between(axis, point[i - 1], point[i]);
    if (sign > 0 && !open) append(set, point[i - 1], 0);
    open = sign > 0;
    if (open && scene_gap_sign(axis, point[i]) <= 0) {
      close_last(set, point[i], 0);
      open = 0;
    }
  }
  if (open) close_last(set, point[points - 1], 1);
}

/* Collects the stretches between neighbours on which the gap is not negative; those that are next to each other become
   one. */
static void collect_blocking(apart_set *set, const scene_axis *axis, algebraic **point, int points) {
  int i, open = 0;

  for (i = 1; i < points; i++) {
    int blocking = sign_between(axis, point[i - 1], point[i]) >= 0;
    if (blocking && !open) append(set, point[i - 1], i == 1);
    if (open && !blocking) close_last(set, point[i - 1], 0);
    open = blocking;
  }
  if (open) close_last(set, point[points - 1], 1);
}

typedef void collector(apart_set *set, const scene_axis *axis, algebraic **point, int points);

static void build(apart_set *set, const scene_axis *axis, collector *collect_sections) {
  int i;
  candidates c;
  algebraic start, end, **point;

  if (set->built) return;
  set->built = 1;
  find_candidates(&c, axis);
  algebraic_init(&start);
  algebraic_init(&end);
  algebraic_set_dyadic(&end, 1, 0);
  point = malloc((size_t)(c.count + 2) * sizeof point[0]);
  if (point == NULL) abort();
  point[0] = &start;
  for (i = 0; i < c.count; i++) point[i + 1] = &c.time[i];
  point[c.count + 1] = &end;
  collect_sections(set, axis, point, c.count + 2);
  free(point);
  for (i = 0; i < c.capacity; i++) algebraic_clear(&c.time[i]);
  free(c.time);
  algebraic_clear(&start);
  algebraic_clear(&end);
}

void apart_set_build(apart_set *set, const scene_axis *axis) {
  build(set, axis, collect);
}

void apart_set_build_blocking(apart_set *set, const scene_axis *axis) {
  build(set, axis, collect_blocking);
}

apart *apart_set_find(apart_set *set, algebraic *at) {
  int i;

  for (i = 0; i < set->count; i++) {
    apart *interval = &set->interval[i];
    int after = algebraic_compare(at, &interval->from);
    int before = algebraic_compare(&interval->to, at);
    if ((after > 0 || (after == 0 && interval->from_included)) &&
        (before > 0 || (before == 0 && interval->to_included)))
      return interval;
  }
  return NULL;
}
