/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The normal, the points and the speed are judged by what bms.h promises of them, measured in exact arithmetic
 * (geometry.h): it holds whatever angle edges enclose and whatever the unit.
 */

#include "check_geometry.h"

#include <math.h>

static const double UNIT = 0x1p-53;

/* Units that bms.h allows to the normal, the points and the speed. */
static const double GEOMETRY = 128.0;

/* The error of rates that are taken over a step of 2^-700 of the interval, in places over its length. */
static const double STEP = 0x1p-690;

/* Axes below this number are normals of faces. */
enum { FACES = 6 };

/* Edges that enclose a sine of more than the inverse of this have a normal of their own. */
static const double WELL_CONDITIONED = 8.0;

/* Returns true if the normal is along an axis, to rounding. */
static int is_along(const judged *j, const snapshot_axis *axis) {
  const double *n = j->answer->normal, *own = axis->normal;

  return fabs(n[0] * own[0] + n[1] * own[1] + n[2] * own[2]) > 1.0 - 0x1p-40;
}

/* Returns true if the pair is two edges that are near to parallel, or parallel, at the time that the answer names. */
static int is_near_to_parallel(const judged *j) {
  return j->number >= FACES && (j->is_beside || j->axis.condition >= WELL_CONDITIONED * (1.0 - 0x1p-20));
}

/* Returns true if the normal is the pair's; or a face's, if the pair is two edges near to parallel. */
static int is_of_pair(judged *j) {
  if (is_along(j, &j->axis)) return 1;
  if (!is_near_to_parallel(j)) return 0;
  for (int k = 0; k < FACES; k++) {
    snapshot_axis face;
    if (snapshot_look_along(&j->at, j->scene, k, &face) && is_along(j, &face)) return 1;
  }
  return 0;
}

/*
 * Judges the normal: it is the pair's, but for edges that are nearly parallel, and along it no vertex of b lies before
 * one of a, but by the roundings of the sizes, by what the boxes move within the enclosure, and by no more than along
 * any axis where they overlap at t: t is a double, they may go far within an ulp.
 */
static unsigned judge_normal(judged *j) {
  const double *n = j->answer->normal;
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  double least = -GEOMETRY * UNIT * j->scale.sizes - 2.0 * j->scale.moved;
  double gap = geometry_gap_along(&j->at, j->scene, n);

  if (!(fabs(length - 1.0) <= 16.0 * UNIT))
    return judged_wrong(j, CHECK_NORMAL, "normal %a %a %a is not of unit length", n[0], n[1], n[2]);
  if (!is_of_pair(j)) return judged_wrong(j, CHECK_NORMAL, "normal %a %a %a is not that of the pair", n[0], n[1], n[2]);
  if (gap < least) least += fmin(0.0, geometry_greatest_gap(&j->at, j->scene));
  if (gap < least)
    return judged_wrong(j, CHECK_NORMAL, "along the normal %a %a %a the boxes overlap by %g, %g units of the sizes",
                        n[0], n[1], n[2], -gap, -gap / (UNIT * j->scale.sizes));
  return 0;
}

static unsigned judge_points(judged *j) {
  const bms_contact *c = j->answer;
  double tolerance = GEOMETRY * UNIT * (j->scale.place + j->scale.sizes) + 2.0 * j->scale.moved;
  int i, k;

  if (c->point_count < 1 || c->point_count > BMS_MAX_POINTS)
    return judged_wrong(j, CHECK_POINTS, "%d points", c->point_count);
  for (i = 0; i < c->point_count; i++)
    for (k = 0; k < 2; k++) {
      double outside = INFINITY, depth;
      if (isfinite(c->point[i][0]) && isfinite(c->point[i][1]) && isfinite(c->point[i][2]))
        outside = snapshot_outside(&j->at, k == 0 ? &j->query->a.box : &j->query->b.box, k, c->point[i]);
      if (outside > tolerance && (depth = -geometry_greatest_gap(&j->at, j->scene)) > 0.0) tolerance += 2.0 * depth;
      if (outside > tolerance)
        return judged_wrong(j, CHECK_POINTS, "point %d of %d is %g outside of %c, %g tolerated", i, c->point_count,
                            outside, "ab"[k], tolerance);
    }
  return 0;
}

