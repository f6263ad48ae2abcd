/* SPDX-License-Identifier: BSD-3-Clause */

/* Tables of farthest points: which cell a direction is in, and which points are left out. */

#include "shapes/known_hull.c"

#include "bounds.h"

/* The inputs are a place on a side of the cube (2), a length, and how near to where cells meet the place is to be.  The
   cell must hold the place exactly. */
static double share_of_a_cell(const double *x, const void *context) {
  double direction[3], corner[5][3], most = 0, length = 1 + fabs(x[2]), near = ldexp(1, -(int)(56 * fabs(x[3])));
  (void)context;
  direction[0] = length;
  for (int i = 1; i < 3; i++)
    direction[i] = length * (floor(2 * x[i - 1] + 0.5) / 2 + near * (2 * x[i - 1] - floor(2 * x[i - 1] + 0.5)) / 2);
  int cell = cellOf(direction);
  if (cell < 0) return 0;
  directionsThrough(cell, corner);
  for (int i = 1; i < 3; i++) {
    precise place = precise_over(precise_of(direction[i]), precise_of(direction[0]));
    double low = corner[0][i], high = corner[3][i];
    double below = precise_double(precise_minus(precise_of(low + OVERLAP), place));
    double above = precise_double(precise_minus(place, precise_of(high - OVERLAP)));
    most = fmax(most, fmax(below, above) / OVERLAP);
  }
  return most;
}

/* The inputs are a direction in a cell (3), a point (3), and how far another point is from it (3), in roundings.  The
   greatest margin along the corners that the other one beats the point by, though it is not seen to be farther. */
static double share_of_a_margin(const double *x, const void *context) {
  dReal point[6];
  double size = 0, corner[5][3], least = HUGE_VAL;
  (void)context;
  int cell = cellOf(x);
  for (int i = 0; i < 3; i++) {
    point[i] = (dReal)x[3 + i];
    point[3 + i] = (dReal)(x[3 + i] + 64 * DBL_EPSILON * x[6 + i]);
  }
  for (int i = 0; i < 6; i++) size = fmax(size, fabs((double)point[i]));
  if (cell < 0 || !(size > 0.1) || along(point, 1, x) > along(point, 0, x)) return 0;
  directionsThrough(cell, corner);
  for (int k = 0; k < 4; k++) least = fmin(least, along(point, 1, corner[k]) - along(point, 0, corner[k]));
  return least / (MARGIN * size);
}

static void cells_hold_their_directions(void **state) {
  (void)state;
  (void)qmboxMakeFarthestTable; /* the rest of the unit is not wanted here */
  (void)qmboxFarthestPoint;
  bounds_measure("OVERLAP", share_of_a_cell, NULL, 4, 40);
}

static void points_that_are_left_out_are_not_farthest(void **state) {
  (void)state;
  bounds_measure("MARGIN", share_of_a_margin, NULL, 9, 40);
}

BOUNDS_MAIN(cmocka_unit_test(cells_hold_their_directions), cmocka_unit_test(points_that_are_left_out_are_not_farthest))
