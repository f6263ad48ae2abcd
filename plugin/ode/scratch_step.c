/* SPDX-License-Identifier: BSD-3-Clause */

/* Where a step would put two bodies that no joint holds: copies of them in a world of their own. */

#include "ode/scratch_step.h"

#include "ode/own_threading.h"
#include "qmbox.h"

int qmboxCanRehearse(const qmboxWorldState *start, dGeomID geom) {
  const qmboxSavedBody *saved = qmboxSavedOf(start, dGeomGetBody(geom));

  return !saved || (saved->enabled && !(saved->inexact & QMBOX_INEXACT_JOINT));
}

/* All that the next step of a body depends on, but for its state.  Damping comes after a body has moved. */
static dBodyID copyOf(dWorldID world, dBodyID body) {
  dBodyID copy = dBodyCreate(world);
  dVector3 axis;
  dMass mass;

  dBodyGetMass(body, &mass);
  dBodySetMass(copy, &mass);
  if (dBodyIsKinematic(body)) dBodySetKinematic(copy);
  dBodySetGravityMode(copy, dBodyGetGravityMode(body));
  dBodySetGyroscopicMode(copy, dBodyGetGyroscopicMode(body));
  dBodySetMaxAngularSpeed(copy, dBodyGetMaxAngularSpeed(body));
  dBodySetFiniteRotationMode(copy, dBodyGetFiniteRotationMode(body));
  dBodyGetFiniteRotationAxis(body, axis);
  dBodySetFiniteRotationAxis(copy, axis[0], axis[1], axis[2]);
  dBodySetAutoDisableFlag(copy, 0);
  dBodySetDamping(copy, 0, 0);
  return copy;
}

void qmboxBeginRehearsal(qmboxRehearsal *rehearsal, const qmboxWorldState *start, const dGeomID geom[2]) {
  dVector3 gravity;

  rehearsal->world = dWorldCreate();
  rehearsal->threading = qmboxGiveThreading(rehearsal->world);
  dWorldGetGravity(start->world, gravity);
  dWorldSetGravity(rehearsal->world, gravity[0], gravity[1], gravity[2]);
  for (int k = 0; k < 2; k++) {
    rehearsal->saved[k] = qmboxSavedOf(start, dGeomGetBody(geom[k]));
    rehearsal->copy[k] = rehearsal->saved[k] ? copyOf(rehearsal->world, rehearsal->saved[k]->body) : 0;
  }
}

int qmboxRehearse(qmboxRehearsal *rehearsal, double length) {
  for (int k = 0; k < 2; k++) {
    const qmboxSavedBody *saved = rehearsal->saved[k];
    dBodyID copy = rehearsal->copy[k];
    if (!saved) continue;
    dBodySetPosition(copy, saved->position[0], saved->position[1], saved->position[2]);
    dBodySetQuaternion(copy, saved->quaternion);
    dBodySetLinearVel(copy, saved->linear[0], saved->linear[1], saved->linear[2]);
    dBodySetAngularVel(copy, saved->angular[0], saved->angular[1], saved->angular[2]);
    dBodySetForce(copy, saved->force[0], saved->force[1], saved->force[2]);
    dBodySetTorque(copy, saved->torque[0], saved->torque[1], saved->torque[2]);
  }
  return dWorldQuickStep(rehearsal->world, (dReal)length);
}

void qmboxEndRehearsal(qmboxRehearsal *rehearsal) {
  dWorldDestroy(rehearsal->world);
  qmboxFreeThreading(rehearsal->threading);
}
