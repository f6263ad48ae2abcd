/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds the first contact with a tolerance, without exact arithmetic.
 *
 * Plates on floors and links of arms have edges that are parallel or nearly so: the gap along their axis is nothing but
 * rounding, and exact arithmetic takes a hundred times as long as the walk to find that out. Here the walk's end is
 * accepted as the contact if the boxes are near each other there. Otherwise hulls, which know no degenerate axis, prove
 * that the boxes stay apart for some time, and the walk goes on from its end.
 *
 * Errors. The distance is between two computed points, one of each body: two poses, two corners, a combination. The
 * error of a body's hull counts 64 roundings of all that its places are made of (bernstein_hull.c), which covers its
 * point as well.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "answer/answer.h"
#include "bms.h"
#include "bounds/bernstein_hull.h"
#include "bounds/distance.h"
#include "certified/walk.h"
#include "motion/origin.h"
#include "validate/scale.h"
#include "numeric/vector.h"
#include "planes/separation.h"
#include "query/first_contact.h"
#include "validate/validate.h"

/* The greatest number of walks, each of which begins where hulls have carried the one before, and of stretches for
   which hulls are tried, each a quarter of the one before. */
enum { MAX_WALKS = 16, MAX_STRETCHES = 12 };

/* Computes approximately the point of a body that is nearest to x: the coordinates of x in the body's frame are moved
   into the box. */
static void point_of(const bms_body *body, double t, const double x[3], double out[3]) {
  double pose[3][4], column[3][3], across[3], from[3];
  bms_motion_at(&body->motion, t, pose);
  for (int r = 0; r < 3; r++) {
    from[r] = x[r] - pose[r][3];
    out[r] = pose[r][3];
    for (int i = 0; i < 3; i++) column[i][r] = pose[r][i];
  }
  for (int i = 0; i < 3; i++) {
    bms_cross(column[(i + 1) % 3], column[(i + 2) % 3], across);
    double along = bms_dot(across, from) / bms_dot(across, column[i]);
    along = bms_min(bms_max(along, body->box.min[i]), body->box.max[i]);
    for (int r = 0; r < 3; r++) out[r] += along * column[i][r];
  }
}

/* Returns the distance between the points of both bodies that are nearest to x. */
static double distance_at(const bms_query *query, double t, const double x[3]) {
  double of_a[3], of_b[3], way[3];
  point_of(&query->a, t, x, of_a);
  point_of(&query->b, t, x, of_b);
  for (int r = 0; r < 3; r++) way[r] = of_b[r] - of_a[r];
  return bms_length(way);
}

/* Returns a bound of the distance of the bodies at t, by way of the point of their answered contact. */
static double distance_bound(const bms_query *query, double t, double nearness, const bms_contact *contact) {
  bms_bernstein_hull a, b;
  bms_bernstein_hull_of(&query->a, t, t, &a);
  bms_bernstein_hull_of(&query->b, t, t, &b);
  double error = a.error + b.error, distance = distance_at(query, t, contact->point[0]);
  if (!(distance + error <= nearness)) {
    bms_distance nearest;
    bms_distance_at(&query->a, &query->b, t, &nearest);
    distance = nearest.distance;
  }
  return distance + error;
}

/* Answers along the axis with the greatest gap at t, the axis of the pair that is about to meet. */
static void answer_at(const bms_query *query, const bms_relative *relative, double t, bms_contact *contact) {
  bms_axis_gap gap;
  bms_status status = t > query->t0 ? BMS_CONTACT : BMS_TOUCHING;
  bms_greatest_gap_at(relative, t, &gap);
  bms_answer_boxes(&query->a, &query->b, status, &(bms_enclosure){t, t, t}, &gap.signs, 1, contact);
}

/* Answers a walk that ended open at t. Returns true if the boxes are near enough there. */
static bool answer_if_near(const bms_query *query, const bms_relative *relative, double t, double nearness,
                           bms_contact *contact, double *apart) {
  if (isinf(nearness)) {
    bms_answer_none(t > query->t0 ? BMS_CONTACT : BMS_TOUCHING, t, t, contact);
    *apart = nearness;
    return true;
  }
  answer_at(query, relative, t, contact);
  double distance = distance_bound(query, t, nearness, contact);
  *apart = distance <= nearness ? distance : 0;
  return distance <= nearness;
}

