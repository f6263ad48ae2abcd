/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A general pair at one time in compensated arithmetic (quick_numbers.h), and the gap between two features there.
 *
 * The features are those that the signs along an axis name (axis.h).  With vertices v_a, v_b of theirs, corners of the
 * boxes as the query has them, and V = A v + T the place of a vertex times its scale,
 *
 *     gap = side n . (k_a V_b - k_b V_a)
 *
 * which has the factor of general_samples.h.
 *
 * Functions of this header are for homogeneous_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_MOMENT_H
#define BMS_HOMOGENEOUS_MOMENT_H

#include "fast/homogeneous/homogeneous_pair.h"
#include "motion/motion.h"
#include "fast/corner.h"
#include "fast/compensated.h"
#include "fast/compensated_rotation.h"

/* To a double, for an answer.  What is left of products below 2^-900 is not the same on all machines (quick_numbers.h),
   and counts for nothing beside anything larger than LEAST. */
BMS_INLINE bms_lanes general_rounded(quick_numbers x) {
  const double LEAST = 0x1p-800;
  bms_lanes_mask counts = bms_lanes_absolute(x.value) > bms_lanes_all(LEAST);
  return x.value + (bms_lanes)((bms_lanes_mask)x.error & counts);
}

/* A body: A_0, A_1, A_2 and T by coordinates, with k in the spare lane of T, and their derivatives. */
typedef struct general_moment {
  quick_numbers column[4];
  bms_lanes rate[4];
} general_moment;

/* Rows for columns: what all rows have of one power of t. */
BMS_INLINE void general_columns(const bms_motion *motion, bms_lanes power[3][4]) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    bms_lanes row[3];
    general_powers(&motion->matrix.entry[r][0][0], row);
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) power[k][r] = row[k];
  }
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    power[k][3] = bms_lanes_of(0, 0, 0, motion->matrix.weight[k]);
    bms_lanes_transpose(power[k]);
  }
}

BMS_INLINE void general_matrix_moment(const bms_motion *motion, double t, general_moment *out) {
  bms_lanes power[3][4], time = bms_lanes_all(t);
  general_columns(motion, power);
  BMS_UNROLL(4)
  for (int j = 0; j < 4; j++) {
    quick_numbers slope = quick_linear(power[1][j], power[2][j], time);
    out->column[j] = quick_add(quick_exactly(power[0][j]), quick_multiply_by(slope, time));
    out->rate[j] = general_rounded(slope) + power[2][j] * time;
  }
}

/* p(t), and its derivative. */
BMS_INLINE quick_numbers general_position(const double c[3][3], double t, bms_lanes *rate) {
  bms_lanes way[3], time = bms_lanes_all(t);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) way[k] = bms_lanes_of(c[0][k], c[1][k], c[2][k], k == 0);
  quick_numbers slope = quick_linear(way[1], way[2], time);
  *rate = general_rounded(slope) + way[2] * time;
  return quick_add(quick_exactly(way[0]), quick_multiply_by(slope, time));
}

/* The quaternion and what a turn needs of it. */
BMS_INLINE void general_turn_at(const double c[4][2], double t, rigid_exact_body *out) {
  out->q = quick_linear(rigid_vector_first(c, 0), rigid_vector_first(c, 1), bms_lanes_all(t));
  quick_numbers squares = quick_multiply(out->q, out->q);
  quick_number rest = quick_sum3(squares), first = quick_lane(squares, 3);
  out->square = quick_plus(first, rest);
  out->along = quick_minus(first, rest);
}

/* k p has k in the spare lane, as p has a 1 there. */
static void general_rigid_moment(const bms_motion *motion, double t, general_moment *out) {
  const double(*c)[2] = motion->rigid.quaternion;
  rigid_exact_body body;
  double q[4], rate[4], turn[3][3], square_rate = 0;
  bms_lanes velocity;
  general_turn_at(c, t, &body);
  bms_lanes quaternion = general_rounded(body.q);
  for (int i = 0; i < 4; i++) {
    int lane = (i + 3) % 4;
    q[i] = quaternion[lane];
    rate[i] = c[i][1];
    square_rate += 2 * q[i] * rate[i];
  }
  bms_rotation_polar(q, rate, turn);
  for (int i = 0; i < 3; i++) {
    out->column[i] = rigid_column(&body, i);
    out->rate[i] = 2 * bms_lanes_of3(turn[0][i], turn[1][i], turn[2][i]);
  }
  quick_numbers position = general_position(motion->rigid.position, t, &velocity);
  out->column[3] = quick_multiply(quick_all(body.square), position);
  out->rate[3] = position.value * square_rate + velocity * body.square.value;
}

BMS_INLINE void general_moment_at(const bms_motion *motion, double t, general_moment *out) {
  if (motion->form == BMS_MOTION_MATRIX)
    general_matrix_moment(motion, t, out);
  else
    general_rigid_moment(motion, t, out);
}

/* A v + T. */
BMS_INLINE quick_numbers general_placed(const general_moment *body, bms_lanes v) {
  quick_numbers sum = body->column[3];
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) sum = quick_add(sum, quick_multiply_by(body->column[i], bms_lanes_all(v[i])));
  return sum;
}

/* Two corners that belong to the features. */
BMS_INLINE void general_corners(const bms_query *query, const bms_axis_signs *signs, bms_lanes *of_a, bms_lanes *of_b) {
  *of_a = quick_farthest(&query->a.box, signs, 0, signs->distance);
  *of_b = quick_farthest(&query->b.box, signs, 1, -signs->distance);
}

BMS_INLINE quick_numbers general_normal(const general_moment *a, const general_moment *b, int axis) {
  int i = axis % 3;
  if (axis >= BMS_AXIS_EDGES) return quick_cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[i]);
  const general_moment *own = axis < BMS_AXIS_FACE_B ? a : b;
  return quick_cross(own->column[(i + 1) % 3], own->column[(i + 2) % 3]);
}

/* The gap between the features, off by QUICK_DOUBT times general_pair.bound, and 16 relative roundings. */
static double general_value(const bms_query *query, const bms_axis_signs *signs, const general_moment *a,
                            const general_moment *b) {
  bms_lanes of_a, of_b;
  general_corners(query, signs, &of_a, &of_b);
  quick_numbers k_a = quick_all_lanes(a->column[3], 3), k_b = quick_all_lanes(b->column[3], 3);
  quick_numbers way =
      quick_subtract(quick_multiply(k_a, general_placed(b, of_b)), quick_multiply(k_b, general_placed(a, of_a)));
  quick_number gap = quick_dot(general_normal(a, b, signs->axis), way);
  return signs->distance * (gap.value + gap.error);
}

#endif /* BMS_HOMOGENEOUS_MOMENT_H */
