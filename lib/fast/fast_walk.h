/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast walk: the walk of walk.c, for two solid boxes that meet, if at all, in an ordinary way.  Nearly all queries
 * are such.  Nothing is shared with walk.c but the idea, and whatever is not clear is left to it: the answer is the
 * same, many times as fast.
 *
 * The lazy walk along the route in s = (t - t0) / (t1 - t0):
 *
 *   1. Sample the gaps over the interval.  Follow the axis whose gap seems to stay positive longest (fast_follow()): to
 *      the end, there is no contact, or to shortly before the root of its gap.
 *   2. There follow another axis that the samples show to separate.
 *   3. If they show none, look closely at the root.  If all other axes certainly overlap there, it is the contact
 *      (root.h), else follow the one that separates.  At the start there is no root: if all axes certainly overlap
 *      there, so do the boxes.
 *
 * Samples only show where to search.  The proof is the bounds, each positive from the place on up to which the one
 * before it was; errors of places are among theirs (rigid_plane.h, homogeneous_plane.h).  Pieces are polynomials in s,
 * which is converted to t at the contact only.
 *
 * There are two kinds of pairs, rigid ones (rigid_walk.h) and all others (homogeneous_walk.h).  Each gives the walk a
 * fast_walk_kind: the functions that differ.  As everything here becomes part of its caller, in which the kind is a
 * constant, these are called directly.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_WALK_H
#define BMS_FAST_WALK_H

#include "fast/root.h"
#include "numeric/rounding.h"
#include "planes/separation.h"
#include "fast/piece.h"
#include "numeric/vector.h"

/* ------------------------------------------------------------------ one axis */

/*
 * One axis, followed from some place of the interval on as far as its gap stays positive.
 *
 *   1. Take its bound over the rest of the interval (piece.h): positive throughout, there is no contact.  With one
 *      change of sign among its coefficients it is positive up to its only root.  With more, take the part up to where
 *      it is lowest first.
 *   2. If the bound has fallen behind the gap, take a shorter piece from before that root on (1).
 *   3. Stop shortly before the root of the gap itself.
 */

/* Following an axis comes to one of these: its gap is positive up to the end, or shortly before its root, or so far as
   its bound could decide, or doubles do not decide if it is zero where it is lowest. */
typedef enum fast_follow_end {
  FAST_FOLLOWED_TO_END,
  FAST_FOLLOWED_TO_ROOT,
  FAST_FOLLOWED_NOWHERE,
  FAST_FOLLOWED_TO_GRAZE
} fast_follow_end;

/* A piece of the interval, while an axis is followed. */
typedef struct piece {
  fast_terms terms;
  fast_plane plane;
} piece;

static void fast_copy_terms(const fast_terms *terms, fast_terms *out) {
  BMS_UNROLL(FAST_NODES)
  for (int i = 0; i < FAST_NODES; i++) out->b[i] = terms->b[i];
  out->turning = terms->turning;
  out->error = terms->error;
  if (terms->turning == 4) memcpy(out->fourth, terms->fourth, sizeof out->fourth);
}

/* Makes a piece of an axis' terms over [from, 1]: [s0, s1], s0 >= from. */
static void fast_take_piece(const fast_terms *rest, double from, double s0, double s1, piece *out) {
  fast_copy_terms(rest, &out->terms);
  if (s0 > from) fast_take_right(&out->terms, (s0 - from) / (1 - from));
  if (s1 < 1) fast_take_left(&out->terms, (s1 - s0) / (1 - s0));
  fast_plane_of(&out->terms, s0, s1, &out->plane);
}

/* A place of a piece whose bound has one root, some way before that root, up to which the bound is certainly positive:
   0 if none is found. */
static double fast_short_of_root(const fast_plane *plane, double root, double part) {
  enum { MAX_HALVINGS = 4 };
  double x = part * root;
  for (int k = 0; k < MAX_HALVINGS; k++, x *= 0.5)
    if (fast_plain_value(plane->c.place, x / (1 - x)) > 0) return x;
  return 0;
}

/* The bound of a piece has one root, but is not the gap: a piece from before that root on, longer by `farther` than
   what lies between.  Returns false if there is none. */
static bool fast_come_closer(const fast_terms *rest, double from, double farther, piece *p) {
  static const double SHORT = 7. / 8;
  double root = fast_root_near(p->plane.c.place, p->plane.positive), x = fast_short_of_root(&p->plane, root, SHORT);
  double s0 = p->plane.s0, length = p->plane.s1 - s0;
  if (!(x > 0)) return false;
  fast_take_piece(rest, from, s0 + x * length, bms_min(s0 + (root + farther * (root - x)) * length, p->plane.s1), p);
  return true;
}

/* A place of the interval shortly before the root of a bound that is the gap, about at place `near` of its piece. */
BMS_INLINE double fast_stop_short(const fast_plane *plane, double near) {
  static const double SHORT = 1 - 1. / 256;
  return plane->s0 + fast_short_of_root(plane, near, SHORT) * (plane->s1 - plane->s0);
}

