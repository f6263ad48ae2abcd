/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes of the moved callbacks of bodies. ODE calls them within its step, and has no function that returns them. */

#ifndef PRELOAD_MOVED_CALLBACKS_H
#define PRELOAD_MOVED_CALLBACKS_H

#include <ode/ode.h>

/* Notes the callback of a body. Null means that the body is new or has no callback any more. */
void moved_note(dBodyID body, void (*callback)(dBodyID));

/* Calls the callback of a body, if it has one. */
void moved_call(dBodyID body);

#endif /* PRELOAD_MOVED_CALLBACKS_H */
