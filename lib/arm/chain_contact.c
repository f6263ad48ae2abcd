/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of an arm on its way.
 *
 * Each shape is followed as seen from each link (the world counts as one), among the shapes that stand still there: the
 * shapes of the link itself, and of links that do not move against it.  From the time t up to which all are known to be
 * apart, a span of some length is checked, the cheapest way first:
 *
 *     its pose in the middle and its speed keep it off everything    apart to the span's end; the next may be twice as
 *                                                                    long
 *     so do a fitted piece's control poses, along some axis          in the same way
 *     two boxes, the fit has much more slack than the tolerance      try a shorter piece
 *     two boxes, no contact on it                                    apart to its end
 *     two boxes, a contact, slack within the tolerance               that is the answer
 *     two boxes, a contact, more slack                               apart up to it; go on from there with a shorter
 *                                                                    piece
 *     other shapes, two parts of which no axis keeps apart           that is the answer where these are within the
 *                                                                    tolerance at t; else try a shorter piece
 *
 * So pieces are fine only where something is near, and a shape in free space takes a few steps.  The first
 * contact so far of any pair ends the interval.
 *
 * Exact arithmetic, which takes a hundred times as long as all the rest, is seldom needed: a contact that only shortens
 * the piece may be early, and one that is the answer may leave as much again as the slack (first_contact_near.c).
 */

#include "numeric/arithmetic.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "bounds/bernstein_hull.h"
#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "arm/pose.h"
#include "arm/shape_pair.h"
#include "path/fit.h"
#include "numeric/elementary.h"
#include "numeric/jet.h"
#include "numeric/vector.h"

/* Factors of a piece's length: after a success, after a radius that was of no use, and at most after a contact with too
   much slack, which otherwise goes by the cubic law of the error with this caution. */
static const double LONGER = 2, USELESS = 0.5, SHORTER = 0.3, CAUTION = 0.9;

/* A piece on which two parts may meet is cut where their gap would be used up if it shrank evenly, less this caution,
   but to no less than a part. */
static const double LEAST_PART = 0.0625;

/* Times the tolerance: with more slack and no axis that separates, two shorter pieces cost less than a query. */
static const double COARSE = 64;

/* A piece is shortened at most so often before a check whether any piece can have as little slack as the tolerance.
   If none can, ever shorter ones could stay apart from something very near for ever. */
enum { PATIENCE = 256 };

/* The most steps for one shape among a batch.  A move that takes more, as with very many turns, is left open. */
enum { MOST_LOOKS = 1 << 18 };

/* Pairs of nodes and of triangles that are checked on a piece whose error exceeds the tolerance before it is shortened:
   half the piece has an eighth of the error and is seldom dearer. */
enum { MOST_STEPS = 256 };

/* A length below this part of the largest |t| may be nothing but rounding. */
static const double LEAST_LENGTH = 0x1p-44;

/* Shapes that stand still in a view's frame are taken a batch at a time. */
enum { BATCH = 32 };

typedef struct static_shape {
  int shape;
  bool boxes;          /* it and the view's shape are boxes, which bms_first_contact_near() answers */
  bool outside;        /* neither is inside of the other: known as soon as they are seen to be apart as wholes */
  bms_near_parts near; /* the last two parts that may meet, and the direction that keeps most parts apart */
  bms_pose place;
  double min[3], max[3];
} static_shape;

typedef struct job {
  bms_link_view view;
  double tolerance;
  double begin; /* the time from which on it is followed */
  bms_chain_contact *first;
  int static_count;
  static_shape static_shape[BATCH];
} job;

/* A contact on a piece, with the shape `other`. */
typedef struct found_contact {
  int other; /* -1: there is none */
  bms_contact contact;
  double apart;   /* what it leaves beyond the slack; of parts, how far they are apart */
  double shorter; /* where a shorter piece is better: the part of the length to try */
  bool parts;     /* it is one of parts, at the piece's start */
} found_contact;

