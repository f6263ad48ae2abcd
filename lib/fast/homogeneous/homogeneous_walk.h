/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of the fast walk (fast_walk.h) of any two homogeneous motions.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_WALK_H
#define BMS_HOMOGENEOUS_WALK_H

#include "fast/homogeneous/homogeneous_contact_state.h"
#include "fast/homogeneous/homogeneous_plane.h"
#include "fast/homogeneous/homogeneous_samples.h"
#include "fast/fast_walk.h"
#include "fast/root.h"
#include "numeric/rounding.h"

typedef struct homogeneous_walk {
  fast_walk walk;
  const homogeneous_pair *pair;
  homogeneous_samples samples; /* over the interval */
  homogeneous_block at;        /* the pair at about s, at all places */
} homogeneous_walk;

/* ------------------------------------------------------------------ what the samples show */

static double homogeneous_gap_at(const homogeneous_samples *at, bms_axis_side axis, int k) {
  const homogeneous_block *block = &at->block[k / FAST_BLOCK];
  return axis.side * lanes_get(block->distance[axis.axis], k % FAST_BLOCK) -
         lanes_get(block->radii[axis.axis], k % FAST_BLOCK);
}

/* The zero of the gap of an axis that is positive from place k on to before place `stop`. */
static double homogeneous_estimated_exit(const homogeneous_walk *w, bms_axis_side axis, int k, int stop) {
  const homogeneous_samples *at = &w->samples;
  double last = homogeneous_gap_at(at, axis, stop - 1);
  if (stop == FAST_NODES)
    return 1 +
           bms_min(last, homogeneous_gap_at(at, axis, (stop + k) / 2)) / w->pair->bound[homogeneous_kind(axis.axis)];
  double from = FAST_NODE[stop - 1], length = FAST_NODE[stop] - from;
  return from + length * (last / (last - homogeneous_gap_at(at, axis, stop)));
}

/* Chooses, of the axes from `first` to before `end` the most promising to follow from w->walk.s, between places k and k
   + 1, on: one whose gap is positive on both sides of it and at as many of the next places as any.  `best` is one that
   is already known. */
static void homogeneous_pick_axis(const homogeneous_walk *w, int first, int end, unsigned without, int k,
                                  fast_axis_candidate *best) {
  const homogeneous_samples *at = &w->samples;
  unsigned needed = w->walk.s > FAST_NODE[k] ? 3 : 1;
  int longest = 0;
  while (longest < FAST_NODES - 1 && FAST_NODE[longest + 1] <= best->estimated_exit) longest++;
  for (int axis = first; axis < end; axis++) {
    unsigned positive = at->apart[0][axis] >> k, negative = at->apart[1][axis] >> k;
    bool on_positive = (positive & needed) == needed;
    unsigned places = on_positive ? positive : negative;
    int stop = k + bms_lowest_bit(~places);
    if ((places & needed) != needed || stop <= longest || (without >> axis & 1)) continue;
    bms_axis_side next = {axis, on_positive ? 1 : -1};
    double exit = homogeneous_estimated_exit(w, next, k, stop);
    if (!(exit > best->estimated_exit)) continue;
    *best = (fast_axis_candidate){next, exit};
    longest = stop - 1;
  }
}

/* The axis to follow from w->walk.s on, of those not in `without`; side 0 if none separates there. */
static bms_axis_side homogeneous_best_axis(fast_walk *walk, unsigned without) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  static const double WIDE = 1 + 1. / 32;
  fast_axis_candidate best = {{0, 0}, w->walk.s};
  int k = 0;
  while (k < FAST_NODES - 2 && FAST_NODE[k + 1] <= w->walk.s) k++;
  homogeneous_pick_axis(w, 0, w->samples.edges ? BMS_AXES : BMS_AXIS_EDGES, without, k, &best);
  if (w->samples.edges || best.estimated_exit > WIDE) return best.axis;
  homogeneous_add_edges(w->pair, &w->samples);
  homogeneous_pick_axis(w, BMS_AXIS_EDGES, BMS_AXES, without, k, &best);
  return best.axis;
}

