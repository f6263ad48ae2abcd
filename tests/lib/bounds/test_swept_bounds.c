/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The bounds of the swept volume.
 *
 * Oracle: corners placed in long double at many times, and every local maximum among them improved by golden section,
 * so that the greatest coordinate reached is known to the resolution of long double.  The bounds must contain it to the
 * last bit of the oracle, and exceed it by no more than TIGHT of the sizes at hand. No maximum hides between samples:
 * in the angle that q(t) sweeps, a corner of a rigid body moves on a circle, a trigonometric polynomial of degree 2,
 * and half of the samples are even in that angle; p(t) is a quadratic, and the other half are even in t.  The same
 * holds for the matrix form with its weight in the place of |q|^2.
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

#include "bms.h"
#include "long_pose.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 271828, ROUNDS = 150, SAMPLES = 300 };

/* The excess allowed, in parts of the sizes of body and travel. Of the place, only an ulp or two is allowed. */
static const double TIGHT = 1e-12;

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

/* Returns the value by Horner's rule with the error of the inner product and sum carried along: terms far larger than
   the value may cancel. */
static long double value(const double *c, int degree, double t) {
  if (degree == 1) return fmal(c[1], t, c[0]);
  long double product = (long double)c[2] * t, sum = c[1] + product, part = sum - c[1];
  long double error = (c[1] - (sum - part)) + (product - part) + fmal(c[2], t, -product);
  return fmal(sum, t, c[0]) + error * t;
}

/* Rows of the pose at t in long double, by |q|^2 x + 2 a x (a x x) + ... written out as the matrix I + 2 w [a] + 2
   [a]^2. */
static void pose_at(const bms_motion *motion, double t, long double pose[3][4]) {
  if (motion->form == BMS_MOTION_MATRIX) {
    long double weight = value(motion->matrix.weight, 2, t);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++) pose[i][j] = value(motion->matrix.entry[i][j], 2, t) / weight;
    return;
  }
  long double q[4], square = 0, skew[3][3];
  for (int i = 0; i < 4; i++) q[i] = value(motion->rigid.quaternion[i], 1, t);
  for (int i = 0; i < 4; i++) square += q[i] * q[i];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    skew[i][i] = 0;
    skew[j][k] = -q[1 + i];
    skew[k][j] = q[1 + i];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      long double twice = skew[i][0] * skew[0][j] + skew[i][1] * skew[1][j] + skew[i][2] * skew[2][j];
      pose[i][j] = (i == j) + 2 * (q[0] * skew[i][j] + twice) / square;
    }
    pose[i][3] = value(motion->rigid.position[i], 2, t);
  }
}

/* Returns one coordinate of one corner, with bit j set if it is at the maximum of axis j. */
static long double corner_of(const bms_body *body, long double pose[3][4], int row, int corner) {
  long double sum = pose[row][3];
  for (int j = 0; j < 3; j++) sum += pose[row][j] * (corner >> j & 1 ? body->box.max[j] : body->box.min[j]);
  return sum;
}

static long double corner_at(const bms_body *body, double t, int row, int corner) {
  long double pose[3][4];
  pose_at(&body->motion, t, pose);
  return corner_of(body, pose, row, corner);
}

static void tell(const bms_body *body, double t0, double t1) {
  for (int i = 0; i < 3; i++) print_message("box[%d] %a %a\n", i, body->box.min[i], body->box.max[i]);
  if (body->motion.form == BMS_MOTION_RIGID) {
    for (int i = 0; i < 3; i++)
      print_message("position %a %a %a\n", body->motion.rigid.position[i][0], body->motion.rigid.position[i][1],
                    body->motion.rigid.position[i][2]);
    for (int i = 0; i < 4; i++)
      print_message("quaternion %a %a\n", body->motion.rigid.quaternion[i][0], body->motion.rigid.quaternion[i][1]);
  } else {
    for (int i = 0; i < 12; i++)
      print_message("entry[%d][%d] %a %a %a\n", i / 4, i % 4, body->motion.matrix.entry[i / 4][i % 4][0],
                    body->motion.matrix.entry[i / 4][i % 4][1], body->motion.matrix.entry[i / 4][i % 4][2]);
    print_message("weight %a %a %a\n", body->motion.matrix.weight[0], body->motion.matrix.weight[1],
                  body->motion.matrix.weight[2]);
  }
  print_message("interval %a %a\n", t0, t1);
}