/* Returns true if the view's shape may meet this one, which stands still in its frame. */
static bool looks_at(const bms_link_view *view, int a) {
  const bms_chain *chain = view->chain;
  int link = chain->shape[a].link;
  return link < chain->shape[view->shape].link && bms_static_root_of(chain, view->move, link) == view->from &&
         bms_chain_looks_at(chain, a, view->shape);
}

/* Returns true if the pose in the middle is enough to prove that nothing is met. */
static bool is_far(job *j, const bms_chain_span *span) {
  double margin = j->view.chain->margin;
  for (int i = 0; i < j->static_count; i++) {
    static_shape *c = &j->static_shape[i];
    if (!(bms_chain_span_gap(span, c->min, c->max) > margin)) return false;
    c->outside = true;
  }
  return true;
}

/* Computes a hull that the real box on the piece lies in. */
static void hull_of(const bms_chain_piece *piece, bms_bernstein_hull *hull) {
  bms_bernstein_hull_of(&piece->body, piece->s0, piece->s1, hull);
  hull->error = (hull->error + piece->radius) * BMS_JET_SAFETY;
}

/* Finds the first contact of a query.  Exact arithmetic is left for boxes that doubles do not decide and that are not
   near enough, and for what may be an overlap at the start.  Returns its distance at t_lower, 0 where it is a contact
   for certain. */
static double contact_of(const bms_query *query, double accepted, bms_contact *found) {
  double beyond;
  bms_status status = bms_first_contact_near(query, accepted, found, &beyond);
  if (status != BMS_UNRESOLVED && status != BMS_TOUCHING) return beyond;
  bms_first_contact(query, found);
  return 0;
}

/* Searches for a contact with one box that stands still in the viewer's frame, over the query's interval; returns true
   if there is one. */
static bool meets_one(bms_query *query, double accepted, found_contact *m) {
  bms_contact found;
  double beyond = contact_of(query, accepted, &found);
  if (found.status == BMS_SEPARATED) return false;
  if (found.status == BMS_INVALID) /* out of the range of doubles: nothing is known */
    found = (bms_contact){.status = BMS_UNRESOLVED, .t_lower = query->t0};
  m->contact = found;
  m->apart = beyond;
  /* Later contacts are of no interest; at the start nothing is earlier. */
  query->t1 = found.status == BMS_CONTACT || found.status == BMS_UNRESOLVED ? found.t_lower : query->t0;
  return true;
}

/* Returns how near is near enough if doubles do not decide the contact.  If there is more slack than allowed only
   the time up to which the boxes are apart is of interest; else no more is added than there is anyway, so that exact
   paths are answered to rounding. */
static double accepted_distance(double tolerance, double slack) {
  return slack > tolerance ? INFINITY : fmin(slack, tolerance - slack - 2 * BMS_ROUNDING * tolerance);
}

/* Returns the fraction of a piece's length over which a gap that shrinks evenly, from one to another, lasts; half of it
   if the gap does not end, as of parts that are given up. */
static double lasting_part(double gap, double end) {
  if (end > 0) return USELESS;
  double part = gap > 0 && gap > end ? CAUTION * gap / (gap - end) : LEAST_PART;
  return fmin(fmax(part, LEAST_PART), USELESS);
}

/* Returns true if one of two shapes, whose surfaces are apart on the piece, is inside of the other: then so it has been
   from the start of the move. */
static bool are_nested(const job *j, static_shape *c, const bms_chain_piece *piece, found_contact *m) {
  bms_shape_pair pair;
  if (c->outside) return false;
  c->outside = true;
  bms_shape_pair_at(&j->view, c->shape, &c->place, piece->t0, &pair);
  if (!bms_shape_pair_nested(&pair)) return false;
  *m = (found_contact){.other = c->shape, .parts = true, .contact = {.status = BMS_OVERLAPPING}};
  return true;
}

