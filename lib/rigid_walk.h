/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The quick walk: what walk.c does, for two solid boxes in rigid motion that meet, if at all, in an ordinary way.
 * Nearly all queries of a simulation are such.  Nothing is shared with walk.c but the idea, and whatever is not clear
 * is left to it: the answer is the same, many times as fast.
 *
 * The lazy walk along the route in s = (t - t0) / (t1 - t0):
 *
 *   1. Sample the gaps over the interval (rigid_samples.h).  Follow the axis whose gap seems to stay positive longest.
 *   2. Its lower bound over the rest of the interval (rigid_plane.h): positive throughout, there is no contact.  With
 *      one change of sign among its coefficients it is positive up to its only root.  With more, take the part up to
 *      where it is lowest first.
 *   3. Where the bound has fallen behind the gap, take a shorter piece from before that root on (2).
 *   4. Shortly before the root of the gap itself, follow another axis that the samples show to separate there (2).
 *   5. If they show none, look closely at the root (rigid_instant.h).  If all other axes certainly overlap there, it is
 *      the contact (rigid_contact.h), else follow the one that separates (2).
 *
 * Samples only tell where to look.  What is proved are the bounds, each positive from the place on up to which the one
 * before it was; what places are off by is among their errors (rigid_plane.h).  Pieces are polynomials in s, which is
 * converted to t at the contact only.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_WALK_H
#define BMS_RIGID_WALK_H

#include "parallel.h"
#include "rigid_contact.h"

/* Random queries take one to three steps; whatever needs more than these is for walk.c. */
enum { MAX_STEPS = 24 };

/* Edges whose directions have a greater cosine may be parallel all the time. */
static const double NEARLY_PARALLEL = 1 - 1e-9;

typedef enum outcome { OUTCOME_GO_ON, OUTCOME_SEPARATED, OUTCOME_CONTACT, OUTCOME_OPEN } outcome;

/* ------------------------------------------------------------------ what the samples show */

/* An axis to follow from some place on, and where its gap, drawn as straight lines through its samples, comes to zero:
   a place s, or 1 and more if it does not: the more the better. */
typedef struct prospect {
  bms_axis_side axis;
  double until; /* not beyond the place if the axis does not separate there */
} prospect;

/* side * distance less radii at place k. */
BMS_INLINE double gap_at(const rigid_samples *at, int axis, double side, int k) {
  return side * at->distance[axis].place[k] - at->radii[axis].place[k];
}

/* Of some axes (bits as in separating) the most promising to follow from place x, between places k and k + 1, on; `best`
   is one that is already known.  Only those are looked at whose gaps are positive on both sides of x and at as many of the
   next places as that of any, and none more once one stays positive by `wide`. */
static void consider(const rigid_samples *at, unsigned axes, double x, int k, double wide, prospect *best) {
  static const double SIDE[2] = {1, -1};
  const long long *separating = at->separating.place;
  unsigned candidates = axes & (unsigned)separating[k];
  int end = k + 1; /* the first place at which none of them is positive */
  if (x > RIGID_NODE[k]) candidates &= (unsigned)separating[k + 1];
  while (end < RIGID_NODES && (candidates & (unsigned)separating[end]) != 0) candidates &= (unsigned)separating[end++];
  /* Chance decides which is the best: no branches there. */
  double most = best->until;
  int found = -1;
  for (; candidates != 0 && most <= wide; candidates &= candidates - 1) {
    int bit = __builtin_ctz(candidates), axis = bit & 15;
    double side = SIDE[bit >> 4], last = gap_at(at, axis, side, end - 1), until = 1 + last;
    if (end == RIGID_NODES)
      until = bms_min(until, 1 + gap_at(at, axis, side, (end + k) / 2));
    else
      until =
          RIGID_NODE[end - 1] + (RIGID_NODE[end] - RIGID_NODE[end - 1]) * (last / (last - gap_at(at, axis, side, end)));
    found = until > most ? bit : found;
    most = bms_max(until, most);
  }
  if (found >= 0) *best = (prospect){{found & 15, found < 16 ? 1 : -1}, most};
}

