/* SPDX-License-Identifier: BSD-3-Clause */

/* Boxes as centres, axes and slabs: the points between the planes of opposite faces. */

#include "numeric/arithmetic.h"

#include "answer/placed_box.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"

double bms_safe_length(const double v[3]) {
  double largest = bms_max(bms_max(fabs(v[0]), fabs(v[1])), fabs(v[2]));
  if (!(largest > 0)) return largest;
  double u[3] = {v[0] / largest, v[1] / largest, v[2] / largest};
  return largest * bms_length(u);
}

void bms_place_box(const bms_box *box, double pose[3][4], bms_placed_box *placed) {
  placed->magnitude = 0;
  for (int r = 0; r < 3; r++) {
    placed->centre[r] = pose[r][3];
    placed->magnitude = bms_max(placed->magnitude, fabs(pose[r][3]));
  }
  for (int i = 0; i < 3; i++) {
    double column[3] = {pose[0][i], pose[1][i], pose[2][i]}, scale = bms_safe_length(column);
    double middle = 0.5 * box->min[i] + 0.5 * box->max[i];
    for (int r = 0; r < 3; r++) placed->axis[i][r] = column[r] / scale;
    bms_add_scaled(placed->centre, middle, column, placed->centre);
    placed->half[i] = (0.5 * box->max[i] - 0.5 * box->min[i]) * scale;
    placed->magnitude += bms_max(fabs(box->min[i]), fabs(box->max[i])) * scale;
  }
  memcpy(placed->normal, placed->axis, sizeof placed->normal);
  memcpy(placed->width, placed->half, sizeof placed->width);
}

void bms_set_face_normals(bms_placed_box *placed, const double normal[3][3]) {
  memcpy(placed->normal, normal, sizeof placed->normal);
  for (int i = 0; i < 3; i++) placed->width[i] = placed->half[i] * fabs(bms_dot(normal[i], placed->axis[i]));
}

/* Returns how far x, from the centre of a box, is outside of one of its slabs; below 0 inside. */
static double outside_of(const bms_placed_box *box, const double x[3]) {
  double most = -INFINITY;
  for (int i = 0; i < 3; i++) most = bms_max(most, fabs(bms_dot(box->normal[i], x)) - box->width[i]);
  return most;
}

double bms_outside_of_boxes(const bms_placed_box *a, const bms_placed_box *b, const double x[3]) {
  double from_b[3];
  for (int r = 0; r < 3; r++) from_b[r] = x[r] - (b->centre[r] - a->centre[r]);
  return bms_max(outside_of(a, x), outside_of(b, from_b));
}
