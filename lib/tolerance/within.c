/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The interval is taken in parts.  In each, a body of the tolerances deviates from the known motion by at most
 * deviation[i] along axis i of its box (deviation.h).
 *
 * Grown by that and by the tolerances of its sides, the box on its known motion holds every true box: if the grown
 * boxes have no contact, no true ones have.  Shrunk by that, it is held by every true box: a map that moves each point
 * of a box by at most d along axis i covers the box that is shrunk by d (y -> z - (F(y) - y) takes the box into itself
 * for a z of the shrunk one, and by Brouwer has a fixed point, which F takes to z).  If the shrunk boxes touch, all
 * true ones share a point.  Of two rigid bodies, one may take over the deviation of the other, so that a thin one need
 * not be shrunk.
 */

#include "numeric/arithmetic.h"

#include "bms_tolerance.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "derivative/numbers.h"
#include "motion/origin.h"
#include "tolerance/deviation.h"

enum { PARTS = 32 };

/* Both bodies over one part of the interval. */
typedef struct part {
  const bms_query *query, *tolerance;
  double ta, tb;
  double deviation[2][3];
} part;

/* ------------------------------------------------------------------ boxes */

/* Returns a number below x - by and one above x + by; x itself where `by` is 0. */
static double lowered(double x, double by) {
  return by > 0 ? nextafter(x - by, -INFINITY) : x;
}

static double raised(double x, double by) {
  return by > 0 ? nextafter(x + by, INFINITY) : x;
}

/* Bounds how far a side of a box may be off. */
static double sum_of(double tolerance, double deviation) {
  double sum = tolerance + deviation;
  return sum == 0 ? 0 : nextafter(sum, INFINITY);
}

static bms_box grown(const bms_box *box, const bms_box *tolerance, const double deviation[3]) {
  bms_box out;
  for (int i = 0; i < 3; i++) {
    out.min[i] = lowered(box->min[i], sum_of(tolerance->min[i], deviation[i]));
    out.max[i] = raised(box->max[i], sum_of(tolerance->max[i], deviation[i]));
  }
  return out;
}

/* Returns false if nothing is left of the box. */
static bool shrink(const bms_box *box, const bms_box *tolerance, const double deviation[3], bms_box *out) {
  bool left = true;
  for (int i = 0; i < 3; i++) {
    out->min[i] = raised(box->min[i], sum_of(tolerance->min[i], deviation[i]));
    out->max[i] = lowered(box->max[i], sum_of(tolerance->max[i], deviation[i]));
    left = left && out->min[i] <= out->max[i];
  }
  return left;
}

