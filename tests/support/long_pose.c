/* SPDX-License-Identifier: BSD-3-Clause */

/* Poses and gaps in long double; the gap is the difference of the two bodies' intervals along an axis. */

#include "long_pose.h"

#include <float.h>
#include <math.h>

static long double polynomial(const double *c, int degree, long double t) {
  long double value = c[degree];
  for (int i = degree - 1; i >= 0; i--) value = value * t + c[i];
  return value;
}

long double long_dot(const long double p[3], const long double q[3]) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

void long_cross(const long double p[3], const long double q[3], long double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = p[(r + 1) % 3] * q[(r + 2) % 3] - p[(r + 2) % 3] * q[(r + 1) % 3];
}

/* Computes v + 2 w (u x v) + 2 u x (u x v) for the unit quaternion (w, u). */
static void rotate(const long double q[4], const long double v[3], long double out[3]) {
  long double once[3], twice[3];
  long_cross(q + 1, v, once);
  long_cross(q + 1, once, twice);
  for (int r = 0; r < 3; r++) out[r] = v[r] + 2 * (q[0] * once[r] + twice[r]);
}

static long_pose rigid_pose(const bms_motion *motion, long double t) {
  long_pose pose;
  long double q[4], square = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = polynomial(motion->rigid.quaternion[i], 1, t);
    square += q[i] * q[i];
  }
  for (int i = 0; i < 4; i++) q[i] /= sqrtl(square);
  for (int i = 0; i < 3; i++) {
    long double unit[3] = {i == 0, i == 1, i == 2};
    rotate(q, unit, pose.column[i]);
    pose.translation[i] = polynomial(motion->rigid.position[i], 2, t);
  }
  return pose;
}

static long_pose matrix_pose(const bms_motion *motion, long double t) {
  long_pose pose;
  long double weight = polynomial(motion->matrix.weight, 2, t);
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 3; i++) pose.column[i][r] = polynomial(motion->matrix.entry[r][i], 2, t) / weight;
    pose.translation[r] = polynomial(motion->matrix.entry[r][3], 2, t) / weight;
  }
  return pose;
}

long_pose long_pose_at(const bms_motion *motion, long double t) {
  t -= motion->origin;
  return motion->form == BMS_MOTION_RIGID ? rigid_pose(motion, t) : matrix_pose(motion, t);
}

void long_face_normal(const long_pose *pose, int i, long double normal[3]) {
  long_cross(pose->column[(i + 1) % 3], pose->column[(i + 2) % 3], normal);
  if (long_dot(normal, pose->column[i]) < 0)
    for (int r = 0; r < 3; r++) normal[r] = -normal[r];
}

/* Computes the interval that a body takes along n. */
static void extent(const bms_box *box, const long_pose *pose, const long double n[3], long double *low,
                   long double *high) {
  *low = *high = long_dot(n, pose->translation);
  for (int i = 0; i < 3; i++) {
    long double component = long_dot(n, pose->column[i]);
    long double at_min = component * box->min[i], at_max = component * box->max[i];
    *low += fminl(at_min, at_max);
    *high += fmaxl(at_min, at_max);
  }
}

/* Computes n of axis number k as axis.h counts them, at unit length. Returns false if it vanishes. */
static int unit_axis(const long_pose *a, const long_pose *b, int k, long double n[3]) {
  const long double *p, *q;
  if (k < 6) {
    const long_pose *own = k < 3 ? a : b;
    p = own->column[(k + 1) % 3];
    q = own->column[(k + 2) % 3];
  } else {
    p = a->column[(k - 6) / 3];
    q = b->column[(k - 6) % 3];
  }
  long_cross(p, q, n);
  long double length = sqrtl(long_dot(n, n));
  if (length <= 1e-9L * sqrtl(long_dot(p, p) * long_dot(q, q))) return 0;
  for (int r = 0; r < 3; r++) n[r] /= length;
  return 1;
}

static long double gap_of_poses(const bms_body *a, const long_pose *pose_a, const bms_body *b, const long_pose *pose_b,
                                int axis) {
  long double n[3], low_a, high_a, low_b, high_b;
  if (!unit_axis(pose_a, pose_b, axis, n)) return -INFINITY;
  extent(&a->box, pose_a, n, &low_a, &high_a);
  extent(&b->box, pose_b, n, &low_b, &high_b);
  return fmaxl(low_b - high_a, low_a - high_b);
}

long double long_gap_along(const bms_body *a, const bms_body *b, long double t, int axis) {
  long_pose pose_a = long_pose_at(&a->motion, t), pose_b = long_pose_at(&b->motion, t);
  return gap_of_poses(a, &pose_a, b, &pose_b, axis);
}

long double long_gap_at(const bms_body *a, const bms_body *b, long double t) {
  long_pose pose_a = long_pose_at(&a->motion, t), pose_b = long_pose_at(&b->motion, t);
  long double greatest = -INFINITY;
  for (int axis = 0; axis < 15; axis++) greatest = fmaxl(greatest, gap_of_poses(a, &pose_a, b, &pose_b, axis));
  return greatest;
}

bool long_doubles_are_long(void) {
  volatile long double sum = 1, last = LDBL_EPSILON;
  sum = sum + last;
  return sum > 1;
}
