/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the quick walk (quick_walk.h) of two rigid bodies is made of.  Nearly all queries of a simulation are such.
 *
 * Functions of this header are for rigid_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_WALK_H
#define BMS_RIGID_WALK_H

#include "motion/parallel_edges.h"
#include "fast/follow.h"
#include "fast/rigid/rigid_contact.h"

typedef rigid_walk quick_walk;

/* Edges whose directions have a greater cosine may be parallel all the time. */
static const double NEARLY_PARALLEL = 1 - 1e-9;

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
  if (x > QUICK_NODE[k]) candidates &= (unsigned)separating[k + 1];
  while (end < QUICK_NODES && (candidates & (unsigned)separating[end]) != 0) candidates &= (unsigned)separating[end++];
  /* Chance decides which is the best: no branches there. */
  double most = best->until;
  int found = -1;
  for (; candidates != 0 && most <= wide; candidates &= candidates - 1) {
    int bit = __builtin_ctz(candidates), axis = bit & 15;
    double side = SIDE[bit >> 4], last = gap_at(at, axis, side, end - 1), until = 1 + last;
    if (end == QUICK_NODES)
      until = bms_min(until, 1 + gap_at(at, axis, side, (end + k) / 2));
    else
      until =
          QUICK_NODE[end - 1] + (QUICK_NODE[end] - QUICK_NODE[end - 1]) * (last / (last - gap_at(at, axis, side, end)));
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
  while (k < QUICK_NODES - 2 && QUICK_NODE[k + 1] <= x) k++;
  consider(at, axes, x, k, wide, &best); /* of edges as well if they are sampled */
  if (at->edges || without != 0 || best.until > wide) return best.axis;
  rigid_sample_edges(w->pair, at);
  consider(at, axes & ~FACES, x, k, wide, &best);
  return best.axis;
}

/* ------------------------------------------------------------------ one axis */

/* Of a pair that does not turn. */
static follow_end follow_still(rigid_walk *w, bms_axis_side axis) {
  double s1 = 1;
  for (int k = 0; k < MAX_PIECES; k++) {
    quick_plane plane;
    rigid_parabola gap = rigid_still_gap(&w->still, w->at.scale, axis, w->s, s1);
    rigid_still_plane(w->pair, &gap, w->s, s1, &plane);
    if (!(plane.positive & 1)) break;
    if (plane.positive == QUICK_ALL_NODES) {
      if (s1 == 1) return FOLLOWED_TO_END;
      w->s = s1;
      s1 = 1;
    } else if ((plane.positive & (plane.positive + 1)) != 0) { /* more than one change of sign */
      s1 = w->s + quick_lowest(&plane) * (s1 - w->s);
    } else {
      w->plane = plane;
      w->near = rigid_parabola_root(&gap, plane.error);
      w->s = quick_stop_short(&plane, w->near);
      return FOLLOWED_TO_ROOT;
    }
  }
  return FOLLOWED_NOWHERE;
}

static follow_end follow_turning(rigid_walk *w, bms_axis_side axis) {
  quick_terms rest;
  rigid_terms_of(w->pair, &w->samples, axis, &rest);
  return quick_follow(&rest, &w->s, &w->plane, &w->near);
}

static follow_end follow(rigid_walk *w, bms_axis_side axis) {
  follow_end end = w->pair->turning ? follow_turning(w, axis) : follow_still(w, axis);
  if (end != FOLLOWED_NOWHERE) w->axis = axis;
  return end;
}

/* ------------------------------------------------------------------ all of them */

static bms_verdict verdict_without(rigid_walk *w, unsigned without, bms_axis_side *axis) {
  rigid_leave_out(without, &w->gaps);
  return rigid_verdict(&w->at, &w->gaps, axis);
}

/* Looks at a time: the gaps along all axes. */
static bms_verdict look(rigid_walk *w, double t, unsigned without, bms_axis_side *axis) {
  if (w->pair->turning) {
    rigid_instant_at(w->pair, t, &w->at);
    rigid_all_gaps(w->pair, &w->at, &w->gaps);
  } else {
    rigid_distance_at(w->pair, t, &w->at);
    rigid_gaps_of(w->pair, &w->at, w->still.radii, &w->gaps);
  }
  return verdict_without(w, without, axis);
}

/* The root of the plane, where another look has just shown overlap along the other axes: whether that is the
   contact. */
static bool contact_at(rigid_walk *w, double looked, unsigned followed, bms_walk_result *result) {
  bms_axis_side other;
  if (!settle_signs(w, &result->signs) || !enclose_contact(w, result)) return false;
  /* The look was at a time near the contact, mostly near enough. */
  double near = (RIGID_EXTENT - NARROW_ROUNDINGS - 2) * BMS_ROUNDING * w->pair->latest;
  return fabs(result->t - looked) <= near || look(w, result->t, followed, &other) == BMS_VERDICT_OVERLAP;
}

/* Takes w->s to the root itself. */
static bool go_to_root(rigid_walk *w) {
  const double *c = w->plane.c.place;
  bool known = !w->pair->turning && quick_enclose_known(c, w->near, &w->root);
  if (!known && !quick_enclose_root(c, w->near, &w->root)) return false;
  w->s = w->plane.s0 + w->root.before * (w->plane.s1 - w->plane.s0);
  return true;
}

#include "fast/fast_walk.h"

/* ------------------------------------------------------------------ the beginning */

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

/* Walks on. */
BMS_INLINE void rigid_walk_on(rigid_walk *w, bms_walk_result *result) {
  if (w->pair->turning) rigid_sample_faces(w->pair, &w->samples);
  if (nearly_parallel(w)) find_parallel_edges(w);
  quick_walk_on(w, result);
}

#endif /* BMS_RIGID_WALK_H */
