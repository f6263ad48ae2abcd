/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Times, statuses and features are judged exactly.  The normal, the points and the speed are judged by what bms.h
 * promises of them, measured in exact arithmetic (geometry.h): it holds whatever angle edges enclose and whatever the
 * unit.
 *
 * Which features of boxes that overlap are the nearest is decided in doubles by the solver; there SLACK times these
 * errors are tolerated:
 *
 *     unit             2^-53
 *     columns          column_error units, relative                          (snapshot.h)
 *     normal           columns' error of both boxes times |u| |v| / |u x v|
 *     place            place_error + column_error reach of both boxes, units
 */

#include "check.h"

#include "geometry.h"
#include "snapshot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double SLACK = 64.0;
static const double UNIT = 0x1p-53;

/* Units that bms.h allows to the normal, the points and the speed. */
static const double GEOMETRY = 128.0;

/* The error of rates that are taken over a step of 2^-700 of the interval, in places over its length. */
static const double STEP = 0x1p-690;

/* Edges that enclose a sine of more than the inverse of this have a normal of their own. */
static const double WELL_CONDITIONED = 8.0;

/* The things that the judges share. */
typedef struct judged {
  oracle *o;
  const bms_query *query;
  const bms_contact *answer;
  snapshot at;        /* the boxes at answer->t */
  int number;         /* the number of the answer's axis */
  snapshot_axis axis; /* that axis at answer->t, or where it is null there at the other end of the enclosure */
  double normal_error, place_error;
  geometry_scale scale;
  char *text;
} judged;

static unsigned wrong(judged *j, unsigned part, const char *format, ...) {
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(j->text, CHECK_TEXT_SIZE, format, arguments);
  va_end(arguments);
  return part;
}

static unsigned judge_status(judged *j) {
  const bms_contact *c = j->answer;

  if (c->status != j->o->status) return wrong(j, CHECK_STATUS, "status %d, is %d", (int)c->status, (int)j->o->status);
  if (c->status == BMS_INVALID && (c->reason != j->o->reason || c->where != j->o->where))
    return wrong(j, CHECK_STATUS, "reason %d in part %d, is %d in %d", (int)c->reason, (int)c->where, (int)j->o->reason,
                 (int)j->o->where);
  if (c->status != BMS_INVALID && c->reason != BMS_VALID)
    return wrong(j, CHECK_STATUS, "a valid query with reason %d", (int)c->reason);
  return 0;
}

static unsigned judge_enclosure(judged *j) {
  const bms_contact *c = j->answer;

  if (!(j->query->t0 <= c->t_lower && c->t_lower <= c->t && c->t <= c->t_upper && c->t_upper <= j->query->t1))
    return wrong(j, CHECK_ENCLOSURE, "not in order: %a <= %a <= %a <= %a <= %a", j->query->t0, c->t_lower, c->t,
                 c->t_upper, j->query->t1);
  if (oracle_compare(j->o, c->t_lower) < 0)
    return wrong(j, CHECK_ENCLOSURE, "late: t_lower %a, t* nearest to %a", c->t_lower,
                 oracle_nearest(j->o, &j->o->time));
  if (oracle_compare(j->o, c->t_upper) > 0)
    return wrong(j, CHECK_ENCLOSURE, "early: t_upper %a, t* nearest to %a", c->t_upper,
                 oracle_nearest(j->o, &j->o->time));
  if (c->status != BMS_CONTACT && c->t != j->query->t0)
    return wrong(j, CHECK_ENCLOSURE, "contact at the start, but t is %a", c->t);
  if (c->status == BMS_CONTACT && c->t != oracle_nearest(j->o, &j->o->time))
    return wrong(j, CHECK_ENCLOSURE, "t is %a, the double nearest to t* is %a", c->t,
                 oracle_nearest(j->o, &j->o->time));
  return 0;
}

/* ------------------------------------------------------------------ the pair */

/* Finds the ends of the half-edges that the features name: [k] is 1 at the maximum, 0 at the minimum, -1 along the
   feature itself; and the axis. Returns -1 for codes out of range. */
