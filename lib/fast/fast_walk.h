/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The quick walk: what walk.c does, for two solid boxes that meet, if at all, in an ordinary way.  Nearly all queries
 * are such.  Nothing is shared with walk.c but the idea, and whatever is not clear is left to it: the answer is the
 * same, many times as fast.
 *
 * The lazy walk along the route in s = (t - t0) / (t1 - t0):
 *
 *   1. Sample the gaps over the interval.  Follow the axis whose gap seems to stay positive longest (quick_follow.h): to
 *      the end, there is no contact, or to shortly before the root of its gap.
 *   2. There follow another axis that the samples show to separate.
 *   3. If they show none, look closely at the root.  If all other axes certainly overlap there, it is the contact
 *      (quick_crossing.h), else follow the one that separates.
 *
 * Samples only tell where to look.  What is proved are the bounds, each positive from the place on up to which the one
 * before it was; what places are off by is among their errors (rigid_plane.h, general_plane.h).  Pieces are polynomials
 * in s, which is converted to t at the contact only.
 *
 * There are two kinds of pairs, rigid ones (rigid_walk.h) and all others (general_walk.h).  Each includes this file once
 * it has what the walk is made of:
 *
 *     quick_walk        with the fields pair->query, s (the boxes are apart on [0, s]), plane and root
 *     best_axis()       the axis to follow from w->s on, of those not in a set; side 0 if the samples show none
 *     follow()          follows an axis from w->s on
 *     go_to_root()      takes w->s to the root of the plane itself; false if that is not clear
 *     look()            looks at a time: the verdict over all axes not in a set, and if that is APART an axis
 *     verdict_without() the same at the same time with another set
 *     contact_at()      the root of the plane, where a look has just shown overlap along the other axes: whether that is
 *                       the contact
 *
 * Functions of this header are for the quick walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_WALK_H
#define BMS_FAST_WALK_H

#include "fast/crossing.h"
#include "fast/follow.h"
#include "planes/separation.h"

/* Random queries take one to three steps; whatever needs more than these is for walk.c. */
enum { MAX_STEPS = 24 };

typedef enum outcome { OUTCOME_GO_ON, OUTCOME_SEPARATED, OUTCOME_CONTACT, OUTCOME_OPEN } outcome;

/* Where the walk is: w->s, and what is known of the axes there, bit by bit. */
typedef struct standing {
  unsigned root;  /* the axis whose root is there */
  unsigned tried; /* axes that could not be followed from there */
  bool near;      /* w->s is only near the root */
} standing;

/* Looks closely at a place where the samples show no axis that separates; that which does is *axis if it is to be
   followed. */
static outcome look_closely(quick_walk *w, standing *here, bms_axis_side *axis, bms_walk_result *result) {
  if (here->near) {
    if (!go_to_root(w)) return OUTCOME_OPEN;
    here->near = false;
    here->tried = 0;
  }
  const bms_query *query = w->pair->query;
  double t = here->root != 0 ? contact_near(query, &w->plane, &w->root) : time_at(query, w->s);
  bms_verdict verdict = look(w, t, here->root, axis);
  if (verdict == BMS_VERDICT_OVERLAP && here->root != 0)
    return contact_at(w, t, here->root, result) ? OUTCOME_CONTACT : OUTCOME_OPEN;
  if (verdict == BMS_VERDICT_APART && (here->tried >> axis->axis & 1) != 0)
    verdict = verdict_without(w, here->root | here->tried, axis);
  return verdict == BMS_VERDICT_APART ? OUTCOME_GO_ON : OUTCOME_OPEN;
}

/* Follows an axis from a place to the next. */
static outcome go_on(quick_walk *w, bms_axis_side axis, standing *here) {
  double s = w->s;
  unsigned bit = 1u << axis.axis;
  switch (follow(w, axis)) {
    case FOLLOWED_TO_END:
      return OUTCOME_SEPARATED;
    case FOLLOWED_TO_ROOT:
      *here = (standing){.root = bit, .near = true};
      break;
    case FOLLOWED_NOWHERE:
      if (w->s > s)
        *here = (standing){.tried = bit};
      else
        here->tried |= bit;
      break;
  }
  return OUTCOME_GO_ON;
}

static outcome walk_from(quick_walk *w, bms_walk_result *result) {
  standing here = {0, 0, false};
  outcome end = OUTCOME_GO_ON;
  for (int step = 0; step < MAX_STEPS; step++) {
    bms_axis_side next = best_axis(w, here.root | here.tried);
    if (next.side == 0) end = look_closely(w, &here, &next, result);
    if (end == OUTCOME_GO_ON) end = go_on(w, next, &here);
    if (end != OUTCOME_GO_ON) return end;
  }
  return OUTCOME_OPEN;
}

/* Walks from w->s on.  Whatever the result says but OPEN is proved; OPEN proves nothing. */
BMS_INLINE void quick_walk_on(quick_walk *w, bms_walk_result *result) {
  outcome end = walk_from(w, result);
  result->end = BMS_WALK_OPEN;
  if (end == OUTCOME_SEPARATED) result->end = BMS_WALK_SEPARATED;
  if (end == OUTCOME_CONTACT) result->end = BMS_WALK_CONTACT;
}

#endif /* BMS_FAST_WALK_H */
