/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/finite_rotation.h"

#include <math.h>

#include "util/real.h"

/* 3/8 of the derivation in finite_rotation.h, and room for the roundings of the piece's coefficients. */
#define TURN_ERROR 0.4

void qmboxFiniteRotationAt(const qmboxFiniteRotation *turn, double t, double quaternion[4]) {
  double speed = qmboxLength(turn->finite), half = t / 2, sine = speed > 0 ? sin(speed * half) / speed : half;
  double finite[4] = {cos(speed * half)}, linear[4] = {1}, turned[4], size = 0;
  for (int i = 0; i < 3; i++) {
    finite[1 + i] = turn->finite[i] * sine;
    linear[1 + i] = turn->linear[i] * half;
  }
  qmboxMultiply(finite, turn->start, turned);
  qmboxMultiply(linear, turned, quaternion);
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
