/* SPDX-License-Identifier: BSD-3-Clause */

/* Askers: a group with the memory of one thread. */

#include <stdlib.h>
#include <string.h>

#include "loaded.h"

static void enlist(bms_robot *loaded, bms_robot_asker *asker) {
  pthread_mutex_lock(&loaded->lock);
  asker->after = loaded->asker;
  if (asker->after != NULL) asker->after->before = asker;
  loaded->asker = asker;
  pthread_mutex_unlock(&loaded->lock);
}

static void strike(bms_robot *loaded, bms_robot_asker *asker) {
  pthread_mutex_lock(&loaded->lock);
  if (asker->after != NULL) asker->after->before = asker->before;
  *(asker->before != NULL ? &asker->before->after : &loaded->asker) = asker->after;
  pthread_mutex_unlock(&loaded->lock);
}

bms_robot_asker *loaded_asker_create(bms_robot_group *group) {
  const bms_robot *loaded = group->robot;
  size_t variables = (size_t)loaded->arm.joint_count + (size_t)loaded->arm.mimic_count;
  bms_robot_asker *asker = calloc(1, sizeof *asker);
  if (asker == NULL) return NULL;
  asker->group = group;
  asker->value = calloc(variables + 1, sizeof *asker->value);
  asker->workspace = bms_scene_workspace_create(loaded->prepared.scene);
  if (asker->value != NULL && asker->workspace != NULL) {
    enlist(group->robot, asker);
    return asker;
  }
  bms_scene_workspace_destroy(asker->workspace);
  free(asker->value);
  free(asker);
  return NULL;
}

void loaded_asker_free(bms_robot_asker *asker) {
  strike(asker->group->robot, asker);
  bms_scene_workspace_destroy(asker->workspace);
  free(asker->value);
  free(asker);
}

bms_robot_asker *bms_robot_asker_create(bms_robot_group *group) {
  bms_robot_asker *asker = loaded_asker_create(group);
  if (asker != NULL) atomic_fetch_add(&group->references, 1);
  return asker;
}

void bms_robot_asker_destroy(bms_robot_asker *asker) {
  if (asker == NULL) return;
  bms_robot_group *group = asker->group;
  loaded_asker_free(asker);
  bms_robot_group_destroy(group);
}

/* ------------------------------------------------------------------ moves */

void loaded_asker_complete(bms_robot_asker *asker) {
  const bms_robot_group *group = asker->group;
  const robot *arm = &group->robot->arm;
  bool all = group->width == arm->joint_count;
  for (int i = 0; i < arm->joint_count && !all; i++) {
    bool listed = false;
    for (int k = 0; k < group->width && !listed; k++) listed = group->joint[k] == i;
    if (listed) continue;
    memset(asker->value[i], 0, sizeof asker->value[i]);
    asker->value[i][0] = group->rest[i];
  }
  robot_move_mimics(arm, asker->value);
}

bms_move loaded_asker_edge(bms_robot_asker *asker, const double *from, const double *to) {
  const bms_robot_group *group = asker->group;
  for (int i = 0; i < group->width; i++) bms_move_linear(1, 0, from + i, 1, to + i, &asker->value[group->joint[i]]);
  loaded_asker_complete(asker);
  return (bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])asker->value};
}

void bms_robot_set_mimics(const bms_robot *loaded, double (*row)[BMS_MOVE_TERMS]) {
  robot_move_mimics(&loaded->arm, row);
}

void bms_robot_link_poses(bms_robot_asker *asker, const double *configuration, bms_pose *pose) {
  const robot *arm = &asker->group->robot->arm;
  const bms_chain chain = {
      .link_count = arm->link_count, .link = arm->link, .variable_count = arm->joint_count + arm->mimic_count};
  bms_move still = loaded_asker_edge(asker, configuration, configuration);
  for (int i = 0; i < arm->link_count; i++) pose[i] = bms_chain_pose(&chain, &still, 0, i);
}