/* Looks how far two parts are apart at t; returns true if that is within the tolerance, which is a contact. */
static bool are_near(const job *j, static_shape *c, double t, found_contact *m) {
  bms_shape_pair pair;
  bms_near_parts *near = &c->near;
  double margin = j->view.chain->margin;
  bms_shape_pair_at(&j->view, c->shape, &c->place, t, &pair);
  bms_shape_pair_look(&pair, near);
  m->other = c->shape;
  m->parts = near->upper - margin <= j->tolerance;
  if (!m->parts) return false;
  m->contact = (bms_contact){.status = near->lower - margin > 0 ? BMS_TOUCHING : BMS_OVERLAPPING, .point_count = 1};
  bms_pose_place(&c->place, near->point_b, m->contact.point[0]);
  bms_pose_turn(&c->place, near->direction, m->contact.normal);
  m->apart = fmax(near->upper - margin, 0);
  return true;
}

/* Searches for parts of two shapes that may meet on the piece.  Returns false if there are: then a contact is set where
   they are near at the start, else the part of the length to try next. */
static bool parts_stay_apart(const job *j, static_shape *c, const bms_chain_piece *piece, found_contact *m) {
  bms_shape_pair pair;
  bms_near_parts *near = &c->near;
  double margin = j->view.chain->margin;
  bms_shape_pair_over(&j->view, c->shape, &c->place, piece, &pair);
  int steps = pair.error > j->tolerance ? MOST_STEPS : INT_MAX;
  if (bms_shape_pair_apart(&pair, margin, steps, near)) return !are_nested(j, c, piece, m);
  double end = near->lower - margin;
  if (!are_near(j, c, piece->t0, m)) m->shorter = lasting_part(near->lower - margin, end);
  return false;
}

/* Finds the first contact on the piece of two boxes.  Returns false if it is better to check a shorter piece. */
static bool boxes_meet(const job *j, const static_shape *c, const bms_chain_piece *piece,
                       const bms_bernstein_hull *moving, bms_query *query, found_contact *m) {
  bms_piece growth = {.radius = piece->radius, .stretch = piece->stretch};
  bms_bernstein_hull still;
  query->a =
      (bms_body){j->view.chain->shape[c->shape].convex.box, bms_motion_fixed(c->place.position, c->place.quaternion)};
  bms_bernstein_hull_of(&query->a, 0, 0, &still);
  if (bms_bernstein_hulls_apart(&still, moving)) return true;
  if (!isfinite(piece->slack) || piece->slack > COARSE * j->tolerance) {
    m->other = c->shape;
    m->shorter = USELESS;
    return false;
  }
  query->b.box = bms_piece_grown(&piece->body.box, &growth);
  if (meets_one(query, accepted_distance(j->tolerance, piece->slack), m)) m->other = c->shape;
  return true;
}

/* Finds the first contact on the piece with what stands still in the viewer's frame.  Returns false if it is better to
   check a shorter piece, or if parts are near at the start. */
static bool meet(job *j, const bms_chain_piece *piece, found_contact *m) {
  bms_query query = {.t0 = piece->s0, .t1 = piece->s1, .b = piece->body};
  double min[3], max[3], margin = j->view.chain->margin;
  bms_bernstein_hull moving;
  hull_of(piece, &moving);
  bms_bernstein_hull_bounds(&moving, min, max);
  for (int i = 0; i < j->static_count; i++) {
    static_shape *c = &j->static_shape[i];
    if (isfinite(piece->radius) && bms_bounds_distance(min, max, c->min, c->max) > margin * BMS_JET_SAFETY) {
      c->outside = true;
      continue;
    }
    if (c->boxes ? !boxes_meet(j, c, piece, &moving, &query, m) : !parts_stay_apart(j, c, piece, m)) return false;
  }
  return true;
}