static int decode(const bms_pair *pair, int *axis, int end[6]) {
  int box, k, code[2] = {pair->a, pair->b};
  int face = pair->kind == BMS_PAIR_VO ? 0 : pair->kind == BMS_PAIR_OV ? 1 : -1;

  if (pair->kind != BMS_PAIR_VO && pair->kind != BMS_PAIR_OV && pair->kind != BMS_PAIR_EE) return -1;
  for (box = 0; box < 2; box++) {
    int most = box == face ? 6 : face >= 0 ? 8 : 12, bit = 0;
    if (code[box] < 0 || code[box] >= most) return -1;
    for (k = 0; k < 3; k++) {
      if (box == face)
        end[3 * box + k] = k == code[box] / 2 ? code[box] % 2 : -1;
      else if (face >= 0)
        end[3 * box + k] = code[box] >> k & 1;
      else
        end[3 * box + k] = k == code[box] / 4 ? -1 : code[box] >> bit++ & 1;
    }
  }
  *axis = face == 0 ? code[0] / 2 : face == 1 ? 3 + code[1] / 2 : 6 + 3 * (code[0] / 4) + code[1] / 4;
  return 0;
}

/*
 * Judges the features: a shows the end that lies towards b, b the end towards a, exactly, at t*. Where a half-edge is
 * perpendicular to the axis, or the box flat along it, either end will do; and so will either side where the centres
 * have no distance along the axis, but the same side for all ends.
 */
static unsigned judge_features(judged *j, const int end[6]) {
  scene_axis *axis = scene_axis_of(&j->o->scene, j->number);
  int k, side, fits[2] = {1, 1}, distance = algebraic_sign(&j->o->time, axis->distance);

  for (k = 0; k < 6; k++) {
    int along = algebraic_sign(&j->o->time, axis->radius[k]), shown = (end[k] == 1) == (k < 3) ? 1 : -1;
    for (side = 0; side < 2; side++)
      if (end[k] >= 0 && along * shown * (side == 0 ? 1 : -1) < 0) fits[side] = 0;
  }
  if ((distance >= 0 && fits[0]) || (distance <= 0 && fits[1])) return 0;
  return wrong(j, CHECK_PAIR, "axis %s: features %d and %d do not face each other", oracle_axis_name(j->number),
               j->answer->pair.a, j->answer->pair.b);
}

/*
 * Judges the features of an overlap: no axis has a greater gap, beyond what rounding does to the longest columns, and
 * neither side of the pair's axis makes the plane of the features farther from the origin than the gap: side distance -
 * sum_k |radius_k|, where each term is the one that the features name.
 */
static unsigned judge_nearest(judged *j, const int end[6]) {
  double tolerance = SLACK * UNIT * j->place_error * j->at.body[0].uneven * j->at.body[1].uneven, off = INFINITY;
  snapshot_axis other;
  int k, side;

  for (k = 0; k < SCENE_AXES; k++)
    if (snapshot_look_along(&j->at, &j->o->scene, k, &other) &&
        other.gap - j->axis.gap > tolerance * (1.0 + j->normal_error + other.condition))
      return wrong(j, CHECK_PAIR, "axis %s has gap %a, %s has %a", oracle_axis_name(j->number), j->axis.gap,
                   oracle_axis_name(k), other.gap);
  for (side = -1; side <= 1; side += 2) {
    double plane = side * j->axis.distance;
    for (k = 0; k < 6; k++)
      plane -=
          end[k] < 0 ? fabs(j->axis.radius[k]) : side * ((end[k] == 1) == (k < 3) ? 1.0 : -1.0) * j->axis.radius[k];
    off = fmin(off, fabs(plane - j->axis.gap));
  }
  if (off > tolerance * (1.0 + j->normal_error))
    return wrong(j, CHECK_PAIR, "axis %s: features %d and %d are not the nearest, by %g", oracle_axis_name(j->number),
                 j->answer->pair.a, j->answer->pair.b, off);
  return 0;
}

/* Edges that are parallel at t, but not at t*: they are looked at from the other end of the enclosure. */
static int look_beside(judged *j) {
  const bms_contact *c = j->answer;
  int known;
  snapshot beside;
  fmpq_t t;

  snapshot_init(&beside);
  fmpq_init(t);
  exact_double(t, c->t > c->t_lower ? c->t_lower : c->t_upper);
  snapshot_take(&beside, &j->o->scene, j->query, t);
  known = snapshot_look_along(&beside, &j->o->scene, j->number, &j->axis);
  snapshot_clear(&beside);
  fmpq_clear(t);
  return known;
}

