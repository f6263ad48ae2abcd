/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries about a way or a trajectory, segment by segment. */

#include <math.h>

#include "segment.h"
#include "trajectory.h"

/* A way, or a trajectory in its place, and who asks about it. */
typedef struct asked_way {
  bms_robot_asker *asker;
  const bms_robot_way *way;
  const bms_robot_trajectory *trajectory;
} asked_way;

static double time_of(const bms_robot_way *way, int point) {
  return way->time != NULL ? way->time[point] : point;
}

/* Returns true if there are two points or more, and times rise; the numbers of moves are checked with these. */
static bool is_valid_way(const bms_robot_way *way) {
  if (way->count < 2 || way->value == NULL) return false;
  for (int i = 0; i < way->count; i++) {
    if (!isfinite(time_of(way, i))) return false;
    if (i > 0 && !(time_of(way, i) > time_of(way, i - 1))) return false;
  }
  return true;
}

static bool has_floating_joint(const bms_robot *loaded) {
  for (int i = 0; i < loaded->arm.joint_count; i++)
    if (loaded->arm.joint[i].orients) return true;
  return false;
}

static bool is_valid(const asked_way *asked) {
  const bms_robot_trajectory *trajectory = asked->trajectory;
  const bms_robot *loaded = asked->asker->group->robot;
  if (trajectory == NULL) return is_valid_way(asked->way);
  if (trajectory->robot != loaded || trajectory->count < 2) return false;
  return trajectory->is_settled || !has_floating_joint(loaded);
}

static int point_count(const asked_way *asked) {
  return asked->trajectory != NULL ? asked->trajectory->count : asked->way->count;
}

/* Returns the rate of the spline at a point: 0 at both ends; `v` is the value there. */
static double spline_rate(const bms_robot_way *way, int point, const double *v, int width) {
  if (point == 0 || point == way->count - 1) return 0;
  double before = time_of(way, point) - time_of(way, point - 1), after = time_of(way, point + 1) - time_of(way, point);
  return segment_parabola_rate(before, after, v, width);
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
  segment_end end[2];
  double rate[2];
  for (int k = 0; k < 2; k++) {
    size_t at = (size_t)(point + k) * (size_t)width + (size_t)variable;
    end[k] = (segment_end){.time = time_of(way, point + k), .value = way->value + at};
    if (order > 0) end[k].rate = way->rate + at;
    if (order > 1) end[k].acceleration = way->acceleration + at;
    if (way->rate != NULL || way->spline == 0) continue;
    rate[k] = spline_rate(way, point + k, end[k].value, width);
    end[k].rate = &rate[k];
  }
  segment_row(end, row);
}

/* Returns the move from a point to the next. */
static bms_move move_of(const asked_way *asked, int point) {
  bms_robot_asker *asker = asked->asker;
  if (asked->trajectory != NULL) return bms_robot_trajectory_move(asked->trajectory, point, asker->value);
  int order = order_of(asked, point), next = order_of(asked, point + 1);
  if (next < order) order = next;
  for (int i = 0; i < asker->group->width; i++) set_row(asked, point, order, i, &asker->value[asker->group->joint[i]]);
  loaded_asker_complete(asker);
  return (bms_move){time_of(asked->way, point), time_of(asked->way, point + 1),
                    (const double(*)[BMS_MOVE_TERMS])asker->value};
}

static bms_status first_contact(const asked_way *asked, double tolerance, bms_robot_contact *contact) {
  *contact = (bms_robot_contact){.status = BMS_INVALID, .shape = {-1, -1}, .object = {-1, -1}};
  if (!is_valid(asked)) return BMS_INVALID;
  for (int i = 0; i + 1 < point_count(asked); i++) {
    bms_move move = move_of(asked, i);
    bms_status status = loaded_first_contact(asked->asker, &move, tolerance, contact);
    contact->segment = i;
    bool starts = status == BMS_TOUCHING || status == BMS_OVERLAPPING;
    if (i > 0 && starts) contact->status = BMS_CONTACT;
    if (status != BMS_SEPARATED) break;
  }
  return contact->status;
}

static bms_status least_distance(const asked_way *asked, double tolerance, bms_robot_clearance *clearance) {
  bms_status status = BMS_SEPARATED;
  *clearance = (bms_robot_clearance){.lower = NAN, .upper = NAN, .shape = {-1, -1}, .object = {-1, -1}};
  if (!is_valid(asked)) return BMS_INVALID;
  clearance->lower = clearance->upper = INFINITY;
  for (int i = 0; i + 1 < point_count(asked) && status == BMS_SEPARATED; i++) {
    bms_robot_clearance here;
    bms_move move = move_of(asked, i);
    if (i == 0) clearance->t = move.t0;
    status = loaded_clearance(asked->asker, &move, tolerance, &here);
    double lower = fmin(clearance->lower, here.lower);
    if (here.upper < clearance->upper || status == BMS_INVALID) {
      *clearance = here;
      clearance->segment = i;
    }
    if (status != BMS_INVALID) clearance->lower = lower;
  }
  return status;
}

bms_status bms_robot_way_contact(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                 bms_robot_contact *contact) {
  const asked_way asked = {asker, way, NULL};
  return first_contact(&asked, tolerance, contact);
}

bms_status bms_robot_way_clearance(bms_robot_asker *asker, const bms_robot_way *way, double tolerance,
                                   bms_robot_clearance *clearance) {
  const asked_way asked = {asker, way, NULL};
  return least_distance(&asked, tolerance, clearance);
}

bms_status bms_robot_trajectory_contact(bms_robot_asker *asker, const bms_robot_trajectory *trajectory,
                                        double tolerance, bms_robot_contact *contact) {
  const asked_way asked = {asker, NULL, trajectory};
  return first_contact(&asked, tolerance, contact);
}

bms_status bms_robot_trajectory_clearance(bms_robot_asker *asker, const bms_robot_trajectory *trajectory,
                                          double tolerance, bms_robot_clearance *clearance) {
  const asked_way asked = {asker, NULL, trajectory};
  return least_distance(&asked, tolerance, clearance);
}
