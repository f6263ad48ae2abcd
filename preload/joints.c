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

/* Returns true if a contact joint is for these geoms. Programs that make their own contacts need not name geoms: then
   the joint's bodies decide. */
static bool is_for(dJointID joint, dGeomID o1, dGeomID o2) {
  const address_entry *entry = address_find(&geoms_of, joint, 0);
  if (!entry || !entry->value[0] || !entry->value[1]) return joins(joint, dGeomGetBody(o1), dGeomGetBody(o2));
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
