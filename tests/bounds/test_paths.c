/* SPDX-License-Identifier: BSD-3-Clause */

/* The plugin's bounds of a box on its path: by a ball about its position, and by the hull of its control poses; and
   how far a turn in ODE's finite mode is from the piece that stands for it. */

#include "moving/moving_bounds.c"
#include "ode/finite_rotation.c"

#include "bounds.h"
#include "numeric/vector.h"

/* Inputs of a path: position (9), quaternion (8), box (6), interval (2). */
enum { OF_PATH = 25 };

static double path_of(const double *x, qmboxMoving *path, double *t0, double *t1) {
  bms_motion *motion = &path->body.motion;
  *path = (qmboxMoving){.moves = true, .body.motion.form = BMS_MOTION_RIGID};
  memcpy(motion->rigid.position, x, sizeof motion->rigid.position);
  memcpy(motion->rigid.quaternion, x + 9, sizeof motion->rigid.quaternion);
  for (int i = 0; i < 3; i++) {
    path->body.box.min[i] = fmin(x[17 + 2 * i], x[18 + 2 * i]);
    path->body.box.max[i] = fmax(x[17 + 2 * i], x[18 + 2 * i]);
  }
  *t0 = fmin(x[23], x[24]);
  *t1 = fmax(x[23], x[24]);
  return fmax(fabs(*t0), fabs(*t1));
}

static precise greater(precise x, precise y) {
  return precise_double(precise_minus(x, y)) > 0 ? x : y;
}

/* Returns the greatest Bernstein point of a quadratic. */
static precise greatest_point(const double c[3], double t0, double t1) {
  precise mean = precise_over(precise_plus(precise_of(t0), precise_of(t1)), precise_of(2));
  precise square = precise_times(precise_of(c[2]), precise_times(precise_of(t0), precise_of(t1)));
  precise middle = precise_plus(precise_plus(precise_of(c[0]), precise_times(precise_of(c[1]), mean)), square);
  return greater(middle, greater(bounds_polynomial(c, 2, t0), bounds_polynomial(c, 2, t1)));
}

/* Returns the used part of a margin of a computed upper bound. */
static double share_of_margin(double computed, precise exact, double margin) {
  return margin > 0 ? (margin - precise_double(precise_minus(precise_of(computed), exact))) / margin : 0;
}

static double share_of_a_ball(const double *x, const void *context) {
  (void)context;
  qmboxMoving path;
  double t0, t1, min[3], max[3], latest = path_of(x, &path, &t0, &t1), most = 0;
  precise square = precise_of(0);
  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(path.body.box.min[i]), fabs(path.body.box.max[i]));
    square = precise_plus(square, precise_times(precise_of(arm), precise_of(arm)));
  }
  precise radius = precise_root(square);
  if (!(qmboxBallBounds(&path, t0, t1, min, max) < HUGE_VAL)) return 0;
  for (int i = 0; i < 3; i++) {
    const double *c = path.body.motion.rigid.position[i];
    double reach = fabs(c[0]) + latest * (fabs(c[1]) + latest * fabs(c[2])) + precise_double(radius);
    precise exact = precise_plus(greatest_point(c, t0, t1), radius);
    most = fmax(most, share_of_margin(max[i], exact, BALL_ERROR * reach));
  }
  return most;
}

/* Computes a row of the polar form of |q|^2 R, and |q|^2. */
static void row_of(precise q[4], precise r[4], precise row[3], precise *weight) {
  precise ww = precise_times(q[0], r[0]), xx = precise_times(q[1], r[1]), yy = precise_times(q[2], r[2]),
          zz = precise_times(q[3], r[3]);
  precise xy = precise_plus(precise_times(q[1], r[2]), precise_times(q[2], r[1]));
  precise xz = precise_plus(precise_times(q[1], r[3]), precise_times(q[3], r[1]));
  precise wy = precise_plus(precise_times(q[0], r[2]), precise_times(q[2], r[0]));
  precise wz = precise_plus(precise_times(q[0], r[3]), precise_times(q[3], r[0]));
  row[0] = precise_minus(precise_plus(ww, xx), precise_plus(yy, zz));
  row[1] = precise_minus(xy, wz);
  row[2] = precise_plus(xz, wy);
  *weight = precise_plus(precise_plus(ww, xx), precise_plus(yy, zz));
}

