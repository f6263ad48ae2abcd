/* SPDX-License-Identifier: BSD-3-Clause */

/* Two convex shapes at one time. */

#include "numeric/arithmetic.h"

#include "shapes/convex_moment.h"

#include "shapes/convex_world.h"

bms_reason bms_convex_moment_at(const bms_convex_query *query, double t, bms_convex_moment *moment) {
  bms_convex_query *at = &moment->query;
  bms_part where;
  bms_frame frame;
  *at = *query;
  at->t0 = at->t1 = t;
  at->nearness = 0;
  bms_reason reason = bms_convex_enter(&at->t0, &at->t1, &at->motion_a, &at->motion_b, &frame, &where);
  if (reason == BMS_VALID) reason = bms_convex_prepare(at, &moment->pair, &where);
  if (reason != BMS_VALID) return reason;
  moment->pair.roughly = 0;
  bms_convex_stretch_over(&moment->pair, at->t0, at->t1, &moment->stretch);
  bms_convex_instant_of(&moment->stretch, &moment->instant);
  moment->closest = (bms_convex_closest){.simplex = {.count = 0}};
  return BMS_VALID;
}

void bms_convex_moment_closest(bms_convex_moment *moment) {
  bms_convex_closest_points(&moment->instant, moment->instant.position, &moment->closest);
}

void bms_convex_moment_to_world(const bms_convex_moment *moment, const double normal[3], double world[3],
                                double point[2][3]) {
  const bms_convex_pair *pair = &moment->pair;
  double on_a[3], on_b[3], pose[3][4];
  for (int r = 0; r < 3; r++) {
    on_a[r] = moment->closest.point_a[r] + pair->a->radius * normal[r];
    on_b[r] = moment->closest.point_b[r] - pair->b->radius * normal[r];
  }
  bms_convex_frame_of_a(&moment->query, &moment->stretch, pose);
  bms_vector_to_world(pose, normal, world);
  bms_point_to_world(pose, on_a, point[0]);
  bms_point_to_world(pose, on_b, point[1]);
}
