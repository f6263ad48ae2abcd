/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes which geoms the program wants to collide. */

#include "wishes.h"

#include "address_table.h"
#include "lock.h"
#include "scope.h"

enum { MOST_DECLINED = 1 << 16 };

/* The meanings of the values of a world's entry. */
enum { LAST_STEP, BARE_STEPS };

static address_table worlds;
static address_table declined;

/* Returns the entry of a pair of geoms, in the order of their addresses, or null if there is none. */
static address_entry *declined_pair(dGeomID o1, dGeomID o2, bool add) {
  const void *low = (uintptr_t)o1 < (uintptr_t)o2 ? o1 : o2, *high = low == o1 ? o2 : o1;
  return add ? address_add(&declined, low, high) : address_find(&declined, low, high);
}

void wishes_note_declined(dGeomID o1, dGeomID o2) {
  lock_notes();
  if (declined.count > MOST_DECLINED) address_clear(&declined);
  address_entry *entry = declined_pair(o1, o2, true);
  if (entry) entry->value[0] = scope_clock();
  unlock_notes();
}

void wishes_note_step(dWorldID world) {
  lock_notes();
  address_entry *entry = address_add(&worlds, world, 0);
  if (entry) entry->value[LAST_STEP] = scope_tick();
  unlock_notes();
}

int wishes_note_bare_step(dWorldID world) {
  lock_notes();
  address_entry *entry = address_add(&worlds, world, 0);
  int count = entry ? (int)++entry->value[BARE_STEPS] : 0;
  unlock_notes();
  return count;
}

void wishes_forget_world(dWorldID world) {
  lock_notes();
  address_entry *entry = address_find(&worlds, world, 0);
  if (entry) address_remove(&worlds, entry);
  unlock_notes();
}

bool wishes_collision(dWorldID world, dGeomID o1, dGeomID o2, bool touched) {
  lock_notes();
  uintptr_t last = scope_when_collided(o1, o2);
  const address_entry *refusal = declined_pair(o1, o2, false), *step = address_find(&worlds, world, 0);
  bool wants = !(refusal && refusal->value[0] >= last) && !(touched && last > (step ? step->value[LAST_STEP] : 0));
  unlock_notes();
  return wants;
}
