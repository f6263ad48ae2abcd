/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds the roots that a step of a world concerns. The list is the last one as long as nothing changes. */

#include "scope.h"

#include <stdlib.h>
#include <string.h>

#include "address_table.h"
#include "lock.h"
#include "collided_roots.h"

enum { BITS = 64 };

/* The second value of a root's entry is its role, then its place. */
enum { ROLE = SHOWN_MARK, PLACE = SHOWN_MARK };

static address_table homes;   /* the keys are a space and a world */
static address_table at_home; /* the spaces and worlds among them */
static uintptr_t changes;     /* how often a home has come or gone, or a root has got another body or place */

static uintptr_t all_changes(void) {
  return changes + collided_changes();
}

/* ------------------------------------------------------------------ worlds */

static bool is_of_world(const address_entry *entry, const void *world) {
  return entry->key[1] == world;
}

void scope_forget(dGeomID geom) {
  lock_notes();
  collided_forget(geom);
  if (dGeomIsSpace(geom)) {
    address_remove_all(&homes, collided_goes_with, geom);
    changes++;
  }
  unlock_notes();
}

static bool is_of(const address_entry *entry, const void *block) {
  return entry->key[0] == block || entry->key[1] == block;
}

void scope_forget_freed(const void *block) {
  lock_notes();
  collided_forget_freed(block);
  address_entry *gone = address_find(&at_home, block, 0);
  if (gone) {
    address_remove(&at_home, gone);
    address_remove_all(&homes, is_of, block);
    changes++;
  }
  unlock_notes();
}

void scope_note_home(dSpaceID space, dWorldID world) {
  lock_notes();
  size_t before = homes.count;
  if (address_add(&at_home, space, 0) && address_add(&at_home, world, 0)) (void)address_add(&homes, space, world);
  if (homes.count > before) changes++;
  unlock_notes();
}

void scope_note_change(dGeomID geom) {
  lock_notes();
  if (dGeomIsSpace(geom) || address_find(collided_roots(), geom, 0)) changes++;
  unlock_notes();
}

void scope_forget_world(dWorldID world) {
  lock_notes();
  address_remove_all(&homes, is_of_world, world);
  changes++;
  unlock_notes();
}

bool scope_has_geoms(dWorldID world) {
  bool found = false;
  lock_notes();
  for (size_t i = 0; i < homes.room && !found; i++) found = homes.entry[i].key[0] && homes.entry[i].key[1] == world;
  unlock_notes();
  return found;
}

static bool has_body_of(dGeomID geom, dWorldID world) {
  dBodyID body = dGeomIsSpace(geom) ? 0 : dGeomGetBody(geom);
  return body && dBodyGetWorld(body) == world;
}

/* The list that was made last, and what it was made of. */
static struct {
  qmboxGuardedRoot *root;
  int count;
  dWorldID world;
  uintptr_t changes;
} last_list;

/* The roles of a root in a step. */
enum { NOTHING, MET, OWN };

static void mark_own(dWorldID world) {
  const address_table *roots = collided_roots();
  for (size_t i = 0; i < roots->room; i++) {
    address_entry *root = &roots->entry[i];
    root->value[ROLE] = root->key[0] && has_body_of((dGeomID)root->key[0], world) ? OWN : NOTHING;
  }
  for (size_t i = 0; i < homes.room; i++) {
    const address_entry *home = &homes.entry[i];
    if (!home->key[0] || home->key[1] != world) continue;
    address_entry *root = address_find(roots, collided_root_of((dGeomID)home->key[0]), 0);
    if (root) root->value[ROLE] = OWN;
  }
}

/* Marks the roots with which the world's own ones collide. */
static void mark_met(void *unused, address_entry *root1, address_entry *root2) {
  (void)unused;
  if (root1->value[ROLE] == OWN && root2->value[ROLE] == NOTHING) root2->value[ROLE] = MET;
  if (root2->value[ROLE] == OWN && root1->value[ROLE] == NOTHING) root1->value[ROLE] = MET;
}

static int by_serial(const void *a, const void *b) {
  uintptr_t x = (*(address_entry *const *)a)->value[SHOWN_SERIAL],
            y = (*(address_entry *const *)b)->value[SHOWN_SERIAL];
  return (x > y) - (x < y);
}

/* Writes the marked roots in the order in which they came, which no address changes. Returns their number. */
static int list_marked(address_entry **marked) {
  int count = 0;
  const address_table *roots = collided_roots();
  for (size_t i = 0; i < roots->room; i++) {
    address_entry *root = &roots->entry[i];
    if (root->key[0] && root->value[ROLE] != NOTHING && !dGeomGetSpace((dGeomID)root->key[0])) marked[count++] = root;
  }
  qsort(marked, (size_t)count, sizeof *marked, by_serial);
  return count;
}

/* Notes which roots of the last list meet. A pair may have a root that is not in the list. */
static void note_meets(void *unused, address_entry *root1, address_entry *root2) {
  uintptr_t place1 = root1->value[PLACE], place2 = root2->value[PLACE], count = (uintptr_t)last_list.count;
  (void)unused;
  if (place1 >= count || place2 >= count) return;
  qmboxGuardedRoot *one = &last_list.root[place1], *other = &last_list.root[place2];
  one->meets |= other->is;
  other->meets |= one->is;
}

static void fill(address_entry **marked) {
  const address_table *roots = collided_roots();
  for (int i = 0; i < last_list.count; i++) {
    last_list.root[i] = (qmboxGuardedRoot){.geom = (dGeomID)marked[i]->key[0],
                                           .is = (uint64_t)1 << (i < BITS ? i : BITS - 1),
                                           .foreign = marked[i]->value[ROLE] == MET};
  }
  for (size_t i = 0; i < roots->room; i++) roots->entry[i].value[PLACE] = (uintptr_t)last_list.count;
  for (int i = 0; i < last_list.count; i++) marked[i]->value[PLACE] = (uintptr_t)i;
  collided_visit_pairs(note_meets, 0);
}

/* Makes the list for a world. Returns false if memory is short. */
static bool make_list(dWorldID world) {
  qmboxGuardedRoot *list = realloc(last_list.root, (collided_roots()->count + 1) * sizeof *list);
  address_entry **marked = malloc((collided_roots()->count + 1) * sizeof *marked);
  last_list.world = 0;
  if (list) last_list.root = list;
  if (list && marked) {
    mark_own(world);
    collided_visit_pairs(mark_met, 0);
    last_list.count = list_marked(marked);
    fill(marked);
    last_list.world = world;
    last_list.changes = all_changes();
  }
  free(marked);
  return last_list.world != 0;
}

qmboxGuardedRoot *scope_roots(dWorldID world, int *count) {
  qmboxGuardedRoot *list = 0;
  lock_notes();
  bool same = last_list.world == world && last_list.changes == all_changes();
  *count = same || make_list(world) ? last_list.count : -1;
  if (*count > 0) {
    size_t size = (size_t)*count * sizeof *list;
    list = malloc(size);
    if (list) memcpy(list, last_list.root, size);
    if (!list) *count = -1;
  }
  unlock_notes();
  return list;
}
