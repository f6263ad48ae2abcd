/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes what the program collides, and finds the roots that a step of a world concerns.
 *
 * The key of a pair is the addresses of two roots. Addresses are used again, so each root has a serial number, and the
 * numbers of both show whether a pair still is that of the roots which have the addresses now. So nothing is searched
 * when a root is destroyed; old pairs are removed when the table has twice as many as after the last time.
 */

#include "scope.h"

#include <stdlib.h>

#include "address_table.h"
#include "lock.h"

enum { BITS = 64, LEAST_SWEPT = 64 };

/* The meanings of the values of a root's entry. The second is for scope_roots(): the root's role, then its place. */
enum { SERIAL, ROLE, PLACE = ROLE };

/* The meanings of the values of a pair's entry. */
enum { WHEN, SERIALS };

static address_table roots;
static address_table pairs;
static address_table homes; /* the keys are a space and a world */
static size_t swept_above = LEAST_SWEPT;
static uintptr_t last_serial;
static uintptr_t now;

uintptr_t scope_clock(void) {
  return now;
}

uintptr_t scope_tick(void) {
  return ++now;
}

/* ------------------------------------------------------------------ roots */

dGeomID scope_root_of(dGeomID geom) {
  for (dSpaceID space; (space = dGeomGetSpace(geom)) != 0;) geom = (dGeomID)space;
  return geom;
}

/* Returns the entry of a root, or null if memory is short. */
static address_entry *note_root(dGeomID root) {
  address_entry *entry = address_add(&roots, root, 0);
  if (entry && entry->value[SERIAL] == 0) entry->value[SERIAL] = ++last_serial;
  return entry;
}

static bool is_in_space(const address_entry *entry, const void *space) {
  return qmboxIsWithin((dGeomID)entry->key[0], (dGeomID)space);
}

static bool is_of_world(const address_entry *entry, const void *world) {
  return entry->key[1] == world;
}

/* Removes all entries that are of something which is destroyed. */
static void remove_all_of(address_table *table, bool (*is_of)(const address_entry *, const void *), const void *what) {
  for (size_t i = 0; i < table->room;) {
    if (table->entry[i].key[0] && is_of(&table->entry[i], what)) {
      address_remove(table, &table->entry[i]);
      i = 0; /* later entries have moved up */
    } else {
      i++;
    }
  }
}

void scope_forget(dGeomID geom) {
  lock_notes();
  address_entry *entry = address_find(&roots, geom, 0);
  if (entry) address_remove(&roots, entry);
  if (dGeomIsSpace(geom)) {
    remove_all_of(&roots, is_in_space, geom); /* a root may have been put into a space meanwhile */
    remove_all_of(&homes, is_in_space, geom);
  }
  unlock_notes();
}

/* ------------------------------------------------------------------ pairs */

/* Two roots in the order of their addresses. */
typedef struct root_pair {
  address_entry *low, *high;
} root_pair;

static root_pair ordered(address_entry *root1, address_entry *root2) {
  bool swap = (uintptr_t)root2->key[0] < (uintptr_t)root1->key[0];
  return swap ? (root_pair){root2, root1} : (root_pair){root1, root2};
}

/* Combines the serial numbers of two roots. They only grow, so later roots at the same addresses give another value. */
static uintptr_t serials(root_pair pair) {
  return pair.low->value[SERIAL] * 0x9e3779b97f4a7c15u + pair.high->value[SERIAL];
}

/* Returns the roots of a pair, or nulls if one of them has been destroyed. */
static root_pair roots_of(const address_entry *pair) {
  root_pair found = {address_find(&roots, pair->key[0], 0), address_find(&roots, pair->key[1], 0)};
  bool present = found.low && found.high && pair->value[SERIALS] == serials(found);
  return present ? found : (root_pair){0, 0};
}

static void sweep_pairs(void) {
  address_table kept = {.room = 0};
  for (size_t i = 0; i < pairs.room; i++) {
    const address_entry *pair = &pairs.entry[i];
    if (!pair->key[0] || !roots_of(pair).low) continue;
    address_entry *copy = address_add(&kept, pair->key[0], pair->key[1]);
    if (copy) *copy = *pair;
  }
  free(pairs.entry);
  pairs = kept;
  swept_above = 2 * pairs.count + LEAST_SWEPT;
}

/* Returns the entries of two roots, or nulls if memory is short. Adding the second may move the first. */
static root_pair note_roots(dGeomID root1, dGeomID root2) {
  address_entry *first = note_root(root1);
  size_t room = roots.room;
  address_entry *second = root2 == root1 ? first : note_root(root2);
  if (roots.room != room) first = address_find(&roots, root1, 0);
  return first && second ? ordered(first, second) : (root_pair){0, 0};
}

/* Returns true if a root belongs to no world. */
static bool is_fixed(dGeomID root) {
  return !dGeomIsSpace(root) && !dGeomGetBody(root);
}

