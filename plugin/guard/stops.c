/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When the bodies of a step have to wait.
 *
 * A pair is in one of three states: both bodies move (until the earlier stop), one moves while the other waits, both wait.
 * `both` is the time at which its cores meet in the first state, found once; if the first state ends before, the second is asked.
 *
 * The pair that meets first stops its bodies where the two meet at the level `aim`, which is less than that of the cores: they have touched
 * then, and are still apart by a part of their allowances.  Joints other than contacts would be torn if one body waited and the
 * other did not, so the whole linkage waits.  A stop only ever moves to an earlier time, and a body that has been stopped
 * MOST_STOPS times stops where it started, so that the number of stops is bounded; where all bodies stop at 0 no cores meet.
 */

#include "guard/stops.h"

#include <math.h>

#include "array.h"
#include "guard/bounds.h"
#include "guard/consent.h"
#include "guard/core.h"
#include "guard/queue.h"
#include "step_check.h"

enum { MOST_STOPS = 8 };

/* The level at which a pair stops that was apart at the start: deep enough for ODE's colliders to see a contact. */
#define FIRST_AIM (1.0 / 64)

/* A pair that starts at this part of the way to its cores, or nearer, is pressed together faster than contact joints can push it apart: it is
   stopped at the start, and loses half its speed, which would otherwise grow while it waits. */
#define PRESSED 0.5

/* The level of the cores of a pair that is within rounding of them at the start. */
#define LIMIT (1 + 1.0 / 128)

/* A body that goes as much farther than the other in what is left of the step waits alone. */
#define MUCH_FARTHER 4

/* ------------------------------------------------------------------ meetings */

/* The stops of the bodies of a pair that move, in order. */
typedef struct qmboxPairStops {
  double early, late;
} qmboxPairStops;

static qmboxPairStops stopsOf(const qmboxGuard *guard, const qmboxGuardedPair *pair) {
  const qmboxGuardedBody *body1 = &guard->body[guard->geom[pair->geom[0]].body];
  const qmboxGuardedBody *body2 = &guard->body[guard->geom[pair->geom[1]].body];
  double stop1 = body1->moves ? body1->stop : body2->stop, stop2 = body2->moves ? body2->stop : body1->stop;
  return (qmboxPairStops){fmin(stop1, stop2), fmax(stop1, stop2)};
}

/* Asks the solver for [t0, t1], in which neither body stops: when the pair meets at its aim, or with its cores. */
static double meetIn(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1) {
  bool sure = true;
  double time = qmboxCoresMeet(guard, &guard->geom[pair->geom[0]], &guard->geom[pair->geom[1]],
                               aim ? pair->aim : pair->core, aim ? pair->aimNearness : pair->nearness, t0, t1, &sure);
  guard->tally->looks++;
  if (!sure) guard->tally->unguarded++;
  return time;
}

/* Finds out when the cores meet, with the stops as they are. */
static void findMeeting(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pair[number];
  qmboxPairStops stops = stopsOf(guard, pair);
  pair->meeting = HUGE_VAL;
  if (pair->consent != QMBOX_CONSENT_REFUSED && stops.late > 0) {
    if (pair->both <= stops.early) {
      pair->meeting = pair->both;
    } else if (stops.early < stops.late) {
      pair->meeting = meetIn(guard, pair, false, stops.early, stops.late);
    }
  }
  qmboxQueuePair(guard, number);
}

/* Returns the time at which a pair whose cores meet at `meeting` is to be stopped. */
static double stopTime(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  qmboxPairStops stops = stopsOf(guard, pair);
  if (pair->pressed) return pair->both <= stops.early ? 0 : stops.early;
  double time = meetIn(guard, pair, true, 0, fmin(stops.early, pair->meeting));
  if (time == HUGE_VAL && stops.early < pair->meeting) time = meetIn(guard, pair, true, stops.early, pair->meeting);
  return fmin(time, pair->meeting);
}

/* ------------------------------------------------------------------ pairs */

static void linkPair(qmboxGuard *guard, int number) {
  for (int k = 0; k < 2; k++) {
    qmboxGuardedGeom *geom = &guard->geom[guard->pair[number].geom[k]];
    guard->pair[number].next[k] = geom->firstPair;
    geom->firstPair = 2 * number + k;
  }
}

/* The level at which a pair is stopped whose geoms are apart at level `start`, and whose cores are those of level `core`. */
static double aimBetween(double start, double core) {
  return fmin(2 * start + FIRST_AIM, (start + core) / 2);
}

static qmboxGuardedPair *addPair(qmboxGuard *guard, int first, int second) {
  qmboxGuardedPair *room = qmboxRoomForOne(guard->pair, sizeof *room, guard->pairCount, &guard->pairCapacity);
  if (!room) {
    guard->failed = true;
    return 0;
  }
  guard->pair = room;
  int number = guard->pairCount++;
  guard->pair[number] = (qmboxGuardedPair){.geom = {first, second}, .place = -1};
  linkPair(guard, number);
  return &guard->pair[number];
}

