/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Makes contact joints for pairs that contact joints do not keep apart.
 *
 * A brace lets the two approach in the step by no more than to a margin before their cores meet, and brings them apart
 * by a little where they are nearer: else they would be so near in the end that any step stops them.
 *
 * Geoms are known by their addresses.  A new geom at an old address gets a brace only if contact joints hold it and its
 * cores are as near: that does no harm.
 */

#include "braces.h"

#include <stdlib.h>

#include "address_table.h"
#include "moving/bodies.h"
#include "lock.h"
#include "ode/body_members.h"
#include "real_ode.h"
#include "brace_points.h"
#include "util/arithmetic.h"

/* A brace that carries nothing is made in this number of further steps. */
enum { STEPS = 16 };

/* So many pairs are noted of all worlds. */
enum { MOST_PAIRS = 1 << 16 };

/* The softness of a brace: it gives way by this part of what the force on it would move its bodies in a step if they
   were free. If several hold one body, ODE's solver shares the force by it. */
#define SOFTNESS 1e-4

/* The part of what lacks of the margin that is made good in a step. */
#define RETURN 0.2

/* The meanings of the values of a pair's entry. */
enum { WORLD, STEPS_LEFT };

static address_table pairs; /* the keys are two geoms, in the order of the guard's pair */

/* A brace in the step of this thread. */
typedef struct brace {
  dGeomID geom[2];
  int number[2]; /* of the geoms in the guard */
  int contacts;
  dJointFeedback feedback[MOST_POINTS];
} brace;

static _Thread_local brace *set; /* an array of all of them */
static _Thread_local int braces;
static _Thread_local dJointGroupID group; /* of all their joints; null if there are none */

/* ------------------------------------------------------------------ contacts */

/* Returns 1 / m of a geom's body, 0 for what no force moves. */
static double inverse_mass(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  dMass mass;
  if (!body || dBodyIsKinematic(body)) return 0;
  dBodyGetMass(body, &mass);
  return 1 / (double)mass.mass;
}

/* Makes the contact of a brace at a point. ODE has its normal point into the first geom. */
static void hold(const qmboxGuard *guard, brace *b, double length, const brace_point *at) {
  double soft = SOFTNESS * length * (inverse_mass(b->geom[0]) + inverse_mass(b->geom[1]));
  double apart = at->lacking > 0 ? RETURN * at->lacking : at->lacking;
  dContact contact = {.surface = {.mode = dContactSoftCFM | dContactMotionN,
                                  .soft_cfm = (dReal)soft,
                                  .motionN = (dReal)(apart / length)}};
  contact.geom.g1 = b->geom[0];
  contact.geom.g2 = b->geom[1];
  for (int i = 0; i < 3; i++) {
    contact.geom.pos[i] = at->position[i];
    contact.geom.normal[i] = (dReal)-at->normal[i];
  }
  dJointID joint = real_ode()->create_contact(guard->bodies.world, group, &contact);
  if (!joint) return;
  dJointAttach(joint, dGeomGetBody(b->geom[0]), dGeomGetBody(b->geom[1]));
  dJointSetFeedback(joint, &b->feedback[b->contacts++]);
}

/* Makes the contacts of a brace. */
static void make(const qmboxGuard *guard, brace *b, double length) {
  brace_points found;
  brace_points_find(guard, b->geom, &found);
  for (int k = 0; k < found.count; k++) hold(guard, b, length, &found.point[k]);
}

/* ------------------------------------------------------------------ a step */

static bool is_of_world(const address_entry *entry, dWorldID world) {
  return entry->key[0] && entry->value[WORLD] == (uintptr_t)world;
}

/* Counts a step of the braces of a world, and lets those go whose time is over. Returns how many are left, or more. */
static int count_braces(dWorldID world) {
  int count = 0;
  for (size_t i = 0; i < pairs.room && pairs.count > 0;) {
    address_entry *entry = &pairs.entry[i];
    bool own_world = is_of_world(entry, world);
    if (own_world && entry->value[STEPS_LEFT]-- == 0) {
      address_remove(&pairs, entry); /* another one may have come to its place */
    } else {
      count += own_world;
      i++;
    }
  }
  return count;
}

