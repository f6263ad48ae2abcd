/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The control poses of a pair, in the frame of a.
 *
 * Errors.  The hull has its own; a pose of it is turned into the frame of a by 3 products and sums for an entry, with
 * the entries of a rotation that are off by 12 roundings; an extent has 8 roundings of the reach, its products with
 * the poses and the sums 16 more; closest points are sums of such points with weights.  256 roundings of all sizes is
 * ample.
 */

#include "numeric/arithmetic.h"

#include "arm/shape_pair.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arm/placed_shape.h"
#include "arm/pose.h"
#include "bounds/bernstein_hull.h"
#include "numeric/jet.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double PAIR_ROUNDINGS = 256 * BMS_ROUNDING;

/* Columns that are shorter show no direction. */
static const double LEAST_LENGTH = 0x1p-10;

/* Weights of three control values of a quadratic in the middle. */
static const double MIDDLE[3] = {0.25, 0.5, 0.25};

static double reach_of(const bms_placed_shape *shape) {
  double reach = bms_placed_reach(shape);
  return isfinite(reach) ? reach : 0;
}

/* Computes the vector v of the viewer's frame in a frame that stands there with these columns. */
static void turn_back(double frame[3][4], const double v[3], double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = frame[0][c] * v[0] + frame[1][c] * v[1] + frame[2][c] * v[2];
}

/* Takes a pose into the frame of a. */
static void take_pose(double frame[3][4], double pose[3][4], double out[3][4]) {
  for (int c = 0; c < 4; c++) {
    double v[3], turned[3];
    for (int r = 0; r < 3; r++) v[r] = pose[r][c] - (c == 3 ? frame[r][3] : 0);
    turn_back(frame, v, turned);
    for (int r = 0; r < 3; r++) out[r][c] = turned[r];
  }
}

/* ------------------------------------------------------------------ what follows from the control poses */

static void set_middle(bms_shape_pair *pair) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++) {
      double value = 0;
      for (int k = 0; k < 3; k++) {
        int from = pair->poses == 3 ? k : 0;
        value += MIDDLE[k] * (pair->pose[from][r][c] + (c == 3 ? pair->shift[from][r] : 0));
      }
      pair->middle[r][c] = value;
    }
}

/* Sets three axes at right angles near the columns of the middle pose, or a's where these vanish. */
static void set_frame(const double middle[3][4], double axis[3][3]) {
  double x[3], y[3], across[3];
  for (int r = 0; r < 3; r++) {
    x[r] = middle[r][0];
    y[r] = middle[r][1];
  }
  bms_cross(x, y, across);
  double length = bms_length(x), area = bms_length(across);
  bool flat = !(length > LEAST_LENGTH && area > LEAST_LENGTH);
  for (int r = 0; r < 3; r++) {
    axis[0][r] = flat ? r == 0 : x[r] / length;
    axis[2][r] = flat ? r == 2 : across[r] / area;
  }
  bms_cross(axis[2], axis[0], axis[1]);
}

static void set_axes(bms_shape_pair *pair) {
  set_frame((const double(*)[4])pair->middle, pair->axis);
  for (int j = 0; j < 3; j++) {
    const double *axis = pair->axis[j];
    pair->axis_shift_low[j] = INFINITY;
    pair->axis_shift_high[j] = -INFINITY;
    for (int k = 0; k < pair->poses; k++) {
      double(*pose)[4] = pair->pose[k];
      for (int c = 0; c < 4; c++)
        pair->along[j][k][c] = axis[0] * pose[0][c] + axis[1] * pose[1][c] + axis[2] * pose[2][c];
      double shift = bms_dot(axis, pair->shift[k]);
      pair->axis_shift_low[j] = bms_min(pair->axis_shift_low[j], shift);
      pair->axis_shift_high[j] = bms_max(pair->axis_shift_high[j], shift);
    }
  }
}

static void set_shifts(bms_shape_pair *pair) {
  for (int r = 0; r < 3; r++) {
    pair->shift_low[r] = INFINITY;
    pair->shift_high[r] = -INFINITY;
    for (int k = 0; k < pair->poses; k++) {
      pair->shift_low[r] = bms_min(pair->shift_low[r], pair->shift[k][r]);
      pair->shift_high[r] = bms_max(pair->shift_high[r], pair->shift[k][r]);
    }
  }
}

/* Takes control poses of the viewer's frame into the frame of a, and completes the pair. */
static void complete(const bms_pose *place, double error, bms_shape_pair *pair) {
  double standing = bms_length(place->position) + reach_of(pair->a) + 2 * reach_of(pair->b), size = standing;
  double frame[3][4];
  bms_pose_matrix(place, frame);
  for (int k = 0; k < pair->poses; k++) {
    double pose[3][4], shift[3], origin[3];
    memcpy(pose, pair->pose[k], sizeof pose);
    memcpy(shift, pair->shift[k], sizeof shift);
    for (int r = 0; r < 3; r++) origin[r] = pose[r][3];
    size = fmax(size, standing + bms_length(origin) + bms_length(shift));
    take_pose(frame, pose, pair->pose[k]);
    turn_back(frame, shift, pair->shift[k]);
  }
  pair->error = (error + PAIR_ROUNDINGS * size) * BMS_JET_SAFETY;
  if (!(pair->error >= 0)) pair->error = INFINITY;
  pair->radius = (pair->a->convex.radius + pair->b->convex.radius) * (1 + 4 * BMS_ROUNDING);
  set_middle(pair);
  set_axes(pair);
  set_shifts(pair);
}

/* ------------------------------------------------------------------ pairs */

/* Returns true if the control poses are all the same: the shape stands. */
static bool is_still(const bms_bernstein_hull *hull) {
  return memcmp(hull->pose[0], hull->pose[1], sizeof hull->pose[0]) == 0 &&
         memcmp(hull->pose[0], hull->pose[2], sizeof hull->pose[0]) == 0 &&
         memcmp(hull->shift[0], hull->shift[1], sizeof hull->shift[0]) == 0 &&
         memcmp(hull->shift[0], hull->shift[2], sizeof hull->shift[0]) == 0;
}

void bms_shape_pair_over(const bms_link_view *view, int other, const bms_pose *place, const bms_chain_piece *piece,
                         bms_shape_pair *pair) {
  bms_bernstein_hull hull;
  pair->a = &view->chain->shape[other];
  pair->b = &view->chain->shape[view->shape];
  bms_bernstein_hull_of(&piece->body, piece->s0, piece->s1, &hull);
  pair->poses = is_still(&hull) ? 1 : 3;
  memcpy(pair->pose, hull.pose, sizeof pair->pose);
  memcpy(pair->shift, hull.shift, sizeof pair->shift);
  complete(place, hull.error + piece->radius, pair);
}

void bms_shape_pair_at(const bms_link_view *view, int other, const bms_pose *place, double t, bms_shape_pair *pair) {
  bms_chain_span span = bms_chain_span_over(view, t, t);
  pair->a = &view->chain->shape[other];
  pair->b = &view->chain->shape[view->shape];
  pair->poses = 1;
  bms_pose_matrix(&span.middle, pair->pose[0]);
  memset(pair->shift, 0, sizeof pair->shift);
  complete(place, span.sweep, pair);
}