/* Returns sample k of the interval. Between the ends every second one stands by the angle from the quaternion's (or
   weight's) nearest approach to zero, so that fast turns are seen. */
static double sample(const bms_body *body, double t0, double t1, int k) {
  double part = (double)(k / 2 * 2) / SAMPLES, t = t0 + part * (t1 - t0);
  if (k % 2 == 0) return k == SAMPLES ? t1 : t;
  long double along = 0, across = 0, step = 0; /* |q|^2 = |c0 + c1 t|^2 */
  for (int i = 0; i < 4 && body->motion.form == BMS_MOTION_RIGID; i++) {
    const double *c = body->motion.rigid.quaternion[i];
    along += (long double)c[0] * c[1];
    step += (long double)c[1] * c[1];
    across += (long double)c[0] * c[0];
  }
  if (body->motion.form == BMS_MOTION_MATRIX) {
    across = body->motion.matrix.weight[0];
    along = body->motion.matrix.weight[1] / 2;
    step = body->motion.matrix.weight[2];
  }
  if (!(step > 0)) return t;
  long double centre = -along / step, width = sqrtl(fmaxl(across / step - centre * centre, 1e-30L));
  long double first = atanl((t0 - centre) / width), last = atanl((t1 - centre) / width);
  t = (double)(centre + width * tanl(first + (last - first) * k / SAMPLES));
  return fmin(fmax(t, t0), t1);
}

/* Returns the greatest value of sign * a corner's coordinate between left and right, by golden section. */
static long double summit(const bms_body *body, double left, double right, int row, int sign, int corner) {
  const double golden = 0.6180339887498949;
  double l = right - golden * (right - left), r = left + golden * (right - left);
  long double of_l = sign * corner_at(body, l, row, corner), of_r = sign * corner_at(body, r, row, corner);
  long double best = fmaxl(of_l, of_r);
  for (int k = 0; k < 48 && left < right; k++) {
    if (of_l < of_r) {
      left = l;
      l = r;
      of_l = of_r;
      r = left + golden * (right - left);
      of_r = sign * corner_at(body, r, row, corner);
    } else {
      right = r;
      r = l;
      of_r = of_l;
      l = right - golden * (right - left);
      of_l = sign * corner_at(body, l, row, corner);
    }
    best = fmaxl(best, fmaxl(of_l, of_r));
  }
  return best;
}

