/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Predicts what ODE's next step does to a body: dxStepIsland and dxStepBody of ODE 0.16, read for a body that nothing
 * holds.
 *
 *   velocity    v + h (f/m + g); g only in gravity mode; a kinematic body has 1/m = 0
 *   angular     w + h I^-1 (torque + gyroscopic torque), then cut to the body's limit
 *   pose        by the new velocities; after that damping, which acts on the next step only
 */

#include "ode/free_body.h"

#include "ode/body_members.h"
#include "qmbox.h"
#include "util/arithmetic.h"
#include "util/real.h"

/*
 * An angular acceleration by gyroscopic torque counts as none up to this many times |w|^2.  ODE turns the inertia to
 * the world and back, so that rounding leaves some even for a cube.  Over a step it turns the body by 16 units in the
 * last place of (h |w|)^2, which is no more than rounding.  In units of w^2 because that is what it is quadratic in.
 */
#define PRECESSION_ERROR (16 * QMBOX_EPSILON)

static int isZero(const dReal *v) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

void qmboxAcceleration(dBodyID body, double acceleration[3]) {
  const dReal *force = dBodyGetForce(body);
  dVector3 gravity = {0, 0, 0, 0};
  dMass mass;
  for (int i = 0; i < 3; i++) acceleration[i] = 0;
  if (dBodyIsKinematic(body)) return;
  if (dBodyGetGravityMode(body)) dWorldGetGravity(dBodyGetWorld(body), gravity);
  dBodyGetMass(body, &mass);
  for (int i = 0; i < 3; i++) acceleration[i] = (double)force[i] / (double)mass.mass + (double)gravity[i];
}

void qmboxSteppedAngularVelocity(dBodyID body, double angular[3]) {
  double limit = (double)dBodyGetMaxAngularSpeed(body);
  qmboxToDouble(dBodyGetAngularVel(body), angular, 3);
  double speed = qmboxLength(angular);
  if (speed > limit) {
    for (int i = 0; i < 3; i++) angular[i] *= limit / speed;
  }
}

bool qmboxBodyMoves(dBodyID body) {
  double acceleration[3];
  if (!body || !dBodyIsEnabled(body)) return false;
  if (!isZero(dBodyGetLinearVel(body)) || !isZero(dBodyGetAngularVel(body))) return true;
  if (dBodyIsKinematic(body)) return false;
  if (!isZero(dBodyGetTorque(body)) || dBodyGetJoint(body, 0)) return true;
  qmboxAcceleration(body, acceleration);
  return qmboxDot(acceleration, acceleration) != 0;
}

static int isHeldByJoint(dBodyID body) {
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    if (dJointIsEnabled(walk.joint)) return 1;
  }
  return 0;
}

/* Computes the angular acceleration I^-1 (I w x w), in the body's frame, where I is constant.  Returns |w|^2; NaN if
   ODE cannot invert I. */
static double gyroscopicAcceleration(dBodyID body, double acceleration[3]) {
  const dReal *world = dBodyGetAngularVel(body);
  dVector3 angular, momentum, torque;
  dMatrix3 inverse;
  double speed2 = 0;
  dMass mass;
  dBodyGetMass(body, &mass);
  dBodyVectorFromWorld(body, world[0], world[1], world[2], angular);
  dMultiply0_331(momentum, mass.I, angular);
  dCalcVectorCross3(torque, momentum, angular);
  if (!dInvertPDMatrix(mass.I, inverse, 3)) return (double)NAN;
  for (int i = 0; i < 3; i++) {
    speed2 += (double)angular[i] * (double)angular[i];
    acceleration[i] = (double)dCalcVectorDot3(inverse + 4 * i, torque);
  }
  return speed2;
}

static bool precesses(dBodyID body) {
  double acceleration[3] = {0, 0, 0};
  if (!dBodyGetGyroscopicMode(body) || dBodyIsKinematic(body) || isZero(dBodyGetAngularVel(body))) return false;
  qmboxArithmetic arithmetic;
  qmboxSetArithmetic(&arithmetic);
  double most = PRECESSION_ERROR * gyroscopicAcceleration(body, acceleration);
  bool steady = true;
  for (int i = 0; i < 3; i++) steady = steady && fabs(acceleration[i]) <= most; /* NaN precesses */
  qmboxRestoreArithmetic(&arithmetic);
  return !steady;
}

unsigned qmboxBodyInexact(dBodyID body) {
  unsigned inexact = 0;
  if (!body || !dBodyIsEnabled(body)) return 0;
  if (isHeldByJoint(body)) inexact |= QMBOX_INEXACT_JOINT;
  if (!dBodyIsKinematic(body) && !isZero(dBodyGetTorque(body))) inexact |= QMBOX_INEXACT_TORQUE;
  if (precesses(body)) inexact |= QMBOX_INEXACT_GYROSCOPIC;
  if (dBodyGetFiniteRotationMode(body) && !isZero(dBodyGetAngularVel(body))) inexact |= QMBOX_INEXACT_FINITE_ROTATION;
  return inexact;
}
