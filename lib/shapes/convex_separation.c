/* SPDX-License-Identifier: BSD-3-Clause */

/* How two convex shapes stand to each other at one time: a plane bounds their distance from below, points of the two
   from above. */

#include "numeric/arithmetic.h"

#include "motion/motion.h"
#include "numeric/vector.h"
#include "shapes/convex_closest.h"
#include "shapes/convex_world.h"
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
  bms_convex_query at = *query;
  bms_convex_pair pair;
  bms_convex_stretch stretch;
  bms_convex_instant instant;
  bms_convex_closest closest = {.simplex = {.count = 0}};
  bms_part where;
  bms_frame frame;
  double normal[3], on_a[3], on_b[3], pose[3][4];
  at.t0 = at.t1 = t;
  at.nearness = 0;
  *separation = (bms_convex_separation){.lower = 0};
  bms_reason reason = bms_convex_enter(&at.t0, &at.t1, &at.motion_a, &at.motion_b, &frame, &where);
  if (reason == BMS_VALID) reason = bms_convex_prepare(&at, &pair, &where);
  if (reason != BMS_VALID) return reason;
  pair.roughly = 0;
  bms_convex_stretch_over(&pair, at.t0, at.t1, &stretch);
  bms_convex_instant_of(&stretch, &instant);
  bms_convex_closest_points(&instant, instant.position, &closest);
  bound_below(&stretch, &instant, &closest, separation, normal);
  bound_above(&instant, &closest, separation);
  for (int r = 0; r < 3; r++) {
    on_a[r] = closest.point_a[r] + pair.a->radius * normal[r];
    on_b[r] = closest.point_b[r] - pair.b->radius * normal[r];
  }
  bms_convex_frame_of_a(&at, &stretch, pose);
  bms_vector_to_world(pose, normal, separation->normal);
  bms_point_to_world(pose, on_a, separation->point[0]);
  bms_point_to_world(pose, on_b, separation->point[1]);
  return BMS_VALID;
}
