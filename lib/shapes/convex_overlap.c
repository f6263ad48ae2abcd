/* SPDX-License-Identifier: BSD-3-Clause */

/* How deep two convex shapes overlap at one time: a plane bounds it from above, points of the two from below. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stddef.h>

#include "numeric/vector.h"
#include "shapes/convex.h"
#include "shapes/convex_depth.h"
#include "shapes/convex_moment.h"
#include "shapes/plane_candidates.h"

/* The sizes are exceeded by this many times the error of a point, as a shape may be smaller than roundings; points are
   as deep as the bounds say to within this many. */
static const double MARGIN = 64;

/* Sets the certain bound of the depth from above, and the normal of the plane that gives it.  A move by the sizes and
   the distance parts the two along any direction: that is the bound if no plane is better. */
static void bound_above(bms_convex_stretch *stretch, bms_convex_instant *instant, const bms_convex_closest *closest,
                        bms_convex_overlap *overlap, double normal[3]) {
  bms_separating_plane candidate[BMS_MAX_CANDIDATES];
  const bms_convex_pair *pair = stretch->pair;
  bms_convex_pair less = *pair;
  double by = pair->scale.size + MARGIN * instant->error, best = 0;
  less.radius -= by;
  less.extent += fabs(by);
  less.scale = bms_convex_scale_until(&less, less.latest);
  stretch->pair = instant->pair = &less;
  stretch->scale = less.scale;
  for (int r = 0; r < 3; r++) normal[r] = closest->direction[r] / bms_length(closest->direction);
  overlap->depth = by;
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

static bool is_half_space(const bms_convex *shape) {
  return shape->core == BMS_CORE_HALF_SPACE;
}

/* Takes the points that are farthest along the normal if the ones found are not as deep along it as the bounds say: of
   curved cores another plane than the one that the points lie on may be the best. */
static void keep_to_bounds(bms_convex_moment *m, const double normal[3], const bms_convex_overlap *overlap) {
  const bms_convex_instant *instant = &m->instant;
  bms_convex_closest *c = &m->closest;
  if (is_half_space(m->pair.a) || is_half_space(m->pair.b)) return; /* has them already */
  double back[3], in_b[3], own[3], along = m->pair.radius, error = MARGIN * instant->error;
  for (int r = 0; r < 3; r++) {
    along += normal[r] * (c->point_a[r] - c->point_b[r]);
    back[r] = -normal[r];
  }
  if (along >= overlap->least - error && along <= overlap->depth + error) return;
  bms_convex_to_b(instant, back, in_b);
  (void)bms_convex_support(m->pair.a, normal, c->point_a);
  (void)bms_convex_support(m->pair.b, in_b, own);
  bms_convex_to_a(instant, own, c->point_b);
  for (int r = 0; r < 3; r++) c->point_b[r] += instant->position[r];
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
  keep_to_bounds(&m, normal, overlap);
  bms_convex_moment_to_world(&m, normal, overlap->normal, overlap->point);
  return BMS_VALID;
}
