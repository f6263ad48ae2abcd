/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All bodies of a world, and steps of some of them.
 *
 * ODE steps the bodies that are enabled.  dBodyEnable() restarts the counters of auto-disabling, so that a body which
 * is disabled and enabled in each frame would never fall asleep; and ODE has no public list of a world's bodies.  The
 * list and the flags are read where ODE has them, which is tried out on bodies that are made for the purpose.
 */

#ifndef QMBOX_BODY_LIST_H
#define QMBOX_BODY_LIST_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Returns true if the list and the flag have been found in this ODE. */
bool qmboxHasBodyList(void);

/* Returns the first body of a world, null if it has none; makes and destroys a body to find it. */
dBodyID qmboxFirstBody(dWorldID world);

/* Returns the body after this one, null after the last. */
dBodyID qmboxNextBody(dBodyID body);

/* Disables a body for a step of others, and enables it again with its counters as they were. */
void qmboxSetAside(dBodyID body);
void qmboxBringBack(dBodyID body);

/* Turns auto-disabling of a body off, and leaves its counters and samples alone: dBodySetAutoDisableFlag() forgets
   them.  Returns false if it was off, or cannot be turned off in this ODE. */
bool qmboxPauseAutoDisabling(dBodyID body);
void qmboxResumeAutoDisabling(dBodyID body);

#endif /* QMBOX_BODY_LIST_H */
