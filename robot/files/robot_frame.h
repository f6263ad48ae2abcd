/* SPDX-License-Identifier: BSD-3-Clause */

/* Frames by their names, and where one is in another. */

#ifndef ARM_ROBOT_FRAME_H
#define ARM_ROBOT_FRAME_H

#include "robot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds a frame: one that robot_add_frame() named, the last one first; a link; the world, as "world" or "".  Returns
   false if there is none. */
bool robot_find_frame(const robot *arm, const char *name, int *link, bms_pose *pose);

/*
 * Computes the pose of link `from` in the frame of link `to`; either may be BMS_WORLD. Joints between them must be
 * fixed, or have their value from a robot_state; otherwise the function returns the name of the first that may move,
 * and does not set the pose.
 */
const char *robot_relative_pose(const robot *arm, int from, int to, bms_pose *pose);

/* Sets the quaternion of a pose, given as x, y, z, w as in messages of ROS.  Returns the square of its length. */
double robot_pose_turn(bms_pose *pose, const double xyzw[4]);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_FRAME_H */
