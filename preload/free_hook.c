/* SPDX-License-Identifier: BSD-3-Clause */

/* Stands in front of the handler by which ODE frees its memory. */

#include "free_hook.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "moved_callbacks.h"
#include "real_ode.h"
#include "scope.h"
#include "step.h"

static _Atomic(dFreeFunction *) program_handler;

void free_hook_set(dFreeFunction *handler) {
  atomic_store(&program_handler, handler);
}

dFreeFunction *free_hook_get(void) {
  return atomic_load(&program_handler);
}

/* Forgets a block before it is freed: another thread may get its address at once. */
static void free_noted(void *block, dsizeint size) {
  dFreeFunction *handler = free_hook_get();
  scope_forget_freed(block);
  step_forget_freed(block);
  moved_note(block, 0);
  if (handler) {
    handler(block, size);
  } else {
    free(block);
  }
}

/* No thread uses ODE yet. */
__attribute__((constructor)) static void stand_in_front(void) {
  free_hook_set(real_ode()->free_handler());
  real_ode()->set_free_handler(free_noted);
}
