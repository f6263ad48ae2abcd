/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads trajectories for a controller, as ROS has them. */

#include "trajectory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/fault.h"
#include "files/robot_text.h"
#include "files/yaml_tree.h"

/* A joint that mimics another may be this far from where it has to be, in radians or metres; so may the end of a
   trajectory from the beginning of the next. */
static const double MIMIC_SLACK = 1e-6;

/* The arm stands for this many seconds between two trajectories of a file, and at a single point. */
static const double PAUSE = 1e-3, STAND = 1;

typedef struct reader {
  yaml_tree *tree;
  bms_robot_trajectory *way;
  const robot *arm;
  const yaml_node_t *names;
  int *column;      /* for each name the joint, or -1 - the mimic */
  double *value[3]; /* the positions, velocities and accelerations of one point; [joint_count] each */
  double *start;    /* [joint_count]: joint values before the next trajectory */
  bool *known;      /* [joint_count]: given by a file; else the joint's resting value */
  int count;        /* trajectories so far */
  int depth;        /* of messages in messages */
} reader;

/* Remarks on one file are joined up to about this length. */
enum { MOST_REMARKS = 1500 };

/* Adds a text to the remarks. */
static void remark(bms_robot_trajectory *way, const char *text) {
  size_t before = way->note == NULL ? 0 : strlen(way->note);
  char *longer = realloc(way->note, before + strlen("; ") + strlen(text) + 1);
  if (longer == NULL) return;
  way->note = longer;
  sprintf(longer + before, "%s%s", before > 0 ? "; " : "", text);
}

/* Keeps a remark. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
note(const reader *r, const yaml_node_t *at, const char *format, ...) {
  static const char MORE[] = "and more of this kind";
  char text[400];
  va_list values;
  size_t length = r->way->note == NULL ? 0 : strlen(r->way->note);
  if (length > MOST_REMARKS) {
    if (strcmp(r->way->note + length - strlen(MORE), MORE) != 0) remark(r->way, MORE);
    return;
  }
  va_start(values, format);
  fault_write(text, sizeof text, r->tree->file, at->start_mark.line + 1, format, values);
  va_end(values);
  robot_one_line(text);
  remark(r->way, text);
}

/* ------------------------------------------------------------------ points */

