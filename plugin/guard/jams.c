/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/jams.h"

#include "util/array.h"

bool qmboxIsDriven(const qmboxGuardedBody *body) {
  return body->moves && body->start.body && dBodyIsKinematic(body->start.body);
}

static bool isJamOf(const qmboxJam *jam, dGeomID one, dGeomID other) {
  return (jam->geom[0] == one && jam->geom[1] == other) || (jam->geom[0] == other && jam->geom[1] == one);
}

bool qmboxAreJammed(const qmboxGuard *guard, int first, int second) {
  const qmboxJams *jams = guard->jams;
  for (int i = 0; i < jams->count; i++) {
    if (isJamOf(&jams->jam[i], guard->bodies.geom[first].geom, guard->bodies.geom[second].geom)) return true;
  }
  return false;
}

void qmboxNoteJam(qmboxGuard *guard, int first, int second, double time) {
  qmboxJams *jams = guard->jams;
  if (qmboxAreJammed(guard, first, second)) return;
  const qmboxJam added = {.geom = {guard->bodies.geom[first].geom, guard->bodies.geom[second].geom},
                          .time = guard->calls->before + time};
  bool good = QMBOX_APPEND(jams->jam, jams->count, jams->capacity, added);
  guard->bodies.failed = guard->bodies.failed || !good;
  guard->tally->jams += good;
}