/* Takes a contact from the viewer's frame to the world. */
static void to_world(const bms_pose *pose, bms_contact *contact) {
  double x[3];
  memcpy(x, contact->normal, sizeof x);
  bms_pose_turn(pose, x, contact->normal);
  for (int i = 0; i < contact->point_count; i++) {
    memcpy(x, contact->point[i], sizeof x);
    bms_pose_place(pose, x, contact->point[i]);
  }
}

static void answer(const job *j, bms_status status, double t, double slack, const found_contact *m) {
  const bms_link_view *view = &j->view;
  bms_chain_contact *first = j->first;
  bms_contact contact = m->contact;
  bms_pose viewer = bms_chain_pose(view->chain, view->move, t, view->from);
  to_world(&viewer, &contact);
  *first = (bms_chain_contact){.status = status,
                               .t = t,
                               .slack = slack + m->apart,
                               .a = m->other,
                               .b = view->shape,
                               .point_count = contact.point_count};
  memcpy(first->normal, contact.normal, sizeof first->normal);
  memcpy(first->point, contact.point, sizeof first->point);
  if (status == BMS_CONTACT && !(t > view->move->t0))
    first->status = contact.status == BMS_TOUCHING ? BMS_TOUCHING : BMS_OVERLAPPING;
}

/* Answers that nothing is known from t on. */
static void leave_open(const job *j, double t, double slack, int other) {
  found_contact nothing = {.other = other};
  answer(j, BMS_UNRESOLVED, t, slack, &nothing);
}

/* Returns true if the errors of the poses alone are more than the tolerance. */
static bool is_hopeless(const job *j, double t) {
  bms_chain_span span = bms_chain_span_over(&j->view, t, t);
  return bms_chain_piece_over(&j->view, &span).slack > j->tolerance;
}

/* Follows one shape until the first contact that is known so far.  Nothing is earlier, nor decides more, than overlap
   at the start. */
static void follow(job *j) {
  const bms_move *move = j->view.move;
  if (j->first->status == BMS_OVERLAPPING) return;
  double t = j->begin, end = j->first->t, length = end - t;
  double least = LEAST_LENGTH * fmax(fabs(move->t0), fabs(move->t1));
  int shortened = 0;
  for (int looks = 0; looks == 0 || t < end; looks++) {
    found_contact m = {.other = -1};
    if (looks == MOST_LOOKS) {
      leave_open(j, t, INFINITY, j->static_shape[0].shape);
      return;
    }
    bms_chain_span span = bms_chain_span_over(&j->view, t, length < end - t ? t + length : end);
    if (is_far(j, &span)) {
      t = span.t1;
      length = LONGER * (span.t1 - span.t0);
      continue;
    }
    bms_chain_piece piece = bms_chain_piece_over(&j->view, &span);
    double slack = piece.slack;
    if (!meet(j, &piece, &m)) {
      if (m.parts) {
        answer(j, BMS_CONTACT, m.contact.point_count == 0 ? move->t0 : t, 0, &m);
        return;
      }
      length = m.shorter * (piece.t1 - t);
    } else if (m.other < 0) {
      t = piece.t1;
      length = LONGER * (piece.t1 - piece.t0);
      continue;
    } else {
      t = fmax(t, bms_chain_piece_time(&piece, m.contact.t_lower));
      if (slack <= j->tolerance || m.contact.status == BMS_UNRESOLVED) {
        answer(j, m.contact.status == BMS_UNRESOLVED ? BMS_UNRESOLVED : BMS_CONTACT, t, slack, &m);
        return;
      }
      length = (piece.t1 - piece.t0) * fmin(SHORTER, CAUTION * bms_rough_cube_root(j->tolerance / slack));
    }
    bool goes_on = length > least && t + length > t;
    if (goes_on && (++shortened <= PATIENCE || !is_hopeless(j, t))) continue;
    leave_open(j, t, slack, m.other);
    return;
  }
}

/* Checks two convex shapes up to the time at which they are foreseen to be near.  Returns true if they are: that is the
   answer.  Else they are apart up to j->begin, which may have become later. */
