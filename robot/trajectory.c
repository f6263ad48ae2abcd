/* SPDX-License-Identifier: BSD-3-Clause */

/* Trajectories: points of all free joints, and the polynomials between them. */

#include "trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "segment.h"

/* ------------------------------------------------------------------ life */

bms_robot_trajectory *bms_robot_trajectory_create(bms_robot *owner) {
  bms_robot_trajectory *way = calloc(1, sizeof *way);
  if (way == NULL) return NULL;
  atomic_fetch_add(&owner->references, 1);
  way->robot = owner;
  way->width = owner->arm.joint_count;
  return way;
}

/* Frees the points and what is known of them. */
static void free_points(bms_robot_trajectory *way) {
  free(way->time);
  free(way->value);
  free(way->rate);
  free(way->acceleration);
  free(way->order);
  free(way->jump);
  free(way->piece);
}

void bms_robot_trajectory_destroy(bms_robot_trajectory *trajectory) {
  if (trajectory == NULL) return;
  free_points(trajectory);
  free(trajectory->note);
  free(trajectory->turns);
  bms_robot_destroy(trajectory->robot);
  free(trajectory);
}

bms_robot_trajectory *bms_robot_trajectory_load(bms_robot *owner, const bms_robot_file *file, bms_robot_fault *fault) {
  bms_robot_fault own;
  if (fault == NULL) fault = &own;
  bms_robot_trajectory *way = bms_robot_trajectory_create(owner);
  if (way == NULL) loaded_fault(fault, "out of memory");
  if (way == NULL || loaded_read_trajectory(way, file, fault)) return way;
  bms_robot_trajectory_destroy(way);
  return NULL;
}

/* ------------------------------------------------------------------ points */

const char *bms_robot_trajectory_note(const bms_robot_trajectory *trajectory) {
  return trajectory->note;
}

int bms_robot_trajectory_count(const bms_robot_trajectory *trajectory) {
  return trajectory->count;
}

double bms_robot_trajectory_time(const bms_robot_trajectory *trajectory, int point) {
  return trajectory->time[point];
}

const double *bms_robot_trajectory_value(const bms_robot_trajectory *trajectory, int point) {
  return trajectory->value + (size_t)point * (size_t)trajectory->width;
}

const int *bms_robot_trajectory_turns(const bms_robot_trajectory *trajectory) {
  return trajectory->turns;
}

void bms_robot_trajectory_set_spline(bms_robot_trajectory *trajectory, int is_spline) {
  trajectory->is_spline = is_spline != 0;
}

/* Makes *array that many bytes long.  Returns false if no memory is left. */
static bool lengthen(void *array, size_t bytes) {
  void *old, *more;
  memcpy(&old, array, sizeof old);
  more = realloc(old, bytes);
  if (more != NULL) memcpy(array, &more, sizeof more);
  return more != NULL;
}

bool trajectory_add(bms_robot_trajectory *way, double time, const double *value, const double *rate,
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
  way->is_settled = false;
  return true;
}

void trajectory_begin(bms_robot_trajectory *way) {
  way->jump[way->count - 1] = true;
}

const char *trajectory_time_fault(const bms_robot_trajectory *way, double time) {
  if (!(fabs(time) <= TRAJECTORY_GREATEST)) return "is beyond 1e9 s";
  if (way->count == 0) return NULL;
  double before = way->time[way->count - 1], least = fmax(1e-9, 1e-12 * fmax(fabs(before), fabs(time)));
  if (!(time > before)) return "is not after the point before";
  return time - before < least ? "is too little after the point before, less than 1e-9 s; leave one of them out" : NULL;
}

/* Returns a joint whose number in the list is not finite or too great, or -1. */
static int wild_joint(const bms_robot_trajectory *way, const double *number) {
  for (int v = 0; number != NULL && v < way->width; v++)
    if (!(fabs(number[v]) <= TRAJECTORY_GREATEST)) return v;
  return -1;
}