static bool is_contact(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* ------------------------------------------------------------------ one part */

static part part_over(const bms_query *query, const bms_query *tolerance, double ta, double tb) {
  part p = {query, tolerance, ta, tb, {{0}}};
  bms_deviation_over(&query->a, &tolerance->a, ta, tb, p.deviation[0]);
  bms_deviation_over(&query->b, &tolerance->b, ta, tb, p.deviation[1]);
  return p;
}

/* The first contact of the grown boxes; at the start if they have no bounds. */
static bms_status earliest_in(const part *p, double *t) {
  bms_query large = *p->query;
  bms_contact contact;
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += p->deviation[0][i] + p->deviation[1][i];
  *t = p->ta;
  if (!isfinite(sum)) return BMS_OVERLAPPING;
  large.t0 = p->ta;
  large.t1 = p->tb;
  large.a.box = grown(&large.a.box, &p->tolerance->a.box, p->deviation[0]);
  large.b.box = grown(&large.b.box, &p->tolerance->b.box, p->deviation[1]);
  bms_status status = bms_first_contact(&large, &contact);
  if (status != BMS_INVALID) *t = contact.t_lower;
  return status == BMS_INVALID ? BMS_OVERLAPPING : status;
}

/* The first contact of boxes that are shrunk by these deviations; INFINITY if there is none. */
static double latest_with(const part *p, const double of_a[3], const double of_b[3]) {
  bms_query small = *p->query;
  bms_contact contact;
  small.t0 = p->ta;
  small.t1 = p->tb;
  if (!shrink(&p->query->a.box, &p->tolerance->a.box, of_a, &small.a.box)) return INFINITY;
  if (!shrink(&p->query->b.box, &p->tolerance->b.box, of_b, &small.b.box)) return INFINITY;
  return is_contact(bms_first_contact(&small, &contact)) ? contact.t_upper : INFINITY;
}

static double latest_in(const part *p) {
  static const double NONE[3] = {0, 0, 0};
  double latest = latest_with(p, p->deviation[0], p->deviation[1]), both[3];
  if (p->query->a.motion.form != BMS_MOTION_RIGID || p->query->b.motion.form != BMS_MOTION_RIGID) return latest;
  for (int i = 0; i < 3; i++) both[i] = nextafter(p->deviation[0][i] + p->deviation[1][i], INFINITY);
  latest = fmin(latest, latest_with(p, both, NONE));
  return fmin(latest, latest_with(p, NONE, both));
}

/* ------------------------------------------------------------------ all parts */

/* The start of part k of the interval. */
static double start_of(double t0, double t1, int k) {
  return k == 0 ? t0 : k >= PARTS ? t1 : fmin(fmax(t0 + (t1 - t0) * k / PARTS, t0), t1);
}

static double earliest_of(const bms_query *query, const bms_query *tolerance) {
  double t0 = query->t0, t1 = query->t1, t;
  for (int k = 0; k < PARTS; k++) {
    part p = part_over(query, tolerance, start_of(t0, t1, k), start_of(t0, t1, k + 1));
    if (earliest_in(&p, &t) != BMS_SEPARATED) return t;
    if (!(t0 < t1)) break;
  }
  return INFINITY;
}

static double latest_of(const bms_query *query, const bms_query *tolerance) {
  double t0 = query->t0, t1 = query->t1;
  for (int k = 0; k < PARTS && t0 <= t1; k++) {
    part p = part_over(query, tolerance, start_of(t0, t1, k), start_of(t0, t1, k + 1));
    double latest = latest_in(&p);
    if (latest < INFINITY) return latest;
    if (!(t0 < t1)) break;
  }
  return INFINITY;
}

/* Returns BMS_VALID, or what is wrong with the tolerances. */
static bms_reason check_tolerance(const bms_query *query, const bms_query *tolerance, bms_part *where) {
  *where = query->a.motion.form != tolerance->a.motion.form ? BMS_PART_A : BMS_PART_B;
  if (*where == BMS_PART_A || query->b.motion.form != tolerance->b.motion.form) return BMS_MOTION_FORM;
  bms_query copy = *tolerance;
  double *number[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(&copy, number);
  *where = BMS_PART_QUERY;
  for (int i = 0; i < count; i++)
    if (!(*number[i] >= 0 && *number[i] < INFINITY)) return BMS_NEARNESS_NEGATIVE;
  return BMS_VALID;
}

static bms_status within_frame(const bms_query *query, const bms_query *tolerance, bms_contact_within *within) {
  bms_query wide = *query, narrow = *query;
  bms_contact contact;
  *within = (bms_contact_within){.earliest = INFINITY, .latest = INFINITY, .reason = BMS_VALID};
  if (bms_first_contact_time(query, NULL, &contact) != BMS_INVALID) {
    within->reason = check_tolerance(query, tolerance, &within->where);
    if (within->reason != BMS_VALID) return BMS_INVALID;
    wide.t0 = lowered(query->t0, tolerance->t0);
    wide.t1 = raised(query->t1, tolerance->t1);
    narrow.t0 = raised(query->t0, tolerance->t0);
    narrow.t1 = lowered(query->t1, tolerance->t1);
    bms_first_contact_time(&wide, NULL, &contact);
  }
  within->reason = contact.status == BMS_INVALID ? contact.reason : BMS_VALID;
  within->where = contact.where;
  if (contact.status == BMS_INVALID) return BMS_INVALID;
  within->earliest = earliest_of(&wide, tolerance);
  if (!(within->earliest < INFINITY)) return BMS_SEPARATED;
  within->latest = latest_of(&narrow, tolerance);
  return within->latest < INFINITY ? BMS_CONTACT : BMS_UNRESOLVED;
}

/* Takes motions with different origins to the frame's; rounding counts as a tolerance. */
static void take_to_frame(bms_frame *frame, bms_query *tolerance) {
  frame->query.a.motion = bms_motion_at_zero(&frame->query.a.motion, &tolerance->a.motion);
  frame->query.b.motion = bms_motion_at_zero(&frame->query.b.motion, &tolerance->b.motion);
}

bms_status bms_first_contact_within(const bms_query *query, const bms_query *tolerance, bms_contact_within *within) {
  bms_query wider = *tolerance;
  bms_frame frame;
  if (bms_is_frame(query)) return within_frame(query, tolerance, within);
  *within = (bms_contact_within){.earliest = INFINITY, .latest = INFINITY};
  within->reason = bms_frame_of(query, &frame, &within->where);
  if (within->reason == BMS_VALID && frame.apart) within->reason = check_tolerance(query, tolerance, &within->where);
  if (within->reason != BMS_VALID) return BMS_INVALID;
  if (frame.apart) take_to_frame(&frame, &wider);
  bms_status status = within_frame(&frame.query, &wider, within);
  within->earliest = bms_frame_time_down(&frame, within->earliest);
  within->latest = bms_frame_time_up(&frame, within->latest);
  return status;
}
