/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds the poses after a step of two bodies that no joint holds, without stepping the world.
 *
 * Such a body moves by itself, but not always by a formula that could be repeated here: how it precesses differs
 * between versions of ODE.  So copies of the two are stepped in a world of their own, by dWorldQuickStep(): without
 * joints dWorldStep() does the same.
 */

#ifndef QMBOX_SCRATCH_STEP_H
#define QMBOX_SCRATCH_STEP_H

#include <stdbool.h>

#include "ode/world_state.h"

typedef struct qmboxScratchStep {
  dWorldID world;
  void *threading;                /* of the world alone */
  const qmboxSavedBody *saved[2]; /* null: stands still */
  dBodyID copy[2];
} qmboxScratchStep;

/* Returns true if the geom's body can be stepped in the scratch world, or there is none of that world. */
bool qmboxCanScratchStep(const qmboxWorldState *start, dGeomID geom);

/* Makes copies of the bodies of two geoms. */
void qmboxBeginScratchStep(qmboxScratchStep *scratch, const qmboxWorldState *start, const dGeomID geom[2]);

/* Steps the copies from the saved state by this length.  Returns false if ODE cannot. */
bool qmboxMakeScratchStep(qmboxScratchStep *scratch, double length);

void qmboxEndScratchStep(qmboxScratchStep *scratch);

#endif /* QMBOX_SCRATCH_STEP_H */
