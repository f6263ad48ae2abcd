/* SPDX-License-Identifier: BSD-3-Clause */

/* Poses of smooth motions. */

#include "path/smooth.c"

#include "bounds.h"

/* Returns where a spin takes a vector, without what shifts it. */
static precise_vector spun(const bms_spin *spin, double t, precise_vector x) {
  precise_vector turn = precise_vector_of(spin->turn);
  precise speed = precise_root(precise_dot(turn, turn)), half = precise_times(speed, precise_of(0.5 * t)), q[4];
  q[0] = precise_cosine(half);
  for (int r = 0; r < 3; r++) q[1 + r] = precise_times(precise_sine(half), precise_over(turn.x[r], speed));
  return precise_rotated(q, x);
}

/* Returns the error of a column of a spin's rotation over its bound.  The inputs are quaternion, turn, time. */
static double share_of_a_turn(const double *x, double speed) {
  bms_spin spin = {.quaternion = {x[0], x[1], x[2], x[3]}, .turn = {speed * x[4], speed * x[5], speed * x[6]}};
  bms_smooth_bounds bounds;
  double pose[3][4], t = x[7], error = 0;
  precise q[4];
  for (int i = 0; i < 4; i++) q[i] = precise_of(x[i]);
  if (!(bms_dot4(x, x) > 0.01 && bms_length(spin.turn) > 0)) return 0;
  spin_pose(&spin, t, pose);
  spin_bounds(&spin, t, t, &bounds);
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2}, column[3] = {pose[0][c], pose[1][c], pose[2][c]};
    precise_vector exact = spun(&spin, t, precise_rotated(q, precise_vector_of(axis)));
    error = fmax(error, precise_vector_error(column, exact));
  }
  return error / bounds.turn_error;
}

static double share_of_a_slow_turn(const double *x, const void *context) {
  (void)context;
  return share_of_a_turn(x, 1);
}

/* Returns that share where the angle's rounding is nearly all that there is. */
static double share_of_a_fast_turn(const double *x, const void *context) {
  (void)context;
  return share_of_a_turn(x, 1e6);
}

/* The inputs are the position's coefficients and a time. */
static double share_of_a_cubic(const double *x, const void *context) {
  (void)context;
  bms_cubic_pose cubic = {.quaternion = {{1}}};
  bms_smooth_bounds bounds;
  double pose[3][4], t = x[12];
  precise_vector exact;
  memcpy(cubic.position, x, sizeof cubic.position);
  cubic_pose(&cubic, t, pose);
  cubic_bounds(&cubic, t, t, &bounds);
  for (int r = 0; r < 3; r++) {
    exact.x[r] = precise_of(cubic.position[r][3]);
    for (int k = 2; k >= 0; k--)
      exact.x[r] = precise_plus(precise_times(exact.x[r], precise_of(t)), precise_of(cubic.position[r][k]));
  }
  const double origin[3] = {pose[0][3], pose[1][3], pose[2][3]};
  return precise_vector_error(origin, exact) / bounds.origin_error;
}

static void rotations_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("ROTATION_ROUNDINGS", share_of_a_slow_turn, NULL, 8, 20);
}

static void angles_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("ANGLE_ROUNDINGS", share_of_a_fast_turn, NULL, 8, 20);
}

static void cubics_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("CUBIC_ROUNDINGS", share_of_a_cubic, NULL, 13, 20);
}

BOUNDS_MAIN(cmocka_unit_test(rotations_are_as_good_as_counted), cmocka_unit_test(angles_are_as_good_as_counted),
            cmocka_unit_test(cubics_are_as_good_as_counted))
