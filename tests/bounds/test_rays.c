/* SPDX-License-Identifier: BSD-3-Clause */

/* Rays through meshes: products of differences, the depth made of three, and the way to a box.  The expressions are those
   of meet_triangle() and may_meet(). */

#include "mesh/interior.c"

#include "bounds.h"

/* Inputs: two corners as seen along the ray. */
static double share_of_an_area(const double *x, const void *context) {
  (void)context;
  double size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]) + fabs(x[3]), area = x[0] * x[1] - x[2] * x[3];
  precise exact = precise_minus(precise_times(precise_of(x[0]), precise_of(x[1])),
                                precise_times(precise_of(x[2]), precise_of(x[3])));
  return size > 0.01 ? precise_error(area, exact) / (AREA_ROUNDINGS * size * size) : 0;
}

/* Inputs: three areas and depths. */
static double share_of_a_depth(const double *x, const void *context) {
  (void)context;
  double depth = 0, terms = 0;
  precise exact = precise_of(0);
  for (int k = 0; k < 3; k++) {
    depth += x[k] * x[3 + k];
    terms += fabs(x[k] * x[3 + k]);
    exact = precise_plus(exact, precise_times(precise_of(x[k]), precise_of(x[3 + k])));
  }
  return terms > 0.01 ? precise_error(depth, exact) / (DEPTH_ROUNDINGS * terms) : 0;
}

/* Inputs: the start of the ray (2), a slope, a side of the box. */
static double share_of_a_way(const double *x, const void *context) {
  (void)context;
  double way = x[3] - x[0], one = x[2] * way, at = x[1] + one;
  precise exact = precise_times(precise_of(x[2]), precise_minus(precise_of(x[3]), precise_of(x[0])));
  double bound = BOX_ROUNDINGS * (fabs(x[1]) + fabs(one) + fabs(x[0]));
  return bound > 0 ? precise_error(at, precise_plus(precise_of(x[1]), exact)) / bound : 0;
}

static void areas_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("AREA_ROUNDINGS", share_of_an_area, NULL, 4, 40);
}

static void depths_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("DEPTH_ROUNDINGS", share_of_a_depth, NULL, 6, 40);
}

static void ways_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("BOX_ROUNDINGS", share_of_a_way, NULL, 4, 40);
}

BOUNDS_MAIN(cmocka_unit_test(areas_are_as_good_as_counted), cmocka_unit_test(depths_are_as_good_as_counted),
            cmocka_unit_test(ways_are_as_good_as_counted))
