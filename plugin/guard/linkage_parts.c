/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/linkage_parts.h"

#include <math.h>

#include "ode/erp_scaling.h"
#include "ode/joint_tear.h"
#include "ode/body_members.h"

/* A joint that a step tears by this part of the smaller body's size, or less, needs no parts.  Measured: a rope bridge
   gains 42, 55 and 93 J with 0.002, 0.005 and 0.008, a vehicle that drives over steps costs 14, 12 and 7 times plain
   ODE. */
#define TORN 0.005

/* Writes where the bodies of a joint were before the step; the world is where it is.  Returns false if the guard does
   not know one of them. */
static bool findEarlier(const qmboxBodies *bodies, dJointID joint, qmboxEarlierPose earlier[2]) {
  static const dVector3 ORIGIN = {0, 0, 0, 0};
  static const dQuaternion UNTURNED = {1, 0, 0, 0};
  for (int k = 0; k < 2; k++) {
    dBodyID body = dJointGetBody(joint, k);
    int number = qmboxFindBody(bodies, body);
    const qmboxSavedBody *start = &bodies->body[number].start;
    if (body && number == 0) return false;
    earlier[k].position = body ? start->position : ORIGIN;
    earlier[k].quaternion = body ? start->quaternion : UNTURNED;
  }
  return true;
}

/* Returns true if the step has torn a joint of a body.  Springs give way in parts as well. */
static bool hasTornJoint(const qmboxBodies *bodies, dBodyID body) {
  double size = qmboxSizeOfBody(body);
  if (!(size < HUGE_VAL)) return false;
  for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
    qmboxEarlierPose earlier[2];
    if (dJointGetType(walk.joint) == dJointTypeContact || !dJointIsEnabled(walk.joint)) continue;
    if (qmboxIsSpring(walk.joint) || !findEarlier(bodies, walk.joint, earlier)) continue;
    if (qmboxTearByStep(walk.joint, earlier, size) > TORN * size) return true;
  }
  return false;
}

/* Returns true if the linkage for which a body stands moves, and has a joint that the step has torn. */
static bool isTorn(const qmboxBodies *bodies, int root) {
  bool torn = false, moves = false;
  int i = root;
  do {
    const qmboxGuardedBody *body = &bodies->body[i];
    if (body->unguarded & (QMBOX_OFF | QMBOX_IDLE)) return false;
    moves = moves || body->moves;
    torn = torn || (body->jointed && hasTornJoint(bodies, body->start.body));
    i = body->next;
  } while (i != root);
  return torn && moves;
}

bool qmboxFindTornLinkages(qmboxBodies *bodies) {
  bool any = false;
  for (int i = 1; i < bodies->bodyCount; i++) {
    if (bodies->body[i].root != i || !bodies->body[i].jointed || !isTorn(bodies, i)) continue;
    int number = i;
    do {
      bodies->body[number].torn = any = true;
      number = bodies->body[number].next;
    } while (number != i);
  }
  return any;
}
