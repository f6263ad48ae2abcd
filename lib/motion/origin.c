/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A polynomial c0 + c1 s + c2 s^2 of s = t - d has, as one of t, the coefficients
 *
 *     c0 - (c1 - c2 d) d,   c1 - c2 d - c2 d,   c2.
 *
 * Errors.  In double-double arithmetic, rounded at the end, each is off by at most one rounding of itself and 2^-100 of
 * its terms; SHIFT_ROUNDINGS are eight times as much.
 */

#include "numeric/arithmetic.h"

#include "motion/origin.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "numeric/compiler.h"
#include "numeric/double_double.h"
#include "numeric/rounding.h"

/* Roundings of a coefficient's terms by which shifting may change it. */
static const double SHIFT_ROUNDINGS = 8;

/* Numbers within these have exact products: no part of one underflows. */
static const double SMALLEST = 0x1p-400, LARGEST = 0x1p400;

double bms_origin_of(double *t0, double *t1) {
  double origin = fabs(*t0) > *t1 - *t0 ? *t0 : 0;
  *t0 -= origin;
  *t1 -= origin;
  return origin;
}

/* ------------------------------------------------------------------ exact sums */

/* Computes x - y; returns false if that is no double.  The rounding of a sum is its smaller term less what the larger
   one leaves of it, without rounding (Dekker): so one of the two comparisons is exact, and if the difference is, both
   hold. */
static inline bool subtract(double x, double y, double *difference) {
  double rounded = x - y;
  *difference = rounded;
  return (x - rounded == y) & (rounded + y == x);
}

static bool is_tame(double x) {
  return x == 0 || (fabs(x) >= SMALLEST && fabs(x) <= LARGEST);
}

/* Computes x - y z; returns false if that is no double. */
static bool subtract_product(double x, double y, double z, double *difference) {
  bms_double_double product = bms_double_double_product(y, z);
  *difference = 0;
  return is_tame(x) && is_tame(y) && is_tame(z) && product.low == 0 && subtract(x, product.high, difference);
}

/* ------------------------------------------------------------------ the polynomials of a motion */

/* Lists the polynomials of a motion, with three coefficients or two; returns how many. */
static int polynomials_of(bms_motion *motion, double *c[13], int count[13]) {
  bool rigid = motion->form == BMS_MOTION_RIGID;
  int total = rigid ? 7 : 13;
  for (int i = 0; i < total; i++) {
    count[i] = rigid && i >= 3 ? 2 : 3;
    if (rigid)
      c[i] = i < 3 ? motion->rigid.position[i] : motion->rigid.quaternion[i - 3];
    else
      c[i] = i < 12 ? motion->matrix.entry[i / 4][i % 4] : motion->matrix.weight;
  }
  return total;
}

static bool stands_still(const bms_motion *motion) {
  bms_motion copy = *motion;
  double *c[13];
  int count[13], total = polynomials_of(&copy, c, count);
  for (int i = 0; i < total; i++)
    for (int k = 1; k < count[i]; k++)
      if (c[i][k] != 0) return false;
  return true;
}

/* Makes a motion one of origin 0 if doubles hold its coefficients. */
static bool shift_exactly(bms_motion *motion) {
  bms_motion shifted = *motion;
  double *c[13], d = motion->origin;
  int count[13], total = polynomials_of(&shifted, c, count);
  for (int i = 0; i < total; i++) {
    double last = count[i] == 3 ? c[i][2] : 0, inner, constant, slope;
    if (!subtract_product(c[i][1], last, d, &inner) || !subtract_product(c[i][0], inner, d, &constant)) return false;
    if (!subtract_product(inner, last, d, &slope)) return false;
    c[i][0] = constant;
    c[i][1] = slope;
  }
  shifted.origin = 0;
  *motion = shifted;
  return true;
}

bms_motion bms_motion_at_zero(const bms_motion *motion, bms_motion *off) {
  bms_motion shifted = *motion;
  double *c[13], *bound[13], d = motion->origin;
  int count[13], total = polynomials_of(&shifted, c, count);
  if (d == 0) return shifted;
  if (off != NULL) polynomials_of(off, bound, count);
  for (int i = 0; i < total; i++) {
    double last = count[i] == 3 ? c[i][2] : 0;
    if (last == 0 && c[i][1] == 0) continue; /* a constant is the same from any origin */
    double slopes = fabs(c[i][1]) + 2 * fabs(last * d),
           terms = fabs(c[i][0]) + (fabs(c[i][1]) + fabs(last * d)) * fabs(d);
    bms_double_double product = bms_double_double_product(last, -d);
    bms_double_double inner = bms_double_double_add(bms_double_double_of(c[i][1]), product);
    bms_double_double value = bms_double_double_multiply(inner, bms_double_double_of(-d));
    c[i][0] = bms_double_double_add(bms_double_double_of(c[i][0]), value).high;
    c[i][1] = bms_double_double_add(inner, product).high;
    if (off == NULL) continue;
    bound[i][0] = nextafter(bound[i][0] + SHIFT_ROUNDINGS * BMS_ROUNDING * terms, INFINITY);
    bound[i][1] = nextafter(bound[i][1] + SHIFT_ROUNDINGS * BMS_ROUNDING * slopes, INFINITY);
  }
  shifted.origin = 0;
  return shifted;
}

bms_query bms_query_at_zero(const bms_query *query) {
  bms_query shifted = *query;
  shifted.a.motion = bms_motion_at_zero(&query->a.motion, NULL);
  shifted.b.motion = bms_motion_at_zero(&query->b.motion, NULL);
  return shifted;
}

/* ------------------------------------------------------------------ the frame */

