/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hulls of moving boxes, against samples of the same motions: every corner within the bounds, and no pair called apart
 * that meets.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/bernstein_hull.h"
#include "posed_boxes.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 60221, ROUNDS = 4000, SAMPLES = 60 };

/* The samples' own rounding, for places of about 1. */
static const double ROUNDING = 1e-13;

/* Returns a body in rigid form, or as a matrix with a weight; both move as a rigid body does, which the samples count
   on. */
static bms_body random_body(random_source *r, double distance, double t0, double t1) {
  double p[2][3], q[2][4], size[3];
  bms_body body;
  for (int k = 0; k < 2; k++) {
    random_direction(r, q[k], 4);
    for (int i = 0; i < 3; i++) p[k][i] = distance * random_uniform(r, -1, 1);
  }
  for (int i = 0; i < 4; i++) q[1][i] = q[0][i] + 0.5 * q[1][i];
  for (int i = 0; i < 3; i++) size[i] = random_power_of_ten(r, -2, 0);
  body.box = bms_box_centred(size[0], size[1], size[2]);
  for (int i = 0; i < 3; i++) body.box.max[i] += random_uniform(r, 0, 0.2);
  body.motion = bms_motion_between(t0, p[0], q[0], t1, p[1], q[1]);
  if (random_below(r, 2) == 0) return body;
  double axis[3], angle = random_uniform(r, -1, 1);
  random_direction(r, axis, 3);
  body.motion = bms_motion_revolute(p[0], q[0], p[1], axis, t0, angle, t1, angle + random_uniform(r, -1, 1));
  return body;
}

/* Computes the hull of a body, which knows no other origin than the one of its times. */
static void hull_over(const bms_body *body, double t0, double t1, bms_bernstein_hull *hull) {
  bms_bernstein_hull_of(body, t0 - body->motion.origin, t1 - body->motion.origin, hull);
}

static double time_of(double t0, double t1, int k) {
  return t0 + (t1 - t0) * k / SAMPLES;
}

static void every_corner_is_within_the_bounds_and_the_support(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double t0 = random_uniform(&r, -1, 1), t1 = t0 + random_power_of_ten(&r, -3, 0);
    bms_body body = random_body(&r, 1, t0, t1);
    bms_bernstein_hull hull;
    double min[3], max[3], pose[3][4], direction[3];
    hull_over(&body, t0, t1, &hull);
    bms_bernstein_hull_bounds(&hull, min, max);
    random_direction(&r, direction, 3);
    double support = bms_bernstein_hull_support(&hull, direction);
    for (int k = 0; k <= SAMPLES; k++) {
      bms_motion_at(&body.motion, time_of(t0, t1, k), pose);
      for (int corner = 0; corner < 8; corner++) {
        double along = 0;
        for (int i = 0; i < 3; i++) {
          double x = pose[i][3];
          for (int j = 0; j < 3; j++) x += pose[i][j] * (corner >> j & 1 ? body.box.max[j] : body.box.min[j]);
          assert_true(x >= min[i] - ROUNDING && x <= max[i] + ROUNDING);
          along += direction[i] * x;
        }
        assert_true(along <= support + ROUNDING);
      }
    }
  }
}

static void hulls_that_are_apart_are_of_bodies_that_stay_apart(void **state) {
  random_source r = random_from(SEED + 1);
  int apart = 0, meet = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double t0 = random_uniform(&r, -1, 1), t1 = t0 + random_power_of_ten(&r, -3, 0);
    bms_body a = random_body(&r, 0.7, t0, t1), b = random_body(&r, 0.7, t0, t1);
    bms_bernstein_hull of_a, of_b;
    double pose_a[3][4], pose_b[3][4], least = HUGE_VAL;
    hull_over(&a, t0, t1, &of_a);
    hull_over(&b, t0, t1, &of_b);
    bool said = bms_bernstein_hulls_apart(&of_a, &of_b);
    for (int k = 0; k <= SAMPLES; k++) {
      bms_motion_at(&a.motion, time_of(t0, t1, k), pose_a);
      bms_motion_at(&b.motion, time_of(t0, t1, k), pose_b);
      least = fmin(least, posed_gap(&a.box, pose_a, &b.box, pose_b));
    }
    apart += said;
    meet += least < 0;
    if (said && !(least > 0)) print_message("round %d: on [%a, %a] a gap of %a\n", round, t0, t1, least);
    assert_true(!said || least > 0);
  }
  print_message("# of %d pairs %d met, %d were told apart\n", repetitions(ROUNDS), meet, apart);
  assert_true(apart > 0 && meet > 0 && 2 * apart > repetitions(ROUNDS) - meet);
}

/* Squares of these quaternions underflow, or of their greater components only. */
static void a_quaternion_of_any_length_has_the_same_bounds(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int power = -1000; power <= 300; power++) {
    bms_body body = random_body(&r, 1, 0, 1), small;
    bms_bernstein_hull hull;
    double min[3], max[3], other_min[3], other_max[3];
    small = body;
    if (body.motion.form != BMS_MOTION_RIGID) continue;
    for (int i = 0; i < 8; i++)
      small.motion.rigid.quaternion[i / 2][i % 2] = ldexp(body.motion.rigid.quaternion[i / 2][i % 2], power);
    bms_bernstein_hull_of(&body, 0, 1, &hull);
    bms_bernstein_hull_bounds(&hull, min, max);
    bms_bernstein_hull_of(&small, 0, 1, &hull);
    bms_bernstein_hull_bounds(&hull, other_min, other_max);
    for (int i = 0; i < 3; i++) {
      if (!(fabs(other_min[i] - min[i]) < 1e-12 && fabs(other_max[i] - max[i]) < 1e-12))
        print_message("power %d: [%a, %a], not [%a, %a]\n", power, other_min[i], other_max[i], min[i], max[i]);
      assert_true(fabs(other_min[i] - min[i]) < 1e-12 && fabs(other_max[i] - max[i]) < 1e-12);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_corner_is_within_the_bounds_and_the_support),
      cmocka_unit_test(hulls_that_are_apart_are_of_bodies_that_stay_apart),
      cmocka_unit_test(a_quaternion_of_any_length_has_the_same_bounds),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
