/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Makes contact joints for pairs that contact joints do not keep apart.
 *
 * A brace acts along the normal along which the cores are apart where they are, at the places where ODE finds contacts,
 * or where the cores are nearest to each other if it finds none.  (ODE's own normal may be wrong: it is that along which
 * the geoms are least deep in each other.)  It lets the two come no nearer to each other there, and brings them apart by
 * a little: else they would be so near their cores in the end that any step stops them.
 *
 * Geoms are known by their addresses.  What has another geom's address by now is a geom of this step, too, and gets a
 * brace only if contact joints hold it and its cores are as near: that does no harm.
 */

#include "braces.h"

#include "address_table.h"
#include "guard/bodies.h"
#include "guard/meeting.h"
#include "lock.h"
#include "ode/joint_link.h"
#include "own.h"
#include "util/call.h"

/* A brace that carries nothing is made in so many steps more. */
enum { STEPS = 16 };

/* So many are made in a step at most, with so many contacts each. */
enum { MOST_BRACES = 32, CONTACTS = 4 };

/* So many are noted of all worlds. */
enum { MOST_PAIRS = 1024 };

/* The softness of a brace: it gives way by this part of what the force on it would move its bodies in a step if they
   were free. Where several hold one body that tells ODE's solver how they share the force. */
#define SOFTNESS 1e-4

/* The cores are brought apart again by this part of their allowances, and in a step by so much of what lacks. */
#define MARGIN 0.2
#define RETURN 0.2

/* The meanings of the values of a pair's entry. */
enum { WORLD, STEPS_LEFT };

static address_table pairs; /* the keys are two geoms, in the order of the guard's pair */

/* A brace in the step of this thread. */
typedef struct brace {
  dGeomID geom[2];
  int contacts;
  dJointFeedback feedback[CONTACTS];
} brace;

static _Thread_local brace set[MOST_BRACES];
static _Thread_local int braces;
static _Thread_local dJointGroupID group; /* of all their joints; null if there are none */

/* ------------------------------------------------------------------ contacts */

/* Finds where two solids are nearest to each other at this level, and the unit normal from the first to the second
   there. Returns false if they are not apart. */
static bool are_apart(const qmboxTwo *two, double level, bms_convex_separation *nearest) {
  qmboxShell shell[2];
  for (int k = 0; k < 2; k++) qmboxMakeShell(two->solid[k], level * two->allowance[k], 0, 0, &shell[k]);
  const bms_convex_query query = {0, 0, shell[0].figure.shape, shell[1].figure.shape, shell[0].motion, shell[1].motion,
                                  0};
  return bms_convex_separation_at(&query, 0, nearest) == BMS_VALID && nearest->lower > 0;
}

/* Finds that for the cores of two convex geoms, or for what is left of them if they are deep in each other, and how far
   these are to be brought apart. */
static bool find_nearest(const qmboxGuard *guard, const dGeomID geom[2], bms_convex_separation *nearest,
                         double *lacking) {
  qmboxSolid solid[2];
  bool apart = false;
  for (int k = 0; k < 2; k++) qmboxMakeSolid(&solid[k], geom[k], guard->qmboxClass, 0, 0, 0);
  if (!qmboxCanMeet(&solid[0], &solid[1])) return false;
  qmboxTwo two = qmboxTwoSolids(&solid[0], &solid[1]);
  for (double level = 1; level < QMBOX_HIGHEST_LEVEL && !apart; level += 0.25) apart = are_apart(&two, level, nearest);
  *lacking = apart ? MARGIN * (two.allowance[0] + two.allowance[1]) - nearest->lower : 0;
  return apart;
}

/* Returns 1 / m of a geom's body, 0 for what no force moves. */
static double inverse_mass(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  dMass mass;
  if (!body || dBodyIsKinematic(body)) return 0;
  dBodyGetMass(body, &mass);
  return 1 / (double)mass.mass;
}

