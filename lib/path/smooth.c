/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Smooth motions with their bounds: the spin and the cubic pose.
 *
 * Spin.  R(t) = exp([turn] t) R(q), o(t) = centre + velocity t + exp([turn] t) arm.  The exponential has derivatives of
 * norm w^k, w = |turn|.
 *
 * Cubic pose.  R = M(q) / N, where N = |q|^2 and M(q), the rotation matrix of q without normalising, comes from a
 * bilinear form with |M(q, r)| <= |q| |r| (it takes x to the vector part of q x r*).  So M and N have the jet of q
 * times itself, and 1 / N the reciprocal jet with N >= (|q(middle)| - |q'| half)^2.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <string.h>

#include "bms_path.h"
#include "path/fit.h"
#include "numeric/elementary.h"
#include "numeric/jet.h"
#include "motion/motion.h"
#include "motion/origin.h"
#include "numeric/upward.h"
#include "numeric/vector.h"

/* Roundings: a rotation from a quaternion or from axis, sine and cosine, and one product of such. */
static const double ROTATION_ROUNDINGS = 64;

/* Roundings of the angle: |turn| has 3 roundings, its product with t one. */
static const double ANGLE_ROUNDINGS = 8;

/* Roundings of the terms of a cubic, by Horner's rule. */
static const double CUBIC_ROUNDINGS = 8;

/* Turns x by an angle about the unit vector u. */
static void turned(const double u[3], double sine, double cosine, const double x[3], double out[3]) {
  double across[3], along = bms_dot(u, x);
  bms_cross(u, x, across);
  for (int r = 0; r < 3; r++) out[r] = along * u[r] + cosine * (x[r] - along * u[r]) + sine * across[r];
}

static void spin_pose(const void *context, double t, double pose[3][4]) {
  const bms_spin *spin = context;
  const double origin[3] = {0, 0, 0};
  double base[3][4], u[3] = {0, 0, 1}, speed = bms_length(spin->turn), sine, cosine;
  bms_sine_cosine(speed * t, &sine, &cosine);
  bms_motion start = bms_motion_fixed(origin, spin->quaternion);
  bms_motion_at(&start, 0, base);
  if (speed > 0)
    for (int r = 0; r < 3; r++) u[r] = spin->turn[r] / speed;
  for (int c = 0; c < 4; c++) {
    double x[3], y[3];
    for (int r = 0; r < 3; r++) x[r] = c < 3 ? base[r][c] : spin->arm[r];
    turned(u, sine, cosine, x, y);
    for (int r = 0; r < 3; r++) pose[r][c] = c < 3 ? y[r] : spin->centre[r] + spin->velocity[r] * t + y[r];
  }
}

static void spin_bounds(const void *context, double t0, double t1, bms_smooth_bounds *bounds) {
  const bms_spin *spin = context;
  double w = bms_length_at_most(spin->turn), arm = bms_length_at_most(spin->arm);
  double v = bms_length_at_most(spin->velocity), swing = bms_product_above(w, arm);
  double max_abs_time = fmax(fabs(t0), fabs(t1));
  bounds->turn_speed = w;
  bounds->turn_jerk = bms_product_above(bms_product_above(w, w), w);
  bounds->origin_speed = v + swing;
  bounds->origin_jerk = bms_product_above(bms_product_above(swing, w), w);
  bounds->turn_error = BMS_ROUNDING * (ROTATION_ROUNDINGS + ANGLE_ROUNDINGS * w * max_abs_time);
  bounds->origin_error = arm * bounds->turn_error +
                         CUBIC_ROUNDINGS * BMS_ROUNDING * (bms_length_at_most(spin->centre) + v * max_abs_time + arm);
}

bms_smooth bms_spin_motion(const bms_spin *spin) {
  return (bms_smooth){spin, spin_pose, spin_bounds, spin->origin};
}

/* Multiplies two quaternions, q r. */
static void multiply(const double q[4], const double r[4], double out[4]) {
  double across[3];
  bms_cross(q + 1, r + 1, across);
  out[0] = q[0] * r[0] - bms_dot(q + 1, r + 1);
  for (int i = 1; i < 4; i++) out[i] = q[0] * r[i] + r[0] * q[i] + across[i - 1];
}

static void normalised(const double q[4], double out[4]) {
  double largest = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
  for (int i = 0; i < 4; i++) out[i] = q[i] / largest;
  double length = sqrt(bms_dot4(out, out));
  for (int i = 0; i < 4; i++) out[i] /= length;
}

bms_spin bms_spin_between(double t0, const double *position0, const double *quaternion0, double t1,
                          const double *position1, const double *quaternion1) {
  bms_spin spin = {.quaternion = {1, 0, 0, 0}, .origin = bms_origin_of(&t0, &t1)};
  double q0[4], q1[4], inverse[4], relative[4], back[4], length = t1 - t0;
  normalised(quaternion0, q0);
  normalised(quaternion1, q1);
  for (int i = 0; i < 4; i++) inverse[i] = i == 0 ? q0[0] : -q0[i];
  multiply(q1, inverse, relative);
  double sign = relative[0] < 0 ? -1 : 1, sine = bms_length(relative + 1);
  double angle = 2 * bms_angle_of(sign * relative[0], sine), rate = sine > 0 ? sign * angle / sine / length : 0;
  for (int r = 0; r < 3; r++) {
    spin.turn[r] = rate * relative[1 + r];
    spin.velocity[r] = (position1[r] - position0[r]) / length;
    spin.centre[r] = position0[r] - spin.velocity[r] * t0;
  }
  /* From t0 back to the origin. */
  double w = bms_length(spin.turn), half = -0.5 * w * t0;
  bms_sine_cosine(half, &sine, &back[0]);
  for (int r = 0; r < 3; r++) back[1 + r] = w > 0 ? sine * spin.turn[r] / w : 0;
  multiply(back, q0, spin.quaternion);
  return spin;
}

static double cubic_at(const double c[4], double t) {
  return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

static void cubic_pose(const void *context, double t, double pose[3][4]) {
  const bms_cubic_pose *cubic = context;
  double position[3], quaternion[4];
  for (int r = 0; r < 3; r++) position[r] = cubic_at(cubic->position[r], t);
  for (int i = 0; i < 4; i++) quaternion[i] = cubic_at(cubic->quaternion[i], t);
  bms_motion motion = bms_motion_fixed(position, quaternion);
  bms_motion_at(&motion, 0, pose);
}

/* Returns the jet of a vector of cubics: the root of the sum of squares of its components' jets, per derivative. */
static bms_jet jet_of_vector(const double (*c)[4], int count, double t0, double t1) {
  bms_jet out;
  double bound[4][4]; /* [derivative][component] */
  for (int i = 0; i < count; i++) {
    bms_jet one = bms_jet_cubic(c[i], t0, t1);
    for (int k = 0; k < 4; k++) bound[k][i] = one.d[k];
  }
  for (int k = 0; k < 4; k++) out.d[k] = bms_root_of_squares_above(bound[k], count);
  return out;
}

/* Returns the sum of the absolute terms, which a value may be far below. */
static double terms(const double (*c)[4], int count, double max_abs_time) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum +=
        fabs(c[i][0]) + max_abs_time * (fabs(c[i][1]) + max_abs_time * (fabs(c[i][2]) + max_abs_time * fabs(c[i][3])));
  return sum;
}

/* Copies a quaternion, scaled by a power of two so that the squares of its terms neither overflow nor underflow. */
static void scaled_quaternion(const double from[4][4], double max_abs_time, double to[4][4]) {
  int exponent;
  (void)frexp(terms(from, 4, max_abs_time), &exponent);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++) to[i][k] = ldexp(from[i][k], -exponent);
}

