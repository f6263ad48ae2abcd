/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/body_members.h"

#include <stdint.h>

#include "ode/member_offset.h"

/* How many bytes of a body are searched for its link and its flags; its mass alone is larger. */
enum { BYTES = 96 };

/* ------------------------------------------------------------------ the next body of the world */

static dBodyID linkAt(dBodyID body, int offset) {
  dBodyID next;
  memcpy(&next, (const char *)body + offset, sizeof next);
  return next;
}

/* Returns the only offset at which `body` holds `wanted`, -1 if there is none or there are several. */
static int onlyOffsetOf(dBodyID body, dBodyID wanted) {
  int found = -1, count = 0;
  for (int offset = 0; offset + (int)sizeof wanted <= BYTES; offset += (int)sizeof(void *)) {
    if (linkAt(body, offset) != wanted) continue;
    found = offset;
    count++;
  }
  return count == 1 ? found : -1;
}

/* A world lists its bodies from the last that was made to the first. */
static int searchLink(void) {
  dWorldID world = dWorldCreate();
  dBodyID body[3];
  for (int i = 0; i < 3; i++) body[i] = dBodyCreate(world);
  int offset = onlyOffsetOf(body[1], body[0]);
  bool same = offset >= 0 && onlyOffsetOf(body[2], body[1]) == offset && !linkAt(body[0], offset);
  dWorldDestroy(world);
  return same ? offset : -1;
}

static int linkOffset(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchLink);
}

/* ------------------------------------------------------------------ flags */

typedef struct qmboxBytes {
  unsigned word[BYTES / sizeof(unsigned)];
} qmboxBytes;

static qmboxBytes bytesOf(dBodyID body) {
  qmboxBytes bytes;
  memcpy(&bytes, body, sizeof bytes);
  return bytes;
}

/* Returns the number of the only word in which the two differ, by one bit; -1 if there is no such word. */
static int onlyDifference(const qmboxBytes *before, const qmboxBytes *after) {
  int found = -1, count = 0;
  for (int i = 0; i < (int)(sizeof before->word / sizeof *before->word); i++) {
    unsigned bits = before->word[i] ^ after->word[i];
    if (bits == 0) continue;
    found = (bits & (bits - 1)) == 0 ? i : -1;
    count++;
  }
  return count == 1 ? found : -1;
}

enum { WORD_BITS = 8 * (int)sizeof(unsigned) };

typedef void qmboxSetFlag(dBodyID body, int on);

static void setDisabled(dBodyID body, int on) {
  (on ? dBodyDisable : dBodyEnable)(body);
}

/* Returns the number of the word that holds a flag, times as many bits as it has, plus the number of its bit; -1 if it
   is not found. */
static int searchFlag(qmboxSetFlag *set) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  set(body, 0);
  qmboxBytes off = bytesOf(body);
  set(body, 1);
  qmboxBytes on = bytesOf(body);
  int word = onlyDifference(&off, &on), bit = 0;
  set(body, 0);
  qmboxBytes again = bytesOf(body);
  dWorldDestroy(world);
  if (word < 0 || memcmp(&off, &again, sizeof again) != 0 || !(on.word[word] > off.word[word])) return -1;
  while ((off.word[word] ^ on.word[word]) >> bit != 1) bit++;
  return word * WORD_BITS + bit;
}

static int searchDisabled(void) {
  return searchFlag(setDisabled);
}

static int disabledPlace(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchDisabled);
}

static int searchAutoDisabling(void) {
  return searchFlag(dBodySetAutoDisableFlag);
}

static int autoDisablingPlace(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchAutoDisabling);
}

static void putFlag(dBodyID body, int place, bool on) {
  char *at = (char *)body + (size_t)(place / WORD_BITS) * sizeof(unsigned);
  unsigned word, bit = 1u << (place % WORD_BITS);
  memcpy(&word, at, sizeof word);
  word = on ? word | bit : word & ~bit;
  memcpy(at, &word, sizeof word);
}

