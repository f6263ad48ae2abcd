/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Members of ODE's bodies that it has no function for: the next body of the world, flags, the moved callback, joints.
 *
 * They are read where ODE has them.  Bodies that are made for the purpose show where that is, once for the process;
 * each member says what happens in an ODE in which it is not found.
 */

#ifndef QMBOX_BODY_MEMBERS_H
#define QMBOX_BODY_MEMBERS_H

#include <stdbool.h>
#include <string.h>

#include "qmbox_ode.h"

/* ODE steps the bodies that are enabled.  dBodyEnable() restarts the counters of auto-disabling: a body that is
   disabled and enabled in each frame would never fall asleep.  So flags are written in place. */

/* Returns true if the list and the flag have been found in this ODE. */
bool qmboxHasBodyList(void);

/* Returns the first body of a world, null if it has none; makes and destroys a body to find it. */
dBodyID qmboxFirstBody(dWorldID world);

/* Returns the body after this one, null after the last. */
dBodyID qmboxNextBody(dBodyID body);

/* Disables a body for a step of others, and enables it again with its counters as they were. */
void qmboxSetAside(dBodyID body);
void qmboxBringBack(dBodyID body);

/* Turns auto-disabling of a body off, and leaves its counters and samples alone: dBodySetAutoDisableFlag() forgets
   them.  Returns false if it was off, or cannot be turned off in this ODE. */
bool qmboxPauseAutoDisabling(dBodyID body);
void qmboxResumeAutoDisabling(dBodyID body);

/* It lies behind the torque; in an ODE that keeps it elsewhere each body may have one. */

/* Returns where in a body its moved callback is, in bytes; -1 if that is not known. */
int qmboxPlaceOfMovedCallback(void);

/* Returns false if a body is known to have no moved callback, which is at that place. */
static inline bool qmboxMayCallBack(dBodyID body, int place) {
  void (*callback)(dBodyID);
  if (place < 0) return true;
  memcpy(&callback, (const char *)body + place, sizeof callback);
  return callback;
}

/* dBodyGetJoint() goes through a body's list from its beginning: for all contacts of a floor that is a body this is
   quadratic.  In an ODE whose list is not found the walk takes dBodyGetJoint().

   for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) ... */

/* An entry of the list, as all versions of ODE have it: it is a part of the joint. */
typedef struct qmboxJointNode {
  dJointID joint;
  dBodyID other;
  const struct qmboxJointNode *next;
} qmboxJointNode;

typedef struct qmboxJointWalk {
  dJointID joint; /* null when there are no more */
  dBodyID body;
  int index;                  /* of the joint, if the list cannot be read */
  const qmboxJointNode *node; /* of the joint, if it can */
} qmboxJointWalk;

/* Begins a walk, in the order of dBodyGetJoint().  Joints must not be made or destroyed during it. */
qmboxJointWalk qmboxJointsOf(dBodyID body);

/* Goes on to the next joint. */
static inline void qmboxNextJoint(qmboxJointWalk *walk) {
  if (walk->node) {
    walk->node = walk->node->next;
    walk->joint = walk->node ? walk->node->joint : 0;
  } else {
    walk->joint = dBodyGetJoint(walk->body, ++walk->index);
  }
}

/*
 * Finds what joins the bodies of two geoms.  ODE keeps to itself which geoms a contact joint is for: one between a body
 * and the world speaks for every geom that has no body.
 */

typedef enum qmboxJointLink {
  QMBOX_LINK_NONE,
  QMBOX_LINK_CONTACT, /* contact joints only */
  QMBOX_LINK_JOINT    /* another joint, of two bodies: the near callback decides whether these collide at all */
} qmboxJointLink;

/* Returns what joins the bodies of two geoms. */
qmboxJointLink qmboxJointLinkOf(dGeomID o1, dGeomID o2);

#endif /* QMBOX_BODY_MEMBERS_H */
