/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Poses and their rates from the coefficients of a motion, term by term.
 *
 * Functions of this header are compiled for any machine and once more for x86-64 processors with AVX2 and FMA
 * (contact_view_avx2.c); both compute the same bits.
 */

#ifndef BMS_PRECISE_POSE_INLINE_H
#define BMS_PRECISE_POSE_INLINE_H

#include "answer/precise_pose.h"
#include "bms.h"

typedef double_lanes precise; /* a vector, or a number in all lanes */

BMS_INLINE precise plus(precise a, precise b) {
  return double_lanes_add(a, b);
}

BMS_INLINE precise minus(precise a, precise b) {
  return double_lanes_add(a, double_lanes_negate(b));
}

BMS_INLINE precise times(precise a, precise b) {
  return double_lanes_multiply(a, b);
}

/* a / b to about 100 bits: a quotient of doubles, and the quotient of its rest. */
BMS_INLINE precise over(precise a, precise b) {
  lanes first = lanes_div(a.high, b.high);
  precise rest = minus(a, times(b, double_lanes_of(first)));
  return double_lanes_sum(first, lanes_div(rest.high, b.high));
}

/* One lane of a in all lanes. */
BMS_INLINE precise all_of(precise a, int lane) {
  return (precise){lanes_all(lanes_get(a.high, lane)), lanes_all(lanes_get(a.low, lane))};
}

#define SHUFFLED(a, i, j, k, l) \
  ((precise){lanes_shuffle((a).high, (a).high, i, j, k, l), lanes_shuffle((a).low, (a).low, i, j, k, l)})

/* The lanes (y, z, x) and (z, x, y) of (x, y, z). */
BMS_INLINE precise next_of(precise a) {
  return SHUFFLED(a, 1, 2, 0, 3);
}

BMS_INLINE precise after_next_of(precise a) {
  return SHUFFLED(a, 2, 0, 1, 3);
}

/* ------------------------------------------------------------------ motions */

/* c0 + t (c1 + t c2) and its rate, lane by lane. */
BMS_INLINE precise quadratic(const lanes c[3], lanes t) {
  precise slope = plus(double_lanes_of(c[1]), double_lanes_product(t, c[2]));
  return plus(double_lanes_of(c[0]), times(double_lanes_of(t), slope));
}

BMS_INLINE precise quadratic_rate(const lanes c[3], lanes t) {
  return plus(double_lanes_of(c[1]), double_lanes_product(t, lanes_add(c[2], c[2])));
}

/* Returns the terms of three quadratics without their signs, summed. */
BMS_INLINE double terms_of(const lanes c[3], lanes t) {
  lanes time = lanes_absolute(t), slope = lanes_add_product(lanes_absolute(c[1]), time, lanes_absolute(c[2]));
  return lanes_sum3(lanes_add_product(lanes_absolute(c[0]), time, slope));
}

/* The coefficients of three quadratics. */
BMS_INLINE void coefficients_of(const double x[3], const double y[3], const double z[3], lanes c[3]) {
  for (int k = 0; k < 3; k++) c[k] = lanes_of3(x[k], y[k], z[k]);
}

/* The symmetric bilinear form of two quaternions that gives columns and scale where both are one. */
static void turned_by(precise q, precise r, precise column[3], precise *scale) {
  precise square = times(q, r), w = all_of(q, 0), w_too = all_of(r, 0);
  precise v = SHUFFLED(q, 1, 2, 3, 3), v_too = SHUFFLED(r, 1, 2, 3, 3);
  /* Lane i: v_i v_j and w v_k for j = i + 1, k = i + 2, half the sum with both exchanged. */
  precise ij = plus(times(v, next_of(v_too)), times(next_of(v), v_too));
  precise wk = after_next_of(plus(times(w, v_too), times(w_too, v)));
  precise sums = plus(square, SHUFFLED(square, 1, 0, 3, 2));
  *scale = plus(sums, SHUFFLED(sums, 2, 3, 0, 1));
  precise squares = SHUFFLED(square, 1, 2, 3, 3);
  precise along = plus(all_of(square, 0), squares), across = plus(next_of(squares), after_next_of(squares));
  precise middle = minus(along, across), above = plus(ij, wk), below = minus(ij, wk);
  /* Column i has `above` of lane i next to its diagonal, column j `below` of that lane before it. */
  const lanes m[2] = {middle.high, middle.low}, a[2] = {above.high, above.low}, b[2] = {below.high, below.low};
  lanes c[3][2];
  for (int part = 0; part < 2; part++) {
    lanes mixed = lanes_shuffle(m[part], a[part], 0, 4, 1, 5); /* m0 a0 m1 a1 */
    c[0][part] = lanes_shuffle(mixed, b[part], 0, 1, 6, 6);
    c[1][part] = lanes_shuffle(mixed, b[part], 4, 2, 3, 3);
    mixed = lanes_shuffle(a[part], b[part], 2, 5, 2, 5); /* a2 b1 */
    c[2][part] = lanes_shuffle(mixed, m[part], 0, 1, 6, 6);
  }
  for (int i = 0; i < 3; i++) column[i] = (precise){c[i][0], c[i][1]};
}

