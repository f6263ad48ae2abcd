/* SPDX-License-Identifier: BSD-3-Clause */

#include "callbacks/consent.h"

#include <math.h>
#include <string.h>

#include "broad/bounds.h"
#include "moving/moves.h"
#include "callbacks/integrity.h"
#include "ode/body_members.h"
#include "util/array.h"

/* Contacts that near callbacks usually ask for. */
enum { SEVERAL = 8 };

/* Computes the AABB of a geom that has been moved.  ODE's spaces do so before they call the near callback; its collider
   of hulls and trimeshes goes by the AABBs, and finds no contact by old ones. */
static void renewBounds(dGeomID geom) {
  dReal aabb[6];
  dGeomGetAABB(geom, aabb);
}

/* Puts the bodies of a pair where they are at this time; HUGE_VAL: back to where the step has put them. */
static void placePair(const qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  for (int k = 0; k < 2; k++) {
    int number = guard->bodies.geom[pair->geom[k]].body;
    const qmboxGuardedBody *body = &guard->bodies.body[number];
    if (number == 0 || !body->moves) continue;
    qmboxPlaceBody(&guard->bodies, number, fmin(time, body->stop));
    renewBounds(guard->bodies.geom[pair->geom[k]].geom);
  }
}

/* The callbacks of a trimesh, which are not for calls that the program has not made. */
typedef struct qmboxMuted {
  dGeomID mesh; /* null for other geoms */
  dTriCallback *one;
  dTriArrayCallback *all;
} qmboxMuted;

static qmboxMuted mute(dGeomID geom) {
  if (dGeomGetClass(geom) != dTriMeshClass) return (qmboxMuted){.mesh = 0};
  qmboxMuted muted = {geom, dGeomTriMeshGetCallback(geom), dGeomTriMeshGetArrayCallback(geom)};
  if (muted.one) dGeomTriMeshSetCallback(geom, 0);
  if (muted.all) dGeomTriMeshSetArrayCallback(geom, 0);
  return muted;
}

static void unmute(const qmboxMuted *muted) {
  if (muted->mesh && muted->one) dGeomTriMeshSetCallback(muted->mesh, muted->one);
  if (muted->mesh && muted->all) dGeomTriMeshSetArrayCallback(muted->mesh, muted->all);
}

/* Returns true if ODE finds a contact between the two when it may return at most this number. */
static bool areInContact(dGeomID o1, dGeomID o2, int most) {
  dContactGeom contact[SEVERAL];
  qmboxMuted muted[2] = {mute(o1), mute(o2)};
  int count = dCollide(o1, o2, most, contact, sizeof *contact);
  for (int k = 0; k < 2; k++) unmute(&muted[k]);
  return count > 0;
}

/* Returns the first or second body of a pair; null for none, and for one of another world, as no joint leads there. */
static dBodyID bodyOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return guard->bodies.body[guard->bodies.geom[pair->geom[k]].body].start.body;
}

/* Returns true if a contact joint between the bodies of two geoms can only be for these two. */
static bool areOnly(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  for (int k = 0; k < 2; k++) {
    dBodyID body = bodyOf(guard, pair, k);
    if (!body || dBodyGetNextGeom(dBodyGetFirstGeom(body))) return false;
  }
  return true;
}

static bool isBetween(dJointID joint, dBodyID body1, dBodyID body2) {
  dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
  return (first == body1 && second == body2) || (first == body2 && second == body1);
}

static int countJoints(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  dBodyID body1 = bodyOf(guard, pair, 0), body2 = bodyOf(guard, pair, 1), body = body1 ? body1 : body2;
  int count = 0;
  if (!body) return 0;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    count += isBetween(walk.joint, body1, body2);
  }
  return count;
}

/* Copies the position of one of the two bodies, zero where there is none. */
static void copyPlace(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k, dVector3 place) {
  dBodyID body = bodyOf(guard, pair, k);
  dSetZero(place, 3);
  if (body) memcpy(place, dBodyGetPosition(body), 3 * sizeof(dReal));
}