static fast_follow_end homogeneous_follow(fast_walk *walk, bms_axis_side axis) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  fast_terms rest;
  homogeneous_terms_of(w->pair, &w->samples, axis, &rest);
  fast_follow_end end = fast_follow(&rest, &w->walk.s, &w->walk.plane, &w->walk.near);
  if (end != FAST_FOLLOWED_NOWHERE) w->walk.axis = axis;
  return end;
}

/* ------------------------------------------------------------------ close looks */

/*
 * Bounds what gaps at a place s of the interval are off by, for all times within HOMOGENEOUS_EXTENT roundings of T of
 * its own: such a time moves columns and scales by 2 HOMOGENEOUS_EXTENT roundings, k p by twice that, so with errors of
 * 30, 30 and 50 everything has five factors of 2 HOMOGENEOUS_EXTENT + 50 at most, less than 12 HOMOGENEOUS_EXTENT.
 * The conversion from s to t is among these.
 */
#define HOMOGENEOUS_EXTENT 1024.0

static double homogeneous_gap_error_near(const homogeneous_walk *w, int axis) {
  return 12 * HOMOGENEOUS_EXTENT * BMS_ROUNDING * w->pair->bound[homogeneous_kind(axis)];
}

/* Gives the verdict over the gaps at w->at; the axis is the one of the greatest by its bound. */
static bms_verdict homogeneous_verdict_without(fast_walk *walk, unsigned without, bms_axis_side *axis) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  const homogeneous_block *at = &w->at;
  double greatest = 0;
  bool overlap = true;
  for (int k = 0; k < BMS_AXES; k++) {
    double distance = lanes_get(at->distance[k], 0), gap = fabs(distance) - lanes_get(at->radii[k], 0),
           doubt = homogeneous_gap_error_near(w, k);
    if (without >> k & 1) continue;
    overlap = overlap & (gap < -doubt);
    if (!(gap > doubt && gap > greatest * w->pair->bound[homogeneous_kind(k)])) continue;
    greatest = gap / w->pair->bound[homogeneous_kind(k)];
    *axis = (bms_axis_side){k, distance < 0 ? -1 : 1};
  }
  if (greatest > 0) return BMS_VERDICT_APART;
  return overlap ? BMS_VERDICT_OVERLAP : BMS_VERDICT_UNDECIDED;
}

/* Checks a time: the gaps along all axes. */
static bms_verdict homogeneous_look(fast_walk *walk, double t, unsigned without, bms_axis_side *axis) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  const bms_query *query = w->pair->query;
  homogeneous_sample_faces(w->pair, lanes_all((t - query->t0) / (query->t1 - query->t0)), &w->at);
  homogeneous_sample_edges(w->pair, &w->at);
  return homogeneous_verdict_without(walk, without, axis);
}

/* ------------------------------------------------------------------ the contact */

/* The signs along the axis, which name the pair of features: 0 of half-edges of no length.  Returns whether none is in
   doubt, and none of the radii may change its sign within `distance` of the piece: the plane is then the gap on
   both sides of its root. */
