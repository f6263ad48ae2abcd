/* SPDX-License-Identifier: BSD-3-Clause */

/* Points and vectors of the frame of a, placed in the world. */

#include "numeric/arithmetic.h"

#include "shapes/convex_world.h"

#include <string.h>

#include "numeric/vector.h"

void bms_convex_frame_of_a(const bms_convex_query *query, const bms_convex_pair *pair, double t, double pose[3][4]) {
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  memcpy(motion.rigid.position, query->motion_a.rigid.position, sizeof motion.rigid.position);
  memcpy(motion.rigid.quaternion, pair->quaternion_a, sizeof motion.rigid.quaternion);
  bms_motion_at(&motion, t, pose);
}

void bms_vector_to_world(double pose[3][4], const double x[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_dot(pose[r], x);
}

void bms_point_to_world(double pose[3][4], const double x[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_dot(pose[r], x) + pose[r][3];
}
