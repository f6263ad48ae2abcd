/* SPDX-License-Identifier: BSD-3-Clause */

/* How two convex shapes stand to each other at one time: a plane bounds their distance from below, points of the two
   from above. */

#include "numeric/arithmetic.h"

#include "numeric/vector.h"
#include "shapes/convex_moment.h"
#include "shapes/plane_candidates.h"

/* Sets the lower bound, and the normal of the plane that gives it. */
static void bound_below(const bms_convex_stretch *stretch, const bms_convex_instant *instant,
                        const bms_convex_closest *closest, bms_convex_separation *separation, double normal[3]) {
  bms_separating_plane candidate[BMS_MAX_CANDIDATES];
  double length = bms_length(closest->direction);
  for (int r = 0; r < 3; r++) normal[r] = length > 0 ? closest->direction[r] / length : r == 0;
  int count = bms_plane_candidates(instant, closest, candidate);
  separation->lower = 0;
  for (int i = 0; i < count; i++) {
    double clearance = bms_separating_plane_clearance(stretch, &candidate[i]);
    if (!(clearance > separation->lower)) continue;
    separation->lower = clearance;
    bms_plane_normal(instant, &candidate[i], normal);
  }
}

/* Sets the upper bound: the distance of two points, or nothing where the two surround it. */
static void bound_above(const bms_convex_instant *instant, const bms_convex_closest *closest,
                        bms_convex_separation *separation) {
  separation->upper = closest->distance + instant->error - instant->pair->radius;
  if (closest->depth > instant->error) separation->upper = bms_min(separation->upper, 0);
}

bms_reason bms_convex_separation_at(const bms_convex_query *query, double t, bms_convex_separation *separation) {
  bms_convex_moment m;
  double normal[3];
  *separation = (bms_convex_separation){.lower = 0};
  bms_reason reason = bms_convex_moment_at(query, t, &m);
  if (reason != BMS_VALID) return reason;
  bms_convex_moment_closest(&m);
  bound_below(&m.stretch, &m.instant, &m.closest, separation, normal);
  bound_above(&m.instant, &m.closest, separation);
  bms_convex_moment_to_world(&m, normal, separation->normal, separation->point);
  return BMS_VALID;
}
