/* SPDX-License-Identifier: BSD-3-Clause */

/* The walk along separating planes, and what follows it. */

#include "numeric/arithmetic.h"

#include "shapes/convex_walk.h"

#include <math.h>
#include <stddef.h>

#include "numeric/vector.h"
#include "shapes/convex_depth.h"
#include "shapes/plane_candidates.h"

/* Steps before the walk gives up; near a graze some 60 are needed, else 2 to 10. */
enum { MAX_STEPS = 400 };

/* The next stretch is this many times as long as the last step. */
static const double AHEAD = 8;

/* A plane that leads over this part of a stretch is followed without a check of the others. */
static const double ENOUGH = 0.1;

/* A plane that leads over this part of the way that can be expected is followed in the same way: but for the change of
   the speed, the distance that is left is a 64th. */
static const double AS_EXPECTED = 1 - 0x1p-6;

/* If the distance is less than this many times its error no plane is likely to separate for certain. */
static const double HOPELESS = 4;

/* A step of less than this many times the rounding of a time is none. */
static const double LEAST_STEP = 2;

/* A stretch on which no plane makes a step is cut to this part of it, until it is this many times the rounding. */
static const double CUT = 0x1p-8, SHORTEST = 64;

/* Two points show that shapes meet where they do so by this many times the error of a point: one is the error of its
   place on b, and carrying it along adds two. */
static const double SURE = 4;

/* ------------------------------------------------------------------ a look */

void bms_convex_walk_begin(const bms_convex_pair *pair, bms_convex_walk *w) {
  w->pair = pair;
  w->t = pair->t0;
  w->reach = pair->t1 - pair->t0;
  w->looked = NAN;
  w->is_near = w->known = w->leaves = w->overlaps = false;
  w->closest.simplex.count = 0;
  w->closest.distance = bms_min(pair->radius, 0); /* not known to close */
  w->plane = (bms_separating_plane){.carrier = BMS_CARRIER_NONE};
}

/* Finds the closest points, or the way out of shapes that are likely to overlap. */
static void find_closest(bms_convex_walk *w, const double guess[3]) {
  bool overlaps = w->overlaps || w->pair->radius < 0, led = w->plane.carrier != BMS_CARRIER_NONE;
  double normal[3];
  if (overlaps && led) bms_plane_normal(&w->instant, &w->plane, normal);
  w->leaves = overlaps && bms_convex_leave_at_once(&w->instant, led ? normal : NULL, &w->closest);
  if (w->leaves) return;
  bms_convex_closest_points(&w->instant, guess, &w->closest);
  w->leaves = w->pair->radius < 0 && bms_convex_cores_meet(&w->instant, &w->closest);
  if (w->leaves) bms_convex_way_out(&w->instant, led ? normal : NULL, &w->closest);
}

void bms_convex_walk_look(bms_convex_walk *w, double until) {
  const double *guess = isnan(w->looked) ? w->instant.position : w->closest.direction;
  w->looked_before = w->looked;
  w->gap_before = w->closest.distance - w->pair->radius;
  bms_convex_stretch_over(w->pair, w->t, until, &w->stretch);
  bms_convex_instant_of(&w->stretch, &w->instant);
  if (!w->known) find_closest(w, guess);
  w->looked = w->t;
  w->known = w->overlaps = false;
}

/* Moves the surface of a core inwards by `by`, or as far as it goes; returns how far that is, 0 for cores that
 cannot. */
static double shrink(bms_convex *shape, double by) {
  if (shape->core == BMS_CORE_BOX) {
    for (int i = 0; i < 3; i++) by = bms_min(by, 0.5 * shape->box.max[i] - 0.5 * shape->box.min[i]);
    for (int i = 0; i < 3; i++) {
      shape->box.min[i] += by;
      shape->box.max[i] -= by;
    }
    return by;
  }
  if (shape->core != BMS_CORE_CYLINDER) return 0;
  by = bms_min(by, bms_min(shape->cylinder.radius, shape->cylinder.half_length));
  shape->cylinder.radius -= by;
  shape->cylinder.half_length -= by;
  return by;
}