static int in_order(const void *a, const void *b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

typedef struct samples {
  double time[SAMPLES + 1];
  long double height[3][8][SAMPLES + 1]; /* [row][corner] */
} samples;

static void take_samples(const bms_body *body, double t0, double t1, samples *out) {
  for (int k = 0; k <= SAMPLES; k++) out->time[k] = sample(body, t0, t1, k);
  qsort(out->time, SAMPLES + 1, sizeof out->time[0], in_order);
  for (int k = 0; k <= SAMPLES; k++) {
    long double pose[3][4];
    pose_at(&body->motion, out->time[k], pose);
    for (int row = 0; row < 3; row++)
      for (int corner = 0; corner < 8; corner++) out->height[row][corner][k] = corner_of(body, pose, row, corner);
  }
}

/* Returns the greatest that the oracle finds: every local maximum of a corner that might become the greatest is
   examined.  The envelope of all corners would not do: it has kinks, and between two samples next to one a summit can
   hide. */
static long double greatest(const bms_body *body, const samples *all, int row, int sign) {
  long double best = -HUGE_VALL, lowest = HUGE_VALL;
  for (int corner = 0; corner < 8; corner++)
    for (int k = 0; k <= SAMPLES; k++) {
      best = fmaxl(best, sign * all->height[row][corner][k]);
      lowest = fminl(lowest, sign * all->height[row][corner][k]);
    }
  long double enough = best - (best - lowest) / 50;
  for (int corner = 0; corner < 8; corner++) {
    const long double *height = all->height[row][corner];
    for (int k = 0; k <= SAMPLES; k++) {
      int before = k > 0 ? k - 1 : 0;
      while (k < SAMPLES && height[k + 1] == height[k]) k++; /* the time may be the same twice, or the body at rest */
      int after = k < SAMPLES ? k + 1 : SAMPLES;
      if (sign * height[k] < fmaxl(enough, fmaxl(sign * height[before], sign * height[after]))) continue;
      best = fmaxl(best, summit(body, all->time[before], all->time[after], row, sign, corner));
    }
  }
  return best;
}

/* Checks the bounds of a body. TIGHT is multiplied by `size`. */
static void check(const bms_body *body, double t0, double t1, double size, int round) {
  double min[3], max[3];
  samples all;
  bms_swept_bounds(body, t0, t1, min, max);
  take_samples(body, t0, t1, &all);
  for (int row = 0; row < 3; row++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double bound = sign < 0 ? -min[row] : max[row];
      long double reached = greatest(body, &all, row, sign);
      /* The oracle's own rounding, which only matters where it has few more digits than the unit. */
      long double oracle = 16 * LDBL_EPSILON * (fabsl(reached) + size);
      long double tight = TIGHT * size + 0x1p-50 * fabsl(reached);
      if (bound >= reached - oracle && bound <= reached + tight) continue;
      print_message("round %d, row %d, sign %d: bound %a, reached %a, excess %Lg, allowed 0 to %Lg\n", round, row, sign,
                    bound, (double)reached, bound - reached, tight);
      tell(body, t0, t1);
      fail();
    }
}

/* ------------------------------------------------------------------ random bodies */

static bms_box random_box(random_source *r, double size) {
  bms_box box;
  for (int i = 0; i < 3; i++) {
    double a = size * random_uniform(r, -1, 1), b = size * random_uniform(r, -1, 1);
    box.min[i] = fmin(a, b);
    box.max[i] = random_below(r, 8) == 0 ? box.min[i] : fmax(a, b);
  }
  return box;
}

/* Makes a quaternion that turns by up to `angle` (below 360 degrees) over [0, 1]. */
static void random_turn(random_source *r, double angle, double quaternion[4][2]) {
  double q[4], e[4], along = 0, length = 0, half = 0.5 * angle * random_uniform(r, 0, 1);
  random_direction(r, q, 4);
  random_direction(r, e, 4);
  for (int i = 0; i < 4; i++) along += q[i] * e[i];
  for (int i = 0; i < 4; i++) e[i] -= along * q[i];
  for (int i = 0; i < 4; i++) length += e[i] * e[i];
  double scale = random_power_of_ten(r, -0.5, 0.5), end = random_power_of_ten(r, -0.5, 0.5);
  for (int i = 0; i < 4; i++) {
    quaternion[i][0] = scale * q[i];
    quaternion[i][1] = end * (cos(half) * q[i] + sin(half) * e[i] / sqrt(length)) - scale * q[i];
  }
}

/* Returns a body of size 1 that travels by up to `travel` and is up to `place` from the origin. */
static bms_body random_rigid(random_source *r, double angle, double travel, double place) {
  bms_body body = {.box = random_box(r, 1), .motion.form = BMS_MOTION_RIGID};
  for (int i = 0; i < 3; i++) {
    body.motion.rigid.position[i][0] = place * random_uniform(r, -1, 1);
    body.motion.rigid.position[i][1] = travel * random_uniform(r, -1, 1);
    body.motion.rigid.position[i][2] = random_below(r, 2) == 0 ? 0 : travel * random_uniform(r, -1, 1);
  }
  random_turn(r, angle, body.motion.rigid.quaternion);
  return body;
}

static bms_body random_matrix(random_source *r) {
  bms_body body = {.box = random_box(r, 1), .motion.form = BMS_MOTION_MATRIX};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 3; k++) body.motion.matrix.entry[i][j][k] = random_uniform(r, -1, 1);
  double low = random_power_of_ten(r, -2, 0), at = random_uniform(r, -0.5, 1.5), steep = random_uniform(r, -0.2, 2);
  if (steep < 0) steep = 0;
  body.motion.matrix.weight[0] = low + steep * at * at; /* low + steep (t - at)^2 */
  body.motion.matrix.weight[1] = -2 * steep * at;
  body.motion.matrix.weight[2] = steep;
  return body;
}

