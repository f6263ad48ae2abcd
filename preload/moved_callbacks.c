/* SPDX-License-Identifier: BSD-3-Clause */

/* Keeps a table of the moved callback of each body. */

#include "moved_callbacks.h"

#include "address_table.h"
#include "lock.h"

static address_table callback_of;

void moved_note(dBodyID body, void (*callback)(dBodyID)) {
  lock_notes();
  address_entry *entry = callback ? address_add(&callback_of, body, 0) : address_find(&callback_of, body, 0);
  if (entry && callback) entry->value[0] = (uintptr_t)callback;
  if (entry && !callback) address_remove(&callback_of, entry);
  unlock_notes();
}

void moved_call(dBodyID body) {
  lock_notes();
  const address_entry *entry = address_find(&callback_of, body, 0);
  void (*callback)(dBodyID) = entry ? (void (*)(dBodyID))entry->value[0] : 0;
  unlock_notes();
  if (callback) callback(body);
}
