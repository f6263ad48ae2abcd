/* SPDX-License-Identifier: BSD-3-Clause */

/* A collision object of a MoveIt scene: solids of one name. */

#ifndef ARM_SCENE_OBJECT_H
#define ARM_SCENE_OBJECT_H

#include "robot.h"
#include "robot_package.h"
#include "yaml_tree.h"

/* The things that the functions that read parts of a scene share. */
typedef struct scene_reader {
  yaml_tree *tree;
  robot *arm;
  const robot_packages *packages; /* the places where files of meshes are searched for */
} scene_reader;

/* Reads position and orientation (x, y, z, w).  A pose of zeros only, which is what a message holds if nobody has set
   it, is the identity. */
bool scene_read_pose(scene_reader *r, const yaml_node_t *node, bms_pose *pose);

/* Reads header.frame_id of a mapping: the frame's pose in a link's, or in the world's (BMS_WORLD). */
bool scene_read_frame(scene_reader *r, const yaml_node_t *owner, int link, bms_pose *frame);

/* Adds the solids of a collision object to a link, or to the world.  The index names those without an id.  Returns the
   number of the object, or -1 after an error. */
int scene_read_object(scene_reader *r, const yaml_node_t *object, int index, int link);

#endif /* ARM_SCENE_OBJECT_H */
