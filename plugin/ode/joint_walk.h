/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The joints of a body, one after the other.
 *
 *   for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) ...
 *
 * ODE keeps them in a list, and dBodyGetJoint() goes through it from its beginning: for all contacts of a floor that is
 * a body this is quadratic.  So the list itself is read where ODE has it as all its versions do, which is tried out on
 * a body that is made for the purpose; in another ODE the walk takes dBodyGetJoint().
 */

#ifndef QMBOX_JOINT_WALK_H
#define QMBOX_JOINT_WALK_H

#include "qmbox_ode.h"

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

/* ------------------------------------------------------------------ links between bodies */

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

#endif /* QMBOX_JOINT_WALK_H */
