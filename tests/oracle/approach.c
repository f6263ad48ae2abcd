/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The sweep of oracle.c over larger sets: an axis blocks on the stretches on which its gap is positive or zero, if it
 * is not null throughout.  The half-open stretches [from, to) are where it blocks just right of a time; the first time
 * in none of them, before the end, is the answer.  As every stretch that is left ends later than the one before, the
 * sweep ends.
 */

#include "approach.h"

static int is_null_throughout(const scene_axis *axis) {
  return fmpz_poly_is_zero(axis->normal[0]) && fmpz_poly_is_zero(axis->normal[1]) && fmpz_poly_is_zero(axis->normal[2]);
}

static apart_set *blocking_of(oracle *o, int axis) {
  apart_set_build_blocking(&o->apart[axis], scene_axis_of(&o->scene, axis));
  return &o->apart[axis];
}

/* Sets the axes that are not null and have gap zero; returns whether all others, but null ones, have a negative one. */
static int describe(oracle *o) {
  int k, inside = 1;

  o->axes = 0;
  for (k = 0; k < SCENE_AXES; k++) {
    scene_axis *axis = scene_axis_of(&o->scene, k);
    int gap = scene_gap_sign(axis, &o->time);
    if (gap == 0 && !scene_axis_is_null(axis, &o->time)) o->axes |= 1u << k;
    inside = inside && gap <= 0;
  }
  return inside;
}

/* Returns the end of a stretch that holds the time or begins there, else NULL. */
static algebraic *blocked_until(oracle *o) {
  int i, k;

  for (k = 0; k < SCENE_AXES; k++) {
    apart_set *set = blocking_of(o, k);
    if (is_null_throughout(scene_axis_of(&o->scene, k))) continue;
    for (i = 0; i < set->count; i++)
      if (algebraic_compare(&set->interval[i].from, &o->time) <= 0 &&
          algebraic_compare(&set->interval[i].to, &o->time) > 0)
        return &set->interval[i].to;
  }
  return NULL;
}

/* Moves the time on to the first one right of which no axis blocks.  Returns 0 if there is none before the end. */
static int advance_to_approach(oracle *o) {
  algebraic end, *to;
  int found = -1;

  algebraic_init(&end);
  algebraic_set_dyadic(&end, 1, 0);
  while (found < 0) {
    if (algebraic_compare(&o->time, &end) >= 0)
      found = 0;
    else if ((to = blocked_until(o)) == NULL)
      found = 1;
    else
      algebraic_set(&o->time, to);
  }
  algebraic_clear(&end);
  return found;
}

void oracle_init_approach(oracle *o, const bms_query *query) {
  int k, at_start;
  algebraic start;

  o->graze = 0;
  algebraic_init(&o->time);
  for (k = 0; k < SCENE_AXES; k++) apart_set_init(&o->apart[k]);
  o->status = BMS_INVALID;
  o->reason = scene_init(&o->scene, query, &o->where);
  if (o->reason != BMS_VALID) return;
  o->status = BMS_OVERLAPPING;
  if (describe(o) && o->axes == 0) return;
  o->status = BMS_SEPARATED;
  if (fmpq_is_zero(o->scene.length) || !advance_to_approach(o)) return;
  algebraic_init(&start);
  at_start = algebraic_compare(&o->time, &start) == 0;
  algebraic_clear(&start);
  o->status = at_start ? BMS_TOUCHING : BMS_CONTACT;
  describe(o);
  algebraic_refine(&o->time, ORACLE_BITS);
}
