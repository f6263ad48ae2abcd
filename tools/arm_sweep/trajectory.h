/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads trajectories for a controller, as ROS has them. */

#ifndef ARM_TRAJECTORY_H
#define ARM_TRAJECTORY_H

#include "waypoints.h"

/*
 * Reads trajectories in YAML or JSON: a trajectory_msgs/JointTrajectory, a moveit_msgs/RobotTrajectory that holds one,
 * a DisplayTrajectory, the goals of FollowJointTrajectory and ExecuteTrajectory; several in one file, as a list or as
 * documents, follow each other, and the arm stands in between.  A trajectory of one point begins where a scene's
 * robot_state, the trajectory_start or the trajectory before, if one gives it; else the arm stands at the point.
 *
 * A mapping of joint_names and segments, each a duration and for each joint the coefficients of a polynomial of degree
 * 5 at most in the time since the segment's start, is followed as it is.
 *
 * Between two points that both have accelerations and velocities joints move along the quintic through these,
 * between two that have velocities along the cubic, else at constant rates: as the joint trajectory controllers of
 * ros_control and ros2_control interpolate.  Joints that are not named stay where they are.  Those that mimic others
 * may be named if their positions are what they have to be.
 */
bool trajectory_read(waypoints *way, const robot *arm, const char *file, char *error, size_t size);

#endif /* ARM_TRAJECTORY_H */
