/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads the members of a MoveIt scene other than its world: values of joints, attached objects and names of frames. */

#ifndef ARM_SCENE_STATE_H
#define ARM_SCENE_STATE_H

#include "scene_object.h"

/* Each of these reads a member of a scene's root, if it is there; in this order, as each may use what is before it. */
bool scene_read_state(scene_reader *r, const yaml_node_t *root);      /* robot_state but for what is attached */
bool scene_read_transforms(scene_reader *r, const yaml_node_t *root); /* fixed_frame_transforms */
bool scene_read_attached(scene_reader *r, const yaml_node_t *root);   /* robot_state.attached_collision_objects */

#endif /* ARM_SCENE_STATE_H */
