/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motions: constructors, poses and velocities.
 *
 * Oracles: integers (a polynomial of integers is an integer), rotation matrices after Rodrigues in long double for the
 * unit's quaternions, difference quotients for its derivatives, and the product of quaternions written as a product of
 * matrices. If long double is double, the bounds below still hold with the ROUNDING of the type added.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "long_pose.h"
#include "motion/motion.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 20051021, ROUNDS = 2000 };

static const double ULP = 0x1p-52, PI = 3.14159265358979323846;

/* Returns true if a case is to be left out because its oracle has no more digits than the unit; prints that.  (What
   cmocka prints of a case that is skipped counts as a failure with automake's driver.) */
static bool not_judged(void) {
  if (long_doubles_are_long()) return false;
  print_message("# not judged: long doubles are computed in doubles here\n");
  return true;
}

static int rounds(void) {
  return repetitions(ROUNDS);
}

/* Computes the world velocity of the point of a body with these coordinates. */
static void velocity_at(const bms_motion *motion, double t, const double local[3], double velocity[3]) {
  double pose[3][4], rate[3][4];
  bms_motion_rate_at(motion, t, pose, rate);
  for (int r = 0; r < 3; r++)
    velocity[r] = rate[r][0] * local[0] + rate[r][1] * local[1] + rate[r][2] * local[2] + rate[r][3];
}

/* Fails, and prints the numbers, if got is further than `bound` from wanted or is not a number. */
static void assert_near(const char *what, int round, long double got, long double wanted, long double bound) {
  if (fabsl(got - wanted) <= bound) return;
  print_message("%s, round %d: got %a, wanted %a, off by %Lg, allowed %Lg\n", what, round, (double)got, (double)wanted,
                fabsl(got - wanted), bound);
  fail();
}

/* ------------------------------------------------------------------ oracles in long double */

static long double value(const double *c, int degree, double t) {
  long double sum = c[degree];
  for (int k = degree - 1; k >= 0; k--) sum = sum * t + c[k];
  return sum;
}

/* Returns the error that value() itself can have. */
static long double value_error(const double *c, int degree, double t) {
  long double sum = fabs(c[degree]);
  for (int k = degree - 1; k >= 0; k--) sum = sum * fabs(t) + fabs(c[k]);
  return 8 * LDBL_EPSILON * sum;
}

/* Computes v cos + (axis x v) sin + axis (axis . v) (1 - cos) for an axis of any length. */
static void rodrigues(const double direction[3], long double angle, const long double v[3], long double out[3]) {
  long double u[3], length = 0, along = 0;
  for (int r = 0; r < 3; r++) length += (long double)direction[r] * direction[r];
  for (int r = 0; r < 3; r++) u[r] = direction[r] / sqrtl(length);
  for (int r = 0; r < 3; r++) along += u[r] * v[r];
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    out[r] = v[r] * cosl(angle) + (u[i] * v[j] - u[j] * v[i]) * sinl(angle) + u[r] * along * (1 - cosl(angle));
  }
}

/* Turns a vector by q / |q|: v + 2 a x (a x v + w v) with a the vector part. */
static void turned_by(const long double q[4], const long double v[3], long double out[3]) {
  long double square = 0, inner[3];
  for (int i = 0; i < 4; i++) square += q[i] * q[i];
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    inner[r] = q[1 + i] * v[j] - q[1 + j] * v[i] + q[0] * v[r];
  }
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    out[r] = v[r] + 2 * (q[1 + i] * inner[j] - q[1 + j] * inner[i]) / square;
  }
}

