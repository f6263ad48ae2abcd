/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Questions about paths, answered span by span: between two times at which either path goes from one piece to the
 * next, grown boxes with one motion each are a query of bms.h.
 */

#include "numeric/arithmetic.h"

#include "path/path_span.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "path/fit.h"
#include "numeric/jet.h"
#include "numeric/upward.h"
#include "validate/validate.h"

/* ------------------------------------------------------------------ pieces */

bms_piece bms_piece_exact(double t0, double t1, const bms_motion *motion) {
  return (bms_piece){t0, t1, *motion, 0, 1};
}

bms_box bms_piece_grown(const bms_box *box, const bms_piece *piece) {
  bms_box grown = *box;
  double growth = piece->radius * piece->stretch * BMS_JET_SAFETY;
  if (!(growth > 0)) return grown;
  for (int i = 0; i < 3; i++) {
    grown.min[i] = nextafter(grown.min[i] - growth, -INFINITY);
    grown.max[i] = nextafter(grown.max[i] + growth, INFINITY);
  }
  return grown;
}

double bms_piece_slack(const bms_piece *piece) {
  return bms_fit_slack(piece->radius, piece->stretch);
}

/* Bounds a polynomial whose coefficients are at most these up to a time. */
static double most(const double c[3], double latest) {
  return bms_product_above(bms_product_above(c[2], latest) + c[1], latest) + c[0];
}

/* Returns the greatest distance of a box's points from where they would be if the coefficients of a matrix were off by
   these; enters how far its linear part is off. */
static double greatest_shift(const bms_motion *off, const bms_box *box, double latest, double *turn) {
  double sum = 0;
  for (int r = 0; r < 3; r++) {
    sum += most(off->matrix.entry[r][3], latest);
    for (int c = 0; c < 3; c++) {
      double entry = most(off->matrix.entry[r][c], latest);
      *turn += entry;
      sum += bms_product_above(entry, fmax(fabs(box->min[c]), fabs(box->max[c])));
    }
  }
  return sum;
}

/* Gives the matrix of a fit the origin of its frame; the rounding of its coefficients, up to a time, goes into radius
   and stretch.  Pieces of other kinds are left to exact arithmetic. */
static void take_to_frame(bms_piece *piece, const bms_box *box, double latest) {
  bms_motion off = {.form = piece->motion.form};
  const double *weight = piece->motion.matrix.weight;
  double turn = 0;
  if (!(piece->radius > 0) || piece->motion.origin == 0 || off.form != BMS_MOTION_MATRIX) return;
  if (weight[0] != 1 || weight[1] != 0 || weight[2] != 0) return;
  piece->motion = bms_motion_at_zero(&piece->motion, &off);
  piece->radius += greatest_shift(&off, box, latest, &turn) * BMS_JET_SAFETY;
  piece->stretch = piece->stretch / (1 - turn * piece->stretch) * BMS_JET_SAFETY; /* as in a fit (path_fit.c) */
  if (!(piece->stretch >= 1)) piece->radius = piece->stretch = INFINITY;
}

/* ------------------------------------------------------------------ two paths side by side */

static bms_reason validate_path(const bms_path *path, double t0, double t1) {
  if (path->count < 1 || !(path->piece[0].t0 <= t0 && path->piece[path->count - 1].t1 >= t1)) return BMS_PATH_BROKEN;
  for (int i = 0; i < path->count; i++) {
    const bms_piece *piece = &path->piece[i];
    bool follows = i == 0 || (piece->t0 <= piece[-1].t1 && piece->t0 >= piece[-1].t1);
    if (!follows || !(piece->t0 <= piece->t1)) return BMS_PATH_BROKEN;
    if (!(piece->radius >= 0 && isfinite(piece->radius) && piece->stretch >= 1 && isfinite(piece->stretch)))
      return BMS_PIECE_BOUNDS;
  }
  return BMS_VALID;
}

/* The box is checked as it is: one that is reversed may be in order as it is grown. */
static bms_reason validate_moving(const bms_moving_box *moving, double t0, double t1) {
  bms_reason reason = validate_path(&moving->path, t0, t1);
  return reason == BMS_VALID ? bms_validate_box(&moving->box, BMS_LARGEST_MAGNITUDE) : reason;
}

