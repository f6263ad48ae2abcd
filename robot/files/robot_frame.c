/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_frame.h"

#include <stdlib.h>
#include <string.h>

bool robot_find_frame(const robot *arm, const char *name, int *link, bms_pose *pose) {
  *pose = (bms_pose){{0, 0, 0}, {1, 0, 0, 0}};
  for (int i = arm->frame_count - 1; i >= 0; i--) {
    if (strcmp(arm->frame[i].name, name) != 0) continue;
    *link = arm->frame[i].link;
    *pose = arm->frame[i].pose;
    return true;
  }
  *link = robot_link(arm, name);
  if (*link >= 0) return true;
  *link = BMS_WORLD;
  return name[0] == 0 || strcmp(name, "world") == 0;
}

double robot_pose_turn(bms_pose *pose, const double xyzw[4]) {
  double square = 0;
  for (int i = 0; i < 4; i++) {
    pose->quaternion[i] = xyzw[(i + 3) % 4];
    square += xyzw[i] * xyzw[i];
  }
  return square;
}

/* Returns the pose b for which bms_pose_product(a, b) is the identity, to rounding. */
static bms_pose inverse_of(const bms_pose *a) {
  bms_pose turn = {{0, 0, 0}, {a->quaternion[0], -a->quaternion[1], -a->quaternion[2], -a->quaternion[3]}};
  bms_pose shift = {{-a->position[0], -a->position[1], -a->position[2]}, {1, 0, 0, 0}};
  return bms_pose_product(&turn, &shift);
}

/* Returns the name of a joint that moves link i, if nobody has given its value; else NULL. */
static const char *loose_joint(const robot *arm, int i) {
  const bms_link *link = &arm->link[i];
  if (link->joint == BMS_JOINT_FIXED) return NULL;
  bool mimics = link->variable >= arm->joint_count;
  const robot_mimic *mimic = mimics ? &arm->mimic[link->variable - arm->joint_count] : NULL;
  const robot_joint *joint = &arm->joint[mimics ? mimic->joint : link->variable];
  if (joint->known) return NULL;
  return mimics ? mimic->name : joint->name;
}

/* Computes the pose of a link in the world, with all joints at rest. */
static bool rest_pose(const robot *arm, int link, bms_pose *pose) {
  int width = arm->joint_count + arm->mimic_count;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)width + 1, sizeof *value);
  if (value == NULL) return false;
  for (int v = 0; v < arm->joint_count; v++) value[v][0] = arm->joint[v].rest;
  robot_move_mimics(arm, value);
  bms_chain chain = {.link_count = arm->link_count, .link = arm->link, .variable_count = width};
  bms_move still = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  *pose = bms_chain_pose(&chain, &still, 0, link);
  free(value);
  return true;
}

const char *robot_relative_pose(const robot *arm, int from, int to, bms_pose *pose) {
  int a = from, b = to;
  while (a != b) { /* parents have lower indices: the later of the two goes up */
    int *later = a > b ? &a : &b;
    const char *loose = loose_joint(arm, *later);
    if (loose != NULL) return loose;
    *later = arm->link[*later].parent;
  }
  bms_pose from_pose, to_pose;
  if (!rest_pose(arm, from, &from_pose) || !rest_pose(arm, to, &to_pose)) return "(out of memory)";
  bms_pose back = inverse_of(&to_pose);
  *pose = bms_pose_product(&back, &from_pose);
  return NULL;
}
