/* SPDX-License-Identifier: BSD-3-Clause */

/* Points and vectors of the frame of a, placed in the world. */

#include "numeric/arithmetic.h"

#include "shapes/convex_world.h"

#include "motion/motion.h"
#include "numeric/vector.h"

void bms_convex_frame_of_a(const bms_convex_query *query, const bms_convex_stretch *stretch, double pose[3][4]) {
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) pose[r][c] = stretch->a[0][r][c] / stretch->scale_a[0];
    pose[r][3] = bms_quadratic_at(query->motion_a.rigid.position[r], stretch->ta);
  }
}

void bms_vector_to_world(double pose[3][4], const double x[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_dot(pose[r], x);
}

void bms_point_to_world(double pose[3][4], const double x[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_dot(pose[r], x) + pose[r][3];
}