/* Returns the piece that is in force at t, from `from` on: the first that goes on beyond t, or ends at t if none
   does. */
static int piece_from(const bms_path *path, int from, double t) {
  while (from < path->count - 1 && path->piece[from].t1 <= t) from++;
  return from;
}

/* Enters the pieces, whose motions are of these origins of the frame. */
static void enter(const bms_path_query *query, const bms_piece *a, const bms_piece *b, bms_path_span *span) {
  span->frame.query.a = (bms_body){bms_piece_grown(&query->a.box, a), a->motion};
  span->frame.query.b = (bms_body){bms_piece_grown(&query->b.box, b), b->motion};
  span->radius = a->radius + b->radius;
  span->slack = bms_piece_slack(a) + bms_piece_slack(b);
}

/* Enters the pieces in a frame of their own.  An inexact piece with another origin than the frame is shifted there, and
   what is rounded goes into its radius. */
static void enter_elsewhere(const bms_path_query *query, bms_piece a, bms_piece b, bms_path_span *span) {
  bms_query asked = span->frame.query;
  bms_part where;
  asked.a.motion = a.motion;
  asked.b.motion = b.motion;
  span->reason = bms_frame_of(&asked, &span->frame, &where);
  if (span->reason != BMS_VALID) return;
  double latest = fmax(fabs(span->frame.query.t0), fabs(span->frame.query.t1));
  a.motion = span->frame.query.a.motion;
  b.motion = span->frame.query.b.motion;
  take_to_frame(&a, &query->a.box, latest);
  take_to_frame(&b, &query->b.box, latest);
  enter(query, &a, &b, span);
  span->frame.apart = a.motion.origin != 0 || b.motion.origin != 0;
}

static void fill(const bms_path_query *query, double t0, bms_path_span *span) {
  const bms_piece *a = &query->a.path.piece[span->piece_a], *b = &query->b.path.piece[span->piece_b];
  span->t1 = fmin(query->t1, fmin(a->t1, b->t1));
  span->reason = BMS_VALID;
  span->frame = (bms_frame){.query = {.t0 = t0, .t1 = span->t1}};
  enter(query, a, b, span);
  if (a->motion.origin != 0 || b->motion.origin != 0) enter_elsewhere(query, *a, *b, span);
}

void bms_path_begin(const bms_path_query *query, bms_path_span *span) {
  span->piece_a = piece_from(&query->a.path, 0, query->t0);
  span->piece_b = piece_from(&query->b.path, 0, query->t0);
  fill(query, query->t0, span);
}

bool bms_path_next(const bms_path_query *query, bms_path_span *span) {
  double t = span->t1;
  if (!(t < query->t1)) return false;
  span->piece_a = piece_from(&query->a.path, span->piece_a, t);
  span->piece_b = piece_from(&query->b.path, span->piece_b, t);
  fill(query, t, span);
  return true;
}

bms_reason bms_path_validate(const bms_path_query *query, bms_part *where) {
  *where = BMS_PART_QUERY;
  /* A span beyond BMS_LARGEST_MAGNITUDE is refused by bms_first_contact() and bms_path_validate_from(). */
  bms_reason reason = bms_validate_interval(query->t0, query->t1, DBL_MAX);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_A;
  reason = validate_moving(&query->a, query->t0, query->t1);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_B;
  return validate_moving(&query->b, query->t0, query->t1);
}

bms_reason bms_path_validate_from(const bms_path_query *query, bms_path_span span, bms_part *where) {
  bms_reason reason;
  do reason = span.reason == BMS_VALID ? bms_validate(&span.frame.query, where) : span.reason;
  while (reason == BMS_VALID && bms_path_next(query, &span));
  return reason;
}

/* ------------------------------------------------------------------ first contact */

