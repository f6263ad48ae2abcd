/* SPDX-License-Identifier: BSD-3-Clause */

/* Turns by multiples of a right angle have quaternions with entries 0 and +-1, if these need not be of unit length. */

#include "query_symmetry.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void reverse_body(bms_body *body) {
  bms_motion *motion = &body->motion;
  for (int i = 0; i < 3; i++) {
    if (motion->form == BMS_MOTION_RIGID) motion->rigid.position[i][1] = -motion->rigid.position[i][1];
    for (int j = 0; motion->form == BMS_MOTION_MATRIX && j < 4; j++)
      motion->matrix.entry[i][j][1] = -motion->matrix.entry[i][j][1];
  }
  for (int i = 0; motion->form == BMS_MOTION_RIGID && i < 4; i++)
    motion->rigid.quaternion[i][1] = -motion->rigid.quaternion[i][1];
  if (motion->form == BMS_MOTION_MATRIX) motion->matrix.weight[1] = -motion->matrix.weight[1];
}

void scale_body(bms_body *body, int length, int time) {
  bms_motion *motion = &body->motion;
  bool rigid = motion->form == BMS_MOTION_RIGID;
  for (int i = 0; i < 3; i++) {
    double *position = rigid ? motion->rigid.position[i] : motion->matrix.entry[i][3];
    body->box.min[i] = ldexp(body->box.min[i], length);
    body->box.max[i] = ldexp(body->box.max[i], length);
    for (int power = 0; power < 3; power++) {
      position[power] = ldexp(position[power], length - power * time);
      for (int j = 0; !rigid && j < 3; j++)
        motion->matrix.entry[i][j][power] = ldexp(motion->matrix.entry[i][j][power], -power * time);
      if (!rigid && i == 0) motion->matrix.weight[power] = ldexp(motion->matrix.weight[power], -power * time);
    }
  }
  for (int k = 0; rigid && k < 4; k++) motion->rigid.quaternion[k][1] = ldexp(motion->rigid.quaternion[k][1], -time);
}

cube_symmetry random_cube_symmetry(random_source *r) {
  cube_symmetry turn = {{0, 1, 2}, {1, 1, 1}};
  for (int i = 0; i < 3; i++) {
    int j = i + random_below(r, 3 - i), axis = turn.axis[j];
    turn.axis[j] = turn.axis[i];
    turn.axis[i] = axis;
  }
  int permutation = (turn.axis[1] - turn.axis[0] + 3) % 3 == 1 ? 1 : -1;
  turn.sign[0] = random_below(r, 2) ? 1 : -1;
  turn.sign[1] = random_below(r, 2) ? 1 : -1;
  turn.sign[2] = permutation * turn.sign[0] * turn.sign[1]; /* a rotation, no mirror image */
  return turn;
}

/* The quaternion of the turn times s, with s = 1 or sqrt 2 or 2: entries 0 and +- 1. */
static void quaternion_of(const cube_symmetry *turn, int quaternion[4]) {
  for (int code = 0; code < 81; code++) {
    int q[4] = {code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1};
    int w = q[0], x = q[1], y = q[2], z = q[3], norm = w * w + x * x + y * y + z * z;
    int m[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                   {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                   {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    bool match = norm == 1 || norm == 2 || norm == 4;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) match = match && m[i][j] == (j == turn->axis[i] ? turn->sign[i] * norm : 0);
    if (match) memcpy(quaternion, q, sizeof q);
  }
}

/* Rounds to a multiple of the unit, which is a power of two; sums of a few such numbers are then exact. */
static double coarse(double x, double unit) {
  return nearbyint(x / unit) * unit;
}

/* A unit of which the numbers are at most 2^40 times as large. */
static double unit_for(const double *x, int count, double unit) {
  for (int i = 0; i < count; i++)
    if (fabs(x[i]) > ldexp(unit, 40)) unit = ldexp(1, ilogb(x[i]) - 39);
  return unit;
}

/* The product on the left with a quaternion of small integers: sums of at most four numbers, exact on a grid. */
static void turn_quaternion(bms_motion *motion, const int q[4]) {
  for (int power = 0; power < 2; power++) {
    double p[4];
    for (int k = 0; k < 4; k++) p[k] = motion->rigid.quaternion[k][power];
    motion->rigid.quaternion[0][power] = q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3];
    motion->rigid.quaternion[1][power] = q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
    motion->rigid.quaternion[2][power] = q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1];
    motion->rigid.quaternion[3][power] = q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0];
  }
}

