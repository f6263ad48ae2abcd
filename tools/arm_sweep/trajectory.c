/* SPDX-License-Identifier: BSD-3-Clause */

#include "trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "robot/robot_text.h"
#include "robot/yaml_tree.h"

/* A joint that mimics another may be this far from where it has to be, in radians or metres. */
static const double MIMIC_SLACK = 1e-6;

typedef struct reader {
  yaml_tree *tree;
  waypoints *way;
  const robot *arm;
  const yaml_node_t *names;
  int *column;      /* for each name the joint, or -1 - the mimic */
  double *value[3]; /* the positions, velocities and accelerations of one point; [joint_count] each */
} reader;

/* ------------------------------------------------------------------ points */

/* Reads time_from_start as a number, or as seconds and nanoseconds in the words of either ROS. */
static bool read_time(const reader *r, const yaml_node_t *point, double *time) {
  static const char *const WORD[2][2] = {{"secs", "nsecs"}, {"sec", "nanosec"}};
  const yaml_node_t *node = yaml_member(r->tree, point, "time_from_start");
  if (node == NULL) return yaml_fault(r->tree, point, "time_from_start: missing");
  if (node->type == YAML_SCALAR_NODE) return yaml_number(r->tree, node, "time_from_start", time);
  int ros = yaml_member(r->tree, node, "sec") != NULL || yaml_member(r->tree, node, "nanosec") != NULL;
  if (!yaml_only(r->tree, node, "time_from_start", ros == 0 ? "secs nsecs" : "sec nanosec")) return false;
  if (yaml_empty(node)) return yaml_fault(r->tree, node, "time_from_start: expected seconds");
  *time = 0;
  for (int i = 0; i < 2; i++) {
    const yaml_node_t *part = yaml_member(r->tree, node, WORD[ros][i]);
    long number = 0;
    if (part != NULL && !yaml_integer(r->tree, part, WORD[ros][i], 0, 4000000000, &number)) return false;
    *time += i == 0 ? (double)number : 1e-9 * (double)number;
  }
  return true;
}

/* Reads a list of a value for each name; *there tells if there is one. */
static bool read_list(const reader *r, const yaml_node_t *point, int kind, bool *there) {
  static const char *const KEY[] = {"positions", "velocities", "accelerations"};
  const yaml_node_t *list = yaml_member(r->tree, point, KEY[kind]);
  int count = yaml_length(r->names);
  *there = !yaml_empty(list);
  if (!*there) return true;
  if (yaml_length(list) != count)
    return yaml_fault(r->tree, list, "%s: expected a list of %d numbers, one for each of joint_names", KEY[kind],
                      count);
  for (int pass = 0; pass < 2; pass++) /* the joints come first, then those that mimic them */
    for (int i = 0; i < count; i++) {
      const yaml_node_t *node = yaml_element(r->tree, list, i);
      double number;
      if ((r->column[i] < 0) != (pass == 1)) continue;
      if (!yaml_number(r->tree, node, KEY[kind], &number)) return false;
      if (fabs(number) > WAYPOINTS_GREATEST) return yaml_fault(r->tree, node, "%s: is beyond 1e9", KEY[kind]);
      if (pass == 0) r->value[kind][r->column[i]] = number;
      if (pass == 0 || kind > 0) continue;
      const robot_mimic *mimic = &r->arm->mimic[-1 - r->column[i]];
      double is = mimic->multiplier * r->value[0][mimic->joint] + mimic->offset;
      if (fabs(is - number) > MIMIC_SLACK)
        return yaml_fault(r->tree, node, "positions: joint %s mimics %s, and is at %g then", mimic->name,
                          r->arm->joint[mimic->joint].name, is);
    }
  return true;
}

