/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads trajectories for a controller, as ROS has them. */

#ifndef ARM_TRAJECTORY_H
#define ARM_TRAJECTORY_H

#include "waypoints.h"

/*
 * Reads a trajectory in YAML or JSON: a trajectory_msgs/JointTrajectory, or a moveit_msgs/RobotTrajectory that holds
 * one.
 *
 * Between two points that both have accelerations and velocities joints move along the quintic through these, between
 * two that have velocities along the cubic, else at constant rates: as the joint trajectory controllers of ros_control
 * and ros2_control interpolate.  Joints that are not named rest.  Those that mimic others may be named if their
 * positions are what they have to be.
 */
bool trajectory_read(waypoints *way, const robot *arm, const char *file, char *error, size_t size);

#endif /* ARM_TRAJECTORY_H */
