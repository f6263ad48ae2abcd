/* SPDX-License-Identifier: BSD-3-Clause */

/* How deep two convex shapes overlap at one time: a plane bounds it from above, points of the two from below. */

#include "numeric/arithmetic.h"

#include <math.h>

#include "numeric/vector.h"
#include "shapes/convex_depth.h"
#include "shapes/convex_world.h"
#include "shapes/plane_candidates.h"

/* The depth along a plane that is worth a try exceeds the one that points show by less than this part of the sizes. */
static const double MARGIN = 0x1p-4;

/* Sets the certain bound of the depth from above, and the normal of the plane that gives it. */
static void bound_above(bms_convex_stretch *stretch, bms_convex_instant *instant, const bms_convex_closest *closest,
                        bms_convex_overlap *overlap, double normal[3]) {
  bms_separating_plane candidate[BMS_MAX_CANDIDATES];
  const bms_convex_pair *pair = stretch->pair;
  bms_convex_pair less = *pair;
  double gap = closest->distance - pair->radius, by = MARGIN * pair->extent + bms_max(-gap, 0), best = 0;
  less.radius -= by;
  less.extent += fabs(by);
  less.scale = bms_convex_scale_until(&less, less.latest);
  stretch->pair = instant->pair = &less;
  stretch->scale = less.scale;
  for (int r = 0; r < 3; r++) normal[r] = closest->direction[r] / bms_length(closest->direction);
  overlap->depth = INFINITY;
  int count = bms_plane_candidates(instant, closest, candidate);
  for (int i = 0; i < count; i++) {
    double clearance = bms_separating_plane_clearance(stretch, &candidate[i]);
    if (!(clearance > best)) continue;
    best = clearance;
    overlap->depth = by - clearance;
    bms_plane_normal(instant, &candidate[i], normal);
  }
  stretch->pair = instant->pair = pair;
}

bms_reason bms_convex_overlap_at(const bms_convex_query *query, double t, bms_convex_overlap *overlap) {
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
  *overlap = (bms_convex_overlap){.depth = 0};
  bms_reason reason = bms_convex_enter(&at.t0, &at.t1, &at.motion_a, &at.motion_b, &frame, &where);
  if (reason == BMS_VALID) reason = bms_convex_prepare(&at, &pair, &where);
  if (reason != BMS_VALID) return reason;
  pair.roughly = 0;
  bms_convex_stretch_over(&pair, at.t0, at.t1, &stretch);
  bms_convex_instant_of(&stretch, &instant);
  bms_convex_closest_points(&instant, instant.position, &closest);
  if (bms_convex_cores_meet(&instant, &closest)) bms_convex_way_out(&instant, &closest);
  overlap->least = pair.radius - (closest.depth > 0 ? -closest.depth : closest.distance) - instant.error;
  bound_above(&stretch, &instant, &closest, overlap, normal);
  for (int r = 0; r < 3; r++) {
    on_a[r] = closest.point_a[r] + pair.a->radius * normal[r];
    on_b[r] = closest.point_b[r] - pair.b->radius * normal[r];
  }
  bms_convex_frame_of_a(&at, &stretch, pose);
  bms_vector_to_world(pose, normal, overlap->normal);
  bms_point_to_world(pose, on_a, overlap->point[0]);
  bms_point_to_world(pose, on_b, overlap->point[1]);
  return BMS_VALID;
}
