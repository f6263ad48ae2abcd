/* SPDX-License-Identifier: BSD-3-Clause */

/* this declares open_memstream() */
#define _POSIX_C_SOURCE 200809L

#include "edge.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_line.h"
#include "json_text.h"
#include "files/robot_text.h"
#include "page/page.h"
#include "sweep_page.h"
#include "waypoints.h"

enum { REASON = 256 };

/* Reads joints by their names; those that are not named rest. */
static bool take_named(const robot *arm, json_t *object, const char *key, double *out, char reason[REASON]) {
  const char *name;
  json_t *number;
  json_object_foreach(object, name, number) {
    int joint = robot_find_joint(arm, name);
    if (joint < 0) {
      snprintf(reason, REASON, "%s: '%.60s' is no joint that moves by itself; --joints lists them", key, name);
      return false;
    }
    out[joint] = json_number_value(number);
    if (json_is_number(number) && fabs(out[joint]) <= WAYPOINTS_GREATEST) continue;
    snprintf(reason, REASON, "%s: %.60s: expected a number within 1e9", key, name);
    return false;
  }
  return true;
}

/* Reads the configuration under a key: a list of numbers for the active joints, an object with numbers by the names of
   joints, or the name of a state. */
static bool take_configuration(const robot *arm, json_t *root, const char *key, double *out, char reason[REASON]) {
  json_t *list = json_object_get(root, key);
  int width = robot_number_count(arm);
  char why[REASON - 32];
  for (int v = 0; v < arm->joint_count; v++) out[v] = arm->joint[v].rest;
  if (json_is_string(list)) {
    const char *name = json_string_value(list);
    if (waypoints_parse(arm, strlen(name) == json_string_length(list) ? name : "", out, why, sizeof why)) return true;
    snprintf(reason, REASON, "%s: %s", key, why);
    return false;
  }
  if (json_is_object(list)) return take_named(arm, list, key, out, reason);
  if (!json_is_array(list) || json_array_size(list) != (size_t)width) {
    snprintf(reason, REASON,
             "%s: expected a list of %d numbers, one for each joint that moves, or an object of joints by name, or a "
             "state's name",
             key, width);
    return false;
  }
  double *number = malloc(((size_t)width + 1) * sizeof *number);
  bool good = number != NULL;
  for (int i = 0; good && i < width; i++) {
    const json_t *one = json_array_get(list, (size_t)i);
    number[i] = json_number_value(one);
    good = json_is_number(one) && fabs(number[i]) <= WAYPOINTS_GREATEST;
    if (!good) snprintf(reason, REASON, "%s[%d]: expected a number within 1e9", key, i);
  }
  if (good && !robot_set_numbers(arm, number, out)) {
    snprintf(reason, REASON, "%s: a quaternion is zero", key);
    good = false;
  }
  free(number);
  return good;
}

/* Adds both configurations of an edge to the way. */
static bool take_edge(const robot *arm, json_t *root, bms_robot_trajectory *way, char reason[REASON]) {
  double *value = calloc((size_t)arm->joint_count + 1, sizeof *value);
  const char *unknown = json_text_unknown_key(root, "id from to");
  bool good = value != NULL;
  snprintf(reason, REASON, good ? "an edge is an object with the keys from and to" : "out of memory");
  if (unknown != NULL)
    snprintf(reason, REASON, "unknown key '%.60s'; an edge has id, which may be anything, from and to", unknown);
  good = good && json_is_object(root) && unknown == NULL;
  for (int k = 0; good && k < 2; k++) {
    good = take_configuration(arm, root, k == 0 ? "from" : "to", value, reason);
    if (good && bms_robot_trajectory_add(way, k, value, NULL, NULL, NULL) != 0) {
      snprintf(reason, REASON, "out of memory");
      good = false;
    }
  }
  free(value);
  return good;
}

/* Has joints go as the options want. */
static bool settle(const sweep_options *options, bms_robot_trajectory *way, char reason[REASON]) {
  bms_robot_fault fault;
  bool good = bms_robot_trajectory_settle(way, options->turning != TURNING_AS_GIVEN, &fault) == 0;
  bms_robot_trajectory_set_spline(way, options->cubic);
  if (!good) snprintf(reason, REASON, "%.255s", fault.text);
  return good;
}