/* Makes one contact of a brace, whose normal points into the first geom, as ODE has it. */
static void add_contact(const qmboxGuard *guard, brace *b, double length, const dReal position[3],
                        const double normal[3], double lacking) {
  dReal soft = (dReal)(SOFTNESS * length * (inverse_mass(b->geom[0]) + inverse_mass(b->geom[1])));
  dContact contact = {
      .surface = {.mode = dContactSoftCFM | dContactSoftERP, .soft_cfm = soft, .soft_erp = (dReal)RETURN}};
  contact.geom.g1 = b->geom[0];
  contact.geom.g2 = b->geom[1];
  contact.geom.depth = (dReal)(lacking > 0 ? lacking : 0);
  for (int i = 0; i < 3; i++) {
    contact.geom.pos[i] = position[i];
    contact.geom.normal[i] = (dReal)-normal[i];
  }
  dJointID joint = own()->create_contact(guard->world, group, &contact);
  if (!joint) return;
  dJointAttach(joint, dGeomGetBody(b->geom[0]), dGeomGetBody(b->geom[1]));
  dJointSetFeedback(joint, &b->feedback[b->contacts++]);
}

/* Makes the contacts of a brace. */
static void make(const qmboxGuard *guard, brace *b, double length) {
  dContactGeom found[CONTACTS];
  bms_convex_separation nearest;
  double lacking;
  b->contacts = 0;
  if (!find_nearest(guard, b->geom, &nearest, &lacking)) return;
  int count = own()->collide(b->geom[0], b->geom[1], CONTACTS, found, (int)sizeof found[0]);
  for (int i = 0; i < count; i++) add_contact(guard, b, length, found[i].pos, nearest.normal, lacking);
  if (count > 0) return;
  const dReal middle[3] = {(dReal)(nearest.point[0][0] + nearest.point[1][0]) / 2,
                           (dReal)(nearest.point[0][1] + nearest.point[1][1]) / 2,
                           (dReal)(nearest.point[0][2] + nearest.point[1][2]) / 2};
  add_contact(guard, b, length, middle, nearest.normal, lacking);
}

/* ------------------------------------------------------------------ a step */

/* Lists the braces of a world, and lets those go whose time is over. Returns their number. */
static int list_braces(dWorldID world) {
  int count = 0;
  lock_notes();
  for (size_t i = 0; i < pairs.room && pairs.count > 0 && count < MOST_BRACES;) {
    address_entry *entry = &pairs.entry[i];
    bool own_world = entry->key[0] && entry->value[WORLD] == (uintptr_t)world;
    if (own_world && entry->value[STEPS_LEFT]-- == 0) {
      address_remove(&pairs, entry); /* another entry may have come to its place */
      continue;
    }
    if (own_world) set[count++] = (brace){.geom = {(dGeomID)entry->key[0], (dGeomID)entry->key[1]}};
    i++;
  }
  unlock_notes();
  return count;
}

/* Returns true if both geoms are there and a contact joint of the program holds them. */
static bool is_held(const qmboxGuard *guard, const dGeomID geom[2]) {
  for (int k = 0; k < 2; k++) {
    if (qmboxFindGeom(guard, geom[k]) < 0) return false;
  }
  return qmboxJointLinkOf(geom[0], geom[1]) == QMBOX_LINK_CONTACT;
}

int braces_set(const qmboxGuard *guard, double length) {
  int contacts = 0;
  braces = list_braces(guard->world);
  if (braces == 0) return 0;
  qmboxCall call;
  qmboxBeginCall(&call);
  group = dJointGroupCreate(0);
  for (int i = 0; i < braces && group; i++) {
    if (is_held(guard, set[i].geom)) make(guard, &set[i], length);
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
      if (carries(&set[i].feedback[k])) stay(guard->world, set[i].geom);
    }
  }
  for (int i = 0; i < guard->pairCount; i++) {
    const qmboxGuardedPair *pair = &guard->pair[i];
    const qmboxGuardedGeom *one = &guard->geom[pair->geom[0]], *other = &guard->geom[pair->geom[1]];
    bool whole = pair->solid[0] == one->solid && pair->solid[1] == other->solid; /* no triangle of a mesh */
    bool joined = guard->body[one->body].next != one->body || guard->body[other->body].next != other->body;
    if (pair->pushed && pair->touches && whole && joined)
      stay(guard->world, (const dGeomID[2]){one->geom, other->geom});
  }
  unlock_notes();
  braces = 0;
}
