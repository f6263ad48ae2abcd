/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The pair that meets first stops its bodies where the two meet at the level `aim`, which is less than the level of the
 * cores: they have touched then, and are still apart by a part of their allowances.  A pair that starts near its cores
 * is stopped where it starts as soon as it is known to meet, as its stop comes before what meets first.  Joints other
 * than contacts would be torn if one body waited and the other did not, so the whole linkage waits.  A stop only ever
 * moves to an earlier time, and a body that has been stopped MOST_STOPS times stops where it started, so that the
 * number of stops is bounded; if all bodies stop at 0 no cores meet.
 */

#include "guard/stops.h"

#include <math.h>
#include <string.h>

#include "broad/bounds.h"
#include "guard/candidates.h"
#include "callbacks/consent.h"
#include "guard/meeting_queue.h"
#include "guard/pairs.h"
#include "guard/push.h"
#include "callbacks/events.h"
#include "callbacks/integrity.h"
#include "broad/windows.h"
#include "util/real.h"
#include "util/settings.h"

enum { MOST_STOPS = 8, MOST_AIMS = 6 };

/* Triangles that may miss their aim are stopped before their cores meet: earlier by the time in which they go this part
   of their allowances. */
#define BEFORE 0.5

/* If one body would still go this many times as far as the other, only that one is stopped. */
#define MUCH_FARTHER 4

/* ------------------------------------------------------------------ times */

/* Returns the time at which a pair whose cores meet at `meeting` comes to its aim. */
static double aimTime(qmboxGuard *guard, const qmboxGuardedPair *pair, double both) {
  double time = qmboxPairMeets(guard, pair, true, 0, both).time;
  if (time == HUGE_VAL && both < pair->meeting) time = qmboxPairMeets(guard, pair, true, both, pair->meeting).time;
  return qmboxMin(time, pair->meeting);
}

/* Returns a speed that no two points of them exceed as they approach each other. */
static double greatestSpeed(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  double speed = 0;
  for (int k = 0; k < 2; k++) {
    const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
    if (body->moves) speed += body->way / guard->bodies.length + qmboxSolidOf(guard, pair, k)->radius * body->spin;
  }
  return speed;
}

/* Returns true if a pair may meet with its cores and not come to its aim before: triangles of meshes with cores.  They
   are smaller about the middle of their mesh, so that no two triangles of two overlapping balls may share a point where
   smaller ones do. */
static bool mayMissAim(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  bool core = false;
  for (int k = 0; k < 2; k++) {
    const qmboxMoving *solid = qmboxSolidOf(guard, pair, k);
    if (solid->figure.shape.core == BMS_CORE_HALF_SPACE) return false;
    core = core || solid->figure.core.inner > 0;
  }
  return core;
}

/* Returns a time as far before that at which the cores meet as it takes them to go a part of their allowances.  If
   they were stopped where they meet, each step would begin a little nearer, and at last the cores would count as
   touching. */
static double timeBefore(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  double before = BEFORE * pair->allowances / greatestSpeed(guard, pair);
  return before < pair->meeting ? pair->meeting - before : 0;
}

/*
 * Returns the time at which a pair whose cores meet at `meeting` is to be stopped.  A corner comes nearer by more than
 * the allowances per level: a pair that is at its aim at the start, and would wait there for ever, gets another one.
 */
static double stopTime(qmboxGuard *guard, qmboxGuardedPair *pair) {
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  double both = qmboxMin(stops.early, pair->meeting);
  if (pair->pressed) return pair->both <= stops.early ? 0 : stops.early;
  double time = aimTime(guard, pair, both);
  for (int i = 0; i < MOST_AIMS && !(time > 0) && pair->meeting > 0; i++) {
    pair->aim = (pair->aim + pair->core) / 2;
    time = aimTime(guard, pair, both);
  }
  return mayMissAim(guard, pair) ? qmboxMin(time, timeBefore(guard, pair)) : time;
}

/* ------------------------------------------------------------------ stops */

