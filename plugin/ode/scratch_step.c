/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/scratch_step.h"

#include "qmbox.h"

/*
 * A threading implementation for one world alone, if configure has found these functions.  Worlds without one share
 * ODE's default, which takes no locks and so is for one thread at a time.
 */
#ifdef QMBOX_ODE_THREADING

/* Returns what freeThreading() frees after the world. */
static void *giveThreading(dWorldID world) {
  dThreadingImplementationID threading = dThreadingAllocateSelfThreadedImplementation();
  if (threading)
    dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(threading), threading);
  return threading;
}

static void freeThreading(void *threading) {
  if (threading) dThreadingFreeImplementation(threading);
}

#else

static void *giveThreading(dWorldID world) {
  (void)world;
  return 0;
}

static void freeThreading(void *threading) {
  (void)threading;
}

#endif

bool qmboxCanScratchStep(const qmboxWorldState *start, dGeomID geom) {
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

void qmboxBeginScratchStep(qmboxScratchStep *scratch, const qmboxWorldState *start, const dGeomID geom[2]) {
  dVector3 gravity;
  scratch->world = dWorldCreate();
  scratch->threading = giveThreading(scratch->world);
  dWorldGetGravity(start->world, gravity);
  dWorldSetGravity(scratch->world, gravity[0], gravity[1], gravity[2]);
  for (int k = 0; k < 2; k++) {
    scratch->saved[k] = qmboxSavedOf(start, dGeomGetBody(geom[k]));
    scratch->copy[k] = scratch->saved[k] ? copyOf(scratch->world, scratch->saved[k]->body) : 0;
  }
}

bool qmboxMakeScratchStep(qmboxScratchStep *scratch, double length) {
  for (int k = 0; k < 2; k++) {
    const qmboxSavedBody *saved = scratch->saved[k];
    dBodyID copy = scratch->copy[k];
    if (!saved) continue;
    dBodySetPosition(copy, saved->position[0], saved->position[1], saved->position[2]);
    dBodySetQuaternion(copy, saved->quaternion);
    qmboxSetVelocities(copy, saved->linear, saved->angular);
    qmboxSetForces(copy, saved);
  }
  return dWorldQuickStep(scratch->world, (dReal)length);
}

void qmboxEndScratchStep(qmboxScratchStep *scratch) {
  dWorldDestroy(scratch->world);
  freeThreading(scratch->threading);
}
