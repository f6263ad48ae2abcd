/* SPDX-License-Identifier: BSD-3-Clause */

/* Calls the heightfields' callbacks of the program. */

#include "heights.h"

#include <stdlib.h>

#include "address_table.h"
#include "lock.h"
#include "step.h"

typedef struct heights {
  dHeightfieldGetHeight *callback;
  void *data;
} heights;

static address_table heights_of; /* the key is a heightfield's data */

void *heights_note(dHeightfieldDataID heightfield, void *data, dHeightfieldGetHeight *callback) {
  heights *noted = 0;
  lock_notes();
  address_entry *entry = address_add(&heights_of, heightfield, 0);
  if (entry && !entry->value[0]) entry->value[0] = (uintptr_t)malloc(sizeof *noted);
  if (entry) noted = (heights *)entry->value[0];
  if (noted) *noted = (heights){callback, data};
  unlock_notes();
  return noted;
}

dReal heights_call(void *noted, int x, int z) {
  const heights *of = noted;
  bool guarding = step_leave_guard();
  dReal height = of->callback(of->data, x, z);
  if (guarding) step_return_to_guard();
  return height;
}

void heights_forget(dHeightfieldDataID heightfield) {
  lock_notes();
  address_entry *entry = address_find(&heights_of, heightfield, 0);
  if (entry) {
    free((void *)entry->value[0]);
    address_remove(&heights_of, entry);
  }
  unlock_notes();
}
