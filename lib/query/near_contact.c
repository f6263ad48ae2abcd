/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Why this is worth a file: arms have parallel axes, so edges of their boxes stay parallel or nearly so, an axis shows no
 * sign that doubles are sure of, and the exact arithmetic takes a hundred times as long as the walk.
 *
 * Errors.  The distance is that of two computed points: two poses, two corners, a combination.  The error of a body's
 * hull counts 64 roundings of all that its places are made of (bernstein_hull.c), which covers its point as well.
 */

#include "query/near_contact.h"

#include <math.h>

#include "answer/answer.h"
#include "bounds/bernstein_hull.h"
#include "bounds/distance.h"
#include "planes/separation.h"

static double distance_bound(const bms_query *query, double t) {
  bms_distance nearest;
  bms_bernstein_hull a, b;
  bms_distance_at(&query->a, &query->b, t, &nearest);
  bms_bernstein_hull_of(&query->a, t, t, &a);
  bms_bernstein_hull_of(&query->b, t, t, &b);
  return nearest.distance + a.error + b.error;
}

/* Along the axis with the greatest gap: the pair that is about to meet. */
static void answer(const bms_query *query, const bms_relative *relative, double t, bms_contact *contact) {
  bms_axis_gap gap;
  bms_greatest_gap_at(relative, t, &gap);
  bms_answer_boxes(&query->a, &query->b, BMS_CONTACT, &(bms_enclosure){t, t, t}, &gap.signs, contact);
}

bool bms_near_contact(const bms_query *query, const bms_relative *relative, double t, double nearness,
                      bms_contact *contact, double *apart) {
  *apart = 0;
  if (!(t > query->t0)) return false;
  if (isinf(nearness)) {
    bms_answer_none(BMS_CONTACT, t, t, contact);
    return true;
  }
  *apart = distance_bound(query, t);
  if (!(*apart <= nearness)) return false;
  answer(query, relative, t, contact);
  return true;
}
