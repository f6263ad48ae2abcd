/* SPDX-License-Identifier: BSD-3-Clause */

/* Calls the program's callbacks, when a step is over. */

#include "callbacks/events.h"

#include <math.h>
#include <string.h>

#include "callbacks/contact_log.h"
#include "callbacks/draw.h"
#include "callbacks/integrity.h"
#include "util/array.h"

void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event) {
  qmboxEvent *added = QMBOX_ADD(guard->events.event, guard->events.eventCount, guard->events.eventCapacity);
  if (added) *added = *event;
  guard->bodies.failed = guard->bodies.failed || !added;
}

void qmboxNoteHeld(qmboxGuard *guard, int body, double lost) {
  qmboxGuardTally *tally = guard->tally;
  tally->held++;
  tally->lost += lost;
  tally->longest = fmax(tally->longest, lost);
  if (guard->calls->options.held)
    qmboxNoteEvent(guard, &(qmboxEvent){.kind = QMBOX_EVENT_HELD, .body = body, .lost = lost});
}

void qmboxNotePath(qmboxGuard *guard, int body, const qmboxSavedBody *start, const qmboxPose *end, qmboxSpan span,
                   double length) {
  qmboxEvents *events = &guard->events;
  if (!guard->calls->options.path) return;
  qmboxGuardedPiece *added = QMBOX_ADD(events->piece, events->pieces, events->pieceCapacity);
  if (!added) {
    guard->bodies.failed = true;
    return;
  }
  *added = (qmboxGuardedPiece){.body = body, .piece = {.body = start->body, .length = (dReal)length}};
  added->piece.from = (dReal)(guard->calls->before + span.first);
  added->piece.until = (dReal)(guard->calls->before + span.last);
  memcpy(added->piece.position[0], start->position, 3 * sizeof(dReal));
  memcpy(added->piece.position[1], end->position, 3 * sizeof(dReal));
  memcpy(added->piece.quaternion[0], start->quaternion, sizeof(dQuaternion));
  memcpy(added->piece.quaternion[1], end->quaternion, sizeof(dQuaternion));
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
    if (calls->options.stop) calls->options.stop(calls->options.stopData, &event->contact);
  } else if (event->kind == QMBOX_EVENT_SENSE) {
    if (calls->options.sense) calls->options.sense(calls->options.senseData, &event->contact);
  } else {
    calls->options.held(calls->options.heldData, guard->bodies.body[event->body].start.body, (dReal)event->lost);
  }
}

static void tellPaths(qmboxGuard *guard) {
  for (int i = 0; i < guard->events.pieces; i++) {
    const qmboxGuardedPiece *piece = &guard->events.piece[i];
    if (guard->integrity.called && !qmboxBodyIsThere(guard, piece->body)) continue;
    qmboxBeforeCallback(guard);
    guard->calls->options.path(guard->calls->options.pathData, &piece->piece);
    qmboxAfterCallback(guard);
  }
}

void qmboxTellEvents(qmboxGuard *guard) {
  if (guard->calls->options.draw) qmboxDrawNotices(guard->calls->options.draw, &guard->events);
  if (guard->calls->options.contactLog) qmboxEndLoggedPart(guard->calls->options.contactLog, guard);
  tellPaths(guard);
  for (int i = 0; i < guard->events.eventCount; i++) {
    if (!isCurrent(guard, &guard->events.event[i])) continue;
    qmboxBeforeCallback(guard);
    tell(guard, &guard->events.event[i]);
    qmboxAfterCallback(guard);
  }
}
