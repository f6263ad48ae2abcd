/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A walk along separating planes: how long two convex shapes are certainly apart.
 *
 *   1. At the present time find the closest points, and from them planes that separate (plane_candidates.h).
 *   2. Follow each as far as its gap is certainly positive (separating_plane.h), and go as far as the best of them leads.
 *   3. Stop where the closest points are within the nearness asked for, or no plane leads any further.
 *
 * A plane through the closest points is tangent to the distance as a function of time where its normal turns as its
 * features do, so this is Newton's iteration, from below: each step doubles the number of right digits, and near a graze,
 * where the distance has a double zero, halves the rest.  The bound of a plane holds over a stretch of time; a stretch
 * longer than the way ahead makes it worse, so the next one is a few times what the last step gained.
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
  double t;                   /* certified apart on [t0, t) */
  double reach;               /* the length of the next stretch */
  bool is_near;               /* certainly at most the nearness apart at t */
  bms_separating_plane plane; /* the last that led on */
  double direction[3];        /* between the closest points that were found last, in the frame of a */
} bms_convex_walk;

/* Walks on from w->t as far as it goes; returns true if the two are apart up to the end of the interval. */
bool bms_convex_walk_on(bms_convex_walk *w);

/* Returns true if the two certainly share a point at t; *closest is what was found there. */
bool bms_convex_certainly_meet(const bms_convex_walk *w, double t, bms_convex_closest *closest);

/* A time after w->t at which the two certainly share a point; infinite if none is found near.  `ahead` is when to look
   first; each further look is four times as far ahead. */
double bms_convex_contact_after(const bms_convex_walk *w, double ahead);

#endif /* BMS_CONVEX_WALK_H */
