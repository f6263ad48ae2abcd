/* SPDX-License-Identifier: BSD-3-Clause */

/* Are two geoms meant to collide?  The near callback knows. */

#include "guard/consent.h"

#include <math.h>

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

/* Returns true if a contact joint between the bodies of two geoms can only be for these two. */
static bool areOnly(dGeomID o1, dGeomID o2) {
  dGeomID geom[2] = {o1, o2};
  for (int k = 0; k < 2; k++) {
    dBodyID body = dGeomGetBody(geom[k]);
    if (!body || dBodyGetNextGeom(dBodyGetFirstGeom(body))) return false;
  }
  return true;
}

static int countJoints(dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);
  return (body1 ? dBodyGetNumJoints(body1) : 0) + (body2 ? dBodyGetNumJoints(body2) : 0);
}

/* Calls the near callback for the pair.  Returns true if it has made a contact joint. */
static bool callNear(const qmboxGuard *guard, dGeomID o1, dGeomID o2) {
  int before = countJoints(o1, o2);
  guard->calls->near(guard->calls->nearData, o1, o2);
  return countJoints(o1, o2) > before && qmboxBondOf(o1, o2) == QMBOX_BOND_CONTACT;
}

qmboxConsent qmboxAskConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  dGeomID o1 = guard->geom[pair->geom[0]].geom, o2 = guard->geom[pair->geom[1]].geom;
  qmboxBond bond = qmboxBondOf(o1, o2);
  if (bond == QMBOX_BOND_JOINT) return QMBOX_CONSENT_REFUSED;
  if (bond == QMBOX_BOND_CONTACT && areOnly(o1, o2)) return QMBOX_CONSENT_GIVEN;
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
