/* SPDX-License-Identifier: BSD-3-Clause */

#include "scene_state.h"

#include <math.h>
#include <string.h>

#include "robot_frame.h"

enum { MOST_JOINTS = 10000 };

/* ------------------------------------------------------------------ frames */

/* Reads a geometry_msgs/Transform as a pose. */
static bool read_transform(scene_reader *r, const yaml_node_t *node, bms_pose *pose) {
  double xyzw[4];
  if (!yaml_only(r->tree, node, "transform", "translation rotation")) return false;
  if (!yaml_numbers(r->tree, node, "translation", 3, pose->position)) return false;
  if (!yaml_numbers(r->tree, node, "rotation", 4, xyzw)) return false;
  return robot_pose_turn(pose, xyzw) > 1e-6 || yaml_fault(r->tree, node, "rotation: expected a quaternion, not zero");
}

bool scene_read_transforms(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *list = yaml_member(r->tree, root, "fixed_frame_transforms");
  if (yaml_length(list) < 0)
    return yaml_empty(list) || yaml_fault(r->tree, list, "fixed_frame_transforms: expected a list");
  for (int i = 0; i < yaml_length(list); i++) {
    const yaml_node_t *at = yaml_element(r->tree, list, i), *transform = yaml_member(r->tree, at, "transform");
    bms_pose parent, own;
    int known;
    if (!yaml_only(r->tree, at, "fixed_frame_transforms", "header child_frame_id transform")) return false;
    const char *name = yaml_text(yaml_member(r->tree, at, "child_frame_id"));
    if (name == NULL || transform == NULL) return yaml_fault(r->tree, at, "expected child_frame_id and transform");
    if (name[0] == 0 || robot_find_frame(r->arm, name, &known, &own)) continue; /* the robot's own frames lead */
    if (!scene_read_frame(r, at, BMS_WORLD, &parent) || !read_transform(r, transform, &own)) return false;
    own = bms_pose_product(&parent, &own);
    if (robot_add_frame(r->arm, name, BMS_WORLD, &own) < 0) return yaml_fault(r->tree, at, "out of memory");
  }
  return true;
}

/* ------------------------------------------------------------------ joints */

static bool read_joint_state(scene_reader *r, const yaml_node_t *state) {
  const yaml_node_t *names = yaml_member(r->tree, state, "name"), *values = yaml_member(r->tree, state, "position");
  if (!yaml_only(r->tree, state, "joint_state", "header name position velocity effort")) return false;
  if (yaml_empty(names) && yaml_empty(values)) return true;
  if (yaml_length(names) != yaml_length(values) || yaml_length(names) < 0)
    return yaml_fault(r->tree, state, "joint_state: expected name and position as lists of one length");
  if (yaml_length(names) > MOST_JOINTS)
    return yaml_fault(r->tree, names, "joint_state: there are more than %d names", MOST_JOINTS);
  for (int i = 0; i < yaml_length(names); i++) {
    const yaml_node_t *name = yaml_element(r->tree, names, i);
    double value;
    if (!yaml_number(r->tree, yaml_element(r->tree, values, i), "position", &value)) return false;
    if (yaml_text(name) == NULL) return yaml_fault(r->tree, name, "name: expected a joint's name");
    int joint = robot_find_joint(r->arm, yaml_text(name));
    if (yaml_repeats(r->tree, names, i))
      return yaml_fault(r->tree, name, "name: joint '%s' stands twice", yaml_text(name));
    if (joint >= 0) {
      r->arm->joint[joint].rest = value;
      r->arm->joint[joint].known = true;
    } else if (robot_find_mimic(r->arm, yaml_text(name)) < 0) {
      robot_note(r->arm, "%s:%zu: robot_state: the robot has no joint '%s' that moves; its value is not used",
                 r->tree->file, name->start_mark.line + 1, yaml_text(name));
    }
  }
  return true;
}

/* Finds the frame in which the base stands, which cannot be carried by the base. */
static bool read_base_frame(scene_reader *r, const yaml_node_t *state, bms_pose *frame) {
  const yaml_node_t *id = yaml_member(r->tree, yaml_member(r->tree, state, "header"), "frame_id");
  if (yaml_text(id) != NULL && robot_link(r->arm, yaml_text(id)) >= 0)
    return yaml_fault(r->tree, id, "multi_dof_joint_state: frame_id: link '%s' is carried by the base itself",
                      yaml_text(id));
  return scene_read_frame(r, state, BMS_WORLD, frame);
}

