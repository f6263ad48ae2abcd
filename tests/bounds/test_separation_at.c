/* SPDX-License-Identifier: BSD-3-Clause */

/* The separating-axis test as callers see it: the parts of its error, each alone, and the gap as a whole. */

#include "planes/separation_at.c"

#include "bounds.h"

static bms_body body_of(const double *quaternion, const double *position) {
  bms_body body = {.box = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}, .motion.form = BMS_MOTION_RIGID};
  if (quaternion != NULL)
    memcpy(body.motion.rigid.quaternion, quaternion, sizeof body.motion.rigid.quaternion);
  else
    body.motion.rigid.quaternion[0][0] = 1;
  if (position != NULL) memcpy(body.motion.rigid.position, position, sizeof body.motion.rigid.position);
  return body;
}

/* Returns the greatest error of a column at t; *bound is the bound of the quaternion's part over its roundings. */
static double error_of_columns(const bms_body *body, double t, double *bound) {
  placed at;
  double error = 0;
  precise q[4];
  if (!place(body, t, &at)) return 0;
  *bound = (at.error - COLUMN_ROUNDINGS) * BMS_ROUNDING;
  for (int i = 0; i < 4; i++) q[i] = bounds_polynomial(body->motion.rigid.quaternion[i], 1, t);
  for (int c = 0; c < 3; c++) {
    double axis[3] = {c == 0, c == 1, c == 2}, column[3];
    column_of(&at, c, column);
    error = fmax(error, precise_vector_error(column, precise_rotated(q, precise_vector_of(axis))));
  }
  return error;
}

/* The inputs are a quaternion that stands still (4). */
static double share_of_a_column(const double *x, const void *context) {
  (void)context;
  double quaternion[8] = {x[0], 0, x[1], 0, x[2], 0, x[3], 0}, bound;
  bms_body body = body_of(quaternion, NULL);
  return error_of_columns(&body, 0, &bound) / (COLUMN_ROUNDINGS * BMS_ROUNDING);
}

/* The inputs are a quaternion (8) and a time.  The part of the error beyond a column's own roundings is the
   quaternion's. */
static double share_of_a_quaternion(const double *x, const void *context) {
  (void)context;
  bms_body body = body_of(x, NULL);
  double bound = 1, t = x[8], most = 0;
  double turned = error_of_columns(&body, t, &bound) - COLUMN_ROUNDINGS * BMS_ROUNDING;
  precise sum = precise_of(0);
  for (int i = 0; i < 4; i++) {
    const double *c = body.motion.rigid.quaternion[i];
    precise off = precise_minus(precise_of(c[0] + t * c[1]), bounds_polynomial(c, 1, t));
    sum = precise_plus(sum, precise_times(off, off));
    most += (fabs(c[0]) + fabs(t * c[1])) * (fabs(c[0]) + fabs(t * c[1]));
  }
  precise q[4], square = precise_of(0);
  for (int i = 0; i < 4; i++) {
    q[i] = bounds_polynomial(body.motion.rigid.quaternion[i], 1, t);
    square = precise_plus(square, precise_times(q[i], q[i]));
  }
  /* the bound is the terms', however much of them cancels */
  assert_true(bound == 1 || bound >= QUATERNION_ROUNDINGS * BMS_ROUNDING * most / precise_double(square) * (1 - 1e-6));
  double own = 2.1 * precise_double(precise_root(sum)) / (QUATERNION_ROUNDINGS * BMS_ROUNDING * sqrt(most));
  return most > 0 ? fmax(turned / bound, own) : 0;
}

/* The inputs are two positions (18) and a time. */
static double share_of_a_position(const double *x, const void *context) {
  (void)context;
  bms_body a = body_of(NULL, x), b = body_of(NULL, x + 9);
  pair at;
  double d[3], t = x[18];
  precise_vector exact;
  if (!place(&a, t, &at.a) || !place(&b, t, &at.b)) return 0;
  double terms = distance_of(&a, &b, t, &at, d);
  for (int r = 0; r < 3; r++)
    exact.x[r] = precise_minus(bounds_polynomial(b.motion.rigid.position[r], 2, t),
                               bounds_polynomial(a.motion.rigid.position[r], 2, t));
  return terms > 0 ? precise_vector_error(d, exact) / (POSITION_ROUNDINGS * BMS_ROUNDING * terms) : 0;
}

/* The inputs are C (9), p (3), half extents (6). The quantity is the gap along the product of the first edges. */
static double share_of_a_gap(const double *x, const void *context) {
  (void)context;
  pair at = {.error = 0};
  best most = {.axis = -1, .certain = -INFINITY};
  double size = bms_length(x + 9);
  memcpy(at.c, x, sizeof at.c);
  memcpy(at.p, x + 9, sizeof at.p);
  for (int i = 0; i < 3; i++) {
    at.a.half[i] = fabs(x[12 + i]);
    at.b.half[i] = fabs(x[15 + i]);
    size += at.a.half[i] + at.b.half[i];
    for (int j = 0; j < 3; j++) at.f[i][j] = fabs(at.c[i][j]);
  }
  consider_edges(&at, 0, 0, &most);
  precise gap = precise_absolute(precise_minus(precise_times(precise_of(at.c[1][0]), precise_of(at.p[2])),
                                               precise_times(precise_of(at.c[2][0]), precise_of(at.p[1]))));
  const double half[4] = {at.a.half[1], at.a.half[2], at.b.half[1], at.b.half[2]};
  const double entry[4] = {at.f[2][0], at.f[1][0], at.f[0][2], at.f[0][1]};
  for (int k = 0; k < 4; k++) gap = precise_minus(gap, precise_times(precise_of(half[k]), precise_of(entry[k])));
  return most.axis >= 0 ? precise_error(most.gap, gap) / (4 * GAP_ROUNDINGS * BMS_ROUNDING * size) : 0;
}

static void columns_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("COLUMN_ROUNDINGS", share_of_a_column, NULL, 4, 40);
}

static void quaternions_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("QUATERNION_ROUNDINGS", share_of_a_quaternion, NULL, 9, 20);
}

static void positions_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("POSITION_ROUNDINGS", share_of_a_position, NULL, 19, 20);
}

static void gaps_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("GAP_ROUNDINGS", share_of_a_gap, NULL, 18, 20);
}

BOUNDS_MAIN(cmocka_unit_test(columns_are_as_good_as_counted), cmocka_unit_test(quaternions_are_as_good_as_counted),
            cmocka_unit_test(positions_are_as_good_as_counted), cmocka_unit_test(gaps_are_as_good_as_counted))
