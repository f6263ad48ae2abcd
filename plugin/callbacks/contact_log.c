/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A pair is looked up by the numbers of its geoms in a table with open addressing.  Pairs stay in their array, in the
 * order in which they began to touch, until a frame in which some have ended; then the others move up.
 */

#include "callbacks/contact_log.h"

#include <stdlib.h>
#include <string.h>

#include "callbacks/contact_joints.h"
#include "ode/geom_bounds.h"
#include "util/array.h"

enum { LEAST_TABLE = 64 };

/* ------------------------------------------------------------------ pairs */

static unsigned hashPlaceOf(const int geom[2], int tableSize) {
  int low = geom[0] < geom[1] ? geom[0] : geom[1], high = geom[0] < geom[1] ? geom[1] : geom[0];
  return qmboxHashPlace((uint64_t)(unsigned)low << 32 | (unsigned)high, tableSize);
}

/* Returns the place of a pair, or the free place where it belongs. */
static int *placeOf(const qmboxContactLog *log, const int geom[2]) {
  unsigned mask = (unsigned)log->tableSize - 1, at = hashPlaceOf(geom, log->tableSize);
  while (log->table[at] > 0) {
    const int *known = log->pair[log->table[at] - 1].geom;
    if ((known[0] == geom[0] && known[1] == geom[1]) || (known[0] == geom[1] && known[1] == geom[0])) break;
    at = (at + 1) & mask;
  }
  return &log->table[at];
}

static void fillTable(qmboxContactLog *log) {
  memset(log->table, 0, (size_t)log->tableSize * sizeof *log->table);
  for (int i = 0; i < log->pairs; i++) *placeOf(log, log->pair[i].geom) = i + 1;
}

/* Makes room for one more pair.  Returns false if no memory is left. */
static bool growTable(qmboxContactLog *log) {
  int size = log->table ? log->tableSize : LEAST_TABLE / 2;
  if (log->table && 2 * log->pairs < size) return true;
  int *table = realloc(log->table, (size_t)(2 * size) * sizeof *table);
  if (!table) return false;
  log->table = table;
  log->tableSize = 2 * size;
  fillTable(log);
  return true;
}

/* Returns the number of the pair of two logged geoms, which is added if it is new; -1 if no memory is left. */
static int pairOf(qmboxContactLog *log, const int geom[2]) {
  int known = log->table ? *placeOf(log, geom) : 0;
  if (known > 0) return known - 1;
  if (!qmboxMakeRoom(&log->pair, sizeof *log->pair, log->pairs, &log->pairCapacity) || !growTable(log)) return -1;
  log->pair[log->pairs] = (qmboxLoggedPair){.geom = {geom[0], geom[1]}};
  *placeOf(log, geom) = log->pairs + 1;
  return log->pairs++;
}

qmboxLoggedPair *qmboxLogTouch(qmboxContactLog *log, const qmboxBodies *bodies, dGeomID g1, dGeomID g2, double time,
                               bool late) {
  int first = qmboxLogGeom(&log->geoms, bodies, g1), second = qmboxLogGeom(&log->geoms, bodies, g2);
  int number = first < 0 || second < 0 ? -1 : pairOf(log, (const int[2]){first, second});
  if (number < 0) {
    log->incomplete = true;
    return 0;
  }
  qmboxLoggedPair *pair = &log->pair[number];
  if (!pair->touches) {
    pair->time = time;
    pair->late = late;
  }
  pair->touches = true;
  return pair;
}

/* ------------------------------------------------------------------ events */

/* Adds an event about two geoms at time 0.  Returns null if no memory is left. */
static qmboxContactEvent *addEvent(qmboxContactLog *log, qmboxContactEventKind kind, dGeomID g1, dGeomID g2) {
  qmboxContactEvent *added = QMBOX_ADD(log->event, log->events, log->eventCapacity);
  if (added) *added = (qmboxContactEvent){.kind = kind, .g1 = g1, .g2 = g2};
  log->incomplete = log->incomplete || !added;
  return added;
}

static qmboxContactEvent *addEventOf(qmboxContactLog *log, const qmboxLoggedPair *pair, qmboxContactEventKind kind) {
  const qmboxLoggedGeom *geom = log->geoms.geom;
  qmboxContactEvent *event = addEvent(log, kind, geom[pair->geom[0]].geom, geom[pair->geom[1]].geom);
  if (event) event->sensor = pair->sensor;
  return event;
}

static void addTouch(qmboxContactLog *log, const qmboxLoggedPair *pair) {
  qmboxContactEvent *event = addEventOf(log, pair, pair->was ? QMBOX_CONTACT_PERSISTS : QMBOX_CONTACT_BEGINS);
  if (!event) return;
  if (!pair->was) event->time = (dReal)pair->time;
  event->points = pair->points;
  event->depth = pair->depth;
  for (int i = 0; i < 3; i++) event->impulse[i] = (dReal)pair->impulse[i];
  memcpy(event->point, pair->point, sizeof event->point);
  memcpy(event->normal, pair->normal, sizeof event->normal);
}