/* Returns the error of rates that are taken over a step. */
static double step_error(const judged *j) {
  return STEP * (j->scale.place + j->scale.sizes) / fmpq_get_d(j->scene->length);
}

/* Computes the least and the greatest of the speeds along a normal at which the points close. */
static void speeds_at_points(const judged *j, const fmpq_t t, const double normal[3], double *least, double *most) {
  const bms_contact *c = j->answer;

  *least = INFINITY;
  *most = -INFINITY;
  for (int i = 0; i < c->point_count; i++) {
    double speed = geometry_closing_speed(j->scene, j->query, t, c->point[i], normal);
    *least = fmin(*least, speed);
    *most = fmax(*most, speed);
  }
}

/* Returns true if the boxes approach each other along the pair's normal, if that holds at t.  If the distance vanishes,
   so that neither box extends along the normal, either side is the near one. */
static int approach_along_pair(const judged *j, const fmpq_t t, double tolerance) {
  double least, most, resolved = GEOMETRY * UNIT * j->scale.sizes;

  if (j->is_beside || j->axis.gap < -resolved) return 0;
  speeds_at_points(j, t, j->axis.normal, &least, &most);
  return least > tolerance || (j->axis.distance <= resolved && most < -tolerance);
}

/* Judges the speed by the points: it is never negative at a contact that comes after the start, and lies between the
   closing speeds at the points.  If the boxes part along a face's normal it is the pair's, if they approach along
   that. */
static unsigned judge_speed_at_points(judged *j, const fmpq_t t, double tolerance) {
  const bms_contact *c = j->answer;
  double least, most;

  speeds_at_points(j, t, c->normal, &least, &most);
  if (c->status == BMS_CONTACT && most < -tolerance && !is_along(j, &j->axis) && approach_along_pair(j, t, tolerance))
    return judged_wrong(j, CHECK_SPEED, "the boxes part along the normal at %g, and not along the pair's", -most);
  if (c->status == BMS_CONTACT) most = fmax(most, 0.0);
  if (c->approach_speed >= least - tolerance && c->approach_speed <= most + tolerance) return 0;
  return judged_wrong(j, CHECK_SPEED, "approach speed %a, is %a to %a, %g tolerated", c->approach_speed, least, most,
                      tolerance);
}

/*
 * Judges the speed by the gap's rate, which is the rate of the distance less the rates of the absolute radii. If a
 * radius, or the distance, is zero to rounding, the gap has a kink: the solver may have taken either end of that
 * half-edge, or all between if the contact is along it.
 */
static unsigned judge_speed(judged *j, const fmpq_t t) {
  double small = j->place_tolerance * (1.0 + j->normal_error), speed, free, tolerance;
  snapshot_rate rate;
  int k;

  if (fmpq_is_zero(j->scene->length)) return 0;
  if (j->answer->status == BMS_CONTACT && !(j->answer->approach_speed >= 0.0))
    return judged_wrong(j, CHECK_SPEED, "approach speed %a at a contact", j->answer->approach_speed);
  tolerance = GEOMETRY * UNIT * j->scale.speed + step_error(j);
  if (j->axis.condition > WELL_CONDITIONED || !is_along(j, &j->axis)) return judge_speed_at_points(j, t, tolerance);
  snapshot_rates(j->scene, j->query, j->number, t, &rate);
  speed = -rate.distance;
  free = j->axis.distance <= small ? 2.0 * fabs(rate.distance) : 0.0;
  for (k = 0; k < 6; k++) {
    speed += j->axis.radius[k] < 0.0 ? -rate.radius[k] : rate.radius[k];
    free += fabs(j->axis.radius[k]) <= small ? 2.0 * fabs(rate.radius[k]) : 0.0;
  }
  if (fabs(j->answer->approach_speed - speed) <= free + tolerance) return 0;
  return judged_wrong(j, CHECK_SPEED, "approach speed %a, is %a, %g tolerated", j->answer->approach_speed, speed,
                      free + tolerance);
}

