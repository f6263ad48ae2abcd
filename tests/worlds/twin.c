/* SPDX-License-Identifier: BSD-3-Clause */

/* A second scene that makes the frames of a first one. */

#include "twin.h"

#include <string.h>

static bool is_elsewhere(dBodyID body, dBodyID of) {
  return memcmp(dBodyGetPosition(body), dBodyGetPosition(of), 3 * sizeof(dReal)) != 0 ||
         memcmp(dBodyGetQuaternion(body), dBodyGetQuaternion(of), sizeof(dQuaternion)) != 0;
}

/* A body that is where it should be is not placed: ODE would find its geoms' bounds again. */
static void follow_pose(dBodyID body, dBodyID of) {
  const dReal *x = dBodyGetPosition(of);

  if (!is_elsewhere(body, of)) return;
  dBodySetPosition(body, x[0], x[1], x[2]);
  dBodySetQuaternion(body, dBodyGetQuaternion(of));
}

static void follow_motion(dBodyID body, dBodyID of) {
  const dReal *v = dBodyGetLinearVel(of), *w = dBodyGetAngularVel(of);
  const dReal *force = dBodyGetForce(of), *torque = dBodyGetTorque(of);

  dBodySetLinearVel(body, v[0], v[1], v[2]);
  dBodySetAngularVel(body, w[0], w[1], w[2]);
  dBodySetForce(body, force[0], force[1], force[2]);
  dBodySetTorque(body, torque[0], torque[1], torque[2]);
}

/* Enabling a body that is enabled would begin its wait for sleep again. */
static void follow_sleep(dBodyID body, dBodyID of) {
  if (dBodyIsEnabled(body) == dBodyIsEnabled(of)) return;
  if (dBodyIsEnabled(of)) {
    dBodyEnable(body);
  } else {
    dBodyDisable(body);
  }
}

void twin_follow(scene *twin, const scene *of) {
  for (int i = 0; i < of->geom_count; i++) {
    dBodyID body = dGeomGetBody(twin->geoms[i]), original = dGeomGetBody(of->geoms[i]);
    if (!body || dBodyGetFirstGeom(original) != of->geoms[i]) continue;
    follow_pose(body, original);
    follow_motion(body, original);
    follow_sleep(body, original);
  }
}
