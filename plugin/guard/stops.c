/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When the bodies of a step have to wait.
 *
 * A pair is in one of three states: both bodies move (until the earlier stop), one moves while the other waits, both
 * wait.  `both` is the time at which its cores meet in the first state; if that ends before, the second is asked.
 * Pairs stand in a queue by the time at which they meet, or by one before which they do not: the solver is asked only
 * about the pair that is first in it, and only about the stretch of time that comes next.
 *
 * The pair that meets first stops its bodies where the two meet at the level `aim`, which is less than that of the
 * cores: they have touched then, and are still apart by a part of their allowances.  Joints other than contacts would
 * be torn if one body waited and the other did not, so the whole linkage waits.  A stop only ever moves to an earlier
 * time, and a body that has been stopped MOST_STOPS times stops where it started, so that the number of stops is
 * bounded; where all bodies stop at 0 no cores meet.
 */

#include "guard/stops.h"

#include <math.h>

#include "guard/approach.h"
#include "guard/bodies.h"
#include "guard/bounds.h"
#include "guard/consent.h"
#include "guard/pairs.h"
#include "guard/push.h"
#include "guard/queue.h"
#include "guard/report.h"
#include "guard/slices.h"
#include "guard/take_up.h"
#include "guard/whole.h"
#include "util/real.h"

enum { MOST_STOPS = 8, MOST_AIMS = 6 };

/* A pair is asked about this part of the step first, and from then on until so many times as late. */
#define FIRST_STRETCH (1.0 / 16)
#define STRETCH 4

/* A body that goes as much farther than the other in what is left of the step waits alone. */
#define MUCH_FARTHER 4

/* ------------------------------------------------------------------ meetings */

static void setMeeting(qmboxGuard *guard, int number, double time, bool known) {
  guard->pair[number].meeting = time;
  guard->pair[number].known = known;
  qmboxQueuePair(guard, number);
}

/* Returns the end of the stretch of time that a pair is asked about at once, if that begins at `from`: what meets later
   is mostly stopped before. */
static double stretchEnd(const qmboxGuard *guard, double from) {
  return qmboxMax(STRETCH * from, FIRST_STRETCH * guard->length);
}

/* Puts a pair into the queue by a time before which its cores do not meet. */
static void expectMeeting(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pair[number];
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  pair->span = qmboxSpanOf(guard, pair->geom[0], pair->geom[1]);
  pair->clearAfter = stops.early;
  double earliest = qmboxMax(qmboxEarliestMeeting(pair), pair->span.first);
  earliest = qmboxMax(earliest, qmboxMin(pair->both < HUGE_VAL ? pair->both : pair->clear, stops.early));
  bool never = pair->consent == QMBOX_CONSENT_REFUSED || !(earliest <= qmboxMin(stops.late, pair->span.last)) ||
               !(stops.late > 0) || qmboxStaysApart(guard, pair);
  setMeeting(guard, number, never ? HUGE_VAL : earliest, never);
}

/* Asks the solver about the part of [t0, t1] in which the two are near each other, and notes where they meet. */
static double meetsWithin(qmboxGuard *guard, qmboxGuardedPair *pair, double t0, double t1) {
  double from = qmboxMax(t0, pair->span.first), to = qmboxMin(t1, pair->span.last);
  if (!(from <= to)) return HUGE_VAL;
  qmboxCoreMeeting meeting = qmboxPairMeets(guard, pair, false, from, to);
  pair->placed = meeting.placed;
  for (int i = 0; i < 3; i++) {
    pair->point[i] = meeting.point[i];
    pair->meetingNormal[i] = meeting.normal[i];
  }
  return meeting.time;
}

/* Asks whether the cores of a pair meet in the stretch of time that follows `*clear`, which is set to its end, or to
   `end` if that is before.  Returns when they do, HUGE_VAL if they do not. */
static double meetsInStretch(qmboxGuard *guard, qmboxGuardedPair *pair, double *clear, double end) {
  double from = qmboxMax(*clear, pair->meeting);
  *clear = qmboxMin(end, stretchEnd(guard, from));
  return meetsWithin(guard, pair, from, *clear);
}

/* Finds out more about when the cores of a pair meet, with the stops as they are. */
static void findMeeting(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pair[number];
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  double clear = pair->clear, time = pair->both;
  if (time == HUGE_VAL && clear < stops.early) {
    time = pair->both = meetsInStretch(guard, pair, &pair->clear, stops.early);
    clear = pair->clear;
  } else if (!(time <= stops.early)) {
    time = HUGE_VAL;
    if (pair->clearAfter < stops.late) time = meetsInStretch(guard, pair, &pair->clearAfter, stops.late);
    clear = pair->clearAfter;
  }
  bool more = time == HUGE_VAL && clear < qmboxMin(stops.late, pair->span.last);
  setMeeting(guard, number, more ? qmboxMax(clear, pair->meeting) : time, !more);
}

