/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes which geoms the program wants to collide. */

#include "declined_pairs.h"

#include "address_table.h"
#include "lock.h"
#include "collided_roots.h"

enum { MOST_PAIRS = 1 << 16 };

/* A pair that nothing is known of is kept apart in this number of consecutive steps. Two meshes that are no thicker
   than their surface come as near to each other as numbers can represent; ODE then finds no contact and does not call
   the program. */
enum { MOST_GUESSES = 8 };

/* The meanings of the values of a world's entry: when it was stepped. */
enum { LAST_STEP, STEP_BEFORE };

/* The meanings of the values of a guess; a refusal has the first of them only, and so has a geom that has gone. */
enum { WHEN, GUESSES };

static address_table worlds;
static address_table bare_steps;
static address_table declined;
static address_table guesses;
static address_table examined;
static address_table calls; /* two spaces, a space and a geom, or a space twice, which the program has collided */
static address_table gone;  /* geoms that have been destroyed: knowledge of their pairs must not pass to later geoms */

static bool is_newer(const address_entry *pair, const void *geom) {
  const address_entry *end = address_find(&gone, geom, 0);
  return !end || pair->value[WHEN] >= end->value[WHEN];
}

/* Returns the entry of a pair of geoms, in the order of their addresses, or null if nothing is known of these two. */
static address_entry *find_pair(const address_table *table, dGeomID o1, dGeomID o2) {
  bool ordered = (uintptr_t)o1 < (uintptr_t)o2;
  address_entry *pair = ordered ? address_find(table, o1, o2) : address_find(table, o2, o1);
  return pair && is_newer(pair, o1) && is_newer(pair, o2) ? pair : 0;
}

/* Returns the entry of a pair, with zeros if nothing is known of these two, or null if memory is short. */
static address_entry *add_pair(address_table *table, dGeomID o1, dGeomID o2) {
  bool ordered = (uintptr_t)o1 < (uintptr_t)o2;
  if (table->count > MOST_PAIRS) address_clear(table);
  address_entry *pair = ordered ? address_add(table, o1, o2) : address_add(table, o2, o1);
  if (pair && !(is_newer(pair, o1) && is_newer(pair, o2))) pair->value[WHEN] = pair->value[GUESSES] = 0;
  return pair;
}

static void note(address_table *table, dGeomID o1, dGeomID o2) {
  lock_notes();
  address_entry *entry = add_pair(table, o1, o2);
  if (entry) entry->value[WHEN] = collided_clock();
  unlock_notes();
}

void declined_note_pair(dGeomID o1, dGeomID o2) {
  note(&declined, o1, o2);
}

void declined_note_examined(dGeomID o1, dGeomID o2) {
  note(&examined, o1, o2);
}

/* ODE opens one only of two spaces of different sublevels. */
void declined_note_call(dGeomID o1, dGeomID o2) {
  bool spaces = dGeomIsSpace(o1) && dGeomIsSpace(o2);
  if (spaces && dSpaceGetSublevel((dSpaceID)o1) != dSpaceGetSublevel((dSpaceID)o2)) return;
  note(&calls, o1, o2);
}

void declined_note_step(dWorldID world) {
  lock_notes();
  address_entry *entry = address_add(&worlds, world, 0);
  if (entry) {
    entry->value[STEP_BEFORE] = entry->value[LAST_STEP];
    entry->value[LAST_STEP] = collided_tick();
  }
  unlock_notes();
}

int declined_note_bare_step(dWorldID world) {
  lock_notes();
  address_entry *entry = address_add(&bare_steps, world, 0);
  int count = entry ? (int)++entry->value[0] : 0;
  unlock_notes();
  return count;
}

static void forget(address_table *table, dWorldID world) {
  address_entry *entry = address_find(table, world, 0);
  if (entry) address_remove(table, entry);
}

void declined_forget_world(dWorldID world) {
  lock_notes();
  forget(&worlds, world);
  forget(&bare_steps, world);
  address_clear(&guesses); /* the next world counts its steps from 0 */
  unlock_notes();
}

/* Forgets all pairs for a space, which is not searched for what it holds. */
void declined_forget_geom(dGeomID geom) {
  lock_notes();
  if (dGeomIsSpace(geom) || gone.count > MOST_PAIRS) {
    address_clear(&guesses);
    address_clear(&declined);
    address_clear(&examined);
    address_clear(&calls);
    address_clear(&gone);
  } else if (guesses.count + declined.count + examined.count + calls.count > 0) {
    address_entry *entry = address_add(&gone, geom, 0);
    if (entry) entry->value[WHEN] = collided_tick();
  }
  unlock_notes();
}

/* Returns true if a pair that has not touched yet may be taken to be wanted, and notes that it is. */
static bool may_guess(const address_entry *step, dGeomID o1, dGeomID o2) {
  address_entry *guess = add_pair(&guesses, o1, o2);
  if (!guess || !step) return true;
  if (guess->value[GUESSES] == 0 || guess->value[WHEN] < step->value[LAST_STEP]) {
    bool on_end = guess->value[WHEN] >= step->value[STEP_BEFORE];
    guess->value[GUESSES] = on_end ? guess->value[GUESSES] + 1 : 1;
  }
  guess->value[WHEN] = collided_clock();
  return guess->value[GUESSES] <= MOST_GUESSES;
}

static bool is_since(uintptr_t then, const address_table *table, dGeomID o1, dGeomID o2) {
  const address_entry *pair = find_pair(table, o1, o2);
  return pair && pair->value[WHEN] > then;
}

/* Returns true if the program has called ODE since then for what holds both geoms: ODE would call the near callback
   for two geoms that touch. It does not always: the AABB of a turned heightfield is too small, and a hash space loses
   pairs some of whose cells are on either side of 0 along z. */
static bool is_called_since(uintptr_t then, dGeomID o1, dGeomID o2) {
  dGeomID space1 = (dGeomID)dGeomGetSpace(o1), space2 = (dGeomID)dGeomGetSpace(o2);
  return (space1 && space2 && is_since(then, &calls, space1, space2)) ||
         (space1 && is_since(then, &calls, space1, o2)) || (space2 && is_since(then, &calls, o1, space2));
}

/* Returns true if the program has seen since then that two geoms touch, as far as is known. A pair that ODE has not
   shown to it is not seen; one that the program has not come to is, as there may be a reason. */
static bool is_seen_since(uintptr_t then, dGeomID o1, dGeomID o2) {
  return collided_when(o1, o2) > then && (is_since(then, &examined, o1, o2) || !is_called_since(then, o1, o2));
}

bool declined_neither(dWorldID world, dGeomID o1, dGeomID o2, bool touched) {
  lock_notes();
  const address_entry *refusal = find_pair(&declined, o1, o2), *step = address_find(&worlds, world, 0);
  uintptr_t then = step ? step->value[LAST_STEP] : 0;
  bool refused = refusal && refusal->value[WHEN] >= collided_when(o1, o2);
  bool wants = !refused && !(touched && is_seen_since(then, o1, o2));
  if (wants && !touched) wants = may_guess(step, o1, o2);
  unlock_notes();
  return wants;
}
