/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds where one axis keeps the boxes apart: the times of [0, 1] at which its gap is positive, as intervals with
   algebraic ends. */

#ifndef ORACLE_APART_H
#define ORACLE_APART_H

#include "algebraic.h"
#include "scene.h"

/* The boxes are apart along the axis between the two ends, and at an end only where it is included: an end of [0, 1]
 * may be. */
typedef struct apart {
  algebraic from, to;
  int from_included, to_included;
} apart;

typedef struct apart_set {
  int built;
  int count, capacity;
  apart *interval; /* they are in order and disjoint; two may share an end that belongs to neither */
} apart_set;

void apart_set_init(apart_set *set);
void apart_set_clear(apart_set *set);

/* Finds the intervals, at the first call. */
void apart_set_build(apart_set *set, const scene_axis *axis);

/* Builds the set of the times that lie in a stretch, not a point, on which the gap is positive or zero: there the boxes
   do not overlap along the axis, a while at least. All ends count as not included, except 0 and 1. */
void apart_set_build_blocking(apart_set *set, const scene_axis *axis);

/* Returns the interval that `at` lies in, else NULL. */
apart *apart_set_find(apart_set *set, algebraic *at);

#endif /* ORACLE_APART_H */
