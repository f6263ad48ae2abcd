/* SPDX-License-Identifier: BSD-3-Clause */

#include "waypoints.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_line.h"
#include "json_text.h"
#include "files/fault.h"
#include "files/robot_text.h"

void waypoints_init(waypoints *way, int width) {
  *way = (waypoints){.width = width};
}

void waypoints_free(waypoints *way) {
  free(way->time);
  free(way->value);
  free(way->rate);
  free(way->acceleration);
  free(way->order);
  free(way->jump);
  free(way->piece);
  free(way->note);
  free(way->turns);
  waypoints_init(way, way->width);
}

/* Makes *array that many bytes long.  Returns false if no memory is left. */
static bool lengthen(void *array, size_t bytes) {
  void *old, *more;
  memcpy(&old, array, sizeof old);
  more = realloc(old, bytes);
  if (more != NULL) memcpy(array, &more, sizeof more);
  return more != NULL;
}

bool waypoints_add_state(waypoints *way, double time, const double *value, const double *rate,
                         const double *acceleration, int order) {
  size_t count = (size_t)way->count + 1, width = (size_t)way->width, row = width * sizeof *value;
  if ((count & (count - 1)) == 0) { /* at powers of two the array is full, and doubled */
    if (!lengthen(&way->time, 2 * count * sizeof time) || !lengthen(&way->order, 2 * count * sizeof order))
      return false;
    if (!lengthen(&way->value, 2 * count * row + 1) || !lengthen(&way->rate, 2 * count * row + 1)) return false;
    if (!lengthen(&way->acceleration, 2 * count * row + 1)) return false;
    if (!lengthen(&way->jump, 2 * count * sizeof *way->jump)) return false;
  }
  way->time[count - 1] = time;
  way->order[count - 1] = order;
  way->jump[count - 1] = false;
  memcpy(way->value + (count - 1) * width, value, row);
  if (order > 0) memcpy(way->rate + (count - 1) * width, rate, row);
  if (order > 1) memcpy(way->acceleration + (count - 1) * width, acceleration, row);
  way->count++;
  return true;
}

void waypoints_begin(waypoints *way) {
  way->jump[way->count - 1] = true;
}

const char *waypoints_time_fault(const waypoints *way, double time) {
  if (!(fabs(time) <= WAYPOINTS_GREATEST)) return "is beyond 1e9 s";
  if (way->count == 0) return NULL;
  double before = way->time[way->count - 1], least = fmax(1e-9, 1e-12 * fmax(fabs(before), fabs(time)));
  if (!(time > before)) return "is not after the point before";
  return time - before < least ? "is too little after the point before, less than 1e-9 s; leave one of them out" : NULL;
}

bool waypoints_add(waypoints *way, double time, const double *value) {
  return waypoints_add_state(way, time, value, NULL, NULL, 0);
}

/* Reads a number and what must follow it; moves *text behind. */
static bool take_number(const char **text, double *value) {
  char *end;
  *value = strtod(*text, &end);
  if (end == *text || !(fabs(*value) <= WAYPOINTS_GREATEST)) return false;
  *text = end + strspn(end, " \t\r\n");
  return true;
}

static bool parse_list(const robot *arm, const char *text, double *value) {
  int count = robot_number_count(arm);
  double *number = malloc(((size_t)count + 1) * sizeof *number);
  bool good = number != NULL && count > 0;
  for (int i = 0; good && i < count; i++) {
    good = take_number(&text, &number[i]) && *text == (i + 1 < count ? ',' : 0);
    text += i + 1 < count;
  }
  good = good && robot_set_numbers(arm, number, value);
  free(number);
  return good;
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
  if (parse_list(arm, text, value)) return true;
  int found = find_posture(arm, text);
  if (found >= 0 && arm->posture[found].fault != NULL) {
    snprintf(reason, size, "%.60s: %s", text, arm->posture[found].fault);
    return false;
  }
  if (found == -2)
    snprintf(reason, size, "several groups have a state '%.60s'; say GROUP/NAME", text);
  else if (found < 0)
    say_what_is_expected(arm, text, reason, size);
  for (int v = 0; found >= 0 && v < arm->joint_count; v++)
    if (!isnan(arm->posture[found].value[v])) value[v] = arm->posture[found].value[v];
  return found >= 0;
}

/* ------------------------------------------------------------------ files */

typedef struct reader {
  waypoints *way;
  const robot *arm;
  const char *file;
  unsigned long line;
  int *column; /* the joint of each column of a CSV file, -1 for the time; NULL before the first line */
  int columns;
  double *value; /* one point; joints that are not active rest */
  char *error;
  size_t size;
} reader;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
complain(const reader *r, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fault_write(r->error, r->size, r->file, r->line, format, values);
  va_end(values);
  return false;
}