/* ------------------------------------------------------------------ tests */

static void a_tumbling_body_stays_within_its_bounds_which_are_tight(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    static const double ANGLE[] = {0.01, 0.2, 1.5, 3.1, 6.2}, TRAVEL[] = {0, 0.1, 3}, PLACE[] = {0, 10, 1e6};
    double travel = TRAVEL[random_below(&r, 3)], angle = ANGLE[random_below(&r, 5)];
    bms_body body = random_rigid(&r, angle, travel, PLACE[random_below(&r, 3)]);
    check(&body, 0, 1, 2 + 2 * travel, round);
  }
}

static void a_body_in_pure_translation_has_exact_bounds(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_rigid(&r, 0, 2, random_below(&r, 2) == 0 ? 0 : 5);
    for (int i = 0; i < 4; i++) body.motion.rigid.quaternion[i][1] = 0;
    check(&body, -random_uniform(&r, 0, 1), 1, 8, round);
  }
}

static void a_fast_spin_is_bounded_by_its_circles(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_rigid(&r, 0, round % 2, 0);
    double base[4], spin[4], speed = random_power_of_ten(&r, 0, 8);
    random_direction(&r, base, 4);
    random_direction(&r, spin, 4);
    for (int i = 0; i < 4; i++) {
      body.motion.rigid.quaternion[i][0] = base[i];
      body.motion.rigid.quaternion[i][1] = speed * spin[i];
    }
    check(&body, round % 3 == 0 ? 0 : -random_uniform(&r, 0, 1), 1, 4, round);
  }
}

static void a_quaternion_that_nearly_vanishes_still_has_bounds(void **state) {
  if (not_judged()) return;
  random_source r = random_from(SEED + 3);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_rigid(&r, 0, round % 2, 0);
    double along[4], aside[4], when = random_uniform(&r, -0.2, 1.2), miss = random_power_of_ten(&r, -17, -2);
    random_direction(&r, along, 4);
    random_direction(&r, aside, 4);
    for (int i = 0; i < 4; i++) {
      body.motion.rigid.quaternion[i][1] = along[i];
      body.motion.rigid.quaternion[i][0] = -when * along[i] + miss * aside[i];
    }
    /* within the resolution of t only the ball is known: it contains the body, but is not always tight */
    double min[3], max[3];
    samples all;
    bms_swept_bounds(&body, 0, 1, min, max);
    take_samples(&body, 0, 1, &all);
    for (int row = 0; row < 3; row++) {
      for (int k = 0; k < 8 * (SAMPLES + 1); k++) {
        assert_true(all.height[row][k % 8][k / 8] <= (long double)max[row] + 64 * LDBL_EPSILON);
        assert_true(all.height[row][k % 8][k / 8] >= (long double)min[row] - 64 * LDBL_EPSILON);
      }
      assert_true(max[row] - min[row] < 20);
    }
    if (miss > 1e-9) check(&body, 0, 1, 4, round);
  }
}

