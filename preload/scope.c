/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes what the program collides, and finds the roots that a step of a world concerns.
 *
 * The key of a pair is the addresses of two roots. Addresses are used again, so each root has a serial number, and the
 * numbers of both show whether a pair still is that of the roots which have the addresses now. So nothing is searched
 * when a root is destroyed; old pairs are removed when the table has twice as many as after the last time.
 *
 * A program that collides its geoms one by one shows as many pairs in each step as there are of geoms, mostly in the
 * same order. So the pairs are also kept in that order: the one that comes next is seldom looked up. And the list of a
 * step is the last one's, as long as no root and no pair has come or gone.
 */

#include "scope.h"

#include <stdlib.h>
#include <string.h>

#include "address_table.h"
#include "lock.h"

enum { BITS = 64, LEAST_SWEPT = 64 };

/* The meanings of the values of a root's entry. The second is for scope_roots(): the root's role, then its place. */
enum { SERIAL, ROLE, PLACE = ROLE };

/* The meanings of the values of a pair's entry. */
enum { TURN, SERIALS };

static address_table roots;
static address_table pairs;
static address_table homes; /* the keys are a space and a world */
static size_t swept_above = LEAST_SWEPT;
static uintptr_t last_serial;
static uintptr_t now;
static uintptr_t losses;  /* how often a root has gone */
static uintptr_t changes; /* how often a root, a pair or a home has come or gone */

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
  if (entry && entry->value[SERIAL] == 0) {
    entry->value[SERIAL] = ++last_serial;
    changes++;
  }
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
  if (entry) {
    address_remove(&roots, entry);
    losses++;
    changes++;
  }
  if (dGeomIsSpace(geom)) {
    losses++;
    changes++;
    remove_all_of(&roots, is_in_space, geom); /* a root may have been put into a space meanwhile */
    remove_all_of(&homes, is_in_space, geom);
  }
  unlock_notes();
}

/* ------------------------------------------------------------------ pairs */

/* A pair in the order in which the program has first shown them. */
typedef struct pair_turn {
  dGeomID root[2];  /* as they were shown */
  uintptr_t when;   /* they were last collided */
  uintptr_t losses; /* how many roots had gone then */
} pair_turn;

static pair_turn *turn; /* an array of `turn_room`, `turns` of which are taken */
static size_t turns, turn_room;
static size_t next_turn; /* the one after that of the last collision */

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

/* Returns the pair of a turn, or null if its roots are not there any more. */
static address_entry *pair_of(size_t number) {
  const void *key[2] = {turn[number].root[0], turn[number].root[1]};
  bool swap = (uintptr_t)key[1] < (uintptr_t)key[0];
  address_entry *pair = address_find(&pairs, key[swap], key[!swap]);
  return pair && pair->value[TURN] == number && roots_of(pair).low ? pair : 0;
}