/* Computes where the point x of the body is. */
static void place(const bms_motion *motion, double t, const double x[3], long double out[3]) {
  t -= motion->origin;
  if (motion->form == BMS_MOTION_RIGID) {
    long double q[4], v[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 4; i++) q[i] = value(motion->rigid.quaternion[i], 1, t);
    turned_by(q, v, out);
    for (int r = 0; r < 3; r++) out[r] += value(motion->rigid.position[r], 2, t);
    return;
  }
  for (int r = 0; r < 3; r++) {
    out[r] = value(motion->matrix.entry[r][3], 2, t);
    for (int c = 0; c < 3; c++) out[r] += value(motion->matrix.entry[r][c], 2, t) * x[c];
    out[r] /= value(motion->matrix.weight, 2, t);
  }
}

static void apply(double pose[3][4], const double x[3], long double out[3]) {
  for (int r = 0; r < 3; r++)
    out[r] =
        (long double)pose[r][0] * x[0] + (long double)pose[r][1] * x[1] + (long double)pose[r][2] * x[2] + pose[r][3];
}

/* ------------------------------------------------------------------ random input */

static void random_vector(random_source *r, double scale, double x[3]) {
  for (int i = 0; i < 3; i++) x[i] = random_uniform(r, -scale, scale);
}

static void random_quaternion(random_source *r, double q[4]) {
  double length = random_power_of_ten(r, -3, 3);
  random_direction(r, q, 4);
  for (int i = 0; i < 4; i++) q[i] *= length;
}

static bms_motion random_rigid(random_source *r) {
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) motion.rigid.position[i][k] = random_uniform(r, -5, 5);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) motion.rigid.quaternion[i][k] = random_uniform(r, -1, 1);
  return motion;
}

static bms_motion random_matrix(random_source *r) {
  double first = random_uniform(r, 1, 2);
  bms_motion motion = {.form = BMS_MOTION_MATRIX, .matrix.weight = {first, random_uniform(r, -1, 1), 1}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 3; k++) motion.matrix.entry[i][j][k] = random_uniform(r, -1, 1);
  return motion;
}

/* Draws an interval: [0, 1], one anywhere, or one far from zero. */
static void random_interval(random_source *r, int round, double t[2]) {
  static const double FAR[] = {1e3, 1e6, -1e6, 1.7e9, 1.7e12, -1e15};
  t[0] = 0;
  t[1] = 1;
  if (round % 3 == 0) return;
  t[0] = round % 3 == 1 ? random_uniform(r, -3, 3) : FAR[random_below(r, 6)];
  t[1] = fmax(t[0] + random_power_of_ten(r, -2, 1), nextafter(t[0], INFINITY));
}

/* ------------------------------------------------------------------ values */

static void values_of_integer_polynomials_are_rounded_once(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    int64_t t = random_below(&r, 1 << 20), m = random_below(&r, 1 << 20), k = random_below(&r, 1 << 18), rest;
    int64_t c1, c0;
    if (round % 2 == 0) t = m + random_below(&r, 8); /* k (t - m)^2 + rest next to its double root */
    rest = random_below(&r, 1000);
    c1 = -2 * k * m;
    c0 = k * m * m / 4096 * 4096 + rest * 4096; /* a multiple of 4096, so it fits in 53 bits */
    double c[3] = {(double)c0, (double)c1, (double)k};
    int64_t exact = c0 + t * (c1 + t * k);
    int64_t got = (int64_t)bms_quadratic_at(c, (double)t);
    assert_near("quadratic", round, (long double)(got - exact), 0, 0x1p-53L * llabs(exact) + 0x1p-20L);
    exact = c1 + t * (2 * k);
    double linear[2] = {(double)c1, (double)(2 * k)};
    got = (int64_t)bms_linear_at(linear, (double)t);
    assert_near("linear", round, (long double)(got - exact), 0, 0x1p-53L * llabs(exact));
  }
}

/* The polynomial is k (t - m)^2 next to its double root; the terms are 2^80 times the value and even k t is not a
   double. */
