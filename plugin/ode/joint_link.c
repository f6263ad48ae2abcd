/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds what joins the bodies of two geoms. */

#include "ode/joint_link.h"

#include "ode/joint_walk.h"

/* Returns true if ODE can change the body's velocity. */
static bool isDynamic(dBodyID body) {
  return body && !dBodyIsKinematic(body);
}

/* Returns what joins a body to another one, or to the world if that is null. */
static qmboxJointLink linkIn(dBodyID body, dBodyID other) {
  qmboxJointLink link = QMBOX_LINK_NONE;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    dBodyID first = dJointGetBody(walk.joint, 0), second = dJointGetBody(walk.joint, 1);
    if ((first == body ? second : first) != other || !dJointIsEnabled(walk.joint)) continue;
    if (dJointGetType(walk.joint) == dJointTypeContact) {
      if (link == QMBOX_LINK_NONE) link = QMBOX_LINK_CONTACT;
    } else if (other) { /* a joint with the world does not concern this geom */
      link = QMBOX_LINK_JOINT;
    }
  }
  return link;
}

qmboxJointLink qmboxJointLinkOf(dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);

  if (!body1) {
    body1 = body2;
    body2 = 0;
  } else if (body2 && dBodyGetWorld(body1) != dBodyGetWorld(body2)) {
    body2 = 0; /* stands still, and can only be joined to as if it were the world */
  }
  if (!isDynamic(body1) && !isDynamic(body2)) return QMBOX_LINK_NONE; /* ODE passes over joints between these */
  if (!body2) return linkIn(body1, 0);
  /* A joint of the two is in the lists of both.  The shorter one is enough. */
  qmboxJointWalk walk1 = qmboxJointsOf(body1), walk2 = qmboxJointsOf(body2);
  while (walk1.joint && walk2.joint) {
    qmboxNextJoint(&walk1);
    qmboxNextJoint(&walk2);
  }
  return walk1.joint ? linkIn(body2, body1) : linkIn(body1, body2);
}
