/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All bodies that there are.  ODE has no list of a world's bodies for the public, and a step can only be taken back for
 * bodies that are known: those that have no geom in the space have to be named.
 */

#ifndef PRELOAD_BODIES_H
#define PRELOAD_BODIES_H

#include <ode/ode.h>

void bodies_note(dBodyID body);
void bodies_forget(dBodyID body);
void bodies_forget_world(dWorldID world);

/* The bodies of the world that have no geom in the space or a space nested in it.  Returns an array to be freed, 0 if
   there are none, and their number; -1 for want of memory, now or when a body was created. */
dBodyID *bodies_outside(dWorldID world, dSpaceID space, int *count);

#endif /* PRELOAD_BODIES_H */