static bool add_point(reader *r, double time) {
  const char *fault = waypoints_time_fault(r->way, time);
  if (fault != NULL) return complain(r, "t: %s", fault);
  return waypoints_add(r->way, time, r->value) || complain(r, "out of memory");
}

/* Reads the first line of a CSV file. */
static bool read_names(reader *r, char *line) {
  char *rest = line, *name;
  const robot *arm = r->arm;
  bool *seen = calloc((size_t)arm->joint_count + 2, sizeof *seen);
  bool good = seen != NULL;
  r->column = calloc(strlen(line) + 1, sizeof *r->column);
  good = (good && r->column != NULL) || complain(r, "out of memory");
  while (good && rest != NULL) {
    name = rest;
    rest = strchr(rest, ',');
    if (rest != NULL) *rest++ = 0;
    name += strspn(name, " \t\"");
    size_t length = strlen(name);
    while (length > 0 && strchr(" \t\r\n\"", name[length - 1]) != NULL) length--;
    name[length] = 0;
    int joint = strcmp(name, "t") == 0 ? -1 : robot_find_joint(arm, name);
    if (joint < 0 && strcmp(name, "t") != 0) good = complain(r, "'%s' is neither a joint that moves nor t", name);
    if (good && seen[joint + 1]) good = complain(r, "'%s' stands twice", name);
    if (good) seen[joint + 1] = true;
    if (good) r->column[r->columns++] = joint;
  }
  for (int i = 0; good && i < arm->active_count; i++)
    if (!seen[arm->active[i] + 1])
      good = complain(r, "there is no column for joint '%s'", arm->joint[arm->active[i]].name);
  free(seen);
  return good;
}

static bool read_csv(reader *r, char *line) {
  const char *text = line;
  double time = r->way->count, number;
  if (r->column == NULL) return read_names(r, line);
  for (int i = 0; i < r->columns; i++) {
    if (!take_number(&text, &number)) return complain(r, "column %d: expected a number within 1e9", i + 1);
    if (*text != (i + 1 < r->columns ? ',' : 0)) return complain(r, "expected %d numbers", r->columns);
    text += i + 1 < r->columns;
    *(r->column[i] < 0 ? &time : &r->value[r->column[i]]) = number;
  }
  return add_point(r, time);
}

static bool read_json(reader *r, const char *line) {
  char reason[256];
  json_span id;
  json_t *root = json_line_parse(line, strlen(line), &id, reason, sizeof reason);
  if (root == NULL) return complain(r, "%s", reason);
  const json_t *list = json_is_object(root) ? json_object_get(root, "q") : root, *at = json_object_get(root, "t");
  double time = at == NULL ? r->way->count : json_number_value(at);
  const char *unknown = json_text_unknown_key(root, "t q");
  bool good = at == NULL || json_is_number(at) || complain(r, "t: expected a number");
  if (good && unknown != NULL) good = complain(r, "unknown key '%.60s'; remove it", unknown);
  int count = robot_number_count(r->arm);
  double *value = malloc(((size_t)count + 1) * sizeof *value);
  if (good && value == NULL) good = complain(r, "out of memory");
  if (good && (!json_is_array(list) || json_array_size(list) != (size_t)count))
    good = complain(r, "q: expected a list of %d numbers, one for each joint that moves", count);
  for (int i = 0; good && i < count; i++) {
    const json_t *number = json_array_get(list, (size_t)i);
    good = (json_is_number(number) && fabs(json_number_value(number)) <= WAYPOINTS_GREATEST) ||
           complain(r, "q[%d]: expected a number within 1e9", i);
    value[i] = json_number_value(number);
  }
  if (good && !robot_set_numbers(r->arm, value, r->value)) good = complain(r, "q: a quaternion is zero");
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
    if (r->line++ == 0) line += json_line_mark(line, (size_t)(stop - line));
    const char *start = line + strspn(line, " \t\r");
    if (line + strlen(line) != stop) good = complain(r, "has a zero byte");
    if (*start == 0 || *start == '#') continue;
    json = json || (r->way->count == 0 && r->column == NULL && (*start == '{' || *start == '['));
    good = good && (json ? read_json(r, line) : read_csv(r, line));
  }
  if (good && r->way->count < 2) good = complain(r, "expected at least 2 way-points, found %d", r->way->count);
  return good;
}

bool waypoints_read(waypoints *way, const robot *arm, const char *file, char *error, size_t size) {
  reader r = {.way = way, .arm = arm, .file = file, .error = error, .size = size};
  size_t length;
  char *text = robot_text_of_file(file, &length, error, size);
  if (text == NULL) return false;
  r.value = calloc((size_t)way->width + 1, sizeof *r.value);
  for (int i = 0; r.value != NULL && i < way->width; i++) r.value[i] = arm->joint[i].rest;
  bool good = r.value != NULL ? read_lines(&r, text, length) : complain(&r, "out of memory");
  if (!good) robot_one_line(error);
  free(r.value);
  free(r.column);
  free(text);
  return good;
}

