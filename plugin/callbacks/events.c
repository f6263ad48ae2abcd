/* SPDX-License-Identifier: BSD-3-Clause */

/* Calls the program's callbacks, when a step is over. */

#include "callbacks/events.h"

#include "callbacks/whole.h"
#include "util/array.h"

void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event) {
  qmboxEvent *room = qmboxRoomForOne(guard->event, sizeof *room, guard->eventCount, &guard->eventCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->event = room;
  room[guard->eventCount++] = *event;
}

/* Returns true if all that the event names is there still. */
static bool isCurrent(const qmboxGuard *guard, const qmboxEvent *event) {
  if (!guard->called) return true;
  if (event->kind == QMBOX_EVENT_HELD) return qmboxBodyIsThere(guard, event->body);
  return qmboxGeomIsThere(guard, event->geom[0]) && qmboxGeomIsThere(guard, event->geom[1]);
}

static void tell(const qmboxGuard *guard, const qmboxEvent *event) {
  const qmboxGuardCalls *calls = guard->calls;
  if (event->kind == QMBOX_EVENT_STOP) {
    calls->stop(calls->stopData, &event->contact);
  } else if (event->kind == QMBOX_EVENT_SENSE) {
    calls->sense(calls->senseData, &event->contact);
  } else {
    calls->held(calls->heldData, guard->body[event->body].start.body, (dReal)event->lost);
  }
}

void qmboxTellEvents(qmboxGuard *guard) {
  for (int i = 0; i < guard->eventCount; i++) {
    if (!isCurrent(guard, &guard->event[i])) continue;
    qmboxBeforeCallback(guard);
    tell(guard, &guard->event[i]);
    qmboxAfterCallback(guard);
  }
}
