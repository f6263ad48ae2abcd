/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where a step would put two bodies that no joint holds, without stepping the world.
 *
 * Such a body moves by itself, but not always by a formula that could be repeated here: how it precesses differs between
 * versions of ODE.  So copies of the two are stepped in a world of their own, by dWorldQuickStep(): without joints
 * dWorldStep() does the same.
 */

#ifndef QMBOX_SCRATCH_STEP_H
#define QMBOX_SCRATCH_STEP_H

#include "ode/world_state.h"

typedef struct qmboxRehearsal {
  dWorldID world;
  void *threading;                /* of the world alone */
  const qmboxSavedBody *saved[2]; /* null: stands still */
  dBodyID copy[2];
} qmboxRehearsal;

/* 1 if the geom's body can be rehearsed, or there is none of that world. */
int qmboxCanRehearse(const qmboxWorldState *start, dGeomID geom);

/* Makes copies of the bodies of two geoms. */
void qmboxBeginRehearsal(qmboxRehearsal *rehearsal, const qmboxWorldState *start, const dGeomID geom[2]);

/* Steps the copies from the saved state by this length.  Returns 0 if ODE cannot. */
int qmboxRehearse(qmboxRehearsal *rehearsal, double length);

void qmboxEndRehearsal(qmboxRehearsal *rehearsal);

#endif /* QMBOX_SCRATCH_STEP_H */
