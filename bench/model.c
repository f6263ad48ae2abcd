/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motion models.
 *
 * Two of them are arcs theta = 2 atan(y) of a y that is linear in t, y' = k.  Then theta' = 2 k / (1 + y^2) <= 2 k, and
 * theta'' = -4 k^2 y / (1 + y^2)^2, whose factor y / (1 + y^2)^2 is greatest at y = 1/sqrt(3): 3 sqrt(3)/16.
 */

#include "model.h"

#include <math.h>
#include <stddef.h>

static const double ARC_CURVATURE = 4.0 * 0.32475952641916456; /* 4 * 3 sqrt(3)/16, rounded up */
static const double BULLET_THRESHOLD = 0.78539816339744831;    /* 45 degrees: ANGULAR_MOTION_THRESHOLD */
static const double TWO_PI = 6.2831853071795865;

const char *model_name(motion_model model) {
  static const char *const NAME[MODEL_COUNT] = {"quaternion", "steady", "bullet", "frozen", "matrix"};

  return NAME[model];
}

/* Returns the turn that Bullet makes of a course. btMatrix3x3::getRotation() takes the largest component of the
   imaginary part as positive where the trace, 1 + 2 cos Theta, is not positive; btQuaternion::getAngle() then reads a
   negative real part as an angle beyond pi. */
static double bullet_turn(const course *body) {
  int i, largest = 0;

  for (i = 1; i < 3; i++)
    if (fabs(body->axis[i]) > fabs(body->axis[largest])) largest = i;
  return 1.0 + 2.0 * cos(body->angle) <= 0.0 && body->axis[largest] < 0.0 ? body->angle - TWO_PI : body->angle;
}

turning turning_of(motion_model model, const course *body) {
  turning turn = {model, body->angle};

  if (model == MODEL_BULLET) turn.whole = bullet_turn(body);
  if (model == MODEL_FROZEN) turn.whole = 0.0;
  return turn;
}

/* Returns y' of the arc that Bullet follows beyond the threshold, with the sign of the turn. */
static double bullet_slope(const turning *turn) {
  return tan(0.5 * BULLET_THRESHOLD) * turn->whole / BULLET_THRESHOLD;
}

static void arc(double y, double slope, double *angle, double *rate) {
  *angle = 2.0 * atan(y);
  *rate = 2.0 * slope / (1.0 + y * y);
}

void turning_at(const turning *turn, double t, double *angle, double *rate) {
  double slope;

  if (turn->model == MODEL_QUATERNION) {
    slope = 2.0 * tan(0.25 * turn->whole);
    arc(slope * (t - 0.5), slope, angle, rate);
    *angle += 0.5 * turn->whole;
  } else if (turn->model == MODEL_BULLET && t >= turning_kink(turn)) {
    slope = bullet_slope(turn);
    arc(slope * t, slope, angle, rate);
  } else {
    *angle = turn->whole * t;
    *rate = turn->whole;
  }
}

double turning_acceleration(const turning *turn) {
  double slope;

  if (turn->model == MODEL_QUATERNION) {
    slope = 2.0 * tan(0.25 * turn->whole);
    return (4.0 + ARC_CURVATURE) * slope * slope;
  }
  if (turn->model == MODEL_BULLET) {
    slope = bullet_slope(turn);
    return turn->whole * turn->whole + ARC_CURVATURE * slope * slope;
  }
  return turn->whole * turn->whole;
}

double turning_kink(const turning *turn) {
  if (turn->model != MODEL_BULLET || fabs(turn->whole) <= BULLET_THRESHOLD) return INFINITY;
  return BULLET_THRESHOLD / fabs(turn->whole);
}

void model_pose(motion_model model, const course *body, double t, double position[3], double quaternion[4]) {
  turning turn = turning_of(model, body);
  double angle, rate, about[4];
  int i;

  turning_at(&turn, t, &angle, &rate);
  quaternion_about(body->axis, angle, about);
  quaternion_product(about, body->quaternion[START], quaternion);
  for (i = 0; i < 3; i++)
    position[i] = body->position[START][i] + t * (body->position[END][i] - body->position[START][i]);
}