void turn_body(bms_body *body, const cube_symmetry *turn) {
  bms_motion *motion = &body->motion, old = body->motion;
  for (int i = 0; i < 3; i++) {
    for (int power = 0; motion->form == BMS_MOTION_RIGID && power < 3; power++)
      motion->rigid.position[i][power] = turn->sign[i] * old.rigid.position[turn->axis[i]][power];
    for (int j = 0; motion->form == BMS_MOTION_MATRIX && j < 4; j++)
      for (int power = 0; power < 3; power++)
        motion->matrix.entry[i][j][power] = turn->sign[i] * old.matrix.entry[turn->axis[i]][j][power];
  }
  if (motion->form == BMS_MOTION_RIGID) {
    int quaternion[4] = {1, 0, 0, 0};
    quaternion_of(turn, quaternion);
    turn_quaternion(motion, quaternion);
  }
}

void coarsen_quaternion(bms_body *body) {
  double *q = &body->motion.rigid.quaternion[0][0];
  if (body->motion.form != BMS_MOTION_RIGID) return;
  double unit = unit_for(q, 8, 0x1p-1000);
  for (int k = 0; k < 8; k++) q[k] = coarse(q[k], unit);
}

/* For a matrix motion, (A x + T) / w + by is (A x + T + by w) / w: all whole units, well below 2^53 of them, as long as
   the weight is below 2^10. */
void move_body(bms_body *body, const double by[3], double unit) {
  bms_motion *motion = &body->motion;
  for (int i = 0; i < 3; i++) {
    if (motion->form == BMS_MOTION_RIGID)
      motion->rigid.position[i][0] = coarse(motion->rigid.position[i][0], unit) + by[i];
    for (int power = 0; motion->form == BMS_MOTION_MATRIX && power < 3; power++)
      motion->matrix.entry[i][3][power] =
          coarse(motion->matrix.entry[i][3][power], unit) + by[i] * coarse(motion->matrix.weight[power], 0x1p-10);
  }
  for (int power = 0; motion->form == BMS_MOTION_MATRIX && power < 3; power++)
    motion->matrix.weight[power] = coarse(motion->matrix.weight[power], 0x1p-10);
}

double body_unit(const bms_body *body, double unit) {
  for (int i = 0; i < 3; i++)
    unit = body->motion.form == BMS_MOTION_RIGID ? unit_for(body->motion.rigid.position[i], 1, unit)
                                                 : unit_for(body->motion.matrix.entry[i][3], 3, unit);
  return unit;
}

/* x' = S x for the box, A' = A S^T for the motion. */
void relabel_body(bms_body *body, const cube_symmetry *turn) {
  bms_body old = *body;
  bms_motion *motion = &body->motion;
  for (int i = 0; i < 3; i++) {
    int from = turn->axis[i];
    body->box.min[i] = turn->sign[i] > 0 ? old.box.min[from] : -old.box.max[from];
    body->box.max[i] = turn->sign[i] > 0 ? old.box.max[from] : -old.box.min[from];
    for (int row = 0; motion->form == BMS_MOTION_MATRIX && row < 3; row++)
      for (int power = 0; power < 3; power++)
        motion->matrix.entry[row][i][power] = turn->sign[i] * old.motion.matrix.entry[row][from][power];
  }
  if (motion->form != BMS_MOTION_RIGID) return;
  /* q' = q s*, with s the quaternion of S: conjugated, (s q*)* */
  int quaternion[4] = {1, 0, 0, 0};
  quaternion_of(turn, quaternion);
  for (int twice = 0; twice < 2; twice++) {
    for (int k = 1; k < 4; k++)
      for (int power = 0; power < 2; power++) motion->rigid.quaternion[k][power] = -motion->rigid.quaternion[k][power];
    if (twice == 0) turn_quaternion(motion, quaternion);
  }
}
