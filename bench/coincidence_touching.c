/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Kinds in which something coincides exactly, without rounding: throws that just touch, corners that meet corners,
 * roots of gaps that are multiple, and motions whose numbers are large or small by a common factor.
 *
 * Quaternions are integers of squared norm N, and lengths multiples of N, so that corners lie at dyadic numbers.
 */

#include "coincidence.h"

#include <math.h>
#include <string.h>

static double step_of(random_source *r, int low, int high, double step) {
  return step * (low + random_below(r, high - low + 1));
}

/* Draws a quaternion of integers, and returns its squared norm. */
static double draw_integers(random_source *r, double quaternion[4]) {
  double norm = 0;
  while (norm == 0) {
    for (int i = 0; i < 4; i++) quaternion[i] = random_below(r, 5) - 2;
    for (int i = 0; i < 4; i++) norm += quaternion[i] * quaternion[i];
  }
  return norm;
}

/* Computes the columns of the rotation times the squared norm. */
static void scaled_columns(const double q[4], double column[3][3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    column[i][i] = q[0] * q[0] + q[1 + i] * q[1 + i] - q[1 + j] * q[1 + j] - q[1 + k] * q[1 + k];
    column[i][j] = 2 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]);
    column[i][k] = 2 * (q[1 + i] * q[1 + k] - q[0] * q[1 + j]);
  }
}

static bms_motion standing(const double quaternion[4]) {
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  for (int i = 0; i < 4; i++) motion.rigid.quaternion[i][0] = quaternion[i];
  return motion;
}

/* Makes the first body a plate of 32 x 32 x 1 whose underside is z = 0. */
static void plate_above(bms_query *query) {
  const double half[3] = {16, 16, 0.5}, upright[4] = {1, 0, 0, 0};
  query->a.box = box_with(half);
  query->a.motion = standing(upright);
  query->a.motion.rigid.position[2][0] = 0.5;
}

/* A box of any heading is thrown up, and has its highest corner at z = 0 at the apex of the throw. */
COINCIDENCE(apex) {
  (void)stage_upright(query);
  plate_above(query);
  double q[4], column[3][3], half[3], norm = draw_integers(r, q), reach = 0;
  scaled_columns(q, column);
  for (int i = 0; i < 3; i++) {
    double part = step_of(r, 1, 16, 1.0 / 64);
    half[i] = norm * part;
    reach += part * fabs(column[i][2]);
  }
  double apex = step_of(r, 1, 63, 1.0 / 64), gravity = step_of(r, 16, 160, 1.0 / 16);
  query->b.box = box_with(half);
  query->b.motion = standing(q);
  double(*p)[3] = query->b.motion.rigid.position;
  p[0][1] = step_of(r, -64, 64, 1.0 / 32);
  p[1][1] = step_of(r, -64, 64, 1.0 / 32);
  p[2][0] = -reach - gravity * apex * apex;
  p[2][1] = 2 * gravity * apex;
  p[2][2] = -gravity;
}

/* The box of an apex spins about the upright. */
COINCIDENCE(apex_spin) {
  coincidence_apex(r, query);
  double(*q)[2] = query->b.motion.rigid.quaternion, turn = step_of(r, -32, 32, 1.0 / 16);
  double q0[4] = {q[0][0], q[1][0], q[2][0], q[3][0]};
  /* (1 + turn t k) q: the height of no corner changes, as both scale by 1 + (turn t)^2 */
  q[0][1] = -turn * q0[3];
  q[1][1] = -turn * q0[2];
  q[2][1] = turn * q0[1];
  q[3][1] = turn * q0[0];
}

