/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast answer to a query of two rigid bodies: preparation, bounding spheres, the fast walk, and the contact.
 *
 * rigid_fast.c compiles this for any machine, rigid_fast_avx2.c once more for x86-64 processors with AVX2 and FMA.
 * Both compute the same bits: lanes (lanes.h) are rounded one by one, and a fused multiplication and addition serves
 * only if its result is Dekker's product (compensated.h).
 */

#ifndef BMS_RIGID_FAST_INLINE_H
#define BMS_RIGID_FAST_INLINE_H

#include "fast/rigid/rigid_answer.h"
#include "fast/rigid/rigid_overlap.h"
#include "fast/rigid/rigid_walk.h"
#include "fast/rigid/rigid_pair.h"

/* ------------------------------------------------------------------ the part of the interval in which spheres meet */

/*
 * The part of the interval in which the spheres about the boxes meet: the walk has to check no other.  On a shorter
 * interval the bodies turn less, so that fewer radii change their signs and the samples lie closer.
 *
 * The chord of the path enters and leaves the ball in which the spheres meet at the roots of a quadratic; a little
 * outside of that a plane across the path keeps the boxes apart before, or behind, as in rigid_spheres_apart().  If it
 * does not, since the path is bent, that side stays as it is.
 */

/* The Bernstein point of P between two times: P itself where they are one. */
BMS_INLINE lanes rigid_position_between(const rigid_pair *pair, double u, double v) {
  lanes linear = lanes_scale(lanes_load(pair->coefficient[1]), 0.5 * (u + v));
  return lanes_add(lanes_load(pair->coefficient[0]), lanes_add_scaled(linear, lanes_load(pair->coefficient[2]), u * v));
}

/* About where the chord of the path is in the ball, with a margin: parts of the interval. */
BMS_INLINE bool rigid_time_in_ball(lanes first, lanes last, double reach, double *enter, double *leave) {
  static const double MARGIN = 1. / 64;
  lanes chord = lanes_sub(last, first), way = lanes_mul(first, chord);
  lanes sums = lanes_sums3(lanes_mul(first, first), way, lanes_mul(chord, chord), way);
  double along = lanes_get(sums, 1), square = lanes_get(sums, 2);
  double inner = along * along - square * (lanes_get(sums, 0) - reach * reach);
  if (!(inner > 0)) return false;
  double root = sqrt(inner);
  *enter = (-along - root) / square - MARGIN;
  *leave = (-along + root) / square + MARGIN;
  return true;
}

/* Narrows the interval of a pair whose spheres meet, if that is worth its price. */
static void rigid_narrow(rigid_pair *pair) {
  static const double WORTH = 5. / 8;
  const double t0 = pair->t0, t1 = pair->t1, reach = rigid_reach(pair);
  lanes first = lanes_load(pair->position[0]), last = lanes_load(pair->position[2]);
  double enter, leave;
  if (!rigid_time_in_ball(first, last, reach, &enter, &leave)) return;
  if (!(bms_min(leave, 1) - bms_max(enter, 0) < WORTH)) return;
  double from = bms_max(t0 + enter * (t1 - t0), t0), to = bms_min(t0 + leave * (t1 - t0), t1);
  if (!(from < to)) return;
  lanes at_from = rigid_position_between(pair, from, from), at_to = rigid_position_between(pair, to, to);
  bool before = rigid_keeps_away(first, rigid_position_between(pair, t0, from), at_from, at_from, reach);
  bool behind = rigid_keeps_away(at_to, rigid_position_between(pair, to, t1), last, at_to, reach);
  pair->t0 = before ? from : t0;
  pair->t1 = behind ? to : t1;
  rigid_take_positions(pair);
  rigid_take_ends(pair);
}

/* The axis and side of a hint, as 1 + 2 axis, one more for side -1; 0: no hint. */
static int rigid_hint_of(bms_axis_side axis) {
  return 1 + 2 * axis.axis + (axis.side < 0);
}

/* Returns the axis that a hint names; side 0: none. */
static bms_axis_side rigid_hinted(const bms_hint *hint) {
  if (hint == NULL || hint->plane < 1 || hint->plane > 2 * BMS_AXES) return (bms_axis_side){0, 0};
  return (bms_axis_side){(hint->plane - 1) / 2, hint->plane % 2 == 0 ? -1 : 1};
}

/* Fills in the answer that the walk has found. */
BMS_INLINE void rigid_complete(rigid_walk *walk, const fast_result *found, bms_contact *contact) {
  if (found->end == BMS_WALK_CONTACT && rigid_answer(walk, found, contact)) return;
  if (found->end == BMS_WALK_OVERLAPPING && rigid_answer_overlap(walk, contact)) return;
  fast_answer_anyhow(walk->pair->query, found, contact);
}

