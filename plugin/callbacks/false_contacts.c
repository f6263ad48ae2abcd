/* SPDX-License-Identifier: BSD-3-Clause */

#include "callbacks/false_contacts.h"

#include <math.h>

#include "moving/moving.h"
#include "ode/contact_joint.h"
#include "ode/body_members.h"
#include "pairs/cast_pair.h"
#include "pairs/pair.h"
#include "shapes/allowance.h"
#include "util/arithmetic.h"
#include "util/real.h"

/* A contact is false if it is more than this many times as deep as the overlap.  libccd stops within some percent of
   the least depth if its direction is right. */
#define MUCH_DEEPER 2.0

/* The contacts of two geoms that are compared with one. */
enum { MOST_OF_PAIR = 16 };

/* Returns true for the shapes that ODE collides with hulls by libccd. */
static bool isCollidedByCcd(dGeomID geom) {
  int class = dGeomGetClass(geom);
  return class == dConvexClass || class == dBoxClass || class == dSphereClass || class == dCapsuleClass ||
         class == dCylinderClass;
}

/* Returns true if a contact's geom is one of this body's, or stands still if that is null: a near callback may leave
   anything there. */
static bool isGeomOf(const qmboxBodies *bodies, dGeomID geom, dBodyID body) {
  if (!geom) return false;
  if (!body) return qmboxFindGeom(bodies, geom) >= 0 && !dGeomGetBody(geom);
  dGeomID own = dBodyGetFirstGeom(body);
  while (own && own != geom) own = dBodyGetNextGeom(own);
  return own != 0;
}

/* Returns true if a contact's first geom is of its joint's first body, and the second of the second. */
static bool isInOrder(const qmboxBodies *bodies, dJointID joint, const dContactGeom *contact) {
  return isGeomOf(bodies, contact->g1, dJointGetBody(joint, 0)) &&
         isGeomOf(bodies, contact->g2, dJointGetBody(joint, 1));
}

/* Returns true if the bodies of the joint have the geoms of the contact, one is a hull, and libccd collides them. */
static bool isOfHull(const qmboxBodies *bodies, dJointID joint, const dContactGeom *contact) {
  dGeomID g1 = contact->g1, g2 = contact->g2;
  bool crossed = isGeomOf(bodies, g1, dJointGetBody(joint, 1)) && isGeomOf(bodies, g2, dJointGetBody(joint, 0));
  if (!crossed && !isInOrder(bodies, joint, contact)) return false;
  bool hull = dGeomGetClass(g1) == dConvexClass || dGeomGetClass(g2) == dConvexClass;
  return hull && isCollidedByCcd(g1) && isCollidedByCcd(g2);
}

static double thicknessOf(const qmboxMoving *path) {
  dVector3 side;
  if (dGeomGetClass(path->geom) != dBoxClass) return path->figure.thickness;
  dGeomBoxGetLengths(path->geom, side);
  return (double)fmin(side[0], fmin(side[1], side[2]));
}

/* Returns the thickness of the thinner one of two that bodies can move. */
static double thinner(const qmboxMoving path[2]) {
  double least = HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    if (dGeomGetBody(path[k].geom)) least = fmin(least, thicknessOf(&path[k]));
  }
  return least;
}

/* Sets a contact to an overlap.  ODE pushes the joint's first body along the normal: it points into g1, or into g2 if
   the joint holds the bodies the other way round. */
static void setContact(dContactGeom *contact, const bms_convex_overlap *overlap, bool inOrder) {
  contact->depth = (dReal)fmax(overlap->depth, 0);
  for (int i = 0; i < 3; i++) {
    contact->normal[i] = (dReal)(inOrder ? 0 - overlap->normal[i] : overlap->normal[i]);
    contact->pos[i] = (dReal)((overlap->point[0][i] + overlap->point[1][i]) / 2);
  }
}

/* ODE does not write the feedback of a disabled joint: it gives no force. */
static void disable(dJointID joint) {
  dJointFeedback *feedback = dJointGetFeedback(joint);
  if (feedback) *feedback = (dJointFeedback){.f1 = {0}};
  dJointDisable(joint);
}

/* Returns true if ODE's collider makes this contact, and not the program, which may turn its normal round for a joint
   of exchanged bodies. */
static bool isOfCollider(const dContactGeom *contact) {
  dContactGeom own[MOST_OF_PAIR];
  int count = dCollide(contact->g1, contact->g2, MOST_OF_PAIR, own, sizeof own[0]);
  for (int i = 0; i < count; i++) {
    bool same = own[i].depth == contact->depth, turned = same;
    for (int k = 0; k < 3; k++) {
      same = same && own[i].pos[k] == contact->pos[k] && own[i].normal[k] == contact->normal[k];
      turned = turned && own[i].pos[k] == contact->pos[k] && own[i].normal[k] == -contact->normal[k];
    }
    if (same || turned) return true;
  }
  return false;
}

/* Corrects a contact of a collider if it is false.  Two whose cores are apart overlap by no more than an allowance, as
   far as faces meet: contacts that are no deeper press no harder than others, and are not measured.  `last`: the last
   two geoms whose contact has been corrected. */
static void correct(const qmboxBodies *bodies, dJointID joint, dContactGeom *contact, dGeomID last[2]) {
  bms_convex_overlap overlap;
  qmboxMoving path[2];
  int side[2];
  qmboxMovingOf(contact->g1, bodies->qmboxClass, QMBOX_FOLLOW_NOTHING, &path[0]);
  qmboxMovingOf(contact->g2, bodies->qmboxClass, QMBOX_FOLLOW_NOTHING, &path[1]);
  if (!((double)contact->depth > QMBOX_ALLOWANCE * thinner(path)) || !qmboxSolvable(&path[0], &path[1])) return;
  bool meet = qmboxOverlapOf(&path[0], &path[1], 0, &overlap, side);
  if (qmboxDot(overlap.normal, overlap.normal) == 0) return; /* the solver has refused the pair */
  if (meet && !((double)contact->depth > MUCH_DEEPER * overlap.depth)) return;
  if (!isOfCollider(contact)) return;
  bool again = contact->g1 == last[0] && contact->g2 == last[1];
  if (!meet || again) {
    disable(joint);
  } else {
    setContact(contact, &overlap, isInOrder(bodies, joint, contact));
    last[0] = contact->g1;
    last[1] = contact->g2;
  }
}

static void correctOf(const qmboxBodies *bodies, dBodyID body) {
  dGeomID last[2] = {0, 0};
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    dContactGeom *contact = qmboxContactOn(walk.joint, body);
    if (contact && isOfHull(bodies, walk.joint, contact)) correct(bodies, walk.joint, contact, last);
  }
}

void qmboxCorrectContacts(const qmboxBodies *bodies) {
  qmboxCall call;
  if (bodies->hulls == 0) return;
  qmboxBeginCall(&call);
  for (int i = 1; i < bodies->bodyCount; i++) correctOf(bodies, bodies->body[i].start.body);
  qmboxEndCall(&call);
}