static bool homogeneous_settle_signs(const homogeneous_walk *w, double distance, bms_axis_signs *signs) {
  const homogeneous_pair *pair = w->pair;
  int axis = w->walk.axis.axis, i = axis % 3, j = i;
  double bound = pair->bound[homogeneous_kind(axis)];
  double length = w->walk.plane.s1 - w->walk.plane.s0, steepest = 2 * FAST_DEGREE * bound;
  double least = bms_max(homogeneous_gap_error_near(w, axis), 2 * w->walk.plane.error) + steepest * (distance * length);
  homogeneous_radius radius[4];
  bool certain = true;
  int sign[4];
  homogeneous_radii_of(pair, &w->at, axis, radius);
  for (int k = 0; k < 4; k++) {
    double product = lanes_get(*radius[k].product, 0), half = radius[k].half;
    sign[k] = half > 0 ? (product < 0 ? -1 : 1) : 0;
    certain = certain & (half == 0 || half * lanes_get(*radius[k].scale, 0) * fabs(product) > least);
  }
  *signs = (bms_axis_signs){.axis = axis, .distance = w->walk.axis.side};
  if (axis < BMS_AXIS_FACE_B) {
    signs->half_edge[i] = sign[0];
    for (int k = 0; k < 3; k++) signs->half_edge[3 + k] = sign[1 + k];
  } else if (axis < BMS_AXIS_EDGES) {
    signs->half_edge[3 + j] = sign[0];
    for (int k = 0; k < 3; k++) signs->half_edge[k] = sign[1 + k];
  } else {
    i = (axis - BMS_AXIS_EDGES) / 3;
    signs->half_edge[(i + 1) % 3] = -sign[0];
    signs->half_edge[(i + 2) % 3] = sign[1];
    signs->half_edge[3 + (j + 1) % 3] = sign[2];
    signs->half_edge[3 + (j + 2) % 3] = -sign[3];
  }
  return certain;
}

/* The root of the plane, after a check of `looked` has shown overlap along the other axes: whether that is the
   contact. */
static bool homogeneous_contact_at(fast_walk *walk, double looked, unsigned followed, fast_result *result) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  const homogeneous_pair *pair = w->pair;
  const bms_query *query = pair->query;
  fast_crossing crossing;
  bms_axis_side other;
  if (!fast_crossing_of(&w->walk.plane, &w->walk.root, w->walk.interval, w->walk.tolerance, &crossing)) return false;
  if (!homogeneous_settle_signs(w, crossing.distance, &result->signs)) return false;
  double doubt = COMPENSATED_ERROR * pair->bound[homogeneous_kind(w->walk.axis.axis)];
  for (int k = 0; k < FAST_CORRECTIONS; k++) {
    homogeneous_contact_state a, b;
    homogeneous_contact_state_at(&query->a.motion, crossing.t, &a);
    homogeneous_contact_state_at(&query->b.motion, crossing.t, &b);
    double value = homogeneous_value(query, &result->signs, &a, &b);
    if (!fast_crossing_narrow(&crossing, w->walk.interval, value, doubt, pair->max_abs_time, result)) continue;
    double within =
        (HOMOGENEOUS_EXTENT - FAST_NARROW_ROUNDINGS - 2) * BMS_ROUNDING * pair->max_abs_time - w->walk.tolerance;
    return fabs(result->t - looked) <= within ||
           homogeneous_look(walk, result->t, followed, &other) == BMS_VERDICT_OVERLAP;
  }
  return false;
}

/* Takes w->walk.s to the root itself. */
static bool homogeneous_go_to_root(fast_walk *walk) {
  homogeneous_walk *w = (homogeneous_walk *)walk;
  if (!fast_enclose_root(w->walk.plane.c.place, w->walk.near, &w->walk.root)) return false;
  w->walk.s = w->walk.plane.s0 + w->walk.root.before * (w->walk.plane.s1 - w->walk.plane.s0);
  return true;
}

static const fast_walk_kind HOMOGENEOUS_WALK = {homogeneous_best_axis,       homogeneous_follow,
                                                homogeneous_go_to_root,      homogeneous_look,
                                                homogeneous_verdict_without, homogeneous_contact_at};

/* Samples a prepared pair, to walk from t0.  Returns false if a matrix may be singular. */
static bool homogeneous_walk_start(homogeneous_walk *w, const homogeneous_pair *pair) {
  const homogeneous_block *first = w->samples.block;
  w->pair = pair;
  fast_walk_start(&w->walk, (fast_interval){pair->query->t0, pair->query->t1}, pair->max_abs_time);
  homogeneous_sample(pair, &w->samples);
  return (pair->a.rigid || homogeneous_regular(&first->det_a, pair->a.column)) &&
         (pair->b.rigid || homogeneous_regular(&first->det_b, pair->b.column));
}

#endif /* BMS_HOMOGENEOUS_WALK_H */
