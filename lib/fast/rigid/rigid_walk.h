/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of the fast walk (fast_walk.h) of two rigid bodies.  Nearly all queries of a simulation are such.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_WALK_H
#define BMS_RIGID_WALK_H

#include "motion/parallel_edges.h"
#include "fast/rigid/rigid_common_point.h"
#include "fast/rigid/rigid_contact.h"
#include "fast/rigid/rigid_plane.h"
#include "fast/rigid/rigid_translating.h"

/* ------------------------------------------------------------------ what the samples show */

/* side * distance less radii at place k. */
BMS_INLINE double rigid_gap_at(const rigid_samples *at, int axis, double side, int k) {
  return side * at->distance[axis].place[k] - at->radii[axis].place[k];
}

/* Chooses, of some axes (bits as in separating) the most promising to follow from place x, between places k and k + 1,
   on; `best` is one that is already known.  Only those are checked whose gaps are positive on both sides of x and at as
   many of the next places as any, and none more once one stays positive by `wide`. */
static void rigid_pick_axis(const rigid_samples *at, unsigned axes, double x, int k, double wide,
                            fast_axis_candidate *best) {
  static const double SIDE[2] = {1, -1};
  const long long *separating = at->separating.place;
  unsigned candidates = axes & (unsigned)separating[k];
  int end = k + 1; /* the first place at which none of them is positive */
  if (x > FAST_NODE[k]) candidates &= (unsigned)separating[k + 1];
  while (end < FAST_NODES && (candidates & (unsigned)separating[end]) != 0) candidates &= (unsigned)separating[end++];
  /* Chance decides which is the best: no branches there. */
  double most = best->estimated_exit;
  int found = -1;
  for (; candidates != 0 && most <= wide; candidates &= candidates - 1) {
    int bit = bms_lowest_bit(candidates), axis = bit & 15;
    double side = SIDE[bit >> 4], last = rigid_gap_at(at, axis, side, end - 1), estimated_exit = 1 + last;
    if (end == FAST_NODES)
      estimated_exit = bms_min(estimated_exit, 1 + rigid_gap_at(at, axis, side, (end + k) / 2));
    else
      estimated_exit = FAST_NODE[end - 1] +
                       (FAST_NODE[end] - FAST_NODE[end - 1]) * (last / (last - rigid_gap_at(at, axis, side, end)));
    found = estimated_exit > most ? bit : found;
    most = bms_max(estimated_exit, most);
  }
  if (found >= 0) *best = (fast_axis_candidate){{found & 15, found < 16 ? 1 : -1}, most};
}

/* Returns the axis that has come to separate by place x, between places k and k + 1, though it does not at place k: of
   some (bits as in separating) the one whose gap, drawn as a straight line between these, is greatest at x.  Side 0 if
   none is positive there. */
static bms_axis_side rigid_emerged_axis(const rigid_samples *at, unsigned axes, double x, int k) {
  unsigned candidates = axes & (unsigned)at->separating.place[k + 1] & ~(unsigned)at->separating.place[k];
  double part = (x - FAST_NODE[k]) / (FAST_NODE[k + 1] - FAST_NODE[k]), greatest = 0;
  bms_axis_side found = {0, 0};
  for (; candidates != 0; candidates &= candidates - 1) {
    int bit = bms_lowest_bit(candidates), axis = bit & 15, side = bit < 16 ? 1 : -1;
    double gap = (1 - part) * rigid_gap_at(at, axis, side, k) + part * rigid_gap_at(at, axis, side, k + 1);
    if (!(gap > greatest)) continue;
    greatest = gap;
    found = (bms_axis_side){axis, side};
  }
  return found;
}

/* Returns true if a face is so much larger than the other box that edges hardly ever separate the boxes longer. */
BMS_NOINLINE bool rigid_is_large_face(const rigid_pair *pair, bms_axis_side face) {
  static const double LARGE = 4;
  bool of_a = face.axis < BMS_AXIS_FACE_B;
  int i = of_a ? face.axis : face.axis - BMS_AXIS_FACE_B;
  const double *own = of_a ? pair->a.half : pair->b.half;
  double least = bms_min(i == 0 ? own[1] : own[0], i == 2 ? own[1] : own[2]);
  return least > LARGE * (of_a ? pair->extent_b : pair->extent_a);
}