/* Keeps the pairs whose roots are there, in their order. */
static void sweep_pairs(void) {
  static uintptr_t losses_before;
  address_table kept = {.room = 0};
  size_t left = 0;
  swept_above = 2 * pairs.count + LEAST_SWEPT;
  if (losses == losses_before) return;
  losses_before = losses;
  for (size_t i = 0; i < turns; i++) {
    const address_entry *pair = pair_of(i);
    address_entry *copy = pair ? address_add(&kept, pair->key[0], pair->key[1]) : 0;
    if (!copy) continue;
    *copy = *pair;
    copy->value[TURN] = left;
    turn[left++] = turn[i];
  }
  free(pairs.entry);
  pairs = kept;
  turns = next_turn = left;
  changes++;
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

/* Notes a collision if it is the one that follows the last one in the order of the pairs. */
static bool note_in_turn(dGeomID root1, dGeomID root2) {
  if (next_turn >= turns) return false;
  pair_turn *next = &turn[next_turn];
  if (next->root[0] != root1 || next->root[1] != root2 || next->losses != losses) return false;
  next->when = scope_tick();
  next_turn++;
  return true;
}

/* Adds a turn. Returns false if memory is short. */
static bool add_turn(void) {
  if (turns == turn_room) {
    size_t room = turn_room > 0 ? 2 * turn_room : LEAST_SWEPT;
    pair_turn *more = realloc(turn, room * sizeof *more);
    if (!more) return false;
    turn = more;
    turn_room = room;
  }
  turns++;
  return true;
}

/* Returns the entry of a pair, with its turn, or null if memory is short. */
static address_entry *note_pair(dGeomID root1, dGeomID root2) {
  root_pair of = note_roots(root1, root2);
  size_t before = pairs.count;
  address_entry *pair = of.low ? address_add(&pairs, of.low->key[0], of.high->key[0]) : 0;
  if (!pair) return 0;
  if (pairs.count > before) {
    if (!add_turn()) {
      address_remove(&pairs, pair);
      return 0;
    }
    pair->value[TURN] = turns - 1;
  }
  if (pair->value[SERIALS] != serials(of)) changes++;
  pair->value[SERIALS] = serials(of);
  return pair;
}

void scope_note(dGeomID root1, dGeomID root2) {
  lock_notes();
  if (!note_in_turn(root1, root2) && !(is_fixed(root1) && is_fixed(root2))) { /* no step concerns what is fixed */
    if (pairs.count >= swept_above) sweep_pairs();
    const address_entry *pair = note_pair(root1, root2);
    if (pair) {
      next_turn = pair->value[TURN];
      turn[next_turn++] = (pair_turn){{root1, root2}, scope_tick(), losses};
    }
  }
  unlock_notes();
}

uintptr_t scope_when_collided(dGeomID o1, dGeomID o2) {
  address_entry *root1 = address_find(&roots, scope_root_of(o1), 0);
  address_entry *root2 = address_find(&roots, scope_root_of(o2), 0);
  if (!root1 || !root2) return 0;
  root_pair of = ordered(root1, root2);
  const address_entry *pair = address_find(&pairs, of.low->key[0], of.high->key[0]);
  return pair && pair->value[SERIALS] == serials(of) ? turn[pair->value[TURN]].when : 0;
}

/* ------------------------------------------------------------------ worlds */

void scope_note_home(dSpaceID space, dWorldID world) {
  lock_notes();
  size_t before = homes.count;
  (void)address_add(&homes, space, world);
  if (homes.count > before) changes++;
  unlock_notes();
}

void scope_forget_world(dWorldID world) {
  lock_notes();
  remove_all_of(&homes, is_of_world, world);
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

/* The list that was made last, and what it was made of. */
static struct {
  qmboxGuardedRoot *root;
  int count;
  dWorldID world;
  uintptr_t changes, signature;
} last_list;

/* Returns a number that shows which of the roots are a world's own, and which are in a space now. */
static uintptr_t signature_of_roots(void) {
  uintptr_t sum = 1;
  for (size_t i = 0; i < roots.room; i++) {
    const address_entry *root = &roots.entry[i];
    if (!root->key[0]) continue;
    uintptr_t shown = 4 * root->value[SERIAL] + root->value[ROLE] + (dGeomGetSpace((dGeomID)root->key[0]) ? 1 : 0);
    sum = (sum ^ shown) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 32;
  }
  return sum;
}

/* Makes the list, of roots that are marked as a world's own. Returns false if memory is short. */
static bool make_list(dWorldID world, uintptr_t signature) {
  qmboxGuardedRoot *list = realloc(last_list.root, (roots.count + 1) * sizeof *list);
  address_entry **marked = malloc((roots.count + 1) * sizeof *marked);
  last_list.world = 0;
  if (list) last_list.root = list;
  if (list && marked) {
    mark_met();
    last_list.count = list_marked(marked);
    fill(list, marked, last_list.count);
    last_list.world = world;
    last_list.changes = changes;
    last_list.signature = signature;
  }
  free(marked);
  return last_list.world != 0;
}

qmboxGuardedRoot *scope_roots(dWorldID world, int *count) {
  qmboxGuardedRoot *list = 0;
  lock_notes();
  mark_own(world);
  uintptr_t signature = signature_of_roots();
  bool same = last_list.world == world && last_list.changes == changes && last_list.signature == signature;
  *count = same || make_list(world, signature) ? last_list.count : -1;
  if (*count > 0) {
    size_t size = (size_t)*count * sizeof *list;
    list = malloc(size);
    if (list) memcpy(list, last_list.root, size);
    if (!list) *count = -1;
  }
  unlock_notes();
  return list;
}
