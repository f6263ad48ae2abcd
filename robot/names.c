/* SPDX-License-Identifier: BSD-3-Clause */

/* Names and numbers of a robot. */

#include <math.h>

#include "loaded.h"

int bms_robot_note_count(const bms_robot *loaded) {
  return loaded->arm.note_count;
}

const char *bms_robot_note(const bms_robot *loaded, int note) {
  return loaded->arm.note[note];
}

/* ------------------------------------------------------------------ joints */

int bms_robot_joint_count(const bms_robot *loaded) {
  return loaded->arm.joint_count + loaded->arm.mimic_count;
}

int bms_robot_free_joint_count(const bms_robot *loaded) {
  return loaded->arm.joint_count;
}

/* Returns the link that a joint carries: the first whose joint has this variable. */
static int carried_link(const robot *arm, int joint) {
  for (int i = 0; i < arm->link_count; i++)
    if (arm->link[i].joint != BMS_JOINT_FIXED && arm->link[i].variable == joint) return i;
  return BMS_WORLD;
}

bms_robot_joint bms_robot_joint_at(const bms_robot *loaded, int joint) {
  const robot *arm = &loaded->arm;
  bool is_free = joint < arm->joint_count;
  const robot_mimic *mimic = is_free ? NULL : &arm->mimic[joint - arm->joint_count];
  const robot_limits limits = is_free ? arm->joint[joint].limits : mimic->limits;
  bms_robot_joint out = {.name = is_free ? arm->joint[joint].name : mimic->name,
                         .link = carried_link(arm, joint),
                         .lower = limits.limited ? limits.lower : -INFINITY,
                         .upper = limits.limited ? limits.upper : INFINITY,
                         .source = is_free ? -1 : mimic->joint,
                         .multiplier = is_free ? 1 : mimic->multiplier,
                         .offset = is_free ? 0 : mimic->offset,
                         .is_known = is_free && arm->joint[joint].known,
                         .orients = is_free && arm->joint[joint].orients};
  out.rest = is_free ? arm->joint[joint].rest : mimic->multiplier * arm->joint[mimic->joint].rest + mimic->offset;
  bool slides = out.link >= 0 && arm->link[out.link].joint == BMS_JOINT_PRISMATIC;
  bool turns_on = is_free ? arm->joint[joint].continuous : !limits.limited;
  out.kind = slides ? BMS_ROBOT_PRISMATIC : turns_on ? BMS_ROBOT_CONTINUOUS : BMS_ROBOT_REVOLUTE;
  return out;
}

int bms_robot_find_joint(const bms_robot *loaded, const char *name) {
  int joint = robot_find_joint(&loaded->arm, name);
  if (joint >= 0) return joint;
  int mimic = robot_find_mimic(&loaded->arm, name);
  return mimic < 0 ? -1 : loaded->arm.joint_count + mimic;
}

/* ------------------------------------------------------------------ links, objects, shapes */

int bms_robot_link_count(const bms_robot *loaded) {
  return loaded->arm.link_count;
}

int bms_robot_object_count(const bms_robot *loaded) {
  return loaded->arm.object_count;
}

const char *bms_robot_object_name(const bms_robot *loaded, int object) {
  return loaded->arm.object_name[object];
}

int bms_robot_object_link(const bms_robot *loaded, int object) {
  return loaded->arm.object_link[object];
}

int bms_robot_find_object(const bms_robot *loaded, const char *name) {
  return robot_find_object(&loaded->arm, name);
}

int bms_robot_shape_count(const bms_robot *loaded) {
  return loaded->shape_count;
}

bms_placed_shape bms_robot_shape_at(const bms_robot *loaded, int shape) {
  return loaded->shape[shape].placed;
}

int bms_robot_shape_object(const bms_robot *loaded, int shape) {
  return loaded->shape[shape].object;
}

/* ------------------------------------------------------------------ groups and states */

int bms_robot_group_count(const bms_robot *loaded) {
  return loaded->arm.group_count;
}

const char *bms_robot_group_name(const bms_robot *loaded, int group) {
  return loaded->arm.group[group].name;
}

int bms_robot_state_count(const bms_robot *loaded) {
  return loaded->arm.posture_count;
}

const char *bms_robot_state_name(const bms_robot *loaded, int state) {
  return loaded->arm.posture[state].name;
}

const char *bms_robot_state_group(const bms_robot *loaded, int state) {
  return loaded->arm.posture[state].group;
}

const char *bms_robot_group_fault(const bms_robot *loaded, int group) {
  return loaded->arm.group[group].fault;
}

const char *bms_robot_state_fault(const bms_robot *loaded, int state) {
  return loaded->arm.posture[state].fault;
}