static void rigid_pose_at(const bms_motion *motion, lanes t, bms_precise_pose *pose) {
  const double(*c)[2] = motion->rigid.quaternion, (*p)[3] = motion->rigid.position;
  lanes coefficient[3];
  precise rate = double_lanes_of(lanes_of(c[0][1], c[1][1], c[2][1], c[3][1]));
  precise q = plus(double_lanes_of(lanes_of(c[0][0], c[1][0], c[2][0], c[3][0])), double_lanes_product(t, rate.high));
  turned_by(q, q, pose->column, &pose->scale);
  turned_by(q, rate, pose->column_rate, &pose->scale_rate);
  pose->scale_rate = double_lanes_twice(pose->scale_rate);
  for (int i = 0; i < 3; i++) pose->column_rate[i] = double_lanes_twice(pose->column_rate[i]);
  coefficients_of(p[0], p[1], p[2], coefficient);
  precise position = quadratic(coefficient, t), velocity = quadratic_rate(coefficient, t);
  pose->translation = times(position, pose->scale);
  pose->translation_rate = plus(times(velocity, pose->scale), times(position, pose->scale_rate));
  pose->scale_terms = lanes_get(pose->scale.high, 0);
  for (int i = 0; i < 3; i++) pose->terms[i] = pose->scale_terms;
  pose->terms[3] = pose->scale_terms * terms_of(coefficient, t);
}

static void matrix_pose_at(const bms_motion *motion, lanes t, bms_precise_pose *pose) {
  const double(*c)[4][3] = motion->matrix.entry, *weight = motion->matrix.weight;
  lanes coefficient[3];
  coefficients_of(weight, weight, weight, coefficient);
  pose->scale = quadratic(coefficient, t);
  pose->scale_rate = quadratic_rate(coefficient, t);
  pose->scale_terms = terms_of(coefficient, t);
  for (int i = 0; i < 4; i++) {
    coefficients_of(c[0][i], c[1][i], c[2][i], coefficient);
    *(i < 3 ? &pose->column[i] : &pose->translation) = quadratic(coefficient, t);
    *(i < 3 ? &pose->column_rate[i] : &pose->translation_rate) = quadratic_rate(coefficient, t);
    pose->terms[i] = terms_of(coefficient, t);
  }
}

static inline void precise_pose_at(const bms_motion *motion, double t, bms_precise_pose *pose) {
  pose->rigid = motion->form == BMS_MOTION_RIGID;
  if (pose->rigid)
    rigid_pose_at(motion, lanes_all(t), pose);
  else
    matrix_pose_at(motion, lanes_all(t), pose);
  lanes high[4], low[4];
  for (int i = 0; i < 4; i++) {
    high[i] = pose->column[i < 3 ? i : 2].high;
    low[i] = pose->column[i < 3 ? i : 2].low;
  }
  lanes_transpose(high);
  lanes_transpose(low);
  for (int r = 0; r < 3; r++) pose->row[r] = (precise){high[r], low[r]};
}

/* ------------------------------------------------------------------ points of a body */

BMS_INLINE precise combination(const precise column[3], precise translation, precise x) {
  for (int i = 0; i < 3; i++) translation = plus(translation, times(column[i], all_of(x, i)));
  return translation;
}

/* Returns the point x of a body times the scale. */
static inline void precise_point(const bms_precise_pose *pose, const precise *x, precise *point) {
  *point = combination(pose->column, pose->translation, *x);
}

/* The velocity of the point x of a body in the world, (k X' - k' X) / k^2. */
static inline void precise_velocity(const bms_precise_pose *pose, const precise *x, precise *velocity) {
  precise point, rate = combination(pose->column_rate, pose->translation_rate, *x);
  precise_point(pose, x, &point);
  *velocity = over(minus(times(rate, pose->scale), times(point, pose->scale_rate)), times(pose->scale, pose->scale));
}

/* The products of the columns i + 1 and i + 2, in lane i, coordinate by coordinate. */
static inline void precise_normals(const bms_precise_pose *pose, precise normal[3]) {
  for (int r = 0; r < 3; r++) {
    precise s = pose->row[(r + 1) % 3], t = pose->row[(r + 2) % 3];
    normal[r] = minus(times(next_of(s), after_next_of(t)), times(next_of(t), after_next_of(s)));
  }
}

/* The point of a body that stands at `world` / `scale`: Cramer's rule on A x = k W / s - T, times s. */
static inline void precise_point_at(const bms_precise_pose *pose, const precise *world, precise scale, precise *x) {
  precise from = minus(times(*world, pose->scale), times(pose->translation, scale)), normal[3], part[3], determinant;
  const precise *across = pose->row;
  if (pose->rigid) {
    determinant = times(pose->scale, pose->scale);
  } else {
    precise_normals(pose, normal);
    across = normal;
    for (int r = 0; r < 3; r++) part[r] = times(normal[r], pose->row[r]);
    determinant = all_of(plus(plus(part[0], part[1]), part[2]), 0);
  }
  for (int r = 0; r < 3; r++) part[r] = times(across[r], all_of(from, r));
  *x = over(plus(plus(part[0], part[1]), part[2]), times(determinant, scale));
}

#endif /* BMS_PRECISE_POSE_INLINE_H */