/* Checks the first coordinate. */
static double share_of_a_hull(const double *x, const void *context) {
  (void)context;
  qmboxMoving path;
  qmboxHull hull;
  double t0, t1, min[3], max[3], size = 0;
  path_of(x, &path, &t0, &t1);
  if (!hullOf(&path, t0, t1, &hull)) return 0;
  const bms_box *box = &path.body.box;
  precise end[2][4], turned = precise_of(-8);
  for (int i = 0; i < 4; i++) {
    end[0][i] = bounds_polynomial(path.body.motion.rigid.quaternion[i], 1, t0);
    end[1][i] = bounds_polynomial(path.body.motion.rigid.quaternion[i], 1, t1);
  }
  for (int k = 0; k < 3; k++) {
    precise row[3], weight, sum = precise_of(0);
    row_of(end[k / 2], end[(k + 1) / 2], row, &weight);
    for (int j = 0; j < 3; j++)
      sum = precise_plus(
          sum, greater(precise_times(row[j], precise_of(box->min[j])), precise_times(row[j], precise_of(box->max[j]))));
    turned = greater(turned, precise_over(sum, weight));
  }
  for (int j = 0; j < 3; j++) size += fmax(fabs(box->min[j]), fabs(box->max[j]));
  qmboxHullBounds(&path, t0, t1, min, max);
  precise exact = precise_plus(greatest_point(path.body.motion.rigid.position[0], t0, t1), turned);
  return share_of_margin(max[0], exact, PATH_ERROR * (hull.reach + size));
}

/* Turns a point by a quaternion of any length. */
static void turned_by(const double q[4], const double point[3], double out[3]) {
  precise exact[4];
  for (int i = 0; i < 4; i++) exact[i] = precise_of(q[i]);
  precise_vector turned = precise_rotated(exact, precise_vector_of(point));
  for (int r = 0; r < 3; r++) out[r] = precise_double(turned.x[r]);
}

/* Inputs: a quaternion (4), both parts of the angular velocity (6), a point (3), the length of a piece, its start and
   the place to check (3).  The velocities are such that the piece turns by 1/8 to 1 radian. */
enum { OF_TURN = 16 };

static double share_of_a_turn(const double *x, const void *context) {
  (void)context;
  double q[4], r[4], at[2][3], length = 0.5 + 0.5 * fabs(x[13]), start = x[14], square = bms_dot4(x, x);
  qmboxFiniteRotation turn = {.speed = bms_length(x + 4) + bms_length(x + 7)};
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  if (!(square > 0.01 && turn.speed > 0.25 && turn.speed * length <= 1)) return 0;
  for (int i = 0; i < 4; i++) turn.start[i] = x[i] / sqrt(square);
  memcpy(turn.finite, x + 4, sizeof turn.finite);
  memcpy(turn.linear, x + 7, sizeof turn.linear);
  qmboxFiniteRotationPiece(&turn, start, start + length, &motion);
  double t = start + length * fabs(x[15]);
  qmboxFiniteRotationAt(&turn, t, q);
  for (int i = 0; i < 4; i++) r[i] = motion.rigid.quaternion[i][0] + t * motion.rigid.quaternion[i][1];
  turned_by(q, x + 10, at[0]);
  turned_by(r, x + 10, at[1]);
  double apart[3] = {at[0][0] - at[1][0], at[0][1] - at[1][1], at[0][2] - at[1][2]};
  double bound = qmboxFiniteRotationError(&turn, length, bms_length(x + 10));
  return bound > 0 ? bms_length(apart) / bound : 0;
}

static void turns_in_finite_mode_are_near_their_pieces(void **state) {
  (void)state;
  bounds_measure("TURN_ERROR", share_of_a_turn, NULL, OF_TURN, 6);
}

static void balls_hold_their_boxes(void **state) {
  (void)state;
  bounds_measure("BALL_ERROR", share_of_a_ball, NULL, OF_PATH, 3);
}

static void hulls_hold_their_boxes(void **state) {
  (void)state;
  bounds_measure("PATH_ERROR", share_of_a_hull, NULL, OF_PATH, 3);
}

BOUNDS_MAIN(cmocka_unit_test(balls_hold_their_boxes), cmocka_unit_test(hulls_hold_their_boxes),
            cmocka_unit_test(turns_in_finite_mode_are_near_their_pieces))
