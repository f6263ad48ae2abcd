/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motions: the constructors, and where a body stands at one time.
 *
 * Accuracy of the constructors.  A polynomial with given values at t0 and t1 is fitted from the highest coefficient
 * down: each coefficient is chosen so that, with those already rounded, the values at the ends come out, and is then
 * rounded once. So rounding in c[1] only bends the motion by a relative 2^-52, and both ends are met to within
 *
 *     2^-53 |c[0]| + a few 2^-53 of the values at the ends
 *
 * which is the best that a double c[0] allows.  |c[0]| is at most twice the values where |t0| <= L on [t0, t0 + L].
 * With t0 large against L it would grow by t0 / L for a linear coefficient and by (t0 / L)^2 for a quadratic one: so
 * the polynomials of such an interval are of t - t0.
 */

#include "numeric/arithmetic.h"

#include "motion/motion.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/double_double.h"
#include "motion/origin.h"
#include "numeric/elementary.h"
#include "numeric/vector.h"

/* ------------------------------------------------------------------ values */

double bms_linear_at(const double c[2], double t) {
  if (c[1] == 0) return c[0] + 0.0; /* what is below comes to, of zeros as well */
  bms_double_double product = bms_double_double_product(t, c[1]), sum = bms_double_double_sum(c[0], product.high);
  return sum.high + (sum.low + product.low);
}

/* Horner's rule with the errors of its roundings carried along (Graillat, Langlois, Louvet, "Algorithms for accurate,
   validated and fast polynomial evaluation", JJIAM 26, 2009): as good as a rounded evaluation in twice the
   precision. */
double bms_quadratic_at(const double c[3], double t) {
  if (c[2] == 0) return bms_linear_at(c, t); /* as above */
  bms_double_double inner_product = bms_double_double_product(t, c[2]),
                    inner = bms_double_double_sum(c[1], inner_product.high);
  bms_double_double product = bms_double_double_product(t, inner.high), sum = bms_double_double_sum(c[0], product.high);
  return sum.high + (sum.low + (product.low + t * (inner.low + inner_product.low)));
}

/* Scales by a power of two to a largest component of about 1 where squares might overflow or vanish.  Returns the
   power. */
static int scale_to_one(double *x, int count) {
  double largest = 0;
  int exponent;
  for (int i = 0; i < count; i++) largest = bms_max(largest, fabs(x[i]));
  if ((largest > 0x1p-200 && largest < 0x1p200) || !(largest > 0) || isinf(largest)) return 0;
  (void)frexp(largest, &exponent);
  for (int i = 0; i < count; i++) x[i] = ldexp(x[i], -exponent);
  return exponent;
}

void bms_rotation_polar(const double q[4], const double r[4], double matrix[3][3]) {
  double ww = q[0] * r[0], xx = q[1] * r[1], yy = q[2] * r[2], zz = q[3] * r[3];
  double wx = q[0] * r[1] + q[1] * r[0], wy = q[0] * r[2] + q[2] * r[0], wz = q[0] * r[3] + q[3] * r[0];
  double xy = q[1] * r[2] + q[2] * r[1], xz = q[1] * r[3] + q[3] * r[1], yz = q[2] * r[3] + q[3] * r[2];
  matrix[0][0] = (ww + xx) - (yy + zz);
  matrix[1][1] = (ww + yy) - (xx + zz);
  matrix[2][2] = (ww + zz) - (xx + yy);
  matrix[0][1] = xy - wz;
  matrix[1][0] = xy + wz;
  matrix[0][2] = xz + wy;
  matrix[2][0] = xz - wy;
  matrix[1][2] = yz - wx;
  matrix[2][1] = yz + wx;
}

/* Computes the rotation of q / |q|, |q| neither tiny nor huge. */
static void rotation_of(const double q[4], double rotation[3][3]) {
  double square = bms_dot4(q, q);
  bms_rotation_polar(q, q, rotation);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) rotation[r][c] /= square;
}

/* ------------------------------------------------------------------ at one time */

/* Computes q(t) times a power of two; returns that power. */
static int quaternion_at(const bms_motion *motion, double t, double q[4]) {
  for (int i = 0; i < 4; i++) q[i] = bms_linear_at(motion->rigid.quaternion[i], t);
  return scale_to_one(q, 4);
}

static double slope(const double c[3], double t) {
  double derivative[2] = {c[1], 2 * c[2]};
  return bms_linear_at(derivative, t);
}

void bms_motion_at(const bms_motion *motion, double t, double pose[3][4]) {
  t -= motion->origin;
  if (motion->form == BMS_MOTION_RIGID) {
    double q[4], rotation[3][3];
    (void)quaternion_at(motion, t, q);
    rotation_of(q, rotation);
    for (int r = 0; r < 3; r++) {
      memcpy(pose[r], rotation[r], sizeof rotation[r]);
      pose[r][3] = bms_quadratic_at(motion->rigid.position[r], t);
    }
  } else {
    double weight = bms_quadratic_at(motion->matrix.weight, t);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 4; c++) pose[r][c] = bms_quadratic_at(motion->matrix.entry[r][c], t) / weight;
  }
}

