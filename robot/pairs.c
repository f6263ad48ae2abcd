/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of objects: checked, or the reason why not. */

#include "loaded.h"

bool loaded_moves_between(const bms_robot *robot, int a, int b) {
  const bms_link *link = robot->arm.link;
  while (a != b) { /* parents have lower indices: the later of the two goes up */
    int *later = a > b ? &a : &b;
    if (link[*later].joint != BMS_JOINT_FIXED) return true;
    *later = link[*later].parent;
  }
  return false;
}

bms_robot_pair bms_robot_pair_of(const bms_robot *robot, int a, int b) {
  const struct robot *arm = &robot->arm;
  const loaded_scene *prepared = &robot->prepared;
  int link[2] = {arm->object_link[a], arm->object_link[b]};
  if (link[0] == ROBOT_NOWHERE || link[1] == ROBOT_NOWHERE) return BMS_ROBOT_PAIR_SHAPELESS;
  if (a == b || !loaded_moves_between(robot, link[0], link[1])) return BMS_ROBOT_PAIR_RIGID;
  if (!bms_is_allowed(prepared->allowed, prepared->number_count, loaded_number(robot, a), loaded_number(robot, b)))
    return BMS_ROBOT_PAIR_CHECKED;
  bool are_links = a < arm->link_count && b < arm->link_count;
  return are_links && !arm->touching.is_told ? BMS_ROBOT_PAIR_NEIGHBOUR : BMS_ROBOT_PAIR_ALLOWED;
}

const char *bms_robot_pair_text(bms_robot_pair pair) {
  switch (pair) {
    case BMS_ROBOT_PAIR_CHECKED:
      return "they are checked";
    case BMS_ROBOT_PAIR_RIGID:
      return "no joint moves them against each other";
    case BMS_ROBOT_PAIR_ALLOWED:
      return "a file or an option allows them to touch";
    case BMS_ROBOT_PAIR_NEIGHBOUR:
      return "one joint joins them, and no file lists links that may touch";
    case BMS_ROBOT_PAIR_SHAPELESS:
      return "one of them has no shape";
  }
  return "";
}
