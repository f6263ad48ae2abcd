/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A homogeneous pair at one time in compensated arithmetic (compensated.h), and the gap between two features there.
 *
 * The features are those that the signs along an axis name (axis.h).  With vertices v_a, v_b of theirs, corners of the
 * boxes as the query has them, and V = A v + T the place of a vertex times its scale,
 *
 *     gap = side n . (k_a V_b - k_b V_a)
 *
 * which has the factor of homogeneous_samples.h.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_CONTACT_STATE_H
#define BMS_HOMOGENEOUS_CONTACT_STATE_H

#include "fast/homogeneous/homogeneous_pair.h"
#include "motion/motion.h"
#include "fast/compensated.h"

/* To a double, for an answer.  The rest of products below 2^-900 is not the same on all machines (compensated.h), and
   counts for nothing next to anything larger than LEAST. */
BMS_INLINE lanes homogeneous_rounded(compensated_lanes x) {
  const double LEAST = 0x1p-800;
  lanes_mask counts = lanes_greater(lanes_absolute(x.value), lanes_all(LEAST));
  return lanes_add(x.value, lanes_keep(x.error, counts));
}

/* A body: A_0, A_1, A_2 and T by coordinates, with k in the spare lane of T, and their derivatives. */
typedef struct homogeneous_contact_state {
  compensated_lanes column[4];
  lanes rate[4];
} homogeneous_contact_state;

/* Rows for columns: all rows' coefficients of one power of t. */
BMS_INLINE void homogeneous_columns(const bms_motion *motion, lanes power[3][4]) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes row[3];
    homogeneous_powers(&motion->matrix.entry[r][0][0], row);
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) power[k][r] = row[k];
  }
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    power[k][3] = lanes_of(0, 0, 0, motion->matrix.weight[k]);
    lanes_transpose(power[k]);
  }
}

BMS_INLINE void homogeneous_matrix_state(const bms_motion *motion, double t, homogeneous_contact_state *out) {
  lanes power[3][4], time = lanes_all(t);
  homogeneous_columns(motion, power);
  BMS_UNROLL(4)
  for (int j = 0; j < 4; j++) {
    compensated_lanes slope = compensated_linear(power[1][j], power[2][j], time);
    out->column[j] = compensated_add(compensated_exactly(power[0][j]), compensated_multiply_by(slope, time));
    out->rate[j] = homogeneous_rounded(compensated_linear(power[1][j], lanes_add(power[2][j], power[2][j]), time));
  }
}

/* p(t), and its derivative. */
BMS_INLINE compensated_lanes homogeneous_position(const double c[3][3], double t, lanes *rate) {
  lanes way[3], time = lanes_all(t);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) way[k] = lanes_of(c[0][k], c[1][k], c[2][k], k == 0);
  compensated_lanes slope = compensated_linear(way[1], way[2], time);
  *rate = homogeneous_rounded(compensated_linear(way[1], lanes_add(way[2], way[2]), time));
  return compensated_add(compensated_exactly(way[0]), compensated_multiply_by(slope, time));
}

/* The quaternion and what a turn needs of it. */
BMS_INLINE void homogeneous_turn_at(const double c[4][2], double t, compensated_rotation *out) {
  out->q = compensated_linear(compensated_vector_first(c, 0), compensated_vector_first(c, 1), lanes_all(t));
  compensated_lanes squares = compensated_multiply(out->q, out->q);
  compensated_number rest = compensated_sum3(squares), first = compensated_lane(squares, 3);
  out->square = compensated_plus(first, rest);
  out->along = compensated_minus(first, rest);
}

/* k p has k in the spare lane, as p has a 1 there. */
static void homogeneous_rigid_state(const bms_motion *motion, double t, homogeneous_contact_state *out) {
  const double(*c)[2] = motion->rigid.quaternion;
  compensated_rotation body;
  double q[4], rate[4], turn[3][3], square_rate = 0;
  lanes velocity;
  homogeneous_turn_at(c, t, &body);
  lanes quaternion = homogeneous_rounded(body.q);
  for (int i = 0; i < 4; i++) {
    int lane = (i + 3) % 4;
    q[i] = lanes_get(quaternion, lane);
    rate[i] = c[i][1];
    square_rate += 2 * q[i] * rate[i];
  }
  bms_rotation_polar(q, rate, turn);
  for (int i = 0; i < 3; i++) {
    out->column[i] = compensated_column(&body, i);
    out->rate[i] = lanes_scale(lanes_of3(turn[0][i], turn[1][i], turn[2][i]), 2);
  }
  compensated_lanes position = homogeneous_position(motion->rigid.position, t, &velocity);
  out->column[3] = compensated_multiply(compensated_all(body.square), position);
  out->rate[3] = lanes_add_scaled(lanes_scale(position.value, square_rate), velocity, body.square.value);
}

BMS_INLINE void homogeneous_contact_state_at(const bms_motion *motion, double t, homogeneous_contact_state *out) {
  if (motion->form == BMS_MOTION_MATRIX)
    homogeneous_matrix_state(motion, t, out);
  else
    homogeneous_rigid_state(motion, t, out);
}

/* A v + T. */
BMS_INLINE compensated_lanes homogeneous_placed(const homogeneous_contact_state *body, lanes v) {
  compensated_lanes sum = body->column[3];
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++)
    sum = compensated_add(sum, compensated_multiply_by(body->column[i], lanes_all(lanes_get(v, i))));
  return sum;
}

/* Two corners that belong to the features. */
BMS_INLINE void homogeneous_corners(const bms_query *query, const bms_axis_signs *signs, lanes *of_a, lanes *of_b) {
  *of_a = fast_farthest(&query->a.box, signs, 0, signs->distance);
  *of_b = fast_farthest(&query->b.box, signs, 1, -signs->distance);
}

BMS_INLINE compensated_lanes homogeneous_normal(const homogeneous_contact_state *a, const homogeneous_contact_state *b,
                                                int axis) {
  int i = axis % 3;
  if (axis >= BMS_AXIS_EDGES) return compensated_cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[i]);
  const homogeneous_contact_state *own = axis < BMS_AXIS_FACE_B ? a : b;
  return compensated_cross(own->column[(i + 1) % 3], own->column[(i + 2) % 3]);
}

/* The gap between the features, off by COMPENSATED_ERROR times homogeneous_pair.bound, and 16 relative roundings. */
static double homogeneous_value(const bms_query *query, const bms_axis_signs *signs, const homogeneous_contact_state *a,
                                const homogeneous_contact_state *b) {
  lanes of_a, of_b;
  homogeneous_corners(query, signs, &of_a, &of_b);
  compensated_lanes k_a = compensated_all_lanes(a->column[3], 3), k_b = compensated_all_lanes(b->column[3], 3);
  compensated_lanes way = compensated_subtract(compensated_multiply(k_a, homogeneous_placed(b, of_b)),
                                               compensated_multiply(k_b, homogeneous_placed(a, of_a)));
  compensated_number gap = compensated_dot(homogeneous_normal(a, b, signs->axis), way);
  return signs->distance * (gap.value + gap.error);
}

#endif /* BMS_HOMOGENEOUS_CONTACT_STATE_H */