static void values_beside_a_double_root_have_their_digits(void **state) {
  random_source r = random_from(SEED + 12);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double m = 1 + random_below(&r, 8191), k = 1 + 2 * random_below(&r, 1 << 26),
           step = random_below(&r, 1 << 10) * 0x1p-39;
    double c[3] = {k * m * m, -2 * k * m, k}, t = m + step, exact = k * (step * step);
    assert_true(t - m == step);
    assert_near("double root", round, bms_quadratic_at(c, t), exact, 0x1p-53 * exact + 0x1p-100 * 4 * k * m * m);
  }
}

static void poses_are_exact_to_a_few_ulps_also_far_from_t_zero(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_motion motion = round % 2 == 0 ? random_rigid(&r) : random_matrix(&r);
    double t = random_uniform(&r, -1, 1) * (round % 3 == 0 ? 1e4 : 1), x[3], pose[3][4];
    long double wanted[3], got[3];
    random_vector(&r, 2, x);
    if (motion.form == BMS_MOTION_MATRIX && t * t > 1) t = 1 / t;
    place(&motion, t, x, wanted);
    bms_motion_at(&motion, t, pose);
    apply(pose, x, got);
    for (int i = 0; i < 3; i++) {
      long double size =
          6 + (motion.form == BMS_MOTION_RIGID ? fabsl(wanted[i]) + value_error(motion.rigid.position[i], 2, t)
                                               : 8 / fabsl(value(motion.matrix.weight, 2, t)) + fabsl(wanted[i]));
      assert_near("pose", round, got[i], wanted[i], 8 * ULP * size);
    }
  }
}

static void a_quaternion_of_any_length_gives_a_rotation(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double q[4], zero[3] = {0, 0, 0}, pose[3][4], unit_pose[3][4];
    random_direction(&r, q, 4);
    bms_motion unit = bms_motion_fixed(zero, q);
    int power = random_below(&r, 2000) - 1000;
    for (int i = 0; i < 4; i++) q[i] = ldexp(q[i], power);
    bms_motion long_one = bms_motion_fixed(zero, q);
    bms_motion_at(&unit, 0.5, unit_pose);
    bms_motion_at(&long_one, 0.5, pose);
    if (power > -900) assert_memory_equal(pose, unit_pose, sizeof pose);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        double product = pose[0][i] * pose[0][j] + pose[1][i] * pose[1][j] + pose[2][i] * pose[2][j];
        assert_near("orthonormal", round, product, i == j, 8 * ULP);
      }
  }
}

static void velocities_are_those_of_difference_quotients(void **state) {
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_motion motion = round % 2 == 0 ? random_rigid(&r) : random_matrix(&r);
    double t = random_uniform(&r, 0, 1), x[3], velocity[3], speed = 0, h = 0x1p-16;
    long double before[3], after[3];
    random_vector(&r, 2, x);
    if (motion.form == BMS_MOTION_RIGID) /* away from zero, as the third derivative is bounded there */
      motion.rigid.quaternion[0][0] += 4;
    else
      motion.matrix.weight[0] += 4;
    place(&motion, t - h, x, before);
    place(&motion, t + h, x, after);
    velocity_at(&motion, t, x, velocity);
    for (int i = 0; i < 3; i++) speed = fmax(speed, fabs(velocity[i]));
    for (int i = 0; i < 3; i++)
      assert_near("velocity", round, velocity[i], (after[i] - before[i]) / (2 * (long double)h),
                  20 * (long double)h * h + 100 * LDBL_EPSILON / (long double)h + 8 * ULP * (speed + 10));
  }
}

/* ------------------------------------------------------------------ constructors */

