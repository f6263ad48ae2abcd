/* SPDX-License-Identifier: BSD-3-Clause */

/* Stands in front of the handler by which ODE frees its memory. */

#include "freed.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "moved.h"
#include "own.h"
#include "scope.h"
#include "step.h"

static _Atomic(dFreeFunction *) program_handler;

void freed_set_handler(dFreeFunction *handler) {
  atomic_store(&program_handler, handler);
}

dFreeFunction *freed_handler(void) {
  return atomic_load(&program_handler);
}

/* Forgets a block before it is freed: another thread may get its address at once. */
static void free_noted(void *block, dsizeint size) {
  dFreeFunction *handler = freed_handler();
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
  freed_set_handler(own()->free_handler());
  own()->set_free_handler(free_noted);
}