/* Boxes of one heading fall towards each other along a diagonal, and pass several planes at one irrational time. */
COINCIDENCE(corners) {
  (void)stage_upright(query);
  double q[4], column[3][3], norm = draw_integers(r, q), half_a[3], half_b[3];
  scaled_columns(q, column);
  double speed = step_of(r, 0, 32, 1.0 / 16), gravity = step_of(r, 16, 64, 1.0 / 16),
         ahead = step_of(r, 8, 32, 1.0 / 32);
  int planes = 2 + random_below(r, 2);
  double(*p)[3] = query->b.motion.rigid.position;
  query->a.motion = query->b.motion = standing(q);
  for (int i = 0; i < 3; i++) {
    double part_a = step_of(r, 1, 16, 1.0 / 64), part_b = step_of(r, 1, 16, 1.0 / 64);
    half_a[i] = norm * part_a;
    half_b[i] = norm * part_b;
    for (int k = 0; k < 3 && i < planes; k++) {
      p[k][0] += column[i][k] * (part_a + part_b + ahead);
      p[k][1] -= column[i][k] * speed;
      p[k][2] -= column[i][k] * gravity;
    }
  }
  query->a.box = box_with(half_a);
  query->b.box = box_with(half_b);
}

/* A corner of a small box passes a face of a matrix box that shears, so that the gap has a root of this
   multiplicity. */
static void pass_sheared(random_source *r, bms_query *query, int multiplicity) {
  (void)stage_upright(query);
  const double half[3] = {16, 16, 0.5};
  double q[4], column[3][3], small[3], norm = 1, corner[3] = {0, 0, 0}, t = step_of(r, 1, 63, 1.0 / 64);
  bool unique = false;
  while (!unique) {
    norm = draw_integers(r, q);
    scaled_columns(q, column);
    unique = column[0][2] != 0 && column[1][2] != 0 && column[2][2] != 0;
  }
  for (int i = 0; i < 3; i++) {
    double part = step_of(r, 1, 16, 1.0 / 256);
    small[i] = norm * part;
    for (int k = 0; k < 3; k++) corner[k] -= copysign(part, column[i][2]) * column[i][k];
  }
  /* The lowest corner of a is at the origin.  The plane of b's face through T = (x, 0, z) has the slope t^(m - 2) along
     x, so the origin is t^(m - 2) x - z above it: (t - root)^m, or minus that for an odd m. */
  query->a.box = box_with(small);
  query->a.motion = standing(q);
  for (int k = 0; k < 3; k++) query->a.motion.rigid.position[k][0] = -corner[k];
  query->b.box = box_with(half);
  query->b.box.min[2] = -1;
  query->b.box.max[2] = 0;
  query->b.motion = (bms_motion){.form = BMS_MOTION_MATRIX};
  double(*entry)[4][3] = query->b.motion.matrix.entry;
  for (int k = 0; k < 3; k++) entry[k][k][0] = 1;
  query->b.motion.matrix.weight[0] = 1;
  double sign = multiplicity % 2 ? -1 : 1;
  if (multiplicity == 3) {
    entry[2][0][1] = 1;
    entry[0][3][2] = sign;
    entry[0][3][1] = sign * -3 * t;
    entry[0][3][0] = sign * 3 * t * t;
    entry[2][3][0] = sign * t * t * t;
  } else {
    entry[2][0][2] = 1;
    entry[0][3][2] = sign;
    entry[0][3][1] = sign * -4 * t;
    entry[0][3][0] = sign * 6 * t * t;
    entry[2][3][1] = sign * 4 * t * t * t;
    entry[2][3][0] = -sign * t * t * t * t;
  }
}

COINCIDENCE(triple) {
  pass_sheared(r, query, 3);
}

COINCIDENCE(quadruple) {
  pass_sheared(r, query, 4);
}

static void scale_matrix(bms_motion *motion, int power) {
  double *number = &motion->matrix.entry[0][0][0];
  for (int i = 0; i < 36; i++) number[i] = ldexp(number[i], power);
  for (int i = 0; i < 3; i++) motion->matrix.weight[i] = ldexp(motion->matrix.weight[i], power);
}

/* Matrices and weights of the generic kind are large or small by a factor of about 1e60. */
COINCIDENCE(matrix_scaled) {
  coincidence_matrix_generic(r, query);
  scale_matrix(&query->a.motion, random_below(r, 2) ? 200 : -200);
  scale_matrix(&query->b.motion, random_below(r, 2) ? 200 : -200);
}

/* Quaternions of the generic kind are large or small by a factor of 1e60 or so. */
COINCIDENCE(quaternion_scaled) {
  coincidence_generic(r, query);
  int power = random_below(r, 401) - 200;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) {
      double *number = &query->b.motion.rigid.quaternion[i][k];
      *number = ldexp(*number, power);
    }
}