/* Computes the angular velocity in the world: twice the vector part of q' q^-1. */
static void angular_velocity(const bms_motion *motion, const double q[4], int exponent, double angular[3]) {
  double rate[4], turned[3];
  for (int i = 0; i < 4; i++) rate[i] = motion->rigid.quaternion[i][1];
  if (exponent != 0)
    for (int i = 0; i < 4; i++) rate[i] = ldexp(rate[i], -exponent);
  bms_cross(q + 1, rate + 1, turned);
  double square = bms_dot4(q, q);
  for (int r = 0; r < 3; r++) angular[r] = 2 * (rate[1 + r] * q[0] - rate[0] * q[1 + r] + turned[r]) / square;
}

/* At a time that counts from the motion's origin. */
static void rigid_rate_at(const bms_motion *motion, double t, double pose[3][4], double rate[3][4]) {
  double q[4], rotation[3][3], angular[3];
  int exponent = quaternion_at(motion, t, q);
  rotation_of(q, rotation);
  angular_velocity(motion, q, exponent, angular);
  for (int c = 0; c < 3; c++) {
    double column[3] = {rotation[0][c], rotation[1][c], rotation[2][c]}, turned[3];
    bms_cross(angular, column, turned);
    for (int r = 0; r < 3; r++) {
      pose[r][c] = column[r];
      rate[r][c] = turned[r];
    }
  }
  for (int r = 0; r < 3; r++) {
    pose[r][3] = bms_quadratic_at(motion->rigid.position[r], t);
    rate[r][3] = slope(motion->rigid.position[r], t);
  }
}

void bms_motion_rate_at(const bms_motion *motion, double t, double pose[3][4], double rate[3][4]) {
  if (motion->form == BMS_MOTION_RIGID) {
    rigid_rate_at(motion, t - motion->origin, pose, rate);
    return;
  }
  bms_motion_at(motion, t, pose);
  t -= motion->origin;
  /* x w = A local + T, so x' = ((A local + T)' - x w') / w. */
  double weight = bms_quadratic_at(motion->matrix.weight, t), weight_slope = slope(motion->matrix.weight, t);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      rate[r][c] = (slope(motion->matrix.entry[r][c], t) - pose[r][c] * weight_slope) / weight;
}

/* ------------------------------------------------------------------ constructors */

bms_box bms_box_centred(double x, double y, double z) {
  return (bms_box){{-x / 2, -y / 2, -z / 2}, {x / 2, y / 2, z / 2}};
}

int bms_motion_from_matrix(const double m[4][4][3], bms_motion *motion) {
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++)
      if (!(m[3][c][k] == 0)) return -1;
  motion->form = BMS_MOTION_MATRIX;
  motion->origin = 0;
  memcpy(motion->matrix.entry, m, sizeof motion->matrix.entry);
  memcpy(motion->matrix.weight, m[3][3], sizeof motion->matrix.weight);
  return 0;
}

bms_motion bms_motion_fixed(const double *position, const double *quaternion) {
  bms_motion motion; /* its matrix, three times as long, is not cleared */
  motion.form = BMS_MOTION_RIGID;
  motion.origin = 0;
  for (int r = 0; r < 3; r++) {
    motion.rigid.position[r][0] = position[r];
    motion.rigid.position[r][1] = motion.rigid.position[r][2] = 0;
  }
  for (int i = 0; i < 4; i++) {
    motion.rigid.quaternion[i][0] = quaternion[i];
    motion.rigid.quaternion[i][1] = 0;
  }
  return motion;
}

/* Fits the linear polynomial with these values at t0 and t1. */
static void fit_linear(double t0, double value0, double t1, double value1, double c[2]) {
  c[1] = (value1 - value0) / (t1 - t0);
  if (t0 == 0) {
    c[0] = (value0 + t0 * -c[1]) + 0.0; /* what is below comes to, zeros and infinities included */
    return;
  }
  double back[2] = {value0, -c[1]};
  c[0] = bms_linear_at(back, t0);
}

/* Returns true if the product of two quaternions is certainly negative, or is so with both scaled. */
static bool are_opposed(const double quaternion0[4], const double quaternion1[4]) {
  double p[4], q[4], product = bms_dot4(quaternion0, quaternion1);
  if (fabs(product) > 0x1p-800 && fabs(product) < 0x1p800) return product < 0; /* scaling changes no sign */
  memcpy(p, quaternion0, sizeof p);
  memcpy(q, quaternion1, sizeof q);
  (void)scale_to_one(p, 4);
  (void)scale_to_one(q, 4);
  return bms_dot4(p, q) < 0;
}

bms_motion bms_motion_between(double t0, const double *position0, const double *quaternion0, double t1,
                              const double *position1, const double *quaternion1) {
  bms_motion motion;
  double sign = are_opposed(quaternion0, quaternion1) ? -1 : 1;
  motion.form = BMS_MOTION_RIGID;
  motion.origin = bms_origin_of(&t0, &t1);
  for (int r = 0; r < 3; r++) {
    fit_linear(t0, position0[r], t1, position1[r], motion.rigid.position[r]);
    motion.rigid.position[r][2] = 0;
  }
  for (int i = 0; i < 4; i++) fit_linear(t0, quaternion0[i], t1, sign * quaternion1[i], motion.rigid.quaternion[i]);
  return motion;
}