/* ------------------------------------------------------------------ continuous joints */

static const double HALF_TURN = 3.14159265358979323846;

/* Returns how many whole turns have to be taken off a difference so that half a turn is left at most. */
static double turns_of(double difference) {
  if (difference > HALF_TURN) return ceil((difference - HALF_TURN) / (2 * HALF_TURN));
  if (difference < -HALF_TURN) return floor((difference + HALF_TURN) / (2 * HALF_TURN));
  return 0;
}

/* Brings the three angles of a floating joint at point i near the angles of the point before.  Returns true if no more
   than one of them changes, so that the joint turns about one axis, as between two quaternions. */
static bool turns_about_one(waypoints *way, int i, int first) {
  int changes = 0;
  for (int v = first; v < first + 3 && !way->jump[i]; v++) {
    double *at = way->value + (size_t)i * (size_t)way->width + (size_t)v;
    *at -= 2 * HALF_TURN * turns_of(*at - at[-way->width]);
    changes += fabs(*at - at[-way->width]) > 1e-9;
  }
  return changes <= 1;
}

/* Takes whole turns off the values of continuous joints, so that each point is reached from the one before by half a
   turn at most.  Returns false if memory is short. */
static bool waypoints_go_shortest(waypoints *way, const robot *arm) {
  way->turns = calloc((size_t)way->width + 1, sizeof *way->turns);
  for (int v = 0; way->turns != NULL && v < way->width; v++)
    for (int i = 1; arm->joint[v].continuous && i < way->count; i++) {
      double *at = way->value + (size_t)i * (size_t)way->width + (size_t)v;
      double turns = way->jump[i] ? 0 : turns_of(*at - at[-way->width]);
      *at -= 2 * HALF_TURN * turns;
      if (i == way->count - 1) way->turns[v] = (int)turns;
    }
  return way->turns != NULL;
}

bool waypoints_settle(waypoints *way, const robot *arm, bool shortest, char *reason, size_t size) {
  if (shortest && !waypoints_go_shortest(way, arm)) {
    snprintf(reason, size, "out of memory");
    return false;
  }
  for (int v = 0; v < way->width; v++)
    for (int i = 1; arm->joint[v].orients && i < way->count; i++)
      if (!turns_about_one(way, i, v)) {
        snprintf(reason, size,
                 "joint %.60s: from point %d to %d a floating joint turns about an axis other than z, or one of its "
                 "own; put points between that turn about one axis each",
                 arm->joint[v].name, i - 1, i);
        return false;
      }
  return true;
}

bool waypoints_goes_long(const waypoints *way, const robot *arm, int joint) {
  for (int i = 1; arm->joint[joint].continuous && i < way->count; i++) {
    const double *at = way->value + (size_t)i * (size_t)way->width + (size_t)joint;
    if (!way->jump[i] && fabs(turns_of(*at - at[-way->width])) > 0) return true;
  }
  return false;
}

/* ------------------------------------------------------------------ blends */

bool waypoints_add_piece(waypoints *way, double time, const double *value, const double (*row)[BMS_MOVE_TERMS]) {
  size_t width = (size_t)way->width, count = (size_t)way->count + 1, bytes = sizeof *way->piece;
  if ((count & (count - 1)) == 0 && !lengthen(&way->piece, (2 * count * width + 1) * bytes)) return false;
  memcpy(way->piece + (count - 1) * width, row, width * bytes);
  return waypoints_add(way, time, value);
}

/* Returns half of how long the parabola around point i lasts. */
static double half_blend(const waypoints *way, int i, double time) {
  if (i == 0 || i == way->count - 1 || way->jump[i] || way->jump[i + 1]) return 0;
  double before = way->time[i] - way->time[i - 1], after = way->time[i + 1] - way->time[i];
  return 0.5 * fmin(time, fmin(before, after));
}

/* Sets the rows of the line from point i to the next, from a time after it on. */
static void line_from(const waypoints *way, int i, double after, double (*row)[BMS_MOVE_TERMS]) {
  size_t width = (size_t)way->width;
  const double *from = way->value + (size_t)i * width, *to = from + width;
  for (size_t v = 0; v < width; v++) {
    double rate = way->jump[i + 1] ? 0 : (to[v] - from[v]) / (way->time[i + 1] - way->time[i]);
    for (int k = 0; k < BMS_MOVE_TERMS; k++) row[v][k] = 0;
    row[v][0] = from[v] + rate * after;
    row[v][1] = rate;
  }
}

