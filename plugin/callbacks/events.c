/* SPDX-License-Identifier: BSD-3-Clause */

#include "callbacks/events.h"

#include <math.h>
#include <string.h>

#include "callbacks/contact_log.h"
#include "callbacks/draw.h"
#include "callbacks/integrity.h"
#include "guard/two_meshes.h"
#include "pairs/pair.h"
#include "util/array.h"
#include "util/real.h"

void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event) {
  bool good = QMBOX_APPEND(guard->events.event, guard->events.eventCount, guard->events.eventCapacity, *event);
  guard->bodies.failed = guard->bodies.failed || !good;
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
  qmboxGuardedPiece added = {.body = body, .piece = {.body = start->body, .length = (dReal)length}};
  added.piece.from = (dReal)(guard->calls->before + span.first);
  added.piece.until = (dReal)(guard->calls->before + span.last);
  memcpy(added.piece.position[0], start->position, 3 * sizeof(dReal));
  memcpy(added.piece.position[1], end->position, 3 * sizeof(dReal));
  memcpy(added.piece.quaternion[0], start->quaternion, sizeof(dQuaternion));
  memcpy(added.piece.quaternion[1], end->quaternion, sizeof(dQuaternion));
  bool good = QMBOX_APPEND(events->piece, events->pieces, events->pieceCapacity, added);
  guard->bodies.failed = guard->bodies.failed || !good;
}

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

/* ------------------------------------------------------------------ pairs that met */

/* Writes the normal along which the cores were apart at the start: shapes that overlap there, and are not both boxes or
   planes, have none of their own. */
static void takeNormal(const qmboxGuard *guard, const qmboxGuardedPair *pair, qmboxContact *contact) {
  double normal[3] = {pair->normal[0], pair->normal[1], pair->normal[2]};
  for (int i = 0; i < 3; i++)
    if (contact->normal[i] < 0 || contact->normal[i] > 0) return;
  if (!(qmboxDot(normal, normal) > 0)) {
    qmboxShrunkPair two = qmboxShrinkSolids(qmboxSolidOf(guard, pair, 0), qmboxSolidOf(guard, pair, 1));
    qmboxGapAtStart(&two, pair->core, normal);
  }
  for (int i = 0; i < 3; i++) contact->normal[i] = (dReal)(0 - normal[i]);
}

/* Writes the first contact of a pair on [t0, t1], in which neither body stops.  If the solver has none, as of two
   meshes, it is at the time that is known. */
static void findContact(const qmboxGuard *guard, const qmboxGuardedPair *pair, double t0, double t1,
                        const qmboxContact *known, qmboxContact *contact) {
  qmboxMoving path[2];
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedGeom *geom = &guard->bodies.geom[pair->geom[k]];
    const qmboxGuardedBody *body = &guard->bodies.body[geom->body];
    const qmboxMoving *solid = qmboxSolidOf(guard, pair, k);
    qmboxMovingBetween(geom->geom, guard->bodies.qmboxClass, solid->moves ? &body->start : 0, &body->end,
                       guard->bodies.length, &path[k]);
    if (body->stop <= t0 || !(t0 < t1)) qmboxHoldAt(solid, fmin(t0, body->stop), &path[k]);
  }
  if (qmboxSolvable(&path[0], &path[1])) qmboxSolve(&path[0], &path[1], t0, t1, contact);
  if (contact->status != BMS_CONTACT && contact->status != BMS_TOUCHING && contact->status != BMS_OVERLAPPING) {
    qmboxNoContact(contact, BMS_CONTACT);
    contact->g1 = path[0].geom;
    contact->g2 = path[1].geom;
    contact->time = known->time;
    contact->timeLower = known->timeLower;
    contact->timeUpper = known->timeUpper;
  }
  takeNormal(guard, pair, contact);
}

void qmboxNoteContact(qmboxGuard *guard, qmboxEventKind kind, const int geom[2], const qmboxContact *contact,
                      double before) {
  qmboxEvent event = {.kind = kind, .geom = {geom[0], geom[1]}, .contact = *contact};
  event.contact.time += before;
  event.contact.timeLower += before;
  event.contact.timeUpper += before;
  qmboxNoteEvent(guard, &event);
}

void qmboxReportStop(qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  double end = fmin(time, stops.early);
  qmboxContact contact, known = {.time = end, .timeLower = 0, .timeUpper = end};
  qmboxNoContact(&contact, BMS_SEPARATED);
  findContact(guard, pair, 0, end, &known, &contact);
  qmboxNoteContact(guard, QMBOX_EVENT_STOP, pair->geom, &contact, guard->calls->before);
}

/* Returns when the cores of a pair meet in [from, to], HUGE_VAL if they do not. */
static double meetIn(qmboxGuard *guard, qmboxGuardedPair *pair, double from, double to) {
  double time = HUGE_VAL;
  for (bool more = true; more && time == HUGE_VAL;) {
    double end = to;
    time = qmboxCoresMeet(guard, pair, from, &end).time;
    more = end < to;
    from = end;
  }
  return time;
}

/* Finds the state in which the two meet, [*from, *to], and when that is.  Returns false if they do not. */
static bool sensorMeets(qmboxGuard *guard, qmboxGuardedPair *pair, double *from, double *to, double *time) {
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  *from = 0;
  *to = stops.early;
  *time = meetIn(guard, pair, *from, *to);
  if (*time < HUGE_VAL) return true;
  *from = stops.early;
  *to = stops.late;
  if (*from < *to) *time = meetIn(guard, pair, *from, *to);
  return *time < HUGE_VAL;
}

void qmboxReportSensors(qmboxGuard *guard) {
  bool told = guard->calls->options.sense || guard->calls->options.contactLog || guard->calls->options.draw;
  for (int i = 0; i < guard->pairs.pairCount && told; i++) {
    qmboxGuardedPair *pair = &guard->pairs.pair[i];
    qmboxContact contact;
    double from, to, time;
    if (!pair->sensor || !sensorMeets(guard, pair, &from, &to, &time)) continue;
    qmboxContact known = {.time = time, .timeLower = time, .timeUpper = to, .side = {-1, -1}};
    qmboxNoContact(&contact, BMS_SEPARATED);
    findContact(guard, pair, from, to, &known, &contact);
    qmboxNoteContact(guard, QMBOX_EVENT_SENSE, pair->geom, &contact, guard->calls->before);
  }
}
