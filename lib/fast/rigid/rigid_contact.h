/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where the quick walk stands, and the contact that it has come to: the root of its plane, enclosed in t by values of
 * the gap (quick_crossing.h, rigid_value.h).
 *
 * Functions of this header are for rigid_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_CONTACT_H
#define BMS_RIGID_CONTACT_H

#include "fast/crossing.h"
#include "fast/rigid/rigid_instant.h"
#include "fast/rigid/rigid_translating.h"
#include "fast/rigid/rigid_value.h"
#include "certified/walk.h"

/* The products of an axis with the columns of a and b: 1 for a face's own, 0 for others that the axis is at right angles
   to by its construction.  Those of the half-edges in `edges` (as bits; 0 ... 2 of a, 3 ... 5 of b) may be anything. */
typedef struct rigid_products {
  bms_lanes of[2];
  unsigned edges;
} rigid_products;

typedef struct rigid_walk {
  rigid_pair *pair;
  double slack;          /* bounds the rounding of a time */
  double s;              /* the boxes are apart on [0, s] */
  rigid_samples samples; /* over the interval, of a pair that turns */
  rigid_still still;     /* of one that does not */
  bms_axis_side axis;    /* followed up to s */
  quick_plane plane;     /* its plane, over a piece that ends with its root or behind */
  double near;           /* place of that piece about where the root is */
  quick_root root;
  rigid_instant at;       /* the pair at about s */
  rigid_gaps gaps;        /* at that time */
  rigid_products product; /* of the axis with the columns of a and b there */
} rigid_walk;

static void rigid_products_of(const rigid_instant *at, int axis, rigid_products *out) {
  if (axis < BMS_AXIS_FACE_B) {
    *out = (rigid_products){{quick_unit(axis), at->c[axis]}, 7u << 3};
  } else if (axis < BMS_AXIS_EDGES) {
    int j = axis - BMS_AXIS_FACE_B;
    *out = (rigid_products){{at->c_t[j], quick_unit(j)}, 7u};
  } else { /* A_i x B_j, seen from a and from b */
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    *out = (rigid_products){{bms_lanes_cross(quick_unit(i), at->c_t[j]), bms_lanes_cross(at->c[i], quick_unit(j))},
                            0x3fu & ~(1u << i | 8u << j)};
  }
}

/* Whether what holds in some lanes does so for all half-edges of a body (0 or 1) that are among these bits. */
BMS_INLINE bool rigid_hold_along(unsigned edges, int body, bms_lanes_mask mask) {
  const bms_lanes_mask bits = {1, 2, 4, 0};
  return bms_lanes_hold(mask | ((bits & (edges >> 3 * body)) == 0));
}

/* Whether no radius along the axis changes its sign near the contact: the plane is then the gap on both sides of it. A
   radius of h is at most h Q_a^2 Q_b^2 as a polynomial, and 2 n times that steep. */
static bool radii_keep_signs(const rigid_walk *w, double distance) {
  const rigid_pair *pair = w->pair;
  double bound = pair->a.square * pair->b.square * 2 * QUICK_DEGREE * distance;
  unsigned edges = w->product.edges;
  if (!pair->turning) return true;
  for (unsigned rest = pair->perpendicular != 0 ? edges : 0; rest != 0; rest &= rest - 1) {
    int k = __builtin_ctz(rest);
    if (rigid_is_perpendicular(pair, w->axis.axis, k)) edges &= ~(1u << k);
  }
  for (int k = 0; k < 2; k++) {
    bms_lanes half = bms_lanes_load(k == 0 ? pair->a.half : pair->b.half);
    bms_lanes least = half * (bms_lanes_absolute(w->product.of[k]) * w->at.scale - bound);
    if (!rigid_hold_along(edges, k, least > bms_lanes_all(2 * w->plane.error))) return false;
  }
  return true;
}

/* The contact, in t. */
static bool enclose_contact(const rigid_walk *w, bms_walk_result *result) {
  quick_crossing crossing;
  const bms_query *query = w->pair->query;
  if (!quick_crossing_of(&w->plane, &w->root, query, w->slack, &crossing)) return false;
  if (!radii_keep_signs(w, crossing.distance)) return false;
  for (int k = 0; k < QUICK_CORRECTIONS; k++) {
    double doubt, value = rigid_value(w->pair, &result->signs, crossing.t, &doubt);
    if (quick_crossing_narrow(&crossing, query, value, doubt, w->pair->latest, result)) return true;
  }
  return false;
}

/* The signs along the axis, which name the pair of features.  Returns whether none is in doubt.  A product of zero is
   so by construction: one that only rounding makes zero belongs to an edge in the plane of contact, along which another
   axis is in doubt as well, and the verdict was not OVERLAP. */
static bool settle_signs(rigid_walk *w, bms_axis_signs *signs) {
  const bms_lanes zero = bms_lanes_all(0);
  double doubt = w->at.error / w->pair->size; /* four times the error of an entry of C at least */
  bms_lanes_int sign[2];
  bool certain = true;
  rigid_products_of(&w->at, w->axis.axis, &w->product);
  BMS_UNROLL(2)
  for (int k = 0; k < 2; k++) {
    bms_lanes product = w->product.of[k];
    sign[k] = __builtin_convertvector((product < zero) - (product > zero), bms_lanes_int);
    certain = certain & bms_lanes_hold3((product == zero) | (bms_lanes_absolute(product) > bms_lanes_all(doubt)));
  }
  signs->axis = w->axis.axis;
  signs->distance = w->axis.side;
  bms_lanes_int first = __builtin_shufflevector(sign[0], sign[1], 0, 1, 2, 4);
  bms_lanes_int last = __builtin_shufflevector(sign[0], sign[1], 2, 4, 5, 6);
  memcpy(signs->half_edge, &first, sizeof first);
  memcpy(signs->half_edge + 2, &last, sizeof last);
  return certain;
}

#endif /* BMS_RIGID_CONTACT_H */
