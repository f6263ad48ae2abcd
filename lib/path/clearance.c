/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Minimum distance over time: branch and bound.
 *
 * At the middle of an interval two nearest points are found (distance.c).  Their distance is an upper bound of the
 * minimum.  The direction n between them gives a lower bound that holds on the whole interval: the bodies lie beyond
 * the control poses of their motions, seen along n (bernstein_hull.c), and
 *
 *     distance(t) >= min over b of n . y - max over a of n . y,   |n| = 1
 *
 * whatever n is.  It is off by the square of the interval's length where n turns little, so halving converges fast; if
 * n turns with a face, it is off by the length, and the looks are as many as 1 / sqrt(tolerance).  An interval is done
 * when its lower bound is within the tolerance of the least upper bound so far, of all pairs, or within the accuracy of
 * doubles.
 *
 * Rejected: contact of boxes grown by d, exact as it is, gives a distance along the box's own axes, up to sqrt(3) off
 * where corners meet; a bound of the speed times the length of the interval needs some thousand looks where this needs
 * ten.
 */

#include "numeric/arithmetic.h"

#include "path/clearance.h"

#include <math.h>

#include "bounds/bernstein_hull.h"
#include "bounds/distance.h"
#include "numeric/rounding.h"
#include "numeric/upward.h"
#include "numeric/vector.h"

/* The most intervals that one search halves; an arm's edge needs some hundred. */
enum { MOST_WORK = 100000, DEEPEST = 48 };

/* Bounds the rounding of two points and their distance, times the places: 8 for a corner, 8 for the combination of
   corners, 4 for the length, and sums. */
static const double POINT_ROUNDINGS = 32 * BMS_ROUNDING;

/* Bounds the rounding of the length of n, times a bound. */
static const double LENGTH_ROUNDINGS = 8 * BMS_ROUNDING;

/* The bounds of a pair that stands still differ by two errors and a little; so near they are as close as they get. */
static const double ERRORS_TOLD = 4;

typedef struct pair {
  const bms_body *a, *b;
  double radius;
  bool is_nearest;
  bms_clearance_search *search;
} pair;

void bms_clearance_begin(double tolerance, bms_clearance_search *search) {
  *search = (bms_clearance_search){{INFINITY, INFINITY, 0}, tolerance, 0, MOST_WORK};
}

/* Returns the greatest distance of a body's points from the world's origin, or more. */
static double farthest_place(const bms_bernstein_hull *hull) {
  double min[3], max[3];
  bms_bernstein_hull_bounds(hull, min, max);
  for (int r = 0; r < 3; r++) max[r] = fmax(fabs(min[r]), fabs(max[r]));
  return bms_length_at_most(max);
}

/* Returns a bound of the rounding of the distance of two points of the bodies at t, with the radius added. */
static double error_at(const pair *p, double t) {
  bms_bernstein_hull a, b;
  bms_bernstein_hull_of(p->a, t, t, &a);
  bms_bernstein_hull_of(p->b, t, t, &b);
  return a.error + b.error + bms_product_above(POINT_ROUNDINGS, farthest_place(&a) + farthest_place(&b) + p->radius);
}

/* Returns a lower bound of the distance along `between`, on the whole interval; -INFINITY if none is known. */
static double lower_bound(const pair *p, const double between[3], double t0, double t1) {
  bms_bernstein_hull a, b;
  double length = bms_length_at_most(between), forth[3], back[3];
  if (!(length > 0 && length < INFINITY)) return -INFINITY;
  for (int r = 0; r < 3; r++) {
    forth[r] = between[r] / length;
    back[r] = -forth[r];
  }
  bms_bernstein_hull_of(p->a, t0, t1, &a);
  bms_bernstein_hull_of(p->b, t0, t1, &b);
  double farthest = bms_bernstein_hull_support(&a, forth), nearest = -bms_bernstein_hull_support(&b, back);
  double bound = nearest - farthest;
  double error = bms_product_above(LENGTH_ROUNDINGS, fabs(bound) + fabs(nearest) + fabs(farthest));
  return bound >= -INFINITY ? bound - error : -INFINITY;
}

/* Takes into account two points that are this far apart at t, which bounds the least distance from above. */
static void take(pair *p, double distance, double t) {
  bms_clearance_search *s = p->search;
  if (!(distance + p->radius < s->least.upper)) return;
  double error = error_at(p, t), upper = distance + error + p->radius;
  if (!(upper < s->least.upper)) return;
  s->least.upper = upper;
  s->least.t = t;
  s->told = ERRORS_TOLD * error;
  p->is_nearest = true;
}

/* A part of the interval, with the nearest points in its middle. */
typedef struct part {
  double t0, middle, t1;
  bms_distance nearest;
} part;

static part look(pair *p, double t0, double t1) {
  part out = {t0, fmin(fmax(0.5 * t0 + 0.5 * t1, t0), t1), t1, {0, {0, 0, 0}}};
  bms_distance_at(p->a, p->b, out.middle, &out.nearest);
  take(p, out.nearest.distance, out.middle);
  return out;
}

/* Searches a part, of its halves the one first whose middle has the nearer points. */
static void search(pair *p, const part *whole, int depth) {
  bms_clearance_search *s = p->search;
  double bound = lower_bound(p, whole->nearest.between, whole->t0, whole->t1);
  double length = bms_length_at_most(whole->nearest.between);
  bool enough = bound + p->radius >= s->least.upper - fmax(s->tolerance, s->told) || !(length > 0 && length < INFINITY);
  if (enough || depth == DEEPEST || s->work <= 0 || !(whole->t0 < whole->middle && whole->middle < whole->t1)) {
    s->least.lower = fmin(s->least.lower, fmax(bound - p->radius, 0));
    return;
  }
  s->work--;
  part half[2];
  half[0] = look(p, whole->t0, whole->middle);
  half[1] = look(p, whole->middle, whole->t1);
  int first = half[1].nearest.distance < half[0].nearest.distance;
  search(p, &half[first], depth + 1);
  if (s->least.lower > 0) search(p, &half[!first], depth + 1);
}

bool bms_clearance_pair(const bms_body *a, const bms_body *b, double radius, double t0, double t1,
                        bms_clearance_search *all) {
  pair p = {a, b, radius, false, all};
  part whole = look(&p, t0, t1);
  search(&p, &whole, 0);
  return p.is_nearest;
}
