/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the quick walk (quick_walk.h) of any two homogeneous motions is made of.
 *
 * Functions of this header are for homogeneous_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_WALK_H
#define BMS_HOMOGENEOUS_WALK_H

#include "fast/homogeneous/homogeneous_moment.h"
#include "fast/homogeneous/homogeneous_plane.h"
#include "fast/crossing.h"
#include "fast/follow.h"

typedef struct general_walk {
  const general_pair *pair;
  double slack;            /* bounds the rounding of a time */
  double s;                /* the boxes are apart on [0, s] */
  general_samples samples; /* over the interval */
  bms_axis_side axis;      /* followed up to s */
  quick_plane plane;       /* its plane, over a piece that ends with its root or behind */
  double near;             /* place of that piece about where the root is */
  quick_root root;
  general_block here; /* the pair at about s */
} general_walk;

typedef general_walk quick_walk;

/* ------------------------------------------------------------------ what the samples show */

/* An axis to follow, and where its gap, drawn as straight lines through its samples, comes to zero: a place s, or 1 and
   more if it does not: the more the better. */
typedef struct prospect {
  bms_axis_side axis;
  double until;
} prospect;

static double gap_at(const general_samples *at, bms_axis_side axis, int k) {
  const general_block *block = &at->block[k / QUICK_BLOCK];
  return axis.side * block->distance[axis.axis][k % QUICK_BLOCK] - block->radii[axis.axis][k % QUICK_BLOCK];
}

/* Where the gap of an axis that is positive from place k on to before place `stop` comes to zero. */
static double until_of(const general_walk *w, bms_axis_side axis, int k, int stop) {
  const general_samples *at = &w->samples;
  double last = gap_at(at, axis, stop - 1);
  if (stop == QUICK_NODES)
    return 1 + bms_min(last, gap_at(at, axis, (stop + k) / 2)) / w->pair->bound[general_kind(axis.axis)];
  double from = QUICK_NODE[stop - 1], length = QUICK_NODE[stop] - from;
  return from + length * (last / (last - gap_at(at, axis, stop)));
}

/* Of the axes from `first` to before `end` the most promising to follow from w->s, between places k and k + 1, on: one
   whose gap is positive on both sides of it and at as many of the next places as that of any.  `best` is one that is
   already known. */
static void consider(const general_walk *w, int first, int end, unsigned without, int k, prospect *best) {
  const general_samples *at = &w->samples;
  unsigned needed = w->s > QUICK_NODE[k] ? 3 : 1;
  int longest = 0;
  while (longest < QUICK_NODES - 1 && QUICK_NODE[longest + 1] <= best->until) longest++;
  for (int axis = first; axis < end; axis++) {
    unsigned positive = at->apart[0][axis] >> k, negative = at->apart[1][axis] >> k;
    bool on_positive = (positive & needed) == needed;
    unsigned places = on_positive ? positive : negative;
    int stop = k + __builtin_ctz(~places);
    if ((places & needed) != needed || stop <= longest || (without >> axis & 1)) continue;
    bms_axis_side next = {axis, on_positive ? 1 : -1};
    double until = until_of(w, next, k, stop);
    if (!(until > best->until)) continue;
    *best = (prospect){next, until};
    longest = stop - 1;
  }
}

/* The axis to follow from w->s on, of those not in `without`; side 0 if none separates there. */
static bms_axis_side best_axis(general_walk *w, unsigned without) {
  static const double WIDE = 1 + 1. / 32;
  prospect best = {{0, 0}, w->s};
  int k = 0;
  while (k < QUICK_NODES - 2 && QUICK_NODE[k + 1] <= w->s) k++;
  consider(w, 0, w->samples.edges ? BMS_AXES : BMS_AXIS_EDGES, without, k, &best);
  if (w->samples.edges || best.until > WIDE) return best.axis;
  general_add_edges(w->pair, &w->samples);
  consider(w, BMS_AXIS_EDGES, BMS_AXES, without, k, &best);
  return best.axis;
}

static follow_end follow(general_walk *w, bms_axis_side axis) {
  quick_terms rest;
  general_terms_of(w->pair, &w->samples, axis, &rest);
  follow_end end = quick_follow(&rest, &w->s, &w->plane, &w->near);
  if (end != FOLLOWED_NOWHERE) w->axis = axis;
  return end;
}

/* ------------------------------------------------------------------ close looks */

/*
 * What gaps at a place s of the interval are off by, for all times within EXTENT roundings of T of its own: such a time
 * moves columns and scales by 2 EXTENT roundings, k p by twice that, so with errors of 30, 30 and 50 everything has five
 * factors of 2 EXTENT + 50 at most, less than 12 EXTENT.  The conversion from s to t is among these.
 */
#define EXTENT 1024

static double doubt_near(const general_walk *w, int axis) {
  return 12 * EXTENT * BMS_ROUNDING * w->pair->bound[general_kind(axis)];
}