/* Gives a body its origin in a frame; returns false if that is no double. */
static inline bool enter(const bms_motion *motion, double origin, bms_motion *entered) {
  entered->origin = 0;
  if (motion->origin == origin || stands_still(motion)) return true;
  return subtract(motion->origin, origin, &entered->origin);
}

/* Takes the interval to the frame at an origin; returns false if doubles do not hold it there. */
static inline bool enter_interval(const bms_query *query, double origin, bms_frame *frame) {
  return subtract(origin, query->origin, &frame->start) && subtract(query->t0, frame->start, &frame->query.t0) &&
         subtract(query->t1, frame->start, &frame->query.t1);
}

/* Tries the frame at an origin. */
static bool try_frame(const bms_query *query, double origin, bms_frame *frame) {
  bms_query *q = &frame->query;
  bool exact = enter_interval(query, origin, frame) && enter(&query->a.motion, origin, &q->a.motion) &&
               enter(&query->b.motion, origin, &q->b.motion);
  if (!exact) return false;
  frame->apart = q->a.motion.origin != 0 || q->b.motion.origin != 0;
  return true;
}

/* Copies a body, with what its form has. */
static void copy(const bms_body *from, bms_body *to) {
  to->box = from->box;
  to->motion.form = from->motion.form;
  to->motion.origin = 0;
  if (from->motion.form == BMS_MOTION_RIGID)
    memcpy(&to->motion.rigid, &from->motion.rigid, sizeof to->motion.rigid);
  else
    memcpy(&to->motion.matrix, &from->motion.matrix, sizeof to->motion.matrix);
}

/* Begins a frame with a query that counts from there. */
static void begin(const bms_query *query, bms_frame *frame) {
  frame->query.t0 = query->t0;
  frame->query.t1 = query->t1;
  frame->query.origin = frame->start = 0;
  frame->apart = false;
  copy(&query->a, &frame->query.a);
  copy(&query->b, &frame->query.b);
}

/* Returns BMS_VALID if all numbers that count are finite. */
static bms_reason check(const bms_query *query, bms_part *where) {
  const double origin[3] = {query->a.motion.origin, query->b.motion.origin, query->origin};
  const bms_part part[3] = {BMS_PART_A, BMS_PART_B, BMS_PART_QUERY};
  for (int k = 0; k < 3; k++) {
    *where = part[k];
    if (!isfinite(origin[k])) return k < 2 ? BMS_MOTION_NOT_FINITE : BMS_INTERVAL_NOT_FINITE;
  }
  if (!isfinite(query->t0) || !isfinite(query->t1)) return BMS_INTERVAL_NOT_FINITE;
  return BMS_VALID;
}

/* Returns the frame of a query whose motions have different origins, or that takes more than its interval there. */
BMS_NOINLINE bms_reason find_frame(const bms_query *query, bms_frame *frame, bms_part *where) {
  const double origin[3] = {query->a.motion.origin, query->b.motion.origin, query->origin};
  bms_reason reason = check(query, where);
  if (reason != BMS_VALID) return reason;
  int first = origin[0] != origin[2] && stands_still(&query->a.motion) ? 1 : 0, found = -1;
  for (int k = first; k < 3; k++) {
    begin(query, frame);
    if (!try_frame(query, origin[k], frame)) continue;
    if (!frame->apart) return BMS_VALID;
    if (found < 0) found = k;
  }
  if (found < 0) return BMS_OUT_OF_RANGE;
  begin(query, frame);
  (void)try_frame(query, origin[found], frame);
  return BMS_VALID;
}

bms_reason bms_frame_of(const bms_query *query, bms_frame *frame, bms_part *where) {
  double origin = query->a.motion.origin;
  if (origin == query->b.motion.origin && isfinite(origin)) { /* as most have */
    begin(query, frame);
    if (origin == query->origin || enter_interval(query, origin, frame)) return BMS_VALID;
  }
  return find_frame(query, frame, where);
}

bms_reason bms_frame_at_query(const bms_query *query, bms_frame *frame, bms_part *where) {
  bms_reason reason = check(query, where);
  begin(query, frame);
  if (reason != BMS_VALID) return reason;
  return try_frame(query, query->origin, frame) ? BMS_VALID : BMS_OUT_OF_RANGE;
}

bool bms_frame_unite(bms_frame *frame) {
  bms_motion *a = &frame->query.a.motion, *b = &frame->query.b.motion;
  frame->apart = !((a->origin == 0 || shift_exactly(a)) && (b->origin == 0 || shift_exactly(b)));
  return !frame->apart;
}

bms_reason bms_frame_of_body(const bms_body *body, double t0, double t1, bms_frame *frame, bms_part *where) {
  bms_query query = {.t0 = t0, .t1 = t1, .a = {.motion = {.form = BMS_MOTION_RIGID}}, .b = *body};
  query.a.motion.origin = body->motion.origin;
  bms_reason reason = bms_frame_of(&query, frame, where);
  *where = reason == BMS_MOTION_NOT_FINITE ? BMS_PART_B : *where;
  return reason == BMS_VALID && frame->apart ? BMS_OUT_OF_RANGE : reason;
}

double bms_frame_time(const bms_frame *frame, double t) {
  return t + frame->start;
}

double bms_frame_time_down(const bms_frame *frame, double t) {
  return bms_double_double_rounded_sum(t, frame->start, -INFINITY);
}

double bms_frame_time_up(const bms_frame *frame, double t) {
  return bms_double_double_rounded_sum(t, frame->start, INFINITY);
}

void bms_frame_leave(const bms_frame *frame, bms_contact *contact) {
  if (contact->status == BMS_INVALID || frame->start == 0) return;
  contact->t += frame->start;
  contact->t_lower = bms_frame_time_down(frame, contact->t_lower);
  contact->t_upper = bms_frame_time_up(frame, contact->t_upper);
}
