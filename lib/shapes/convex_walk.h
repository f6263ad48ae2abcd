/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A walk along separating planes: how long two convex shapes are certainly apart.
 *
 *   1. At the present time find the closest points, and from them planes that separate (plane_candidates.h).
 *   2. Follow each as far as its gap is certainly positive (separating_plane.h), and go as far as the best leads.
 *   3. Stop where the closest points are within the nearness asked for, or no plane leads any further.
 *
 * A plane through the closest points is tangent to the distance as a function of time where its normal turns as its
 * features do, so this is Newton's iteration, from below: each step doubles the number of right digits, and near a
 * graze, at which the distance has a double zero, halves the rest.  The bound of a plane holds over a stretch of time;
 * a stretch longer than the way ahead makes it worse, so the next one is a few times what the last step gained.
 *
 * Squared distances, which for spheres are polynomials, were rejected: they have degree 12 where a sphere is off its
 * body's centre, do not carry over to two edges, and near the contact lose half of the digits.
 */

#ifndef BMS_CONVEX_WALK_H
#define BMS_CONVEX_WALK_H

#include <stdbool.h>

#include "shapes/convex_closest.h"
#include "shapes/separating_plane.h"

typedef struct bms_convex_walk {
  const bms_convex_pair *pair;
  double t;                         /* certified apart on [t0, t) */
  double reach;                     /* the length of the next stretch */
  double looked;                    /* when closest points were sought last; NaN if never */
  double looked_before, gap_before; /* the look before that one: when, and how far the two were apart */
  bool known;                       /* instant and closest are t's: there is no need to find them */
  bool leaves;                      /* closest is a way out, or shows that the cores just touch */
  bool overlaps;                    /* the cores are likely to overlap where they are checked next */
  bool is_near;                     /* certainly at most the nearness apart at t */
  bms_separating_plane plane;       /* the last that led on */
  bms_convex_stretch stretch;       /* from the last time at which closest points were sought */
  bms_convex_instant instant;       /* at its start */
  bms_convex_closest closest;       /* what was found there */
} bms_convex_walk;

/* Begins a walk at the start of the interval. */
void bms_convex_walk_begin(const bms_convex_pair *pair, bms_convex_walk *w);

/* Walks on from w->t as far as it goes; returns true if the two are apart up to the end of the interval. */
bool bms_convex_walk_on(bms_convex_walk *w);

/* Makes one step of it from w->t, which has to be before the end; returns false if none leads on. */
bool bms_convex_walk_once(bms_convex_walk *w);

/* Finds the closest points at w->t: sets stretch, to `until`, instant, closest and looked. */
void bms_convex_walk_look(bms_convex_walk *w, double until);

/* Returns true if the two certainly share a point where they were checked last. */
bool bms_convex_walk_meets(const bms_convex_walk *w);

/* Returns a time after w->t at which the two certainly share a point; infinity if none is found near.  `ahead` is when
   to look first; each further look is four times as far ahead. */
double bms_convex_contact_after(const bms_convex_walk *w, double ahead);

#endif /* BMS_CONVEX_WALK_H */
