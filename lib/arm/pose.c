/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "arm/pose.h"

#include <math.h>

#include "motion/motion.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Times the place and the sizes: 12 roundings for an entry of the rotation, which is at most 1, and 12 for the sums. */
static const double BOUND_ROUNDINGS = 32 * BMS_ROUNDING;

/* x + 2 v x (v x x + w x) / |q|^2, for q = (w, v). */
void bms_pose_turn(const bms_pose *pose, const double x[3], double out[3]) {
  const double *q = pose->quaternion, *v = q + 1;
  double twice = 2 / bms_dot4(q, q), inner[3], outer[3];
  bms_cross(v, x, inner);
  for (int r = 0; r < 3; r++) inner[r] += q[0] * x[r];
  bms_cross(v, inner, outer);
  for (int r = 0; r < 3; r++) out[r] = x[r] + twice * outer[r];
}

void bms_pose_place(const bms_pose *pose, const double x[3], double out[3]) {
  bms_pose_turn(pose, x, out);
  for (int r = 0; r < 3; r++) out[r] += pose->position[r];
}

void bms_quaternion_product(const double p[4], const double q[4], double out[4]) {
  double across[3];
  bms_cross(p + 1, q + 1, across);
  out[0] = p[0] * q[0] - bms_dot(p + 1, q + 1);
  for (int i = 1; i < 4; i++) out[i] = p[0] * q[i] + q[0] * p[i] + across[i - 1];
}

bms_pose bms_pose_product(const bms_pose *a, const bms_pose *b) {
  bms_pose out;
  bms_pose_place(a, b->position, out.position);
  bms_quaternion_product(a->quaternion, b->quaternion, out.quaternion);
  return out;
}

bms_pose bms_pose_inverse(const bms_pose *pose) {
  const double *q = pose->quaternion;
  bms_pose out = {{0, 0, 0}, {q[0], -q[1], -q[2], -q[3]}};
  double turned[3];
  bms_pose_turn(&out, pose->position, turned);
  for (int r = 0; r < 3; r++) out.position[r] = -turned[r];
  return out;
}

void bms_pose_matrix(const bms_pose *pose, double matrix[3][4]) {
  const double *q = pose->quaternion, inverse = 1 / bms_dot4(q, q);
  double rotation[3][3];
  bms_rotation_polar(q, q, rotation);
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) matrix[r][c] = rotation[r][c] * inverse;
    matrix[r][3] = pose->position[r];
  }
}

void bms_pose_bounds(const bms_pose *pose, const bms_box *box, double min[3], double max[3]) {
  double matrix[3][4];
  bms_pose_matrix(pose, matrix);
  for (int r = 0; r < 3; r++) {
    if (isinf(box->max[r])) { /* a half-space */
      min[r] = -INFINITY;
      max[r] = INFINITY;
      continue;
    }
    double middle = matrix[r][3], spread = 0, terms = fabs(matrix[r][3]);
    for (int c = 0; c < 3; c++) {
      double centre = 0.5 * box->min[c] + 0.5 * box->max[c], half = 0.5 * box->max[c] - 0.5 * box->min[c];
      middle += matrix[r][c] * centre;
      spread += fabs(matrix[r][c]) * half;
      terms += fabs(centre) + half;
    }
    min[r] = middle - spread - BOUND_ROUNDINGS * terms;
    max[r] = middle + spread + BOUND_ROUNDINGS * terms;
  }
}

double bms_bounds_distance(const double min_a[3], const double max_a[3], const double min_b[3], const double max_b[3]) {
  double square = 0;
  for (int r = 0; r < 3; r++) {
    double gap = bms_max(bms_max(min_a[r] - max_b[r], min_b[r] - max_a[r]), 0);
    square += gap * gap;
  }
  return sqrt(square);
}