static void cubic_bounds(const void *context, double t0, double t1, bms_smooth_bounds *bounds) {
  const bms_cubic_pose *cubic = context;
  const double(*p)[4] = cubic->position;
  double middle = 0.5 * t0 + 0.5 * t1, half = fmax(t1 - middle, middle - t0), max_abs_time = fmax(fabs(t0), fabs(t1));
  double at_middle[4], scaled[4][4];
  scaled_quaternion(cubic->quaternion, max_abs_time, scaled);
  const double(*c)[4] = (const double(*)[4])scaled; /* the cast adds const, which C before C23 does not do by itself */
  for (int i = 0; i < 4; i++) at_middle[i] = cubic_at(c[i], middle);
  bms_jet o = jet_of_vector(p, 3, t0, t1), q = jet_of_vector(c, 4, t0, t1), square = bms_jet_product(&q, &q);
  double rounding = CUBIC_ROUNDINGS * BMS_ROUNDING * terms(c, 4, max_abs_time);
  double least = sqrt(bms_dot4(at_middle, at_middle)) - (q.d[1] * half + rounding) * BMS_JET_SAFETY;
  bms_jet inverse = bms_jet_reciprocal(&square, least * least), rotation = bms_jet_product(&square, &inverse);
  if (!(least > 0)) rotation.d[1] = rotation.d[3] = INFINITY;
  bounds->origin_speed = o.d[1];
  bounds->origin_jerk = o.d[3];
  bounds->turn_speed = rotation.d[1];
  bounds->turn_jerk = rotation.d[3];
  bounds->origin_error = bms_product_above(CUBIC_ROUNDINGS * BMS_ROUNDING, terms(p, 3, max_abs_time));
  /* A quaternion off by e turns by at most 2 arcsin(e / |q|), below 4 e / |q| where e is small. */
  bounds->turn_error = ROTATION_ROUNDINGS * BMS_ROUNDING + 4 * rounding / least;
}

bms_smooth bms_cubic_pose_motion(const bms_cubic_pose *cubic) {
  return (bms_smooth){cubic, cubic_pose, cubic_bounds, cubic->origin};
}