/* Reads time_from_start as a number, or as seconds and nanoseconds in the words of either ROS. */
static bool read_time(const reader *r, const yaml_node_t *point, double *time) {
  static const char *const WORD[2][2] = {{"secs", "nsecs"}, {"sec", "nanosec"}};
  const yaml_node_t *node = yaml_member(r->tree, point, "time_from_start");
  if (node == NULL) return yaml_fault(r->tree, point, "time_from_start: missing");
  if (node->type == YAML_SCALAR_NODE)
    return yaml_number(r->tree, node, "time_from_start", time) &&
           (*time >= 0 || yaml_fault(r->tree, node, "time_from_start: is before the start"));
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

/* Reads a list of a value for each name; *there: there is one. */
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
      if (fabs(number) > TRAJECTORY_GREATEST) return yaml_fault(r->tree, node, "%s: is beyond 1e9", KEY[kind]);
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

/* Reads a point: its values, how much of it is known, and its time, of the trajectory's own. */
static bool read_point(const reader *r, const yaml_node_t *point, int *order, double *time) {
  bool there[3];
  for (int i = 0; i < r->arm->joint_count; i++) {
    r->value[0][i] = r->start[i];
    r->value[1][i] = r->value[2][i] = 0;
  }
  if (!yaml_only(r->tree, point, "points", "positions velocities accelerations effort time_from_start")) return false;
  for (int kind = 0; kind < 3; kind++)
    if (!read_list(r, point, kind, &there[kind])) return false;
  if (!there[0]) return yaml_fault(r->tree, point, "positions: missing");
  *order = there[1] ? (there[2] ? 2 : 1) : 0;
  return read_time(r, point, time);
}

/* Adds the point that has been read. */
static bool add_point(const reader *r, const yaml_node_t *at, double time, int order) {
  const char *fault = trajectory_time_fault(r->way, time);
  if (fault != NULL) return yaml_fault(r->tree, at, "time_from_start: %s", fault);
  return trajectory_add(r->way, time, r->value[0], r->value[1], r->value[2], order) ||
         yaml_fault(r->tree, at, "out of memory");
}

/* Adds the first point of a trajectory, and finds what is added to its times: it begins after the one before. */
static bool begin(const reader *r, const yaml_node_t *at, double time, int order, double *offset) {
  const bms_robot_trajectory *way = r->way;
  *offset = way->count == 0 ? 0 : way->time[way->count - 1] + PAUSE - time;
  if (!add_point(r, at, time + *offset, order)) return false;
  if (way->count > 1) trajectory_begin(r->way);
  for (int i = 0; way->count > 1 && i < r->arm->joint_count; i++)
    if (fabs(r->value[0][i] - r->start[i]) > MIMIC_SLACK) {
      note(r, at, "trajectory %d begins elsewhere than the one before ends; the move to there is not checked",
           r->count);
      break;
    }
  return true;
}

static bool start_is_known(const reader *r) {
  for (int i = 0; i < yaml_length(r->names); i++)
    if (r->column[i] >= 0 && !r->known[r->column[i]]) return false;
  return true;
}

/* Adds the move from where the joints stand to the first point, which a controller makes in the point's time. */
static bool add_approach(const reader *r, const yaml_node_t *at, double time, int order, double *offset) {
  size_t width = (size_t)r->arm->joint_count, bytes = width * sizeof *r->start;
  double *point = malloc(3 * bytes + 1);
  if (point == NULL) return yaml_fault(r->tree, at, "out of memory");
  for (size_t kind = 0; kind < 3; kind++) memcpy(point + kind * width, r->value[kind], bytes);
  memcpy(r->value[0], r->start, bytes);
  memset(r->value[1], 0, bytes);
  memset(r->value[2], 0, bytes);
  bool good = begin(r, at, 0, order, offset);
  for (size_t kind = 0; kind < 3; kind++) memcpy(r->value[kind], point + kind * width, bytes);
  free(point);
  return good && add_point(r, at, time + *offset, order);
}

/* Notes a joint that stands elsewhere than the first point, which has the time 0. */
static void note_jump(const reader *r, const yaml_node_t *at) {
  for (int i = 0; i < r->arm->joint_count; i++) {
    if (!r->known[i] || fabs(r->value[0][i] - r->start[i]) <= MIMIC_SLACK) continue;
    note(r, at, "joint %.60s stands at %g, and the first point has it at %g at 0 s; what leads there is not checked",
         r->arm->joint[i].name, r->start[i], r->value[0][i]);
    return;
  }
}

/* Adds the first of `count` points, with the move to it if it has a time and the start is known.  The arm stands at a
   single point if the start is not known. */
static bool add_first(const reader *r, const yaml_node_t *at, int count, double time, int order, double *offset) {
  if (start_is_known(r) && time > 0) return add_approach(r, at, time, order, offset);
  if (r->count == 1) note_jump(r, at);
  if (count == 1) {
    if (!start_is_known(r))
      note(r, at, "the trajectory has one point, and where it begins is not known; the arm is checked standing there");
    return begin(r, at, time, 0, offset) && add_point(r, at, time + *offset + STAND, 0);
  }
  if (time > 0)
    note(r, at, "the first point is at %g s, and where the arm is before is not known; the move to it is not checked",
         time);
  return begin(r, at, time, order, offset);
}

/* ------------------------------------------------------------------ the message */

static bool read_names(reader *r, const yaml_node_t *message) {
  int count = yaml_length(r->names);
  if (count < 1) return yaml_fault(r->tree, message, "joint_names: expected a list of names");
  r->column = calloc((size_t)count, sizeof *r->column);
  if (r->column == NULL) return yaml_fault(r->tree, r->names, "out of memory");
  for (int i = 0; i < count; i++) {
    const yaml_node_t *node = yaml_element(r->tree, r->names, i);
    const char *name = yaml_text(node) != NULL ? yaml_text(node) : "";
    int joint = robot_find_joint(r->arm, name), mimic = robot_find_mimic(r->arm, name);
    if (joint < 0 && mimic < 0)
      return yaml_fault(r->tree, node, "joint_names: the robot has no moving joint '%s'; --joints lists them", name);
    r->column[i] = joint >= 0 ? joint : -1 - mimic;
    for (int k = 0; k < i; k++)
      if (r->column[k] == r->column[i]) return yaml_fault(r->tree, node, "joint_names: '%s' stands twice", name);
  }
  return true;
}

/* Keeps where the last point is. */
static void stand(reader *r) {
  memcpy(r->start, r->value[0], (size_t)r->arm->joint_count * sizeof *r->start);
  for (int i = 0; i < yaml_length(r->names); i++)
    if (r->column[i] >= 0) r->known[r->column[i]] = true;
}

static bool read_points(reader *r, const yaml_node_t *points) {
  double offset = 0, time = 0;
  int order = 0;
  for (int i = 0; i < yaml_length(points); i++) {
    const yaml_node_t *point = yaml_element(r->tree, points, i);
    if (!read_point(r, point, &order, &time)) return false;
    if (!(i == 0 ? add_first(r, point, yaml_length(points), time, order, &offset)
                 : add_point(r, point, time + offset, order)))
      return false;
  }
  return true;
}

static bool read_joint_trajectory(reader *r, const yaml_node_t *node) {
  const yaml_node_t *points = yaml_member(r->tree, node, "points");
  r->names = yaml_member(r->tree, node, "joint_names");
  if (!yaml_only(r->tree, node, "trajectory", "header joint_names points")) return false;
  free(r->column);
  r->column = NULL;
  if (!read_names(r, node)) return false;
  if (yaml_length(points) < 1) return yaml_fault(r->tree, node, "points: expected a list of at least 1");
  r->count++;
  if (!read_points(r, points)) return false;
  stand(r);
  return true;
}

/* Reads the polynomial of a joint on a segment: its coefficients from the constant one on. */
static bool read_row(const reader *r, const yaml_node_t *list, double row[BMS_MOVE_TERMS]) {
  int count = yaml_length(list);
  for (int k = 0; k < BMS_MOVE_TERMS; k++) row[k] = 0;
  if (count < 1 || count > BMS_MOVE_TERMS)
    return yaml_fault(r->tree, list, "coefficients: expected a list of 1 to %d numbers for each joint", BMS_MOVE_TERMS);
  for (int k = 0; k < count; k++) {
    const yaml_node_t *node = yaml_element(r->tree, list, k);
    if (!yaml_number(r->tree, node, "coefficients", &row[k])) return false;
    if (fabs(row[k]) > TRAJECTORY_GREATEST) return yaml_fault(r->tree, node, "coefficients: is beyond 1e9");
  }
  return true;
}

/* Reads a segment into rows, which begin where r->start is, and moves that to its end. */
static bool read_segment(reader *r, const yaml_node_t *segment, bool first, double (*row)[BMS_MOVE_TERMS],
                         double *duration) {
  const yaml_node_t *length = yaml_member(r->tree, segment, "duration");
  const yaml_node_t *list = yaml_member(r->tree, segment, "coefficients");
  if (!yaml_only(r->tree, segment, "segments", "duration coefficients")) return false;
  if (length == NULL || !yaml_number(r->tree, length, "duration", duration) || !(*duration >= 1e-9))
    return yaml_fault(r->tree, segment, "duration: expected seconds, at least 1e-9");
  if (yaml_length(list) != yaml_length(r->names))
    return yaml_fault(r->tree, segment, "coefficients: expected a list of %d, one for each of joint_names",
                      yaml_length(r->names));
  for (int v = 0; v < r->arm->joint_count; v++) memcpy(row[v], (double[BMS_MOVE_TERMS]){r->start[v]}, sizeof row[v]);
  for (int i = 0; i < yaml_length(list); i++) {
    const yaml_node_t *node = yaml_element(r->tree, list, i);
    int joint = r->column[i];
    if (joint < 0) return yaml_fault(r->tree, node, "joint_names: a joint that mimics another has no segments");
    if (!read_row(r, node, row[joint])) return false;
    if (!first && fabs(row[joint][0] - r->start[joint]) > MIMIC_SLACK)
      return yaml_fault(r->tree, node, "coefficients: joint %s begins at %g, and is at %g before",
                        r->arm->joint[joint].name, row[joint][0], r->start[joint]);
  }
  const bms_move move = {0, *duration, (const double(*)[BMS_MOVE_TERMS])row};
  for (int v = 0; v < r->arm->joint_count; v++) r->value[0][v] = row[v][0];
  bms_move_at(&move, r->arm->joint_count, *duration, r->start);
  return true;
}

static bool add_segments(reader *r, const yaml_node_t *list, double (*row)[BMS_MOVE_TERMS]) {
  double time = 0, duration = 0;
  const double(*rows)[BMS_MOVE_TERMS] = (const double(*)[BMS_MOVE_TERMS])row;
  for (int i = 0; i < yaml_length(list); i++, time += duration) {
    const yaml_node_t *segment = yaml_element(r->tree, list, i);
    if (!read_segment(r, segment, i == 0, row, &duration)) return false;
    const char *fault = trajectory_time_fault(r->way, time);
    if (fault != NULL) return yaml_fault(r->tree, segment, "duration: its start %s", fault);
    if (!trajectory_add_piece(r->way, time, r->value[0], rows)) return yaml_fault(r->tree, segment, "out of memory");
  }
  return trajectory_add_piece(r->way, time, r->start, rows) || yaml_fault(r->tree, list, "out of memory");
}

/* Reads a trajectory of polynomials, as planners compute splines and blends: it is the only one of a file. */
static bool read_segments(reader *r, const yaml_node_t *node) {
  const yaml_node_t *list = yaml_member(r->tree, node, "segments");
  r->names = yaml_member(r->tree, node, "joint_names");
  if (!yaml_only(r->tree, node, "trajectory", "header joint_names segments")) return false;
  if (r->count++ > 0) return yaml_fault(r->tree, node, "segments: expected no other trajectory in this file");
  if (!read_names(r, node)) return false;
  if (yaml_length(list) < 1) return yaml_fault(r->tree, node, "segments: expected a list of at least 1");
  double(*row)[BMS_MOVE_TERMS] = calloc((size_t)r->arm->joint_count + 1, sizeof *row);
  if (row == NULL) return yaml_fault(r->tree, node, "out of memory");
  bool good = add_segments(r, list, row);
  free(row);
  return good;
}

/* Refuses a trajectory of joints whose places are no numbers, if it has points. */
static bool check_several(const reader *r, const yaml_node_t *owner, const char *key) {
  const yaml_node_t *several = yaml_member(r->tree, owner, key);
  if (!yaml_empty(several) && !yaml_only(r->tree, several, key, "header joint_names points")) return false;
  return yaml_empty(yaml_member(r->tree, several, "points")) ||
         yaml_fault(r->tree, several, "%s: cannot be checked; only joints can move", key);
}

static bool read_robot_trajectory(reader *r, const yaml_node_t *node) {
  const yaml_node_t *joints = yaml_member(r->tree, node, "joint_trajectory");
  if (r->way->piece != NULL) return yaml_fault(r->tree, node, "segments: expected no other trajectory in this file");
  if (yaml_member(r->tree, node, "segments") != NULL) return read_segments(r, node);
  if (joints == NULL) return read_joint_trajectory(r, node);
  if (!yaml_only(r->tree, node, "trajectory", "joint_trajectory multi_dof_joint_trajectory")) return false;
  return check_several(r, node, "multi_dof_joint_trajectory") && read_joint_trajectory(r, joints);
}

/* Reads where joints stand. */
static bool read_joint_state(reader *r, const yaml_node_t *state) {
  const yaml_node_t *names = yaml_member(r->tree, state, "name"), *values = yaml_member(r->tree, state, "position");
  if (!yaml_only(r->tree, state, "joint_state", "header name position velocity effort")) return false;
  if (yaml_empty(names) && yaml_empty(values)) return true;
  if (yaml_length(names) != yaml_length(values) || yaml_length(names) < 0)
    return yaml_fault(r->tree, state, "joint_state: expected name and position as lists of one length");
  for (int i = 0; i < yaml_length(names); i++) {
    const yaml_node_t *at = yaml_element(r->tree, names, i), *number = yaml_element(r->tree, values, i);
    const char *name = yaml_text(at);
    int joint = name == NULL ? -1 : robot_find_joint(r->arm, name);
    double value;
    if (name == NULL) return yaml_fault(r->tree, at, "name: expected a joint's name");
    if (!yaml_number(r->tree, number, "position", &value)) return false;
    if (fabs(value) > TRAJECTORY_GREATEST) return yaml_fault(r->tree, number, "position: is beyond 1e9");
    if (joint < 0 && robot_find_mimic(r->arm, name) < 0)
      note(r, at, "trajectory_start: the robot has no joint '%s' that moves; its value is not used", name);
    if (joint < 0) continue;
    r->start[joint] = value;
    r->known[joint] = true;
  }
  return true;
}

/* Checks that an object that is attached before a trajectory is attached to the same link by a scene. */
static bool check_attached(const reader *r, const yaml_node_t *at) {
  const char *id = yaml_text(yaml_member(r->tree, yaml_member(r->tree, at, "object"), "id"));
  const char *link = yaml_text(yaml_member(r->tree, at, "link_name"));
  int object = id == NULL ? -1 : robot_find_object(r->arm, id);
  if (object < r->arm->link_count)
    return yaml_fault(r->tree, at,
                      "attached_collision_objects: '%s' is not in the scene; give a scene whose robot_state has it",
                      id == NULL ? "" : id);
  return (link != NULL && r->arm->object_link[object] == robot_link(r->arm, link)) ||
         yaml_fault(r->tree, at,
                    "attached_collision_objects: '%s' is attached to link '%s', and not in the scene; give a scene "
                    "whose robot_state has it there",
                    id, link == NULL ? "" : link);
}

/* Reads the state before a trajectory.  Objects attached then have to be so in a scene. */
static bool read_start(reader *r, const yaml_node_t *state) {
  const yaml_node_t *attached = yaml_member(r->tree, state, "attached_collision_objects");
  if (yaml_empty(state)) return true;
  if (!yaml_only(r->tree, state, "trajectory_start",
                 "joint_state multi_dof_joint_state attached_collision_objects is_diff"))
    return false;
  for (int i = 0; i < yaml_length(attached); i++)
    if (!check_attached(r, yaml_element(r->tree, attached, i))) return false;
  if (!yaml_empty(yaml_member(r->tree, yaml_member(r->tree, state, "multi_dof_joint_state"), "transforms")))
    note(r, state,
         "the base's place is not taken from the trajectory_start; give it by a scene's robot_state or --base");
  const yaml_node_t *joints = yaml_member(r->tree, state, "joint_state");
  return yaml_empty(joints) || read_joint_state(r, joints);
}

/* Reads a DisplayTrajectory: start values of joints, then trajectories. */
static bool read_display(reader *r, const yaml_node_t *node) {
  const yaml_node_t *list = yaml_member(r->tree, node, "trajectory"), *name = yaml_member(r->tree, node, "model_id");
  if (!yaml_only(r->tree, node, "trajectory", "model_id trajectory trajectory_start")) return false;
  if (robot_is_other_name(r->arm, yaml_text(name)))
    note(r, name, "model_id: the trajectory is of a robot %.60s, and the URDF of %.60s", yaml_text(name), r->arm->name);
  if (!read_start(r, yaml_member(r->tree, node, "trajectory_start"))) return false;
  for (int i = 0; i < yaml_length(list); i++)
    if (!read_robot_trajectory(r, yaml_element(r->tree, list, i))) return false;
  return true;
}

/* Reads a planner's answer: start values of joints, then the trajectory that is named so. */
static bool read_plan(reader *r, const yaml_node_t *node, const char *name, const char *keys) {
  const yaml_node_t *code = yaml_member(r->tree, yaml_member(r->tree, node, "error_code"), "val");
  const yaml_node_t *executed = yaml_member(r->tree, node, "executed_trajectory");
  long value = 1;
  if (!yaml_only(r->tree, node, "plan", keys)) return false;
  if (code != NULL && !yaml_integer(r->tree, code, "error_code", -100000, 100000, &value)) return false;
  if (value != 1) note(r, code, "the planner has failed (error_code %ld); its trajectory is checked", value);
  if (!yaml_empty(yaml_member(r->tree, yaml_member(r->tree, executed, "joint_trajectory"), "points")))
    note(r, executed, "the executed_trajectory is not checked, only the planned one");
  return read_start(r, yaml_member(r->tree, node, "trajectory_start")) &&
         read_robot_trajectory(r, yaml_member(r->tree, node, name));
}

/* Messages are nested no deeper; an alias of YAML may be part of itself. */
enum { MOST_DEPTH = 8 };

static bool read_list_of(reader *r, const yaml_node_t *list);

/* Reads a message with a trajectory, or what programs put around one: the goal or result of an action, the answer of a
   service, an entry of a recorded file. */
static bool read_message(reader *r, const yaml_node_t *node) {
  static const char *const AROUND[][2] = {{"goal", "header goal_id goal"},
                                          {"result", "header status result"},
                                          {"motion_plan_response", "motion_plan_response"},
                                          {"msg", "topic msg t timestamp time type"},
                                          {"message", "topic message t timestamp time type"}};
  if (++r->depth > MOST_DEPTH) return yaml_fault(r->tree, node, "messages are nested more than %d deep", MOST_DEPTH);
  if (node->type == YAML_SEQUENCE_NODE) return read_list_of(r, node);
  for (size_t i = 0; i < sizeof AROUND / sizeof *AROUND; i++) {
    const yaml_node_t *inner = yaml_member(r->tree, node, AROUND[i][0]);
    if (inner != NULL) return yaml_only(r->tree, node, "message", AROUND[i][1]) && read_message(r, inner);
  }
  const yaml_node_t *trajectory = yaml_member(r->tree, node, "trajectory");
  if (yaml_member(r->tree, node, "planned_trajectory") != NULL)
    return read_plan(r, node, "planned_trajectory",
                     "trajectory_start group_name planned_trajectory executed_trajectory planning_time error_code");
  if (trajectory == NULL) return read_robot_trajectory(r, node);
  if (trajectory->type == YAML_SEQUENCE_NODE) return read_display(r, node);
  if (yaml_member(r->tree, node, "trajectory_start") != NULL)
    return read_plan(r, node, "trajectory", "trajectory_start group_name trajectory planning_time error_code");
  return yaml_only(r->tree, node, "goal",
                   "trajectory multi_dof_trajectory path_tolerance component_path_tolerance goal_tolerance "
                   "component_goal_tolerance goal_time_tolerance controller_names") &&
         check_several(r, node, "multi_dof_trajectory") && read_robot_trajectory(r, trajectory);
}

static bool read_list_of(reader *r, const yaml_node_t *list) {
  int depth = r->depth;
  for (int i = 0; i < yaml_length(list); i++, r->depth = depth)
    if (!read_message(r, yaml_element(r->tree, list, i))) return false;
  return true;
}

/* Programs in C++ and in Python print messages in forms of their own. */
#define PRINT_YAML "; ros2 topic echo --full-length and rostopic echo print messages as YAML"

static bool read_document(yaml_tree *tree, const yaml_node_t *root, void *data) {
  reader *r = data;
  r->tree = tree;
  r->depth = 0;
  if (root->type == YAML_SCALAR_NODE) return yaml_fault(tree, root, "trajectory: is text" PRINT_YAML);
  return read_message(r, root);
}

/* Returns true if the error is that the file's text is no YAML. */
static bool is_not_yaml(const char *error, const char *file) {
  size_t length = strlen(file);
  if (strncmp(error, file, length) != 0 || error[length] != ':') return false;
  const char *what = error + length + 1 + strspn(error + length + 1, "0123456789");
  return strncmp(what, ": not YAML: ", strlen(": not YAML: ")) == 0;
}

bool trajectory_read(bms_robot_trajectory *way, const bms_robot_file *file, char *error, size_t size) {
  const robot *arm = &way->robot->arm;
  const robot_named_text named = {file->name, file->text};
  const robot_texts texts = {&named, 1};
  reader r = {.way = way, .arm = arm};
  size_t width = (size_t)arm->joint_count;
  double *value = calloc(4 * width + 1, sizeof *value);
  r.known = calloc(width + 1, sizeof *r.known);
  bool good = value != NULL && r.known != NULL;
  if (!good) snprintf(error, size, "out of memory");
  for (size_t i = 0; good && i < 3; i++) r.value[i] = value + i * width;
  if (good) r.start = value + 3 * width;
  for (size_t i = 0; good && i < width; i++) {
    r.start[i] = arm->joint[i].rest;
    r.known[i] = arm->joint[i].known;
  }
  good = good && yaml_visit(&texts, file->name, read_document, &r, error, size);
  if (good && way->count < 2) {
    snprintf(error, size, "%s: there is no trajectory in it", file->name);
    good = false;
  }
  if (!good && is_not_yaml(error, file->name)) snprintf(error + strlen(error), size - strlen(error), "%s", PRINT_YAML);
  if (!good) robot_one_line(error);
  free(r.column);
  free(r.known);
  free(value);
  return good;
}