bms_motion bms_motion_step(const double *position, const double *quaternion, const double *linear_velocity,
                           const double *angular_velocity_after, const double *acceleration) {
  const double *w = angular_velocity_after, *v = quaternion + 1;
  bms_motion motion = bms_motion_fixed(position, quaternion);
  double turned[3];
  bms_cross(w, v, turned);
  motion.rigid.quaternion[0][1] = -0.5 * bms_dot(w, v);
  for (int r = 0; r < 3; r++) {
    motion.rigid.position[r][1] = linear_velocity[r];
    motion.rigid.position[r][2] = acceleration[r];
    motion.rigid.quaternion[1 + r][1] = 0.5 * (quaternion[0] * w[r] + turned[r]);
  }
  return motion;
}

/* ------------------------------------------------------------------ a revolute joint */

/*
 * A turn by theta about the unit axis u has the quaternion (cos theta/2, sin theta/2 u).  Let r(t) run along the chord
 * from the one of angle0 to the one of angle1; its two ends are less than 180 degrees apart, so it does not vanish.
 * The rotation matrix of r without normalising, applied to x = x' + x" (along the axis, and across), has the polar form
 *
 *     M(r0, r1) x = cos(difference / 2) x' + cos(mean) x" + sin(mean) u x x",    r0 . r1 = cos(difference / 2)
 *
 * in the two angles.  A quadratic has its value at t0, its polar form at (t0, t1) and its value at t1 for Bernstein
 * coefficients; so these three lines are all the motion: (1, angle0), (cos(difference / 2), mean), (1, angle1).
 */
typedef struct turn {
  double axis[3];
  double weight[3], cosine[3], sine[3]; /* of the three Bernstein coefficients */
} turn;

static turn turn_of(const double direction[3], double angle0, double angle1) {
  turn out;
  double angle[3] = {angle0, 0.5 * angle0 + 0.5 * angle1, angle1}, half_sine;
  memcpy(out.axis, direction, sizeof out.axis);
  (void)scale_to_one(out.axis, 3);
  double length = sqrt(bms_dot(out.axis, out.axis));
  for (int r = 0; r < 3; r++) out.axis[r] /= length;
  for (int k = 0; k < 3; k++) {
    out.weight[k] = 1;
    bms_sine_cosine(angle[k], &out.sine[k], &out.cosine[k]);
  }
  bms_sine_cosine(0.5 * (angle1 - angle0), &half_sine, &out.weight[1]);
  return out;
}

/* Fits the quadratic with these Bernstein coefficients over [t0, t1].  c[1] makes the difference of the ends right and
   c[0] the ends. */
static void fit_quadratic(double t0, double t1, const double bernstein[3], double c[3]) {
  double length = t1 - t0;
  c[2] = ((bernstein[2] - bernstein[1]) - (bernstein[1] - bernstein[0])) / length / length;
  bms_double_double sum = bms_double_double_sum(t0, t1);
  double back[2] = {(bernstein[2] - bernstein[0]) / length, -c[2]};
  c[1] = bms_linear_at(back, sum.high) - c[2] * sum.low;
  double back_again[3] = {bernstein[0], -c[1], -c[2]};
  c[0] = bms_quadratic_at(back_again, t0);
}

/* Computes where the turn takes along + across, times the weight: one column of the motion. */
static void turn_vector(const turn *by, const double along[3], const double across[3], double t0, double t1, int column,
                        bms_motion *motion) {
  double turned[3];
  bms_cross(by->axis, across, turned);
  for (int r = 0; r < 3; r++) {
    double bernstein[3];
    for (int k = 0; k < 3; k++)
      bernstein[k] = by->weight[k] * along[r] + by->cosine[k] * across[r] + by->sine[k] * turned[r];
    fit_quadratic(t0, t1, bernstein, motion->matrix.entry[r][column]);
  }
}

bms_motion bms_motion_revolute(const double *position, const double *quaternion, const double *point,
                               const double *direction, double t0, double angle0, double t1, double angle1) {
  bms_motion motion = {.form = BMS_MOTION_MATRIX, .origin = bms_origin_of(&t0, &t1)};
  turn by = turn_of(direction, angle0, angle1);
  double q[4], rotation[3][3];
  memcpy(q, quaternion, sizeof q);
  (void)scale_to_one(q, 4);
  rotation_of(q, rotation);
  for (int column = 0; column < 4; column++) {
    double x[3], along[3], across[3];
    for (int r = 0; r < 3; r++) x[r] = column < 3 ? rotation[r][column] : position[r] - point[r];
    double reach = bms_dot(by.axis, x);
    for (int r = 0; r < 3; r++) {
      along[r] = reach * by.axis[r];
      across[r] = x[r] - along[r];
      if (column == 3) along[r] += point[r];
    }
    turn_vector(&by, along, across, t0, t1, column, &motion);
  }
  fit_quadratic(t0, t1, by.weight, motion.matrix.weight);
  return motion;
}
