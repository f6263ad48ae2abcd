/* SPDX-License-Identifier: BSD-3-Clause */

/* The joints of a body, read from ODE's own list. */

#include "ode/joint_walk.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ode/member_offset.h"

/* How many pointers may stand before the list's beginning in a body, which is larger than that; and how many do in ODE
   0.16, the first place of the search: some of what else is there is never set. */
enum { MOST_BEFORE = 12, USUAL_BEFORE = 6 };

/* So many bytes of a joint are searched for the entry.  A joint is larger than that. */
enum { BYTES_OF_JOINT = 128 };

/* ------------------------------------------------------------------ the search */

enum { JOINTS = 3 };

/* Returns the first entry of the body's list. */
static const qmboxJointNode *firstNode(dBodyID body, int offset) {
  const qmboxJointNode *node;
  memcpy(&node, (const char *)body + offset, sizeof node);
  return node;
}

static bool isWithin(const qmboxJointNode *node, dJointID joint) {
  uintptr_t at = (uintptr_t)node, start = (uintptr_t)joint;
  return at >= start && at - start <= BYTES_OF_JOINT - sizeof *node && at % sizeof(void *) == 0;
}

/* Returns true if a list with these joints to the other body, the last one first, begins there. */
static bool isThere(dBodyID body, dBodyID other, const dJointID joint[JOINTS], int offset) {
  const qmboxJointNode *node = firstNode(body, offset);
  for (int i = JOINTS - 1; i >= 0; i--) {
    if (!isWithin(node, joint[i]) || node->joint != joint[i] || node->other != other) return false;
    node = node->next;
  }
  return !node;
}

/* Returns the offset of the beginning in bytes, -1 if it is not found. */
static int search(void) {
  int found = -1;
  dWorldID world = dWorldCreate();
  dBodyID body[2] = {dBodyCreate(world), dBodyCreate(world)};
  dJointID joint[JOINTS];
  for (int i = 0; i < JOINTS; i++) {
    joint[i] = dJointCreateBall(world, 0);
    dJointAttach(joint[i], body[0], body[1]);
  }
  for (int i = 0; i < MOST_BEFORE && found < 0; i++) {
    int offset = (USUAL_BEFORE + i) % MOST_BEFORE * (int)sizeof(void *);
    if (isThere(body[0], body[1], joint, offset) && isThere(body[1], body[0], joint, offset)) found = offset;
  }
  dWorldDestroy(world);
  return found;
}

/* ------------------------------------------------------------------ the walk */

qmboxJointWalk qmboxJointsOf(dBodyID body) {
  static atomic_int known;
  qmboxJointWalk walk = {0};
  walk.body = body;
  int offset = qmboxOffsetOfMembers(&known, search);
  walk.node = offset < 0 ? 0 : firstNode(body, offset);
  walk.joint = walk.node ? walk.node->joint : offset < 0 ? dBodyGetJoint(body, 0) : 0;
  return walk;
}

/* ------------------------------------------------------------------ links between bodies */

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
