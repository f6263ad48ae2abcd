/* SPDX-License-Identifier: BSD-3-Clause */

/* Calls the program's callbacks, when a step is over. */

#include "callbacks/events.h"

#include "callbacks/integrity.h"
#include "util/array.h"

void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event) {
  qmboxEvent *room =
      qmboxRoomForOne(guard->events.event, sizeof *room, guard->events.eventCount, &guard->events.eventCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return;
  }
  guard->events.event = room;
  room[guard->events.eventCount++] = *event;
}

/* Returns true if all that the event names is there still. */
static bool isCurrent(const qmboxGuard *guard, const qmboxEvent *event) {
  if (!guard->integrity.called) return true;
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
    calls->held(calls->heldData, guard->bodies.body[event->body].start.body, (dReal)event->lost);
  }
}

void qmboxTellEvents(qmboxGuard *guard) {
  for (int i = 0; i < guard->events.eventCount; i++) {
    if (!isCurrent(guard, &guard->events.event[i])) continue;
    qmboxBeforeCallback(guard);
    tell(guard, &guard->events.event[i]);
    qmboxAfterCallback(guard);
  }
}