/* Of the gaps at w->here; the axis is that of the greatest by its bound. */
static bms_verdict verdict_without(const general_walk *w, unsigned without, bms_axis_side *axis) {
  const general_block *here = &w->here;
  double greatest = 0;
  bool overlap = true;
  for (int k = 0; k < BMS_AXES; k++) {
    double distance = here->distance[k][0], gap = fabs(distance) - here->radii[k][0], doubt = doubt_near(w, k);
    if (without >> k & 1) continue;
    overlap = overlap & (gap < -doubt);
    if (!(gap > doubt && gap > greatest * w->pair->bound[general_kind(k)])) continue;
    greatest = gap / w->pair->bound[general_kind(k)];
    *axis = (bms_axis_side){k, distance < 0 ? -1 : 1};
  }
  if (greatest > 0) return BMS_VERDICT_APART;
  return overlap ? BMS_VERDICT_OVERLAP : BMS_VERDICT_UNDECIDED;
}

/* Looks at a time: the gaps along all axes. */
static bms_verdict look(general_walk *w, double t, unsigned without, bms_axis_side *axis) {
  const bms_query *query = w->pair->query;
  general_sample_faces(w->pair, bms_lanes_all((t - query->t0) / (query->t1 - query->t0)), &w->here);
  general_sample_edges(w->pair, &w->here);
  return verdict_without(w, without, axis);
}

/* ------------------------------------------------------------------ the contact */

/* The signs along the axis, which name the pair of features.  Returns whether none is in doubt, and none of the radii
   may change its sign within `distance` of the piece: the plane is then the gap on both sides of its root. */
static bool settle_signs(const general_walk *w, double distance, bms_axis_signs *signs) {
  const general_pair *pair = w->pair;
  int axis = w->axis.axis, i = axis % 3, j = i;
  double bound = pair->bound[general_kind(axis)];
  double length = w->plane.s1 - w->plane.s0, steepest = 2 * QUICK_DEGREE * bound;
  double least = bms_max(doubt_near(w, axis), 2 * w->plane.error) + steepest * (distance * length);
  general_radius radius[4];
  bool certain = true;
  int sign[4];
  general_radii_of(pair, &w->here, axis, radius);
  for (int k = 0; k < 4; k++) {
    double product = (*radius[k].product)[0];
    sign[k] = product < 0 ? -1 : 1;
    certain = certain & (radius[k].half * (*radius[k].scale)[0] * fabs(product) > least);
  }
  *signs = (bms_axis_signs){.axis = axis, .distance = w->axis.side};
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

/* The root of the plane, where a look at `looked` has shown overlap along the other axes: whether that is the
   contact. */
static bool contact_at(general_walk *w, double looked, unsigned followed, bms_walk_result *result) {
  const general_pair *pair = w->pair;
  const bms_query *query = pair->query;
  quick_crossing crossing;
  bms_axis_side other;
  if (!quick_crossing_of(&w->plane, &w->root, query, w->slack, &crossing)) return false;
  if (!settle_signs(w, crossing.distance, &result->signs)) return false;
  double doubt = QUICK_DOUBT * pair->bound[general_kind(w->axis.axis)];
  for (int k = 0; k < QUICK_CORRECTIONS; k++) {
    general_moment a, b;
    general_moment_at(&query->a.motion, crossing.t, &a);
    general_moment_at(&query->b.motion, crossing.t, &b);
    double value = general_value(query, &result->signs, &a, &b);
    if (!quick_crossing_narrow(&crossing, query, value, doubt, pair->latest, result)) continue;
    double within = (EXTENT - NARROW_ROUNDINGS - 2) * BMS_ROUNDING * pair->latest - w->slack;
    return fabs(result->t - looked) <= within || look(w, result->t, followed, &other) == BMS_VERDICT_OVERLAP;
  }
  return false;
}

/* Takes w->s to the root itself. */
static bool go_to_root(general_walk *w) {
  if (!quick_enclose_root(w->plane.c.place, w->near, &w->root)) return false;
  w->s = w->plane.s0 + w->root.before * (w->plane.s1 - w->plane.s0);
  return true;
}

#include "fast/fast_walk.h"

/* Walks over a prepared pair. */
static void general_walk_over(general_walk *w, const general_pair *pair, bms_walk_result *result) {
  const general_block *first = w->samples.block;
  result->end = BMS_WALK_OPEN;
  w->pair = pair;
  w->slack = TIME_ROUNDINGS * BMS_ROUNDING * pair->latest + 0x1p-1070;
  w->s = 0;
  general_sample(pair, &w->samples);
  if (!pair->a.rigid && !general_regular(&first->det_a, pair->a.column)) return;
  if (!pair->b.rigid && !general_regular(&first->det_b, pair->b.column)) return;
  quick_walk_on(w, result);
}

#endif /* BMS_HOMOGENEOUS_WALK_H */
