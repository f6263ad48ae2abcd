/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of an arm on its way.
 *
 * Each box is followed as seen from each link (the world counts as one), among the boxes that stand still there.  From
 * the time t up to which all are known to be apart, a piece of some length is fitted:
 *
 *     no contact on it                        they are apart to its end; the next may be twice as long
 *     a contact, slack within the tolerance   that is the answer
 *     a contact, more slack                   apart up to it; go on from there with a shorter piece
 *
 * So pieces are fine only where something is near, and a box in free space takes a few.  What is known of another pair
 * ends the interval at the first contact so far.
 */

#include <math.h>
#include <string.h>

#include "bernstein_hull.h"
#include "chain.h"
#include "fit.h"
#include "jet.h"
#include "vector.h"

/* How pieces change: after a success, after a radius that was of no use, and at most after a contact with too much
   slack, which otherwise goes by the cubic law of the error with this caution. */
static const double LONGER = 2, USELESS = 0.5, SHORTER = 0.3, CAUTION = 0.9;

/* A length below this part of the largest |t| cannot be told apart from nothing. */
static const double LEAST_LENGTH = 0x1p-44;

typedef struct job {
  bms_view view;
  double tolerance;
  bms_chain_contact *first;
} job;

static bms_box grown_box(const bms_chain_piece *piece) {
  bms_piece bounds = {.radius = piece->radius, .stretch = piece->stretch};
  return bms_piece_grown(&piece->body.box, &bounds);
}

static bool apart(const double min_a[3], const double max_a[3], const double min_b[3], const double max_b[3]) {
  for (int r = 0; r < 3; r++)
    if (max_a[r] < min_b[r] || max_b[r] < min_a[r]) return true;
  return false;
}

/* The first contact on the piece with what stands still in the viewer's frame; *other is its box.  Returns whether there
   is one. */
static bool meets(const job *j, const bms_chain_piece *piece, bms_contact *contact, int *other) {
  const bms_chain *chain = j->view.chain;
  bms_query query = {piece->s0, piece->s1, {{{0}, {0}}, {0}}, piece->body};
  bms_bernstein_hull hull;
  double min_b[3], max_b[3], min_a[3], max_a[3];
  query.b.box = grown_box(piece);
  bms_bernstein_hull_of(&query.b, query.t0, query.t1, &hull);
  bms_bernstein_hull_bounds(&hull, min_b, max_b);
  *other = -1;
  for (int a = 0; a < chain->box_count; a++) {
    const bms_placed_box *placed = &chain->box[a];
    bms_contact found;
    if (placed->link != j->view.from) continue;
    query.a = (bms_body){placed->box, bms_motion_fixed(placed->pose.position, placed->pose.quaternion)};
    bms_bernstein_hull_of(&query.a, 0, 0, &hull);
    bms_bernstein_hull_bounds(&hull, min_a, max_a);
    if (apart(min_a, max_a, min_b, max_b) || !bms_chain_looks_at(chain, a, j->view.box)) continue;
    if (bms_first_contact(&query, &found) == BMS_SEPARATED) continue;
    if (found.status == BMS_INVALID) /* out of the range of doubles: nothing is known */
      found = (bms_contact){.status = BMS_UNRESOLVED, .t_lower = query.t0};
    *contact = found;
    *other = a;
    /* What comes later is of no interest; at the start nothing is earlier. */
    query.t1 = found.status == BMS_CONTACT || found.status == BMS_UNRESOLVED ? found.t_lower : query.t0;
  }
  return *other >= 0;
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

static void answer(const job *j, bms_status status, double t, double slack, int other, const bms_contact *contact) {
  const bms_view *view = &j->view;
  bms_pose viewer = bms_chain_pose(view->chain, view->move, t, view->from);
  *j->first = (bms_chain_contact){status, t, slack, other, view->box, *contact};
  if (status == BMS_CONTACT && !(t > view->move->t0))
    j->first->status = contact->status == BMS_TOUCHING ? BMS_TOUCHING : BMS_OVERLAPPING;
  to_world(&viewer, &j->first->grown);
}

static double contact_time(const bms_chain_piece *piece, const bms_contact *contact) {
  bool at_once = contact->status == BMS_TOUCHING || contact->status == BMS_OVERLAPPING;
  return at_once ? piece->t0 : bms_chain_piece_time(piece, contact->t_lower);
}

/* Follows one box until the first contact that is known so far. */
static void follow(const job *j) {
  const bms_move *move = j->view.move;
  double t = move->t0, end = j->first->t, length = end - t;
  double least = LEAST_LENGTH * fmax(fabs(move->t0), fabs(move->t1));
  do {
    bms_contact contact;
    int other = -1;
    bms_chain_piece piece = bms_chain_piece_over(&j->view, t, length < end - t ? t + length : end);
    double slack = bms_fit_slack(piece.radius, piece.stretch);
    if (!isfinite(slack)) {
      length = USELESS * (piece.t1 - t);
    } else if (!meets(j, &piece, &contact, &other)) {
      t = piece.t1;
      length = LONGER * (piece.t1 - piece.t0);
      continue;
    } else {
      t = fmax(t, contact_time(&piece, &contact));
      if (slack <= j->tolerance || contact.status == BMS_UNRESOLVED) {
        answer(j, contact.status == BMS_UNRESOLVED ? BMS_UNRESOLVED : BMS_CONTACT, t, slack, other, &contact);
        return;
      }
      length = (piece.t1 - piece.t0) * fmin(SHORTER, CAUTION * cbrt(j->tolerance / slack));
    }
    if (length > least && t + length > t) continue;
    memset(&contact, 0, sizeof contact);
    answer(j, BMS_UNRESOLVED, t, slack, other, &contact);
    return;
  } while (t < end);
}

static bool has_company(const bms_chain *chain, int from, int box) {
  for (int a = 0; a < chain->box_count; a++)
    if (chain->box[a].link == from && bms_chain_looks_at(chain, a, box)) return true;
  return false;
}

bms_status bms_chain_first_contact(const bms_chain *chain, const bms_move *move, double tolerance,
                                   bms_chain_contact *contact) {
  memset(contact, 0, sizeof *contact);
  *contact = (bms_chain_contact){.status = BMS_INVALID, .a = -1, .b = -1};
  if (!(tolerance > 0) || bms_chain_check(chain, move, NULL, 0) != 0) return BMS_INVALID;
  contact->status = BMS_SEPARATED;
  contact->t = move->t1;
  for (int b = 0; b < chain->box_count; b++)
    for (int from = BMS_WORLD; from < chain->box[b].link; from++) {
      if (!has_company(chain, from, b)) continue;
      job j = {bms_view_of(chain, move, from, b), tolerance, contact};
      follow(&j);
    }
  return contact->status;
}
