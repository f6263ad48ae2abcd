/* SPDX-License-Identifier: BSD-3-Clause */

/* Steps of a world, by ODE and guarded. */

#ifndef PRELOAD_STEP_H
#define PRELOAD_STEP_H

#include <stdbool.h>

#include "real_ode.h"

/* Steps a world by ODE's function, and guards the step. */
int step_world(dWorldID world, dReal stepsize, stepper *step);

/* Returns true while the guard of this thread works. Calls of ODE are its own then. */
bool step_is_guarding(void);

/* Leaves the guard for a call of the program's, which has its own arithmetic then, and returns to it. The first returns
   false, and does nothing, if the guard of this thread does not work. */
bool step_leave_guard(void);
void step_return_to_guard(void);

/* Notes that this thread has collided something, and so has asked ODE for the buffers that it needs. */
void step_note_collision(void);

/* Forgets a geom, or a space with its geoms, that is about to be destroyed, in the guard of the step in progress. */
void step_forget_geom(dGeomID geom);

/* Notes that a body is destroyed. A step in progress cannot be guarded then. */
void step_forget_body(void);

/* Forgets a geom or a body of the step in progress if this was one: the block is about to be freed, and is not read. */
void step_forget_freed(const void *block);

#endif /* PRELOAD_STEP_H */
