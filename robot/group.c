/* SPDX-License-Identifier: BSD-3-Clause */

/* Groups: which joints a configuration lists. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"

static const double TURN = 6.283185307179586;

/* ------------------------------------------------------------------ life */

static void free_group(bms_robot_group *group) {
  for (bms_robot_asker *idle = group->idle, *next; idle != NULL; idle = next) {
    next = idle->next_idle;
    loaded_asker_free(idle);
  }
  bms_robot_destroy(group->robot);
  free(group->joint);
  free(group->rest);
  free(group);
}

/* Makes a group without variables. */
static bms_robot_group *make_group(bms_robot *loaded) {
  const robot *arm = &loaded->arm;
  bms_robot_group *group = calloc(1, sizeof *group);
  if (group == NULL) return NULL;
  atomic_init(&group->references, 1);
  group->robot = loaded;
  atomic_fetch_add(&loaded->references, 1);
  group->joint = calloc((size_t)arm->joint_count + 1, sizeof *group->joint);
  group->rest = calloc((size_t)arm->joint_count + 1, sizeof *group->rest);
  if (group->joint == NULL || group->rest == NULL) {
    free_group(group);
    return NULL;
  }
  for (int i = 0; i < arm->joint_count; i++) group->rest[i] = arm->joint[i].rest;
  return group;
}

bms_robot_group *bms_robot_group_create(bms_robot *loaded, const char *name, bms_robot_fault *fault) {
  const robot *arm = &loaded->arm;
  int chosen = name == NULL ? -1 : robot_find_group(arm, name);
  if (name != NULL && (chosen < 0 || arm->group[chosen].fault != NULL)) {
    loaded_fault(fault, "group %s: %s", name,
                 chosen < 0 ? "the SRDF has no group of this name" : arm->group[chosen].fault);
    return NULL;
  }
  bms_robot_group *group = make_group(loaded);
  if (group == NULL) loaded_fault(fault, "out of memory");
  for (int i = 0; group != NULL && i < arm->joint_count; i++)
    if (name == NULL || arm->group[chosen].joint[i]) group->joint[group->width++] = i;
  return group;
}

static bool lists(const bms_robot_group *group, int joint) {
  for (int i = 0; i < group->width; i++)
    if (group->joint[i] == joint) return true;
  return false;
}

bms_robot_group *bms_robot_group_of_joints(bms_robot *loaded, const char *const *name, int count,
                                           bms_robot_fault *fault) {
  bms_robot_group *group = make_group(loaded);
  bool good = group != NULL;
  if (!good) loaded_fault(fault, "out of memory");
  for (int i = 0; good && i < count; i++) {
    int joint = robot_find_joint(&loaded->arm, name[i]);
    good = joint >= 0 && !lists(group, joint);
    if (good) group->joint[group->width++] = joint;
    if (!good)
      loaded_fault(fault, "joint %s: %s", name[i],
                   joint < 0 ? "the robot has no free joint of this name" : "is given twice");
  }
  if (good) return group;
  bms_robot_group_destroy(group);
  return NULL;
}

void bms_robot_group_destroy(bms_robot_group *group) {
  if (group != NULL && atomic_fetch_sub(&group->references, 1) == 1) free_group(group);
}

/* ------------------------------------------------------------------ variables */

int bms_robot_group_width(const bms_robot_group *group) {
  return group->width;
}

int bms_robot_group_joint(const bms_robot_group *group, int variable) {
  return group->joint[variable];
}

bms_robot *bms_robot_group_robot(const bms_robot_group *group) {
  return group->robot;
}

void bms_robot_group_set_rest(bms_robot_group *group, int joint, double value) {
  group->rest[joint] = value;
}

double bms_robot_group_rest(const bms_robot_group *group, int joint) {
  return group->rest[joint];
}

int bms_robot_group_state(const bms_robot_group *group, int state, double *configuration) {
  const robot_posture *posture = &group->robot->arm.posture[state];
  const double *value = posture->value;
  int named = 0;
  if (posture->fault != NULL) return -1;
  for (int i = 0; i < group->width; i++) {
    if (isnan(value[group->joint[i]])) continue;
    configuration[i] = value[group->joint[i]];
    named++;
  }
  return named;
}

static bool is_within(const robot_limits *limits, double value) {
  return !limits->limited || (value >= limits->lower && value <= limits->upper);
}

int bms_robot_group_beyond(const bms_robot_group *group, const double *configuration) {
  const robot *arm = &group->robot->arm;
  for (int i = 0; i < group->width; i++) {
    int joint = group->joint[i];
    if (!is_within(&arm->joint[joint].limits, configuration[i])) return i;
    for (int k = 0; k < arm->mimic_count; k++) {
      const robot_mimic *mimic = &arm->mimic[k];
      if (mimic->joint == joint && !is_within(&mimic->limits, mimic->multiplier * configuration[i] + mimic->offset))
        return i;
    }
  }
  return -1;
}

void bms_robot_group_nearest_turns(const bms_robot_group *group, const double *from, const double *to,
                                   double *nearest) {
  for (int i = 0; i < group->width; i++) {
    bool turns = bms_robot_joint_at(group->robot, group->joint[i]).kind == BMS_ROBOT_CONTINUOUS;
    nearest[i] = turns ? from[i] + remainder(to[i] - from[i], TURN) : to[i];
  }
}

/* ------------------------------------------------------------------ numbers as MoveIt has them */

/* Returns true if the three variables from this one on turn a floating joint, so that four numbers stand for them. */
static bool is_turn(const bms_robot_group *group, int variable) {
  const int *joint = group->joint + variable;
  if (variable + 2 >= group->width || !group->robot->arm.joint[joint[0]].orients) return false;
  return joint[1] == joint[0] + 1 && joint[2] == joint[0] + 2;
}

int bms_robot_group_number_count(const bms_robot_group *group) {
  int count = group->width;
  for (int i = 0; i < group->width; i++) count += is_turn(group, i);
  return count;
}

void bms_robot_group_number_name(const bms_robot_group *group, int number, char *name, int size) {
  if (size <= 0) return;
  name[0] = 0;
  for (int i = 0; i < group->width; i++) {
    robot one = group->robot->arm; /* with these variables alone active */
    one.active = group->joint + i;
    one.active_count = is_turn(group, i) ? 3 : 1;
    int width = one.active_count == 3 ? 4 : 1;
    if (number < width && width == 1) snprintf(name, (size_t)size, "%s", one.joint[one.active[0]].name);
    if (number < width && width == 4) robot_number_name(&one, number, name, (size_t)size);
    if (number < width) return;
    number -= width;
    i += one.active_count - 1;
  }
}

int bms_robot_group_set_numbers(const bms_robot_group *group, const double *number, double *configuration) {
  for (int i = 0; i < group->width; i++) {
    if (!is_turn(group, i)) {
      configuration[i] = *number++;
      continue;
    }
    if (!robot_set_angles(number, configuration + i)) return -1;
    number += 4;
    i += 2;
  }
  return 0;
}