/* Calls the near callback with these two, and checks that it has moved and changed nothing. */
static void call(qmboxGuard *guard, const qmboxGuardedPair *pair, dGeomID near1, dGeomID near2) {
  dVector3 place[2];
  for (int k = 0; k < 2; k++) copyPlace(guard, pair, k, place[k]);
  qmboxBeforeCallback(guard);
  guard->calls->options.nearCallback(guard->calls->options.nearData, near1, near2);
  qmboxAfterCallback(guard);
  for (int k = 0; k < 2; k++) qmboxCheckGeom(guard, pair->geom[k]);
  for (int k = 0; k < 2 && !guard->integrity.broken; k++) {
    dVector3 now;
    copyPlace(guard, pair, k, now);
    if (memcmp(now, place[k], 3 * sizeof(dReal)) != 0) qmboxBreakGuard(guard);
  }
}

/* Calls the near callback with these two.  Returns true if it has made a contact joint for the pair. */
static bool callNear(qmboxGuard *guard, const qmboxGuardedPair *pair, dGeomID near1, dGeomID near2) {
  int before = countJoints(guard, pair);
  call(guard, pair, near1, near2);
  return !guard->integrity.broken && countJoints(guard, pair) > before &&
         qmboxJointLinkOf(guard->bodies.geom[pair->geom[0]].geom, guard->bodies.geom[pair->geom[1]].geom) ==
             QMBOX_LINK_CONTACT;
}

/* ------------------------------------------------------------------ nested spaces */

static bool isInSubspace(const qmboxGuard *guard, int geom, int subspace) {
  int at = guard->bodies.geom[geom].subspace;
  while (at >= 0 && at != subspace) at = guard->bodies.subspace[at].outer;
  return at >= 0;
}

/* Returns the number of the innermost nested space that holds both geoms of a pair, -1 if there is none. */
static int spaceOfBoth(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  int at = guard->bodies.geom[pair->geom[0]].subspace;
  while (at >= 0 && !isInSubspace(guard, pair->geom[1], at)) at = guard->bodies.subspace[at].outer;
  return at;
}

/* Disables all geoms except a pair's; geoms that a callback has disabled stay so. */
static void disableOthers(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    qmboxGuardedGeom *geom = &guard->bodies.geom[i];
    geom->disabled = i != pair->geom[0] && i != pair->geom[1] && dGeomIsEnabled(geom->geom);
    if (geom->disabled) dGeomDisable(geom->geom);
  }
}

/* Enables these again.  If a callback has destroyed something, only the rest is touched. */
static void enableOthers(const qmboxGuard *guard) {
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    if (guard->bodies.geom[i].disabled && (!guard->integrity.broken || qmboxGeomIsThere(guard, i)))
      dGeomEnable(guard->bodies.geom[i].geom);
  }
}

/* A quadtree lists only what is enabled: while some geom is not enabled, nothing shows that none has gone. */
bool qmboxHasQuadTree(const qmboxBodies *bodies) {
  bool has = dGeomGetClass(bodies->root[0].geom) == dQuadTreeSpaceClass;
  for (int i = 0; i < bodies->subspaceCount; i++) {
    has = has || dGeomGetClass(bodies->subspace[i].space) == dQuadTreeSpaceClass;
  }
  return has;
}

/* Returns true if the near callback makes a contact joint for a pair when it comes by their space and another. */
static bool isGivenBeside(qmboxGuard *guard, const qmboxGuardedPair *pair, int subspace, dGeomID other) {
  dGeomID space = guard->bodies.subspace[subspace].space;
  if (guard->integrity.broken || !qmboxBitsMatch(space, other)) return false;
  return callNear(guard, pair, space, other) || (!guard->integrity.broken && callNear(guard, pair, other, space));
}

/* Returns the bounds of all places that what is in a nested space comes to. */
static qmboxBox boundsOfSubspace(const qmboxGuard *guard, int subspace) {
  qmboxBox box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    if (isInSubspace(guard, i, subspace)) qmboxExtendBox(&box, &guard->bodies.geom[i].bounds);
  }
  return box;
}

