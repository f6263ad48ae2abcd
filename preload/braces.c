/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Makes contact joints for pairs that contact joints do not keep apart.
 *
 * A brace acts along the normal along which the cores are apart where they are, at the places where ODE finds
 * contacts, or where the cores are nearest to each other if it finds none. (ODE's own normal may be wrong: it is that
 * along which the geoms are least deep in each other.) A mesh has one for each of the triangles that are nearest. It
 * lets the two approach in the step by no more than to a margin before their cores meet, and brings them apart by a
 * little where they are nearer: else they would be so near in the end that any step stops them.
 *
 * Geoms are known by their addresses.  What has another geom's address by now is a geom of this step, too, and gets a
 * brace only if contact joints hold it and its cores are as near: that does no harm.
 */

#include "braces.h"

#include <math.h>

#include "address_table.h"
#include "guard/bodies.h"
#include "guard/meeting.h"
#include "lock.h"
#include "ode/joint_link.h"
#include "ode/mesh_triangles.h"
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

/* The margin before the cores, in parts of the allowances, and the part of what lacks of it that is made good in a
   step. */
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

/* ------------------------------------------------------------------ places */

/* A place at which two solids are held: the unit normal points from the first to the second. */
typedef struct place {
  dReal position[3];
  double normal[3];
  double lacking; /* so much of the margin between the cores lacks, if positive */
} place;

/* The places of a brace: those where most lacks. */
typedef struct places {
  qmboxSolid solid[2];
  int mesh; /* which of the two is one */
  place place[CONTACTS];
  int count;
} places;

static void add_place(places *to, const place *found) {
  int at = 0;
  if (to->count < CONTACTS) {
    to->place[to->count++] = *found;
    return;
  }
  for (int i = 1; i < CONTACTS; i++) {
    if (to->place[i].lacking < to->place[at].lacking) at = i;
  }
  if (found->lacking > to->place[at].lacking) to->place[at] = *found;
}

/* Finds where two solids are nearest to each other at this level. Returns false if they are not apart. */
static bool are_apart(const qmboxTwo *two, double level, bms_convex_separation *nearest) {
  qmboxShell shell[2];
  for (int k = 0; k < 2; k++) qmboxMakeShell(two->solid[k], level * two->allowance[k], 0, 0, &shell[k]);
  const bms_convex_query query = {0, 0, shell[0].figure.shape, shell[1].figure.shape, shell[0].motion, shell[1].motion,
                                  0};
  return bms_convex_separation_at(&query, 0, nearest) == BMS_VALID && nearest->lower > 0;
}

/* Finds the place where the cores of two convex solids are nearest to each other, or what is left of them if they are
   deep in each other. */
static bool find_nearest(const qmboxSolid *one, const qmboxSolid *other, place *found) {
  qmboxTwo two = qmboxTwoSolids(one, other);
  bms_convex_separation nearest;
  bool apart = false;
  for (double level = 1; level < QMBOX_HIGHEST_LEVEL && !apart; level += 0.25) apart = are_apart(&two, level, &nearest);
  if (!apart) return false;
  for (int i = 0; i < 3; i++) {
    found->position[i] = (dReal)((nearest.point[0][i] + nearest.point[1][i]) / 2);
    found->normal[i] = nearest.normal[i];
  }
  found->lacking = MARGIN * (two.allowance[0] + two.allowance[1]) - nearest.lower;
  return true;
}

/* Adds the places of two convex geoms: all where ODE finds contacts, or the nearest one. */
static void add_contacts(places *to, const dGeomID geom[2]) {
  dContactGeom contact[CONTACTS];
  place found;
  if (!find_nearest(&to->solid[0], &to->solid[1], &found)) return;
  int count = own()->collide(geom[0], geom[1], CONTACTS, contact, (int)sizeof contact[0]);
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 3; i++) found.position[i] = contact[k].pos[i];
    add_place(to, &found);
  }
  if (count == 0) add_place(to, &found);
}

/* Adds the place of a triangle of a mesh. */
static void add_triangle(void *data, const double vertex[9]) {
  places *to = data;
  qmboxSolid triangle;
  place found;
  if (!qmboxIsTriangle(vertex)) return;
  qmboxMakeTriangle(&triangle, &to->solid[to->mesh], vertex);
  const qmboxSolid *one = to->mesh == 0 ? &triangle : &to->solid[0], *other = to->mesh == 1 ? &triangle : &to->solid[1];
  if (find_nearest(one, other, &found)) add_place(to, &found);
}

/* Finds the places of two convex geoms, or of one and a mesh. */
static void find_places(const qmboxGuard *guard, const dGeomID geom[2], places *to) {
  double min[3], max[3];
  dReal bounds[6];
  to->count = 0;
  for (int k = 0; k < 2; k++) qmboxMakeSolid(&to->solid[k], geom[k], guard->qmboxClass, 0, 0, 0);
  if (qmboxCanMeet(&to->solid[0], &to->solid[1])) {
    add_contacts(to, geom);
    return;
  }
  to->mesh = to->solid[0].kind == QMBOX_SOLID_MESH ? 0 : 1;
  const qmboxSolid *convex = &to->solid[1 - to->mesh];
  if (to->solid[to->mesh].kind != QMBOX_SOLID_MESH || !(convex->thickness < HUGE_VAL)) return;
  dGeomGetAABB(geom[1 - to->mesh], bounds);
  for (int i = 0; i < 3; i++) {
    min[i] = (double)bounds[2 * i];
    max[i] = (double)bounds[2 * i + 1];
  }
  qmboxTrianglesNear(geom[to->mesh], min, max, add_triangle, to);
}

/* ------------------------------------------------------------------ contacts */

/* Returns 1 / m of a geom's body, 0 for what no force moves. */
static double inverse_mass(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  dMass mass;
  if (!body || dBodyIsKinematic(body)) return 0;
  dBodyGetMass(body, &mass);
  return 1 / (double)mass.mass;
}

/* Makes the contact of a brace at a place. ODE has its normal point into the first geom. */
static void hold(const qmboxGuard *guard, brace *b, double length, const place *at) {
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
  dJointID joint = own()->create_contact(guard->world, group, &contact);
  if (!joint) return;
  dJointAttach(joint, dGeomGetBody(b->geom[0]), dGeomGetBody(b->geom[1]));
  dJointSetFeedback(joint, &b->feedback[b->contacts++]);
}

/* Makes the contacts of a brace. */
static void make(const qmboxGuard *guard, brace *b, double length) {
  places found;
  find_places(guard, b->geom, &found);
  for (int k = 0; k < found.count; k++) hold(guard, b, length, &found.place[k]);
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
    bool joined = guard->body[one->body].next != one->body || guard->body[other->body].next != other->body;
    if (pair->pushed && pair->touches && joined) stay(guard->world, (const dGeomID[2]){one->geom, other->geom});
  }
  unlock_notes();
  braces = 0;
}
