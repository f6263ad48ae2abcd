/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reads planning scenes of MoveIt: YAML as moveit_msgs/PlanningScene, and the text files that rviz writes. Everything
 * solid is read or refused, and so is every key that is not of that message.
 */

#ifndef ARM_ROBOT_SCENE_H
#define ARM_ROBOT_SCENE_H

#include "robot.h"
#include "robot_package.h"

/*
 * Adds what a scene in YAML has, each document one:
 *
 *   world.collision_objects                 boxes, spheres, cylinders, cones and meshes
 *   world.octomap                           its occupied cubes, an object named <octomap>
 *   robot_state.joint_state                 where joints stand
 *   robot_state.attached_collision_objects  solids that ride along with a link; touch_links may touch them
 *   fixed_frame_transforms                  names of frames
 *   allowed_collision_matrix                what may touch, in place of what was allowed before, as in MoveIt
 *
 * Vectors and quaternions are lists or mappings of x, y, z, w.
 */
bool robot_read_scene(robot *arm, const char *file, const robot_packages *packages, char *error, size_t size);

/* Adds the objects of a text file (.scene) of rviz, in either of its formats; their frame is the world's. */
bool robot_read_scene_text(robot *arm, const char *file, char *error, size_t size);

#endif /* ARM_ROBOT_SCENE_H */
