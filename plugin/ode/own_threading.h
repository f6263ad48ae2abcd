/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A threading implementation for one world alone.  Worlds without one share ODE's default, which takes no locks and so
 * is for one thread at a time.
 *
 * ODEs that programs bring along may have no threading functions; the thread that steps a world does all the work then.
 */

#ifndef QMBOX_OWN_THREADING_H
#define QMBOX_OWN_THREADING_H

#include "qmbox_ode.h"

/* Gives the world a threading implementation of its own.  Returns it, or null if this ODE has none to give. */
void *qmboxGiveThreading(dWorldID world);

/* Frees what qmboxGiveThreading() returned, after the world. */
void qmboxFreeThreading(void *threading);

#endif /* QMBOX_OWN_THREADING_H */