/* t is t_lower, not the double nearest to the grown boxes' contact: that one may lie after it. */
static bms_status found(const bms_path_span *span, double t0, bms_path_contact *contact) {
  contact->status = contact->grown.status;
  contact->reason = contact->grown.reason;
  contact->where = contact->grown.where;
  contact->slack = span->slack;
  contact->piece_a = span->piece_a;
  contact->piece_b = span->piece_b;
  bool at_once = contact->status == BMS_TOUCHING || contact->status == BMS_OVERLAPPING;
  contact->t = at_once ? contact->grown.t : contact->grown.t_lower;
  if (at_once && contact->t > t0) contact->status = BMS_CONTACT;
  return contact->status;
}

static bms_status first_of(const bms_path_span *span, bms_contact *contact) {
  if (span->reason != BMS_VALID) return BMS_INVALID;
  (void)bms_first_contact(&span->frame.query, contact);
  bms_frame_leave(&span->frame, contact);
  return contact->status;
}

bms_status bms_path_first_contact(const bms_path_query *query, bms_path_contact *contact) {
  bms_path_span span;
  memset(contact, 0, sizeof *contact);
  contact->t = query->t0;
  contact->reason = bms_path_validate(query, &contact->where);
  contact->status = BMS_INVALID;
  if (contact->reason != BMS_VALID) return BMS_INVALID;
  bms_path_begin(query, &span);
  bms_status status;
  do status = first_of(&span, &contact->grown);
  while (status == BMS_SEPARATED && bms_path_next(query, &span));
  if (status == BMS_SEPARATED) {
    contact->status = BMS_SEPARATED;
    contact->t = query->t1;
    return BMS_SEPARATED;
  }
  contact->reason = bms_path_validate_from(query, span, &contact->where);
  if (contact->reason == BMS_VALID) return found(&span, query->t0, contact);
  memset(&contact->grown, 0, sizeof contact->grown);
  return BMS_INVALID;
}

/* ------------------------------------------------------------------ contact intervals */

/* Intervals of one span that are checked one by one; the rest after the last becomes one interval. */
enum { SPAN_CAPACITY = 32 };

typedef struct merger {
  int capacity;
  bms_path_interval *interval;
  int *count;
  bms_path_interval last;
} merger;

static void keep(merger *m) {
  if (*m->count > 0 && *m->count <= m->capacity) m->interval[*m->count - 1] = m->last;
}

static void add(merger *m, double enter, double exit) {
  if (*m->count > 0 && enter <= m->last.exit) {
    m->last.exit = fmax(m->last.exit, exit);
  } else {
    keep(m);
    ++*m->count;
    m->last = (bms_path_interval){enter, exit};
  }
}

static bms_status add_span(merger *m, const bms_path_span *span) {
  bms_contact_interval interval[SPAN_CAPACITY];
  int count;
  if (span->reason != BMS_VALID) return BMS_INVALID;
  const bms_frame *frame = &span->frame;
  bms_status status = bms_contact_intervals(&frame->query, SPAN_CAPACITY, interval, &count);
  if (status == BMS_INVALID) return status;
  int known = count < SPAN_CAPACITY ? count : SPAN_CAPACITY;
  for (int i = 0; i < known; i++)
    add(m, bms_frame_time_down(frame, interval[i].enter_lower), bms_frame_time_up(frame, interval[i].exit_upper));
  if (status == BMS_UNRESOLVED || count > known)
    add(m, bms_frame_time_down(frame, known > 0 ? interval[known - 1].exit_upper : frame->query.t0), span->t1);
  return status;
}

bms_status bms_path_contact_intervals(const bms_path_query *query, int capacity, bms_path_interval *interval,
                                      int *count) {
  bms_path_span span;
  bms_part where;
  merger m = {.capacity = capacity, .interval = interval, .count = count};
  *count = 0;
  if (bms_path_validate(query, &where) != BMS_VALID) return BMS_INVALID;
  bms_path_begin(query, &span);
  do {
    if (add_span(&m, &span) == BMS_INVALID) {
      *count = 0;
      return BMS_INVALID;
    }
  } while (bms_path_next(query, &span));
  keep(&m);
  return *count > 0 ? BMS_CONTACT : BMS_SEPARATED;
}
