/* SPDX-License-Identifier: BSD-3-Clause */

#include "two_ways.h"

#include <math.h>
#include <string.h>

static const double CLOSE = 1e-9;

static double largest_coordinate(const bms_query *query, const bms_contact *c) {
  double largest = 0;
  for (int r = 0; r < 3; r++) {
    largest = fmax(largest, fabs(c->point[0][r]));
    largest = fmax(largest, fmax(fabs(query->a.box.max[r]), fabs(query->a.box.min[r])));
    largest = fmax(largest, fmax(fabs(query->b.box.max[r]), fabs(query->b.box.min[r])));
  }
  return largest;
}

/* Returns true if the places are the same: one point is equal in both ways, but along a normal that two nearly parallel
   edges make it may be another one. */
static bool same_place(const bms_query *query, const bms_contact *fast, const bms_contact *scalar) {
  double size = largest_coordinate(query, scalar);
  bool overlapping = fast->status == BMS_OVERLAPPING; /* any point of both boxes will do */
  if (fast->point_count != scalar->point_count) return false;
  for (int r = 0; r < 3; r++) {
    if (fabs(fast->normal[r] - scalar->normal[r]) > CLOSE) return false;
    if (!overlapping && fabs(fast->point[0][r] - scalar->point[0][r]) > CLOSE * size) return false;
  }
  return fabs(fast->approach_speed - scalar->approach_speed) <=
         CLOSE * (fabs(scalar->approach_speed) + size / (query->t1 - query->t0));
}

bool same_answer(const bms_query *query, const bms_contact *fast, const bms_contact *scalar) {
  if (fast->status != scalar->status || fast->t != scalar->t) return false;
  if (fast->status == BMS_SEPARATED) return true;
  if (!(fast->t_lower <= scalar->t_upper && scalar->t_lower <= fast->t_upper)) return false;
  bool same_pair = memcmp(&fast->pair, &scalar->pair, sizeof fast->pair) == 0;
  /* Planes that are as near to the origin as each other: the oracle judges the choice. */
  if (fast->status == BMS_OVERLAPPING && !same_pair) return true;
  return same_pair && same_place(query, fast, scalar);
}

void cut_at(random_source *random, double t, bms_query *query) {
  double latest = fmax(fabs(query->t0), fabs(query->t1)), unit = nextafter(latest, INFINITY) - latest;
  double before = t - query->t0, behind = (random_below(random, 9) - 4) * unit;
  switch (random_below(random, 4)) {
    case 0:
      break;
    case 1:
      before = random_below(random, 20) * unit;
      behind = random_below(random, 20) * unit;
      break;
    case 2:
      before *= random_power_of_ten(random, -15, 0);
      behind *= random_power_of_ten(random, 0, 12);
      break;
    default:
      behind = before;
      break;
  }
  query->t0 = fmax(query->t0, t - before);
  query->t1 = t + behind;
}