static void addEnd(qmboxContactLog *log, qmboxLoggedPair *pair, double time) {
  qmboxContactEvent *event = addEventOf(log, pair, QMBOX_CONTACT_ENDS);
  pair->over = true;
  if (!event) return;
  event->time = (dReal)time;
  for (int k = 0; k < 2; k++) event->gone |= log->geoms.geom[pair->geom[k]].gone ? 1u << k : 0;
}

/* ------------------------------------------------------------------ jams */

static bool isKnownJam(const qmboxContactLog *log, const qmboxJam *jam) {
  for (int i = 0; i < log->jams; i++) {
    const dGeomID *known = log->jam[i].geom;
    if ((known[0] == jam->geom[0] && known[1] == jam->geom[1]) ||
        (known[0] == jam->geom[1] && known[1] == jam->geom[0]))
      return true;
  }
  return false;
}

/* Notes the jams of a part (guard/jams.h), each pair once in a frame. */
static void noteJams(qmboxContactLog *log, const qmboxJams *jams) {
  for (int i = 0; i < jams->count; i++) {
    const qmboxJam *jam = &jams->jam[i];
    dBodyID body = dGeomGetBody(jam->geom[0]);
    int driven = body && dBodyIsKinematic(body) ? 0 : 1;
    const qmboxLoggedJam made = {.body = dGeomGetBody(jam->geom[driven]),
                                 .wedged = dGeomGetBody(jam->geom[1 - driven]),
                                 .geom = {jam->geom[driven], jam->geom[1 - driven]},
                                 .time = jam->time};
    if (!isKnownJam(log, jam)) log->incomplete |= !QMBOX_APPEND(log->jam, log->jams, log->jamCapacity, made);
  }
}

/* ------------------------------------------------------------------ parts */

static void endGone(qmboxContactLog *log, double time) {
  for (int i = 0; i < log->pairs; i++) {
    qmboxLoggedPair *pair = &log->pair[i];
    if (pair->over || !(log->geoms.geom[pair->geom[0]].gone || log->geoms.geom[pair->geom[1]].gone)) continue;
    if (pair->touches) addTouch(log, pair);
    addEnd(log, pair, time);
  }
}

static bool sleeps(const qmboxLoggedGeom *geom) {
  return !geom->gone && !geom->outside && !(geom->body && dBodyIsEnabled(geom->body));
}

/* Returns true if the two sleep, so that the near callback need not make joints for them, and may still touch. */
static bool sleepsOn(const qmboxContactLog *log, const qmboxLoggedPair *pair) {
  const qmboxLoggedGeom *first = &log->geoms.geom[pair->geom[0]], *second = &log->geoms.geom[pair->geom[1]];
  return sleeps(first) && sleeps(second) && qmboxAabbsMeet(first->geom, second->geom);
}

void qmboxBeginLoggedPart(qmboxContactLog *log, const qmboxBodies *bodies, double time) {
  bool first = !log->collided;
  log->collided = true;
  log->joints = 0;
  qmboxCheckLoggedGeoms(&log->geoms, bodies);
  endGone(log, time);
  for (int i = 0; i < log->pairs && first; i++) { /* two that fall asleep later have been found apart when awake */
    qmboxLoggedPair *pair = &log->pair[i];
    if (pair->was && !pair->over) pair->touches = sleepsOn(log, pair);
  }
}

/* Notes a pair that was stopped, or has met a sensor, at its first contact. */
static void noteFirstContact(qmboxContactLog *log, const qmboxGuard *guard, const qmboxEvent *notice) {
  const qmboxContact *contact = &notice->contact;
  qmboxLoggedPair *pair = qmboxLogTouch(log, &guard->bodies, contact->g1, contact->g2, contact->time, false);
  if (!pair) return;
  if (notice->kind == QMBOX_EVENT_SENSE) pair->sensor = true;
  if (pair->late) pair->time = contact->time;
  pair->late = false;
  if (pair->points > 0) return;
  bool swapped = log->geoms.geom[pair->geom[0]].geom != contact->g1;
  memcpy(pair->point, contact->point[0], sizeof pair->point);
  for (int i = 0; i < 3; i++) pair->normal[i] = swapped ? -contact->normal[i] : contact->normal[i];
}

void qmboxEndLoggedPart(qmboxContactLog *log, const qmboxGuard *guard) {
  qmboxAddLoggedImpulses(log);
  for (int i = 0; i < guard->events.eventCount; i++) {
    const qmboxEvent *notice = &guard->events.event[i];
    if (notice->kind != QMBOX_EVENT_HELD) noteFirstContact(log, guard, notice);
  }
  for (int i = 0; i < log->pairs; i++) log->pair[i].late = false;
  noteJams(log, guard->jams);
  qmboxNoteLoggedPoses(&log->geoms);
}

