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

static int searchAutoDisabling(void) {
  return searchFlag(dBodySetAutoDisableFlag);
}

static int disabledPlace(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchDisabled);
}

static int autoDisablingPlace(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, searchAutoDisabling);
}

/* Sets a flag of a body, and nothing else. */
static void putFlag(dBodyID body, int place, bool on) {
  char *at = (char *)body + (size_t)(place / WORD_BITS) * sizeof(unsigned);
  unsigned word, bit = 1u << (place % WORD_BITS);
  memcpy(&word, at, sizeof word);
  word = on ? word | bit : word & ~bit;
  memcpy(at, &word, sizeof word);
}

/* ------------------------------------------------------------------ the interface */

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
