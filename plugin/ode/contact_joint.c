/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/contact_joint.h"

#include <string.h>

#include "ode/member_offset.h"

/* How many bytes may stand before the contact: a joint's, some 200, and a surface's, some 100.  The joint that is
   searched is in a group, whose memory ODE takes in pieces that are larger than that and a contact. */
enum { MOST_BEFORE = 512 };

static dContact contactForSearch(dGeomID geom1, dGeomID geom2) {
  dContact contact;
  memset(&contact, 0, sizeof contact);
  for (int i = 0; i < 3; i++) {
    contact.geom.pos[i] = (dReal)(3 + i);
    contact.geom.normal[i] = (dReal)(7 + i);
  }
  contact.geom.depth = 11;
  contact.geom.g1 = geom1;
  contact.geom.g2 = geom2;
  return contact;
}

static bool areSame(const dContactGeom *contact, const dContactGeom *other) {
  return memcmp(contact->pos, other->pos, sizeof contact->pos) == 0 &&
         memcmp(contact->normal, other->normal, sizeof contact->normal) == 0 &&
         memcmp(&contact->depth, &other->depth, sizeof contact->depth) == 0 && contact->g1 == other->g1 &&
         contact->g2 == other->g2;
}

static int search(void) {
  int found = -1;
  dWorldID world = dWorldCreate();
  dJointGroupID group = dJointGroupCreate(0);
  dGeomID geom[2] = {dCreateSphere(0, 1), dCreateSphere(0, 1)};
  const dContact contact = contactForSearch(geom[0], geom[1]);
  const char *joint = (const char *)dJointCreateContact(world, group, &contact);
  for (int offset = 0; offset < MOST_BEFORE && found < 0; offset += (int)sizeof(float)) {
    dContactGeom members;
    memcpy(&members, joint + offset, sizeof members);
    if (areSame(&members, &contact.geom)) found = offset;
  }
  dJointGroupDestroy(group);
  dWorldDestroy(world);
  for (int k = 0; k < 2; k++) dGeomDestroy(geom[k]);
  return found;
}

dContactGeom *qmboxContactOf(dJointID joint) {
  static atomic_int known;
  int offset = qmboxOffsetOfMembers(&known, search);
  return offset < 0 ? 0 : (dContactGeom *)(void *)((char *)joint + offset);
}

dContactGeom *qmboxContactOn(dJointID joint, dBodyID body) {
  bool own = qmboxFirstBodyOf(joint) == body && dJointGetType(joint) == dJointTypeContact && dJointIsEnabled(joint);
  return own ? qmboxContactOf(joint) : 0;
}