/* Returns true if a point of the one is so near to the other, shrunk a little, that it is certainly in that.  If four
   points do not surround the origin for certain, as above the middle of a face, this still decides. */
static bool meets_when_shrunk(const bms_convex_walk *w) {
  static const double BY = 4;
  bms_convex a = *w->pair->a, b = *w->pair->b;
  bms_convex_pair pair = *w->pair;
  bms_convex_instant instant = w->instant;
  bms_convex_closest closest = {.simplex = {.count = 0}};
  double by = shrink(&a, BY * instant.error);
  if (by == 0) by = shrink(&b, BY * instant.error);
  pair.a = &a;
  pair.b = &b;
  instant.pair = &pair;
  if (!(by > instant.error)) return false;
  bms_convex_closest_points(&instant, w->closest.direction, &closest);
  return closest.distance + instant.error <= by + pair.radius;
}

bool bms_convex_walk_meets(const bms_convex_walk *w) {
  double error = w->instant.error, gap = w->closest.distance - w->pair->radius;
  return w->closest.depth > error || gap + error <= 0 || (gap <= error && meets_when_shrunk(w));
}

/* ------------------------------------------------------------------ apart */

/* Returns how far a plane that is as good as any should lead: how long the distance takes to close at the speed at
   which it has closed since the look before; infinity if that is not known. */
static double expected(const bms_convex_walk *w) {
  double gap = w->closest.distance - w->pair->radius, closed = w->gap_before - gap;
  return closed > 0 ? (w->looked - w->looked_before) * (gap / closed) : INFINITY;
}

/* Follows the best plane over the stretch; returns the time up to which the two are certainly apart. */
static double follow(bms_convex_walk *w, const bms_separating_plane *candidate, int count) {
  double farthest = w->t, end = w->stretch.tb, enough = bms_min(ENOUGH * (end - w->t), AS_EXPECTED * expected(w));
  bms_separating_plane best = w->plane;
  for (int i = 0; i < count && farthest - w->t < enough; i++) {
    double until = bms_separating_plane_clear_until(&w->stretch, &candidate[i]);
    if (!(until > farthest)) continue;
    farthest = until;
    best = candidate[i];
  }
  if (!(farthest > w->t)) farthest = bms_separating_plane_clear_until(&w->stretch, &best);
  if (farthest > w->t) w->plane = best;
  return farthest;
}

/* One step: along the best of the candidates, on shorter and shorter stretches if it has to be.  Returns false if none
   leads on. */
static bool step(bms_convex_walk *w, const bms_separating_plane *candidate, int count) {
  double least = LEAST_STEP * w->pair->time_error;
  for (;;) {
    double end = w->stretch.tb, until = follow(w, candidate, count), gained = until - w->t;
    w->t = until;
    w->reach = AHEAD * gained;
    if (until >= end || gained > least) return true;
    if (!(end - until > SHORTEST * w->pair->time_error)) return false;
    bms_convex_stretch_over(w->pair, w->t, bms_min(w->t + CUT * (end - until), w->pair->t1), &w->stretch);
  }
}

/* Returns true if a candidate separates the two at the one time that the interval is. */
static bool apart_at_once(bms_convex_walk *w, const bms_separating_plane *candidate, int count) {
  bms_polynomial gap;
  for (int i = 0; i < count; i++)
    if (bms_separating_plane_gap(&w->stretch, &candidate[i], &gap) && gap.c[0] > 0) {
      w->plane = candidate[i];
      return true;
    }
  return false;
}

