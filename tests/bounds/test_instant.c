/* SPDX-License-Identifier: BSD-3-Clause */

/* Columns, positions and gaps at one time, each bound alone: the errors that the others count are zero here. */

#include "motion/instant.c"
#include "motion/relative.c"
#include "planes/separation.c"

#include "bounds.h"

/* The inputs are a quaternion. */
static double share_of_a_column(const double *q, const void *context) {
  (void)context;
  double matrix[3][3], n = bms_dot4(q, q), error = 0;
  precise exact[4];
  for (int i = 0; i < 4; i++) exact[i] = precise_of(q[i]);
  if (!(n > 0.01)) return 0;
  bms_rotation_polar(q, q, matrix);
  for (int i = 0; i < 3; i++) {
    double computed[3], axis[3] = {i == 0, i == 1, i == 2};
    for (int r = 0; r < 3; r++) computed[r] = 1 / n * matrix[r][i];
    error = fmax(error, precise_vector_error(computed, precise_rotated(exact, precise_vector_of(axis))));
  }
  return error / (COLUMN_ROUNDINGS * BMS_ROUNDING);
}

/* The inputs are a vector of quadratics and a time. */
static double share_of_a_polynomial(const double *x, const void *context) {
  (void)context;
  double t = x[9], computed[3];
  precise_vector exact;
  for (int r = 0; r < 3; r++) {
    computed[r] = bms_quadratic_value(x + 3 * r, t);
    exact.x[r] = bounds_polynomial(x + 3 * r, 2, t);
  }
  return precise_vector_error(computed, exact) /
         (POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * bms_quadratics_terms(x, fabs(t)));
}

static bms_track_instant exact_columns(const double *x) {
  bms_track_instant at = {.column_error = 0};
  memcpy(at.column, x, sizeof at.column);
  for (int i = 0; i < 3; i++) at.column_length = fmax(at.column_length, bms_length(at.column[i]));
  return at;
}

static precise_vector column_of(const bms_track_instant *at, int i) {
  return precise_vector_of(at->column[i]);
}

/* The inputs are columns of either, the distance, half extents. */
static double share_of_a_gap(const double *x, const void *context) {
  (void)context;
  bms_relative relative = {.rigid = true, .a.rigid = true, .b.rigid = true, .axes = BMS_ALL_AXES};
  bms_instant instant = {.a = exact_columns(x), .b = exact_columns(x + 9), .d = {x[18], x[19], x[20]}};
  bms_axis_gap gap;
  instant.d_length = bms_length(instant.d);
  for (int i = 0; i < 3; i++) {
    relative.a.half[i] = fabs(x[21 + i]);
    relative.b.half[i] = fabs(x[24 + i]);
    relative.a.half_bound += relative.a.half[i];
    relative.b.half_bound += relative.b.half[i];
  }
  bms_axis_gap_at(&relative, &instant, BMS_AXIS_FACE_A, &gap);
  precise_vector n = column_of(&instant.a, 0);
  precise exact = precise_absolute(precise_dot(n, precise_vector_of(instant.d)));
  exact = precise_minus(exact, precise_times(precise_of(relative.a.half[0]), precise_dot(n, n)));
  for (int j = 0; j < 3; j++) {
    precise along = precise_absolute(precise_dot(n, column_of(&instant.b, j)));
    exact = precise_minus(exact, precise_times(precise_of(relative.b.half[j]), along));
  }
  return precise_error(gap.gap, exact) / gap.error;
}

/* The inputs are columns of either. */
static double share_of_a_cross_product(const double *x, const void *context) {
  (void)context;
  bms_track_instant a = exact_columns(x), b = exact_columns(x + 9);
  double normal[3];
  a.column_length = bms_length(a.column[0]);
  b.column_length = bms_length(b.column[0]);
  normal_bounds bounds = cross_of(&a, 0, &b, 0, normal);
  return precise_vector_error(normal, precise_cross(column_of(&a, 0), column_of(&b, 0))) / bounds.error;
}

/* The inputs are the quaternion of a body and its position (17), a time, and a part of what the time may be off by: how
   far a column and the body go, over what is added to their errors. */
