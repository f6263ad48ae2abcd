/* SPDX-License-Identifier: BSD-3-Clause */

/* A box that one revolute joint carries: its pose, its exact turn, and times of a piece. */

#include "arm/chain_piece.c"

#include "bounds.h"
#include "exact_pose.h"

static void turn_about(const double axis[3], precise angle, precise q[4]) {
  precise half = precise_over(angle, precise_of(2));
  precise_vector a = precise_vector_of(axis);
  precise length = precise_root(precise_dot(a, a));
  q[0] = precise_cosine(half);
  for (int r = 0; r < 3; r++) q[1 + r] = precise_times(precise_sine(half), precise_over(a.x[r], length));
}

/* ------------------------------------------------------------------ poses */

/* The inputs are the joint's frame (7), its axis (3), value and rate (2), the box's pose (7), a time. The quantity is
   the greatest share of the bounds of a pose, of the column of its rotation and of its place. */
static double share_of_a_pose(const double *x, double fastest) {
  bms_link link = {.parent = BMS_WORLD, .joint = BMS_JOINT_REVOLUTE};
  bms_convex cube = {.core = BMS_CORE_BOX, .box = bms_box_centred(1, 1, 1)};
  double value[1][BMS_MOVE_TERMS] = {{fastest * x[10], fastest * x[11]}}, t = fabs(x[19]), matrix[3][4], shares = 0;
  memcpy(&link.frame, x, sizeof link.frame);
  memcpy(link.axis, x + 7, sizeof link.axis);
  bms_pose pose;
  memcpy(&pose, x + 12, sizeof pose);
  bms_placed_shape box = bms_placed_convex(0, &cube, &pose);
  const bms_chain chain = {.link_count = 1, .link = &link, .variable_count = 1, .shape_count = 1, .shape = &box};
  const bms_move move = {.t0 = 0, .t1 = 1, .value = (const double(*)[BMS_MOVE_TERMS])value};
  if (!(bms_dot4(link.frame.quaternion, link.frame.quaternion) > 0.1 && bms_length(link.axis) > 0.1 &&
        bms_dot4(box.pose.quaternion, box.pose.quaternion) > 0.1))
    return 0;
  bms_link_view view = bms_link_view_of(&chain, &move, BMS_WORLD, 0);
  bms_chain_span span = bms_chain_span_over(&view, t, t);
  bms_pose_matrix(&span.middle, matrix);
  exact_pose frame = exact_of(&link.frame), inner = exact_of(&box.pose);
  precise joint[4], angle = bounds_polynomial(value[0], 1, t);
  turn_about(link.axis, angle, joint);
  for (int c = 0; c < 4; c++) {
    double axis[3] = {c == 0, c == 1, c == 2}, computed[3] = {matrix[0][c], matrix[1][c], matrix[2][c]};
    precise_vector v = c < 3 ? precise_rotated(inner.q, precise_vector_of(axis)) : inner.place;
    v = precise_rotated(frame.q, precise_rotated(joint, v));
    if (c == 3) v = precise_vector_plus(frame.place, v);
    double error = precise_vector_error(computed, v);
    shares = fmax(shares, error / (c < 3 ? span.bounds.turn_error : span.bounds.origin_error));
  }
  return shares;
}

static double share_of_a_slow_pose(const double *x, const void *context) {
  (void)context;
  return share_of_a_pose(x, 1);
}

/* Returns that share where the rounding of the joint's value is nearly all that there is. */
static double share_of_a_fast_pose(const double *x, const void *context) {
  (void)context;
  return share_of_a_pose(x, 1e6);
}

/* ------------------------------------------------------------------ exact turns */