static unsigned judge_pair(judged *j) {
  int end[6];
  const snapshot_body *a = &j->at.body[0], *b = &j->at.body[1];

  if (decode(&j->answer->pair, &j->number, end) != 0)
    return wrong(j, CHECK_PAIR, "kind %d, features %d and %d", (int)j->answer->pair.kind, j->answer->pair.a,
                 j->answer->pair.b);
  if (!snapshot_look_along(&j->at, &j->o->scene, j->number, &j->axis) && !look_beside(j))
    return wrong(j, CHECK_PAIR, "axis %s is null at t", oracle_axis_name(j->number));
  j->normal_error = (a->column_error + b->column_error) * j->axis.condition;
  j->place_error =
      a->place_error + b->place_error + (1.0 + a->column_error) * a->reach + (1.0 + b->column_error) * b->reach;
  if (j->o->status == BMS_OVERLAPPING) return judge_nearest(j, end);
  if (!(j->o->axes >> j->number & 1))
    return wrong(j, CHECK_PAIR, "axis %s does not vanish at t*; gap %a at t, axes that do: %x",
                 oracle_axis_name(j->number), j->axis.gap, j->o->axes);
  return judge_features(j, end);
}

/* ------------------------------------------------------------------ to rounding */

/*
 * Judges the normal: along it no vertex of b lies before one of a, but by the roundings of the sizes, by what the boxes
 * move within the enclosure, and by no more than along any axis where they overlap at t: t is a double, they may go far
 * within an ulp.
 */
static unsigned judge_normal(judged *j) {
  const double *n = j->answer->normal;
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  double least = -GEOMETRY * UNIT * j->scale.sizes - 2.0 * j->scale.moved;
  double gap = geometry_gap_along(&j->at, &j->o->scene, n);

  if (!(fabs(length - 1.0) <= 16.0 * UNIT))
    return wrong(j, CHECK_NORMAL, "normal %a %a %a is not of unit length", n[0], n[1], n[2]);
  if (gap < least) least += fmin(0.0, geometry_greatest_gap(&j->at, &j->o->scene));
  if (gap < least)
    return wrong(j, CHECK_NORMAL, "along the normal %a %a %a the boxes overlap by %g, %g units of the sizes", n[0],
                 n[1], n[2], -gap, -gap / (UNIT * j->scale.sizes));
  return 0;
}

static unsigned judge_points(judged *j) {
  const bms_contact *c = j->answer;
  double tolerance = GEOMETRY * UNIT * (j->scale.place + j->scale.sizes) + 2.0 * j->scale.moved;
  int i, k;

  if (c->point_count < 1 || c->point_count > BMS_MAX_POINTS) return wrong(j, CHECK_POINTS, "%d points", c->point_count);
  for (i = 0; i < c->point_count; i++)
    for (k = 0; k < 2; k++) {
      double outside = INFINITY, depth;
      if (isfinite(c->point[i][0]) && isfinite(c->point[i][1]) && isfinite(c->point[i][2]))
        outside = snapshot_outside(&j->at, k == 0 ? &j->query->a.box : &j->query->b.box, k, c->point[i]);
      if (outside > tolerance && (depth = -geometry_greatest_gap(&j->at, &j->o->scene)) > 0.0) tolerance += 2.0 * depth;
      if (outside > tolerance)
        return wrong(j, CHECK_POINTS, "point %d of %d is %g outside of %c, %g tolerated", i, c->point_count, outside,
                     "ab"[k], tolerance);
    }
  return 0;
}

/* Judges the speed by the points: it is never negative at a contact that comes after the start, and lies between the
   closing speeds at the points. */