static double share_of_a_movement(const double *x, const void *context) {
  (void)context;
  bms_query query = {.t0 = -1, .t1 = 1};
  bms_relative relative;
  bms_instant at, extended;
  bms_motion *motion = &query.b.motion;
  double t = x[17], later = fmin(1, fmax(-1, t + x[18] * BMS_EXTENT * BMS_ROUNDING)), moved = 0;
  query.a.motion = bms_motion_fixed((const double[3]){0, 0, 0}, (const double[4]){1, 0, 0, 0});
  query.a.box = query.b.box = bms_box_centred(1, 1, 1);
  motion->form = BMS_MOTION_RIGID;
  memcpy(motion->rigid.quaternion, x, sizeof motion->rigid.quaternion);
  memcpy(motion->rigid.position, x + 8, sizeof motion->rigid.position);
  if (!bms_relative_prepare(&query, &relative)) return 0;
  bms_relative_instant(&relative, t, &at);
  if (!(at.b.column_error < 1e-12)) return 0;
  extended = at;
  bms_instant_extend(&relative, &extended);
  precise q[2][4];
  precise_vector p[2];
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 4; i++) q[k][i] = bounds_polynomial(motion->rigid.quaternion[i], 1, k == 0 ? t : later);
    for (int r = 0; r < 3; r++) p[k].x[r] = bounds_polynomial(motion->rigid.position[r], 2, k == 0 ? t : later);
  }
  for (int i = 0; i < 3; i++) {
    precise_vector axis = precise_vector_of((const double[3]){i == 0, i == 1, i == 2});
    precise_vector way = precise_vector_plus(precise_rotated(q[1], axis),
                                             precise_vector_times(precise_of(-1), precise_rotated(q[0], axis)));
    moved = fmax(moved, sqrt(precise_double(precise_dot(way, way))));
  }
  precise_vector way = precise_vector_plus(p[1], precise_vector_times(precise_of(-1), p[0]));
  double gone = sqrt(precise_double(precise_dot(way, way)));
  return fmax(moved / (extended.b.column_error - at.b.column_error), gone / (extended.d_error - at.d_error));
}

static void bodies_near_a_time_are_as_near_as_counted(void **state) {
  (void)state;
  bounds_measure("EXTENT_ERROR", share_of_a_movement, NULL, 19, 5);
}

static void columns_of_a_rotation_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("COLUMN_ROUNDINGS", share_of_a_column, NULL, 4, 60);
}

static void vectors_of_quadratics_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("POLYNOMIAL_ROUNDINGS", share_of_a_polynomial, NULL, 10, 40);
}

static void gaps_of_exact_columns_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("GAP_ROUNDINGS", share_of_a_gap, NULL, 27, 10);
}

/* The inputs are a quaternion (8), and an interval. */
static double share_of_a_bound(const double *x, const void *context) {
  (void)context;
  bms_relative relative = {.t0 = fmin(x[8], x[9]), .t1 = fmax(x[8], x[9]), .rigid = true};
  double t[2] = {relative.t0, relative.t1};
  relative.a.late = relative.b.late = true;
  memcpy(relative.a.quaternion, x, sizeof relative.a.quaternion);
  double bound = greatest_square(&relative.a, t[0], t[1]), most = -INFINITY;
  for (int k = 0; k < 2; k++) {
    precise square = precise_of(0);
    for (int i = 0; i < 4; i++) {
      precise q = bounds_polynomial(relative.a.quaternion[i], 1, t[k]);
      square = precise_plus(square, precise_times(q, q));
    }
    double margin = BOUND_ERROR * precise_double(square);
    double left = precise_double(precise_minus(precise_of(bound), square));
    if (margin > 0) most = fmax(most, (margin - left) / margin);
  }
  return fmax(most, 0);
}

static void bounds_over_an_interval_are_greater_by_far_more_than_rounding(void **state) {
  (void)state;
  bounds_measure("BOUND_ERROR", share_of_a_bound, NULL, 10, 10);
}

static void cross_products_of_exact_columns_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("CROSS_ROUNDINGS", share_of_a_cross_product, NULL, 18, 10);
}

BOUNDS_MAIN(cmocka_unit_test(bodies_near_a_time_are_as_near_as_counted),
            cmocka_unit_test(columns_of_a_rotation_are_as_good_as_counted),
            cmocka_unit_test(vectors_of_quadratics_are_as_good_as_counted),
            cmocka_unit_test(gaps_of_exact_columns_are_as_good_as_counted),
            cmocka_unit_test(cross_products_of_exact_columns_are_as_good_as_counted),
            cmocka_unit_test(bounds_over_an_interval_are_greater_by_far_more_than_rounding))
