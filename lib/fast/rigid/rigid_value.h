/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap of a rigid pair between two features at one time, in compensated arithmetic (quick_numbers.h).
 *
 * The features are those that the signs along an axis name (axis.h), their vertices v corners of the boxes as the query
 * has them: nothing is rounded to a double on the way.  With k = |q|^2, and R v for k times v turned by q,
 *
 *     face i of a    side (R_a e_i . (k_b P + R_b v_b) - f k_a k_b), the face being at x_i = f; of b the other way
 *     edges i, j     side (R_a e_i x R_b e_j) . (k_a k_b P + k_a R_b v_b - k_b R_a v_a) / (k_a k_b)
 *
 * which have the factor k_a k_b of the planes (rigid_plane.h); of edges M has it twice.
 *
 * Bits.  What a machine leaves of products below 2^-900 is less than 2^-950, and not the same on all.  Whatever that
 * amounts to, below 2^-450 as no factor exceeds RIGID_LARGEST^2, it is gone with the first ordinary number that it is
 * added to, and that is the value's error bound at the latest: this exceeds 2^-300.
 *
 * Functions of this header are for rigid_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_VALUE_H
#define BMS_RIGID_VALUE_H

#include <math.h>

#include "motion/axis.h"
#include "fast/corner.h"
#include "fast/compensated.h"
#include "fast/rigid/rigid_pair.h"
#include "fast/compensated_rotation.h"

/* ------------------------------------------------------------------ the pair at t */

/* Lanes of two numbers for each other, as in a shuffle of these. */
#define quick_shuffled(a, b, ...)                                              \
  ((quick_numbers){__builtin_shufflevector((a).value, (b).value, __VA_ARGS__), \
                   __builtin_shufflevector((a).error, (b).error, __VA_ARGS__)})

/* Both bodies; what is summed up is so for both at once, in the first two lanes. */
BMS_INLINE void rigid_exact_at(const rigid_pair *pair, double t, rigid_exact_body *a, rigid_exact_body *b) {
  const bms_query *query = pair->query;
  t = rigid_turning_time(pair, t);
  const double(*c_a)[2] = query->a.motion.rigid.quaternion, (*c_b)[2] = query->b.motion.rigid.quaternion;
  a->q = quick_linear(rigid_vector_first(c_a, 0), rigid_vector_first(c_a, 1), bms_lanes_all(t));
  b->q = quick_linear(rigid_vector_first(c_b, 0), rigid_vector_first(c_b, 1), bms_lanes_all(t));
  quick_numbers of_a = quick_multiply(a->q, a->q), of_b = quick_multiply(b->q, b->q);
  quick_numbers x = quick_shuffled(of_a, of_b, 0, 4, 2, 6), y = quick_shuffled(of_a, of_b, 1, 5, 3, 7);
  quick_numbers z = quick_shuffled(x, x, 2, 3, 2, 3), first = quick_shuffled(y, y, 2, 3, 2, 3);
  quick_numbers rest = quick_add(quick_add(x, y), z);
  quick_numbers square = quick_add(first, rest), along = quick_subtract(first, rest);
  a->square = quick_lane(square, 0);
  b->square = quick_lane(square, 1);
  a->along = quick_lane(along, 0);
  b->along = quick_lane(along, 1);
}

/* P(t): the coefficients are subtracted first, exactly. */
BMS_INLINE quick_numbers rigid_exact_position(const bms_query *query, double t) {
  bms_lanes time = bms_lanes_all(t), row_a[3], row_b[3], value[4], error[4];
  quick_numbers c[3];
  rigid_position_rows(query->a.motion.rigid.position, row_a);
  rigid_position_rows(query->b.motion.rigid.position, row_b);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    quick_numbers difference = quick_difference(row_b[r], row_a[r]);
    value[r] = difference.value;
    error[r] = difference.error;
  }
  value[3] = value[2];
  error[3] = error[2];
  bms_lanes_transpose(value);
  bms_lanes_transpose(error);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) c[k] = (quick_numbers){value[k], error[k]};
  return quick_add(c[0], quick_multiply_by(quick_add(c[1], quick_multiply_by(c[2], time)), time));
}

/* Of face i of a body, in whose frame `vertex` of the other one is not; p is the way to the other. */
BMS_INLINE quick_number rigid_face_value(const bms_box *own_box, const rigid_exact_body *own,
                                         const rigid_exact_body *other, int i, bms_lanes vertex, int side,
                                         quick_numbers p) {
  quick_numbers way = quick_add(quick_multiply(quick_all(other->square), p), rigid_turned(other, vertex));
  quick_number face = {side > 0 ? own_box->max[i] : own_box->min[i], 0};
  quick_number gap =
      quick_minus(quick_dot(rigid_column(own, i), way), quick_times(face, quick_times(own->square, other->square)));
  return (quick_number){side * gap.value, side * gap.error};
}

BMS_INLINE quick_number rigid_edge_value(const bms_query *query, const rigid_exact_body *a, const rigid_exact_body *b,
                                         const bms_axis_signs *signs, quick_numbers p) {
  int i = (signs->axis - BMS_AXIS_EDGES) / 3, j = (signs->axis - BMS_AXIS_EDGES) % 3, side = signs->distance;
  quick_numbers normal = quick_cross(rigid_column(a, i), rigid_column(b, j));
  quick_numbers on_a = rigid_turned(a, quick_farthest(&query->a.box, signs, 0, side));
  quick_numbers on_b = rigid_turned(b, quick_farthest(&query->b.box, signs, 1, -side));
  quick_numbers k_a = quick_all(a->square), k_b = quick_all(b->square);
  quick_numbers way = quick_multiply(k_a, quick_add(quick_multiply(k_b, p), on_b));
  quick_number gap = quick_dot(normal, quick_subtract(way, quick_multiply(k_b, on_a)));
  return (quick_number){side * gap.value, side * gap.error};
}

/* The gap between the features that some signs name, at t; *doubt bounds its error, but for 16 relative roundings. */
static double rigid_value(const rigid_pair *pair, const bms_axis_signs *signs, double t, double *doubt) {
  const bms_query *query = pair->query;
  const bms_body *body_a = &query->a, *body_b = &query->b;
  rigid_exact_body a, b;
  rigid_exact_at(pair, t, &a, &b);
  quick_numbers p = rigid_exact_position(query, t);
  quick_number gap;
  int axis = signs->axis, side = signs->distance;
  double bound = pair->a.square * pair->b.square, scale = 1;
  if (axis >= BMS_AXIS_EDGES) {
    gap = rigid_edge_value(query, &a, &b, signs, p);
    scale = (a.square.value + a.square.error) * (b.square.value + b.square.error);
  } else if (axis < BMS_AXIS_FACE_B) {
    gap = rigid_face_value(&body_a->box, &a, &b, axis, quick_farthest(&body_b->box, signs, 1, -side), side, p);
  } else {
    p = (quick_numbers){-p.value, -p.error};
    gap = rigid_face_value(&body_b->box, &b, &a, axis - BMS_AXIS_FACE_B, quick_farthest(&body_a->box, signs, 0, side),
                           -side, p);
  }
  *doubt = QUICK_DOUBT * bound * pair->size * (axis >= BMS_AXIS_EDGES ? bound / scale : 1);
  return (gap.value + gap.error) / scale;
}

#endif /* BMS_RIGID_VALUE_H */