void qmboxLogOverlap(qmboxGuard *guard, int first, int second) {
  const qmboxGuardCalls *calls = guard->calls;
  if (!calls->options.contactLog || calls->slice) return;
  qmboxLoggedPair *pair = qmboxLogTouch(calls->options.contactLog, &guard->bodies, guard->bodies.geom[first].geom,
                                        guard->bodies.geom[second].geom, calls->before, false);
  if (pair) pair->sensor = true;
}

/* ------------------------------------------------------------------ what a body is pressed against */

/* Returns which geom of a pair is on this body, -1 if none is. */
static int sideOf(const qmboxContactLog *log, const qmboxLoggedPair *pair, dBodyID body) {
  for (int k = 0; k < 2; k++) {
    if (log->geoms.geom[pair->geom[k]].body == body) return k;
  }
  return -1;
}

/* Returns the geom whose contact with a body that is pressed along this normal is the most against it; null if there is
   none. */
static dGeomID pressedAgainst(const qmboxContactLog *log, const qmboxLoggedJam *jam, const double along[3]) {
  dGeomID found = 0;
  double most = 0;
  for (int i = 0; i < log->pairs; i++) {
    const qmboxLoggedPair *pair = &log->pair[i];
    int side = pair->touches && !pair->sensor ? sideOf(log, pair, jam->wedged) : -1;
    if (side < 0 || log->geoms.geom[pair->geom[1 - side]].body == jam->body) continue;
    double against = 0, sign = side == 0 ? 1 : -1;
    for (int k = 0; k < 3; k++) against -= sign * (double)pair->normal[k] * along[k];
    if (!(against > most)) continue;
    most = against;
    found = log->geoms.geom[pair->geom[1 - side]].geom;
  }
  return found;
}

/* Writes the normal, into the body that is wedged, of its contact with the kinematic one.  Returns false if there is
   none. */
static bool pressingNormal(const qmboxContactLog *log, const qmboxLoggedJam *jam, double along[3]) {
  for (int i = 0; i < log->pairs; i++) {
    const qmboxLoggedPair *pair = &log->pair[i];
    int side = pair->touches && !pair->sensor ? sideOf(log, pair, jam->wedged) : -1;
    if (side < 0 || log->geoms.geom[pair->geom[1 - side]].body != jam->body) continue;
    for (int k = 0; k < 3; k++) along[k] = (side == 0 ? 1 : -1) * (double)pair->normal[k];
    return true;
  }
  return false;
}

static void addJam(qmboxContactLog *log, const qmboxLoggedJam *jam) {
  double along[3];
  bool pressed = pressingNormal(log, jam, along);
  qmboxContactEvent *event = addEvent(log, QMBOX_CONTACT_JAM, jam->geom[0], jam->geom[1]);
  if (!event) return;
  event->against = pressed ? pressedAgainst(log, jam, along) : 0;
  event->time = (dReal)jam->time;
}

/* ------------------------------------------------------------------ frames */

void qmboxBeginLoggedFrame(qmboxContactLog *log) {
  log->events = log->jams = log->joints = 0;
  log->incomplete = log->collided = false;
  for (int i = 0; i < log->pairs; i++) {
    qmboxLoggedPair *pair = &log->pair[i];
    pair->touches = pair->late = false;
    pair->points = 0;
    pair->depth = 0;
    memset(pair->impulse, 0, sizeof pair->impulse);
    memset(pair->point, 0, sizeof pair->point);
    memset(pair->normal, 0, sizeof pair->normal);
  }
}

static void dropOver(qmboxContactLog *log) {
  int count = 0;
  for (int i = 0; i < log->geoms.count; i++) log->geoms.geom[i].used = false;
  for (int i = 0; i < log->pairs; i++) {
    if (log->pair[i].over) continue;
    for (int k = 0; k < 2; k++) log->geoms.geom[log->pair[i].geom[k]].used = true;
    log->pair[count++] = log->pair[i];
  }
  log->pairs = count;
  qmboxRenumberLoggedGeoms(&log->geoms);
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 2; k++) log->pair[i].geom[k] = log->geoms.geom[log->pair[i].geom[k]].renumbered;
  }
  qmboxDropUnusedGeoms(&log->geoms);
  if (log->table) fillTable(log);
}

void qmboxEndLoggedFrame(qmboxContactLog *log) {
  bool dropped = false;
  for (int i = 0; i < log->jams; i++) addJam(log, &log->jam[i]);
  for (int i = 0; i < log->pairs; i++) {
    qmboxLoggedPair *pair = &log->pair[i];
    if (!pair->over && pair->touches) addTouch(log, pair);
    if (!pair->over && !pair->touches && log->collided) addEnd(log, pair, 0);
    pair->was = true;
    dropped = dropped || pair->over;
  }
  if (dropped) dropOver(log);
}