/* Lists the braces of a world. */
static void list_braces(dWorldID world) {
  free(set);
  set = 0;
  braces = 0;
  lock_notes();
  int room = count_braces(world);
  if (room > 0) set = malloc((size_t)room * sizeof *set);
  for (size_t i = 0; i < pairs.room && set && braces < room; i++) {
    const address_entry *entry = &pairs.entry[i];
    if (!is_of_world(entry, world)) continue;
    set[braces++] = (brace){.geom = {(dGeomID)entry->key[0], (dGeomID)entry->key[1]}};
  }
  unlock_notes();
}

/* Compares two braces by the numbers of their geoms, which do not depend on addresses. */
static int by_number(const void *a, const void *b) {
  const int *x = ((const brace *)a)->number, *y = ((const brace *)b)->number;
  int k = x[0] == y[0] ? 1 : 0;
  return (x[k] > y[k]) - (x[k] < y[k]);
}

/* Puts the braces in the order in which the guard has their geoms: the order of joints changes the solution of ODE's
   solver. */
static void order_braces(const qmboxGuard *guard) {
  for (int i = 0; i < braces; i++) {
    for (int k = 0; k < 2; k++) set[i].number[k] = qmboxFindGeom(&guard->bodies, set[i].geom[k]);
  }
  if (braces > 0) qsort(set, (size_t)braces, sizeof *set, by_number);
}

/* Returns true if both geoms are there and a contact joint of the program holds them. */
static bool is_held(const brace *b) {
  return b->number[0] >= 0 && b->number[1] >= 0 && qmboxJointLinkOf(b->geom[0], b->geom[1]) == QMBOX_LINK_CONTACT;
}

int braces_set(const qmboxGuard *guard, double length) {
  int contacts = 0;
  list_braces(guard->bodies.world);
  if (braces == 0) return 0;
  qmboxCall call;
  qmboxBeginCall(&call);
  order_braces(guard);
  group = dJointGroupCreate(0);
  for (int i = 0; i < braces && group; i++) {
    if (is_held(&set[i])) make(guard, &set[i], length);
    contacts += set[i].contacts;
  }
  qmboxEndCall(&call);
  return contacts;
}

static bool carries(const dJointFeedback *feedback) {
  for (int i = 0; i < 3; i++) {
    if (feedback->f1[i] < 0 || feedback->f1[i] > 0 || feedback->f2[i] < 0 || feedback->f2[i] > 0) return true;
  }
  return false;
}

/* Notes that a pair is to have braces in the steps that follow. */
static void stay(dWorldID world, const dGeomID geom[2]) {
  if (pairs.count > MOST_PAIRS) address_clear(&pairs); /* worlds may have gone */
  address_entry *entry = address_add(&pairs, geom[0], geom[1]);
  if (!entry) return;
  entry->value[WORLD] = (uintptr_t)world;
  entry->value[STEPS_LEFT] = STEPS;
}

void braces_take(void) {
  if (!group) return;
  dJointGroupDestroy(group); /* a world that has gone has left its joints there */
  group = 0;
}

void braces_note(const qmboxGuard *guard) {
  if (braces == 0 && guard->tally->stops == 0) return;
  lock_notes();
  for (int i = 0; i < braces; i++) {
    for (int k = 0; k < set[i].contacts; k++) {
      if (carries(&set[i].feedback[k])) stay(guard->bodies.world, set[i].geom);
    }
  }
  for (int i = 0; i < guard->pairs.pairCount; i++) {
    const qmboxGuardedPair *pair = &guard->pairs.pair[i];
    const qmboxGuardedGeom *one = &guard->bodies.geom[pair->geom[0]], *other = &guard->bodies.geom[pair->geom[1]];
    bool joined =
        guard->bodies.body[one->body].next != one->body || guard->bodies.body[other->body].next != other->body;
    if (pair->pushed && pair->touches && joined) stay(guard->bodies.world, (const dGeomID[2]){one->geom, other->geom});
  }
  unlock_notes();
  free(set);
  set = 0;
  braces = 0;
}
