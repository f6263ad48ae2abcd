/* SPDX-License-Identifier: BSD-3-Clause */

/* All bodies of a world, and steps of some of them: found in ODE's own structure of a body. */

#include "ode/body_list.h"

#include <string.h>

#include "ode/member_offset.h"

/* How many bytes of a body are searched; its mass alone is larger. */
enum { BYTES = 96 };

/* ------------------------------------------------------------------ the link to the next body */

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

/* ------------------------------------------------------------------ the flag */

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

/* Returns the number of the word that holds the flag, times as many bits as it has, plus the number of its bit. */
static int searchFlag(void) {
  const int bits = 8 * (int)sizeof(unsigned);
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  qmboxBytes enabled = bytesOf(body);
  dBodyDisable(body);
  qmboxBytes disabled = bytesOf(body);
  int word = onlyDifference(&enabled, &disabled), bit = 0;
  dBodyEnable(body);
  qmboxBytes again = bytesOf(body);
  dWorldDestroy(world);
  if (word < 0 || memcmp(&enabled, &again, sizeof again) != 0 || !(disabled.word[word] > enabled.word[word])) return -1;
  while ((enabled.word[word] ^ disabled.word[word]) >> bit != 1) bit++;
  return word * bits + bit;
}

static int flagPlace(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchFlag);
}

/* ------------------------------------------------------------------ the interface */

bool qmboxHasBodyList(void) {
  return linkOffset() >= 0 && flagPlace() >= 0;
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
  const int bits = 8 * (int)sizeof(unsigned);
  int place = flagPlace();
  char *at = (char *)body + (size_t)(place / bits) * sizeof(unsigned);
  unsigned word;
  memcpy(&word, at, sizeof word);
  word &= ~(1u << (place % bits));
  memcpy(at, &word, sizeof word);
}
