/* SPDX-License-Identifier: BSD-3-Clause */

#include "waypoints.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_line.h"
#include "json_text.h"
#include "files/fault.h"
#include "files/robot_text.h"

/* Reads a number and what must follow it; moves *text behind. */
static bool take_number(const char **text, double *value) {
  char *end;
  *value = strtod(*text, &end);
  if (end == *text || !(fabs(*value) <= WAYPOINTS_GREATEST)) return false;
  *text = end + strspn(end, " \t\r\n");
  return true;
}

/* Reads a configuration; *is_zero: it has as many numbers as it has to, but a quaternion of zeros. */
static bool parse_list(const robot *arm, const char *text, double *value, bool *is_zero) {
  int count = robot_number_count(arm);
  double *number = malloc(((size_t)count + 1) * sizeof *number);
  bool good = number != NULL && count > 0;
  for (int i = 0; good && i < count; i++) {
    good = take_number(&text, &number[i]) && *text == (i + 1 < count ? ',' : 0);
    text += i + 1 < count;
  }
  *is_zero = good && !robot_set_numbers(arm, number, value);
  free(number);
  return good && !*is_zero;
}

/* Returns the state of this name, which is NAME or GROUP/NAME; -1 if there is none, -2 if several groups have one. */
static int find_posture(const robot *arm, const char *name) {
  int found = -1;
  for (int i = 0; i < arm->posture_count; i++) {
    const robot_posture *one = &arm->posture[i];
    size_t group = strlen(one->group);
    if (strncmp(name, one->group, group) == 0 && name[group] == '/' && strcmp(name + group + 1, one->name) == 0)
      return i;
    if (strcmp(name, one->name) == 0) found = found == -1 ? i : -2;
  }
  return found;
}

/* Reports that a text is no configuration, the form of one, and which states there are, as far as there is room. */
static void say_what_is_expected(const robot *arm, const char *text, char *reason, size_t size) {
  if (arm->active_count == 0) {
    snprintf(reason, size, "there is no configuration, as no joint of the robot or the group moves");
    return;
  }
  const char *or_else =
      arm->posture_count > 0 ? ", or a state of the SRDF:" : "; names need an SRDF that has such states";
  int length = snprintf(reason, size,
                        "%.60s: expected %d number%s within 1e9 with commas between, one for each joint that --joints "
                        "shows%s",
                        text, robot_number_count(arm), robot_number_count(arm) > 1 ? "s" : "", or_else);
  for (int i = 0; i < arm->posture_count && length >= 0 && (size_t)length < size; i++)
    length += snprintf(reason + length, size - (size_t)length, "%s %.60s", i > 0 ? "," : "", arm->posture[i].name);
  int groups = arm->active_count == arm->joint_count ? bms_robot_group_count(arm->loaded) : 0;
  for (int i = 0; i < groups && length >= 0 && (size_t)length < size; i++)
    length += snprintf(reason + length, size - (size_t)length, "%s %.60s",
                       i > 0 ? "," : "; --group lists the joints of a group:", bms_robot_group_name(arm->loaded, i));
}

bool waypoints_parse(const robot *arm, const char *text, double *value, char *reason, size_t size) {
  bool is_zero;
  if (parse_list(arm, text, value, &is_zero)) return true;
  if (is_zero) {
    snprintf(reason, size, "%.60s: a quaternion is zero", text);
    return false;
  }
  int found = find_posture(arm, text);
  if (found >= 0 && arm->posture[found].fault != NULL) {
    snprintf(reason, size, "%.60s: %s", text, arm->posture[found].fault);
    return false;
  }
  if (found == -2)
    snprintf(reason, size, "several groups have a state '%.60s'; write GROUP/NAME", text);
  else if (found < 0)
    say_what_is_expected(arm, text, reason, size);
  for (int v = 0; found >= 0 && v < arm->joint_count; v++)
    if (!isnan(arm->posture[found].value[v])) value[v] = arm->posture[found].value[v];
  return found >= 0;
}

/* ------------------------------------------------------------------ files */

typedef struct reader {
  bms_robot_trajectory *way;
  const robot *arm;
  fault_place place;
  int *column; /* the joint of each column of a CSV file, -1 for the time; NULL before the first line */
  int columns;
  double *value; /* one point; joints that are not active rest */
} reader;

static bool add_point(reader *r, double time) {
  bms_robot_fault fault;
  if (bms_robot_trajectory_add(r->way, time, r->value, NULL, NULL, &fault) == 0) return true;
  return fault_at(&r->place, "%s", fault.text);
}

