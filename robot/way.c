/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries about a way, segment by segment. */

#include <math.h>

#include "loaded.h"

/* A way and who asks about it. */
typedef struct asked_way {
  bms_robot_asker *asker;
  const bms_robot_way *way;
} asked_way;

static double time_of(const bms_robot_way *way, int point) {
  return way->time != NULL ? way->time[point] : point;
}

/* Returns true if there are two points or more, and times rise; the numbers of moves are checked with these. */
static bool is_valid(const bms_robot_way *way) {
  if (way->count < 2 || way->value == NULL) return false;
  for (int i = 0; i < way->count; i++) {
    if (!isfinite(time_of(way, i))) return false;
    if (i > 0 && !(time_of(way, i) > time_of(way, i - 1))) return false;
  }
  return true;
}

/* Returns the rate at a point of the parabola through it and its neighbours; `v` is the value there. */
static double spline_rate(const bms_robot_way *way, int point, const double *v, int width) {
  if (point == 0 || point == way->count - 1) return 0;
  double before = time_of(way, point) - time_of(way, point - 1), after = time_of(way, point + 1) - time_of(way, point);
  double slope0 = (v[0] - v[-width]) / before, slope1 = (v[width] - v[0]) / after;
  return (slope0 * after + slope1 * before) / (before + after);
}

/* Returns 2 if a point has rates and accelerations, 1 if it has rates, else 0: numbers that are not known are NaN. */
static int order_of(const asked_way *asked, int point) {
  const bms_robot_way *way = asked->way;
  size_t width = (size_t)asked->asker->group->width, at = (size_t)point * width;
  int order = way->rate == NULL ? 0 : way->acceleration == NULL ? 1 : 2;
  for (size_t i = at; i < at + width; i++) {
    if (order > 0 && isnan(way->rate[i])) order = 0;
    if (order > 1 && isnan(way->acceleration[i])) order = 1;
  }
  return order;
}

/* Writes the polynomial of one variable from a point to the next. */
static void set_row(const asked_way *asked, int point, int order, int variable, double row[1][BMS_MOVE_TERMS]) {
  const bms_robot_way *way = asked->way;
  int width = asked->asker->group->width;
  size_t at = (size_t)point * (size_t)width + (size_t)variable, next = at + (size_t)width;
  double t0 = time_of(way, point), t1 = time_of(way, point + 1);
  const double *from = way->value + at, *to = way->value + next;
  if (order == 2) {
    bms_move_quintic(1, t0, from, way->rate + at, way->acceleration + at, t1, to, way->rate + next,
                     way->acceleration + next, row);
  } else if (order == 1) {
    bms_move_cubic(1, t0, from, way->rate + at, t1, to, way->rate + next, row);
  } else if (way->rate == NULL && way->spline != 0) {
    double rate0 = spline_rate(way, point, from, width), rate1 = spline_rate(way, point + 1, to, width);
    bms_move_cubic(1, t0, from, &rate0, t1, to, &rate1, row);
  } else {
    bms_move_linear(1, t0, from, t1, to, row);
  }
}

/* Returns the move from a point to the next. */
static bms_move move_of(const asked_way *asked, int point) {
  bms_robot_asker *asker = asked->asker;
  int order = order_of(asked, point), next = order_of(asked, point + 1);
  if (next < order) order = next;
  for (int i = 0; i < asker->group->width; i++) set_row(asked, point, order, i, &asker->value[asker->group->joint[i]]);
  loaded_asker_complete(asker);
  return (bms_move){time_of(asked->way, point), time_of(asked->way, point + 1),
                    (const double(*)[BMS_MOVE_TERMS])asker->value};
}

bms_status bms_robot_way_contact(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                 bms_robot_contact *contact) {
  const asked_way asked = {asker, way};
  *contact = (bms_robot_contact){.status = BMS_INVALID, .shape = {-1, -1}, .object = {-1, -1}};
  if (!is_valid(way)) return BMS_INVALID;
  for (int i = 0; i + 1 < way->count; i++) {
    bms_move move = move_of(&asked, i);
    bms_status status = loaded_first_contact(asker, &move, tolerance, contact);
    contact->segment = i;
    bool starts = status == BMS_TOUCHING || status == BMS_OVERLAPPING;
    if (i > 0 && starts) contact->status = BMS_CONTACT;
    if (status != BMS_SEPARATED) break;
  }
  return contact->status;
}

bms_status bms_robot_way_clearance(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                   bms_robot_clearance *clearance) {
  const asked_way asked = {asker, way};
  bms_status status = BMS_SEPARATED;
  *clearance = (bms_robot_clearance){.lower = NAN, .upper = NAN, .shape = {-1, -1}, .object = {-1, -1}};
  if (!is_valid(way)) return BMS_INVALID;
  *clearance = (bms_robot_clearance){
      .lower = INFINITY, .upper = INFINITY, .t = time_of(way, 0), .shape = {-1, -1}, .object = {-1, -1}};
  for (int i = 0; i + 1 < way->count && status == BMS_SEPARATED; i++) {
    bms_robot_clearance here;
    bms_move move = move_of(&asked, i);
    status = loaded_clearance(asker, &move, tolerance, &here);
    double lower = fmin(clearance->lower, here.lower);
    if (here.upper < clearance->upper || status == BMS_INVALID) {
      *clearance = here;
      clearance->segment = i;
    }
    if (status != BMS_INVALID) clearance->lower = lower;
  }
  return status;
}
