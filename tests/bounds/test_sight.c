/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures how a mesh sees the things that move before it: frames at one time. */

#include "mesh/sight.c"

#include "bounds.h"

/* The inputs are quaternions (16), position (9), a point (3), a time. The quantity is the point of b as seen from a. */
static double share_of_a_point(const double *x, const void *context) {
  (void)context;
  bms_convex a = bms_convex_points(x + 25, 1, 0), b = a;
  bms_convex_pair pair = {.a = &a, .b = &b, .latest = 1};
  bms_convex_stretch stretch;
  bms_sight sight;
  double t = x[28], computed[3], length = bms_convex_reach(&a);
  precise of_a[4], of_b[4];
  precise_vector place;
  memcpy(pair.quaternion_a, x, sizeof pair.quaternion_a);
  memcpy(pair.quaternion_b, x + 8, sizeof pair.quaternion_b);
  memcpy(pair.position, x + 16, sizeof pair.position);
  pair.extent = 2 * length;
  pair.scale = bms_convex_scale_until(&pair, 1);
  bms_convex_stretch_over(&pair, t, t, &stretch);
  if (!(length > 0.01 && bms_sight_of_b(&stretch, &sight))) return 0;
  for (int i = 0; i < 4; i++) {
    of_a[i] = bounds_polynomial(pair.quaternion_a[i], 1, t);
    if (i > 0) of_a[i] = precise_minus(precise_of(0), of_a[i]);
    of_b[i] = bounds_polynomial(pair.quaternion_b[i], 1, t);
  }
  for (int r = 0; r < 3; r++) {
    place.x[r] = bounds_polynomial(pair.position[r], 2, t);
    computed[r] = sight.position[0][r] + bms_dot(sight.rotation[0][r], x + 25);
  }
  precise_vector there = precise_vector_plus(place, precise_rotated(of_b, precise_vector_of(x + 25)));
  return precise_vector_error(computed, precise_rotated(of_a, there)) / sight.error;
}

static void points_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SIGHT_ROUNDINGS", share_of_a_point, NULL, 29, 10);
}

/* Its terms are among those of separating_plane.c, whose list for planes of two edges has 608; 4 more are for the
   quotients, 8 for extents. */
static void the_count_covers_that_of_planes(void **state) {
  (void)state;
  bounds_sum("SIGHT_ROUNDINGS", 608 + 4 + 8, SIGHT_ROUNDINGS);
}

BOUNDS_MAIN(cmocka_unit_test(points_are_as_good_as_counted), cmocka_unit_test(the_count_covers_that_of_planes))
