/* SPDX-License-Identifier: BSD-3-Clause */

/* How far ODE's step puts a box from where its path has it. */

#include "exact/step_check.c"

#include "bounds.h"
#include "util/real.h"

/* Places a body by a position (3), a rotation (4), a velocity (3) and an angular velocity (3). */
static void place(dBodyID body, const double *x) {
  const dQuaternion q = {(dReal)x[3], (dReal)x[4], (dReal)x[5], (dReal)x[6]};
  dBodySetPosition(body, (dReal)x[0], (dReal)x[1], (dReal)x[2]);
  dBodySetQuaternion(body, q);
  dBodySetLinearVel(body, (dReal)x[7], (dReal)x[8], (dReal)x[9]);
  dBodySetAngularVel(body, (dReal)x[10], (dReal)x[11], (dReal)x[12]);
}

/* The inputs are place()'s, and the length of the step. */
static double share_of_a_step(const double *x, const void *context) {
  dGeomID geom = *(const dGeomID *)context;
  dBodyID body = dGeomGetBody(geom);
  double length = (double)(dReal)(0.001 + 0.5 * fabs(x[13])), reach = 0, pose[3][4], off = 0;
  qmboxMoving path;
  if (!(qmboxDot(x + 3, x + 3) + x[6] * x[6] > 0.1)) return 0;
  place(body, x);
  qmboxMovingOf(geom, 0, QMBOX_FOLLOW_BODY, &path);
  bms_motion_at(&path.body.motion, length, pose);
  dWorldStep(dBodyGetWorld(body), (dReal)length);
  const dReal *position = dBodyGetPosition(body), *rotation = dBodyGetRotation(body);
  for (int corner = 0; corner < 8; corner++) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
      double computed = (double)position[i], there = pose[i][3];
      for (int k = 0; k < 3; k++) {
        double side = corner >> k & 1 ? path.body.box.max[k] : path.body.box.min[k];
        computed += (double)rotation[4 * i + k] * side;
        there += pose[i][k] * side;
      }
      square += (computed - there) * (computed - there);
      reach = fmax(reach, fabs(there));
    }
    off = fmax(off, sqrt(square));
  }
  return off / (UNIT_ERROR * reach);
}

static void a_step_loses_less_than_a_unit(void **state) {
  (void)state;
  dInitODE();
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dGeomID geom = dCreateBox(NULL, 1, 1, 1);
  dGeomSetBody(geom, body);
  (void)qmboxCheckPair; /* the rest of the unit is not wanted here */
  bounds_measure("UNIT_ERROR", share_of_a_step, &geom, 14, 2);
  dGeomDestroy(geom);
  dWorldDestroy(world);
  dCloseODE();
}

BOUNDS_MAIN(cmocka_unit_test(a_step_loses_less_than_a_unit))
