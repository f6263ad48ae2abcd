/* SPDX-License-Identifier: BSD-3-Clause */

/* The place of a body's moved callback, found in ODE's own structure. */

#include "ode/moved_callback.h"

#include "ode/member_offset.h"

/* So many bytes behind the torque are searched.  A body of ODE 0.16 has that many up to the end of its callback, and
   its damping behind that. */
enum { BYTES_BEHIND_TORQUE = 8 * (int)sizeof(dReal) + 48 };

static void moved(dBodyID body) {
  (void)body;
}

/* Returns true if something is at that place when a callback is set, and only then. */
static bool isThere(dBodyID body, int place) {
  bool before = qmboxMayCallBack(body, place);
  dBodySetMovedCallback(body, moved);
  bool with = qmboxMayCallBack(body, place);
  dBodySetMovedCallback(body, 0);
  return with && !before && !qmboxMayCallBack(body, place);
}

/* Returns the offset in bytes, -1 if it is not found. */
static int search(void) {
  int found = -1;
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  int from = (int)((const char *)(dBodyGetTorque(body) + 4) - (const char *)body);
  from += -from & ((int)sizeof(void *) - 1);
  int last = from + BYTES_BEHIND_TORQUE - (int)sizeof(void (*)(dBodyID));
  for (int offset = from; offset <= last && found < 0; offset += (int)sizeof(void *)) {
    if (isThere(body, offset)) found = offset;
  }
  dWorldDestroy(world);
  return found;
}

int qmboxPlaceOfMovedCallback(void) {
  static atomic_int known;
  return qmboxOffsetOfMembers(&known, search);
}
