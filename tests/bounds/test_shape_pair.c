/* SPDX-License-Identifier: BSD-3-Clause */

/* Two shapes of an arm as they stand to each other, and how far one reaches. */

#include "arm/placed_shape.c"
#include "arm/shape_pair.c"

#include "bounds.h"

static bms_pose pose_of(const double *x) {
  return (bms_pose){.position = {x[0], x[1], x[2]}, .quaternion = {x[3], x[4], x[5], x[6]}};
}

/* The inputs are where a stands (7), a pose of b (12), a point of b (3). The quantity is the point seen from a. */
static double share_of_a_point(const double *x, const void *context) {
  (void)context;
  const double origin[3] = {0, 0, 0};
  bms_convex point_a = bms_convex_points(origin, 1, 0), point_b = bms_convex_points(x + 19, 1, 0);
  bms_pose place = pose_of(x), rest = {.quaternion = {1}};
  bms_placed_shape a = bms_placed_convex(0, &point_a, &rest), b = bms_placed_convex(0, &point_b, &rest);
  bms_shape_pair pair = {.a = &a, .b = &b, .poses = 1};
  double computed[3];
  precise q[4];
  precise_vector there;
  if (!(bms_dot4(place.quaternion, place.quaternion) > 0.1 && bms_length(x + 19) > 0.01)) return 0;
  memcpy(pair.pose[0], x + 7, sizeof pair.pose[0]);
  complete(&place, 0, &pair);
  for (int i = 0; i < 4; i++) q[i] = precise_of(i == 0 ? x[3] : -x[3 + i]);
  for (int r = 0; r < 3; r++) {
    there.x[r] = precise_minus(precise_of(x[7 + 4 * r + 3]), precise_of(x[r]));
    computed[r] = pair.pose[0][r][3];
    for (int c = 0; c < 3; c++) {
      there.x[r] = precise_plus(there.x[r], precise_times(precise_of(x[7 + 4 * r + c]), precise_of(x[19 + c])));
      computed[r] += pair.pose[0][r][c] * x[19 + c];
    }
  }
  return precise_vector_error(computed, precise_rotated(q, there)) / pair.error;
}

/* The inputs are a point, a radius. The quantity is what is left of the margin on the upper side along x. */
static double share_of_the_margin(const double *x, const void *context) {
  (void)context;
  bms_convex ball = bms_convex_points(x, 1, fabs(x[3]));
  bms_pose rest = {.quaternion = {1}};
  bms_placed_shape shape = bms_placed_convex(0, &ball, &rest);
  if (!(bms_length(x) > 0.01 && fabs(x[3]) > 0.01)) return 0;
  double most = bms_placed_bounds(&shape).max[0], margin = BOUND_ROUNDINGS * (bms_length(x) + fabs(x[3]));
  precise exact = precise_plus(precise_of(x[0]), precise_of(fabs(x[3])));
  return (margin - precise_double(precise_minus(precise_of(most), exact))) / margin;
}

static void points_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("PAIR_ROUNDINGS", share_of_a_point, NULL, 22, 10);
}

static void the_count_is_the_sum_of_its_items(void **state) {
  (void)state;
  bounds_sum("PAIR_ROUNDINGS * 2^53", 3 + 12 + 8 + 16, PAIR_ROUNDINGS / BMS_ROUNDING);
}

static void bounds_hold_the_shape(void **state) {
  (void)state;
  bounds_measure("BOUND_ROUNDINGS", share_of_the_margin, NULL, 4, 40);
}

BOUNDS_MAIN(cmocka_unit_test(points_are_as_good_as_counted), cmocka_unit_test(the_count_is_the_sum_of_its_items),
            cmocka_unit_test(bounds_hold_the_shape))