static void a_matrix_is_taken_as_it_is_and_refused_with_a_last_row_that_is_not_affine(void **state) {
  random_source r = random_from(SEED + 4);
  double m[4][4][3];
  bms_motion motion, untouched;
  (void)state;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 3; k++) m[i][j][k] = i == 3 && j < 3 ? 0 : random_uniform(&r, -1, 1);
  assert_int_equal(bms_motion_from_matrix((const double(*)[4][3])m, &motion), 0);
  assert_int_equal(motion.form, BMS_MOTION_MATRIX);
  assert_memory_equal(motion.matrix.entry, m, sizeof motion.matrix.entry);
  assert_memory_equal(motion.matrix.weight, m[3][3], sizeof motion.matrix.weight);
  untouched = motion;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      for (int bad = 0; bad < 2; bad++) {
        m[3][j][k] = bad ? (double)NAN : DBL_MIN;
        assert_int_equal(bms_motion_from_matrix((const double(*)[4][3])m, &motion), -1);
        assert_int_equal(motion.form, untouched.form);
        assert_memory_equal(&motion.matrix, &untouched.matrix, sizeof motion.matrix);
        m[3][j][k] = 0;
      }
}

static void a_centred_box_has_its_centre_at_zero(void **state) {
  bms_box box = bms_box_centred(1, 3, 0);
  double min[3] = {-0.5, -1.5, 0}, max[3] = {0.5, 1.5, 0};
  (void)state;
  for (int i = 0; i < 3; i++) {
    assert_true(box.min[i] == min[i]);
    assert_true(box.max[i] == max[i]);
  }
}

static void a_fixed_motion_has_its_pose_at_all_times(void **state) {
  random_source r = random_from(SEED + 5);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double position[3], q[4], x[3], pose[3][4];
    long double v[3], wanted[3], got[3], wide[4];
    random_vector(&r, 10, position);
    random_vector(&r, 2, x);
    random_quaternion(&r, q);
    for (int i = 0; i < 4; i++) wide[i] = q[i];
    for (int i = 0; i < 3; i++) v[i] = x[i];
    bms_motion motion = bms_motion_fixed(position, q);
    bms_motion_at(&motion, random_uniform(&r, -1e9, 1e9), pose);
    apply(pose, x, got);
    turned_by(wide, v, wanted);
    for (int i = 0; i < 3; i++) assert_near("fixed", round, got[i], wanted[i] + position[i], 20 * ULP);
  }
}

static void a_motion_between_two_poses_meets_both(void **state) {
  if (not_judged()) return;
  random_source r = random_from(SEED + 6);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double t[2], p[2][3], q[2][4], sign = 0;
    random_interval(&r, round, t);
    for (int end = 0; end < 2; end++) {
      random_vector(&r, 10, p[end]);
      random_quaternion(&r, q[end]);
    }
    for (int i = 0; i < 4; i++) sign += q[0][i] * q[1][i];
    sign = sign < 0 ? -1 : 1;
    bms_motion motion = bms_motion_between(t[0], p[0], q[0], t[1], p[1], q[1]);
    for (int end = 0; end < 2; end++) {
      for (int i = 0; i < 3; i++) {
        const double *c = motion.rigid.position[i];
        assert_near("position", round, value(c, 1, t[end] - motion.origin), p[end][i],
                    3 * ULP * (fabs(p[0][i]) + fabs(p[1][i])));
        assert_true(c[2] == 0);
      }
      for (int i = 0; i < 4; i++) {
        const double *c = motion.rigid.quaternion[i];
        assert_near("quaternion", round, value(c, 1, t[end] - motion.origin), end == 1 ? sign * q[1][i] : q[0][i],
                    3 * ULP * (fabs(q[0][i]) + fabs(q[1][i])));
      }
    }
  }
}