/* Puts all pairs of a body into the queue again. */
static void askAgain(qmboxGuard *guard, int number) {
  for (int g = guard->bodies.body[number].firstGeom; g >= 0; g = guard->bodies.geom[g].nextOfBody) {
    for (int at = guard->bodies.geom[g].firstPair; at >= 0; at = guard->pairs.pair[at / 2].next[at % 2]) {
      qmboxExpectMeeting(guard, at / 2);
    }
    qmboxLookBack(guard, g);
  }
}

/* Stops the linkage of one of a pair's bodies at this time.  Returns false if it was stopped then already. */
static bool stopLinkage(qmboxGuard *guard, const int stopper[2], int k, double time) {
  int number = guard->bodies.geom[stopper[k]].body, i = number;
  bool stopped = false;
  if (number == 0) return false;
  if (guard->bodies.body[number].stops >= MOST_STOPS) time = 0;
  do {
    qmboxGuardedBody *body = &guard->bodies.body[i];
    if (time < body->stop && !(body->loose && i != number)) {
      body->stop = time;
      body->stops++;
      memcpy(body->stopper, stopper, sizeof body->stopper);
      stopped = true;
    }
    i = body->next;
  } while (i != number);
  if (!stopped) return false;
  do {
    askAgain(guard, i);
    i = guard->bodies.body[i].next;
  } while (i != number);
  return true;
}

/* How far the first or second of a pair goes at most after this time. */
static double wayLeft(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k, double time) {
  const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[pair->geom[k]].body];
  if (!body->moves || body->stop <= time) return 0;
  double turned = qmboxSolidOf(guard, pair, k)->radius * body->chord;
  return (body->way + turned) * (body->stop - time) / guard->bodies.length;
}

/* Returns true if a pair that met at this time, and of which one waits since then, is in contact where the other stops.
   Else there is no contact for the next step, and what waits follows the other for ever. */
static bool endsInContact(qmboxGuard *guard, const qmboxGuardedPair *pair, double time) {
  qmboxGuardedPair touching = *pair;
  double least = qmboxHasSkin(pair) ? -1 : 0, end = qmboxStopsOfPair(guard, pair).late;
  if (pair->touches || !(time < end)) return true;
  touching.aim = (pair->aim + least) / 2;
  touching.aimNearness = qmboxMin(pair->aimNearness, (touching.aim - least) / 2 * pair->allowances);
  return qmboxPairMeets(guard, &touching, true, end, end).time < HUGE_VAL;
}

static void stopPair(qmboxGuard *guard, int number, double time) {
  qmboxGuardedPair *pair = &guard->pairs.pair[number];
  double way[2] = {wayLeft(guard, pair, 0, time), wayLeft(guard, pair, 1, time)};
  const int stopper[2] = {pair->geom[0], pair->geom[1]};
  bool stopped = false, touches = pair->touches; /* pairs may be added, and moved, by the stops */
  guard->tally->stops++;
  qmboxNotePush(guard, pair);
  for (int k = 0; k < 2; k++) {
    if (way[k] * MUCH_FARTHER >= way[1 - k] && stopLinkage(guard, stopper, k, time)) stopped = true;
  }
  for (int k = 0; k < 2 && !endsInContact(guard, &guard->pairs.pair[number], time); k++)
    stopped = stopLinkage(guard, stopper, k, time) || stopped;
  for (int k = 0; k < 2 && !stopped; k++)
    (void)stopLinkage(guard, stopper, k, 0); /* roundings: to where they were apart */
  for (int k = 0; k < 2 && touches; k++) {
    qmboxGuardedBody *held = &guard->bodies.body[guard->bodies.geom[stopper[k]].body];
    held->blocked = held->blocked || !(held->stop > 0);
  }
}

