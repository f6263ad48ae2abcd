/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of an arm on its way.
 *
 * Each box is followed as seen from each link (the world counts as one), among the boxes that stand still there: those of
 * the link itself, and of links that do not move against it.  From the time t up to which all are known to be apart, a
 * span of some length is looked at, the cheapest way first:
 *
 *     its pose in the middle and its speed keep it off everything    apart to the span's end; the next may be twice as
 *                                                                    long
 *     so do a fitted piece's control poses, along some axis          likewise
 *     the fit has much more slack than the tolerance                 try a shorter piece
 *     no contact on it                                               apart to its end
 *     a contact, slack within the tolerance                          that is the answer
 *     a contact, more slack                                          apart up to it; go on from there with a shorter
 *                                                                    piece
 *
 * So pieces are fine only where something is near, and a box in free space takes a few looks.  What is known of another
 * pair ends the interval at the first contact so far.
 *
 * Exact arithmetic, which takes a hundred times as long as all the rest, is seldom needed: a contact that only shortens
 * the piece may be early, and one that is the answer may leave as much again as the slack (first_contact_near.c).
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <string.h>

#include "bounds/bernstein_hull.h"
#include "arm/chain.h"
#include "path/fit.h"
#include "numeric/jet.h"
#include "numeric/vector.h"

/* How pieces change: after a success, after a radius that was of no use, and at most after a contact with too much
   slack, which otherwise goes by the cubic law of the error with this caution. */
static const double LONGER = 2, USELESS = 0.5, SHORTER = 0.3, CAUTION = 0.9;

/* Times the tolerance: with more slack and no axis that separates, two shorter pieces cost less than a query. */
static const double COARSE = 64;

/* So often a piece is shortened before it is asked whether any has as little slack as the tolerance.  Where none has, very
   short ones could be told apart from something very near for ever. */
enum { PATIENCE = 256 };

/* A length below this part of the largest |t| cannot be told apart from nothing. */
static const double LEAST_LENGTH = 0x1p-44;

/* What stands still in a view's frame, a batch at a time. */
enum { BATCH = 32 };

typedef struct companion {
  int box;
  bms_pose place;
  double min[3], max[3];
} companion;

typedef struct job {
  bms_view view;
  double tolerance;
  bms_chain_contact *first;
  int companions;
  companion companion[BATCH];
} job;

/* A contact on a piece, with the box `other`. */
typedef struct meeting {
  int other; /* -1: there is none */
  bms_contact contact;
  double apart; /* what it leaves beyond the slack */
} meeting;

static bool apart(const double min_a[3], const double max_a[3], const double min_b[3], const double max_b[3]) {
  for (int r = 0; r < 3; r++)
    if (max_a[r] < min_b[r] || max_b[r] < min_a[r]) return true;
  return false;
}

/* Whether the view's box may meet this one, which stands still in its frame. */
static bool looks_at(const bms_view *view, int a) {
  const bms_chain *chain = view->chain;
  int link = chain->box[a].link;
  return link < chain->box[view->box].link && bms_anchor_of(chain, view->move, link) == view->from &&
         bms_chain_looks_at(chain, a, view->box);
}

/* Whether a look at the middle is enough to tell that nothing is met. */
static bool is_far(const job *j, const bms_chain_span *span) {
  for (int i = 0; i < j->companions; i++)
    if (!(bms_chain_span_gap(span, j->companion[i].min, j->companion[i].max) > 0)) return false;
  return true;
}

/* The real box on the piece lies in this. */
static void hull_of(const bms_chain_piece *piece, bms_bernstein_hull *hull) {
  bms_bernstein_hull_of(&piece->body, piece->s0, piece->s1, hull);
  hull->error = (hull->error + piece->radius) * BMS_JET_SAFETY;
}

/* The first contact of a query.  Exact arithmetic is left for boxes that are not near enough where doubles cannot tell,
   and for what may be an overlap at the start.  Returns its distance at t_lower, 0 where it is a contact for certain. */