/* ------------------------------------------------------------------ which axis */

/* Certainties about boxes that touch along an axis: the kinks of a gap leave a range of rates.  The boxes part if all
   of it is above 0 by more than rounding and the step of rates, and hold if none of it is above 0.  A rate between
   these, however small, leaves both open: the solver takes it as relative to the speeds along that axis. */
typedef struct tie {
  int parts, holds; /* for certain */
} tie;

/* Checks an axis.  Returns false unless its gap is zero at t. */
static int look_at_tie(judged *j, const fmpq_t t, int number, tie *out) {
  static const double CLEARLY = 0x1p-30;
  double rate, kinks, clearly = CLEARLY * j->scale.speed + step_error(j);
  snapshot_axis axis;
  snapshot_rate rates;

  if (!snapshot_look_along(&j->at, j->scene, number, &axis) || fabs(axis.gap) > 0.0) return 0;
  snapshot_rates(j->scene, j->query, number, t, &rates);
  rate = axis.distance > 0.0 ? rates.distance : 0.0;
  kinks = axis.distance > 0.0 ? 0.0 : fabs(rates.distance);
  for (int k = 0; k < 6; k++) {
    kinks += fabs(axis.radius[k]) > 0.0 ? 0.0 : fabs(rates.radius[k]);
    if (fabs(axis.radius[k]) > 0.0) rate -= axis.radius[k] > 0.0 ? rates.radius[k] : -rates.radius[k];
  }
  *out = (tie){rate - kinks > clearly, rate + kinks <= 0.0};
  return 1;
}

/* Judges which of several axes is named, if the time of contact is a double: one along which the boxes do not part,
   faces first; if they touch at t0 one along which they do. */
static unsigned judge_order(judged *j, const fmpq_t t) {
  const bms_contact *c = j->answer;
  int touching = c->status == BMS_TOUCHING;
  tie own, other;

  if (fmpq_is_zero(j->scene->length) || c->t_lower < c->t_upper || !look_at_tie(j, t, j->number, &own)) return 0;
  for (int k = 0; k < SCENE_AXES; k++) {
    if (k == j->number || !look_at_tie(j, t, k, &other)) continue;
    if (touching ? own.holds && other.parts : own.parts && other.holds)
      return judged_wrong(j, CHECK_PAIR, "axis %d is named, not %d: one of them parts the boxes", j->number, k);
    if (k < FACES && j->number >= FACES && ((own.holds && other.holds) || (touching && own.parts && other.parts)))
      return judged_wrong(j, CHECK_PAIR, "two edges, axis %d, are named before the face of axis %d", j->number, k);
  }
  return 0;
}

unsigned check_geometry_of(judged *j, unsigned parts) {
  unsigned found = 0;
  fmpq_t t;

  if (parts & CHECK_NORMAL) found |= judge_normal(j);
  if (parts & CHECK_POINTS) found |= judge_points(j);
  if (found != 0 || !(parts & CHECK_SPEED) || j->answer->status == BMS_OVERLAPPING) return found;
  fmpq_init(t);
  exact_double(t, j->answer->t);
  found = judge_speed(j, t);
  if (found == 0 && (parts & CHECK_PAIR)) found = judge_order(j, t);
  fmpq_clear(t);
  return found;
}

unsigned check_geometry(scene *s, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]) {
  judged j;
  unsigned found;

  if (answer->point_count == 0) return 0;
  judged_init(&j, s, query, answer, text);
  found = judged_find_axis(&j);
  if (found == 0) found = check_geometry_of(&j, CHECK_ALL);
  judged_clear(&j);
  return found;
}