/* Stops a pair whose meeting is known, if the two are meant to collide. */
static void settlePair(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pairs.pair[number];
  qmboxAimPair(guard, pair);
  double time = pair->touch = stopTime(guard, pair);
  if (pair->consent == QMBOX_CONSENT_UNKNOWN) pair->consent = qmboxAskConsent(guard, pair, time);
  if (guard->integrity.broken) return;
  if (pair->consent == QMBOX_CONSENT_REFUSED) {
    guard->tally->refused++;
    qmboxExpectMeeting(guard, number);
  } else if (guard->collecting) {
    qmboxNotePush(guard, pair);
    pair->passed = true;
    qmboxExpectMeeting(guard, number);
  } else {
    stopPair(guard, number, time);
    bool logged = (guard->calls->options.contactLog || guard->calls->options.draw) && !guard->calls->slice;
    bool told = guard->calls->options.stop || logged;
    if (told) qmboxReportStop(guard, &guard->pairs.pair[number], time); /* pairs may have been added */
  }
}

/* Stops the pair that is first in the queue, or finds out more about it.  One that is pressed together is stopped where
   it started, whenever it meets: that is done at once, and saves to follow its bodies up to there. */
static void settleFirst(qmboxGuard *guard, int number) {
  bool first = guard->pairs.pair[number].known;
  if (!first) qmboxFindMeeting(guard, number);
  if (first || qmboxStopsAtOnce(guard, &guard->pairs.pair[number])) settlePair(guard, number);
}

/* Stops the pairs that meet in the present window, the earliest first. */
static void stopFirstMeetings(qmboxGuard *guard) {
  double end = qmboxWindowEnd(&guard->bodies, &guard->windows, guard->windows.now);
  while (!guard->bodies.failed) {
    int number = qmboxFirstInQueue(guard);
    if (number < 0 || guard->pairs.pair[number].meeting > end) return;
    settleFirst(guard, number);
  }
}

/* Marks the bodies that are slower in this step than what is set for them.  No point of a body is farther from its
   position than the farthest corner of its geoms' AABBs. */
static void markSlow(qmboxGuard *guard) {
  const qmboxSettings *settings = guard->calls->options.settings;
  qmboxBodies *bodies = &guard->bodies;
  for (int i = 0; i < bodies->bodyCount; i++) {
    qmboxGuardedBody *body = &bodies->body[i];
    const qmboxSetting *setting = i > 0 ? qmboxFindSetting(&settings->body, body->start.body, 0) : 0;
    double least = setting && setting->leastSpeed >= 0 ? setting->leastSpeed : settings->leastSpeed, arm = 0;
    for (int g = body->firstGeom; g >= 0 && body->moves; g = bodies->geom[g].nextOfBody) {
      arm = qmboxMax(arm, bodies->geom[g].arm);
    }
    bool slow = !body->moves || body->way + arm * body->chord < least * bodies->length;
    body->unguarded = (unsigned char)((body->unguarded & ~QMBOX_SLOW) | (slow ? QMBOX_SLOW : 0));
  }
}

/* Forgets the pairs of the last step. */
static void forgetPairs(qmboxGuard *guard) {
  guard->pairs.pairCount = guard->consents.consentCount = guard->pairs.queued = 0;
  guard->windows.fastCount = guard->windows.places = guard->pairs.candidates = 0;
  guard->meshes.meshPairs = guard->meshes.startings = guard->meshes.sharedTrees = 0;
  qmboxClearForest(&guard->meshes.forest);
  guard->consents.deepPair[0] = guard->consents.deepPair[1] = -1;
}

void qmboxFindStops(qmboxGuard *guard) {
  forgetPairs(guard);
  qmboxBoundStep(&guard->bodies, &guard->windows);
  if (guard->calls->options.settings && guard->calls->options.settings->slow) markSlow(guard);
  qmboxCutWindows(&guard->windows);
  if (guard->calls->options.contactLog && !guard->calls->slice) qmboxLookAtStillSensors(guard);
  for (guard->windows.now = 0; guard->windows.now < guard->windows.count; guard->windows.now++) {
    qmboxAddNearPairs(guard, guard->windows.now);
    stopFirstMeetings(guard);
  }
  qmboxCheckBodies(guard, true);
}
