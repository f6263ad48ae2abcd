/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact that a contact joint was made with.
 *
 * ODE has no public function that returns it.  dJointCreateContact() copies the caller's dContact into the joint, so
 * the joint is searched for the one of a contact joint that is made for the purpose.  An ODE that keeps it elsewhere is
 * noticed: its contacts cannot be read.
 */

#ifndef QMBOX_CONTACT_JOINT_H
#define QMBOX_CONTACT_JOINT_H

#include "qmbox_ode.h"

/* Returns the contact of a contact joint, which ODE reads in its next step; null if it cannot be read. */
dContactGeom *qmboxContactOf(dJointID joint);

/* Returns the contact of an enabled contact joint of which the body is the first one; null for other joints, and if it
   cannot be read. */
dContactGeom *qmboxContactOn(dJointID joint, dBodyID body);

/* Returns the body that f1 of the joint's dJointFeedback acts on: the first one, or the only one. */
static inline dBodyID qmboxFirstBodyOf(dJointID joint) {
  dBodyID first = dJointGetBody(joint, 0);
  return first ? first : dJointGetBody(joint, 1);
}

#endif /* QMBOX_CONTACT_JOINT_H */
