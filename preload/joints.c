/* SPDX-License-Identifier: BSD-3-Clause */

/* Keeps a table of the geoms of each contact joint. */

#include "joints.h"

#include "address_table.h"
#include "lock.h"

static address_table geoms_of; /* the key is the joint */

void joints_note(dJointID joint, const dContact *contact) {
  lock_notes();
  address_entry *entry = address_add(&geoms_of, joint, 0);
  if (entry) {
    entry->value[0] = (uintptr_t)contact->geom.g1;
    entry->value[1] = (uintptr_t)contact->geom.g2;
  }
  unlock_notes();
}

static bool joins(dJointID joint, dBodyID body1, dBodyID body2) {
  dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
  return (first == body1 && second == body2) || (first == body2 && second == body1);
}

static bool is_of(uintptr_t geom, dBodyID body) {
  dGeomID own = dBodyGetFirstGeom(body);
  while (own && (uintptr_t)own != geom) own = dBodyGetNextGeom(own);
  return own != 0;
}

/* Returns true if the geoms that a contact names belong to the bodies of its joint. ODE does not read the names, and a
   program that makes its own contacts may have left anything there. */
static bool are_names(const address_entry *entry, dJointID joint) {
  if (!entry || !entry->value[0] || !entry->value[1]) return false;
  for (int k = 0; k < 2; k++) {
    dBodyID body = dJointGetBody(joint, k);
    if (body && !is_of(entry->value[0], body) && !is_of(entry->value[1], body)) return false;
  }
  return true;
}

/* Returns true if a contact joint is for these geoms. If the contact does not name them, the bodies decide. */
static bool is_for(dJointID joint, dGeomID o1, dGeomID o2) {
  const address_entry *entry = address_find(&geoms_of, joint, 0);
  if (!are_names(entry, joint)) return joins(joint, dGeomGetBody(o1), dGeomGetBody(o2));
  return (entry->value[0] == (uintptr_t)o1 && entry->value[1] == (uintptr_t)o2) ||
         (entry->value[0] == (uintptr_t)o2 && entry->value[1] == (uintptr_t)o1);
}

bool joints_are_for(dGeomID o1, dGeomID o2) {
  dBodyID body = dGeomGetBody(o1) ? dGeomGetBody(o1) : dGeomGetBody(o2);
  bool found = false;
  lock_notes();
  for (int i = 0; body && i < dBodyGetNumJoints(body) && !found; i++) {
    dJointID joint = dBodyGetJoint(body, i);
    found = dJointGetType(joint) == dJointTypeContact && is_for(joint, o1, o2);
  }
  unlock_notes();
  return found;
}