/* The axis to follow from w->walk.s on, of those not in `without`; side 0 if none separates there.  One that has only
   just emerged is a guess, made once at each root, which saves a look at all axes where two boxes pass each other.
   Edges are sampled once faces do not last to the end, unless the one that lasts longest is large. */
BMS_INLINE bms_axis_side rigid_best_axis(fast_walk *walk, unsigned without) {
  rigid_walk *w = (rigid_walk *)walk;
  static const double WIDE = 1. / 32;
  static const unsigned FACES = ((1u << BMS_AXIS_EDGES) - 1) * 0x10001u;
  if (!w->pair->turning) return rigid_longest(&w->translating, w->pair->axes & ~without, w->walk.s);
  rigid_samples *at = &w->samples;
  double x = w->walk.s, wide = 1 + WIDE * w->pair->size;
  int k = 0;
  unsigned axes = (w->pair->axes & ~without) * 0x10001u;
  fast_axis_candidate best = {{0, 0}, x};
  while (k < FAST_NODES - 2 && FAST_NODE[k + 1] <= x) k++;
  rigid_pick_axis(at, axes, x, k, wide, &best); /* of edges as well if they are sampled */
  if (best.axis.side == 0 && without != 0 && (without & (without - 1)) == 0) return rigid_emerged_axis(at, axes, x, k);
  if (at->edges || without != 0 || best.estimated_exit > wide) return best.axis;
  if (best.axis.side != 0 && rigid_is_large_face(w->pair, best.axis)) return best.axis;
  rigid_sample_edges(w->pair, at);
  rigid_pick_axis(at, axes & ~FACES, x, k, wide, &best);
  return best.axis;
}

/* ------------------------------------------------------------------ one axis */

/* Starts the walk of a pair that does not turn. */
static fast_follow_end rigid_follow_translating(rigid_walk *w, bms_axis_side axis) {
  double s1 = 1;
  for (int k = 0; k < FAST_MAX_PIECES; k++) {
    fast_plane plane;
    rigid_parabola gap = rigid_translating_gap(&w->translating, w->at.scale, axis, w->walk.s, s1);
    rigid_translating_plane(w->pair, &gap, w->walk.s, s1, &plane);
    if (!(plane.positive & 1)) break;
    if (plane.positive == FAST_ALL_NODES) {
      if (s1 == 1) return FAST_FOLLOWED_TO_END;
      w->walk.s = s1;
      s1 = 1;
    } else if ((plane.positive & (plane.positive + 1)) != 0) { /* more than one change of sign */
      s1 = w->walk.s + fast_lowest(&plane) * (s1 - w->walk.s);
    } else {
      w->walk.plane = plane;
      w->walk.near = rigid_parabola_root(&gap, plane.error);
      w->walk.s = fast_stop_short(&plane, w->walk.near);
      return FAST_FOLLOWED_TO_ROOT;
    }
  }
  return FAST_FOLLOWED_NOWHERE;
}

static fast_follow_end rigid_follow_turning(rigid_walk *w, bms_axis_side axis) {
  fast_terms rest;
  rigid_terms_of(w->pair, &w->samples, axis, &rest);
  return fast_follow(&rest, &w->walk.s, &w->walk.plane, &w->walk.near);
}

static fast_follow_end rigid_follow(fast_walk *walk, bms_axis_side axis) {
  rigid_walk *w = (rigid_walk *)walk;
  fast_follow_end end = w->pair->turning ? rigid_follow_turning(w, axis) : rigid_follow_translating(w, axis);
  if (end != FAST_FOLLOWED_NOWHERE) w->walk.axis = axis;
  return end;
}

/* ------------------------------------------------------------------ all of them */

static bms_verdict rigid_verdict_without(fast_walk *walk, unsigned without, bms_axis_side *axis) {
  rigid_walk *w = (rigid_walk *)walk;
  rigid_leave_out(without, &w->gaps);
  bool here = walk->time_only && without == 0;
  return rigid_verdict(&w->at, &w->gaps, here ? w->at.error_here : w->at.error, axis);
}

