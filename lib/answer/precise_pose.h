/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A body at one time in double-double arithmetic, for parts of a contact in which doubles cancel: the product of edges
 * that are nearly parallel, the way between frames far from their boxes, speeds at late times.
 *
 * A point x of the body's frame stands at (sum_i column[i] x_i + translation) / scale and moves accordingly.  Relative
 * errors are some 2^-100 of the absolute terms at t; the quaternion of a rigid motion is taken as it is, with |q|^2 for
 * the scale, so that nothing is divided.
 */

#ifndef BMS_PRECISE_POSE_H
#define BMS_PRECISE_POSE_H

#include <stdbool.h>

#include "numeric/double_double_lanes.h"

/* A vector has a coordinate in each of the first three lanes, a number is the same in all lanes. */
typedef struct bms_precise_pose {
  bool rigid; /* columns are at right angles to each other, and as long as the scale */
  double_lanes column[3], translation, scale;
  double_lanes column_rate[3], translation_rate, scale_rate;
  double_lanes row[3];          /* of the matrix of the columns */
  double terms[4], scale_terms; /* of columns, translation and scale: their terms without signs, summed */
} bms_precise_pose;

#endif /* BMS_PRECISE_POSE_H */