/* Adds a piece, whose values at its start are its rows'; value has room for them. */
static bool add_rows(waypoints *out, double time, const double (*row)[BMS_MOVE_TERMS], double *value) {
  for (int v = 0; v < out->width; v++) value[v] = row[v][0];
  return waypoints_add_piece(out, time, value, row);
}

/* Adds the line from point i to the next, between the parabolas around both, and the parabola around the next. */
static bool add_line_and_blend(const waypoints *way, waypoints *out, int i, double time, double (*row)[BMS_MOVE_TERMS],
                               double *value) {
  double begins = half_blend(way, i, time), ends = half_blend(way, i + 1, time),
         length = way->time[i + 1] - way->time[i];
  if (length - begins - ends > 1e-9) {
    line_from(way, i, begins, row);
    if (!add_rows(out, way->time[i] + begins, (const double(*)[BMS_MOVE_TERMS])row, value)) return false;
    if (way->jump[i]) waypoints_begin(out);
  }
  if (!(ends > 0)) return true;
  line_from(way, i, length - ends, row);
  const double *to = way->value + ((size_t)i + 1) * (size_t)way->width, *next = to + way->width;
  for (int v = 0; v < way->width; v++)
    row[v][2] = ((next[v] - to[v]) / (way->time[i + 2] - way->time[i + 1]) - row[v][1]) / (4 * ends);
  return add_rows(out, way->time[i + 1] - ends, (const double(*)[BMS_MOVE_TERMS])row, value);
}

/* Takes the points of another way, and frees its own. */
static void take_points(waypoints *way, waypoints *from) {
  waypoints old = *way;
  from->note = old.note;
  from->turns = old.turns;
  old.note = NULL;
  old.turns = NULL;
  *way = *from;
  waypoints_free(&old);
}

bool waypoints_blend(waypoints *way, double time) {
  waypoints out;
  size_t width = (size_t)way->width;
  double(*row)[BMS_MOVE_TERMS] = calloc(width + 1, sizeof *row), *value = calloc(width + 1, sizeof *value);
  bool good = row != NULL && value != NULL;
  waypoints_init(&out, way->width);
  for (int i = 0; good && i + 1 < way->count; i++) good = add_line_and_blend(way, &out, i, time, row, value);
  if (good) memset(row, 0, width * sizeof *row);
  const double *last = way->value + ((size_t)way->count - 1) * width;
  good = good && waypoints_add_piece(&out, way->time[way->count - 1], last, (const double(*)[BMS_MOVE_TERMS])row);
  free(row);
  free(value);
  if (good)
    take_points(way, &out);
  else
    waypoints_free(&out);
  return good;
}

/* ------------------------------------------------------------------ moves */

/* Returns the rate at point i of the parabola through it and its neighbours. */
static double rate_at(const waypoints *way, int i, int joint) {
  if (i == 0 || i == way->count - 1) return 0;
  const double *v = way->value + (size_t)i * (size_t)way->width + joint;
  double before = way->time[i] - way->time[i - 1], after = way->time[i + 1] - way->time[i];
  double slope0 = (v[0] - v[-way->width]) / before, slope1 = (v[way->width] - v[0]) / after;
  return (slope0 * after + slope1 * before) / (before + after);
}

bms_move waypoints_move(const waypoints *way, const robot *arm, int i, bool cubic, double (*value)[BMS_MOVE_TERMS]) {
  double t0 = way->time[i], t1 = way->time[i + 1];
  int order = way->order[i] < way->order[i + 1] ? way->order[i] : way->order[i + 1];
  for (int v = 0; v < way->width; v++) {
    size_t at = (size_t)i * (size_t)way->width + (size_t)v, next = at + (size_t)way->width;
    const double *from = way->value + at, *to = way->jump[i + 1] ? from : way->value + next;
    if (way->piece != NULL) {
      memcpy(value[v], way->piece[at], sizeof value[v]);
    } else if (way->jump[i + 1]) {
      bms_move_linear(1, t0, from, t1, to, value + v);
    } else if (cubic) {
      double rate0 = rate_at(way, i, v), rate1 = rate_at(way, i + 1, v);
      bms_move_cubic(1, t0, from, &rate0, t1, to, &rate1, value + v);
    } else if (order == 2) {
      bms_move_quintic(1, t0, from, way->rate + at, way->acceleration + at, t1, to, way->rate + next,
                       way->acceleration + next, value + v);
    } else if (order == 1) {
      bms_move_cubic(1, t0, from, way->rate + at, t1, to, way->rate + next, value + v);
    } else {
      bms_move_linear(1, t0, from, t1, to, value + v);
    }
  }
  robot_move_mimics(arm, value);
  return (bms_move){t0, t1, (const double(*)[BMS_MOVE_TERMS])value};
}
