/* SPDX-License-Identifier: BSD-3-Clause */

#include "arm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ loading */

static void print_note(void *context, const char *text) {
  fprintf(context, "bms-arm-sweep: note: %s\n", text);
}

static robot_limits limits_of(const bms_robot_joint *joint) {
  return (robot_limits){isfinite(joint->lower) || isfinite(joint->upper), joint->lower, joint->upper};
}

static bool look_up_joints(robot *arm) {
  arm->joint_count = bms_robot_free_joint_count(arm->loaded);
  arm->joint = calloc((size_t)arm->joint_count + 1, sizeof *arm->joint);
  arm->active = calloc((size_t)arm->joint_count + 1, sizeof *arm->active);
  if (arm->joint == NULL || arm->active == NULL) return false;
  for (int i = 0; i < arm->joint_count; i++) {
    bms_robot_joint one = bms_robot_joint_at(arm->loaded, i);
    arm->joint[i] = (robot_joint){
        one.name, limits_of(&one), one.rest, one.orients != 0, one.kind == BMS_ROBOT_CONTINUOUS, one.is_known != 0};
  }
  return true;
}

static bool look_up_postures(robot *arm) {
  int count = bms_robot_state_count(arm->loaded);
  arm->posture = calloc((size_t)count + 1, sizeof *arm->posture);
  for (; arm->posture != NULL && arm->posture_count < count; arm->posture_count++) {
    int i = arm->posture_count;
    robot_posture *one = &arm->posture[i];
    one->name = bms_robot_state_name(arm->loaded, i);
    one->group = bms_robot_state_group(arm->loaded, i);
    one->fault = bms_robot_state_fault(arm->loaded, i);
    one->value = malloc(((size_t)arm->joint_count + 1) * sizeof *one->value);
    if (one->value == NULL) return false;
    for (int v = 0; v < arm->joint_count; v++) one->value[v] = NAN;
    bms_robot_group_state(arm->all, i, one->value);
  }
  return arm->posture != NULL;
}

static bool count_left_out(robot *arm) {
  int count = 0;
  bms_robot_left_out *list = bms_robot_left_out_pairs(arm->loaded, &count);
  for (int i = 0; list != NULL && i < count; i++) arm->left_out[list[i].reason]++;
  bms_robot_free(list);
  return list != NULL;
}

/* Makes the joints of the arm's group active. */
static void list_active(robot *arm) {
  arm->active_count = bms_robot_group_width(arm->group);
  for (int i = 0; i < arm->active_count; i++) arm->active[i] = bms_robot_group_joint(arm->group, i);
}

bool robot_load(robot *arm, const bms_robot_file *file, int count, const bms_robot_options *options, char *error,
                size_t size) {
  bms_robot_options noted = *options;
  bms_robot_fault fault;
  memset(arm, 0, sizeof *arm);
  noted.note = print_note;
  noted.note_context = stderr;
  arm->loaded = bms_robot_load(file, count, &noted, &fault);
  if (arm->loaded == NULL) {
    snprintf(error, size, "%s", fault.text);
    return false;
  }
  arm->all = bms_robot_group_create(arm->loaded, NULL, NULL);
  arm->group = bms_robot_group_create(arm->loaded, NULL, NULL);
  snprintf(error, size, "out of memory");
  if (arm->all == NULL || arm->group == NULL || !look_up_joints(arm) || !look_up_postures(arm) || !count_left_out(arm))
    return false;
  arm->chain = *bms_robot_chain(arm->loaded);
  arm->scene = bms_robot_scene(arm->loaded);
  list_active(arm);
  return true;
}

void robot_free(robot *arm) {
  for (int i = 0; arm->posture != NULL && i <= arm->posture_count; i++) free(arm->posture[i].value);
  free(arm->posture);
  free(arm->joint);
  free(arm->active);
  bms_robot_group_destroy(arm->group);
  bms_robot_group_destroy(arm->all);
  bms_robot_destroy(arm->loaded);
  memset(arm, 0, sizeof *arm);
}

const char *robot_choose_group(robot *arm, const char *group) {
  for (int i = 0; i < bms_robot_group_count(arm->loaded); i++) {
    if (strcmp(bms_robot_group_name(arm->loaded, i), group) != 0) continue;
    const char *fault = bms_robot_group_fault(arm->loaded, i);
    bms_robot_group *chosen = fault == NULL ? bms_robot_group_create(arm->loaded, group, NULL) : NULL;
    if (chosen == NULL) return fault != NULL ? fault : "out of memory";
    bms_robot_group_destroy(arm->group);
    arm->group = chosen;
    list_active(arm);
    return NULL;
  }
  return "the SRDF has no such group";
}

/* ------------------------------------------------------------------ names */

int robot_find_joint(const robot *arm, const char *name) {
  int joint = bms_robot_find_joint(arm->loaded, name);
  return joint < arm->joint_count ? joint : -1;
}

bool robot_is_solid(const robot *arm) {
  for (int i = 0; i < arm->chain.shape_count; i++)
    if (arm->chain.shape[i].link != BMS_WORLD) return true;
  return false;
}

const char *robot_shape_name(const robot *arm, int shape) {
  return bms_robot_object_name(arm->loaded, bms_robot_shape_object(arm->loaded, shape));
}

const char *robot_shape_kind(const robot *arm, int shape) {
  if (arm->chain.shape[shape].link == BMS_WORLD) return "obstacle";
  return bms_robot_shape_object(arm->loaded, shape) < bms_robot_link_count(arm->loaded) ? "link" : "attached";
}

/* ------------------------------------------------------------------ numbers */

int robot_number_count(const robot *arm) {
  return bms_robot_group_number_count(arm->group);
}

void robot_number_name(const robot *arm, int number, char *name, size_t size) {
  bms_robot_group_number_name(arm->group, number, name, (int)size);
}

bool robot_set_numbers(const robot *arm, const double *number, double *value) {
  double *active = malloc(((size_t)arm->active_count + 1) * sizeof *active);
  bool good = active != NULL && bms_robot_group_set_numbers(arm->group, number, active) == 0;
  for (int i = 0; good && i < arm->active_count; i++) value[arm->active[i]] = active[i];
  free(active);
  return good;
}
