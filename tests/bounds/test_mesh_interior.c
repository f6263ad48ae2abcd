/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures what a ray sees of a triangle: places across it, areas, and how far off the plane is met. */

#include "mesh/interior.c"

#include "bounds.h"

/* Returns the ray of the inputs: a triangle (9), the start of the ray (3), its slopes (2), which are below 1. */
static ray ray_of(const double *x) {
  ray w = {.from = {x[9], x[10], x[11]}};
  for (int r = 0; r < 2; r++) w.slope[r] = x[12 + r] / (1 + fabs(x[12 + r]));
  return w;
}

/* Returns a coordinate of a corner as seen along the ray; x itself for -1. */
static precise seen_exactly(const double *x, const ray *w, int corner, int r) {
  precise along = precise_minus(precise_of(x[3 * corner]), precise_of(w->from[0]));
  if (r < 0) return along;
  precise off = precise_minus(precise_of(x[3 * corner + 1 + r]), precise_of(w->from[1 + r]));
  return precise_minus(off, precise_times(precise_of(w->slope[r]), along));
}

static precise area_exactly(const double *x, const ray *w, int k) {
  int a = (k + 1) % 3, b = (k + 2) % 3;
  return precise_minus(precise_times(seen_exactly(x, w, a, 0), seen_exactly(x, w, b, 1)),
                       precise_times(seen_exactly(x, w, a, 1), seen_exactly(x, w, b, 0)));
}

static double off_by(double computed, precise exact) {
  return fabs(precise_double(precise_minus(precise_of(computed), exact)));
}

static double share_of_a_place(const double *x, const void *context) {
  (void)context;
  ray w = ray_of(x);
  seen s = look_along(&w, x);
  double error, across = across_at(&w, 0, x[0], &error);
  precise there = precise_minus(precise_of(x[1]), seen_exactly(x, &w, 0, 0));
  double most = off_by(s.y[0], seen_exactly(x, &w, 0, 0)) / s.error;
  return error > 0 ? fmax(most, off_by(across, there) / error) : most;
}

static double share_of_an_area(const double *x, const void *context) {
  (void)context;
  ray w = ray_of(x);
  seen s = look_along(&w, x);
  s.error = 0; /* the error of the products alone is wanted, from the places as they are */
  sides e = sides_of(&s);
  precise exact = precise_minus(precise_times(precise_of(s.y[1]), precise_of(s.z[2])),
                                precise_times(precise_of(s.z[1]), precise_of(s.y[2])));
  return e.error[0] > 0 ? off_by(e.area[0], exact) / e.error[0] : 0;
}

static double share_of_a_depth(const double *x, const void *context) {
  (void)context;
  ray w = ray_of(x);
  seen s = look_along(&w, x);
  sides e = sides_of(&s);
  precise exact = precise_of(0);
  double error = 0;
  for (int k = 0; k < 3; k++) {
    exact = precise_plus(exact, precise_times(precise_of(e.area[k]), precise_of(s.x[k])));
    error += fabs(e.area[k]) * DEPTH_ROUNDINGS * fabs(s.x[k]);
  }
  return error > 0 ? off_by(e.depth, exact) / error : 0;
}

/* Returns all errors together, from the corners as they are. */
static double share_of_all(const double *x, const void *context) {
  (void)context;
  ray w = ray_of(x);
  seen s = look_along(&w, x);
  sides e = sides_of(&s);
  precise exact = precise_of(0);
  for (int k = 0; k < 3; k++)
    exact = precise_plus(exact, precise_times(area_exactly(x, &w, k), seen_exactly(x, &w, k, -1)));
  return off_by(e.depth, exact) / e.depth_error;
}

static void rays_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("PLACE_ROUNDINGS", share_of_a_place, NULL, 14, 10);
  bounds_measure("AREA_ROUNDINGS", share_of_an_area, NULL, 14, 10);
  bounds_measure("DEPTH_ROUNDINGS", share_of_a_depth, NULL, 14, 10);
  bounds_measure("depth_error", share_of_all, NULL, 14, 10);
}

static void the_counts_are_the_sums_of_their_items(void **state) {
  (void)state;
  bounds_sum("PLACE_ROUNDINGS * 2^53", 2 + 1 + 1, PLACE_ROUNDINGS / BMS_ROUNDING);
  bounds_sum("AREA_ROUNDINGS * 2^53", 1 + 1 + 1, AREA_ROUNDINGS / BMS_ROUNDING);
  bounds_sum("DEPTH_ROUNDINGS * 2^53", 1 + 3, DEPTH_ROUNDINGS / BMS_ROUNDING);
}

BOUNDS_MAIN(cmocka_unit_test(rays_are_as_good_as_counted), cmocka_unit_test(the_counts_are_the_sums_of_their_items))
