/* SPDX-License-Identifier: BSD-3-Clause */

/* Are two geoms meant to collide?  The near callback knows. */

#include "guard/consent.h"

#include "guard/bodies.h"
#include "pair.h"
#include "step_check.h"

/* Puts the bodies of a pair where they are at this time; HUGE_VAL: back to where the step has put them. */
static void placePair(const qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  for (int k = 0; k < 2; k++) {
    int number = guard->geom[pair->geom[k]].body;
    const qmboxGuardedBody *body = &guard->body[number];
    if (number == 0 || !body->moves) continue;
    qmboxPlaceBody(guard, number, fmin(time, body->stop));
  }
}

static bool areInContact(dGeomID o1, dGeomID o2) {
  dContactGeom contact;
  return dCollide(o1, o2, 1, &contact, sizeof contact) > 0;
}

/* Counts the contact joints between the bodies of two geoms; one that has none in this world stands for all that has none. */
static int countContacts(dWorldID world, dGeomID o1, dGeomID o2) {
  dBodyID body = dGeomGetBody(o1), other = dGeomGetBody(o2);
  if (!body || dBodyGetWorld(body) != world) {
    body = other;
    other = 0;
  } else if (other && dBodyGetWorld(other) != world) {
    other = 0;
  }
  int all = dBodyGetNumJoints(body), count = 0;
  for (int i = 0; i < all; i++) {
    dJointID joint = dBodyGetJoint(body, i);
    dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
    count += dJointGetType(joint) == dJointTypeContact && (first == body ? second : first) == other;
  }
  return count;
}

/* Calls the near callback for the pair.  Returns true if it has made a contact joint: those that are there already may be for
   other geoms of the two, or for the ground. */
static bool callNear(const qmboxGuard *guard, dGeomID o1, dGeomID o2) {
  int before = countContacts(guard->world, o1, o2);
  guard->calls->near(guard->calls->nearData, o1, o2);
  return countContacts(guard->world, o1, o2) > before;
}

qmboxConsent qmboxAskConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  dGeomID o1 = guard->geom[pair->geom[0]].geom, o2 = guard->geom[pair->geom[1]].geom;
  if (qmboxBondOf(o1, o2) == QMBOX_BOND_JOINT) return QMBOX_CONSENT_REFUSED;
  placePair(guard, pair, time);
  bool seen = areInContact(o1, o2);
  if (!seen) {
    placePair(guard, pair, pair->meeting);
    seen = areInContact(o1, o2);
  }
  bool given = !seen || callNear(guard, o1, o2);
  placePair(guard, pair, guard->length);
  return given ? QMBOX_CONSENT_GIVEN : QMBOX_CONSENT_REFUSED;
}