static void matrix_motions_with_any_weight_stay_within_tight_bounds(void **state) {
  random_source r = random_from(SEED + 4);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_matrix(&r);
    double least = 1e300;
    for (int k = 0; k <= 100; k++) least = fmin(least, (double)value(body.motion.matrix.weight, 2, k / 100.0));
    check(&body, 0, 1, 12 / least, round);
  }
}

/* Rewrites s in [0, 1] as t in [t0, t0 + L]. */
static void reparametrise(double *c, int degree, double t0, double length) {
  double c2 = degree == 2 ? c[2] / length / length : 0, c1 = c[1] / length;
  c[0] += t0 * (c2 * t0 - c1);
  c[1] = c1 - 2 * c2 * t0;
  if (degree == 2) c[2] = c2;
}

static void intervals_far_from_zero_and_short_or_long_are_as_tight(void **state) {
  random_source r = random_from(SEED + 5);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    static const double START[] = {1e6, -1e6, 1e3, 0, 0}, LENGTH[] = {1, 1, 1e-3, 1e-9, 1e9};
    int which = random_below(&r, 5);
    bms_body body = random_rigid(&r, 3, 1, 1);
    for (int i = 0; i < 3; i++) reparametrise(body.motion.rigid.position[i], 2, START[which], LENGTH[which]);
    for (int i = 0; i < 4; i++) reparametrise(body.motion.rigid.quaternion[i], 1, START[which], LENGTH[which]);
    if (LDBL_EPSILON > 1e-18 && which < 3) continue; /* the oracle needs the digits that cancel */
    check(&body, START[which], START[which] + LENGTH[which], 4, round);
  }
}

static void scaling_by_a_power_of_two_scales_the_bounds(void **state) {
  random_source r = random_from(SEED + 6);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_rigid(&r, 3, 1, 1), scaled;
    int length = random_below(&r, 400) - 200, quaternion = random_below(&r, 1200) - 600;
    double min[3], max[3], scaled_min[3], scaled_max[3];
    scaled = body;
    for (int i = 0; i < 3; i++) {
      scaled.box.min[i] = ldexp(body.box.min[i], length);
      scaled.box.max[i] = ldexp(body.box.max[i], length);
      for (int k = 0; k < 3; k++) scaled.motion.rigid.position[i][k] = ldexp(body.motion.rigid.position[i][k], length);
    }
    for (int i = 0; i < 8; i++)
      scaled.motion.rigid.quaternion[i / 2][i % 2] = ldexp(body.motion.rigid.quaternion[i / 2][i % 2], quaternion);
    bms_swept_bounds(&body, 0, 1, min, max);
    bms_swept_bounds(&scaled, 0, 1, scaled_min, scaled_max);
    for (int i = 0; i < 3; i++) {
      assert_true(scaled_min[i] == ldexp(min[i], length));
      assert_true(scaled_max[i] == ldexp(max[i], length));
    }
  }
}

static void an_instant_has_the_bounds_of_its_pose(void **state) {
  random_source r = random_from(SEED + 7);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = round % 2 == 0 ? random_rigid(&r, 6, 1, 1) : random_matrix(&r);
    double t = random_uniform(&r, 0, 1);
    check(&body, t, t, 12 / (body.motion.form == BMS_MOTION_RIGID ? 1 : (double)value(body.motion.matrix.weight, 2, t)),
          round);
  }
}

static void bounds_of_a_part_lie_within_those_of_the_whole(void **state) {
  random_source r = random_from(SEED + 8);
  (void)state;
  for (int round = 0; round < rounds(); round++) {
    bms_body body = random_rigid(&r, 5, 1, 1);
    double a = random_uniform(&r, 0, 1), b = random_uniform(&r, 0, 1), min[3], max[3], part_min[3], part_max[3];
    bms_swept_bounds(&body, 0, 1, min, max);
    bms_swept_bounds(&body, fmin(a, b), fmax(a, b), part_min, part_max);
    for (int i = 0; i < 3; i++) {
      assert_true(part_min[i] >= min[i] - 1e-12);
      assert_true(part_max[i] <= max[i] + 1e-12);
    }
  }
}