/* Reads the first line of a CSV file. */
static bool read_names(reader *r, char *line) {
  char *rest = line, *name;
  const robot *arm = r->arm;
  bool *seen = calloc((size_t)arm->joint_count + 2, sizeof *seen);
  bool good = seen != NULL;
  r->column = calloc(strlen(line) + 1, sizeof *r->column);
  good = (good && r->column != NULL) || fault_at(&r->place, "out of memory");
  while (good && rest != NULL) {
    name = rest;
    rest = strchr(rest, ',');
    if (rest != NULL) *rest++ = 0;
    name += strspn(name, " \t\"");
    size_t length = strlen(name);
    while (length > 0 && strchr(" \t\r\n\"", name[length - 1]) != NULL) length--;
    name[length] = 0;
    int joint = strcmp(name, "t") == 0 ? -1 : robot_find_joint(arm, name);
    if (joint < 0 && strcmp(name, "t") != 0)
      good = fault_at(&r->place, "'%s' is neither a joint that moves nor t", name);
    if (good && seen[joint + 1]) good = fault_at(&r->place, "'%s' stands twice", name);
    if (good) seen[joint + 1] = true;
    if (good) r->column[r->columns++] = joint;
  }
  for (int i = 0; good && i < arm->active_count; i++)
    if (!seen[arm->active[i] + 1])
      good = fault_at(&r->place, "there is no column for joint '%s'", arm->joint[arm->active[i]].name);
  free(seen);
  return good;
}

static bool read_csv(reader *r, char *line) {
  const char *text = line;
  double time = bms_robot_trajectory_count(r->way), number;
  if (r->column == NULL) return read_names(r, line);
  for (int i = 0; i < r->columns; i++) {
    if (!take_number(&text, &number)) return fault_at(&r->place, "column %d: expected a number within 1e9", i + 1);
    if (*text != (i + 1 < r->columns ? ',' : 0)) return fault_at(&r->place, "expected %d numbers", r->columns);
    text += i + 1 < r->columns;
    *(r->column[i] < 0 ? &time : &r->value[r->column[i]]) = number;
  }
  return add_point(r, time);
}

static bool read_json(reader *r, const char *line) {
  char reason[256];
  json_span id;
  json_t *root = json_line_parse(line, strlen(line), &id, reason, sizeof reason);
  if (root == NULL) return fault_at(&r->place, "%s", reason);
  const json_t *list = json_is_object(root) ? json_object_get(root, "q") : root, *at = json_object_get(root, "t");
  double time = at == NULL ? bms_robot_trajectory_count(r->way) : json_number_value(at);
  const char *unknown = json_text_unknown_key(root, "t q");
  bool good = at == NULL || json_is_number(at) || fault_at(&r->place, "t: expected a number");
  if (good && unknown != NULL) good = fault_at(&r->place, "unknown key '%.60s'; remove it", unknown);
  int count = robot_number_count(r->arm);
  double *value = malloc(((size_t)count + 1) * sizeof *value);
  if (good && value == NULL) good = fault_at(&r->place, "out of memory");
  if (good && (!json_is_array(list) || json_array_size(list) != (size_t)count))
    good = fault_at(&r->place, "q: expected a list of %d numbers, one for each joint that moves", count);
  for (int i = 0; good && i < count; i++) {
    const json_t *number = json_array_get(list, (size_t)i);
    good = (json_is_number(number) && fabs(json_number_value(number)) <= WAYPOINTS_GREATEST) ||
           fault_at(&r->place, "q[%d]: expected a number within 1e9", i);
    value[i] = json_number_value(number);
  }
  if (good && !robot_set_numbers(r->arm, value, r->value)) good = fault_at(&r->place, "q: a quaternion is zero");
  free(value);
  good = good && add_point(r, time);
  json_decref(root);
  return good;
}

/* Reads all lines of a text, which has a zero behind its end and is taken apart. */
static bool read_lines(reader *r, char *text, size_t length) {
  char *const end = text + length;
  bool good = true, json = false;
  for (char *line = text, *next; good && line < end; line = next) {
    char *stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL) stop = end;
    next = stop + 1;
    *stop = 0;
    if (r->place.line++ == 0) line += json_line_mark(line, (size_t)(stop - line));
    const char *start = line + strspn(line, " \t\r");
    if (line + strlen(line) != stop) good = fault_at(&r->place, "has a zero byte");
    if (*start == 0 || *start == '#') continue;
    json = json || (bms_robot_trajectory_count(r->way) == 0 && r->column == NULL && (*start == '{' || *start == '['));
    good = good && (json ? read_json(r, line) : read_csv(r, line));
  }
  if (good && bms_robot_trajectory_count(r->way) < 2)
    good = fault_at(&r->place, "expected at least 2 way-points, found %d", bms_robot_trajectory_count(r->way));
  return good;
}

bool waypoints_read(bms_robot_trajectory *way, const robot *arm, const char *file, char *error, size_t size) {
  reader r = {.way = way, .arm = arm, .place = {file, 0, error, size}};
  size_t length;
  char *text = robot_text_of_file(file, &length, error, size);
  if (text == NULL) return false;
  r.value = calloc((size_t)arm->joint_count + 1, sizeof *r.value);
  for (int i = 0; r.value != NULL && i < arm->joint_count; i++) r.value[i] = arm->joint[i].rest;
  bool good = r.value != NULL ? read_lines(&r, text, length) : fault_at(&r.place, "out of memory");
  if (!good) robot_one_line(error);
  free(r.value);
  free(r.column);
  free(text);
  return good;
}