static double contact_of(const bms_query *query, double nearness, bms_contact *found) {
  double beyond;
  bms_status status = bms_first_contact_near(query, nearness, found, &beyond);
  if (status != BMS_UNRESOLVED && status != BMS_TOUCHING) return beyond;
  bms_first_contact(query, found);
  return 0;
}

/* With one box that stands still in the viewer's frame, over the query's interval.  Returns whether there is one. */
static bool meets_one(bms_query *query, double nearness, meeting *m) {
  bms_contact found;
  double beyond = contact_of(query, nearness, &found);
  if (found.status == BMS_SEPARATED) return false;
  if (found.status == BMS_INVALID) /* out of the range of doubles: nothing is known */
    found = (bms_contact){.status = BMS_UNRESOLVED, .t_lower = query->t0};
  m->contact = found;
  m->apart = beyond;
  /* What comes later is of no interest; at the start nothing is earlier. */
  query->t1 = found.status == BMS_CONTACT || found.status == BMS_UNRESOLVED ? found.t_lower : query->t0;
  return true;
}

/* How near is near enough where doubles do not tell the contact.  Where there is more slack than allowed only the time
   up to which the boxes are apart is of interest; else no more is added than there is anyway, so that exact paths are
   answered to rounding. */
static double nearness_of(double tolerance, double slack) {
  return slack > tolerance ? INFINITY : fmin(slack, tolerance - slack - 2 * BMS_UNIT * tolerance);
}

/* The first contact on the piece with what stands still in the viewer's frame.  Returns false where it is better to look
   at a shorter piece. */
static bool meet(const job *j, const bms_chain_piece *piece, double slack, meeting *m) {
  bms_piece growth = {.radius = piece->radius, .stretch = piece->stretch};
  bms_query query = {piece->s0, piece->s1, {{{0}, {0}}, {0}}, piece->body};
  double min[3], max[3];
  bms_bernstein_hull still, moving;
  hull_of(piece, &moving);
  bms_bernstein_hull_bounds(&moving, min, max);
  for (int i = 0; i < j->companions; i++) {
    const companion *c = &j->companion[i];
    if (apart(c->min, c->max, min, max)) continue;
    query.a = (bms_body){j->view.chain->box[c->box].box, bms_motion_fixed(c->place.position, c->place.quaternion)};
    bms_bernstein_hull_of(&query.a, 0, 0, &still);
    if (bms_bernstein_hulls_apart(&still, &moving)) continue;
    if (!isfinite(slack) || slack > COARSE * j->tolerance) {
      m->other = c->box;
      return false;
    }
    query.b.box = bms_piece_grown(&piece->body.box, &growth);
    if (meets_one(&query, nearness_of(j->tolerance, slack), m)) m->other = c->box;
  }
  return true;
}

/* From the viewer's frame to the world. */
static void to_world(const bms_pose *pose, bms_contact *contact) {
  double x[3];
  memcpy(x, contact->normal, sizeof x);
  bms_pose_turn(pose, x, contact->normal);
  for (int i = 0; i < contact->point_count; i++) {
    memcpy(x, contact->point[i], sizeof x);
    bms_pose_place(pose, x, contact->point[i]);
  }
}

static void answer(const job *j, bms_status status, double t, double slack, const meeting *m) {
  const bms_view *view = &j->view;
  bms_pose viewer = bms_chain_pose(view->chain, view->move, t, view->from);
  *j->first = (bms_chain_contact){status, t, slack + m->apart, m->other, view->box, m->contact};
  if (status == BMS_CONTACT && !(t > view->move->t0))
    j->first->status = m->contact.status == BMS_TOUCHING ? BMS_TOUCHING : BMS_OVERLAPPING;
  to_world(&viewer, &j->first->grown);
}

static double contact_time(const bms_chain_piece *piece, const bms_contact *contact) {
  bool at_once = contact->status == BMS_TOUCHING || contact->status == BMS_OVERLAPPING;
  return at_once ? piece->t0 : bms_chain_piece_time(piece, contact->t_lower);
}