/* Looks for a level above that of the cores at which a pair is apart at the start; returns 0 if there is none. */
static double deeperCore(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2, double *gap, double normal[3]) {
  *gap = qmboxCoreGap(geom1, geom2, LIMIT, normal);
  if (*gap > 0) return LIMIT;
  for (double level = 1.25; level < QMBOX_HIGHEST_LEVEL + 0.05; level += 0.25) {
    double tried = fmin(level, QMBOX_HIGHEST_LEVEL);
    *gap = qmboxCoreGap(geom1, geom2, tried, normal);
    if (*gap > 0) return tried;
  }
  return 0;
}

/* Returns a level at which a pair is apart at the start, which has this gap at the level of its cores. */
static double levelAtStart(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2, double core, double gap) {
  /* the gap grows by the sum of the allowances per level, or faster */
  double allowances = geom1->allowance + geom2->allowance;
  return allowances > 0 ? fmin(core, fmax(0, core - gap / allowances)) : 0;
}

/* Takes up a pair that came near each other, unless its cores certainly stay apart. */
static void lookAt(qmboxGuard *guard, int first, int second) {
  qmboxGuardedGeom *geom1 = &guard->geom[first], *geom2 = &guard->geom[second];
  double normal[3], core = 1;
  qmboxMakeSolid(guard, geom1);
  qmboxMakeSolid(guard, geom2);
  if (!qmboxCanMeet(geom1, geom2)) {
    guard->tally->unguarded++;
    return;
  }
  double gap = qmboxCoreGap(geom1, geom2, core, normal);
  if (!(gap > 0)) {
    qmboxBond bond = qmboxBondOf(geom1->geom, geom2->geom);
    if (bond != QMBOX_BOND_CONTACT) return; /* in each other, and nothing holds them apart: so it is meant */
    core = deeperCore(geom1, geom2, &gap, normal);
    if (core != LIMIT) guard->tally->deep++;
    if (core == 0) return;
  }
  if (gap > qmboxLargestApproach(guard, geom1, geom2, normal)) return;
  qmboxGuardedPair *pair = addPair(guard, first, second);
  if (!pair) return;
  double start = levelAtStart(geom1, geom2, core, gap), usual = qmboxUsualNearness(geom1, geom2);
  pair->core = core;
  pair->aim = aimBetween(start, core);
  pair->pressed = start >= PRESSED * core;
  /* what is apart at the start, however little, is not called meeting there */
  pair->nearness = fmin(usual, gap / 2);
  pair->aimNearness = fmin(usual, (pair->aim - start) * (geom1->allowance + geom2->allowance) / 2);
  pair->both = meetIn(guard, pair, false, 0, guard->length);
  findMeeting(guard, guard->pairCount - 1);
}

/* ------------------------------------------------------------------ stops */

/* Asks all pairs of a body again. */
static void askAgain(qmboxGuard *guard, int number) {
  for (int g = guard->body[number].firstGeom; g >= 0; g = guard->geom[g].nextOfBody) {
    for (int at = guard->geom[g].firstPair; at >= 0; at = guard->pair[at / 2].next[at % 2]) findMeeting(guard, at / 2);
  }
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

/* How far the body goes at most after this time. */
static double wayLeft(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k, double time) {
  const qmboxGuardedGeom *geom = &guard->geom[pair->geom[k]];
  const qmboxGuardedBody *body = &guard->body[geom->body];
  double square = 0;
  if (!body->moves || body->stop <= time) return 0;
  for (int i = 0; i < 3; i++) square += body->shift[i] * body->shift[i];
  return (sqrt(square) + geom->radius * body->chord) * (body->stop - time) / guard->length;
}

static void stopPair(qmboxGuard *guard, int number, double time) {
  const qmboxGuardedPair *pair = &guard->pair[number];
  double way[2] = {wayLeft(guard, pair, 0, time), wayLeft(guard, pair, 1, time)};
  int body[2] = {guard->geom[pair->geom[0]].body, guard->geom[pair->geom[1]].body};
  bool stopped = false;
  guard->tally->stops++;
  for (int k = 0; k < 2; k++) guard->body[body[k]].pressed |= pair->pressed;
  for (int k = 0; k < 2; k++) {
    if (way[k] * MUCH_FARTHER >= way[1 - k] && stopLinkage(guard, body[k], time)) stopped = true;
  }
  for (int k = 0; k < 2 && !stopped; k++) (void)stopLinkage(guard, body[k], 0); /* roundings: to where they were apart */
}

void qmboxFindStops(qmboxGuard *guard) {
  guard->pairCount = guard->queued = 0;
  qmboxVisitNear(guard, lookAt);
  for (int number; (number = qmboxFirstInQueue(guard)) >= 0 && !guard->failed;) {
    qmboxGuardedPair *pair = &guard->pair[number];
    double time = stopTime(guard, pair);
    if (pair->consent == QMBOX_CONSENT_UNKNOWN) pair->consent = qmboxAskConsent(guard, pair, time);
    if (pair->consent == QMBOX_CONSENT_REFUSED) {
      guard->tally->refused++;
      findMeeting(guard, number);
    } else {
      stopPair(guard, number, time);
    }
  }
}
