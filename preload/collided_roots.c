/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes which roots the program collides.
 *
 * The key of a pair is the addresses of two roots. Addresses are used again, so each root has a serial number, and the
 * numbers of both show whether a pair still belongs to the roots at these addresses. So nothing is searched
 * when a root is destroyed; old pairs are removed when the table has twice as many as after the last time.
 *
 * A program that collides its geoms one by one shows as many pairs in each step as there are of geoms, mostly in the
 * same order. So the pairs are also kept in that order: the one that comes next is seldom looked up.
 */

#include "collided_roots.h"

#include <stdlib.h>

#include "lock.h"

enum { LEAST_SWEPT = 64 };

/* The meanings of the values of a pair's entry. */
enum { TURN, SERIALS };

static address_table roots;
static address_table pairs;
static size_t swept_above = LEAST_SWEPT;
static uintptr_t last_serial;
static uintptr_t now;
static uintptr_t losses;  /* how often a root has gone */
static uintptr_t changes; /* how often a root or a pair has come or gone */

uintptr_t collided_clock(void) {
  return now;
}

uintptr_t collided_tick(void) {
  return ++now;
}

uintptr_t collided_changes(void) {
  return changes;
}

address_table *collided_roots(void) {
  return &roots;
}

/* ------------------------------------------------------------------ roots */

dGeomID collided_root_of(dGeomID geom) {
  for (dSpaceID space; (space = dGeomGetSpace(geom)) != 0;) geom = (dGeomID)space;
  return geom;
}

/* Returns the entry of a root, or null if memory is short. */
static address_entry *note_root(dGeomID root) {
  address_entry *entry = address_add(&roots, root, 0);
  if (entry && entry->value[SHOWN_SERIAL] == 0) {
    entry->value[SHOWN_SERIAL] = ++last_serial;
    changes++;
  }
  return entry;
}

bool collided_goes_with(const address_entry *entry, const void *geom) {
  dSpaceID space = (dSpaceID)entry->key[0];
  while ((const void *)space != geom) {
    space = dGeomGetSpace((dGeomID)space);
    if (!space || !dSpaceGetCleanup(space)) return false;
  }
  return true;
}

/* Roots may have been put into a space meanwhile. */
void collided_forget(dGeomID geom) {
  address_entry *entry = address_find(&roots, geom, 0);
  if (!entry && !dGeomIsSpace(geom)) return;
  if (entry) address_remove(&roots, entry);
  if (dGeomIsSpace(geom)) address_remove_all(&roots, collided_goes_with, geom);
  losses++;
  changes++;
}

void collided_forget_freed(const void *block) {
  address_entry *entry = address_find(&roots, block, 0);
  if (!entry) return;
  address_remove(&roots, entry);
  losses++;
  changes++;
}

/* ------------------------------------------------------------------ pairs */

/* A pair in the order in which the program has first collided them. */
typedef struct pair_turn {
  dGeomID root[2];  /* as they were collided */
  uintptr_t when;   /* they were last collided */
  uintptr_t losses; /* how many roots had gone then */
} pair_turn;

static pair_turn *turn; /* an array of `turn_room`, `turns` of which are taken */
static size_t turns, turn_room;
static size_t next_turn; /* one more than the number of the last collision */

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
  return pair.low->value[SHOWN_SERIAL] * 0x9e3779b97f4a7c15u + pair.high->value[SHOWN_SERIAL];
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
  next->when = collided_tick();
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

void collided_note(dGeomID root1, dGeomID root2) {
  lock_notes();
  if (!note_in_turn(root1, root2) && !(is_fixed(root1) && is_fixed(root2))) { /* no step concerns what is fixed */
    if (pairs.count >= swept_above) sweep_pairs();
    const address_entry *pair = note_pair(root1, root2);
    if (pair) {
      next_turn = pair->value[TURN];
      turn[next_turn++] = (pair_turn){{root1, root2}, collided_tick(), losses};
    }
  }
  unlock_notes();
}

uintptr_t collided_when(dGeomID o1, dGeomID o2) {
  address_entry *root1 = address_find(&roots, collided_root_of(o1), 0);
  address_entry *root2 = address_find(&roots, collided_root_of(o2), 0);
  if (!root1 || !root2) return 0;
  root_pair of = ordered(root1, root2);
  const address_entry *pair = address_find(&pairs, of.low->key[0], of.high->key[0]);
  return pair && pair->value[SERIALS] == serials(of) ? turn[pair->value[TURN]].when : 0;
}

void collided_visit_pairs(collided_visit *visit, void *data) {
  for (size_t i = 0; i < pairs.room; i++) {
    if (!pairs.entry[i].key[0]) continue;
    root_pair pair = roots_of(&pairs.entry[i]);
    if (pair.low) visit(data, pair.low, pair.high);
  }
}
