/* SPDX-License-Identifier: BSD-3-Clause */

/* Distances and directions of the search for the least distance. */

#include "path/clearance.c"

#include "bounds.h"

/* The inputs are a vector.  It is divided by its length as lower_bound() does. */
static double share_of_a_length(const double *x, const void *context) {
  (void)context;
  double length = bms_length(x), unit[3];
  if (!(length > 0.01)) return 0;
  for (int r = 0; r < 3; r++) unit[r] = x[r] / length;
  precise_vector exact = precise_vector_of(unit);
  return precise_error(1, precise_root(precise_dot(exact, exact))) / LENGTH_ROUNDINGS;
}

/* Returns how high the lowest corner of a box stands over z = 1. */
static double height_of(const bms_body *body, precise_vector place, const precise q[4], precise *out) {
  precise sum = precise_minus(place.x[2], precise_of(1));
  for (int j = 0; j < 3; j++) {
    double axis[3] = {j == 0, j == 1, j == 2};
    precise along = precise_rotated(q, precise_vector_of(axis)).x[2];
    double corner = precise_double(along) > 0 ? body->box.min[j] : body->box.max[j];
    sum = precise_plus(sum, precise_times(along, precise_of(corner)));
  }
  *out = sum;
  return precise_double(sum);
}

/* A wide box lies below a small one. The inputs are quaternion (4), place (3), corners (6). */
static double share_of_a_distance(const double *x, const void *context) {
  (void)context;
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0}, place[3] = {x[4], x[5], 2 + x[6]};
  bms_body a = {{{-8, -8, -1}, {8, 8, 1}}, bms_motion_fixed(origin, upright)}, b = {.motion.form = BMS_MOTION_RIGID};
  bms_distance nearest;
  pair p = {.a = &a, .b = &b};
  precise q[4], exact;
  b.motion = bms_motion_fixed(place, x);
  for (int j = 0; j < 3; j++) {
    b.box.min[j] = 0.5 * fmin(x[7 + 2 * j], x[8 + 2 * j]);
    b.box.max[j] = 0.5 * fmax(x[7 + 2 * j], x[8 + 2 * j]);
  }
  for (int i = 0; i < 4; i++) {
    b.motion.rigid.quaternion[i][0] = x[i];
    q[i] = precise_of(x[i]);
  }
  double square = x[0] * x[0] + bms_dot(x + 1, x + 1);
  if (!(square > 0.1 && height_of(&b, precise_vector_of(place), q, &exact) > 0.01)) return 0;
  bms_distance_at(&a, &b, 0, &nearest);
  bms_bernstein_hull of_a, of_b;
  bms_bernstein_hull_of(&a, 0, 0, &of_a);
  bms_bernstein_hull_of(&b, 0, 0, &of_b);
  double short_by = precise_double(precise_minus(exact, precise_of(nearest.distance)));
  return short_by / (error_at(&p, 0) - of_a.error - of_b.error);
}

static void directions_are_as_long_as_counted(void **state) {
  (void)state;
  bounds_measure("LENGTH_ROUNDINGS", share_of_a_length, NULL, 3, 100);
}

static void distances_are_not_too_short(void **state) {
  (void)state;
  bounds_measure("POINT_ROUNDINGS", share_of_a_distance, NULL, 13, 10);
}

BOUNDS_MAIN(cmocka_unit_test(directions_are_as_long_as_counted), cmocka_unit_test(distances_are_not_too_short))