/* Returns true if it does so with anything near the space, or with an empty space. */
static bool isGivenBesideAny(qmboxGuard *guard, const qmboxGuardedPair *pair, int subspace) {
  int outer = guard->bodies.subspace[subspace].outer;
  qmboxBox box = boundsOfSubspace(guard, subspace);
  dSpaceID empty = dSimpleSpaceCreate(0);
  bool given = isGivenBeside(guard, pair, subspace, (dGeomID)empty);
  dSpaceDestroy(empty);
  for (int i = 0; i < guard->bodies.subspaceCount && !given; i++) {
    bool beside = i != subspace && guard->bodies.subspace[i].outer == outer;
    given = beside && isGivenBeside(guard, pair, subspace, guard->bodies.subspace[i].space);
  }
  for (int i = 0; i < guard->bodies.geomCount && !given; i++) {
    const qmboxGuardedGeom *geom = &guard->bodies.geom[i];
    bool beside = geom->subspace == outer && qmboxOverlap3(geom->bounds.min, geom->bounds.max, box.min, box.max);
    given = beside && isGivenBeside(guard, pair, subspace, geom->geom);
  }
  return given;
}

static void countPair(void *data, dGeomID o1, dGeomID o2) {
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, countPair);
  } else {
    ++*(int *)data;
  }
}

/* Returns true if ODE comes to the pair when it collides a nested space, while only the pair is enabled.  Its hash
   spaces lose pairs some of whose cells are on either side of 0 along z. */
static bool isFoundWithin(const qmboxGuard *guard, int subspace) {
  int count = 0;
  dSpaceCollide((dSpaceID)guard->bodies.subspace[subspace].space, &count, countPair);
  return count > 0;
}

/*
 * Finds out if the near callback collides the geoms of a nested space with each other, which is its own affair:  ODE
 * calls it with such a space as a whole, and another space or geom.  So it is called in this way, while only the pair
 * is enabled, for which it makes a contact joint when it is called with the two.  Where ODE does not come to the pair
 * the callback decides nothing.
 */
static void askWithin(qmboxGuard *guard, const qmboxGuardedPair *pair, int subspace) {
  qmboxGuardedSubspace *within = &guard->bodies.subspace[subspace];
  if (within->consent != QMBOX_CONSENT_UNKNOWN || qmboxHasQuadTree(&guard->bodies)) return;
  disableOthers(guard, pair);
  if (isFoundWithin(guard, subspace)) {
    bool given = isGivenBesideAny(guard, pair, subspace);
    within->consent = given ? QMBOX_CONSENT_GIVEN : QMBOX_CONSENT_REFUSED;
  }
  enableOthers(guard);
}

static void disableContacts(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  dBodyID body1 = bodyOf(guard, pair, 0), body2 = bodyOf(guard, pair, 1);
  for (qmboxJointWalk walk = qmboxJointsOf(body1 ? body1 : body2); walk.joint; qmboxNextJoint(&walk)) {
    bool contact = dJointGetType(walk.joint) == dJointTypeContact;
    if (contact && isBetween(walk.joint, body1, body2)) dJointDisable(walk.joint);
  }
}

void qmboxCollidePair(qmboxGuard *guard, int first, int second) {
  const qmboxGuardedPair pair = {.geom = {first, second}};
  int subspace = spaceOfBoth(guard, &pair);
  qmboxConsent within = subspace < 0 ? QMBOX_CONSENT_GIVEN : guard->bodies.subspace[subspace].consent;
  dGeomID o1 = guard->bodies.geom[first].geom, o2 = guard->bodies.geom[second].geom;
  if (within == QMBOX_CONSENT_GIVEN) call(guard, &pair, o1, o2);
  if (within != QMBOX_CONSENT_UNKNOWN || !callNear(guard, &pair, o1, o2)) return;
  disableContacts(guard, &pair); /* the question makes them again */
  askWithin(guard, &pair, subspace);
}

/* Returns true if the near callback makes contact joints for a pair, and ODE's loop comes to the pair. */
static bool isGivenByCallback(qmboxGuard *guard, const qmboxGuardedPair *pair, dGeomID o1, dGeomID o2) {
  int subspace = spaceOfBoth(guard, pair);
  if (subspace >= 0 && guard->bodies.subspace[subspace].consent == QMBOX_CONSENT_REFUSED) return false;
  if (!callNear(guard, pair, o1, o2)) return false;
  if (subspace >= 0) askWithin(guard, pair, subspace);
  return subspace < 0 || guard->bodies.subspace[subspace].consent != QMBOX_CONSENT_REFUSED;
}