/* Returns the edge as a "sweep" of the page, with its clearance if it is free. */
static json_t *sweep_of(const robot *arm, const sweep_options *options, const bms_robot_trajectory *way, double *joints,
                        const sweep_answer *answer) {
  sweep_options measured = *options;
  sweep_answer with = *answer;
  measured.clearance = true;
  if (with.status == BMS_SEPARATED && !options->clearance) sweep(arm, way, &measured, joints, &with);
  return sweep_page_json(arm, way, options, &with, false);
}

/* Answers the way. Returns true with *status set, or false with a reason. Sets *shown if `shown` is not null. */
static bool ask(const robot *arm, const sweep_options *options, const bms_robot_trajectory *way, FILE *out, int *status,
                char reason[REASON], json_t **shown) {
  double *joints = calloc((size_t)arm->joint_count + 1, sizeof *joints);
  sweep_options quiet = *options;
  sweep_answer answer = {.status = BMS_INVALID};
  quiet.silent = true;
  snprintf(reason, REASON, "the arm or the way is out of the range of numbers");
  if (joints != NULL && sweep_within_limits(way, options, reason, REASON)) sweep(arm, way, &quiet, joints, &answer);
  if (answer.status != BMS_INVALID) sweep_write_members(out, arm, way, &answer, false);
  *status = sweep_exit_status(&answer);
  if (answer.status != BMS_INVALID && shown != NULL) *shown = sweep_of(arm, &quiet, way, joints, &answer);
  free(joints);
  return answer.status != BMS_INVALID;
}

/* Writes which edge an answer belongs to: its id, as it was written, or its line if it has none. */
static void write_name(FILE *out, json_span id, unsigned long line) {
  if (id.length > 0) {
    fputs("{\"id\": ", out);
    fwrite(id.start, 1, id.length, out);
    fputs(", ", out);
  } else {
    fprintf(out, "{\"line\": %lu, ", line);
  }
}

static void write_error(FILE *out, const char *reason) {
  fputs("\"error\": ", out);
  sweep_write_string(out, reason);
}

/* Returns the object of the page; takes the reference. */
static char *page_text(json_span id, unsigned long line, json_t *sweep, const char *reason) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  bool good = out != NULL;
  if (good) write_name(out, id, line);
  if (good && sweep == NULL) write_error(out, reason);
  if (good && sweep != NULL) fputs("\"sweep\": ", out);
  if (good && sweep != NULL) good = json_dumpf(sweep, out, JSON_COMPACT | JSON_REAL_PRECISION(PAGE_DIGITS)) == 0;
  if (good) fputs("}", out);
  json_decref(sweep);
  if (out != NULL && fclose(out) == 0 && good) return text;
  free(text);
  return NULL;
}

char *edge_answer(const robot *arm, const sweep_options *options, const char *text, size_t length, unsigned long line,
                  int *status, char **page) {
  char reason[REASON] = "", *answer = NULL;
  size_t size = 0;
  json_span id;
  json_t *shown = NULL;
  FILE *out = open_memstream(&answer, &size);
  *status = 2;
  if (page != NULL) *page = NULL;
  if (out == NULL) return NULL;
  bms_robot_trajectory *way = bms_robot_trajectory_create(arm->loaded);
  json_t *root = json_line_parse(text, length, &id, reason, sizeof reason);
  write_name(out, id, line);
  if (root != NULL && way == NULL) snprintf(reason, sizeof reason, "out of memory");
  bool good = root != NULL && way != NULL && take_edge(arm, root, way, reason) && settle(options, way, reason) &&
              ask(arm, options, way, out, status, reason, page == NULL ? NULL : &shown);
  if (!good) {
    *status = 2;
    robot_one_line(reason);
    write_error(out, reason);
  }
  fputs("}\n", out);
  if (page != NULL && (shown != NULL || !good)) *page = page_text(id, line, shown, reason);
  bms_robot_trajectory_destroy(way);
  json_decref(root);
  if (fclose(out) == 0) return answer;
  free(answer);
  return NULL;
}
