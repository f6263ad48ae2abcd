/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The quick walk: what walk.c does, for two solid boxes in rigid motion that meet, if at all, in an ordinary way.
 * Nearly all queries of a simulation are such.  Nothing is shared with walk.c but the idea, and whatever is not clear
 * is left to it: the answer is the same, several times as fast.
 *
 * The lazy walk along the route in s = (t - t0) / (t1 - t0):
 *
 *   1. Of the axes at the present time, take the one whose gap is the greatest for certain.
 *   2. Its lower bound over the rest of the interval (rigid_plane.h): positive throughout, there is no contact.  With
 *      one change of sign among its coefficients it is positive up to its only root.  With more, split it where it is lowest.
 *   3. At that root, take the axis that separates now (2).  If all others certainly overlap and the bound is the gap,
 *      this is the contact.
 *
 * Stretches begin where the last one is proved to be positive and are polynomials in s by themselves, so s is never
 * converted to t on the way.  It is once, at the contact (rigid_contact.h).
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_WALK_H
#define BMS_RIGID_WALK_H

#include "parallel.h"
#include "rigid_contact.h"
#include "rigid_piece.h"
#include "rigid_root.h"

/* Random queries take one to four steps; whatever needs more than these is for walk.c. */
enum { MAX_STEPS = 24 };

/* Edges whose directions have a greater cosine may be parallel all the time. */
static const double NEARLY_PARALLEL = 1 - 1e-9;

typedef enum outcome { OUTCOME_GO_ON, OUTCOME_SEPARATED, OUTCOME_CONTACT, OUTCOME_OPEN } outcome;

static double time_at(const rigid_walk *w, double s) {
  const bms_query *query = w->pair->query;
  return bms_min(query->t0 + s * (query->t1 - query->t0), query->t1);
}

/* Looks at a time: the gaps along all axes. */
static void look(rigid_walk *w, double t, rigid_gaps *gaps) {
  rigid_instant_again(w->pair, t, &w->at);
  rigid_all_gaps(w->pair, &w->at, gaps);
}

/* Where the stretch from s along an axis had better end: some way behind the place at which its gap reaches zero, if it
   goes there in a straight line.  A shorter stretch keeps the signs of its radii. */
static double expected_end(const rigid_walk *w, double s, int axis) {
  static const double FARTHER = 1.25;
  double now = w->gaps.gap[axis / 3][axis % 3], then = w->gaps_ahead.gap[axis / 3][axis % 3];
  if (!w->closing || !(then < 0)) return 1;
  double end = s + FARTHER * (w->ahead - s) * (now / (now - then));
  return end < 1 ? end : 1;
}

/* Looks at s: the verdict over all axes but those in `without`, and the axis to follow from there if it is APART. */
static bms_verdict look_at(rigid_walk *w, double s, unsigned without, bms_axis_side *axis) {
  if (s >= w->ahead && w->ahead < 1) {
    w->ahead = 1;
    w->closing = false;
    look(w, time_at(w, w->ahead), &w->gaps_ahead);
  }
  look(w, time_at(w, s), &w->gaps);
  rigid_leave_out(without, &w->gaps);
  bms_verdict verdict = rigid_verdict(&w->at, &w->gaps, w->ahead > s ? &w->gaps_ahead : NULL, axis);
  w->end = 1;
  if (verdict == BMS_VERDICT_APART && w->ahead > s) w->end = expected_end(w, s, axis->axis);
  return verdict;
}

/* At the first root of the plane, of which [before, behind] of the stretch is known. */
static outcome pass_root(rigid_walk *w, double before, double behind, bms_walk_result *result) {
  static const double LAST_PART = 1. / 256;
  double s = w->plane.s0 + before * (w->plane.s1 - w->plane.s0), progress = s - w->s;
  double at_start = w->plane.c[0];
  unsigned followed = w->plane.exact ? 1u << w->axis.axis : 0;
  bms_axis_side other;
  bms_verdict verdict = look_at(w, s, followed, &other);
  if (verdict == BMS_VERDICT_APART) {
    if (!w->plane.exact && other.axis == w->axis.axis) {
      /* The bound has fallen behind the gap.  Twice as far as to where a straight line takes the gap to zero the next
         will be closer to it. */
      double before_it = at_start / w->at.scale * w->plane.factor, now = w->gaps.gap[other.axis / 3][other.axis % 3];
      if (now < before_it) w->end = bms_min(w->end, s + 2 * progress * (now / (before_it - now)));
    }
    w->axis = other;
    w->s = s * (1 - S_ROUNDINGS * BMS_ROUNDING);
    return OUTCOME_GO_ON;
  }
  if (!w->plane.exact) { /* the gap is next to nothing as well: look at its last part more closely */
    w->s = bms_min(s - LAST_PART * progress, s * (1 - S_ROUNDINGS * BMS_ROUNDING));
    w->end = bms_min(w->plane.s1, s + LAST_PART * progress);
    return OUTCOME_GO_ON;
  }
  if (verdict != BMS_VERDICT_OVERLAP) return OUTCOME_OPEN;
  if (!settle_signs(w, &result->signs) || !enclose_contact(w, before, behind, result)) return OUTCOME_OPEN;
  /* The look was at a time near the contact, mostly near enough. */
  if (fabs(result->t - time_at(w, s)) > (RIGID_EXTENT - NARROW_ROUNDINGS - 2) * BMS_ROUNDING * w->pair->latest) {
    look(w, result->t, &w->gaps);
    rigid_leave_out(followed, &w->gaps);
    if (rigid_verdict(&w->at, &w->gaps, NULL, &other) != BMS_VERDICT_OVERLAP) return OUTCOME_OPEN;
  }
  return OUTCOME_CONTACT;
}

