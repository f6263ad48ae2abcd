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

/* The box is looked at as it is: one that is reversed may be in order as it is grown. */
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

static void fill(const bms_path_query *query, double t0, bms_path_span *span) {
  const bms_piece *a = &query->a.path.piece[span->piece_a], *b = &query->b.path.piece[span->piece_b];
  span->query.t0 = t0;
  span->query.t1 = fmin(query->t1, fmin(a->t1, b->t1));
  span->query.a = (bms_body){bms_piece_grown(&query->a.box, a), a->motion};
  span->query.b = (bms_body){bms_piece_grown(&query->b.box, b), b->motion};
  span->slack = bms_piece_slack(a) + bms_piece_slack(b);
}

void bms_path_begin(const bms_path_query *query, bms_path_span *span) {
  span->piece_a = piece_from(&query->a.path, 0, query->t0);
  span->piece_b = piece_from(&query->b.path, 0, query->t0);
  fill(query, query->t0, span);
}

bool bms_path_next(const bms_path_query *query, bms_path_span *span) {
  double t = span->query.t1;
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
  do reason = bms_validate(&span.query, where);
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

bms_status bms_path_first_contact(const bms_path_query *query, bms_path_contact *contact) {
  bms_path_span span;
  memset(contact, 0, sizeof *contact);
  contact->t = query->t0;
  contact->reason = bms_path_validate(query, &contact->where);
  contact->status = BMS_INVALID;
  if (contact->reason != BMS_VALID) return BMS_INVALID;
  bms_path_begin(query, &span);
  bms_status status;
  do status = bms_first_contact(&span.query, &contact->grown);
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

/* Those of one span that are checked one by one; what follows the last becomes one interval. */
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

static bms_status add_span(merger *m, const bms_query *query) {
  bms_contact_interval interval[SPAN_CAPACITY];
  int count;
  bms_status status = bms_contact_intervals(query, SPAN_CAPACITY, interval, &count);
  if (status == BMS_INVALID) return status;
  int known = count < SPAN_CAPACITY ? count : SPAN_CAPACITY;
  for (int i = 0; i < known; i++) add(m, interval[i].enter_lower, interval[i].exit_upper);
  if (status == BMS_UNRESOLVED || count > known)
    add(m, known > 0 ? interval[known - 1].exit_upper : query->t0, query->t1);
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
    if (add_span(&m, &span.query) == BMS_INVALID) {
      *count = 0;
      return BMS_INVALID;
    }
  } while (bms_path_next(query, &span));
  keep(&m);
  return *count > 0 ? BMS_CONTACT : BMS_SEPARATED;
}
