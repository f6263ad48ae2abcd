/* SPDX-License-Identifier: BSD-3-Clause */

/* Poses, and boxes in them.  A quaternion is (w, x, y, z), of any length, in a product about 1. */

#ifndef BMS_ARM_POSE_H
#define BMS_ARM_POSE_H

#include "bms_chain.h"

/* Computes a vector, or a point, of the pose's own frame in the outer one. */
void bms_pose_turn(const bms_pose *pose, const double x[3], double out[3]);
void bms_pose_place(const bms_pose *pose, const double x[3], double out[3]);

/* Returns the pose of the outer frame in the pose's own. */
bms_pose bms_pose_inverse(const bms_pose *pose);

void bms_quaternion_product(const double p[4], const double q[4], double out[4]);

/* Computes the columns of the rotation, and the position as a fourth. */
void bms_pose_matrix(const bms_pose *pose, double matrix[3][4]);

/* Computes an axis-aligned box that holds the box there, rounding included. */
void bms_pose_bounds(const bms_pose *pose, const bms_box *box, double min[3], double max[3]);

/* Returns the distance of two axis-aligned boxes, off by a few roundings; 0 where they overlap. */
double bms_bounds_distance(const double min_a[3], const double max_a[3], const double min_b[3], const double max_b[3]);

#endif /* BMS_ARM_POSE_H */
