/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * If one plane passes through the origin at t*, and all its half-edges lean to one side, t* is that plane's root and
 * smooth.  Doubles prove that for most contacts.  If they do not, exact arithmetic finds the axes that have the gap 0.
 *
 * Along an axis the gap is n . d less the sum of |n . u| over the half-edges u.  If some n . u are 0 it is the least
 * of several planes, one for each choice of signs for these, and its root the earliest of theirs.  The boxes meet when
 * the last gap closes.  So near the query
 *
 *     t* = max over the axes (min over the choices of signs of the plane's root)
 *
 * if all these planes close in, and a derivative from one side is the same expression of the planes' derivatives: from
 * below with min and max exchanged.
 */

#include "numeric/arithmetic.h"

#include "bms_derivative.h"

#include <math.h>

#include "derivative/numbers.h"
#include "derivative/plane_rate.h"
#include "exact/exact_contact.h"
#include "motion/origin.h"
#include "planes/separation.h"

/* A speed below this part of the terms that it is the sum of is no speed that doubles know. */
static const double LEAST_SPEED = 0x1p-40;

/* ------------------------------------------------------------------ which planes */

static double half_of(const bms_query *query, int half_edge) {
  const bms_box *box = half_edge < 3 ? &query->a.box : &query->b.box;
  return box->max[half_edge % 3] - box->min[half_edge % 3];
}

/* Returns the half-edges (bit k: half-edge k) that are at right angles to an axis by chance, not by construction. */
static unsigned flush_edges(const bms_query *query, const bms_axis_signs *signs) {
  unsigned flush = 0;
  for (int k = 0; k < 6; k++)
    if (signs->half_edge[k] == 0 && half_of(query, k) > 0 && !bms_is_perpendicular(signs->axis, k)) flush |= 1u << k;
  return flush;
}

/* Returns true if the signs along the axis of a contact are certain at one time and all other gaps negative. */
static bool is_alone_at(const bms_relative *relative, double t, int axis, bms_axis_signs *signs) {
  bms_instant instant;
  bms_axis_gap gap;
  bms_relative_instant(relative, t, &instant);
  bms_axis_gap_at(relative, &instant, axis, &gap);
  *signs = gap.signs;
  return gap.certain_signs && bms_separation_doubtful(relative, &instant, BMS_ALL_AXES & ~(1u << axis)) == 0;
}

/* Returns true if doubles are sure that the plane of the contact is the only one, and find its signs. */
static bool is_alone(const bms_query *query, const bms_contact *contact, bms_axis_signs *signs) {
  bms_relative relative;
  bms_axis_signs later;
  int axis = bms_pair_axis(&contact->pair);
  if (!bms_is_frame(query)) return false;
  return bms_relative_prepare(query, &relative) && is_alone_at(&relative, contact->t_lower, axis, signs) &&
         is_alone_at(&relative, contact->t_upper, axis, &later) && flush_edges(query, signs) == 0;
}

/* ------------------------------------------------------------------ derivatives */

/* Computes the derivatives of a plane's root.  Returns false and the status if there are none. */
static bool root_rate(const bms_query *query, double t, const bms_axis_signs *signs, bms_query *rate,
                      bms_derivative_status *status) {
  bms_plane_rate plane;
  bms_axis_signs facing = *signs;
  double *number[BMS_MOST_NUMBERS];
  bool held = bms_plane_rate_at(query, t, &facing, &plane);
  if (held && signs->distance == 0 && plane.speed < 0) { /* both sides of a plane without radii */
    facing.distance = -1;
    held = bms_plane_rate_at(query, t, &facing, &plane);
  }
  if (!held || !(plane.speed > LEAST_SPEED * plane.drift)) {
    *status = held ? BMS_DERIVATIVE_GRAZE : BMS_DERIVATIVE_UNKNOWN;
    return false;
  }
  int count = bms_numbers_of(&plane.rate, number);
  for (int i = 0; i < count; i++) *number[i] /= plane.speed;
  *rate = plane.rate;
  return true;
}

/* Takes over the lesser or the greater of every number. */
static void merge(bms_query *into, bms_query *from, bool greater) {
  double *x[BMS_MOST_NUMBERS], *y[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(into, x);
  bms_numbers_of(from, y);
  for (int i = 0; i < count; i++)
    if (greater ? *y[i] > *x[i] : *y[i] < *x[i]) *x[i] = *y[i];
}

/* The derivatives of the root of the gap along one axis. */
static bool axis_rates(const bms_query *query, double t, const bms_axis_signs *signs, bms_query *below,
                       bms_query *above, bms_derivative_status *status) {
  unsigned flush = flush_edges(query, signs);
  bool first = true;
  for (unsigned choice = 0; choice <= flush; choice++) {
    bms_axis_signs chosen = *signs;
    bms_query rate;
    if ((choice & ~flush) != 0) continue;
    for (int k = 0; k < 6; k++)
      if (flush >> k & 1) chosen.half_edge[k] = choice >> k & 1 ? 1 : -1;
    if (!root_rate(query, t, &chosen, &rate, status)) return false;
    if (first) *below = *above = rate;
    merge(below, &rate, true);
    merge(above, &rate, false);
    first = false;
  }
  return true;
}

/* The derivatives from both sides where the axes of an exact answer close. */
static bool tied_rates(const bms_query *query, const bms_exact_answer *exact, bms_derivative *out) {
  bool first = true;
  for (int axis = 0; axis < BMS_AXES; axis++) {
    bms_query below, above;
    if (!(exact->axes >> axis & 1)) continue;
    if (!axis_rates(query, exact->t, &exact->signs[axis], &below, &above, &out->status)) return false;
    if (first) {
      out->below = below;
      out->above = above;
    }
    merge(&out->below, &below, false);
    merge(&out->above, &above, true);
    first = false;
  }
  return !first;
}

static bool are_same(bms_query *x, bms_query *y) {
  double *p[BMS_MOST_NUMBERS], *q[BMS_MOST_NUMBERS];
  int count = bms_numbers_of(x, p), same = 0;
  bms_numbers_of(y, q);
  for (int i = 0; i < count; i++) same += !(*p[i] < *q[i]) && !(*p[i] > *q[i]);
  return same == count;
}

static double sensitivity_of(const bms_query *query, bms_derivative *derivative) {
  bms_query copy = *query;
  double *p[BMS_MOST_NUMBERS], *below[BMS_MOST_NUMBERS], *above[BMS_MOST_NUMBERS], sum = 0;
  int count = bms_numbers_of(&copy, p);
  bms_numbers_of(&derivative->below, below);
  bms_numbers_of(&derivative->above, above);
  for (int i = 0; i < count; i++) sum += fabs(*p[i]) * fmax(fabs(*below[i]), fabs(*above[i]));
  return sum;
}

/* The derivatives of a contact after t0. */
static void at_contact(const bms_query *query, const bms_contact *contact, bms_derivative *out) {
  bms_axis_signs signs;
  bms_exact_answer exact;
  out->status = BMS_DERIVATIVE_UNKNOWN;
  if (is_alone(query, contact, &signs)) {
    if (root_rate(query, contact->t, &signs, &out->above, &out->status)) out->status = BMS_DERIVATIVE_EXISTS;
    out->below = out->above;
  } else if (bms_exact_first_contact(query, contact->t_lower, &exact) == BMS_CONTACT) {
    if (tied_rates(query, &exact, out))
      out->status = are_same(&out->below, &out->above) ? BMS_DERIVATIVE_EXISTS : BMS_DERIVATIVE_ONE_SIDED;
    else
      out->below = out->above = bms_query_like(query);
  }
}

/* Gives a motion that stands still its origin in the frame, rounded: the rates by its slopes count from there. */
static void place_origin(const bms_query *query, const bms_frame *frame, const bms_motion *from, bms_motion *motion) {
  motion->origin = (from->origin - query->origin) - frame->start;
}

static void at_contact_in_frame(const bms_query *query, const bms_frame *frame, const bms_contact *contact,
                                bms_derivative *out) {
  bms_query counted = frame->query;
  place_origin(query, frame, &query->a.motion, &counted.a.motion);
  place_origin(query, frame, &query->b.motion, &counted.b.motion);
  at_contact(&counted, contact, out);
}

/* Answers a query that is not its own frame. */
static void derive_elsewhere(const bms_query *query, bms_contact *contact, bms_derivative *derivative) {
  bms_frame frame;
  if (bms_frame_of(query, &frame, &contact->where) != BMS_VALID) return;
  (void)bms_first_contact(&frame.query, contact);
  if (contact->status == BMS_CONTACT) at_contact_in_frame(query, &frame, contact, derivative);
  bms_frame_leave(&frame, contact);
}

bms_derivative_status bms_first_contact_derivative(const bms_query *query, bms_contact *contact,
                                                   bms_derivative *derivative) {
  static const bms_query NOTHING;
  *derivative = (bms_derivative){BMS_DERIVATIVE_INVALID, NOTHING, NOTHING, 0};
  bms_first_contact(query, contact);
  if (contact->status == BMS_INVALID) return BMS_DERIVATIVE_INVALID;
  derivative->below = derivative->above = bms_query_like(query);
  switch (contact->status) {
    case BMS_CONTACT:
      if (bms_is_frame(query))
        at_contact(query, contact, derivative);
      else
        derive_elsewhere(query, contact, derivative);
      break;
    case BMS_OVERLAPPING:
      derivative->status = BMS_DERIVATIVE_EXISTS;
      derivative->below.t0 = derivative->above.t0 = 1;
      break;
    case BMS_TOUCHING:
      derivative->status = BMS_DERIVATIVE_START;
      break;
    case BMS_SEPARATED:
      derivative->status = BMS_DERIVATIVE_NO_CONTACT;
      break;
    default:
      derivative->status = BMS_DERIVATIVE_UNKNOWN;
      break;
  }
  derivative->sensitivity = sensitivity_of(query, derivative);
  return derivative->status;
}

const char *bms_derivative_status_name(bms_derivative_status status) {
  switch (status) {
    case BMS_DERIVATIVE_EXISTS:
      return "exists";
    case BMS_DERIVATIVE_ONE_SIDED:
      return "one-sided";
    case BMS_DERIVATIVE_GRAZE:
      return "graze";
    case BMS_DERIVATIVE_START:
      return "start";
    case BMS_DERIVATIVE_NO_CONTACT:
      return "no contact";
    case BMS_DERIVATIVE_UNKNOWN:
      return "unknown";
    case BMS_DERIVATIVE_INVALID:
      break;
  }
  return "invalid";
}
