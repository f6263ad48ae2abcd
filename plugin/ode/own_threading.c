/* SPDX-License-Identifier: BSD-3-Clause */

/* A threading implementation for one world alone, where ODE has such a thing: configure looks. */

#include "ode/own_threading.h"

#ifdef QMBOX_ODE_THREADING

void *qmboxGiveThreading(dWorldID world) {
  dThreadingImplementationID threading = dThreadingAllocateSelfThreadedImplementation();

  if (threading)
    dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(threading), threading);
  return threading;
}

void qmboxFreeThreading(void *threading) {
  if (threading) dThreadingFreeImplementation(threading);
}

#else

void *qmboxGiveThreading(dWorldID world) {
  (void)world;
  return 0;
}

void qmboxFreeThreading(void *threading) {
  (void)threading;
}

#endif