int bms_robot_trajectory_add(bms_robot_trajectory *trajectory, double time, const double *value, const double *rate,
                             const double *acceleration, bms_robot_fault *fault) {
  const double *list[] = {value, rate, acceleration};
  const char *wrong = trajectory_time_fault(trajectory, time);
  if (trajectory->piece != NULL) wrong = "cannot be added to a trajectory of polynomials";
  if (wrong != NULL) {
    loaded_fault(fault, "t: %s", wrong);
    return -1;
  }
  for (int k = 0; k < 3; k++) {
    int wild = wild_joint(trajectory, list[k]);
    if (wild < 0) continue;
    loaded_fault(fault, "joint %s: expected a number within 1e9", trajectory->robot->arm.joint[wild].name);
    return -1;
  }
  int order = rate == NULL ? 0 : acceleration == NULL ? 1 : 2;
  if (trajectory_add(trajectory, time, value, rate, acceleration, order)) return 0;
  loaded_fault(fault, "out of memory");
  return -1;
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
static bool turns_about_one(bms_robot_trajectory *way, int i, int first) {
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
static bool go_shortest(bms_robot_trajectory *way) {
  free(way->turns);
  way->turns = calloc((size_t)way->width + 1, sizeof *way->turns);
  for (int v = 0; way->turns != NULL && v < way->width; v++)
    for (int i = 1; way->robot->arm.joint[v].continuous && i < way->count; i++) {
      double *at = way->value + (size_t)i * (size_t)way->width + (size_t)v;
      double turns = way->jump[i] ? 0 : turns_of(*at - at[-way->width]);
      *at -= 2 * HALF_TURN * turns;
      if (i == way->count - 1) way->turns[v] = (int)turns;
    }
  return way->turns != NULL;
}

int bms_robot_trajectory_settle(bms_robot_trajectory *trajectory, int shortest, bms_robot_fault *fault) {
  const robot *arm = &trajectory->robot->arm;
  if (shortest != 0 && trajectory->piece == NULL && !go_shortest(trajectory)) {
    loaded_fault(fault, "out of memory");
    return -1;
  }
  for (int v = 0; v < trajectory->width; v++)
    for (int i = 1; arm->joint[v].orients && i < trajectory->count; i++)
      if (!turns_about_one(trajectory, i, v)) {
        loaded_fault(
            fault,
            "joint %.60s: from point %d to %d a floating joint turns about an axis other than z, or one of its "
            "own; put points between that turn about one axis each",
            arm->joint[v].name, i - 1, i);
        return -1;
      }
  trajectory->is_settled = true;
  return 0;
}

int bms_robot_trajectory_goes_long(const bms_robot_trajectory *trajectory, int joint) {
  bool turns = trajectory->robot->arm.joint[joint].continuous;
  for (int i = 1; turns && i < trajectory->count; i++) {
    const double *at = bms_robot_trajectory_value(trajectory, i) + joint;
    if (!trajectory->jump[i] && fabs(turns_of(*at - at[-trajectory->width])) > 0) return 1;
  }
  return 0;
}

/* ------------------------------------------------------------------ blends */

bool trajectory_add_piece(bms_robot_trajectory *way, double time, const double *value,
                          const double (*row)[BMS_MOVE_TERMS]) {
  size_t width = (size_t)way->width, count = (size_t)way->count + 1, bytes = sizeof *way->piece;
  if ((count & (count - 1)) == 0 && !lengthen(&way->piece, (2 * count * width + 1) * bytes)) return false;
  memcpy(way->piece + (count - 1) * width, row, width * bytes);
  return trajectory_add(way, time, value, NULL, NULL, 0);
}

/* Returns half of how long the parabola around point i lasts. */
static double half_blend(const bms_robot_trajectory *way, int i, double time) {
  if (i == 0 || i == way->count - 1 || way->jump[i] || way->jump[i + 1]) return 0;
  double before = way->time[i] - way->time[i - 1], after = way->time[i + 1] - way->time[i];
  return 0.5 * fmin(time, fmin(before, after));
}

/* Sets the rows of the line from point i to the next, from a time after it on. */
static void line_from(const bms_robot_trajectory *way, int i, double after, double (*row)[BMS_MOVE_TERMS]) {
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
static bool add_rows(bms_robot_trajectory *out, double time, const double (*row)[BMS_MOVE_TERMS], double *value) {
  for (int v = 0; v < out->width; v++) value[v] = row[v][0];
  return trajectory_add_piece(out, time, value, row);
}

/* Adds the line from point i to the next, between the parabolas around both, and the parabola around the next. */
static bool add_line_and_blend(const bms_robot_trajectory *way, bms_robot_trajectory *out, int i, double time,
                               double (*row)[BMS_MOVE_TERMS], double *value) {
  double begins = half_blend(way, i, time), ends = half_blend(way, i + 1, time),
         length = way->time[i + 1] - way->time[i];
  if (length - begins - ends > 1e-9) {
    line_from(way, i, begins, row);
    if (!add_rows(out, way->time[i] + begins, (const double(*)[BMS_MOVE_TERMS])row, value)) return false;
    if (way->jump[i]) trajectory_begin(out);
  }
  if (!(ends > 0)) return true;
  line_from(way, i, length - ends, row);
  const double *to = way->value + ((size_t)i + 1) * (size_t)way->width, *next = to + way->width;
  for (int v = 0; v < way->width; v++)
    row[v][2] = ((next[v] - to[v]) / (way->time[i + 2] - way->time[i + 1]) - row[v][1]) / (4 * ends);
  return add_rows(out, way->time[i + 1] - ends, (const double(*)[BMS_MOVE_TERMS])row, value);
}

/* Takes the points of another trajectory in the place of its own. */
static void take_points(bms_robot_trajectory *way, const bms_robot_trajectory *from) {
  free_points(way);
  way->count = from->count;
  way->time = from->time;
  way->value = from->value;
  way->rate = from->rate;
  way->acceleration = from->acceleration;
  way->order = from->order;
  way->piece = from->piece;
  way->jump = from->jump;
}

int bms_robot_trajectory_blend(bms_robot_trajectory *trajectory, double duration, bms_robot_fault *fault) {
  bms_robot_trajectory *way = trajectory, out = {.robot = way->robot, .width = way->width};
  size_t width = (size_t)way->width;
  bool is_valid = way->piece == NULL && way->count >= 2 && duration > 0 && isfinite(duration);
  if (!is_valid) {
    loaded_fault(fault, "a blend: expected at least 2 points, no polynomials, and seconds greater than 0");
    return -1;
  }
  double(*row)[BMS_MOVE_TERMS] = calloc(width + 1, sizeof *row), *value = calloc(width + 1, sizeof *value);
  bool good = row != NULL && value != NULL;
  for (int i = 0; good && i + 1 < way->count; i++) good = add_line_and_blend(way, &out, i, duration, row, value);
  if (good) memset(row, 0, width * sizeof *row);
  const double *last = bms_robot_trajectory_value(way, way->count - 1);
  good = good && trajectory_add_piece(&out, way->time[way->count - 1], last, (const double(*)[BMS_MOVE_TERMS])row);
  free(row);
  free(value);
  if (good) {
    take_points(way, &out);
    return 0;
  }
  free_points(&out);
  loaded_fault(fault, "out of memory");
  return -1;
}

/* ------------------------------------------------------------------ moves */

/* Returns the rate of the spline at a point: 0 at both ends. */
static double spline_rate(const bms_robot_trajectory *way, int point, int joint) {
  if (point == 0 || point == way->count - 1) return 0;
  const double *v = bms_robot_trajectory_value(way, point) + joint;
  double before = way->time[point] - way->time[point - 1], after = way->time[point + 1] - way->time[point];
  return segment_parabola_rate(before, after, v, way->width);
}

/* Writes the polynomial of a joint from a point to the next. */
static void set_row(const bms_robot_trajectory *way, int point, int joint, double row[1][BMS_MOVE_TERMS]) {
  segment_end end[2];
  double rate[2];
  for (int k = 0; k < 2; k++) {
    size_t at = (size_t)(point + k) * (size_t)way->width + (size_t)joint;
    int order = way->order[point + k];
    end[k] = (segment_end){.time = way->time[point + k], .value = way->value + at};
    if (order > 0) end[k].rate = way->rate + at;
    if (order > 1) end[k].acceleration = way->acceleration + at;
    if (!way->is_spline) continue;
    rate[k] = spline_rate(way, point + k, joint);
    end[k].rate = &rate[k];
    end[k].acceleration = NULL;
  }
  if (way->jump[point + 1]) {
    end[0].rate = NULL;
    end[1].value = end[0].value;
  }
  segment_row(end, row);
}

bms_move bms_robot_trajectory_move(const bms_robot_trajectory *trajectory, int segment, double (*row)[BMS_MOVE_TERMS]) {
  const bms_robot_trajectory *way = trajectory;
  size_t width = (size_t)way->width, start = (size_t)segment * width;
  if (way->piece != NULL) memcpy(row, way->piece + start, width * sizeof *row);
  for (int v = 0; way->piece == NULL && v < way->width; v++) set_row(way, segment, v, row + v);
  robot_move_mimics(&way->robot->arm, row);
  return (bms_move){way->time[segment], way->time[segment + 1], (const double(*)[BMS_MOVE_TERMS])row};
}
