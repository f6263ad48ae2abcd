/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notices what ODE frees.
 *
 * A program may destroy worlds, bodies, spaces and geoms without calling a function of this library: from a module
 * that was opened with RTLD_DEEPBIND, or by addresses that it has asked libode for. So this library's handler stands in
 * ODE for the program's, calls that, and has every address forgotten that is freed.
 */

#ifndef PRELOAD_FREE_HOOK_H
#define PRELOAD_FREE_HOOK_H

#include <ode/ode.h>

/* Sets, or returns, the program's handler, which is null for free(). */
void free_hook_set(dFreeFunction *handler);
dFreeFunction *free_hook_get(void);

#endif /* PRELOAD_FREE_HOOK_H */
