/* SPDX-License-Identifier: BSD-3-Clause */

/* Hulls of control poses: how far one that stands still at a time reaches. */

#include "bounds/bernstein_hull.c"

#include "bounds.h"

/* Returns direction . (edge_j x_j + place) for the farthest corner of a box. */
static precise farthest(const bms_box *box, precise_vector direction, precise_vector edge[3], precise_vector place) {
  precise sum = precise_dot(direction, place);
  for (int j = 0; j < 3; j++) {
    precise along = precise_dot(direction, edge[j]);
    double corner = precise_double(along) > 0 ? box->max[j] : box->min[j];
    sum = precise_plus(sum, precise_times(along, precise_of(corner)));
  }
  return sum;
}

static bms_box box_of(const double *x) {
  bms_box box;
  for (int j = 0; j < 3; j++) {
    box.min[j] = fmin(x[2 * j], x[2 * j + 1]);
    box.max[j] = fmax(x[2 * j], x[2 * j + 1]);
  }
  return box;
}

static double share_of_support(const bms_body *body, double t, const double along[3], precise exact) {
  bms_bernstein_hull hull;
  double direction[3], length = bms_length(along);
  for (int r = 0; r < 3; r++) direction[r] = along[r] / length;
  bms_bernstein_hull_of(body, t, t, &hull);
  double support = bms_bernstein_hull_support(&hull, direction);
  return precise_double(precise_minus(precise_plus(exact, precise_of(hull.error)), precise_of(support))) / hull.error;
}

static precise_vector unit_of(const double along[3]) {
  double direction[3], length = bms_length(along);
  for (int r = 0; r < 3; r++) direction[r] = along[r] / length;
  return precise_vector_of(direction);
}

/* The inputs are quaternion (8), position (9), box (6), direction (3), time. */
static double share_of_a_rigid_hull(const double *x, const void *context) {
  (void)context;
  bms_body body = {.box = box_of(x + 17), .motion.form = BMS_MOTION_RIGID};
  double t = x[26], square = 0;
  precise q[4];
  precise_vector place, edge[3];
  memcpy(body.motion.rigid.quaternion, x, sizeof body.motion.rigid.quaternion);
  memcpy(body.motion.rigid.position, x + 8, sizeof body.motion.rigid.position);
  for (int i = 0; i < 4; i++) {
    q[i] = bounds_polynomial(x + 2 * i, 1, t);
    square += precise_double(q[i]) * precise_double(q[i]);
  }
  if (!(square > 0.1 && bms_length(x + 23) > 0.1)) return 0;
  for (int r = 0; r < 3; r++) {
    double axis[3] = {r == 0, r == 1, r == 2};
    place.x[r] = bounds_polynomial(x + 8 + 3 * r, 2, t);
    edge[r] = precise_rotated(q, precise_vector_of(axis));
  }
  return share_of_support(&body, t, x + 23, farthest(&body.box, unit_of(x + 23), edge, place));
}

/* The inputs are weight (3), entries (36), box (6), direction (3), time. */
static double share_of_a_matrix_hull(const double *x, const void *context) {
  (void)context;
  bms_body body = {.box = box_of(x + 39), .motion.form = BMS_MOTION_MATRIX};
  double t = x[48];
  precise weight = bounds_polynomial(x, 2, t);
  precise_vector column[4];
  memcpy(body.motion.matrix.weight, x, sizeof body.motion.matrix.weight);
  memcpy(body.motion.matrix.entry, x + 3, sizeof body.motion.matrix.entry);
  if (!(precise_double(weight) > 0.1 && bms_length(x + 45) > 0.1)) return 0;
  for (int r = 0; r < 3; r++)
    for (int j = 0; j < 4; j++)
      column[j].x[r] = precise_over(bounds_polynomial(body.motion.matrix.entry[r][j], 2, t), weight);
  return share_of_support(&body, t, x + 45, farthest(&body.box, unit_of(x + 45), column, column[3]));
}

/* The inputs are a row of four constants and a point (3), so small that products underflow. */
static double share_of_what_underflows(const double *x, const void *context) {
  (void)context;
  const double direction[3] = {1, 0, 0};
  bms_body body = {.motion = {.form = BMS_MOTION_MATRIX, .matrix.weight = {1}}};
  bms_bernstein_hull hull;
  precise exact = precise_of(x[3] * 0x1p-1060);
  for (int i = 0; i < 4; i++) body.motion.matrix.entry[0][i][0] = x[i] * (i < 3 ? 0x1p-540 : 0x1p-1060);
  for (int i = 0; i < 3; i++) {
    body.box.min[i] = body.box.max[i] = x[4 + i] * 0x1p-530;
    exact = precise_plus(exact, precise_times(precise_of(x[i] * 0x1p-540), precise_of(body.box.min[i])));
  }
  bms_bernstein_hull_of(&body, 0, 0, &hull);
  double support = bms_bernstein_hull_support(&hull, direction);
  return precise_double(precise_minus(precise_plus(exact, precise_of(hull.error)), precise_of(support))) / UNDERFLOWN;
}

static void what_underflows_is_counted(void **state) {
  (void)state;
  bounds_measure("UNDERFLOWN", share_of_what_underflows, NULL, 7, 10);
}

static void hulls_of_rigid_motions_reach_far_enough(void **state) {
  (void)state;
  bounds_measure("ROUNDINGS (rigid)", share_of_a_rigid_hull, NULL, 27, 10);
}

static void hulls_of_matrices_reach_far_enough(void **state) {
  (void)state;
  bounds_measure("ROUNDINGS (matrix)", share_of_a_matrix_hull, NULL, 49, 5);
}

BOUNDS_MAIN(cmocka_unit_test(hulls_of_rigid_motions_reach_far_enough),
            cmocka_unit_test(hulls_of_matrices_reach_far_enough), cmocka_unit_test(what_underflows_is_counted))
