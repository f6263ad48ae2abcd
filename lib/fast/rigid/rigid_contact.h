/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact that the fast walk has come to: the root of its plane, enclosed in t by values of the gap (root.h,
 * rigid_value()).
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_CONTACT_H
#define BMS_RIGID_CONTACT_H

#include <math.h>

#include "motion/axis.h"
#include "fast/compensated.h"
#include "fast/rigid/rigid_pair.h"
#include "fast/fast_walk.h"
#include "fast/root.h"
#include "fast/rigid/rigid_instant.h"
#include "fast/rigid/rigid_translating.h"

/* ------------------------------------------------------------------ the state of the walk */

/* The products of an axis with the columns of a and b: 1 for a face's own, 0 for others that the axis is at right
   angles to by its construction, and for half-edges of no length.  The signs of the half-edges in `edges` (as bits; 0
   ... 2 of a, 3 ... 5 of b) may be anything. */
typedef struct rigid_products {
  lanes of[2];
  unsigned edges;
} rigid_products;

typedef struct rigid_walk {
  fast_walk walk;
  rigid_pair *pair;
  rigid_samples samples;         /* over the interval, of a pair that turns */
  rigid_translating translating; /* of one that does not */
  rigid_instant at;              /* the pair at about s */
  rigid_gaps gaps;               /* at that time */
  rigid_products product;        /* of the axis with the columns of a and b there */
} rigid_walk;

/* ------------------------------------------------------------------ the gap at one time */

/*
 * The gap of a rigid pair between two features at one time, in compensated arithmetic (compensated.h).
 *
 * The features are those that the signs along an axis name (axis.h), their vertices v corners of the boxes as the query
 * has them: nothing is rounded to a double on the way.  With k = |q|^2, and R v for k times v turned by q,
 *
 *     face i of a    side (R_a e_i . (k_b P + R_b v_b) - f k_a k_b), the face being at x_i = f; of b the other way
 *     edges i, j     side (R_a e_i x R_b e_j) . (k_a k_b P + k_a R_b v_b - k_b R_a v_a) / (k_a k_b)
 *
 * which have the factor k_a k_b of the planes (rigid_plane.h); of edges M has it twice.
 *
 * Bits.  The rest that a machine leaves of products below 2^-900 is less than 2^-950, and not the same on all.  Its
 * effect, below 2^-450 as no factor exceeds RIGID_LARGEST^2, is gone with the first ordinary number that it is added
 * to, and that is the value's error bound at the latest: this exceeds 2^-300.
 */

/* ------------------------------------------------------------------ the pair at t */

/* Lanes of two numbers for each other, as in a shuffle of these. */
#define compensated_shuffled(a, b, ...)                                  \
  ((compensated_lanes){lanes_shuffle((a).value, (b).value, __VA_ARGS__), \
                       lanes_shuffle((a).error, (b).error, __VA_ARGS__)})

/* Both bodies; sums are made for both at once, in the first two lanes. */
BMS_INLINE void rigid_exact_at(const rigid_pair *pair, double t, compensated_rotation *a, compensated_rotation *b) {
  const bms_query *query = pair->query;
  t = rigid_turning_time(pair, t);
  const double(*c_a)[2] = query->a.motion.rigid.quaternion, (*c_b)[2] = query->b.motion.rigid.quaternion;
  a->q = compensated_linear(compensated_vector_first(c_a, 0), compensated_vector_first(c_a, 1), lanes_all(t));
  b->q = compensated_linear(compensated_vector_first(c_b, 0), compensated_vector_first(c_b, 1), lanes_all(t));
  compensated_lanes of_a = compensated_multiply(a->q, a->q), of_b = compensated_multiply(b->q, b->q);
  compensated_lanes x = compensated_shuffled(of_a, of_b, 0, 4, 2, 6), y = compensated_shuffled(of_a, of_b, 1, 5, 3, 7);
  compensated_lanes z = compensated_shuffled(x, x, 2, 3, 2, 3), first = compensated_shuffled(y, y, 2, 3, 2, 3);
  compensated_lanes rest = compensated_add(compensated_add(x, y), z);
  compensated_lanes square = compensated_add(first, rest), along = compensated_subtract(first, rest);
  a->square = compensated_lane(square, 0);
  b->square = compensated_lane(square, 1);
  a->along = compensated_lane(along, 0);
  b->along = compensated_lane(along, 1);
}

