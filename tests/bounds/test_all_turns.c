/* SPDX-License-Identifier: BSD-3-Clause */

/* The cylinder that a body turns in: how far its corners are from its axis, and along it. */

#include "pairs/piecewise.c"

#include "bounds.h"

/* Makes a quaternion of length 1 to rounding, as ODE keeps it.  Returns false if it is none. */
static bool make_unit(const double x[4], double quaternion[4]) {
  double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
  for (int i = 0; i < 4; i++) quaternion[i] = x[i] / length;
  return length > 0.1;
}

/* Returns how far a vector is from the line along a direction. */
static precise distance_from_line(precise_vector v, precise_vector direction) {
  precise_vector across = precise_cross(direction, v);
  return precise_root(precise_over(precise_dot(across, across), precise_dot(direction, direction)));
}

/* Returns how far it is along it. */
static precise distance_along_line(precise_vector v, precise_vector direction) {
  return precise_over(precise_absolute(precise_dot(v, direction)), precise_root(precise_dot(direction, direction)));
}

/* Returns what a corner needs of a margin that a length was made greater by. */
static double share_of_margin(double length, double margin, precise needed) {
  return 1 - precise_double(precise_minus(precise_of(length), needed)) / margin;
}

/* The inputs are a quaternion (4), an axis (3) and two corners of a box (6). */
static double share_of_a_cylinder(const double *x, const void *context) {
  (void)context;
  qmboxMoving path = {.shape = QMBOX_SHAPE_BOX, .turns = true, .turn.finite = {x[4], x[5], x[6]}};
  double axis[3], most = 0;
  if (!make_unit(x, path.turn.start) || !(qmboxLength(path.turn.finite) > 0.01)) return 0;
  for (int i = 0; i < 3; i++) {
    path.body.box.min[i] = fmin(x[7 + i], x[10 + i]);
    path.body.box.max[i] = fmax(x[7 + i], x[10 + i]);
  }
  qmboxTurned turned = turnedPath(&path, axis);
  double margin = CYLINDER_ERROR / (1 + CYLINDER_ERROR) * hypot(turned.radius, turned.halfLength);
  if (!(margin > 0)) return 0;
  precise q[4];
  for (int i = 0; i < 4; i++) q[i] = precise_of(path.turn.start[i]);
  for (int k = 0; k < 8; k++) {
    double corner[3];
    for (int i = 0; i < 3; i++) corner[i] = k >> i & 1 ? path.body.box.max[i] : path.body.box.min[i];
    precise_vector at = precise_rotated(q, precise_vector_of(corner));
    precise_vector line = precise_vector_of(path.turn.finite);
    most = fmax(most, share_of_margin(turned.radius, margin, distance_from_line(at, line)));
    most = fmax(most, share_of_margin(turned.halfLength, margin, distance_along_line(at, line)));
  }
  return most;
}

static void the_cylinder_holds_all_corners(void **state) {
  (void)state;
  bounds_measure("CYLINDER_ERROR", share_of_a_cylinder, NULL, 13, 6);
}

BOUNDS_MAIN(cmocka_unit_test(the_cylinder_holds_all_corners))
