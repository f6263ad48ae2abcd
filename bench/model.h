/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motion models: the motion of each library "from this pose to that one".
 *
 * All agree that the centre moves uniformly and that the box turns about a fixed axis; they differ in the angle
 * theta(t), where Theta is the whole turn.  A library is judged by the model that it follows, not by the one it ought
 * to.
 *
 *   quaternion   linear quaternion, normalised: theta = Theta/2 + 2 atan(tan(Theta/4) (2 t - 1)).  This solver, ODE's
 *                own integrator, and what somebody who steps geoms through dCollide() would write: it takes no sine.
 *   steady       theta = Theta t (spherical interpolation).  FCL's InterpMotion about the box's centre.
 *   bullet       btTransformUtil::integrateTransform(): Theta t up to 45 degrees, beyond that
 *                2 atan(tan(22.5 deg) Theta t / 45 deg), which never reaches the end pose.  Besides, where Theta > 120
 *                degrees and the largest component of the axis is negative, btMatrix3x3::getRotation() gives the
 *                negative quaternion and the box turns the long way, by Theta - 2 pi.
 *   frozen       theta = 0: FCL's default request, which drops the rotation.
 *   matrix       the homogeneous matrices of the test case.
 */

#ifndef BENCH_MODEL_H
#define BENCH_MODEL_H

#include "test_case.h"

typedef enum motion_model {
  MODEL_QUATERNION,
  MODEL_STEADY,
  MODEL_BULLET,
  MODEL_FROZEN,
  MODEL_MATRIX,
  MODEL_COUNT
} motion_model;

const char *model_name(motion_model model);

/* A turn's angle as a function of t, for one course. */
typedef struct turning {
  motion_model model;
  double whole; /* Theta, after what the model does to it */
} turning;

turning turning_of(motion_model model, const course *body);

/* Computes theta(t) and its derivative; at a kink, this is the derivative to the right. */
void turning_at(const turning *turn, double t, double *angle, double *rate);

/* Returns a bound of theta'^2 + |theta''| over [0, 1]: times the distance from the centre it bounds the acceleration of
   a point. */
double turning_acceleration(const turning *turn);

/* Returns the time at which theta' jumps, or INFINITY. */
double turning_kink(const turning *turn);

/* Computes the pose at t: centre and unit quaternion. It must not be called for MODEL_MATRIX. */
void model_pose(motion_model model, const course *body, double t, double position[3], double quaternion[4]);

#endif /* BENCH_MODEL_H */
