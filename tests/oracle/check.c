/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Times, statuses and features are judged exactly; the rest by check_geometry.h.
 *
 * Which features of boxes that overlap are the nearest is decided in doubles by the solver; there the errors of
 * judged.h are tolerated.
 */

#include "check.h"

#include "check_geometry.h"

#include <math.h>

static unsigned judge_status(oracle *o, judged *j) {
  const bms_contact *c = j->answer;

  if (c->status != o->status) return judged_wrong(j, CHECK_STATUS, "status %d, is %d", (int)c->status, (int)o->status);
  if (c->status == BMS_INVALID && (c->reason != o->reason || c->where != o->where))
    return judged_wrong(j, CHECK_STATUS, "reason %d in part %d, is %d in %d", (int)c->reason, (int)c->where,
                        (int)o->reason, (int)o->where);
  if (c->status != BMS_INVALID && c->reason != BMS_VALID)
    return judged_wrong(j, CHECK_STATUS, "a valid query with reason %d", (int)c->reason);
  return 0;
}

static unsigned judge_enclosure(oracle *o, judged *j) {
  const bms_contact *c = j->answer;

  if (!(j->query->t0 <= c->t_lower && c->t_lower <= c->t && c->t <= c->t_upper && c->t_upper <= j->query->t1))
    return judged_wrong(j, CHECK_ENCLOSURE, "not in order: %a <= %a <= %a <= %a <= %a", j->query->t0, c->t_lower, c->t,
                        c->t_upper, j->query->t1);
  if (oracle_compare(o, c->t_lower) < 0)
    return judged_wrong(j, CHECK_ENCLOSURE, "late: t_lower %a, t* nearest to %a", c->t_lower,
                        oracle_nearest(o, &o->time));
  if (oracle_compare(o, c->t_upper) > 0)
    return judged_wrong(j, CHECK_ENCLOSURE, "early: t_upper %a, t* nearest to %a", c->t_upper,
                        oracle_nearest(o, &o->time));
  if (c->status != BMS_CONTACT && c->t != j->query->t0)
    return judged_wrong(j, CHECK_ENCLOSURE, "contact at the start, but t is %a", c->t);
  if (c->status == BMS_CONTACT && c->t != oracle_nearest(o, &o->time))
    return judged_wrong(j, CHECK_ENCLOSURE, "t is %a, the double nearest to t* is %a", c->t,
                        oracle_nearest(o, &o->time));
  return 0;
}

/* ------------------------------------------------------------------ the pair */

/*
 * Judges the features: a shows the end that lies towards b, b the end towards a, exactly, at t*. If a half-edge is
 * perpendicular to the axis, or the box flat along it, either end will do; and so will either side if the centres have
 * no distance along the axis, but the same side for all ends.
 */
static unsigned judge_features(oracle *o, judged *j) {
  scene_axis *axis = scene_axis_of(&o->scene, j->number);
  int k, side, fits[2] = {1, 1}, distance = algebraic_sign(&o->time, axis->distance);

  for (k = 0; k < 6; k++) {
    int along = algebraic_sign(&o->time, axis->radius[k]), shown = (j->end[k] == 1) == (k < 3) ? 1 : -1;
    for (side = 0; side < 2; side++)
      if (j->end[k] >= 0 && along * shown * (side == 0 ? 1 : -1) < 0) fits[side] = 0;
  }
  if ((distance >= 0 && fits[0]) || (distance <= 0 && fits[1])) return 0;
  return judged_wrong(j, CHECK_PAIR, "axis %s: features %d and %d do not face each other", oracle_axis_name(j->number),
                      j->answer->pair.a, j->answer->pair.b);
}

/*
 * Judges the features of an overlap: no axis has a greater gap, beyond what rounding does to the longest columns, and
 * neither side of the pair's axis makes the plane of the features farther from the origin than the gap: side distance -
 * sum_k |radius_k|, each term by the features.
 */
static unsigned judge_nearest(judged *j) {
  double tolerance = j->place_tolerance * j->at.body[0].uneven * j->at.body[1].uneven, off = INFINITY;
  snapshot_axis other;
  int k, side;

  for (k = 0; k < SCENE_AXES; k++)
    if (snapshot_look_along(&j->at, j->scene, k, &other) &&
        other.gap - j->axis.gap > tolerance * (1.0 + j->normal_error + other.condition))
      return judged_wrong(j, CHECK_PAIR, "axis %s has gap %a, %s has %a", oracle_axis_name(j->number), j->axis.gap,
                          oracle_axis_name(k), other.gap);
  for (side = -1; side <= 1; side += 2) {
    double plane = side * j->axis.distance;
    for (k = 0; k < 6; k++)
      plane -= j->end[k] < 0 ? fabs(j->axis.radius[k])
                             : side * ((j->end[k] == 1) == (k < 3) ? 1.0 : -1.0) * j->axis.radius[k];
    off = fmin(off, fabs(plane - j->axis.gap));
  }
  if (off > tolerance * (1.0 + j->normal_error))
    return judged_wrong(j, CHECK_PAIR, "axis %s: features %d and %d are not the nearest, by %g",
                        oracle_axis_name(j->number), j->answer->pair.a, j->answer->pair.b, off);
  return 0;
}

static unsigned judge_pair(oracle *o, judged *j) {
  if (judged_find_axis(j) != 0) return CHECK_PAIR;
  if (o->status == BMS_OVERLAPPING) return judge_nearest(j);
  if (!(o->axes >> j->number & 1))
    return judged_wrong(j, CHECK_PAIR, "axis %s does not vanish at t*; gap %a at t, axes that do: %x",
                        oracle_axis_name(j->number), j->axis.gap, o->axes);
  return judge_features(o, j);
}

unsigned check_time(oracle *o, const bms_query *query, const bms_contact *answer, char text[CHECK_TEXT_SIZE]) {
  judged j = {.query = query, .answer = answer, .text = text};
  unsigned found = judge_status(o, &j);

  if (found != 0 || o->status == BMS_INVALID || o->status == BMS_SEPARATED) return found;
  return judge_enclosure(o, &j);
}

unsigned check_contact(oracle *o, const bms_query *query, const bms_contact *answer, unsigned parts,
                       char text[CHECK_TEXT_SIZE]) {
  judged j;
  unsigned found = check_time(o, query, answer, text);

  if (found != 0 || o->status == BMS_INVALID || o->status == BMS_SEPARATED) return found & parts;
  judged_init(&j, &o->scene, query, answer, text);
  found = judge_pair(o, &j);
  if (found == 0) found = check_geometry_of(&j, parts);
  judged_clear(&j);
  return found & parts;
}
