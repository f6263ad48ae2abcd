/* SPDX-License-Identifier: BSD-3-Clause */

/* Which side of a face a point is on, of a box whose columns are any: the products that are compared. */

#include "certified/interior.c"

#include "bounds.h"

/* Returns the absolute value of what a computed value adds to the exact one. */
static precise exceeding(double computed, precise exact) {
  return precise_absolute(precise_minus(precise_of(computed), exact));
}

/* The inputs are three columns (9) and a point (3), through which a face is laid.  The margin is what holds() takes off
   and adds. */
static double share_of_a_comparison(const double *x, const void *context) {
  (void)context;
  bms_track_instant at = {.column_length = 0};
  bms_track track = {.half = {1, 1, 1}};
  precise_vector column[3];
  double most = 0;
  for (int i = 0; i < 3; i++) {
    memcpy(at.column[i], x + 3 * i, sizeof at.column[i]);
    at.column_length = fmax(at.column_length, bms_length(x + 3 * i) * (1 + 0x1p-50));
    column[i] = precise_vector_of(x + 3 * i);
  }
  const placed_box s = placed_of(&track, &at);
  precise determinant = precise_dot(precise_cross(column[1], column[2]), column[0]);
  if (!(fabs(s.determinant) > 0.01)) return 0;
  for (int i = 0; i < 3; i++) {
    precise normal_along =
        precise_dot(precise_cross(column[(i + 1) % 3], column[(i + 2) % 3]), precise_vector_of(x + 9));
    double along = bms_dot(s.normal[i], x + 9), half = fabs(along / s.determinant), less[2];
    margins(&s, bms_length(x + 9), 0, less);
    precise needed = precise_times(exceeding(s.determinant, determinant), precise_of(half));
    needed = precise_plus(needed, exceeding(along, normal_along));
    double margin = less[0] + half * less[1];
    if (margin > 0) most = fmax(most, precise_double(needed) / margin);
  }
  return most;
}

static void comparisons_are_as_good_as_counted(void **state) {
  (void)state;
  (void)bms_interiors_meet; /* the rest of the unit is not wanted here */
  bounds_measure("SAFETY", share_of_a_comparison, NULL, 12, 5);
}

/* Returns coordinate 0 of a point, in parts of the first column. */
static double first_coordinate(const double column[3][3], const double y[3]) {
  precise_vector normal = precise_cross(precise_vector_of(column[1]), precise_vector_of(column[2]));
  precise along = precise_dot(normal, precise_vector_of(y));
  return precise_double(precise_over(along, precise_dot(normal, precise_vector_of(column[0]))));
}

/* Returns the least half extent for which a point off by so much is found within slab 0, but for the last digits. */
static double least_half(const placed_box *s, bms_track *track, const double y[3], double off, double low) {
  double high = 2 * low + 1;
  for (int i = 0; i < 60; i++) {
    track->half[0] = 0.5 * (low + high);
    *(holds(s, y, off) ? &high : &low) = track->half[0];
  }
  return high;
}

/* The inputs are three columns (9), the coordinates of a point (3), and how far the point and the columns may be off
   (2).  They are off outwards, across face 0, and still inside if holds() returns true. */
static double share_of_what_is_off(const double *x, const void *context) {
  (void)context;
  bms_track_instant at = {.column_error = fabs(x[13]) * 0x1p-20};
  bms_track track = {.half = {1, 2 * fabs(x[10]) + 1, 2 * fabs(x[11]) + 1}};
  double y[3] = {0}, off = fabs(x[12]) * 0x1p-20, moved[3][3], y_moved[3];
  memcpy(at.column, x, sizeof at.column);
  for (int k = 0; k < 3; k++) {
    at.column_length = fmax(at.column_length, bms_length(at.column[k]) * (1 + 0x1p-50));
    for (int r = 0; r < 3; r++) y[r] += x[9 + k] * at.column[k][r];
  }
  const placed_box s = placed_of(&track, &at);
  if (!(fabs(s.determinant) > 0.01)) return 0;
  double outwards = (x[9] * s.determinant < 0 ? -1 : 1) / bms_length(s.normal[0]);
  for (int r = 0; r < 3; r++) {
    double way = outwards * s.normal[0][r];
    y_moved[r] = y[r] + off * way;
    for (int k = 0; k < 3; k++) moved[k][r] = at.column[k][r] - (x[9 + k] < 0 ? -1 : 1) * at.column_error * way;
  }
  double before = fabs(first_coordinate((const double(*)[3])at.column, y));
  double after = fabs(first_coordinate((const double(*)[3])moved, y_moved));
  return (after - before) / (least_half(&s, &track, y, off, before) - before);
}

static void what_is_held_is_inside_however_it_is_off(void **state) {
  (void)state;
  bounds_measure("SAFETY", share_of_what_is_off, NULL, 14, 5);
}

/* A normal is off by 2 SHARP, a column by SHARP, and their product by 8 roundings more, of the lengths. */
static void signs_of_products_are_clear(void **state) {
  (void)state;
  (void)bms_covering_face;
  bounds_sum("CLEAR", 3 * SHARP + 12 * BMS_ROUNDING, CLEAR);
}

/* The inputs are a way (3), columns (9) and half extents (3). */
static double share_of_a_corner(const double *x, const void *context) {
  (void)context;
  double column[3][3], half[3], y[3], length = 0, size = bms_length(x), off = 0;
  memcpy(column, x + 3, sizeof column);
  for (int j = 0; j < 3; j++) {
    half[j] = fabs(x[12 + j]);
    length = fmax(length, bms_length(column[j]));
  }
  go_to_corner(x, half, (const double(*)[3])column, 5, y);
  for (int r = 0; r < 3; r++) {
    precise exact = precise_of(x[r]);
    for (int j = 0; j < 3; j++)
      exact = precise_plus(exact, precise_times(precise_of(j == 1 ? -half[j] : half[j]), precise_of(column[j][r])));
    off += pow(precise_error(y[r], exact), 2);
  }
  size += (half[0] + half[1] + half[2]) * length;
  return size > 0 ? sqrt(off) / (CORNER_ROUNDINGS * BMS_ROUNDING * size) : 0;
}

static void corners_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("CORNER_ROUNDINGS", share_of_a_corner, NULL, 15, 20);
  bounds_sum("CORNER_ROUNDINGS", 3 + 1, CORNER_ROUNDINGS);
}

BOUNDS_MAIN(cmocka_unit_test(corners_are_as_good_as_counted), cmocka_unit_test(comparisons_are_as_good_as_counted),
            cmocka_unit_test(what_is_held_is_inside_however_it_is_off), cmocka_unit_test(signs_of_products_are_clear))
