/* SPDX-License-Identifier: BSD-3-Clause */

/* Geoms of every kind that the guard can take, on bodies that fly and turn. */

#include "thrown.h"

#include <string.h>

#include "own_shapes.h"

int set_up_shapes(void **state) {
  set_up_ode(state);
  register_ellipsoids();
  return 0;
}

dGeomID random_geom(random_source *source, dSpaceID space, int kind) {
  dReal x = uniform(source, 0.1, 1), y = uniform(source, 0.1, 1), z = uniform(source, 0.1, 1);
  switch (kind) {
    case KIND_BOX:
      return dCreateBox(space, x, y, z);
    case KIND_QMBOX:
      return qmboxCreate(space, x, y, z);
    case KIND_SPHERE:
      return dCreateSphere(space, x / 2);
    case KIND_CAPSULE:
      return dCreateCapsule(space, x / 2, y);
    case KIND_SLANTED:
      return slanted_box(source, space, (double)x, (double)y, (double)z);
    case KIND_ELLIPSOID:
      return ellipsoid(space, (double)x / 2, (double)y / 2, (double)z / 2);
    default:
      return dCreateCylinder(space, x / 2, y);
  }
}

dBodyID throw_geom(random_source *source, dWorldID world, dGeomID geom, double reach, double speed, double spin) {
  dBodyID body = random_body(source, world, reach, speed, spin);
  dMass mass;
  dMassSetBox(&mass, 1000, (dReal)0.5, (dReal)0.6, (dReal)0.7);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  if (uniform(source, 0, 1) < (dReal)0.5) return body;
  dReal offset[3];
  dQuaternion turn;
  random_vector(source, 0.5, offset);
  random_quaternion(source, turn);
  dGeomSetOffsetPosition(geom, offset[0], offset[1], offset[2]);
  dGeomSetOffsetQuaternion(geom, turn);
  return body;
}

void take_step(dWorldID world, double length, const dGeomID *geom, int count, taken_step *step) {
  for (int k = 0; k < count; k++) {
    dBodyID body = dGeomGetBody(geom[k]);
    step[k] = (taken_step){.length = length, .from = geom_pose(geom[k])};
    if (!body) continue;
    step[k].start = (qmboxSavedBody){.body = body, .enabled = 1, .inexact = QMBOX_INEXACT_JOINT};
    memcpy(step[k].start.position, dBodyGetPosition(body), 3 * sizeof(dReal));
    memcpy(step[k].start.quaternion, dBodyGetQuaternion(body), 4 * sizeof(dReal));
  }
  dWorldStep(world, (dReal)length);
  for (int k = 0; k < count; k++) {
    dBodyID body = dGeomGetBody(geom[k]);
    step[k].to = geom_pose(geom[k]);
    if (!body) continue;
    step[k].end = qmboxPresentPose(body);
    step[k].finite = dBodyGetFiniteRotationMode(body) != 0;
    for (int i = 0; i < 3; i++) step[k].turn[i] = length * (double)dBodyGetAngularVel(body)[i];
  }
}

pose at_part(const taken_step *step, double u) {
  return pose_in_step(&step->from, &step->to, step->finite ? step->turn : 0, u);
}