/* The axis to follow from w->s on, of those not in `without`; side 0 if none separates there. */
static bms_axis_side best_axis(rigid_walk *w, unsigned without) {
  static const double WIDE = 1. / 32;
  static const unsigned FACES = ((1u << BMS_AXIS_EDGES) - 1) * 0x10001u;
  if (!w->pair->turning) return rigid_longest(&w->still, w->pair->axes & ~without, w->s);
  rigid_samples *at = &w->samples;
  double x = w->s, wide = 1 + WIDE * w->pair->size;
  int k = 0;
  unsigned axes = (w->pair->axes & ~without) * 0x10001u;
  prospect best = {{0, 0}, x};
  while (k < RIGID_NODES - 2 && RIGID_NODE[k + 1] <= x) k++;
  consider(at, axes, x, k, wide, &best); /* of edges as well if they are sampled */
  if (at->edges || without != 0 || best.until > wide) return best.axis;
  rigid_sample_edges(w->pair, at);
  consider(at, axes & ~FACES, x, k, wide, &best);
  return best.axis;
}

/* ------------------------------------------------------------------ one axis */

/* What following an axis from w->s comes to: its gap is positive up to the end, or shortly before its root, or so far
   as its bound could tell. */
typedef enum follow_end { FOLLOWED_TO_END, FOLLOWED_TO_ROOT, FOLLOWED_NOWHERE } follow_end;

/* A piece of the interval, while an axis is followed. */
typedef struct piece {
  rigid_terms terms;
  rigid_plane plane;
} piece;

static void copy_terms(const rigid_terms *terms, rigid_terms *out) {
  BMS_UNROLL(8)
  for (int i = 0; i < RIGID_NODES; i++) out->b[i] = terms->b[i];
  out->turning = terms->turning;
  if (terms->turning == 4) memcpy(out->fourth, terms->fourth, sizeof out->fourth);
}

/* Makes a piece of an axis' terms over [from, 1]: [s0, s1], s0 >= from. */
static void take_piece(const rigid_walk *w, const rigid_terms *rest, double from, double s0, double s1, piece *out) {
  copy_terms(rest, &out->terms);
  if (s0 > from) rigid_take_right(&out->terms, (s0 - from) / (1 - from));
  if (s1 < 1) rigid_take_left(&out->terms, (s1 - s0) / (1 - s0));
  rigid_plane_of(w->pair, &out->terms, s0, s1, &out->plane);
}

/* A place of a piece whose bound has one root, some way before that root, up to which the bound is certainly positive:
   0 if none is found. */
static double short_of_root(const rigid_plane *plane, double root, double part) {
  enum { MAX_HALVINGS = 4 };
  double x = part * root;
  for (int k = 0; k < MAX_HALVINGS; k++, x *= 0.5)
    if (rigid_plain_value(plane->c.place, x / (1 - x)) > 0) return x;
  return 0;
}

/* The bound of a piece has one root, but is not the gap: a piece from before that root on, longer by `farther` than
   what lies between.  Returns false if there is none. */
static bool come_closer(const rigid_walk *w, const rigid_terms *rest, double from, double farther, piece *p) {
  static const double SHORT = 7. / 8;
  double root = rigid_root_near(p->plane.c.place, p->plane.positive), x = short_of_root(&p->plane, root, SHORT);
  double s0 = p->plane.s0, length = p->plane.s1 - s0;
  if (!(x > 0)) return false;
  take_piece(w, rest, from, s0 + x * length, bms_min(s0 + (root + farther * (root - x)) * length, p->plane.s1), p);
  return true;
}

/* Stops shortly before the root of a bound that is the gap; the root is about at `near`. */
BMS_INLINE follow_end stop_short(rigid_walk *w, bms_axis_side axis, const rigid_plane *plane, double near) {
  static const double SHORT = 1 - 1. / 256;
  w->plane = *plane;
  w->axis = axis;
  w->near = near;
  w->s = plane->s0 + short_of_root(plane, near, SHORT) * (plane->s1 - plane->s0);
  return FOLLOWED_TO_ROOT;
}

enum { MAX_PIECES = 24, MAX_CLOSER = 6 }; /* the first is counted with in rigid_plane.h and rigid_contact.h */