/* ------------------------------------------------------------------ one pair */

/* Returns the answer for other triangles of the same geoms. */
static qmboxConsent consentOfGeoms(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  for (int i = 0; i < guard->consents.consentCount; i++) {
    const qmboxGeomConsent *known = &guard->consents.consent[i];
    if (known->geom[0] == pair->geom[0] && known->geom[1] == pair->geom[1]) return known->consent;
  }
  return QMBOX_CONSENT_UNKNOWN;
}

/* Notes it if one of the two is a mesh.  For want of memory it is asked for again. */
static void noteConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, qmboxConsent consent) {
  bool mesh = pair->solid[0] != guard->bodies.geom[pair->geom[0]].solid ||
              pair->solid[1] != guard->bodies.geom[pair->geom[1]].solid;
  if (!mesh) return;
  qmboxConsents *known = &guard->consents;
  (void)QMBOX_APPEND(known->consent, known->consentCount, known->consentCapacity,
                     (qmboxGeomConsent){{pair->geom[0], pair->geom[1]}, consent});
}

/* Calls the callback with the two at the poses at which they touch and, if ODE finds no contact there, at those at
   which their cores meet.  If ODE finds none, the callback cannot either: that is no refusal.  Mostly the callback
   makes a joint at once. */
static bool isGivenByNear(qmboxGuard *guard, const qmboxGuardedPair *pair, double time, dGeomID o1, dGeomID o2) {
  placePair(guard, pair, time);
  if (isGivenByCallback(guard, pair, o1, o2)) return true;
  if (guard->integrity.broken || areInContact(o1, o2, SEVERAL)) return false;
  placePair(guard, pair, pair->meeting);
  return !areInContact(o1, o2, SEVERAL) || isGivenByCallback(guard, pair, o1, o2);
}

/* As far as is known without the near callback.  What is known of two geoms stands for all of their triangles. */
static bool isWanted(qmboxGuard *guard, const qmboxGuardedPair *pair, dGeomID o1, dGeomID o2) {
  qmboxConsent known = consentOfGeoms(guard, pair);
  if (known != QMBOX_CONSENT_UNKNOWN) return known == QMBOX_CONSENT_GIVEN;
  placePair(guard, pair, 0);
  bool wanted = guard->calls->wanted(guard->bodies.world, o1, o2, areInContact(o1, o2, 1));
  noteConsent(guard, pair, wanted ? QMBOX_CONSENT_GIVEN : QMBOX_CONSENT_REFUSED);
  return wanted;
}

/* Returns what joins the bodies of two geoms.  Contact joints count that are for these geoms, if that is known. */
static qmboxJointLink jointLinkInGuard(const qmboxGuard *guard, dGeomID o1, dGeomID o2) {
  qmboxJointLink bond = qmboxJointLinkOf(o1, o2);
  bool other = bond == QMBOX_LINK_CONTACT && guard->calls->joined && !guard->calls->joined(o1, o2);
  return other ? QMBOX_LINK_NONE : bond;
}

qmboxConsent qmboxAskConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  for (int k = 0; k < 2; k++) qmboxCheckGeom(guard, pair->geom[k]);
  if (guard->integrity.broken) return QMBOX_CONSENT_REFUSED;
  dGeomID o1 = guard->bodies.geom[pair->geom[0]].geom, o2 = guard->bodies.geom[pair->geom[1]].geom;
  qmboxJointLink bond = jointLinkInGuard(guard, o1, o2);
  if (bond == QMBOX_LINK_JOINT) return QMBOX_CONSENT_REFUSED;
  if (bond == QMBOX_LINK_CONTACT && (guard->calls->joined || areOnly(guard, pair))) return QMBOX_CONSENT_GIVEN;
  bool given =
      guard->calls->options.nearCallback ? isGivenByNear(guard, pair, time, o1, o2) : isWanted(guard, pair, o1, o2);
  if (guard->integrity.broken) return QMBOX_CONSENT_REFUSED;
  placePair(guard, pair, guard->bodies.length);
  return given ? QMBOX_CONSENT_GIVEN : QMBOX_CONSENT_REFUSED;
}
