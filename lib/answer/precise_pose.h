/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A body at one time in double-double arithmetic, for what a contact says where doubles cancel: the product of edges
 * that are nearly parallel, the way between frames far from their boxes, speeds at late times.
 *
 * A point x of the body's frame stands at (sum_i column[i] x_i + translation) / scale and moves accordingly.  Relative
 * errors are some 2^-100 of the absolute terms at t; the quaternion of a rigid motion is taken as it is, with |q|^2 for
 * the scale, so that nothing is divided.
 */

#ifndef BMS_PRECISE_POSE_H
#define BMS_PRECISE_POSE_H

#include "bms.h"
#include "numeric/double_double.h"

typedef struct bms_precise_vector {
  bms_double_double x[3];
} bms_precise_vector;

typedef struct bms_precise_pose {
  bms_precise_vector column[3], translation;
  bms_double_double scale;
  bms_precise_vector column_rate[3], translation_rate;
  bms_double_double scale_rate;
} bms_precise_pose;

void bms_precise_pose_at(const bms_motion *motion, double t, bms_precise_pose *pose);

/* Returns the point x of a body times the scale. */
bms_precise_vector bms_precise_point(const bms_precise_pose *pose, const bms_double_double x[3]);

/* The velocity of the point x of a body in the world. */
bms_precise_vector bms_precise_velocity(const bms_precise_pose *pose, const bms_double_double x[3]);

/* The point of a body that stands at `world` / `scale`. */
void bms_precise_point_at(const bms_precise_pose *pose, const bms_precise_vector *world, bms_double_double scale,
                          bms_double_double x[3]);

bms_precise_vector bms_precise_cross(const bms_precise_vector *u, const bms_precise_vector *v);
bms_precise_vector bms_precise_difference(const bms_precise_vector *u, const bms_precise_vector *v);
bms_precise_vector bms_precise_times(const bms_precise_vector *v, bms_double_double factor);

/* Rounded to doubles. */
void bms_precise_round(const bms_precise_vector *v, double out[3]);

#endif /* BMS_PRECISE_POSE_H */