/* Of a pair that does not turn. */
static follow_end follow_still(rigid_walk *w, bms_axis_side axis) {
  double s1 = 1;
  for (int k = 0; k < MAX_PIECES; k++) {
    rigid_plane plane;
    rigid_parabola gap = rigid_still_gap(&w->still, w->at.scale, axis, w->s, s1);
    rigid_still_plane(w->pair, &gap, w->s, s1, &plane);
    if (!(plane.positive & 1)) break;
    if (plane.positive == RIGID_ALL_NODES) {
      if (s1 == 1) {
        w->axis = axis;
        return FOLLOWED_TO_END;
      }
      w->s = s1;
      s1 = 1;
    } else if ((plane.positive & (plane.positive + 1)) != 0) { /* more than one change of sign */
      s1 = w->s + rigid_lowest(&plane) * (s1 - w->s);
    } else {
      return stop_short(w, axis, &plane, rigid_parabola_root(&gap, plane.error));
    }
  }
  return FOLLOWED_NOWHERE;
}

static follow_end follow_turning(rigid_walk *w, bms_axis_side axis) {
  static const double FARTHER = 1.5, FASTER = 8;
  rigid_terms rest;
  piece p;
  double from = w->s, farther = FARTHER;
  int closer = 0;
  rigid_terms_of(w->pair, &w->samples, axis, &rest);
  if (from > 0) rigid_take_right(&rest, from);
  rigid_plane_of(w->pair, &rest, from, 1, &p.plane);
  for (int k = 0; k < MAX_PIECES && (p.plane.positive & 1); k++) {
    unsigned positive = p.plane.positive;
    if (positive == RIGID_ALL_NODES) {
      if (p.plane.s1 == 1) {
        w->axis = axis;
        return FOLLOWED_TO_END;
      }
      take_piece(w, &rest, from, p.plane.s1, 1, &p);
      farther *= FASTER;
    } else if ((positive & (positive + 1)) != 0) { /* more than one change of sign */
      double x = rigid_lowest(&p.plane);
      if (k == 0) copy_terms(&rest, &p.terms);
      rigid_take_left(&p.terms, x);
      rigid_plane_of(w->pair, &p.terms, p.plane.s0, p.plane.s0 + x * (p.plane.s1 - p.plane.s0), &p.plane);
    } else if (p.plane.exact) {
      return stop_short(w, axis, &p.plane, rigid_root_near(p.plane.c.place, positive));
    } else if (closer++ == MAX_CLOSER || !come_closer(w, &rest, from, farther, &p)) {
      break;
    }
  }
  w->s = p.plane.s0;
  return FOLLOWED_NOWHERE;
}

static follow_end follow(rigid_walk *w, bms_axis_side axis) {
  return w->pair->turning ? follow_turning(w, axis) : follow_still(w, axis);
}

/* ------------------------------------------------------------------ all of them */

/* Looks at a time: the gaps along all axes. */
static bms_verdict look(rigid_walk *w, double t, unsigned without, bms_axis_side *axis) {
  if (w->pair->turning) {
    rigid_instant_at(w->pair, t, &w->at);
    rigid_all_gaps(w->pair, &w->at, &w->gaps);
  } else {
    rigid_distance_at(w->pair, t, &w->at);
    rigid_gaps_of(w->pair, &w->at, w->still.radii, &w->gaps);
  }
  rigid_leave_out(without, &w->gaps);
  return rigid_verdict(&w->at, &w->gaps, axis);
}

/* The root of the plane, where another look has just shown overlap along the other axes: whether that is the
   contact. */
static outcome contact_at(rigid_walk *w, double looked, unsigned followed, bms_walk_result *result) {
  bms_axis_side other;
  if (!settle_signs(w, &result->signs) || !enclose_contact(w, result)) return OUTCOME_OPEN;
  /* The look was at a time near the contact, mostly near enough. */
  if (fabs(result->t - looked) > (RIGID_EXTENT - NARROW_ROUNDINGS - 2) * BMS_ROUNDING * w->pair->latest &&
      look(w, result->t, followed, &other) != BMS_VERDICT_OVERLAP)
    return OUTCOME_OPEN;
  return OUTCOME_CONTACT;
}

