/* SPDX-License-Identifier: BSD-3-Clause */

/* Rotation in ODE's finite mode, and the linear quaternions that approximate it. */

#include "ode/finite_rotation.h"

#include <math.h>

/* 3/8 of the derivation in finite_rotation.h, and room for the roundings of the piece's coefficients. */
#define TURN_ERROR 0.4

/* a b for quaternions, a = (w, v). */
static void multiply(double w, const double v[3], const double b[4], double product[4]) {
  product[0] = w * b[0] - v[0] * b[1] - v[1] * b[2] - v[2] * b[3];
  product[1] = w * b[1] + v[0] * b[0] + v[1] * b[3] - v[2] * b[2];
  product[2] = w * b[2] + v[1] * b[0] + v[2] * b[1] - v[0] * b[3];
  product[3] = w * b[3] + v[2] * b[0] + v[0] * b[2] - v[1] * b[1];
}

void qmboxFiniteRotationAt(const qmboxFiniteRotation *turn, double t, double quaternion[4]) {
  double speed =
      sqrt(turn->finite[0] * turn->finite[0] + turn->finite[1] * turn->finite[1] + turn->finite[2] * turn->finite[2]);
  double half = t / 2, sine = speed > 0 ? sin(speed * half) / speed : half;
  double finite[3], linear[3], turned[4], size = 0;

  for (int i = 0; i < 3; i++) {
    finite[i] = turn->finite[i] * sine;
    linear[i] = turn->linear[i] * half;
  }
  multiply(cos(speed * half), finite, turn->start, turned);
  multiply(1, linear, turned, quaternion);
  for (int i = 0; i < 4; i++) size += quaternion[i] * quaternion[i];
  for (int i = 0; i < 4; i++) quaternion[i] /= sqrt(size);
}

void qmboxFiniteRotationPiece(const qmboxFiniteRotation *turn, double t0, double t1, bms_motion *motion) {
  double from[4], to[4];

  qmboxFiniteRotationAt(turn, t0, from);
  qmboxFiniteRotationAt(turn, t1, to);
  for (int i = 0; i < 4; i++) {
    double slope = (to[i] - from[i]) / (t1 - t0);
    motion->rigid.quaternion[i][0] = from[i] - t0 * slope;
    motion->rigid.quaternion[i][1] = slope;
  }
}

double qmboxFiniteRotationError(const qmboxFiniteRotation *turn, double length, double distance) {
  double angle = turn->speed * length;
  return TURN_ERROR * angle * angle * distance;
}
