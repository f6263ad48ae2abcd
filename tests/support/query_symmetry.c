/* SPDX-License-Identifier: BSD-3-Clause */

/* Turns by multiples of a right angle have quaternions with entries 0 and +-1, if these need not be of unit length. */

#include "query_symmetry.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ operations that report whether they are exact */

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

/* Squares of smaller numbers are denormal. */
static const double TOO_SMALL = 0x1p-500;

/* Returns x 2^power, which is called exact only if squares of the result are, too. */
static double scaled(double x, int power, bool *exact) {
  double result = ldexp(x, power);
  *exact = *exact && same(ldexp(result, -power), x) && (same(x, 0) || fabs(result) > TOO_SMALL);
  return result;
}

/* Returns x + y. The difference of the sum and the larger number is computed without rounding; it is the smaller number
   only if the sum is exact. */
static double sum_of(double x, double y, bool *exact) {
  double sum = x + y;
  *exact = *exact && same(sum - x, y) && same(sum - y, x);
  return sum;
}

/* Returns x y. fma() yields the error of the product, unless the error is too small for a double: it may be for
   products below 2^-968. */
static double product_of(double x, double y, bool *exact) {
  double product = x * y;
  bool zero = same(x, 0) || same(y, 0);
  *exact = *exact && (zero || (fabs(product) > 0x1p-900 && same(fma(x, y, -product), 0)));
  return product;
}

/* ------------------------------------------------------------------ time and units */

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

bool scale_body(bms_body *body, int length, int time) {
  bool exact = true;
  bms_motion *motion = &body->motion;
  bool rigid = motion->form == BMS_MOTION_RIGID;
  for (int i = 0; i < 3; i++) {
    double *position = rigid ? motion->rigid.position[i] : motion->matrix.entry[i][3];
    body->box.min[i] = scaled(body->box.min[i], length, &exact);
    body->box.max[i] = scaled(body->box.max[i], length, &exact);
    for (int power = 0; power < 3; power++) {
      position[power] = scaled(position[power], length - power * time, &exact);
      for (int j = 0; !rigid && j < 3; j++)
        motion->matrix.entry[i][j][power] = scaled(motion->matrix.entry[i][j][power], -power * time, &exact);
      if (!rigid && i == 0) motion->matrix.weight[power] = scaled(motion->matrix.weight[power], -power * time, &exact);
    }
  }
  for (int k = 0; rigid && k < 4; k++)
    motion->rigid.quaternion[k][1] = scaled(motion->rigid.quaternion[k][1], -time, &exact);
  return exact;
}

/* ------------------------------------------------------------------ turns of the cube */

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

/* Computes the quaternion of the turn times s, with s = 1 or sqrt 2 or 2: entries are 0 and +- 1. */
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

/* Returns a unit of which the numbers are at most 2^40 times as large. */
static double unit_for(const double *x, int count, double unit) {
  for (int i = 0; i < count; i++)
    if (fabs(x[i]) > ldexp(unit, 40)) unit = ldexp(1, ilogb(x[i]) - 39);
  return unit;
}

/* Multiplies on the left by a quaternion of components 0 and +- 1. */
static bool turn_quaternion(bms_motion *motion, const int q[4]) {
  /* component k of q p is the sum over j of +- q_j p_i, i = k xor j, with this sign */
  static const int SIGN[4][4] = {{1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
  bool exact = true;
  for (int power = 0; power < 2; power++) {
    double p[4];
    for (int k = 0; k < 4; k++) p[k] = motion->rigid.quaternion[k][power];
    for (int k = 0; k < 4; k++) {
      double sum = 0;
      for (int j = 0; j < 4; j++) sum = sum_of(sum, SIGN[k][j] * q[j] * p[k ^ j], &exact);
      motion->rigid.quaternion[k][power] = sum;
    }
  }
  return exact;
}

bool turn_body(bms_body *body, const cube_symmetry *turn) {
  bms_motion *motion = &body->motion, old = body->motion;
  for (int i = 0; i < 3; i++) {
    for (int power = 0; motion->form == BMS_MOTION_RIGID && power < 3; power++)
      motion->rigid.position[i][power] = turn->sign[i] * old.rigid.position[turn->axis[i]][power];
    for (int j = 0; motion->form == BMS_MOTION_MATRIX && j < 4; j++)
      for (int power = 0; power < 3; power++)
        motion->matrix.entry[i][j][power] = turn->sign[i] * old.matrix.entry[turn->axis[i]][j][power];
  }
  if (motion->form != BMS_MOTION_RIGID) return true;
  int quaternion[4] = {1, 0, 0, 0};
  quaternion_of(turn, quaternion);
  return turn_quaternion(motion, quaternion);
}

void coarsen_quaternion(bms_body *body) {
  double *q = &body->motion.rigid.quaternion[0][0];
  if (body->motion.form != BMS_MOTION_RIGID) return;
  double unit = unit_for(q, 8, 0x1p-1000);
  for (int k = 0; k < 8; k++) q[k] = coarse(q[k], unit);
}

/* ------------------------------------------------------------------ moves */

/* Returns the number of coefficients that the place of a body is made of. */
static int places(const bms_body *body) {
  return body->motion.form == BMS_MOTION_RIGID ? 1 : 3;
}

static double *place_of(bms_body *body, int i) {
  return body->motion.form == BMS_MOTION_RIGID ? body->motion.rigid.position[i] : body->motion.matrix.entry[i][3];
}

void coarsen_place(bms_body *body, double unit) {
  for (int i = 0; i < 3; i++)
    for (int power = 0; power < places(body); power++)
      place_of(body, i)[power] = coarse(place_of(body, i)[power], unit);
  for (int power = 0; body->motion.form == BMS_MOTION_MATRIX && power < 3; power++)
    body->motion.matrix.weight[power] = coarse(body->motion.matrix.weight[power], 0x1p-10);
}

/* Moves a body. For a matrix motion, (A x + T) / w + by is (A x + T + by w) / w: whole units, well below 2^53 of them
   unless the weight has coefficients of thousands. */
bool move_body(bms_body *body, const double by[3]) {
  bool exact = true;
  for (int i = 0; i < 3; i++)
    for (int power = 0; power < places(body); power++) {
      bool rigid = body->motion.form == BMS_MOTION_RIGID;
      double shift = rigid ? by[i] : product_of(by[i], body->motion.matrix.weight[power], &exact);
      place_of(body, i)[power] = sum_of(place_of(body, i)[power], shift, &exact);
    }
  return exact;
}

double body_unit(bms_body *body, double unit) {
  for (int i = 0; i < 3; i++) unit = unit_for(place_of(body, i), places(body), unit);
  return unit;
}

static void conjugate(bms_motion *motion) {
  for (int k = 1; k < 4; k++)
    for (int power = 0; power < 2; power++) motion->rigid.quaternion[k][power] = -motion->rigid.quaternion[k][power];
}

/* Sets x' = S x for the box, and A' = A S^T for the motion. */
bool relabel_body(bms_body *body, const cube_symmetry *turn) {
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
  if (motion->form != BMS_MOTION_RIGID) return true;
  /* q' = q s*, with s the quaternion of S: conjugated, (s q*)* */
  int quaternion[4] = {1, 0, 0, 0};
  quaternion_of(turn, quaternion);
  conjugate(motion);
  bool exact = turn_quaternion(motion, quaternion);
  conjugate(motion);
  return exact;
}
