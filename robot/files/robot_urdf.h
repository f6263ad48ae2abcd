/* SPDX-License-Identifier: BSD-3-Clause */

/* Robots in URDF, with their SRDF. */

#ifndef ARM_ROBOT_URDF_H
#define ARM_ROBOT_URDF_H

#include "robot.h"
#include "robot_package.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads a URDF into an empty robot: all links, the joints in between, and the solids of the collision elements.  Joints
 * may mimic others.  A planar joint is three joints, NAME/x, NAME/y and NAME/theta; a floating one is six, NAME/trans_x
 * and so on, NAME/yaw, NAME/pitch and NAME/roll, with links without shapes between.  The root link stands at the
 * origin of the world.  xacro is expanded by the program of this name, if it is installed.
 */
bool robot_read_urdf(robot *arm, const char *file, const robot_packages *packages, char *error, size_t size);

/*
 * Adds the contents of an SRDF: pairs of links that may touch (disable_collisions), groups, their states, and the
 * virtual joint, whose parent_frame becomes a name of the world.  Links that it names and the robot has not are noted.
 */
bool robot_read_srdf(robot *arm, const char *file, char *error, size_t size);

/* Returns true if the file, or the text in its place, begins as XML does. */
bool robot_is_xml(const robot_texts *texts, const char *file);

#ifdef __cplusplus
}
#endif

#endif /* ARM_ROBOT_URDF_H */