/* Slerp is tested by its definition: the turn from pose to pose about one axis, which no rotation of the path moves. */
static void a_motion_between_two_poses_turns_about_the_axis_of_slerp_and_not_more_than_half_a_turn(void **state) {
  random_source r = random_from(SEED + 7);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double zero[3] = {0, 0, 0}, q[2][4], axis[3], angle = random_uniform(&r, 0, 2 * PI), t = random_uniform(&r, 0, 1),
           x[3];
    long double v[3], start[3], now[3], wanted[3], q0[4], s;
    random_quaternion(&r, q[0]);
    random_direction(&r, axis, 3);
    random_direction(&r, x, 3);
    /* q1 = (cos, sin axis) q0 */
    double w = cos(angle / 2), a[3] = {sin(angle / 2) * axis[0], sin(angle / 2) * axis[1], sin(angle / 2) * axis[2]};
    q[1][0] = w * q[0][0] - a[0] * q[0][1] - a[1] * q[0][2] - a[2] * q[0][3];
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      q[1][1 + i] = w * q[0][1 + i] + a[i] * q[0][0] + a[j] * q[0][1 + k] - a[k] * q[0][1 + j];
    }
    bms_motion motion = bms_motion_between(0, zero, q[0], 1, zero, q[1]);
    if (round % 4 == 0) t = 0.5;
    for (int i = 0; i < 3; i++) v[i] = x[i];
    for (int i = 0; i < 4; i++) q0[i] = q[0][i];
    turned_by(q0, v, start);
    place(&motion, t, x, now);
    /* The chord between two points of the unit circle, |half| <= 90 degrees apart, cut at t. */
    long double half = angle <= PI ? angle / 2 : angle / 2 - PI;
    s = 2 * atan2l(t * sinl(half), 1 - t + t * cosl(half));
    if (t == 0.5) assert_near("half-way", round, s, half, 20 * ULP);
    rodrigues(axis, s, start, wanted);
    for (int i = 0; i < 3; i++) assert_near("slerp", round, now[i], wanted[i], 40 * ULP / cosl(half / 2));
  }
}

/* The quaternion product is a matrix that acts on q, and the step is as the header states it. */
static void a_step_is_the_sum_that_the_engine_forms(void **state) {
  if (not_judged()) return;
  random_source r = random_from(SEED + 8);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double x[3], q[4], v[3], w[3], a[3], h = random_uniform(&r, 0, 2);
    random_vector(&r, 10, x);
    random_quaternion(&r, q);
    random_vector(&r, 20, v);
    random_vector(&r, 20, w);
    random_vector(&r, 10, a);
    bms_motion motion = bms_motion_step(x, q, v, w, a);
    double left[4][4] = {
        {0, -w[0], -w[1], -w[2]}, {w[0], 0, -w[2], w[1]}, {w[1], w[2], 0, -w[0]}, {w[2], -w[1], w[0], 0}};
    for (int i = 0; i < 3; i++)
      assert_near("position", round, value(motion.rigid.position[i], 2, h), x[i] + h * (v[i] + (long double)h * a[i]),
                  value_error(motion.rigid.position[i], 2, h));
    for (int i = 0; i < 4; i++) {
      long double rate = 0, size = 0;
      for (int j = 0; j < 4; j++) {
        rate += 0.5L * left[i][j] * q[j];
        size += fabs(left[i][j] * q[j]);
      }
      assert_near("quaternion", round, value(motion.rigid.quaternion[i], 1, h), q[i] + h * rate,
                  2 * ULP * h * size + value_error(motion.rigid.quaternion[i], 1, h));
    }
  }
}

static void a_step_starts_with_the_velocity_of_a_turning_body(void **state) {
  random_source r = random_from(SEED + 9);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    double x[3], q[4], v[3], w[3], a[3], local[3], velocity[3];
    long double arm[3], turn_of_local[3], wide[4];
    random_vector(&r, 10, x);
    random_quaternion(&r, q);
    random_vector(&r, 20, v);
    random_vector(&r, 20, w);
    random_vector(&r, 10, a);
    random_vector(&r, 2, local);
    for (int i = 0; i < 4; i++) wide[i] = q[i];
    for (int i = 0; i < 3; i++) arm[i] = local[i];
    turned_by(wide, arm, turn_of_local);
    bms_motion motion = bms_motion_step(x, q, v, w, a);
    velocity_at(&motion, 0, local, velocity);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      assert_near("velocity", round, velocity[i], v[i] + w[j] * turn_of_local[k] - w[k] * turn_of_local[j], 2000 * ULP);
    }
  }
}

