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
 * whatever n is.  It is off by the square of the interval's length where n turns little, so halving converges fast.  An
 * interval is done when its lower bound is within the tolerance of the least upper bound so far, of all pairs.
 *
 * Rejected: contact of boxes grown by d, exact as it is, tells a distance along the box's own axes, up to sqrt(3) off
 * where corners meet; a bound of the speed times the length of the interval needs some thousand looks where this needs
 * ten.
 */

#include "numeric/arithmetic.h"

#include "path/clearance.h"

#include <math.h>

#include "bounds/bernstein_hull.h"
#include "bounds/distance.h"
#include "numeric/vector.h"

/* Looks in one search; an arm's edge needs some hundred. */
enum { MOST_WORK = 200000, DEEPEST = 48 };

/* Times the unit and the places of the points: two poses, two corners, the combination. */
static const double POINT_ROUNDINGS = 64 * 0x1p-53;

/* Times a bound: the length of n. */
static const double LENGTH_ROUNDINGS = 8 * 0x1p-53;

typedef struct pair {
  const bms_body *a, *b;
  double radius;
  bool is_nearest;
  bms_clearance_search *search;
} pair;

void bms_clearance_begin(double tolerance, bms_clearance_search *search) {
  *search = (bms_clearance_search){{INFINITY, INFINITY, 0}, tolerance, MOST_WORK};
}

/* Along `between`, on the whole interval; -INFINITY where there is no telling. */
static double lower_bound(const pair *p, const double between[3], double t0, double t1, double *size) {
  bms_bernstein_hull a, b;
  double length = bms_length(between), forth[3], back[3];
  for (int r = 0; r < 3; r++) {
    forth[r] = between[r] / length;
    back[r] = -forth[r];
  }
  bms_bernstein_hull_of(p->a, t0, t1, &a);
  bms_bernstein_hull_of(p->b, t0, t1, &b);
  double farthest = bms_bernstein_hull_support(&a, forth), nearest = -bms_bernstein_hull_support(&b, back);
  *size = fmax(a.error, b.error) + POINT_ROUNDINGS * (fabs(farthest) + fabs(nearest) + length);
  double bound = nearest - farthest;
  return bound >= -INFINITY ? bound - LENGTH_ROUNDINGS * (fabs(bound) + fabs(nearest) + fabs(farthest)) : -INFINITY;
}

static void look(pair *p, double t0, double t1, int depth) {
  bms_clearance_search *s = p->search;
  bms_distance nearest;
  double t = 0.5 * t0 + 0.5 * t1, bound = -INFINITY, error = 0;
  bms_distance_at(p->a, p->b, t, &nearest);
  if (nearest.distance > 0) bound = lower_bound(p, nearest.between, t0, t1, &error);
  double upper = fmax(nearest.distance + (isfinite(error) ? error : 0), 0) + p->radius;
  if (upper < s->margin.upper) {
    s->margin.upper = upper;
    s->margin.t = t;
    p->is_nearest = true;
  }
  bool enough = bound + p->radius >= s->margin.upper - s->tolerance || !(nearest.distance > 0);
  if (enough || depth == DEEPEST || s->work <= 0 || !(t0 < t && t < t1)) {
    s->margin.lower = fmin(s->margin.lower, fmax(bound - p->radius, 0));
    return;
  }
  s->work--;
  look(p, t0, t, depth + 1);
  if (s->margin.lower > 0) look(p, t, t1, depth + 1);
}

bool bms_clearance_pair(const bms_body *a, const bms_body *b, double radius, double t0, double t1,
                        bms_clearance_search *search) {
  pair p = {a, b, radius, false, search};
  look(&p, t0, t1, 0);
  return p.is_nearest;
}
