/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds what joins the bodies of two geoms. */

#include "ode/joint_link.h"

/* Returns true if ODE can change the body's velocity. */
static bool isDynamic(dBodyID body) {
  return body && !dBodyIsKinematic(body);
}

qmboxJointLink qmboxJointLinkOf(dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);
  qmboxJointLink link = QMBOX_LINK_NONE;

  if (!body1) {
    body1 = body2;
    body2 = 0;
  } else if (body2 && dBodyGetWorld(body1) != dBodyGetWorld(body2)) {
    body2 = 0; /* stands still, and can only be joined to as if it were the world */
  }
  if (!isDynamic(body1) && !isDynamic(body2)) return link; /* ODE passes over joints between these */
  for (int i = 0; i < dBodyGetNumJoints(body1); i++) {
    dJointID joint = dBodyGetJoint(body1, i);
    dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
    if ((first == body1 ? second : first) != body2 || !dJointIsEnabled(joint)) continue;
    if (dJointGetType(joint) == dJointTypeContact) {
      if (link == QMBOX_LINK_NONE) link = QMBOX_LINK_CONTACT;
    } else if (body2) { /* a joint with the world says nothing of this geom */
      link = QMBOX_LINK_JOINT;
    }
  }
  return link;
}