/* Whether the errors of the poses alone are more than the tolerance. */
static bool is_hopeless(const job *j, double t) {
  bms_chain_span span = bms_chain_span_over(&j->view, t, t);
  return bms_chain_piece_over(&j->view, &span).slack > j->tolerance;
}

/* Follows one box until the first contact that is known so far.  Nothing is earlier, nor says more, than overlap at the
   start. */
static void follow(const job *j) {
  const bms_move *move = j->view.move;
  if (j->first->status == BMS_OVERLAPPING) return;
  double t = move->t0, end = j->first->t, length = end - t;
  double least = LEAST_LENGTH * fmax(fabs(move->t0), fabs(move->t1));
  int shortened = 0;
  do {
    meeting m = {.other = -1};
    bms_chain_span span = bms_chain_span_over(&j->view, t, length < end - t ? t + length : end);
    if (is_far(j, &span)) {
      t = span.t1;
      length = LONGER * (span.t1 - span.t0);
      continue;
    }
    bms_chain_piece piece = bms_chain_piece_over(&j->view, &span);
    double slack = piece.slack;
    if (!meet(j, &piece, slack, &m)) {
      length = USELESS * (piece.t1 - t);
    } else if (m.other < 0) {
      t = piece.t1;
      length = LONGER * (piece.t1 - piece.t0);
      continue;
    } else {
      t = fmax(t, contact_time(&piece, &m.contact));
      if (slack <= j->tolerance || m.contact.status == BMS_UNRESOLVED) {
        answer(j, m.contact.status == BMS_UNRESOLVED ? BMS_UNRESOLVED : BMS_CONTACT, t, slack, &m);
        return;
      }
      length = (piece.t1 - piece.t0) * fmin(SHORTER, CAUTION * cbrt(j->tolerance / slack));
    }
    bool goes_on = length > least && t + length > t;
    if (goes_on && (++shortened <= PATIENCE || !is_hopeless(j, t))) continue;
    m = (meeting){.other = m.other};
    answer(j, BMS_UNRESOLVED, t, slack, &m);
    return;
  } while (t < end);
}

static void add(job *j, int box) {
  companion *c = &j->companion[j->companions++];
  c->box = box;
  c->place = bms_view_still(&j->view, box);
  bms_pose_bounds(&c->place, &j->view.chain->box[box].box, c->min, c->max);
  j->view.still_error = fmax(j->view.still_error, bms_view_still_error(&j->view, box));
}

/* One box as seen from one link. */
static void follow_from(job *j) {
  int count = j->view.chain->box_count;
  for (int a = 0; a < count; a++) {
    if (looks_at(&j->view, a)) add(j, a);
    if (j->companions == 0 || (j->companions < BATCH && a + 1 < count)) continue;
    follow(j);
    j->companions = 0;
  }
}

bms_status bms_chain_first_contact(const bms_chain *chain, const bms_move *move, double tolerance,
                                   bms_chain_contact *contact) {
  memset(contact, 0, sizeof *contact);
  *contact = (bms_chain_contact){.status = BMS_INVALID, .a = -1, .b = -1};
  if (!(tolerance > 0) || bms_chain_check(chain, move, NULL, 0) != 0) return BMS_INVALID;
  contact->status = BMS_SEPARATED;
  contact->t = move->t1;
  job j = {.tolerance = tolerance, .first = contact};
  for (int b = 0; b < chain->box_count; b++) {
    const bms_placed_box *placed = &chain->box[b];
    bms_trail trail = {0.5 * move->t0 + 0.5 * move->t1, placed->link, placed->pose};
    for (int from = placed->link - 1; from >= BMS_WORLD; from--) {
      if (bms_anchor_of(chain, move, from) != from) continue;
      j.view = bms_view_of(chain, move, from, b);
      j.view.trail = &trail;
      follow_from(&j);
    }
  }
  return contact->status;
}
