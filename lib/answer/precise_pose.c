/* SPDX-License-Identifier: BSD-3-Clause */

/* Poses and their rates from the coefficients of a motion, term by term. */

#include "numeric/arithmetic.h"

#include "answer/precise_pose.h"

#include "numeric/double_double_vector.h"

typedef bms_double_double number;
typedef bms_precise_vector vector;

static number add(number a, number b) {
  return bms_double_double_add(a, b);
}

static number multiply(number a, number b) {
  return bms_double_double_multiply(a, b);
}

/* a / b to about 100 bits: a quotient of doubles, and that of what it leaves. */
static number divide(number a, number b) {
  double first = a.high / b.high;
  number rest = bms_double_double_subtract(a, multiply(b, bms_double_double_of(first)));
  return bms_double_double_sum(first, rest.high / b.high);
}

/* ------------------------------------------------------------------ vectors */

vector bms_precise_times(const vector *v, number factor) {
  return (vector){{multiply(v->x[0], factor), multiply(v->x[1], factor), multiply(v->x[2], factor)}};
}

static vector sum(const vector *u, const vector *v) {
  return (vector){{add(u->x[0], v->x[0]), add(u->x[1], v->x[1]), add(u->x[2], v->x[2])}};
}

vector bms_precise_difference(const vector *u, const vector *v) {
  return (vector){{bms_double_double_subtract(u->x[0], v->x[0]), bms_double_double_subtract(u->x[1], v->x[1]),
                   bms_double_double_subtract(u->x[2], v->x[2])}};
}

vector bms_precise_cross(const vector *u, const vector *v) {
  vector out;
  bms_double_double_cross(u->x, v->x, out.x);
  return out;
}

void bms_precise_round(const vector *v, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = v->x[r].high;
}

/* ------------------------------------------------------------------ polynomials */

static number quadratic_rate(const double c[3], double t) {
  return add(bms_double_double_of(c[1]), bms_double_double_product(t, 2 * c[2]));
}

/* ------------------------------------------------------------------ bodies */

/* Computes half the rate of the columns, and of the scale, for a quaternion q with rate r: the symmetric bilinear form
   that gives columns and scale where both are q. */
static void half_rotation_rate(const number q[4], const number r[4], vector column[3], number *scale) {
  number square[4];
  for (int i = 0; i < 4; i++) square[i] = multiply(q[i], r[i]);
  *scale = add(add(square[0], square[1]), add(square[2], square[3]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    number along = add(square[0], square[1 + i]), across = add(square[1 + j], square[1 + k]);
    number ij = add(multiply(q[1 + i], r[1 + j]), multiply(q[1 + j], r[1 + i]));
    number ik = add(multiply(q[1 + i], r[1 + k]), multiply(q[1 + k], r[1 + i]));
    number wk = add(multiply(q[0], r[1 + k]), multiply(q[1 + k], r[0]));
    number wj = add(multiply(q[0], r[1 + j]), multiply(q[1 + j], r[0]));
    column[i].x[i] = bms_double_double_subtract(along, across);
    column[i].x[j] = add(ij, wk);
    column[i].x[k] = bms_double_double_subtract(ik, wj);
  }
}

static void rigid_pose_at(const bms_motion *motion, double t, bms_precise_pose *pose) {
  number q[4], rate[4], column[3][3];
  vector position, velocity;
  for (int i = 0; i < 4; i++) {
    const double *c = motion->rigid.quaternion[i];
    q[i] = add(bms_double_double_of(c[0]), bms_double_double_product(t, c[1]));
    rate[i] = bms_double_double_of(c[1]);
  }
  bms_double_double_rotation(q, column, &pose->scale);
  half_rotation_rate(q, rate, pose->column_rate, &pose->scale_rate);
  pose->scale_rate = bms_double_double_twice(pose->scale_rate);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) {
      pose->column[i].x[r] = column[i][r];
      pose->column_rate[i].x[r] = bms_double_double_twice(pose->column_rate[i].x[r]);
    }
  for (int r = 0; r < 3; r++) {
    position.x[r] = bms_double_double_quadratic(motion->rigid.position[r], t);
    velocity.x[r] = quadratic_rate(motion->rigid.position[r], t);
  }
  pose->translation = bms_precise_times(&position, pose->scale);
  vector along = bms_precise_times(&velocity, pose->scale), grown = bms_precise_times(&position, pose->scale_rate);
  pose->translation_rate = sum(&along, &grown);
}

static void matrix_pose_at(const bms_motion *motion, double t, bms_precise_pose *pose) {
  pose->scale = bms_double_double_quadratic(motion->matrix.weight, t);
  pose->scale_rate = quadratic_rate(motion->matrix.weight, t);
  for (int i = 0; i < 4; i++)
    for (int r = 0; r < 3; r++) {
      const double *c = motion->matrix.entry[r][i];
      (i < 3 ? &pose->column[i] : &pose->translation)->x[r] = bms_double_double_quadratic(c, t);
      (i < 3 ? &pose->column_rate[i] : &pose->translation_rate)->x[r] = quadratic_rate(c, t);
    }
}

void bms_precise_pose_at(const bms_motion *motion, double t, bms_precise_pose *pose) {
  if (motion->form == BMS_MOTION_RIGID)
    rigid_pose_at(motion, t, pose);
  else
    matrix_pose_at(motion, t, pose);
}

static vector combination(const vector column[3], const vector *translation, const number x[3]) {
  vector out = *translation;
  for (int i = 0; i < 3; i++) {
    vector part = bms_precise_times(&column[i], x[i]);
    out = sum(&out, &part);
  }
  return out;
}

vector bms_precise_point(const bms_precise_pose *pose, const number x[3]) {
  return combination(pose->column, &pose->translation, x);
}

static vector point_rate(const bms_precise_pose *pose, const number x[3]) {
  return combination(pose->column_rate, &pose->translation_rate, x);
}

/* (X / k)' = (k X' - k' X) / k^2 */
vector bms_precise_velocity(const bms_precise_pose *pose, const number x[3]) {
  number square = multiply(pose->scale, pose->scale);
  vector point = bms_precise_point(pose, x), rate = point_rate(pose, x);
  vector grown = bms_precise_times(&point, pose->scale_rate);
  rate = bms_precise_times(&rate, pose->scale);
  rate = bms_precise_difference(&rate, &grown);
  for (int r = 0; r < 3; r++) rate.x[r] = divide(rate.x[r], square);
  return rate;
}

/* Cramer's rule on A x = k W / s - T, times s. */
void bms_precise_point_at(const bms_precise_pose *pose, const vector *world, number scale, number x[3]) {
  vector from = bms_precise_times(world, pose->scale), origin = bms_precise_times(&pose->translation, scale);
  from = bms_precise_difference(&from, &origin);
  for (int i = 0; i < 3; i++) {
    vector across = bms_precise_cross(&pose->column[(i + 1) % 3], &pose->column[(i + 2) % 3]);
    x[i] = divide(bms_double_double_dot(across.x, from.x),
                  multiply(bms_double_double_dot(across.x, pose->column[i].x), scale));
  }
}
