/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * P(t) leads from the centre of one sphere to the other's.  Over [t0, t1] it stays in the triangle of its Bernstein
 * points P0, P1, P2.  If a half-space n . x > R |n|, with R the sum of the radii, holds all three, the spheres are
 * apart.  The n tried is the point of the chord P0 P2 that is nearest to zero: the best one for a straight path.
 *
 * Errors.  Coordinates of a Bernstein point are off by at most 7 roundings of the magnitude: one for the difference of
 * the coefficients, 6 for the evaluation.  n itself may be any vector.  A dot product adds 3 roundings of |n| |P|, the
 * radius and its sum 5 of R.  SPHERE_ROUNDINGS is more than twice all that together, and is counted once more for what
 * the comparison rounds.  Squares do not underflow where it matters: R exceeds 1e-26 of a magnitude that is tame.
 */

#include "numeric/arithmetic.h"

#include "bounds/swept_sphere.h"

#include <math.h>
#include <string.h>

#include "motion/linear_quaternion.h"
#include "motion/relative.h"
#include "numeric/vector.h"
#include "validate/rules.h"

/* The roundings of the magnitude; see above. */
static const double SPHERE_ROUNDINGS = 32;

/* Numbers within these are far inside of what relative.c holds for the range of doubles. */
static const double SMALLEST = 1e-8, LARGEST = 1e8;

static bool is_tame(double x) {
  return x >= SMALLEST && x <= LARGEST; /* not so a NaN */
}

/* Magnitudes are bounded for all times up to this: at least 1, so that they bound the coefficients as well. */
static double max_abs_time(double t0, double t1) {
  return bms_max(bms_max(fabs(t0), fabs(t1)), 1);
}

static bool turns_for_certain(const double quaternion[4][2], double t0, double t1) {
  double terms = bms_linear_quaternion_terms(quaternion, max_abs_time(t0, t1));
  return is_tame(terms) && bms_linear_quaternion_turns(quaternion, t0, t1, terms);
}

/* The corner farthest from the origin; a NaN if the box is not one. */
static double radius_of(const bms_box *box) {
  double square = 0;
  for (int r = 0; r < 3; r++) {
    double far = bms_max(fabs(box->min[r]), fabs(box->max[r]));
    square += box->min[r] <= box->max[r] ? far * far : NAN;
  }
  return sqrt(square);
}

void bms_swept_sphere_of(const bms_body *body, double t0, double t1, bms_swept_sphere *sphere) {
  const bms_motion *motion = &body->motion;
  double t = max_abs_time(t0, t1), magnitude = 0;
  sphere->known = false;
  bms_proved proved = {
      .interval_range = t <= LARGEST,
      .interval_order = t0 <= t1,
      .motion_form = motion->form == BMS_MOTION_RIGID && motion->origin == 0,
  };
  if (!(proved.motion_form && proved.interval_range && proved.interval_order)) return;
  for (int r = 0; r < 3; r++) {
    const double *c = motion->rigid.position[r];
    magnitude += fabs(c[0]) + t * (fabs(c[1]) + t * fabs(c[2]));
  }
  double radius = radius_of(&body->box);
  proved.box_range = proved.box_order = is_tame(radius);
  proved.motion_range = magnitude <= LARGEST; /* and the quaternion is tame if it is regular: */
  proved.motion_regular = turns_for_certain(motion->rigid.quaternion, t0, t1);
  if (!bms_all_proved(&proved)) return;
  memcpy(sphere->position, motion->rigid.position, sizeof sphere->position);
  sphere->radius = radius;
  sphere->magnitude = magnitude;
  sphere->known = true;
}

/* Computes the Bernstein points of P. */
static void points_between(const bms_swept_sphere *a, const bms_swept_sphere *b, double t0, double t1,
                           double point[3][3]) {
  for (int r = 0; r < 3; r++) {
    const double *p = a->position[r], *q = b->position[r];
    double c0 = q[0] - p[0], c1 = q[1] - p[1], c2 = q[2] - p[2];
    point[0][r] = c0 + t0 * (c1 + t0 * c2);
    point[1][r] = c0 + 0.5 * (t0 + t1) * c1 + t0 * t1 * c2;
    point[2][r] = c0 + t1 * (c1 + t1 * c2);
  }
}

bool bms_swept_spheres_apart(const bms_swept_sphere *a, const bms_swept_sphere *b, double t0, double t1) {
  double point[3][3], chord[3], n[3];
  if (!a->known || !b->known) return false;
  points_between(a, b, t0, t1, point);
  for (int r = 0; r < 3; r++) chord[r] = point[2][r] - point[0][r];
  double square = bms_dot(chord, chord), s = square > 0 ? -bms_dot(chord, point[0]) / square : 0;
  s = bms_min(bms_max(s, 0), 1);
  for (int r = 0; r < 3; r++) n[r] = point[0][r] + s * chord[r];
  double least = bms_min(bms_dot(n, point[0]), bms_min(bms_dot(n, point[1]), bms_dot(n, point[2])));
  double reach = a->radius + b->radius;
  reach += SPHERE_ROUNDINGS * BMS_ROUNDING * (reach + a->magnitude + b->magnitude);
  return least > 0 && least * least > bms_dot(n, n) * (reach * reach) * (1 + SPHERE_ROUNDINGS * BMS_ROUNDING);
}

double bms_swept_spheres_meet(const bms_swept_sphere *a, const bms_swept_sphere *b, double t0, double t1) {
  double point[3][3], chord[3];
  if (!a->known || !b->known) return t0;
  points_between(a, b, t0, t1, point);
  for (int r = 0; r < 3; r++) chord[r] = point[2][r] - point[0][r];
  /* |P0 + s chord| = R, as if the path were straight. */
  double reach = a->radius + b->radius, distance = bms_dot(point[0], point[0]) - reach * reach;
  double closing = -bms_dot(point[0], chord), root = closing * closing - distance * bms_dot(chord, chord);
  if (distance <= 0) return t0;
  if (!(closing > 0 && root > 0)) return INFINITY;
  double s = distance / (closing + sqrt(root));
  return s <= 1 ? t0 + s * (t1 - t0) : INFINITY;
}