/* Makes one step; returns false if none leads on. */
static inline bool walk_once(bms_convex_walk *w) {
  bms_separating_plane candidate[BMS_MAX_CANDIDATES];
  bms_convex_walk_look(w, bms_min(w->t + w->reach, w->pair->t1));
  w->is_near = w->closest.distance + w->instant.error - w->pair->radius <= w->pair->nearness;
  if (w->is_near || w->closest.distance - w->pair->radius <= HOPELESS * w->instant.error) return false;
  int count = bms_plane_candidates(&w->instant, &w->closest, candidate);
  if (!(w->pair->t0 < w->pair->t1)) return apart_at_once(w, candidate, count);
  return step(w, candidate, count);
}

bool bms_convex_walk_once(bms_convex_walk *w) {
  return walk_once(w);
}

bool bms_convex_walk_on(bms_convex_walk *w) {
  double t1 = w->pair->t1;
  for (int i = 0; i < MAX_STEPS && (i == 0 || w->t < t1); i++)
    if (!walk_once(w)) return false;
  return w->t >= t1;
}

/* ------------------------------------------------------------------ in contact */

/* Returns true if a point is in a core by the margin, as far as that is easily found. */
static bool contains(const bms_convex *shape, const double x[3], double margin) {
  bool inside = true;
  if (shape->core == BMS_CORE_CYLINDER)
    return sqrt(x[0] * x[0] + x[1] * x[1]) + margin <= shape->cylinder.radius &&
           fabs(x[2]) + margin <= shape->cylinder.half_length;
  if (shape->core != BMS_CORE_BOX) return false;
  for (int i = 0; i < 3; i++)
    inside = inside && x[i] - margin >= shape->box.min[i] && x[i] + margin <= shape->box.max[i];
  return inside;
}

/* Writes where the closest point on b at w->t is at another time, as b carries it along, in the frame of a. */
static void carry_along(const bms_convex_walk *w, const bms_convex_instant *then, double out[3]) {
  double from[3], own[3];
  for (int i = 0; i < 3; i++) from[i] = w->closest.point_b[i] - w->instant.position[i];
  bms_convex_to_b(&w->instant, from, own);
  bms_convex_to_a(then, own, out);
  for (int i = 0; i < 3; i++) out[i] += then->position[i];
}

/* Returns true if what are the closest points at w->t show at a time soon after that the two share a point: one of them
   is in the other shape then, or the two are nearer to each other than the radius. */
static bool meets_there(const bms_convex_walk *w, double t) {
  bms_convex_stretch stretch;
  bms_convex_instant instant;
  double from[3], y[3], x[3], apart[3];
  const double *on_a = w->closest.point_a;
  bms_convex_stretch_over(w->pair, t, t, &stretch);
  bms_convex_instant_of(&stretch, &instant);
  carry_along(w, &instant, y);
  for (int i = 0; i < 3; i++) {
    apart[i] = y[i] - on_a[i];
    from[i] = on_a[i] - instant.position[i];
  }
  double margin = SURE * bms_max(w->instant.error, instant.error);
  if (w->pair->radius > 0) return bms_length(apart) + margin <= w->pair->radius;
  bms_convex_to_b(&instant, from, x);
  return contains(w->pair->a, y, margin) || contains(w->pair->b, x, margin);
}

/* Finds the closest points at that time, from those at w->t; returns true if the two certainly share a point there. */
static bool meets_after_look(const bms_convex_walk *w, double t) {
  bms_convex_walk behind = *w;
  behind.t = t;
  bms_convex_walk_look(&behind, t);
  return bms_convex_walk_meets(&behind);
}

double bms_convex_contact_after(const bms_convex_walk *w, double ahead) {
  double t1 = w->pair->t1, limit = bms_min(t1, w->t + BMS_CONVEX_WIDTH * (t1 - w->pair->t0));
  for (ahead = bms_max(ahead, 4 * w->pair->time_error);; ahead *= 4) {
    double t = bms_min(w->t + ahead, limit);
    if (meets_there(w, t) || meets_after_look(w, t)) return t;
    if (t >= limit) return INFINITY;
  }
}