static unsigned judge_speed_at_points(judged *j, const fmpq_t t, double tolerance) {
  const bms_contact *c = j->answer;
  double least = INFINITY, most = -INFINITY;
  int i;

  for (i = 0; i < c->point_count; i++) {
    double speed = geometry_closing_speed(&j->o->scene, j->query, t, c->point[i], c->normal);
    least = fmin(least, speed);
    most = fmax(most, speed);
  }
  if (c->status == BMS_CONTACT) most = fmax(most, 0.0);
  if (c->approach_speed >= least - tolerance && c->approach_speed <= most + tolerance) return 0;
  return wrong(j, CHECK_SPEED, "approach speed %a, is %a to %a, %g tolerated", c->approach_speed, least, most,
               tolerance);
}

/* Returns true if the normal is that of the pair's own axis, to rounding. */
static int is_own_normal(const judged *j) {
  const double *n = j->answer->normal, *own = j->axis.normal;
  double cosine = n[0] * own[0] + n[1] * own[1] + n[2] * own[2];

  return j->axis.condition <= WELL_CONDITIONED && fabs(cosine) > 1.0 - 0x1p-40;
}

/*
 * Judges the speed by the gap's rate, which is that of the distance less those of the absolute radii. Where a radius,
 * or the distance, is zero to rounding, the gap has a kink: the solver may have taken either end of that half-edge, or
 * all between where the contact is along it.
 */
static unsigned judge_speed(judged *j, const fmpq_t t) {
  double small = SLACK * UNIT * j->place_error * (1.0 + j->normal_error), speed, free, tolerance;
  snapshot_rate rate;
  int k;

  if (fmpq_is_zero(j->o->scene.length)) return 0;
  if (j->answer->status == BMS_CONTACT && !(j->answer->approach_speed >= 0.0))
    return wrong(j, CHECK_SPEED, "approach speed %a at a contact", j->answer->approach_speed);
  tolerance = GEOMETRY * UNIT * j->scale.speed;
  tolerance += STEP * (j->scale.place + j->scale.sizes) / fmpq_get_d(j->o->scene.length);
  if (!is_own_normal(j)) return judge_speed_at_points(j, t, tolerance);
  snapshot_rates(&j->o->scene, j->query, j->number, t, &rate);
  speed = -rate.distance;
  free = j->axis.distance <= small ? 2.0 * fabs(rate.distance) : 0.0;
  for (k = 0; k < 6; k++) {
    speed += j->axis.radius[k] < 0.0 ? -rate.radius[k] : rate.radius[k];
    free += fabs(j->axis.radius[k]) <= small ? 2.0 * fabs(rate.radius[k]) : 0.0;
  }
  if (fabs(j->answer->approach_speed - speed) <= free + tolerance) return 0;
  return wrong(j, CHECK_SPEED, "approach speed %a, is %a, %g tolerated", j->answer->approach_speed, speed,
               free + tolerance);
}

unsigned check_contact(oracle *o, const bms_query *query, const bms_contact *answer, unsigned parts,
                       char text[CHECK_TEXT_SIZE]) {
  judged j;
  unsigned found;
  fmpq_t t;

  j.o = o;
  j.query = query;
  j.answer = answer;
  j.text = text;
  found = parts & judge_status(&j);
  if (answer->status != o->status || o->status == BMS_INVALID || o->status == BMS_SEPARATED) return found;
  if (judge_enclosure(&j)) return found | (parts & CHECK_ENCLOSURE);
  snapshot_init(&j.at);
  fmpq_init(t);
  exact_double(t, answer->t);
  snapshot_take(&j.at, &o->scene, query, t);
  geometry_measure(&j.scale, &j.at, &o->scene, query, answer);
  if (judge_pair(&j)) {
    found |= parts & CHECK_PAIR;
  } else {
    found |= parts & CHECK_NORMAL ? judge_normal(&j) : 0;
    found |= parts & CHECK_POINTS ? judge_points(&j) : 0;
    if (found == 0 && parts & CHECK_SPEED && o->status != BMS_OVERLAPPING) found |= judge_speed(&j, t);
  }
  fmpq_clear(t);
  snapshot_clear(&j.at);
  return found;
}

unsigned check_time(oracle *o, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]) {
  judged j = {.o = o, .query = query, .answer = answer, .text = text};
  unsigned found = judge_status(&j);

  if (found != 0 || o->status == BMS_INVALID || o->status == BMS_SEPARATED) return found;
  return judge_enclosure(&j);
}
