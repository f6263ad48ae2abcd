/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes what the program collides, and answers which roots it wants guarded. */

#include "scope.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "address_table.h"
#include "lock.h"

enum { PLACES = 64, PLACE_OF_GEOMS = 0, LAST_PLACE = PLACES - 1, MOST_DECLINED = 1 << 16 };

/* The meanings of the two values of a root's entry. */
enum { PLACE, THREAD };

static address_table roots;
static address_table last_step; /* the key is the world */
static address_table declined;
static uintptr_t now;                        /* the number of notes so far, which serves as time */
static uintptr_t collided[PLACES][PLACES];   /* when they were last collided, 0 for never */
static uint64_t used = 1u << PLACE_OF_GEOMS; /* the places that have been given out, a bit each */

/* Returns the number of this thread. Addresses and numbers of the system are used again after a thread has ended. */
static uintptr_t this_thread(void) {
  static atomic_uintptr_t threads;
  static _Thread_local uintptr_t number;
  if (number == 0) number = atomic_fetch_add(&threads, 1) + 1;
  return number;
}

/* ------------------------------------------------------------------ roots */

static dGeomID root_of(dGeomID geom) {
  while (dGeomGetSpace(geom)) geom = (dGeomID)dGeomGetSpace(geom);
  return geom;
}

static bool is_within(dGeomID geom, dGeomID space) {
  while (geom && geom != space) geom = (dGeomID)dGeomGetSpace(geom);
  return geom == space;
}

/* Returns a place for a root. A space has a place of its own as long as there are free ones. */
static unsigned free_place(dGeomID root) {
  unsigned place = PLACE_OF_GEOMS + 1;
  if (!dGeomIsSpace(root)) return PLACE_OF_GEOMS;
  while (place < LAST_PLACE && (used >> place & 1)) place++;
  if (!(used >> place & 1)) {
    for (int i = 0; i < PLACES; i++) collided[place][i] = collided[i][place] = 0;
    used |= (uint64_t)1 << place;
  }
  return place;
}

/* Returns the place of the root that a geom is in, or -1 if memory is short. */
static int note_root(dGeomID geom) {
  dGeomID root = root_of(geom);
  address_entry *entry = address_find(&roots, root, 0);
  if (!entry) {
    entry = address_add(&roots, root, 0);
    if (!entry) return -1;
    entry->value[PLACE] = free_place(root);
  }
  entry->value[THREAD] = this_thread();
  return (int)entry->value[PLACE];
}

static void forget_root(address_entry *entry) {
  uintptr_t place = entry->value[PLACE];
  if (place != PLACE_OF_GEOMS && place != LAST_PLACE) used &= ~((uint64_t)1 << place);
  address_remove(&roots, entry);
}

void scope_forget(dGeomID geom) {
  lock_notes();
  address_entry *entry = address_find(&roots, geom, 0);
  if (entry) forget_root(entry);
  /* The program may have put a root into a space since it was noted. */
  for (size_t i = 0; dGeomIsSpace(geom) && i < roots.room;) {
    const void *root = roots.entry[i].key[0];
    if (root && is_within((dGeomID)root, geom)) {
      forget_root(&roots.entry[i]);
      i = 0; /* the entries that followed have moved up */
    } else {
      i++;
    }
  }
  unlock_notes();
}

/* ------------------------------------------------------------------ what the program does */

void scope_note(dGeomID o1, dGeomID o2) {
  lock_notes();
  int place1 = note_root(o1), place2 = note_root(o2);
  now++;
  if (place1 >= 0 && place2 >= 0) collided[place1][place2] = collided[place2][place1] = now;
  unlock_notes();
}

/* Returns the entry of a declined pair, whose geoms are ordered by their addresses. */
static address_entry *declined_pair(dGeomID o1, dGeomID o2, bool add) {
  const void *low = (uintptr_t)o1 < (uintptr_t)o2 ? o1 : o2, *high = low == o1 ? o2 : o1;
  return add ? address_add(&declined, low, high) : address_find(&declined, low, high);
}

void scope_note_declined(dGeomID o1, dGeomID o2) {
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) return;
  lock_notes();
  if (declined.count > MOST_DECLINED) address_clear(&declined);
  address_entry *entry = declined_pair(o1, o2, true);
  if (entry) entry->value[0] = now;
  unlock_notes();
}

void scope_note_step(dWorldID world) {
  lock_notes();
  address_entry *entry = address_add(&last_step, world, 0);
  if (entry) entry->value[0] = ++now;
  unlock_notes();
}

/* ------------------------------------------------------------------ what is known of it */

static uint64_t places_met(uintptr_t place) {
  uint64_t met = 0;
  for (int i = 0; i < PLACES; i++) met |= (uint64_t)(collided[place][i] > 0) << i;
  return met;
}

qmboxGuardedRoot *scope_roots(int *count) {
  uintptr_t thread = this_thread();
  *count = 0;
  lock_notes();
  qmboxGuardedRoot *found = roots.count > 0 ? malloc(roots.count * sizeof *found) : 0;
  for (size_t i = 0; found && i < roots.room; i++) {
    const address_entry *entry = &roots.entry[i];
    dGeomID root = (dGeomID)entry->key[0];
    if (!root || entry->value[THREAD] != thread || dGeomGetSpace(root)) continue;
    found[(*count)++] = (qmboxGuardedRoot){root, (uint64_t)1 << entry->value[PLACE], places_met(entry->value[PLACE])};
  }
  unlock_notes();
  return found;
}

/* Returns when the roots of the two geoms were last collided, or 0 if they never were. */
static uintptr_t when_collided(dGeomID o1, dGeomID o2) {
  const address_entry *root1 = address_find(&roots, root_of(o1), 0), *root2 = address_find(&roots, root_of(o2), 0);
  return root1 && root2 ? collided[root1->value[PLACE]][root2->value[PLACE]] : 0;
}

bool scope_wants(dWorldID world, dGeomID o1, dGeomID o2, bool touched) {
  lock_notes();
  uintptr_t last = when_collided(o1, o2);
  const address_entry *refusal = declined_pair(o1, o2, false), *step = address_find(&last_step, world, 0);
  bool wants = !(refusal && refusal->value[0] >= last) && !(touched && last > (step ? step->value[0] : 0));
  unlock_notes();
  return wants;
}