static bool read_point(const reader *r, const yaml_node_t *point) {
  bool there[3];
  double time;
  for (int i = 0; i < r->arm->joint_count; i++) {
    r->value[0][i] = r->arm->joint[i].rest;
    r->value[1][i] = r->value[2][i] = 0;
  }
  if (!yaml_only(r->tree, point, "points", "positions velocities accelerations effort time_from_start")) return false;
  for (int kind = 0; kind < 3; kind++)
    if (!read_list(r, point, kind, &there[kind])) return false;
  if (!there[0]) return yaml_fault(r->tree, point, "positions: missing");
  if (!read_time(r, point, &time)) return false;
  const char *fault = waypoints_time_fault(r->way, time);
  if (fault != NULL) return yaml_fault(r->tree, point, "time_from_start: %s", fault);
  int order = there[1] ? (there[2] ? 2 : 1) : 0;
  return waypoints_add_state(r->way, time, r->value[0], r->value[1], r->value[2], order) ||
         yaml_fault(r->tree, point, "out of memory");
}

/* ------------------------------------------------------------------ the message */

static bool read_names(reader *r) {
  int count = yaml_length(r->names);
  r->column = calloc((size_t)count, sizeof *r->column);
  if (r->column == NULL) return yaml_fault(r->tree, r->names, "out of memory");
  for (int i = 0; i < count; i++) {
    const yaml_node_t *node = yaml_element(r->tree, r->names, i);
    const char *name = yaml_text(node) != NULL ? yaml_text(node) : "";
    int joint = robot_find_joint(r->arm, name), mimic = robot_find_mimic(r->arm, name);
    if (joint < 0 && mimic < 0) return yaml_fault(r->tree, node, "joint_names: '%s' is no joint that moves", name);
    r->column[i] = joint >= 0 ? joint : -1 - mimic;
    for (int k = 0; k < i; k++)
      if (r->column[k] == r->column[i]) return yaml_fault(r->tree, node, "joint_names: '%s' stands twice", name);
  }
  return true;
}

static bool read_joint_trajectory(reader *r, const yaml_node_t *node) {
  const yaml_node_t *points = yaml_member(r->tree, node, "points");
  r->names = yaml_member(r->tree, node, "joint_names");
  if (!yaml_only(r->tree, node, "trajectory", "header joint_names points")) return false;
  if (yaml_length(r->names) < 1) return yaml_fault(r->tree, node, "joint_names: expected a list of names");
  if (yaml_length(points) < 2) return yaml_fault(r->tree, node, "points: expected a list of at least 2");
  if (!read_names(r)) return false;
  for (int i = 0; i < yaml_length(points); i++)
    if (!read_point(r, yaml_element(r->tree, points, i))) return false;
  return true;
}

static bool read_document(yaml_tree *tree, const yaml_node_t *root, void *data) {
  reader *r = data;
  const yaml_node_t *joints = yaml_member(tree, root, "joint_trajectory");
  const yaml_node_t *several = yaml_member(tree, root, "multi_dof_joint_trajectory");
  r->tree = tree;
  if (r->way->count > 0) return yaml_fault(tree, root, "a second document; a file holds one trajectory");
  if (joints == NULL) return read_joint_trajectory(r, root);
  if (!yaml_only(tree, root, "trajectory", "joint_trajectory multi_dof_joint_trajectory")) return false;
  if (!yaml_empty(several) && !yaml_only(tree, several, "multi_dof_joint_trajectory", "header joint_names points"))
    return false;
  if (!yaml_empty(yaml_member(tree, several, "points")))
    return yaml_fault(tree, several, "multi_dof_joint_trajectory: cannot be checked; only joints can move");
  return read_joint_trajectory(r, joints);
}

bool trajectory_read(waypoints *way, const robot *arm, const char *file, char *error, size_t size) {
  reader r = {.way = way, .arm = arm};
  size_t width = (size_t)arm->joint_count;
  double *value = calloc(3 * width + 1, sizeof *value);
  bool good = value != NULL;
  if (!good) snprintf(error, size, "out of memory");
  for (size_t i = 0; good && i < 3; i++) r.value[i] = value + i * width;
  good = good && yaml_visit(file, read_document, &r, error, size);
  if (!good) robot_one_line(error);
  free(r.column);
  free(value);
  return good;
}