/* Takes w->s to the root itself. */
static bool go_to_root(rigid_walk *w) {
  const double *c = w->plane.c.place;
  bool known = !w->pair->turning && rigid_enclose_known(c, w->near, &w->root);
  if (!known && !rigid_enclose_root(c, w->near, &w->root)) return false;
  w->s = w->plane.s0 + w->root.before * (w->plane.s1 - w->plane.s0);
  return true;
}

/* Where the walk is: w->s, and what is known of the axes there, bit by bit. */
typedef struct standing {
  unsigned root;  /* the axis whose root is there */
  unsigned tried; /* axes that could not be followed from there */
  bool near;      /* w->s is only near the root */
} standing;

/* Looks closely at a place where the samples show no axis that separates; that which does is *axis if it is to be
   followed. */
static outcome look_closely(rigid_walk *w, standing *here, bms_axis_side *axis, bms_walk_result *result) {
  if (here->near) {
    if (!go_to_root(w)) return OUTCOME_OPEN;
    here->near = false;
    here->tried = 0;
  }
  double t = here->root != 0 ? contact_near(w) : time_at(w, w->s);
  bms_verdict verdict = look(w, t, here->root, axis);
  if (verdict == BMS_VERDICT_OVERLAP && here->root != 0) return contact_at(w, t, here->root, result);
  if (verdict == BMS_VERDICT_APART && (here->tried >> axis->axis & 1) != 0) {
    rigid_leave_out(here->tried, &w->gaps);
    verdict = rigid_verdict(&w->at, &w->gaps, axis);
  }
  return verdict == BMS_VERDICT_APART ? OUTCOME_GO_ON : OUTCOME_OPEN;
}

/* Follows an axis from a place to the next. */
static outcome go_on(rigid_walk *w, bms_axis_side axis, standing *here) {
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

static outcome walk_from(rigid_walk *w, bms_walk_result *result) {
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

/* Whether at the start edges are so parallel that they may always be. */
static bool nearly_parallel(const rigid_walk *w) {
  double largest = 0;
  BMS_UNROLL(9)
  for (int k = 0; k < 9; k++) {
    int i = k / 3, j = k % 3;
    largest = bms_max(largest, w->pair->turning ? w->samples.size[i][j].place[0] : fabs(w->at.c[i][j]));
  }
  return largest > NEARLY_PARALLEL;
}

static void find_parallel_edges(rigid_walk *w) {
  rigid_pair *pair = w->pair;
  const bms_query *query = pair->query;
  bms_find_parallel_edges(query->a.motion.rigid.quaternion, query->b.motion.rigid.quaternion, &pair->axes,
                          &pair->perpendicular);
  if (!pair->turning) rigid_clear_perpendicular(pair->perpendicular, &w->at);
}

/* Samples a prepared pair, to walk from t0. */
static void rigid_walk_start(rigid_walk *w, rigid_pair *pair) {
  w->pair = pair;
  w->slack = TIME_ROUNDINGS * BMS_ROUNDING * pair->latest + 0x1p-1070;
  w->s = 0;
  if (pair->turning) {
    rigid_sample(pair, &w->samples);
    return;
  }
  rigid_turns_at(pair, pair->query->t0, &w->at);
  rigid_still_of(pair, &w->at, &w->still);
}

/* Whether an axis separates for good.  If not the walk is where it was: what comes of it does not depend on the
   axis. */
BMS_INLINE bool rigid_separates(rigid_walk *w, bms_axis_side axis) {
  if (w->pair->turning && !rigid_is_apart(w->pair, &w->samples, axis)) return false;
  if (follow(w, axis) == FOLLOWED_TO_END) return true;
  w->s = 0;
  return false;
}

/* Walks on.  Whatever the result says but OPEN is proved; OPEN proves nothing. */
BMS_INLINE void rigid_walk_on(rigid_walk *w, bms_walk_result *result) {
  if (w->pair->turning) rigid_sample_faces(w->pair, &w->samples);
  if (nearly_parallel(w)) find_parallel_edges(w);
  outcome end = walk_from(w, result);
  result->end = BMS_WALK_OPEN;
  if (end == OUTCOME_SEPARATED) result->end = BMS_WALK_SEPARATED;
  if (end == OUTCOME_CONTACT) result->end = BMS_WALK_CONTACT;
}

#endif /* BMS_RIGID_WALK_H */
