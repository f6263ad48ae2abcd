/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notices what ODE frees.
 *
 * A program may destroy worlds, bodies, spaces and geoms without calling a function of this library: from a module
 * that was opened with RTLD_DEEPBIND, or by addresses that it has asked libode for. So this library's handler stands in
 * ODE for the program's, calls that, and has every address forgotten that is freed.
 */

#ifndef PRELOAD_FREED_H
#define PRELOAD_FREED_H

#include <ode/ode.h>

/* Sets, or returns, the program's handler, which is null for free(). */
void freed_set_handler(dFreeFunction *handler);
dFreeFunction *freed_handler(void);

#endif /* PRELOAD_FREED_H */