/* Leaves of the walk's plane a piece from its beginning that has one change of sign, or none, by splitting where the
   plane is lowest.  The most common case is a plane that comes near to zero without reaching it: no change of sign is
   then left on either side.  Returns the number of changes. */
static int reduce_changes(rigid_walk *w) {
  enum { MAX_SPLITS = 8 };
  int changes = bms_sign_changes(w->plane.c, w->plane.degree);
  for (int k = 0; k < MAX_SPLITS && changes > 1; k++) {
    rigid_plane left, right;
    rigid_split(&w->plane, rigid_lowest(&w->plane), &left, &right);
    changes = bms_sign_changes(left.c, left.degree);
    if (changes > 0 || !(left.c[0] > 0)) {
      w->plane = left; /* lowered by a split it may have nothing positive left, which the caller looks at */
    } else {
      w->s = right.s0 * (1 - S_ROUNDINGS * BMS_ROUNDING);
      w->plane = right;
      changes = bms_sign_changes(right.c, right.degree);
    }
  }
  return changes;
}

/* Over [s, end]: one plane. */
static outcome step(rigid_walk *w, bms_walk_result *result) {
  static const double SHORT_OF_TURN = 0.98, FASTER = 4;
  double before, behind;
  rigid_plane_over(w->pair, &w->at, w->s, w->end, w->axis, &w->plane);
  double shorter = w->s + SHORT_OF_TURN * w->plane.turn * (w->end - w->s);
  int changes = reduce_changes(w);
  if (!(w->plane.c[0] > 0)) return OUTCOME_OPEN;
  if (changes == 0) {
    if (w->plane.s1 == 1) return OUTCOME_SEPARATED;
    int axis = w->axis.axis;
    double length = w->plane.s1 - w->s;
    w->s = w->plane.s1 * (1 - S_ROUNDINGS * BMS_ROUNDING);
    if (look_at(w, w->s, 0, &w->axis) != BMS_VERDICT_APART) return OUTCOME_OPEN;
    if (w->axis.axis == axis) w->end = bms_min(1, w->s + FASTER * length); /* expectations fell short: do not creep */
    return OUTCOME_GO_ON;
  }
  if (changes > 1 || !rigid_enclose_root(w->plane.c, w->plane.degree, &before, &behind)) return OUTCOME_OPEN;
  if (!w->plane.exact && w->plane.s0 + before * (w->plane.s1 - w->plane.s0) < shorter) {
    w->end = shorter; /* the bound ends before a radius turns: up to there it can be the gap itself */
    return OUTCOME_GO_ON;
  }
  return pass_root(w, before, behind, result);
}

/* Whether at the first look edges are so parallel that they may always be. */
static bool nearly_parallel(const rigid_instant *at) {
  double largest = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) largest = bms_max(largest, fabs(at->c[i][j]));
  return largest > NEARLY_PARALLEL;
}

/* At the start, with a look ahead: to the time at which the origins are nearest to each other, or to the end if that is
   at the start. */
static bms_verdict look_at_start(rigid_walk *w) {
  static const double SOON = 1. / 16;
  w->ahead = w->pair->nearest > SOON ? w->pair->nearest : 1;
  w->closing = true;
  rigid_instant_at(w->pair, time_at(w, w->ahead), &w->at);
  rigid_all_gaps(w->pair, &w->at, &w->gaps_ahead);
  return look_at(w, 0, 0, &w->axis);
}

static bms_verdict first_look(rigid_walk *w) {
  const bms_query *query = w->pair->query;
  bms_verdict verdict = look_at_start(w);
  if (!nearly_parallel(&w->at)) return verdict;
  bms_find_parallel_edges(query->a.motion.rigid.quaternion, query->b.motion.rigid.quaternion, &w->pair->axes,
                          &w->pair->perpendicular);
  return w->pair->axes == BMS_ALL_AXES ? verdict : look_at_start(w);
}

/* Walks a prepared pair from t0.  Whatever the result says but OPEN is proved; OPEN proves nothing. */
static void rigid_walk_on(rigid_walk *w, rigid_pair *pair, bms_walk_result *result) {
  w->pair = pair;
  w->slack = TIME_ROUNDINGS * BMS_ROUNDING * pair->latest + 0x1p-1070;
  w->s = 0;
  w->end = 1;
  outcome next = OUTCOME_GO_ON;
  result->end = BMS_WALK_OPEN;
  result->t_lower = pair->query->t0;
  result->steps = 0;
  switch (first_look(w)) {
    case BMS_VERDICT_APART:
      while (next == OUTCOME_GO_ON && result->steps++ < MAX_STEPS) next = step(w, result);
      if (next == OUTCOME_SEPARATED) result->end = BMS_WALK_SEPARATED;
      if (next == OUTCOME_CONTACT) result->end = BMS_WALK_CONTACT;
      break;
    case BMS_VERDICT_OVERLAP:
    case BMS_VERDICT_UNDECIDED:
      break;
  }
}

#endif /* BMS_RIGID_WALK_H */