typedef struct joint {
  double position[3], q[4], point[3], direction[3], angle[2], t[2];
} joint;

static joint random_joint(random_source *r, int round) {
  joint j;
  double length = random_power_of_ten(r, -200, 200);
  random_vector(r, 5, j.position);
  random_quaternion(r, j.q);
  random_vector(r, 5, j.point);
  random_direction(r, j.direction, 3);
  for (int i = 0; i < 3; i++) j.direction[i] *= length;
  j.angle[0] = random_uniform(r, -7, 7);
  j.angle[1] = j.angle[0] + random_uniform(r, -6, 6);
  random_interval(r, round, j.t);
  return j;
}

/* Computes where Rodrigues' formula takes the point x of the box. */
static void joint_place(const joint *j, long double angle, const double x[3], long double out[3]) {
  long double v[3], arm[3], q[4];
  double length = fmax(fmax(fabs(j->direction[0]), fabs(j->direction[1])), fabs(j->direction[2])), direction[3];
  for (int i = 0; i < 3; i++) direction[i] = j->direction[i] / length;
  for (int i = 0; i < 3; i++) v[i] = x[i];
  for (int i = 0; i < 4; i++) q[i] = j->q[i];
  turned_by(q, v, arm);
  for (int i = 0; i < 3; i++) arm[i] += (long double)j->position[i] - j->point[i];
  rodrigues(direction, angle, arm, out);
  for (int i = 0; i < 3; i++) out[i] += j->point[i];
}

static void a_revolute_motion_meets_the_rotation_matrices_of_both_angles(void **state) {
  random_source r = random_from(SEED + 10);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    joint j = random_joint(&r, round);
    double x[3];
    random_vector(&r, 2, x);
    bms_motion motion =
        bms_motion_revolute(j.position, j.q, j.point, j.direction, j.t[0], j.angle[0], j.t[1], j.angle[1]);
    for (int end = 0; end < 2; end++) {
      long double wanted[3], got[3], largest = 0;
      joint_place(&j, j.angle[end], x, wanted);
      place(&motion, j.t[end], x, got);
      /* The change that a constant coefficient of its size can make, and the error of the oracle's Horner scheme. */
      for (int i = 0; i < 3; i++)
        for (int c = 0; c < 4; c++) {
          const double *e = motion.matrix.entry[i][c];
          long double error = ULP / 2 * fabs(e[0]) + value_error(e, 2, j.t[end] - motion.origin);
          largest = fmaxl(largest, (c < 3 ? 2 : 1) * error);
        }
      largest += 20 * (ULP / 2 * fabs(motion.matrix.weight[0]) +
                       value_error(motion.matrix.weight, 2, j.t[end] - motion.origin));
      assert_true(largest < 1e-12L);
      for (int i = 0; i < 3; i++) assert_near("joint", round, got[i], wanted[i], 4 * largest + 100 * ULP);
    }
  }
}

static void a_revolute_motion_keeps_to_its_circle_and_its_angle_is_monotone(void **state) {
  random_source r = random_from(SEED + 11);
  (void)state;
  for (int round = 0; round < rounds() / 4; round++) {
    joint j = random_joint(&r, 3 * round); /* this one is on [0, 1] */
    double x[3];
    long double last = 0, start[3];
    random_vector(&r, 2, x);
    bms_motion motion = bms_motion_revolute(j.position, j.q, j.point, j.direction, 0, j.angle[0], 1, j.angle[1]);
    long double difference = j.angle[1] - (long double)j.angle[0];
    joint_place(&j, j.angle[0], x, start);
    for (int step = 0; step <= 16; step++) {
      long double now[3], wanted[3];
      double t = step / 16.0;
      /* The chord from (1, 0) to (cos difference/2, sin difference/2) at t has half the angle turned so far. */
      long double turned = 2 * atan2l(t * sinl(difference / 2), 1 - t + t * cosl(difference / 2));
      place(&motion, t, x, now);
      joint_place(&j, j.angle[0] + turned, x, wanted);
      long double weight = cosl(difference / 4) * cosl(difference / 4);
      for (int i = 0; i < 3; i++) assert_near("circle", round, now[i], wanted[i], 400 * ULP / weight);
      assert_true(step == 0 || (turned - last) * difference >= 0);
      last = turned;
    }
    assert_near("last angle", round, last, difference, 100 * ULP);
  }
}