/* Returns the face with the greatest gap at the last look, if that is not certainly negative; else side 0. */
static bms_axis_side rigid_face_in_doubt(const rigid_walk *w) {
  bms_axis_side face = {0, 0};
  double greatest = -w->at.error;
  for (int axis = 0; axis < BMS_AXIS_EDGES; axis++) {
    double gap = lanes_get(w->gaps.gap[axis / 3], axis % 3);
    if (!(gap >= greatest)) continue;
    greatest = gap;
    face = (bms_axis_side){axis, lanes_get(w->gaps.distance[axis / 3], axis % 3) < 0 ? -1 : 1};
  }
  return face;
}

/* Returns the cosine between the normals of two faces, axis i of a and j of b, at the start or at the end. */
BMS_INLINE double rigid_cosine(const rigid_walk *w, int i, int j, bool start) {
  if (!w->pair->turning) return lanes_get(w->at.c[i], j);
  return w->samples.c[i][j].place[start ? 0 : FAST_NODES - 1];
}

/* Returns a face, or the one of the other body that stays parallel to it but for rounding, if that box is far larger:
   the corners of the smaller one are nearer to it, and it is passed last. */
static bms_axis_side rigid_larger_face(const rigid_walk *w, bms_axis_side face) {
  static const double PARALLEL = 1 - 0x1p-40, LARGER = 4;
  const double *half[2] = {w->pair->a.half, w->pair->b.half};
  int body = face.axis / 3, own = face.axis % 3;
  for (int k = 0; k < 3; k++) {
    int i = body == 0 ? own : k, j = body == 0 ? k : own;
    double start = rigid_cosine(w, i, j, true), end = rigid_cosine(w, i, j, false);
    if (!(bms_min(fabs(start), fabs(end)) >= PARALLEL)) continue;
    double size = bms_max(half[body][(own + 1) % 3], half[body][(own + 2) % 3]);
    double other = bms_max(half[!body][(k + 1) % 3], half[!body][(k + 2) % 3]);
    if (other > LARGER * size) return (bms_axis_side){3 * !body + k, start < 0 ? -face.side : face.side};
  }
  return face;
}

/* Returns the plane to hand over: of edges that lie in the plane of a face, the face's. */
static bms_axis_side rigid_plane_ahead(const rigid_walk *w) {
  bms_axis_side plane = w->walk.axis;
  if (!w->walk.at_root && !(w->walk.lowest > 0)) return plane;
  if (plane.axis >= BMS_AXIS_EDGES && w->walk.at_root) {
    bms_axis_side face = rigid_face_in_doubt(w);
    if (face.side != 0) plane = face;
  }
  return plane.axis < BMS_AXIS_EDGES ? rigid_larger_face(w, plane) : plane;
}

/* Returns true if errors are so large, far from t = 0, that they hide every gap: gaps are at most the size times both
   norms, as they are at an end. */
BMS_INLINE bool rigid_is_too_late(const rigid_pair *pair) {
  static const double SEEN = 0.25;
  double norms = bms_max(pair->ends[0], pair->ends[1]) * bms_max(pair->ends[2], pair->ends[3]);
  return rigid_plane_error(pair) > SEEN * norms * pair->size;
}

/* Answers a query whose boxes lie in spheres that meet.  Returns false if the answer is left open. */
BMS_NOINLINE bool rigid_walk_between(rigid_pair *pair, bms_hint *hint, bool time_only, bms_walk_begun *begun,
                                     bms_contact *contact) {
  rigid_walk walk;
  fast_result found = {.end = BMS_WALK_SEPARATED};
  bms_axis_side before = rigid_hinted(hint);
  if (pair->turning) rigid_narrow(pair);
  rigid_walk_start(&walk, pair);
  walk.walk.time_only = time_only;
  if (before.side == 0 || !rigid_separates(&walk, before)) {
    rigid_walk_on(&walk, &found);
    if (found.end == BMS_WALK_OPEN) {
      fast_hand_over(&walk.walk, rigid_plane_ahead(&walk), begun);
      return false;
    }
    if (hint != NULL && found.end != BMS_WALK_OVERLAPPING) hint->plane = rigid_hint_of(walk.walk.axis);
  }
  if (time_only)
    fast_answer_time(pair->query, &found, contact);
  else
    rigid_complete(&walk, &found, contact);
  return true;
}

/* Answers a query, or returns false; see bms_rigid_fast(). */
BMS_INLINE bool rigid_fast(const bms_query *query, bms_hint *hint, bool time_only, bms_walk_begun *begun,
                           bms_contact *contact) {
  rigid_pair pair;
  if (!rigid_prepare(query, &pair)) return false;
  if (rigid_spheres_apart(&pair)) {
    if (time_only)
      fast_answer_time(query, &(fast_result){.end = BMS_WALK_SEPARATED}, contact);
    else
      fast_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
    return true;
  }
  begun->valid = true;
  return !rigid_is_too_late(&pair) && rigid_walk_between(&pair, hint, time_only, begun, contact);
}

#endif /* BMS_RIGID_FAST_INLINE_H */
