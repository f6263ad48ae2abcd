/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The part of the interval in which the spheres about the boxes meet: the walk has to look at no other.  On a shorter
 * interval the bodies turn less, so that fewer radii change their signs and the samples lie closer.
 *
 * Where the chord of the path enters and leaves the ball in which the spheres meet is the root of a quadratic; a little
 * outside of that a plane across the path keeps the boxes apart before, or behind, as in rigid_spheres_apart().  If it
 * does not, since the path is bent, that side stays as it is.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_NARROW_H
#define BMS_RIGID_NARROW_H

#include "fast/rigid/rigid_pair.h"

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

#endif /* BMS_RIGID_NARROW_H */
