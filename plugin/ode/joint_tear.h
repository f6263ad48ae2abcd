/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How far joints are torn.
 *
 * A step of ODE solves the velocities of joints, and moves bodies along straight lines: bodies that turn far in a step
 * leave their joints, with dWorldStep() as well, and dWorldQuickStep() leaves errors of velocities besides.  The tear
 * of a joint is the distance of the points of its two bodies that it holds together.  ODE does not return both points
 * of fixed joints, sliders, PR and PU joints: a step tears these by as much as it moves the two bodies against each
 * other otherwise than the joint allows.
 */

#ifndef QMBOX_JOINT_TEAR_H
#define QMBOX_JOINT_TEAR_H

#include "qmbox_ode.h"

/* Returns the widest tear of the joints of a body, contacts aside; fixed joints, sliders, PR and PU joints and motors
   do not count. */
double qmboxTearOfBody(dBodyID body);

/* Returns the size of a body: the root mean square of a coordinate of its points; infinite if it is kinematic. */
double qmboxSizeOfBody(dBodyID body);

/* A pose that a body had; the world's if there is no body. */
typedef struct qmboxEarlierPose {
  const dReal *position, *quaternion;
} qmboxEarlierPose;

/* Returns how far a joint is torn; 0 if less than a quarter of that is new since its first and second body had these
   poses.  Only what is new is known of fixed joints, sliders, PR and PU joints; turns that the first two do not allow
   count by this size.  0 for motors. */
double qmboxTearByStep(dJointID joint, const qmboxEarlierPose earlier[2], double size);

#endif /* QMBOX_JOINT_TEAR_H */
