/* SPDX-License-Identifier: BSD-3-Clause */

/* How deep two convex shapes overlap at one time: a plane bounds it from above, points of the two from below. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stddef.h>

#include "numeric/vector.h"
#include "shapes/convex_depth.h"
#include "shapes/convex_moment.h"
#include "shapes/plane_candidates.h"

/* The depth along a plane that is worth a try exceeds the one that points show by less than this part of the sizes. */
static const double MARGIN = 0x1p-4;

/* It exceeds it by no less than this many times the error of a point: a shape may be smaller than roundings. */
static const double LEAST_MARGIN = 64;

/* Sets the certain bound of the depth from above, and the normal of the plane that gives it. */
static void bound_above(bms_convex_stretch *stretch, bms_convex_instant *instant, const bms_convex_closest *closest,
                        bms_convex_overlap *overlap, double normal[3]) {
  bms_separating_plane candidate[BMS_MAX_CANDIDATES];
  const bms_convex_pair *pair = stretch->pair;
  bms_convex_pair less = *pair;
  double gap = closest->distance - pair->radius, best = 0;
  double by = bms_max(MARGIN * pair->extent, LEAST_MARGIN * instant->error) + bms_max(-gap, 0);
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
  bms_convex_moment m;
  double normal[3];
  *overlap = (bms_convex_overlap){.depth = 0};
  bms_reason reason = bms_convex_moment_at(query, t, &m);
  if (reason != BMS_VALID) return reason;
  if (!bms_convex_leave_at_once(&m.instant, NULL, &m.closest)) {
    bms_convex_moment_closest(&m);
    if (bms_convex_cores_meet(&m.instant, &m.closest)) bms_convex_way_out(&m.instant, NULL, &m.closest);
  }
  overlap->least = m.pair.radius - (m.closest.depth > 0 ? -m.closest.depth : m.closest.distance) - m.instant.error;
  bound_above(&m.stretch, &m.instant, &m.closest, overlap, normal);
  bms_convex_moment_to_world(&m, normal, overlap->normal, overlap->point);
  return BMS_VALID;
}