static void a_revolute_motion_that_does_not_turn_stands_still(void **state) {
  double position[3] = {1, 2, 3}, q[4] = {1, 0, 0, 0}, point[3] = {0, 0, 1}, direction[3] = {0, 0, 2};
  bms_motion motion = bms_motion_revolute(position, q, point, direction, 5, 0, 6, 0);
  (void)state;
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < 4; c++) {
      assert_true(motion.matrix.entry[i][c][0] == (c == 3 ? position[i] : i == c));
      assert_true(motion.matrix.entry[i][c][1] == 0 && motion.matrix.entry[i][c][2] == 0);
    }
  assert_true(motion.matrix.weight[0] == 1 && motion.matrix.weight[1] == 0 && motion.matrix.weight[2] == 0);
}

static void input_that_is_not_finite_comes_out_not_finite(void **state) {
  double good[4] = {1, 2, 3, 4}, zero[4] = {0, 0, 0, 0}, bad[4] = {NAN, INFINITY, -INFINITY, NAN};
  (void)state;
  bms_motion motion = bms_motion_between(0, bad, good, 1, good, good);
  assert_true(isfinite(motion.rigid.position[0][0] + motion.rigid.position[0][1]) == 0);
  motion = bms_motion_between(1, good, good, 1, bad, good);
  assert_true(isfinite(motion.rigid.position[1][1]) == 0);
  motion = bms_motion_step(good, bad, good, good, good);
  assert_true(isfinite(motion.rigid.quaternion[0][0]) == 0);
  motion = bms_motion_revolute(good, good, good, zero, 0, 0, 1, 1);
  assert_true(isfinite(motion.matrix.entry[0][0][0]) == 0);
  motion = bms_motion_revolute(good, zero, good, good, 0, 0, 1, 1);
  assert_true(isfinite(motion.matrix.entry[0][0][0]) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_of_integer_polynomials_are_rounded_once),
      cmocka_unit_test(values_beside_a_double_root_have_their_digits),
      cmocka_unit_test(poses_are_exact_to_a_few_ulps_also_far_from_t_zero),
      cmocka_unit_test(a_quaternion_of_any_length_gives_a_rotation),
      cmocka_unit_test(velocities_are_those_of_difference_quotients),
      cmocka_unit_test(a_matrix_is_taken_as_it_is_and_refused_with_a_last_row_that_is_not_affine),
      cmocka_unit_test(a_centred_box_has_its_centre_at_zero),
      cmocka_unit_test(a_fixed_motion_has_its_pose_at_all_times),
      cmocka_unit_test(a_motion_between_two_poses_meets_both),
      cmocka_unit_test(a_motion_between_two_poses_turns_about_the_axis_of_slerp_and_not_more_than_half_a_turn),
      cmocka_unit_test(a_step_is_the_sum_that_the_engine_forms),
      cmocka_unit_test(a_step_starts_with_the_velocity_of_a_turning_body),
      cmocka_unit_test(a_revolute_motion_meets_the_rotation_matrices_of_both_angles),
      cmocka_unit_test(a_revolute_motion_keeps_to_its_circle_and_its_angle_is_monotone),
      cmocka_unit_test(a_revolute_motion_that_does_not_turn_stands_still),
      cmocka_unit_test(input_that_is_not_finite_comes_out_not_finite),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