/* Returns true if the gap is nothing but rounding at the end of a piece, which is where it is lowest. */
BMS_INLINE bool fast_grazes(const fast_plane *plane) {
  static const double NEAR = 4;
  return plane->exact && fabs(plane->c.place[FAST_DEGREE]) <= NEAR * plane->error;
}

/* Returns how long before its end, its lowest place, a piece is to be left for a closer look, as a part of it: if its
   gap is some hundred errors. */
BMS_INLINE double fast_part_at_graze(const fast_plane *plane) {
  static const double HIGH = 256, MOST = 0.5;
  enum { n = FAST_DEGREE };
  double b[FAST_NODES];
  fast_bernstein(plane, b);
  double bend = n * (n - 1) * ((b[n] - b[n - 1]) - (b[n - 1] - b[n - 2]));
  return bend > 0 ? bms_min(sqrt(HIGH * plane->error / bend), MOST) : MOST;
}

/* Takes a piece back from where it is lowest to where it is clear of rounding; returns how far, or 0 if it is not
   positive up to there. */
static double fast_come_to_graze(piece *p) {
  double part = fast_part_at_graze(&p->plane), s0 = p->plane.s0, length = p->plane.s1 - s0;
  fast_take_left(&p->terms, 1 - part);
  fast_plane_of(&p->terms, s0, s0 + (1 - part) * length, &p->plane);
  return p->plane.positive == FAST_ALL_NODES ? part * length : 0;
}

/* The first is counted with in the errors of planes and in root.h. */
enum { FAST_MAX_PIECES = 24, FAST_MAX_CLOSER = 6 };

/*
 * Follows an axis with these terms over the interval from *s on, and moves *s to where its gap is certainly positive
 * up to.  After FAST_FOLLOWED_TO_ROOT *plane is the gap over a piece that ends with its root or behind, and *near the
 * place of that piece about where the root is.  After FAST_FOLLOWED_TO_GRAZE *near is how far behind *s the gap is
 * lowest, or 0 if it is not known to be positive up to *s.
 */
static fast_follow_end fast_follow(fast_terms *rest, double *s, fast_plane *plane, double *near) {
  static const double FARTHER = 1.5, FASTER = 8;
  piece p;
  double from = *s, farther = FARTHER;
  int closer = 0;
  if (from > 0) fast_take_right(rest, from);
  fast_plane_of(rest, from, 1, &p.plane);
  for (int k = 0; k < FAST_MAX_PIECES && (p.plane.positive & 1); k++) {
    unsigned positive = p.plane.positive;
    if (positive == FAST_ALL_NODES) {
      if (p.plane.s1 == 1) return FAST_FOLLOWED_TO_END;
      fast_take_piece(rest, from, p.plane.s1, 1, &p);
      farther *= FASTER;
    } else if ((positive & (positive + 1)) != 0) { /* more than one change of sign */
      double x = fast_lowest(&p.plane);
      if (k == 0) fast_copy_terms(rest, &p.terms);
      fast_take_left(&p.terms, x);
      fast_plane_of(&p.terms, p.plane.s0, p.plane.s0 + x * (p.plane.s1 - p.plane.s0), &p.plane);
      if (fast_grazes(&p.plane)) {
        *near = fast_come_to_graze(&p);
        if (*near > 0) *s = p.plane.s1;
        return FAST_FOLLOWED_TO_GRAZE;
      }
    } else if (p.plane.exact) {
      *plane = p.plane;
      *near = fast_root_near(plane->c.place, positive);
      *s = fast_stop_short(plane, *near);
      return FAST_FOLLOWED_TO_ROOT;
    } else if (closer++ == FAST_MAX_CLOSER || !fast_come_closer(rest, from, farther, &p)) {
      break;
    }
  }
  *s = p.plane.s0;
  return FAST_FOLLOWED_NOWHERE;
}

/* The walk of either kind so far: the first member of rigid_walk and homogeneous_walk. */
typedef struct fast_walk {
  fast_interval interval;
  double tolerance;   /* bounds the rounding of a time */
  double s;           /* the boxes are apart on [0, s] */
  bms_axis_side axis; /* followed up to s */
  fast_plane plane;   /* its plane, over a piece that ends with its root or behind */
  double near;        /* place of that piece about where the root is */
  fast_root root;
  bool at_root;   /* when the walk ends: s is just before the root of the plane */
  double lowest;  /* when it ends: if not 0, how far behind s the gap along the axis is lowest, and no more than
                    rounding */
  bool time_only; /* asked for the time alone, which fast_enclose_roughly() encloses */
} fast_walk;

/* An axis to follow from some place on, and where its gap, drawn as straight lines through its samples, comes to zero:
   a place s, or 1 and more if it does not: the more the better. */
