/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The answer to a rigid pair that overlaps at the start: the plane nearest to the origin, and a point of both boxes.
 *
 * Planes are compared by the squares of their gaps, gap^2 / |axis|^2, which need no root.  If another plane is about as
 * near, or edges of the nearest are nearly parallel, double-double arithmetic chooses (answer.c).
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_OVERLAP_H
#define BMS_RIGID_OVERLAP_H

#include "fast/rigid/rigid_answer.h"
#include "fast/rigid/rigid_common_point.h"

/* The squares of the lengths of all axes, in groups as in rigid_gaps: of A_i x B_j, by its components along the other
   two columns of a. */
BMS_INLINE void rigid_length_squares(const rigid_instant *at, lanes square[5]) {
  const lanes one = lanes_all(1), least = lanes_all(0x1p-60);
  square[0] = square[1] = one;
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    lanes u = at->c[(i + 1) % 3], v = at->c[(i + 2) % 3];
    square[2 + i] = lanes_max(lanes_add_product(lanes_mul(u, u), v, v), least);
  }
}

/* Returns the greatest half extent of both boxes. */
BMS_INLINE double rigid_greatest_half(const rigid_pair *pair) {
  lanes half = lanes_max(lanes_load(pair->a.half), lanes_load(pair->b.half));
  return bms_max(bms_max(lanes_get(half, 0), lanes_get(half, 1)), lanes_get(half, 2));
}

/* Finds the axis with the least depth at the last look, and that depth.  Returns false if that is not certainly one
   alone.

   A gap is off by e, e being at.error_here, an entry of C by e / (4 size); so gap^2 is off by 3 size e, the square
   of a length by e / size, and with a length of at least 1/8 their quotient by 256 size e, which is less than a
   sixteenth of CLEARLY size^2 where e is at most ROUNDING size.  Edges that enclose a lesser sine count as near where 5
   size e is in doubt, unless they hardly do: see doc/error-analysis.md. */
static bool rigid_nearest_plane(const rigid_walk *w, bms_axis_side *nearest, double *deep) {
  static const double CLEARLY = 0x1p-30, ROUNDING = 0x1p-42, CROSSING = 1. / 64, HARDLY = 64 * BMS_ROUNDING;
  const double size = w->pair->size, error = w->at.error_here, doubt = 5 * size * error;
  lanes square[5], depth[5], least = lanes_all(INFINITY);
  lanes_mask group = lanes_mask_all(0);
  rigid_length_squares(&w->at, square);
  BMS_UNROLL(5)
  for (int k = 0; k < 5; k++) {
    depth[k] = lanes_mul(w->gaps.gap[k], w->gaps.gap[k]);
    lanes quotient = lanes_div(depth[k], square[k]);
    lanes_mask less = lanes_less(quotient, least);
    least = lanes_choose(less, quotient, least);
    group = lanes_mask_choose(less, lanes_mask_all(k), group);
  }
  int lane = lanes_get(least, 1) < lanes_get(least, 0) ? 1 : 0;
  if (lanes_get(least, 2) < lanes_get(least, lane)) lane = 2;
  int k = (int)lanes_mask_get(group, lane);
  double rival = lanes_get(least, lane) + CLEARLY * size * size;
  *deep = sqrt(lanes_get(least, lane));
  double off = error / size, thin = 0.5 * HARDLY * *deep / rigid_greatest_half(w->pair) - off * off;
  unsigned near = 0; /* these axes may be the nearest */
  BMS_UNROLL(5)
  for (int i = 0; i < 5; i++) {
    lanes beyond = lanes_sub(lanes_sub(depth[i], lanes_scale(square[i], rival)), lanes_all(doubt));
    near |= (lanes_signs(beyond) & ~lanes_signs(lanes_sub(square[i], lanes_all(thin))) & 7) << 3 * i;
  }
  *nearest = (bms_axis_side){3 * k + lane, lanes_get(w->gaps.distance[k], lane) < 0 ? -1 : 1};
  return near == 1u << nearest->axis && error <= ROUNDING * size && lanes_get(square[k], lane) >= CROSSING;
}

/* Finds a point of both boxes, at first half-way between the features, which lie `depth` apart along the normal; on_a
   is the point of one of them, from the origin of a.  Boxes being rectangular, that normal leads into both, and the
   place is in both unless they are thinner than the overlap is deep. */
static bool rigid_overlap_point(const rigid_walk *w, const rigid_contact_state state[2], double depth, lanes on_a,
                                bms_contact *contact) {
  const bool of_a = rigid_common_body(w->pair) == 0;
  double towards_b = w->walk.axis.axis < BMS_AXIS_FACE_B ? 0.5 * depth : -0.5 * depth;
  lanes normal = lanes_of3(contact->normal[0], contact->normal[1], contact->normal[2]);
  lanes on_body =
      lanes_add_scaled(of_a ? on_a : lanes_add(on_a, lanes_sub(state[0].origin, state[1].origin)), normal, towards_b);
  rigid_common common;
  if (!rigid_find_common_point(w->pair, &w->at, rigid_along(of_a ? w->at.a : w->at.b, on_body), &common)) return false;
  const rigid_contact_state *body = &state[common.body];
  fast_set_point(lanes_add(body->origin, rigid_turned_at(body, common.point)), contact);
  return true;
}

/* Completes the answer to a pair that the walk has found to overlap at the start; false leaves it to answer.c. */
static bool rigid_answer_overlap(rigid_walk *w, bms_contact *contact) {
  double t0 = w->pair->query->t0, depth;
  fast_result start = {.t_lower = t0, .t = t0, .t_upper = t0};
  rigid_contact_state state[2];
  if (!rigid_nearest_plane(w, &w->walk.axis, &depth) || !rigid_settle_signs(w, &start.signs)) return false;
  rigid_contact_states(w->pair, t0, &state[0], &state[1]);
  lanes on_a = rigid_answer_along(w->pair, &start, &state[0], &state[1], contact);
  contact->status = BMS_OVERLAPPING;
  return rigid_overlap_point(w, state, depth, on_a, contact);
}

#endif /* BMS_RIGID_OVERLAP_H */