static void assert_unbounded(const bms_body *body, double t0, double t1) {
  double min[3], max[3];
  bms_swept_bounds(body, t0, t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (!(min[i] == -HUGE_VAL && max[i] == HUGE_VAL)) tell(body, t0, t1);
    assert_true(min[i] == -HUGE_VAL);
    assert_true(max[i] == HUGE_VAL);
  }
}

static void bad_input_has_infinite_bounds(void **state) {
  static const double BAD[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300};
  random_source r = random_from(SEED + 9);
  (void)state;
  for (int bad = 0; bad < 4; bad++)
    for (int form = 0; form < 2; form++) {
      bms_body good = form == 0 ? random_rigid(&r, 3, 1, 1) : random_matrix(&r), body = good;
      double *number = form == 0 ? &body.motion.rigid.position[0][0] : &body.motion.matrix.entry[0][0][0];
      int count = form == 0 ? 17 : 39;
      for (int i = 0; i < count; i++) {
        body = good;
        if (form == 0 && i >= 9)
          body.motion.rigid.quaternion[(i - 9) / 2][(i - 9) % 2] = BAD[bad];
        else if (form == 1 && i >= 36)
          body.motion.matrix.weight[i - 36] = BAD[bad];
        else
          number[i] = BAD[bad];
        /* A huge quaternion or weight is legal. */
        if (bad == 3 && i >= (form == 0 ? 9 : 36)) continue;
        assert_unbounded(&body, 0.25, 0.75);
      }
      for (int i = 0; i < 3; i++) {
        body = good;
        body.box.min[i] = BAD[bad];
        assert_unbounded(&body, 0, 1);
        body = good;
        body.box.max[i] = BAD[bad];
        assert_unbounded(&body, 0, 1);
      }
      assert_unbounded(&good, BAD[bad], 1);
      assert_unbounded(&good, 0, BAD[bad]);
    }
  bms_body still = {.box = {{0, 0, 0}, {1, 1, 1}}, .motion.form = BMS_MOTION_RIGID};
  assert_unbounded(&still, 0, 1); /* no quaternion at all */
}

/* A point goes by the least number that there is in each unit of time, and over a long time by far more. */
static void what_underflows_in_a_unit_of_time_counts_over_a_long_one(void **state) {
  bms_body body = {.motion.form = BMS_MOTION_RIGID, .motion.rigid.quaternion[0][0] = 1};
  double min[3], max[3], t1 = 0x1p140;
  (void)state;
  for (int i = 0; i < 3; i++) body.motion.rigid.position[i][1] = (i + 1) * 0x1p-1074;
  bms_swept_bounds(&body, 0, t1, min, max);
  for (int i = 0; i < 3; i++) {
    assert_true(min[i] <= 0 && max[i] >= body.motion.rigid.position[i][1] * t1);
    assert_true(max[i] <= 0x1p-860);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tumbling_body_stays_within_its_bounds_which_are_tight),
      cmocka_unit_test(a_body_in_pure_translation_has_exact_bounds),
      cmocka_unit_test(a_fast_spin_is_bounded_by_its_circles),
      cmocka_unit_test(a_quaternion_that_nearly_vanishes_still_has_bounds),
      cmocka_unit_test(matrix_motions_with_any_weight_stay_within_tight_bounds),
      cmocka_unit_test(intervals_far_from_zero_and_short_or_long_are_as_tight),
      cmocka_unit_test(scaling_by_a_power_of_two_scales_the_bounds),
      cmocka_unit_test(an_instant_has_the_bounds_of_its_pose),
      cmocka_unit_test(bounds_of_a_part_lie_within_those_of_the_whole),
      cmocka_unit_test(what_underflows_in_a_unit_of_time_counts_over_a_long_one),
      cmocka_unit_test(bad_input_has_infinite_bounds),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
