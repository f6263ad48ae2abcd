/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact that the fast walk has come to: the root of its plane, enclosed in t by values of the gap (crossing.h,
 * rigid_value.h).
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_CONTACT_H
#define BMS_RIGID_CONTACT_H

#include "fast/rigid/rigid_value.h"
#include "fast/rigid/rigid_walk_state.h"

static void rigid_products_of(const rigid_pair *pair, const rigid_instant *at, int axis, rigid_products *out) {
  if (axis < BMS_AXIS_FACE_B) {
    *out = (rigid_products){{fast_unit(axis), at->c[axis]}, 7u << 3};
  } else if (axis < BMS_AXIS_EDGES) {
    int j = axis - BMS_AXIS_FACE_B;
    *out = (rigid_products){{at->c_t[j], fast_unit(j)}, 7u};
  } else { /* A_i x B_j, seen from a and from b */
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    *out = (rigid_products){{lanes_cross(fast_unit(i), at->c_t[j]), lanes_cross(at->c[i], fast_unit(j))},
                            0x3fu & ~(1u << i | 8u << j)};
  }
  if (pair->solid == 0x3f) return;
  out->edges &= pair->solid;
  for (int k = 0; k < 2; k++) out->of[k] = lanes_keep(out->of[k], lanes_mask_bits(pair->solid >> 3 * k));
}

/* Returns true if what holds in some lanes does so for all half-edges of a body (0 or 1) that are among these bits. */
BMS_INLINE bool rigid_hold_along(unsigned edges, int body, lanes_mask mask) {
  return lanes_hold3(lanes_mask_or(mask, lanes_mask_not(lanes_mask_bits(edges >> 3 * body))));
}

/* Bounds what a product of the axis and a column is off by: four times the error of an entry of C at least. */
BMS_INLINE double rigid_product_doubt(const rigid_walk *w) {
  return w->at.error / w->pair->size;
}

/* Returns true if no radius along the axis changes its sign within a distance of the contact, in parts of the interval:
   the plane is then the gap on both sides of it.  A product of the axis and a column, times the scale, is at most Q_a^2
   Q_b^2 as a polynomial, and 2 n times that steep; in rigid_settle_signs() is what it is off by. */
static bool rigid_radii_keep_signs(const rigid_walk *w, double distance) {
  const rigid_pair *pair = w->pair;
  double bound = pair->a.square * pair->b.square * (2 * FAST_DEGREE * distance + rigid_product_doubt(w));
  unsigned edges = w->product.edges;
  if (!pair->turning) return true;
  for (unsigned rest = pair->perpendicular != 0 ? edges : 0; rest != 0; rest &= rest - 1) {
    int k = bms_lowest_bit(rest);
    if (rigid_is_perpendicular(pair, w->walk.axis.axis, k)) edges &= ~(1u << k);
  }
  for (int k = 0; k < 2; k++) {
    lanes size = lanes_scale(lanes_absolute(w->product.of[k]), w->at.scale);
    if (!rigid_hold_along(edges, k, lanes_greater(size, lanes_all(bound)))) return false;
  }
  return true;
}

/* The contact, in t. */
static bool rigid_enclose_contact(const rigid_walk *w, fast_result *result) {
  fast_crossing crossing;
  if (!fast_crossing_of(&w->walk.plane, &w->walk.root, w->walk.interval, w->walk.tolerance, &crossing)) return false;
  if (!rigid_radii_keep_signs(w, crossing.distance)) return false;
  for (int k = 0; k < FAST_CORRECTIONS; k++) {
    double doubt, value = rigid_value(w->pair, &result->signs, crossing.t, &doubt);
    if (fast_crossing_narrow(&crossing, w->walk.interval, value, doubt, w->pair->max_abs_time, result)) return true;
  }
  return false;
}

/* The signs along the axis, which name the pair of features.  Returns whether none is in doubt.  A product of zero is
   so by construction: one that only rounding makes zero belongs to an edge in the plane of contact, along which another
   axis is in doubt as well, and the verdict was not OVERLAP. */
static bool rigid_settle_signs(rigid_walk *w, bms_axis_signs *signs) {
  const lanes zero = lanes_all(0);
  double doubt = rigid_product_doubt(w);
  bool certain = true;
  rigid_products_of(w->pair, &w->at, w->walk.axis.axis, &w->product);
  BMS_UNROLL(2)
  for (int k = 0; k < 2; k++) {
    lanes product = w->product.of[k];
    int sign[4];
    lanes_mask_store(lanes_mask_sub(lanes_less(product, zero), lanes_greater(product, zero)), sign);
    memcpy(signs->half_edge + 3 * k, sign, 3 * sizeof sign[0]);
    certain = certain & lanes_hold3(lanes_mask_or(lanes_equal(product, zero),
                                                  lanes_greater(lanes_absolute(product), lanes_all(doubt))));
  }
  signs->axis = w->walk.axis.axis;
  signs->distance = w->walk.axis.side;
  return certain;
}

#endif /* BMS_RIGID_CONTACT_H */