/* Returns true if hulls prove the boxes apart from t on, up to and at *end. */
static bool apart_until(const bms_query *query, double t, double *end) {
  double length = query->t1 - t;
  for (int k = 0; k < MAX_STRETCHES; k++, length *= 0.25) {
    bms_bernstein_hull a, b;
    *end = k == 0 ? query->t1 : t + length;
    bms_bernstein_hull_of(&query->a, t, *end, &a);
    bms_bernstein_hull_of(&query->b, t, *end, &b);
    if (bms_bernstein_hulls_apart(&a, &b)) return true;
  }
  return false;
}

static void answer(const bms_query *query, bms_relative *relative, const bms_walk_begun *begun, double nearness,
                   bms_contact *contact, double *apart) {
  bms_walk_result walk = {.t_lower = query->t0};
  for (int k = 0; k < MAX_WALKS; k++) {
    relative->t0 = walk.t_lower;
    bms_walk(relative, k == 0 ? begun : NULL, &walk);
    if (walk.end == BMS_WALK_CONTACT || walk.end == BMS_WALK_OVERLAPPING) {
      bms_status status = walk.end == BMS_WALK_CONTACT ? BMS_CONTACT : BMS_OVERLAPPING;
      bms_enclosure time = {walk.t_lower, isnan(walk.t) ? walk.t_lower : walk.t, walk.t_upper};
      if (status == BMS_OVERLAPPING) time = (bms_enclosure){query->t0, query->t0, query->t0};
      bms_answer_boxes(&query->a, &query->b, status, &time, &walk.signs, status == BMS_CONTACT, contact);
      return;
    }
    if (walk.end == BMS_WALK_OPEN && answer_if_near(query, relative, walk.t_lower, nearness, contact, apart)) return;
    double end = query->t1; /* which the walk may have been open at, too: the end alone proves nothing */
    if (walk.end != BMS_WALK_SEPARATED && !apart_until(query, walk.t_lower, &end)) break;
    if (end == query->t1) {
      bms_answer_none(BMS_SEPARATED, end, end, contact);
      return;
    }
    if (!(end > walk.t_lower)) break;
    walk.t_lower = end;
  }
  bms_answer_none(BMS_UNRESOLVED, walk.t_lower, query->t1, contact);
}

static void near_in_frame(const bms_query *query, double nearness, bms_contact *contact, double *apart) {
  bms_part where = BMS_PART_QUERY;
  bms_query scaled;
  bms_relative relative;
  bms_walk_begun begun;
  bms_reason reason = nearness >= 0 ? BMS_VALID : BMS_NEARNESS_NEGATIVE;
  if (reason == BMS_VALID) {
    if (bms_first_contact_fast(query, NULL, &begun, contact)) return;
    if (!begun.valid && bms_scale_motions(query, &scaled)) {
      near_in_frame(&scaled, nearness, contact, apart);
      return;
    }
    if (!begun.valid) reason = bms_validate(query, &where);
  }
  if (reason != BMS_VALID)
    bms_answer_invalid(reason, where, contact);
  else if (bms_relative_prepare(query, &relative)) {
    bms_relative_sharpen(&relative);
    answer(query, &relative, &begun, nearness, contact, apart);
  } else {
    bms_answer_none(BMS_UNRESOLVED, query->t0, query->t1, contact);
  }
}

/* Answers a query of motions with different origins by exact arithmetic: the boxes touch, or they do not. */
static void near_apart(const bms_query *query, double nearness, bms_contact *contact) {
  if (nearness >= 0)
    (void)bms_first_contact(query, contact);
  else
    bms_answer_invalid(BMS_NEARNESS_NEGATIVE, BMS_PART_QUERY, contact);
}

bms_status bms_first_contact_near(const bms_query *query, double nearness, bms_contact *contact, double *apart) {
  double unasked;
  bms_part where;
  bms_frame frame;
  if (apart == NULL) apart = &unasked;
  *apart = 0;
  if (bms_is_frame(query)) {
    near_in_frame(query, nearness, contact, apart);
    return contact->status;
  }
  bms_reason reason = bms_frame_of(query, &frame, &where);
  if (reason != BMS_VALID)
    bms_answer_invalid(reason, where, contact);
  else if (frame.apart && !bms_frame_unite(&frame))
    near_apart(&frame.query, nearness, contact);
  else
    near_in_frame(&frame.query, nearness, contact, apart);
  bms_frame_leave(&frame, contact);
  return contact->status;
}
