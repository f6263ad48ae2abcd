/* SPDX-License-Identifier: BSD-3-Clause */

/* The gyroscopic torque of a cube, which has none but for rounding. */

#include "ode/free_body.c"

#include "bounds.h"

/* The inputs are a side, a rotation (4) and an angular velocity (3). */
static double share_of_an_acceleration(const double *x, const void *context) {
  dBodyID body = *(const dBodyID *)context;
  const dQuaternion q = {(dReal)x[1], (dReal)x[2], (dReal)x[3], (dReal)x[4]};
  double acceleration[3], side = fabs(x[0]) + 0.01;
  dMass mass;
  if (!(x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[4] * x[4] > 0.1) || !(qmboxLength(x + 5) > 0.01)) return 0;
  dMassSetBox(&mass, 1, (dReal)side, (dReal)side, (dReal)side);
  dBodySetMass(body, &mass);
  dBodySetQuaternion(body, q);
  dBodySetAngularVel(body, (dReal)x[5], (dReal)x[6], (dReal)x[7]);
  double square = gyroscopicAcceleration(body, acceleration);
  double most = fmax(fabs(acceleration[0]), fmax(fabs(acceleration[1]), fabs(acceleration[2])));
  return most / (PRECESSION_ERROR * square);
}

static void a_cube_does_not_precess(void **state) {
  (void)state;
  dInitODE();
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  bounds_measure("PRECESSION_ERROR", share_of_an_acceleration, &body, 8, 10);
  dWorldDestroy(world);
  dCloseODE();
}

BOUNDS_MAIN(cmocka_unit_test(a_cube_does_not_precess))