/* Reads where the virtual joint that carries the robot stands. */
static bool read_base(scene_reader *r, const yaml_node_t *state) {
  const yaml_node_t *names = yaml_member(r->tree, state, "joint_names");
  const yaml_node_t *transforms = yaml_member(r->tree, state, "transforms");
  bms_pose frame, pose;
  if (!yaml_only(r->tree, state, "multi_dof_joint_state", "header joint_names transforms twist wrench")) return false;
  if (yaml_empty(names) && yaml_empty(transforms)) return true;
  if (yaml_length(names) != 1 || yaml_length(transforms) != 1)
    return yaml_fault(r->tree, state, "multi_dof_joint_state: expected one joint and its transform");
  const char *name = yaml_text(yaml_element(r->tree, names, 0));
  if (name == NULL || r->arm->base == NULL || strcmp(name, r->arm->base) != 0)
    return yaml_fault(r->tree, state,
                      "multi_dof_joint_state: '%s' is not the robot's virtual joint; give its SRDF before "
                      "the scene",
                      name == NULL ? "" : name);
  if (!read_transform(r, yaml_element(r->tree, transforms, 0), &pose)) return false;
  if (!read_base_frame(r, state, &frame)) return false;
  if (!r->arm->base_given) r->arm->link[0].frame = bms_pose_product(&frame, &pose);
  return true;
}

bool scene_read_state(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *state = yaml_member(r->tree, root, "robot_state");
  if (yaml_empty(state)) return true;
  if (!yaml_only(r->tree, state, "robot_state", "joint_state multi_dof_joint_state attached_collision_objects is_diff"))
    return false;
  const yaml_node_t *joints = yaml_member(r->tree, state, "joint_state");
  const yaml_node_t *several = yaml_member(r->tree, state, "multi_dof_joint_state");
  return (yaml_empty(several) || read_base(r, several)) && (yaml_empty(joints) || read_joint_state(r, joints));
}

/* ------------------------------------------------------------------ what is attached */

static bool read_attached(scene_reader *r, const yaml_node_t *node, int index) {
  const yaml_node_t *links = yaml_member(r->tree, node, "touch_links"), *object = yaml_member(r->tree, node, "object");
  const yaml_node_t *at = yaml_member(r->tree, node, "link_name");
  if (!yaml_only(r->tree, node, "attached_collision_objects", "link_name object touch_links detach_posture weight"))
    return false;
  int link = yaml_text(at) == NULL ? -1 : robot_link(r->arm, yaml_text(at));
  if (link < 0) return yaml_fault(r->tree, at != NULL ? at : node, "link_name: expected a link of the robot");
  if (object == NULL) return yaml_fault(r->tree, node, "object: missing");
  int number = scene_read_object(r, object, index, link);
  if (number < 0) return false;
  if (yaml_length(links) < 0 && !yaml_empty(links)) return yaml_fault(r->tree, links, "touch_links: expected a list");
  bool good = robot_touching_allow(&r->arm->touching, number, link, ROBOT_ATTACHED);
  for (int i = 0; good && i < yaml_length(links); i++) {
    const char *name = yaml_text(yaml_element(r->tree, links, i));
    int touched = name == NULL ? -1 : robot_link(r->arm, name);
    if (touched < 0)
      return yaml_fault(r->tree, yaml_element(r->tree, links, i), "touch_links: the robot has no link '%s'",
                        name == NULL ? "" : name);
    good = robot_touching_allow(&r->arm->touching, number, touched, ROBOT_ATTACHED);
  }
  return good || yaml_fault(r->tree, node, "out of memory");
}

bool scene_read_attached(scene_reader *r, const yaml_node_t *root) {
  const yaml_node_t *state = yaml_member(r->tree, root, "robot_state");
  const yaml_node_t *list = yaml_member(r->tree, state, "attached_collision_objects");
  if (yaml_length(list) < 0)
    return yaml_empty(list) || yaml_fault(r->tree, list, "attached_collision_objects: expected a list");
  for (int i = 0; i < yaml_length(list); i++)
    if (!read_attached(r, yaml_element(r->tree, list, i), i)) return false;
  return true;
}