void scope_note(dGeomID root1, dGeomID root2) {
  if (is_fixed(root1) && is_fixed(root2)) return; /* no step concerns them */
  lock_notes();
  scope_tick();
  if (pairs.count >= swept_above) sweep_pairs();
  root_pair of = note_roots(root1, root2);
  address_entry *pair = of.low ? address_add(&pairs, of.low->key[0], of.high->key[0]) : 0;
  if (pair) {
    pair->value[WHEN] = now;
    pair->value[SERIALS] = serials(of);
  }
  unlock_notes();
}

uintptr_t scope_when_collided(dGeomID o1, dGeomID o2) {
  address_entry *root1 = address_find(&roots, scope_root_of(o1), 0);
  address_entry *root2 = address_find(&roots, scope_root_of(o2), 0);
  if (!root1 || !root2) return 0;
  root_pair of = ordered(root1, root2);
  const address_entry *pair = address_find(&pairs, of.low->key[0], of.high->key[0]);
  return pair && pair->value[SERIALS] == serials(of) ? pair->value[WHEN] : 0;
}

/* ------------------------------------------------------------------ worlds */

void scope_note_home(dSpaceID space, dWorldID world) {
  lock_notes();
  (void)address_add(&homes, space, world);
  unlock_notes();
}

void scope_forget_world(dWorldID world) {
  lock_notes();
  remove_all_of(&homes, is_of_world, world);
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

/* The roles of a root in a step. */
enum { NOTHING, MET, OWN };

static void mark_own(dWorldID world) {
  for (size_t i = 0; i < roots.room; i++) {
    address_entry *root = &roots.entry[i];
    root->value[ROLE] = root->key[0] && has_body_of((dGeomID)root->key[0], world) ? OWN : NOTHING;
  }
  for (size_t i = 0; i < homes.room; i++) {
    const address_entry *home = &homes.entry[i];
    if (!home->key[0] || home->key[1] != world) continue;
    address_entry *root = address_find(&roots, scope_root_of((dGeomID)home->key[0]), 0);
    if (root) root->value[ROLE] = OWN;
  }
}

/* Marks the roots with which the world's own ones collide. */
static void mark_met(void) {
  for (size_t i = 0; i < pairs.room; i++) {
    if (!pairs.entry[i].key[0]) continue;
    root_pair pair = roots_of(&pairs.entry[i]);
    if (!pair.low) continue;
    if (pair.low->value[ROLE] == OWN && pair.high->value[ROLE] == NOTHING) pair.high->value[ROLE] = MET;
    if (pair.high->value[ROLE] == OWN && pair.low->value[ROLE] == NOTHING) pair.low->value[ROLE] = MET;
  }
}

static int by_serial(const void *a, const void *b) {
  uintptr_t x = (*(address_entry *const *)a)->value[SERIAL], y = (*(address_entry *const *)b)->value[SERIAL];
  return (x > y) - (x < y);
}

/* Writes the marked roots in the order in which they came, which no address changes. Returns their number. */
static int list_marked(address_entry **marked) {
  int count = 0;
  for (size_t i = 0; i < roots.room; i++) {
    address_entry *root = &roots.entry[i];
    if (root->key[0] && root->value[ROLE] != NOTHING && !dGeomGetSpace((dGeomID)root->key[0])) marked[count++] = root;
  }
  qsort(marked, (size_t)count, sizeof *marked, by_serial);
  return count;
}

/* Notes which roots of the list meet. A pair may have a root that is not in the list. */
static void note_meets(qmboxGuardedRoot *list, int count) {
  for (size_t i = 0; i < pairs.room; i++) {
    if (!pairs.entry[i].key[0]) continue;
    root_pair pair = roots_of(&pairs.entry[i]);
    if (!pair.low || pair.low->value[PLACE] >= (uintptr_t)count || pair.high->value[PLACE] >= (uintptr_t)count)
      continue;
    qmboxGuardedRoot *low = &list[pair.low->value[PLACE]], *high = &list[pair.high->value[PLACE]];
    low->meets |= high->is;
    high->meets |= low->is;
  }
}

static void fill(qmboxGuardedRoot *list, address_entry **marked, int count) {
  for (int i = 0; i < count; i++) {
    list[i] = (qmboxGuardedRoot){.geom = (dGeomID)marked[i]->key[0],
                                 .is = (uint64_t)1 << (i < BITS ? i : BITS - 1),
                                 .foreign = marked[i]->value[ROLE] == MET};
  }
  for (size_t i = 0; i < roots.room; i++) roots.entry[i].value[PLACE] = (uintptr_t)count;
  for (int i = 0; i < count; i++) marked[i]->value[PLACE] = (uintptr_t)i;
  note_meets(list, count);
}

qmboxGuardedRoot *scope_roots(dWorldID world, int *count) {
  lock_notes();
  qmboxGuardedRoot *list = malloc((roots.count + 1) * sizeof *list);
  address_entry **marked = malloc((roots.count + 1) * sizeof *marked);
  *count = -1;
  if (list && marked) {
    mark_own(world);
    mark_met();
    *count = list_marked(marked);
    fill(list, marked, *count);
  }
  unlock_notes();
  free(marked);
  if (*count > 0) return list;
  free(list);
  return 0;
}
