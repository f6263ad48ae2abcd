/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The state of a world's bodies, saved before a step so that the step can be taken back.
 *
 * ODE has no list of a world's bodies for the public.  Those are found that have a geom in the space or in a space
 * nested in it, that joints lead to from there, or that the caller names.
 *
 * These come back: pose, velocities, force, torque, whether a body is enabled, and ODE's random seed, by which
 * dWorldQuickStep() shuffles constraints, so that the same step again is the same step.  Not saved: the counters of
 * auto-disabling (erp_scaling.h keeps them still), and what moved callbacks have done.  A quaternion that comes back is
 * normalised once more: its last bit may change.
 */

#ifndef QMBOX_WORLD_STATE_H
#define QMBOX_WORLD_STATE_H

#include <stdbool.h>

#include "qmbox_ode.h"

typedef struct qmboxSavedBody {
  dBodyID body;
  dVector3 position, linear, angular, force, torque;
  dQuaternion quaternion;
  int enabled;
  double acceleration[3]; /* by gravity and the force */
  unsigned inexact;       /* qmboxBodyInexact() */
} qmboxSavedBody;

typedef struct qmboxWorldState {
  dWorldID world;
  qmboxSavedBody *saved; /* in the order of the bodies' addresses, each once */
  int count, capacity;
  bool failed; /* no memory was left */
  unsigned long seed;
} qmboxWorldState;

/* Saves the pose, velocities, force and torque of a body. */
void qmboxSavePoseAndForces(dBodyID body, qmboxSavedBody *saved);

/* Set the velocities of a body, and its force and torque to those that were saved. */
void qmboxSetVelocities(dBodyID body, const dReal linear[3], const dReal angular[3]);
void qmboxSetForces(dBodyID body, const qmboxSavedBody *saved);

/* Finds the bodies of a world and saves them; `extra` are bodies besides.  Returns false if no memory is left.
   qmboxForgetState() in either case. */
bool qmboxSaveState(qmboxWorldState *state, dWorldID world, dSpaceID space, const dBodyID *extra, int extraCount);

/* Finds the bodies and saves the forces and torques of those that have any. */
bool qmboxSaveForces(qmboxWorldState *state, dWorldID world, dSpaceID space, const dBodyID *extra, int extraCount);

/* Puts everything back.  A body that has been disabled since was so by ODE at the start of the step, before anything
   moved: it stays disabled. */
void qmboxTakeBack(qmboxWorldState *state);

/* Adds the forces that have been saved to those that the bodies have got since a step, which has zeroed them; but a
   disabled body kept its own.  Bodies that have gone are passed over, but not `extra`, which have to be there.  Returns
   false if no memory is left. */
bool qmboxAddForces(const qmboxWorldState *state, dSpaceID space, const dBodyID *extra, int extraCount);

/* Returns the saved state of a body, or null. */
const qmboxSavedBody *qmboxSavedOf(const qmboxWorldState *state, dBodyID body);

void qmboxForgetState(qmboxWorldState *state);

#endif /* QMBOX_WORLD_STATE_H */
