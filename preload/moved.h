/* SPDX-License-Identifier: BSD-3-Clause */

/* The moved callbacks of bodies: ODE calls them within its step, and does not tell which they are. */

#ifndef PRELOAD_MOVED_H
#define PRELOAD_MOVED_H

#include <ode/ode.h>

/* Notes what is called when this body has moved; null is for a body that is new or has none any more. */
void moved_note(dBodyID body, void (*callback)(dBodyID));

/* Calls it. */
void moved_call(dBodyID body);

#endif /* PRELOAD_MOVED_H */
