/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The callbacks of heightfields.
 *
 * They are the only callbacks of the program that the guard calls, as ODE would.  For the time of such a call the
 * guard is left: the program has its own arithmetic, its calls are noted, and it may jump out.  So a function of this
 * library stands in ODE for the program's, and calls that.
 */

#ifndef PRELOAD_HEIGHTS_H
#define PRELOAD_HEIGHTS_H

#include <ode/ode.h>

/* Notes the callback of a heightfield and its data.  Returns the data for the function below, null if memory is
   short. */
void *heights_note(dHeightfieldDataID heightfield, void *data, dHeightfieldGetHeight *callback);

/* Calls the program's callback, of type dHeightfieldGetHeight. */
dReal heights_call(void *noted, int x, int z);

/* Forgets a heightfield that has been destroyed. */
void heights_forget(dHeightfieldDataID heightfield);

#endif /* PRELOAD_HEIGHTS_H */
