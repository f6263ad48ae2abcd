/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast walk: what walk.c does, for two solid boxes that meet, if at all, in an ordinary way.  Nearly all queries
 * are such.  Nothing is shared with walk.c but the idea, and whatever is not clear is left to it: the answer is the
 * same, many times as fast.
 *
 * The lazy walk along the route in s = (t - t0) / (t1 - t0):
 *
 *   1. Sample the gaps over the interval.  Follow the axis whose gap seems to stay positive longest (follow.h): to
 *      the end, there is no contact, or to shortly before the root of its gap.
 *   2. There follow another axis that the samples show to separate.
 *   3. If they show none, look closely at the root.  If all other axes certainly overlap there, it is the contact
 *      (crossing.h), else follow the one that separates.  At the start there is no root: if all axes certainly overlap
 *      there, so do the boxes.
 *
 * Samples only tell where to look.  What is proved are the bounds, each positive from the place on up to which the
 * one before it was; what places are off by is among their errors (rigid_plane.h, homogeneous_plane.h).  Pieces are
 * polynomials in s, which is converted to t at the contact only.
 *
 * There are two kinds of pairs, rigid ones (rigid_walk.h) and all others (homogeneous_walk.h).  Each gives the walk a
 * fast_walk_kind: the functions that differ.  As everything here becomes part of its caller, where the kind is a
 * constant, these are called directly.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_WALK_H
#define BMS_FAST_WALK_H

#include "fast/crossing.h"
#include "fast/follow.h"
#include "numeric/rounding.h"
#include "planes/separation.h"

/* The walk of either kind so far: the first member of rigid_walk and homogeneous_walk. */
typedef struct fast_walk {
  fast_interval interval;
  double tolerance;   /* bounds the rounding of a time */
  double s;           /* the boxes are apart on [0, s] */
  bms_axis_side axis; /* followed up to s */
  fast_plane plane;   /* its plane, over a piece that ends with its root or behind */
  double near;        /* place of that piece about where the root is */
  fast_root root;
  bool at_root; /* when the walk ends: s is just before the root of the plane */
  double
      lowest; /* when it ends: if not 0, how far behind s the gap along the axis is lowest, where it is but rounding */
} fast_walk;

/* An axis to follow from some place on, and where its gap, drawn as straight lines through its samples, comes to zero:
   a place s, or 1 and more if it does not: the more the better. */
typedef struct fast_axis_candidate {
  bms_axis_side axis;
  double estimated_exit; /* not beyond the place if the axis does not separate there */
} fast_axis_candidate;

/* The functions of one kind of pair.  Axes in sets are bits, axis k: bit k. */
typedef struct fast_walk_kind {
  /* The axis to follow from w->s on, of those not in `without`; side 0 if the samples show none that separates there.
     */
  bms_axis_side (*best_axis)(fast_walk *w, unsigned without);
  /* Follows an axis from w->s on. */
  fast_follow_end (*follow)(fast_walk *w, bms_axis_side axis);
  /* Takes w->s to the root of the plane itself; returns false if that is not clear. */
  bool (*go_to_root)(fast_walk *w);
  /* Looks at a time: the verdict over all axes not in `without`, and if that is APART an axis. */
  bms_verdict (*look)(fast_walk *w, double t, unsigned without, bms_axis_side *axis);
  /* Gives the same verdict at the time of the last look with another set. */
  bms_verdict (*verdict_without)(fast_walk *w, unsigned without, bms_axis_side *axis);
  /* Returns true if the root of the plane is the contact, where a look at a time near it, `looked`, has just shown
     overlap along all axes but the one that was `followed`. */
  bool (*contact_at)(fast_walk *w, double looked, unsigned followed, fast_result *result);
} fast_walk_kind;

/* Random queries take one to three steps; whatever needs more than these is for walk.c. */
enum { FAST_MAX_STEPS = 24 };

typedef enum fast_outcome {
  FAST_OUTCOME_GO_ON,
  FAST_OUTCOME_SEPARATED,
  FAST_OUTCOME_CONTACT,
  FAST_OUTCOME_OVERLAPPING,
  FAST_OUTCOME_OPEN
} fast_outcome;

/* This is known of the axes at w->s, bit by bit. */
typedef struct fast_walk_state {
  unsigned root;  /* the axis whose root is there */
  unsigned tried; /* axes that could not be followed from there */
  bool near;      /* w->s is only near the root */
} fast_walk_state;

/* Starts a walk at the beginning of the interval; times are off by roundings of max_abs_time. */
BMS_INLINE void fast_walk_start(fast_walk *w, fast_interval interval, double max_abs_time) {
  w->interval = interval;
  w->tolerance = FAST_TIME_ROUNDINGS * BMS_ROUNDING * max_abs_time + 0x1p-1070;
  w->s = 0;
  w->axis = (bms_axis_side){0, 0};
  w->lowest = 0;
}

/* Looks closely at a place where the samples show no axis that separates; that which does is *axis if it is to be
   followed. */