/* Checks a time: the gaps along all axes; at the start, if these cannot decide, for a point of both boxes. */
static bms_verdict rigid_look(fast_walk *walk, double t, unsigned without, bms_axis_side *axis) {
  rigid_walk *w = (rigid_walk *)walk;
  if (w->pair->turning) {
    rigid_instant_at(w->pair, t, &w->at);
    rigid_all_gaps(w->pair, &w->at, &w->gaps);
  } else {
    rigid_distance_at(w->pair, t, &w->at);
    rigid_gaps_of(w->pair, &w->at, w->translating.radii, &w->gaps);
  }
  bms_verdict verdict = rigid_verdict_without(walk, without, axis);
  if (verdict == BMS_VERDICT_UNDECIDED && walk->s == 0 && without == 0 && rigid_interiors_meet(w->pair, &w->at))
    verdict = BMS_VERDICT_OVERLAP;
  return verdict;
}

/* The root of the plane, after another check has just shown overlap along the other axes: whether that is the
   contact. */
static bool rigid_contact_at(fast_walk *walk, double looked, unsigned followed, fast_result *result) {
  rigid_walk *w = (rigid_walk *)walk;
  bms_axis_side other;
  if (!rigid_settle_signs(w, &result->signs) || !rigid_enclose_contact(w, result)) return false;
  /* The look was at a time near the contact, mostly near enough. */
  double near = (RIGID_EXTENT - FAST_NARROW_ROUNDINGS - 2) * BMS_ROUNDING * w->pair->max_abs_time;
  return fabs(result->t - looked) <= near || rigid_look(walk, result->t, followed, &other) == BMS_VERDICT_OVERLAP;
}

/* Takes w->walk.s to the root itself. */
static bool rigid_go_to_root(fast_walk *walk) {
  rigid_walk *w = (rigid_walk *)walk;
  const double *c = w->walk.plane.c.place;
  bool known = !w->pair->turning && fast_enclose_known(c, w->walk.near, &w->walk.root);
  if (!known && !fast_enclose_root(c, w->walk.near, &w->walk.root)) return false;
  w->walk.s = w->walk.plane.s0 + w->walk.root.before * (w->walk.plane.s1 - w->walk.plane.s0);
  return true;
}

static const fast_walk_kind RIGID_WALK = {rigid_best_axis, rigid_follow,          rigid_go_to_root,
                                          rigid_look,      rigid_verdict_without, rigid_contact_at};

/* ------------------------------------------------------------------ the beginning */

/* Returns true if edges are so parallel at the start that they may always be. */
static bool rigid_nearly_parallel(const rigid_walk *w) {
  static const double NEARLY_PARALLEL = 1 - 1e-9; /* of the cosine between their directions */
  double largest = 0;
  BMS_UNROLL(9)
  for (int k = 0; k < 9; k++) {
    int i = k / 3, j = k % 3;
    largest = bms_max(largest, w->pair->turning ? w->samples.size[i][j].place[0] : fabs(lanes_get(w->at.c[i], j)));
  }
  return largest > NEARLY_PARALLEL;
}

static void rigid_find_parallel_edges(rigid_walk *w) {
  rigid_pair *pair = w->pair;
  const bms_query *query = pair->query;
  bms_find_parallel_edges(query->a.motion.rigid.quaternion, query->b.motion.rigid.quaternion, &pair->axes,
                          &pair->perpendicular);
  if (!pair->turning) rigid_clear_perpendicular(pair->perpendicular, &w->at);
}

/* Samples a prepared pair, to walk from t0. */
static void rigid_walk_start(rigid_walk *w, rigid_pair *pair) {
  w->pair = pair;
  fast_walk_start(&w->walk, (fast_interval){pair->t0, pair->t1}, pair->max_abs_time);
  if (pair->turning) {
    rigid_sample(pair, &w->samples);
    return;
  }
  rigid_turns_at(pair, pair->t0, &w->at);
  rigid_translating_of(pair, &w->at, &w->translating);
}

/* Returns true if an axis separates for good.  If not the walk is where it was: its result does not depend on the
   axis. */
BMS_INLINE bool rigid_separates(rigid_walk *w, bms_axis_side axis) {
  if (w->pair->turning && !rigid_is_apart(w->pair, &w->samples, axis)) return false;
  if (rigid_follow(&w->walk, axis) == FAST_FOLLOWED_TO_END) return true;
  w->walk.s = 0;
  return false;
}

/* Walks on. */
BMS_INLINE void rigid_walk_on(rigid_walk *w, fast_result *result) {
  if (w->pair->turning) rigid_sample_faces(w->pair, &w->samples);
  if (rigid_nearly_parallel(w)) rigid_find_parallel_edges(w);
  fast_walk_on(&RIGID_WALK, &w->walk, result);
}

#endif /* BMS_RIGID_WALK_H */