bool qmboxHasBodyList(void) {
  return linkOffset() >= 0 && disabledPlace() >= 0;
}

dBodyID qmboxFirstBody(dWorldID world) {
  dBodyID made = dBodyCreate(world), first = linkAt(made, linkOffset());
  dBodyDestroy(made);
  return first;
}

dBodyID qmboxNextBody(dBodyID body) {
  return linkAt(body, linkOffset());
}

void qmboxSetAside(dBodyID body) {
  dBodyDisable(body);
}

void qmboxBringBack(dBodyID body) {
  putFlag(body, disabledPlace(), false);
}

bool qmboxPauseAutoDisabling(dBodyID body) {
  int place = autoDisablingPlace();
  if (place < 0 || !dBodyGetAutoDisableFlag(body)) return false;
  putFlag(body, place, false);
  return true;
}

void qmboxResumeAutoDisabling(dBodyID body) {
  putFlag(body, autoDisablingPlace(), true);
}

/* ------------------------------------------------------------------ the moved callback */

/* So many bytes behind the torque are searched.  A body of ODE 0.16 has that many up to the end of its callback, and
   its damping behind that. */
enum { BYTES_BEHIND_TORQUE = 8 * (int)sizeof(dReal) + 48 };

static void moved(dBodyID body) {
  (void)body;
}

/* Returns true if something is at that place when a callback is set, and only then. */
static bool isCallbackAt(dBodyID body, int place) {
  bool before = qmboxMayCallBack(body, place);
  dBodySetMovedCallback(body, moved);
  bool with = qmboxMayCallBack(body, place);
  dBodySetMovedCallback(body, 0);
  return with && !before && !qmboxMayCallBack(body, place);
}

static int searchCallback(void) {
  int found = -1;
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  int from = (int)((const char *)(dBodyGetTorque(body) + 4) - (const char *)body);
  from += -from & ((int)sizeof(void *) - 1);
  int last = from + BYTES_BEHIND_TORQUE - (int)sizeof(void (*)(dBodyID));
  for (int offset = from; offset <= last && found < 0; offset += (int)sizeof(void *)) {
    if (isCallbackAt(body, offset)) found = offset;
  }
  dWorldDestroy(world);
  return found;
}

int qmboxPlaceOfMovedCallback(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchCallback);
}

/* ------------------------------------------------------------------ the joints of a body */

/* How many pointers may stand before the list's beginning in a body, which is larger than that; and how many do in ODE
   0.16, the first place of the search: some of what else is there is never set. */
enum { MOST_BEFORE = 12, USUAL_BEFORE = 6 };

/* So many bytes of a joint are searched for the entry.  A joint is larger than that. */
enum { BYTES_OF_JOINT = 128 };

enum { JOINTS = 3 };

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
static bool isListAt(dBodyID body, dBodyID other, const dJointID joint[JOINTS], int offset) {
  const qmboxJointNode *node = firstNode(body, offset);
  for (int i = JOINTS - 1; i >= 0; i--) {
    if (!isWithin(node, joint[i]) || node->joint != joint[i] || node->other != other) return false;
    node = node->next;
  }
  return !node;
}

static int searchJoints(void) {
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
    if (isListAt(body[0], body[1], joint, offset) && isListAt(body[1], body[0], joint, offset)) found = offset;
  }
  dWorldDestroy(world);
  return found;
}

qmboxJointWalk qmboxJointsOf(dBodyID body) {
  static atomic_int known;
  qmboxJointWalk walk = {0};
  walk.body = body;
  int offset = qmboxOffsetOfMembers(&known, searchJoints);
  walk.node = offset < 0 ? 0 : firstNode(body, offset);
  walk.joint = walk.node ? walk.node->joint : offset < 0 ? dBodyGetJoint(body, 0) : 0;
  return walk;
}

/* ------------------------------------------------------------------ links between bodies */

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