static bool meet_as_foreseen(job *j, double t) {
  static_shape *c = &j->static_shape[0];
  bms_chain_span span = bms_chain_span_over(&j->view, j->begin, t);
  bms_chain_piece piece = bms_chain_piece_over(&j->view, &span);
  found_contact m = {.other = -1};
  if (!parts_stay_apart(j, c, &piece, &m)) return false;
  j->begin = piece.t1;
  if (!are_near(j, c, j->begin, &m)) return false;
  answer(j, BMS_CONTACT, j->begin, 0, &m);
  return true;
}

static void add(job *j, int shape) {
  const bms_chain *chain = j->view.chain;
  static_shape *c = &j->static_shape[j->static_count++];
  bms_box bounds = bms_placed_bounds(&chain->shape[shape]);
  c->shape = shape;
  c->near = (bms_near_parts){.direction = {0}};
  c->boxes = bms_placed_is_box(&chain->shape[shape]) && bms_placed_is_box(&chain->shape[j->view.shape]) &&
             !(chain->margin > 0);
  c->outside = !bms_shapes_can_nest(&chain->shape[shape], &chain->shape[j->view.shape]);
  c->place = bms_link_view_static_pose(&j->view, shape);
  bms_pose_bounds(&c->place, &bounds, c->min, c->max);
  j->view.static_error = fmax(j->view.static_error, bms_link_view_static_error(&j->view, shape));
}

/* Follows one shape as seen from one link, among all that stands still there. */
static void follow_from(job *j) {
  int count = j->view.chain->shape_count;
  for (int a = 0; a < count; a++) {
    if (looks_at(&j->view, a)) add(j, a);
    if (j->static_count == 0 || (j->static_count < BATCH && a + 1 < count)) continue;
    follow(j);
    j->static_count = 0;
  }
}

bms_status bms_chain_first_contact(const bms_chain *chain, const bms_move *move, double tolerance,
                                   bms_chain_contact *contact) {
  memset(contact, 0, sizeof *contact);
  *contact = (bms_chain_contact){.status = BMS_INVALID, .a = -1, .b = -1};
  if (!bms_tolerance_is_valid(tolerance) || bms_chain_check(chain, move, NULL, 0) != 0) return BMS_INVALID;
  contact->status = BMS_SEPARATED;
  contact->t = move->t1;
  job j = {.tolerance = tolerance, .begin = move->t0, .first = contact};
  for (int b = 0; b < chain->shape_count; b++) {
    const bms_placed_shape *placed = &chain->shape[b];
    bms_pose_cache cache = {0.5 * move->t0 + 0.5 * move->t1, placed->link, placed->pose};
    for (int from = placed->link - 1; from >= BMS_WORLD; from--) {
      if (bms_static_root_of(chain, move, from) != from) continue;
      j.view = bms_link_view_of(chain, move, from, b);
      j.view.cache = &cache;
      follow_from(&j);
    }
  }
  return contact->status;
}

void bms_chain_pair_contact(const bms_chain *chain, const bms_move *move, int a, int b, double begin, double tolerance,
                            bms_pair_hint *hint, bms_chain_contact *contact) {
  job j = {.tolerance = tolerance, .begin = begin, .first = contact};
  static_shape *c = &j.static_shape[0];
  j.view = bms_link_view_of(chain, move, bms_static_root_of(chain, move, chain->shape[a].link), b);
  add(&j, a);
  memcpy(c->near.direction, hint->direction, sizeof c->near.direction);
  bool are_convex = chain->shape[a].mesh == NULL && chain->shape[b].mesh == NULL;
  bool is_foreseen = move->t0 < begin && begin < hint->meets && hint->meets < contact->t;
  if (!(is_foreseen && are_convex && !c->boxes && meet_as_foreseen(&j, hint->meets))) follow(&j);
  memcpy(hint->direction, c->near.direction, sizeof hint->direction);
}