/* P(t): the coefficients are subtracted first, exactly. */
BMS_INLINE compensated_lanes rigid_exact_position(const bms_query *query, double t) {
  lanes time = lanes_all(t), row_a[3], row_b[3], value[4], error[4];
  compensated_lanes c[3];
  rigid_position_rows(query->a.motion.rigid.position, row_a);
  rigid_position_rows(query->b.motion.rigid.position, row_b);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    compensated_lanes difference = compensated_difference(row_b[r], row_a[r]);
    value[r] = difference.value;
    error[r] = difference.error;
  }
  value[3] = value[2];
  error[3] = error[2];
  lanes_transpose(value);
  lanes_transpose(error);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) c[k] = (compensated_lanes){value[k], error[k]};
  return compensated_add(c[0],
                         compensated_multiply_by(compensated_add(c[1], compensated_multiply_by(c[2], time)), time));
}

/* Computes the gap of face i of a body, in whose frame `vertex` of the other one is not; p is the way to the other. */
BMS_INLINE compensated_number rigid_face_value(const bms_box *own_box, const compensated_rotation *own,
                                               const compensated_rotation *other, int i, lanes vertex, int side,
                                               compensated_lanes p) {
  compensated_lanes way =
      compensated_add(compensated_multiply(compensated_all(other->square), p), compensated_turned(other, vertex));
  compensated_number face = {side > 0 ? own_box->max[i] : own_box->min[i], 0};
  compensated_number gap = compensated_minus(compensated_dot(compensated_column(own, i), way),
                                             compensated_times(face, compensated_times(own->square, other->square)));
  return (compensated_number){side * gap.value, side * gap.error};
}

BMS_INLINE compensated_number rigid_edge_value(const bms_query *query, const compensated_rotation *a,
                                               const compensated_rotation *b, const bms_axis_signs *signs,
                                               compensated_lanes p) {
  int i = (signs->axis - BMS_AXIS_EDGES) / 3, j = (signs->axis - BMS_AXIS_EDGES) % 3, side = signs->distance;
  compensated_lanes normal = compensated_cross(compensated_column(a, i), compensated_column(b, j));
  compensated_lanes on_a = compensated_turned(a, fast_farthest(&query->a.box, signs, 0, side));
  compensated_lanes on_b = compensated_turned(b, fast_farthest(&query->b.box, signs, 1, -side));
  compensated_lanes k_a = compensated_all(a->square), k_b = compensated_all(b->square);
  compensated_lanes way = compensated_multiply(k_a, compensated_add(compensated_multiply(k_b, p), on_b));
  compensated_number gap = compensated_dot(normal, compensated_subtract(way, compensated_multiply(k_b, on_a)));
  return (compensated_number){side * gap.value, side * gap.error};
}

/* The gap between the features that some signs name, at t; *doubt bounds its error, but for 16 relative roundings. */
static double rigid_value(const rigid_pair *pair, const bms_axis_signs *signs, double t, double *doubt) {
  const bms_query *query = pair->query;
  const bms_body *body_a = &query->a, *body_b = &query->b;
  compensated_rotation a, b;
  rigid_exact_at(pair, t, &a, &b);
  compensated_lanes p = rigid_exact_position(query, t);
  compensated_number gap;
  int axis = signs->axis, side = signs->distance;
  double bound = pair->a.square * pair->b.square, scale = 1;
  if (axis >= BMS_AXIS_EDGES) {
    gap = rigid_edge_value(query, &a, &b, signs, p);
    scale = (a.square.value + a.square.error) * (b.square.value + b.square.error);
  } else if (axis < BMS_AXIS_FACE_B) {
    gap = rigid_face_value(&body_a->box, &a, &b, axis, fast_farthest(&body_b->box, signs, 1, -side), side, p);
  } else {
    p = (compensated_lanes){lanes_negate(p.value), lanes_negate(p.error)};
    gap = rigid_face_value(&body_b->box, &b, &a, axis - BMS_AXIS_FACE_B, fast_farthest(&body_a->box, signs, 0, side),
                           -side, p);
  }
  *doubt = COMPENSATED_ERROR * bound * pair->size * (axis >= BMS_AXIS_EDGES ? bound / scale : 1);
  return (gap.value + gap.error) / scale;
}

/* ------------------------------------------------------------------ the signs, and the enclosure */

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
