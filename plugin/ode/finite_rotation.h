/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rotation in ODE's finite mode.
 *
 * In this mode a step of length t turns a body by exp(t/2 f) q, f the part of its angular velocity along the finite
 * axis or, without an axis, all of it; the rest turns it as usual, but by half of it, i, as ODE has halved t before: by
 * q + t/2 i q.  The quaternion (1 + t/2 i) exp(t/2 f) q is not polynomial in t, as the solver wants it.  It is cut into
 * pieces short enough that between the ends the linear quaternion is near.
 *
 * How near: for a unit quaternion q(t) linear interpolation over a piece of length d is off by at most d^2/8 max|q''|.
 * With W = |f| + |i|, q' = w q / 2 for an angular velocity |w| <= W whose derivative is at most |i|^2 + |i| |f| <= W^2,
 * so |q''| <= W^2/4 + W^2/2 = 3/4 W^2.  A difference e of quaternions, one of unit length, turns a point at distance
 * R by at most 4 R e (2 arcsin e <= 2.1 e for the angle's half, when e <= 1/2).  In all 3/8 R (W d)^2, rounded up
 * below.
 */

#ifndef QMBOX_FINITE_ROTATION_H
#define QMBOX_FINITE_ROTATION_H

#include <bms.h>

typedef struct qmboxFiniteRotation {
  double start[4];  /* the quaternion at 0, unit */
  double finite[3]; /* f */
  double linear[3]; /* i: half of what is left of the angular velocity */
  double speed;     /* W */
} qmboxFiniteRotation;

/* The unit quaternion at t. */
void qmboxFiniteRotationAt(const qmboxFiniteRotation *turn, double t, double quaternion[4]);

/* Replaces the quaternion of a rigid motion by the linear one between t0 and t1, t0 < t1. */
void qmboxFiniteRotationPiece(const qmboxFiniteRotation *turn, double t0, double t1, bms_motion *motion);

/* How far a point at this distance from the body's position may be from where the piece has it. */
double qmboxFiniteRotationError(const qmboxFiniteRotation *turn, double length, double distance);

#endif /* QMBOX_FINITE_ROTATION_H */