/* Returns the time at which a pair whose cores meet at `meeting` comes to its aim. */
static double aimTime(qmboxGuard *guard, const qmboxGuardedPair *pair, double both) {
  double time = qmboxPairMeets(guard, pair, true, 0, both).time;
  if (time == HUGE_VAL && both < pair->meeting) time = qmboxPairMeets(guard, pair, true, both, pair->meeting).time;
  return qmboxMin(time, pair->meeting);
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
  return time;
}

/* ------------------------------------------------------------------ stops */

/* Lets all pairs of a body be asked again. */
static void askAgain(qmboxGuard *guard, int number) {
  int before = guard->pairCount;
  for (int g = guard->body[number].firstGeom; g >= 0; g = guard->geom[g].nextOfBody) {
    for (int at = guard->geom[g].firstPair; at >= 0; at = guard->pair[at / 2].next[at % 2]) {
      if (!guard->pair[at / 2].sensor) expectMeeting(guard, at / 2);
    }
    qmboxWakePairs(guard, g);
  }
  for (int i = before; i < guard->pairCount; i++) expectMeeting(guard, i);
}

/* Stops the linkage of a body at this time.  Returns false if it was stopped then already. */
static bool stopLinkage(qmboxGuard *guard, int number, double time) {
  bool stopped = false;
  int i = number;
  if (number == 0) return false;
  if (guard->body[number].stops >= MOST_STOPS) time = 0;
  do {
    qmboxGuardedBody *body = &guard->body[i];
    if (time < body->stop) {
      body->stop = time;
      body->stops++;
      stopped = true;
    }
    i = body->next;
  } while (i != number);
  if (!stopped) return false;
  do {
    askAgain(guard, i);
    i = guard->body[i].next;
  } while (i != number);
  return true;
}

/* How far the first or second of a pair goes at most after this time. */
static double wayLeft(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k, double time) {
  const qmboxGuardedBody *body = &guard->body[guard->geom[pair->geom[k]].body];
  if (!body->moves || body->stop <= time) return 0;
  double turned = qmboxSolidOf(guard, pair, k)->radius * body->chord;
  return (body->way + turned) * (body->stop - time) / guard->length;
}

static void stopPair(qmboxGuard *guard, int number, double time) {
  qmboxGuardedPair *pair = &guard->pair[number];
  double way[2] = {wayLeft(guard, pair, 0, time), wayLeft(guard, pair, 1, time)};
  int body[2] = {guard->geom[pair->geom[0]].body, guard->geom[pair->geom[1]].body};
  bool stopped = false;
  guard->tally->stops++;
  qmboxNotePush(guard, pair);
  for (int k = 0; k < 2; k++) {
    if (way[k] * MUCH_FARTHER >= way[1 - k] && stopLinkage(guard, body[k], time)) stopped = true;
  }
  for (int k = 0; k < 2 && !stopped; k++)
    (void)stopLinkage(guard, body[k], 0); /* roundings: to where they were apart */
}

/* Stops the pair that is first in the queue, or finds out more about it. */
static void settleFirst(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pair[number];
  if (!pair->known) {
    findMeeting(guard, number);
    return;
  }
  qmboxAimPair(guard, pair);
  double time = stopTime(guard, pair);
  if (pair->consent == QMBOX_CONSENT_UNKNOWN) pair->consent = qmboxAskConsent(guard, pair, time);
  if (guard->broken) return;
  if (pair->consent == QMBOX_CONSENT_REFUSED) {
    guard->tally->refused++;
    expectMeeting(guard, number);
  } else {
    stopPair(guard, number, time);
    if (guard->calls->stop) qmboxReportStop(guard, &guard->pair[number], time); /* pairs may have been added */
  }
}

void qmboxFindStops(qmboxGuard *guard) {
  guard->pairCount = guard->dormantCount = guard->consentCount = guard->queued = 0;
  guard->deepPair[0] = guard->deepPair[1] = -1;
  qmboxVisitNear(guard, qmboxTakeUpPair);
  for (int i = 0; i < guard->pairCount; i++) {
    if (!guard->pair[i].sensor) expectMeeting(guard, i);
  }
  for (int number; (number = qmboxFirstInQueue(guard)) >= 0 && !guard->failed;) settleFirst(guard, number);
  qmboxCheckBodies(guard, true);
  if (!guard->failed) qmboxPushApart(guard);
}
