/* SPDX-License-Identifier: BSD-3-Clause */

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
 * Bits.  What a machine leaves of products below 2^-900 is less than 2^-950, and not the same on all.  Whatever that
 * amounts to, below 2^-450 as no factor exceeds RIGID_LARGEST^2, it is gone with the first ordinary number that it is
 * added to, and that is the value's error bound at the latest: this exceeds 2^-300.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
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
#define compensated_shuffled(a, b, ...)                                  \
  ((compensated_lanes){lanes_shuffle((a).value, (b).value, __VA_ARGS__), \
                       lanes_shuffle((a).error, (b).error, __VA_ARGS__)})

/* Both bodies; what is summed up is so for both at once, in the first two lanes. */
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

#endif /* BMS_RIGID_VALUE_H */