typedef struct fast_axis_candidate {
  bms_axis_side axis;
  double estimated_exit; /* not beyond the place if the axis does not separate there */
} fast_axis_candidate;

/* The functions of one kind of pair.  Axes in sets are bits, axis k: bit k. */
typedef struct fast_walk_kind {
  /* The axis to follow from w->s on, of those not in `without`; side 0 if the samples show none that separates
     there. */
  bms_axis_side (*best_axis)(fast_walk *w, unsigned without);
  /* Follows an axis from w->s on. */
  fast_follow_end (*follow)(fast_walk *w, bms_axis_side axis);
  /* Takes w->s to the root of the plane itself; returns false if that is not clear. */
  bool (*go_to_root)(fast_walk *w);
  /* Checks a time: the verdict over all axes not in `without`, and if that is APART an axis.  Without any, and for the
     time alone, OVERLAP holds at t only, else near it as well. */
  bms_verdict (*look)(fast_walk *w, double t, unsigned without, bms_axis_side *axis);
  /* Gives the same verdict at the time of the last look with another set. */
  bms_verdict (*verdict_without)(fast_walk *w, unsigned without, bms_axis_side *axis);
  /* Returns true if the root of the plane is the contact, when a check of a time near it, `looked`, has just shown
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
  w->time_only = false;
}

/* Returns a time shortly after the root, by when the gap is certainly negative unless it falls slowly. */
BMS_INLINE double fast_time_behind(const fast_walk *w) {
  static const double DEEP = 2; /* errors of the plane, of which the gap is one above it */
  double x = bms_min(w->root.behind + DEEP * w->plane.error / w->root.descent_rate, w->root.behind + FAST_WIDEST_PART);
  return fast_time_at(w->interval, w->plane.s0 + x * (w->plane.s1 - w->plane.s0));
}

/* Encloses a contact before `overlap`, a time at which the boxes overlap.  Returns false if that is too far behind. */
BMS_INLINE bool fast_enclose_roughly(const fast_walk *w, double overlap, fast_result *result) {
  static const double WIDEST = 0x1p-30; /* of the interval, which is in the query's; see bms.h */
  double apart = bms_max(fast_time_at(w->interval, w->s) - 2 * w->tolerance, w->interval.t0);
  if (!(overlap - apart <= WIDEST * (w->interval.t1 - w->interval.t0))) return false;
  result->t_lower = apart;
  result->t_upper = overlap;
  result->t = bms_min(bms_max(fast_contact_near(w->interval, &w->plane, &w->root), apart), overlap);
  return true;
}

/* Looks behind the root for the time alone: the boxes overlap there, or one of the axes not in `known` separates them.
   Returns OPEN if that is not clear. */
BMS_NOINLINE fast_outcome fast_look_behind(const fast_walk_kind *kind, fast_walk *w, unsigned known,
                                           bms_axis_side *axis, fast_result *result) {
  double behind = fast_time_behind(w);
  bms_verdict verdict = kind->look(w, behind, 0, axis);
  if (verdict == BMS_VERDICT_OVERLAP && fast_enclose_roughly(w, behind, result)) return FAST_OUTCOME_CONTACT;
  return verdict == BMS_VERDICT_APART && (known >> axis->axis & 1) == 0 ? FAST_OUTCOME_GO_ON : FAST_OUTCOME_OPEN;
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
  if (w->time_only && state->root != 0) {
    fast_outcome end = fast_look_behind(kind, w, state->root | state->tried, axis, result);
    if (end != FAST_OUTCOME_OPEN) return end;
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

/* Walks from w->s on.  Every result except OPEN is proved; after OPEN the boxes are apart on [0, w->s]. */
BMS_INLINE void fast_walk_on(const fast_walk_kind *kind, fast_walk *w, fast_result *result) {
  fast_walk_state state = {0, 0, false};
  fast_outcome end = fast_walk_from(kind, w, &state, result);
  w->at_root = state.root != 0 && !state.near;
  result->end = BMS_WALK_OPEN;
  if (end == FAST_OUTCOME_SEPARATED) result->end = BMS_WALK_SEPARATED;
  if (end == FAST_OUTCOME_CONTACT) result->end = BMS_WALK_CONTACT;
  if (end == FAST_OUTCOME_OVERLAPPING) result->end = BMS_WALK_OVERLAPPING;
}

/* Returns how far to check first from a time at which a walk has ended OPEN: across its root, or where the gap is
   lowest. */
BMS_INLINE double fast_way_across(const fast_walk *w, double t, double margin) {
  if (w->lowest > 0) return fast_time_at(w->interval, w->s + 2 * w->lowest) - t;
  return 2 * (fast_contact_near(w->interval, &w->plane, &w->root) - t + margin);
}

/* Hands a walk that has ended OPEN over to walk.c, which is to check a short stretch about the root first: over that a
   plane is its chord.  `plane` is the root's, or one that is likely to have its own root there. */
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
