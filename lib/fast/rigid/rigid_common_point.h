/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A point of both boxes of a rigid pair, by alternating projections.
 *
 * A point of one box that lies inside the other one, not on its surface, proves that they overlap, for any verdict of
 * their axes: edges that are parallel but for rounding have one along which doubles cannot decide
 * (certified/interior.c).
 *
 * Error: a coordinate in the other box is a sum of the terms of the gap along its face (rigid_instant.h), and off by no
 * more.  That bound covers the roundings of the half extents as well, which are at most one of the size.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_COMMON_POINT_H
#define BMS_RIGID_COMMON_POINT_H

#include "fast/rigid/rigid_instant.h"

/* A point in the frame of a body, 0 or 1. */
typedef struct rigid_common {
  int body;
  lanes point;
} rigid_common;

BMS_INLINE lanes rigid_clamp(lanes x, lanes half) {
  return lanes_max(lanes_min(x, half), lanes_negate(half));
}

/* Returns the body whose point is searched for inside the other one: nothing is inside of a flat b. */
BMS_INLINE int rigid_common_body(const rigid_pair *pair) {
  return pair->solid >> 3 != 7;
}

/* Finds a point of one body that is certainly inside the other, beginning at `near`, which is in the frame of
   rigid_common_body().  Returns false if none comes out. */
static bool rigid_find_common_point(const rigid_pair *pair, const rigid_instant *at, lanes near, rigid_common *out) {
  enum { PROJECTIONS = 8 };
  static const double SHRUNK = 1 - 0x1p-7;
  const bool of_a = rigid_common_body(pair) == 0;
  const rigid_body *body = of_a ? &pair->a : &pair->b, *other = of_a ? &pair->b : &pair->a;
  const lanes *to_other = of_a ? at->c : at->c_t, *back = of_a ? at->c_t : at->c;
  lanes way = of_a ? at->p : lanes_negate(at->q), way_back = of_a ? lanes_negate(at->q) : at->p;
  lanes half = lanes_load(body->half), middle = lanes_load(body->middle), x = lanes_sub(near, middle);
  lanes inside = lanes_sub(lanes_load(other->half), lanes_all(at->error_here));
  for (int k = 0; k < PROJECTIONS; k++) {
    x = rigid_clamp(x, half);
    lanes there = lanes_add(way_back, lanes_combine(to_other[0], lanes_get(x, 0), to_other[1], lanes_get(x, 1),
                                                    to_other[2], lanes_get(x, 2)));
    if (lanes_hold3(lanes_less(lanes_absolute(there), inside))) {
      *out = (rigid_common){!of_a, lanes_add(x, middle)};
      return true;
    }
    there = rigid_clamp(there, lanes_scale(lanes_load(other->half), SHRUNK));
    x = lanes_add(
        way, lanes_combine(back[0], lanes_get(there, 0), back[1], lanes_get(there, 1), back[2], lanes_get(there, 2)));
  }
  return false;
}

/* Returns true if there is such a point as far as projections of the other box's middle show. */
static bool rigid_interiors_meet(const rigid_pair *pair, const rigid_instant *at) {
  const bool of_a = rigid_common_body(pair) == 0;
  rigid_common common;
  lanes middle = of_a ? lanes_add(at->p, lanes_load(pair->a.middle)) : lanes_sub(lanes_load(pair->b.middle), at->q);
  return rigid_find_common_point(pair, at, middle, &common);
}

#endif /* BMS_RIGID_COMMON_POINT_H */