BMS_INLINE fast_outcome fast_look_closely(const fast_walk_kind *kind, fast_walk *w, fast_walk_state *state,
                                          bms_axis_side *axis, fast_result *result) {
  if (state->near) {
    if (!kind->go_to_root(w)) return FAST_OUTCOME_OPEN;
    state->near = false;
    state->tried = 0;
  }
  double t = state->root != 0 ? fast_contact_near(w->interval, &w->plane, &w->root) : fast_time_at(w->interval, w->s);
  bms_verdict verdict = kind->look(w, t, state->root, axis);
  if (verdict == BMS_VERDICT_OVERLAP && w->s == 0 && state->root == 0) return FAST_OUTCOME_OVERLAPPING;
  if (verdict == BMS_VERDICT_OVERLAP && state->root != 0)
    return kind->contact_at(w, t, state->root, result) ? FAST_OUTCOME_CONTACT : FAST_OUTCOME_OPEN;
  if (verdict == BMS_VERDICT_APART && (state->tried >> axis->axis & 1) != 0)
    verdict = kind->verdict_without(w, state->root | state->tried, axis);
  return verdict == BMS_VERDICT_APART ? FAST_OUTCOME_GO_ON : FAST_OUTCOME_OPEN;
}

/* Follows an axis from a place to the next. */
BMS_INLINE fast_outcome fast_go_on(const fast_walk_kind *kind, fast_walk *w, bms_axis_side axis,
                                   fast_walk_state *state) {
  double s = w->s;
  unsigned bit = 1u << axis.axis;
  switch (kind->follow(w, axis)) {
    case FAST_FOLLOWED_TO_END:
      return FAST_OUTCOME_SEPARATED;
    case FAST_FOLLOWED_TO_ROOT:
      *state = (fast_walk_state){.root = bit, .near = true};
      break;
    case FAST_FOLLOWED_TO_GRAZE:
      state->root = 0;
      w->lowest = w->near;
      return FAST_OUTCOME_OPEN;
    case FAST_FOLLOWED_NOWHERE:
      if (w->s > s)
        *state = (fast_walk_state){.tried = bit};
      else
        state->tried |= bit;
      break;
  }
  return FAST_OUTCOME_GO_ON;
}

BMS_INLINE fast_outcome fast_walk_from(const fast_walk_kind *kind, fast_walk *w, fast_walk_state *state,
                                       fast_result *result) {
  fast_outcome end = FAST_OUTCOME_GO_ON;
  for (int step = 0; step < FAST_MAX_STEPS; step++) {
    bms_axis_side next = kind->best_axis(w, state->root | state->tried);
    if (next.side == 0) end = fast_look_closely(kind, w, state, &next, result);
    if (end == FAST_OUTCOME_GO_ON) end = fast_go_on(kind, w, next, state);
    if (end != FAST_OUTCOME_GO_ON) return end;
  }
  return FAST_OUTCOME_OPEN;
}

/* Walks from w->s on.  Whatever the result says but OPEN is proved; after OPEN the boxes are apart on [0, w->s]. */
BMS_INLINE void fast_walk_on(const fast_walk_kind *kind, fast_walk *w, fast_result *result) {
  fast_walk_state state = {0, 0, false};
  fast_outcome end = fast_walk_from(kind, w, &state, result);
  w->at_root = state.root != 0 && !state.near;
  result->end = BMS_WALK_OPEN;
  if (end == FAST_OUTCOME_SEPARATED) result->end = BMS_WALK_SEPARATED;
  if (end == FAST_OUTCOME_CONTACT) result->end = BMS_WALK_CONTACT;
  if (end == FAST_OUTCOME_OVERLAPPING) result->end = BMS_WALK_OVERLAPPING;
}

/* Returns how far to look at first from a time at which a walk has ended OPEN: across its root, or where the gap is
   lowest. */
BMS_INLINE double fast_way_across(const fast_walk *w, double t, double margin) {
  if (w->lowest > 0) return fast_time_at(w->interval, w->s + 2 * w->lowest) - t;
  return 2 * (fast_contact_near(w->interval, &w->plane, &w->root) - t + margin);
}

/* Hands a walk that has ended OPEN over to walk.c, which is to look at a short stretch about the root first: over that
   a plane is its chord.  `plane` is that of the root, or one that is likely to have its own root there. */
BMS_INLINE void fast_hand_over(const fast_walk *w, bms_axis_side plane, bms_walk_begun *begun) {
  static const double MARGIN = 8;
  double margin = MARGIN * w->tolerance, t = fast_time_at(w->interval, w->s) - margin;
  begun->valid = true;
  if (!(w->at_root || w->lowest > 0) || !(t > w->interval.t0)) return;
  begun->plane = plane;
  begun->t = t;
  begun->reach = fast_way_across(w, t, margin);
  begun->across = w->lowest > 0;
}

#endif /* BMS_FAST_WALK_H */
