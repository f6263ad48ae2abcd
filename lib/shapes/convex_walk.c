/* SPDX-License-Identifier: BSD-3-Clause */

/* The walk along separating planes, and what follows it. */

#include "numeric/arithmetic.h"

#include "shapes/convex_walk.h"

#include <math.h>
#include <string.h>

#include "shapes/plane_candidates.h"

/* Steps before the walk gives up; near a graze some 60 are needed, else 2 to 10. */
enum { MAX_STEPS = 400 };

/* The next stretch is this many times as long as the last step. */
static const double AHEAD = 8;

/* A step of less than this many times the rounding of a time is none. */
static const double LEAST_STEP = 2;

/* A stretch on which no plane makes a step is cut to this part of it, until it is this many times the rounding. */
static const double CUT = 0x1p-8, SHORTEST = 64;

/* ------------------------------------------------------------------ apart */

/* Follows the best plane from here; returns the time up to which the two are certainly apart. */
static double follow(bms_convex_walk *w, const bms_separating_plane *candidate, int count, double end) {
  bms_convex_stretch stretch;
  double farthest = w->t;
  bms_separating_plane best = w->plane;
  bms_convex_stretch_over(w->pair, w->t, end, &stretch);
  for (int i = 0; i < count && farthest < end; i++) {
    double until = bms_separating_plane_clear_until(&stretch, &candidate[i]);
    if (!(until > farthest)) continue;
    farthest = until;
    best = candidate[i];
  }
  if (!(farthest > w->t) && end > w->t) farthest = bms_separating_plane_clear_until(&stretch, &best);
  if (farthest > w->t) w->plane = best;
  return farthest;
}

/* One step: along the best of the candidates, on shorter and shorter stretches if it has to be.  Returns false if none
   leads on. */
static bool step(bms_convex_walk *w, const bms_separating_plane *candidate, int count) {
  double t1 = w->pair->t1, least = LEAST_STEP * w->pair->time_error;
  for (;;) {
    double end = fmin(w->t + w->reach, t1), until = follow(w, candidate, count, end), gained = until - w->t;
    w->t = until;
    w->reach = AHEAD * gained;
    if (until >= end || gained > least) return true;
    if (!(end - until > SHORTEST * w->pair->time_error)) return false;
    w->reach = CUT * (end - until);
  }
}

/* Returns true if the interval is one time, and a candidate separates the two there. */
static bool apart_at_once(bms_convex_walk *w, const bms_separating_plane *candidate, int count) {
  bms_convex_stretch stretch;
  bms_polynomial gap;
  bms_convex_stretch_over(w->pair, w->t, w->t, &stretch);
  for (int i = 0; i < count; i++)
    if (bms_separating_plane_gap(&stretch, &candidate[i], &gap) && gap.c[0] > 0) {
      w->plane = candidate[i];
      return true;
    }
  return false;
}

bool bms_convex_walk_on(bms_convex_walk *w) {
  for (int i = 0; i < MAX_STEPS && (i == 0 || w->t < w->pair->t1); i++) {
    bms_convex_instant instant;
    bms_convex_closest closest;
    bms_separating_plane candidate[BMS_MAX_CANDIDATES];
    bms_convex_instant_at(w->pair, w->t, &instant);
    bms_convex_closest_points(&instant, w->direction, &closest);
    memcpy(w->direction, closest.direction, sizeof w->direction);
    w->is_near = closest.distance + instant.error - w->pair->radius <= w->pair->nearness;
    if (w->is_near) return false;
    int count = bms_plane_candidates(&instant, &closest, candidate);
    if (!(w->pair->t0 < w->pair->t1)) return apart_at_once(w, candidate, count);
    if (!step(w, candidate, count)) return false;
  }
  return w->t >= w->pair->t1;
}

/* ------------------------------------------------------------------ in contact */

bool bms_convex_certainly_meet(const bms_convex_walk *w, double t, bms_convex_closest *closest) {
  bms_convex_instant instant;
  bms_convex_instant_at(w->pair, t, &instant);
  bms_convex_closest_points(&instant, w->direction, closest);
  return closest->depth > instant.error || closest->distance + instant.error <= w->pair->radius;
}

double bms_convex_contact_after(const bms_convex_walk *w, double ahead) {
  double t1 = w->pair->t1, limit = fmin(t1, w->t + BMS_CONVEX_WIDTH * (t1 - w->pair->t0));
  bms_convex_closest closest;
  for (ahead = fmax(ahead, 4 * w->pair->time_error);; ahead *= 4) {
    double behind = fmin(w->t + ahead, limit);
    if (bms_convex_certainly_meet(w, behind, &closest)) return behind;
    if (behind >= limit) return INFINITY;
  }
}
