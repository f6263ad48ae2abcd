/* SPDX-License-Identifier: BSD-3-Clause */

/* Bounds of a box at a pose. */

#include "arm/chain.c"
#include "arm/pose.c"

#include "bounds.h"
#include "numeric/vector.h"

/* The inputs are a pose (7), the corners of a box (6). The quantity is what is left of the margin on the upper side
   along x. */
static double share_of_the_margin(const double *x, const void *context) {
  (void)context;
  bms_pose pose = {.position = {x[0], x[1], x[2]}, .quaternion = {x[3], x[4], x[5], x[6]}};
  bms_box box;
  double min[3], max[3], terms = fabs(x[0]);
  precise q[4], exact = precise_of(x[0]);
  for (int i = 0; i < 4; i++) q[i] = precise_of(x[3 + i]);
  if (!(bms_dot4(pose.quaternion, pose.quaternion) > 0.1)) return 0;
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2};
    box.min[c] = fmin(x[7 + 2 * c], x[8 + 2 * c]);
    box.max[c] = fmax(x[7 + 2 * c], x[8 + 2 * c]);
    terms += fabs(0.5 * box.min[c] + 0.5 * box.max[c]) + (0.5 * box.max[c] - 0.5 * box.min[c]);
    precise along = precise_rotated(q, precise_vector_of(axis)).x[0];
    exact = precise_plus(exact, precise_times(along, precise_of(precise_double(along) > 0 ? box.max[c] : box.min[c])));
  }
  bms_pose_bounds(&pose, &box, min, max);
  double margin = BOUND_ROUNDINGS * terms;
  return (margin - precise_double(precise_minus(precise_of(max[0]), exact))) / margin;
}

static void bounds_hold_the_box(void **state) {
  (void)state;
  bounds_measure("BOUND_ROUNDINGS", share_of_the_margin, NULL, 13, 20);
}

/* The inputs are a vector, made so short that squares of it are no doubles. */
static double share_of_a_length(const double *x, const void *context) {
  (void)context;
  double v[3], most = 0;
  for (int e = -480; e >= -560; e -= 5) {
    precise square = precise_of(0);
    for (int r = 0; r < 3; r++) {
      v[r] = ldexp(x[r], e);
      square = precise_plus(square, precise_times(precise_of(v[r]), precise_of(v[r])));
    }
    precise exact = precise_root(square);
    double rounded = 4 * BMS_ROUNDING * precise_double(exact); /* a length that is a double's loses so much as well */
    most = fmax(most, (precise_error(bms_length(v), exact) - rounded) / BMS_CHAIN_LEAST_LENGTH);
  }
  return most;
}

static void lengths_that_underflow_are_shorter_than_the_least(void **state) {
  (void)state;
  bounds_measure("BMS_CHAIN_LEAST_LENGTH", share_of_a_length, NULL, 3, 10);
}

BOUNDS_MAIN(cmocka_unit_test(bounds_hold_the_box), cmocka_unit_test(lengths_that_underflow_are_shorter_than_the_least))
