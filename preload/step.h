/* SPDX-License-Identifier: BSD-3-Clause */

/* The step of a world: ODE's own, and the guard after it. */

#ifndef PRELOAD_STEP_H
#define PRELOAD_STEP_H

#include <stdbool.h>

#include "own.h"

/* Steps a world by ODE's function, and guards the step. */
int step_world(dWorldID world, dReal stepsize, stepper *step);

/* Returns true while the guard of this thread works: then calls of ODE are its own. */
bool step_is_guarding(void);

/* Notes that this thread has collided something: it has asked ODE for the buffers that that takes. */
void step_note_collision(void);

/* Forgets a geom, or a space with all that is in it, that is about to be destroyed, in the guard of a step that goes
   on. */
void step_forget_geom(dGeomID geom);

/* Notes that a body is destroyed: a step that goes on cannot be guarded any more. */
void step_forget_body(void);

#endif /* PRELOAD_STEP_H */
