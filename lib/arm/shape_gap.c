/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps along directions: of boxes along their axes, of convex parts along the line between their closest points. */

#include "numeric/arithmetic.h"

#include "arm/shape_gap.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex.h"
#include "shapes/convex_closest.h"

/* ------------------------------------------------------------------ boxes */

/* Computes the interval in which b is over the control poses, whose products with an axis these are. */
static inline void extent_of(const bms_part_box *b, int poses, const double *row, size_t stride, double *low,
                             double *high) {
  double least = INFINITY, most = -INFINITY;
  for (int k = 0; k < poses; k++, row += stride) {
    double middle = row[3] + bms_dot(row, b->centre);
    double half = fabs(row[0]) * b->half[0] + fabs(row[1]) * b->half[1] + fabs(row[2]) * b->half[2];
    least = bms_min(least, middle - half);
    most = bms_max(most, middle + half);
  }
  *low = least;
  *high = most;
}

/* Computes the intervals of a box of shape a, along the axes of a (0) or of b (1). */
static void find_a(const bms_shape_pair *pair, int axes, bms_gap_box *a) {
  const bms_part_box *box = &a->box;
  for (int r = 0; r < 3; r++) {
    const double *axis = pair->axis[r];
    double middle = box->centre[r], half = box->half[r];
    if (axes == 1) {
      middle = bms_dot(axis, box->centre);
      half = fabs(axis[0]) * box->half[0] + fabs(axis[1]) * box->half[1] + fabs(axis[2]) * box->half[2];
    }
    a->low[axes][r] = middle - half;
    a->high[axes][r] = middle + half;
  }
}

/* Computes the intervals of a box of shape b, along the axes of a (0) or of b (1). */
static void find_b(const bms_shape_pair *pair, int axes, bms_gap_box *b) {
  for (int r = 0; r < 3; r++) {
    double low, high;
    if (axes == 0)
      extent_of(&b->box, pair->poses, pair->pose[0][r], sizeof pair->pose[0] / sizeof(double), &low, &high);
    else
      extent_of(&b->box, pair->poses, pair->along[r][0], sizeof pair->along[r][0] / sizeof(double), &low, &high);
    b->low[axes][r] = low + (axes == 0 ? pair->shift_low[r] : pair->axis_shift_low[r]);
    b->high[axes][r] = high + (axes == 0 ? pair->shift_high[r] : pair->axis_shift_high[r]);
  }
}

/* Returns the gap along three axes at right angles.  An interval holds its box all over the piece, so at any time two
   points of a and b are at least a gap apart along each axis, and as far apart as the three together make. */
static double gap_along(const bms_gap_box *a, const bms_gap_box *b, int axes) {
  double greatest = -INFINITY, square = 0;
  for (int r = 0; r < 3; r++) {
    double gap = bms_max(b->low[axes][r] - a->high[axes][r], a->low[axes][r] - b->high[axes][r]);
    greatest = bms_max(greatest, gap);
    if (gap > 0) square += gap * gap;
  }
  return greatest > 0 ? sqrt(square) : greatest;
}

double bms_box_gap(const bms_shape_pair *pair, bms_gap_box *a, bms_gap_box *b, double enough) {
  double gap = -INFINITY;
  for (int axes = 0; axes < 2 && !(gap > enough); axes++) {
    if (a->known == axes) find_a(pair, a->known++, a);
    if (b->known == axes) find_b(pair, b->known++, b);
    gap = bms_max(gap, gap_along(a, b, axes) - pair->error);
  }
  return gap;
}

/* ------------------------------------------------------------------ convex parts */

/* Returns a lower bound of direction . y over all points y of the core on the piece. */
static double low_of(const bms_shape_pair *pair, const bms_convex *core, const double direction[3]) {
  double low = INFINITY, low_shift = INFINITY;
  for (int k = 0; k < pair->poses; k++) {
    const double(*pose)[4] = pair->pose[k];
    double back[3];
    for (int c = 0; c < 3; c++)
      back[c] = -(direction[0] * pose[0][c] + direction[1] * pose[1][c] + direction[2] * pose[2][c]);
    double place = direction[0] * pose[0][3] + direction[1] * pose[1][3] + direction[2] * pose[2][3];
    low = bms_min(low, place - bms_convex_extent(core, back));
    low_shift = bms_min(low_shift, bms_dot(direction, pair->shift[k]));
  }
  return low + low_shift;
}

double bms_part_gap(const bms_shape_pair *pair, const bms_convex *a, const bms_convex *b, const double direction[3]) {
  return low_of(pair, b, direction) - bms_convex_extent(a, direction) - pair->error;
}

/* The relative pose of the two in the middle of the piece, for the search for closest points. */
static void instant_of(const bms_shape_pair *pair, bms_convex_pair *parts, bms_convex_instant *instant) {
  parts->radius = parts->nearness = 0;
  parts->scale = (bms_convex_scale){1, pair->error};
  instant->pair = parts;
  instant->error = pair->error;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) instant->rotation[r][c] = pair->middle[r][c];
    instant->position[r] = pair->middle[r][3];
  }
}

void bms_part_look(const bms_shape_pair *pair, const bms_convex *a, const bms_convex *b, bms_near_parts *near) {
  bms_convex_pair parts = {.a = a, .b = b};
  bms_convex_instant instant;
  bms_convex_closest closest = {.simplex = {.count = 0}};
  instant_of(pair, &parts, &instant);
  bms_convex_closest_points(&instant, instant.position, &closest);
  double length = bms_length(closest.direction);
  memcpy(near->point_a, closest.point_a, sizeof near->point_a);
  memcpy(near->point_b, closest.point_b, sizeof near->point_b);
  for (int r = 0; r < 3; r++) near->direction[r] = length > 0 ? closest.direction[r] / length : r == 0;
  near->upper = bms_max(closest.distance + pair->error - pair->radius, 0);
  near->lower = length > 0 ? bms_part_gap(pair, a, b, near->direction) - pair->radius : -INFINITY;
}