/* The inputs are the box's pose (7), the joint's place (3) and axis (3), the angle, a place s of the turn. */
static double share_of_a_turn(const double *x, const void *context) {
  (void)context;
  double angle = GREATEST_TURN * x[13], s = fabs(x[14]), shares = 0, zero[3] = {0, 0, 0};
  if (!(bms_dot4(x + 3, x + 3) > 0.1 && bms_length(x + 10) > 0.1)) return 0;
  bms_motion motion = bms_motion_revolute(x, x + 3, x + 7, x + 10, 0, 0, 1, angle);
  precise part = precise_of(s), rest = precise_minus(precise_of(1), part), half = precise_of(0.5 * angle), q[4], r[4];
  precise across = precise_times(part, precise_sine(half));
  precise along = precise_plus(rest, precise_times(part, precise_cosine(half)));
  turn_about(x + 10, precise_times(precise_of(2), precise_angle(across, along)), r);
  for (int i = 0; i < 4; i++) q[i] = precise_of(x[3 + i]);
  precise_vector pivot = precise_vector_of(x + 7), back = precise_vector_times(precise_of(-1), pivot);
  precise weight = bounds_polynomial(motion.matrix.weight, 2, s);
  for (int c = 0; c < 4; c++) {
    double axis[3] = {c == 0, c == 1, c == 2};
    precise_vector v, off;
    if (c < 3)
      v = precise_rotated(r, precise_rotated(q, precise_vector_of(axis)));
    else
      v = precise_vector_plus(pivot, precise_rotated(r, precise_vector_plus(precise_vector_of(x), back)));
    for (int i = 0; i < 3; i++) {
      precise computed = precise_over(bounds_polynomial(motion.matrix.entry[i][c], 2, s), weight);
      off.x[i] = precise_minus(computed, v.x[i]);
    }
    if (!(bms_length(x) > 0.01)) return 0;
    double size = c < 3 ? 1 : bms_length(x) + 2 * bms_length(x + 7);
    shares = fmax(shares, precise_vector_error(zero, off) / (EXACT_ROUNDINGS * BMS_ROUNDING * size));
  }
  return shares;
}

/* ------------------------------------------------------------------ times */

/* Returns what is off in a time of a piece, without what it is rounded down by; 0 where that is before the start. */
static double error_of_time(const bms_chain_piece *piece, double s, precise part) {
  double t = bms_chain_piece_time(piece, s), down = time_error_of(piece);
  precise length = precise_minus(precise_of(piece->t1), precise_of(piece->t0));
  precise exact = precise_plus(precise_of(piece->t0), precise_times(part, length));
  return t > piece->t0 ? precise_error(t, precise_minus(exact, precise_of(down))) : 0;
}

/* The inputs are the length of a piece that begins at 0 and turns, the angle, a place. */
static double share_of_a_part(const double *x, const void *context) {
  (void)context;
  bms_chain_piece piece = {.t1 = fabs(x[0]), .s1 = 1, .angle = GREATEST_TURN * x[1]};
  double s = fabs(x[2]), half = 0.5 * piece.angle;
  if (!(piece.t1 > 0.01 && fabs(half) > 0)) return 0;
  precise h = precise_of(half), across = precise_times(precise_of(s), precise_sine(h));
  precise along =
      precise_plus(precise_minus(precise_of(1), precise_of(s)), precise_times(precise_of(s), precise_cosine(h)));
  precise part = precise_over(precise_angle(across, along), h);
  return error_of_time(&piece, s, part) / (PART_ROUNDINGS * BMS_ROUNDING * piece.t1);
}

/* The inputs are the start of a short piece without a turn, its length, a place of it. */
static double share_of_a_time(const double *x, const void *context) {
  (void)context;
  bms_chain_piece piece = {.t0 = x[0], .t1 = x[0] + ldexp(fabs(x[1]), -20), .s0 = -1, .s1 = 1};
  precise part = precise_over(precise_plus(precise_of(x[2]), precise_of(1)), precise_of(2));
  return piece.t1 > piece.t0 ? error_of_time(&piece, x[2], part) / time_error_of(&piece) : 0;
}

/* ------------------------------------------------------------------ cases */

static void poses_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("STEP_ROUNDINGS", share_of_a_slow_pose, NULL, 20, 8);
}

static void joint_values_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("VALUE_ROUNDINGS", share_of_a_fast_pose, NULL, 20, 4);
}

/* Horner's rule makes 5 products and 5 sums of what the fifth power is multiplied with, whose time is rounded. */
static void the_count_of_a_value_is_the_sum_of_its_items(void **state) {
  (void)state;
  bounds_sum("VALUE_ROUNDINGS", 5 + 5 + 5, VALUE_ROUNDINGS);
}

static void exact_turns_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("EXACT_ROUNDINGS", share_of_a_turn, NULL, 15, 8);
}

static void parts_of_a_piece_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("PART_ROUNDINGS", share_of_a_part, NULL, 3, 20);
}

static void times_of_a_piece_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_time, NULL, 3, 100);
}

BOUNDS_MAIN(cmocka_unit_test(poses_are_as_good_as_counted), cmocka_unit_test(joint_values_are_as_good_as_counted),
            cmocka_unit_test(the_count_of_a_value_is_the_sum_of_its_items),
            cmocka_unit_test(exact_turns_are_as_good_as_counted),
            cmocka_unit_test(parts_of_a_piece_are_as_good_as_counted),
            cmocka_unit_test(times_of_a_piece_are_as_good_as_counted))
