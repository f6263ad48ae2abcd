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
#include "guard/meeting.h"
#include "guard/queue.h"
#include "step_check.h"

enum { MOST_STOPS = 8 };

/* The level at which a pair stops that was apart at the start: deep enough for ODE's colliders to see a contact. */
#define FIRST_AIM (1.0 / 64)

/* What is as near as this part of the allowances may be called meeting. */
#define NEARNESS 1e-3

/* A pair that starts at this part of the way to its cores, or nearer, is pressed together faster than contact joints can push it apart: it is
   stopped at the start, and loses half its speed, which would otherwise grow while it waits. */
#define PRESSED 0.5

/* The level of the cores of a pair that is within rounding of them at the start. */
#define LIMIT (1 + 1.0 / 128)

/* Roundings of what a solid goes. */
#define APPROACH_ROUNDING 1e-13

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

static const qmboxSolid *solidOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return &guard->solid[guard->geom[pair->geom[k]].solid];
}

static double stopOf(const qmboxGuard *guard, const qmboxGuardedPair *pair, int k) {
  return guard->body[guard->geom[pair->geom[k]].body].stop;
}

/* Asks the solver for [t0, t1], in which neither body stops: when the pair meets at its aim, or with its cores. */
static double meetIn(qmboxGuard *guard, const qmboxGuardedPair *pair, bool aim, double t0, double t1) {
  qmboxTwo two = qmboxTwoSolids(solidOf(guard, pair, 0), solidOf(guard, pair, 1));
  double stop[2] = {stopOf(guard, pair, 0), stopOf(guard, pair, 1)};
  bool sure = true;
  double time = qmboxMeetingTime(&two, stop, aim ? pair->aim : pair->core, aim ? pair->aimNearness : pair->nearness, t0,
                                 t1, &sure);
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

static void addPair(qmboxGuard *guard, const qmboxGuardedPair *pair) {
  qmboxGuardedPair *room = qmboxRoomForOne(guard->pair, sizeof *room, guard->pairCount, &guard->pairCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->pair = room;
  room[guard->pairCount] = *pair;
  linkPair(guard, guard->pairCount);
  findMeeting(guard, guard->pairCount++);
}

/* Returns the number of a geom's solid, which is made if it is new; -1 for want of memory. */
static int needSolid(qmboxGuard *guard, int number) {
  qmboxGuardedGeom *geom = &guard->geom[number];
  if (geom->solid >= 0) return geom->solid;
  qmboxSolid *room = qmboxRoomForOne(guard->solid, sizeof *room, guard->solidCount, &guard->solidCapacity);
  if (!room) {
    guard->failed = true;
    return -1;
  }
  guard->solid = room;
  const qmboxGuardedBody *body = guard->body[geom->body].moves ? &guard->body[geom->body] : 0;
  qmboxMakeSolid(&room[guard->solidCount], geom->geom, guard->qmboxClass, body ? &body->start : 0,
                 body ? &body->end : 0, guard->length);
  return geom->solid = guard->solidCount++;
}

/* Looks for a level above that of the cores at which a pair is apart at the start; returns 0 if there is none. */
static double deeperCore(const qmboxTwo *two, double *gap, double normal[3]) {
  *gap = qmboxGapAtStart(two, LIMIT, normal);
  if (*gap > 0) return LIMIT;
  for (double level = 1.25; level < QMBOX_HIGHEST_LEVEL + 0.05; level += 0.25) {
    double tried = fmin(level, QMBOX_HIGHEST_LEVEL);
    *gap = qmboxGapAtStart(two, tried, normal);
    if (*gap > 0) return tried;
  }
  return 0;
}

/* Returns how far the solid goes along `direction` times `sign` at most, whenever its body stops; in any direction if that is zero. */
static double advanceOf(const qmboxGuardedBody *body, const qmboxSolid *solid, const double direction[3], double sign) {
  double along = 0, square = 0;
  if (!solid->moves) return 0;
  for (int i = 0; i < 3; i++) {
    along += direction[i] * body->shift[i];
    square += body->shift[i] * body->shift[i];
  }
  bool known = direction[0] != 0 || direction[1] != 0 || direction[2] != 0;
  return (solid->radius * body->chord + (known ? fmax(0, sign * along) : sqrt(square))) * (1 + APPROACH_ROUNDING);
}

/* Returns how much the gap along the normal can shrink at most, whichever body stops when. */
static double largestApproach(const qmboxGuard *guard, const qmboxGuardedPair *pair, const double normal[3]) {
  return advanceOf(&guard->body[guard->geom[pair->geom[0]].body], solidOf(guard, pair, 0), normal, 1) +
         advanceOf(&guard->body[guard->geom[pair->geom[1]].body], solidOf(guard, pair, 1), normal, -1);
}

/* Sets the levels of a pair that has this gap at the level of its cores. */
static void setLevels(qmboxGuardedPair *pair, double core, double gap, double allowances) {
  /* the gap grows by the sum of the allowances per level, or faster: so at `start` the two are apart */
  double start = allowances > 0 ? fmin(core, fmax(0, core - gap / allowances)) : 0;
  pair->core = core;
  pair->aim = fmin(2 * start + FIRST_AIM, (start + core) / 2);
  pair->pressed = start >= PRESSED * core;
  /* what is apart at the start, however little, is not called meeting there */
  pair->nearness = fmin(NEARNESS * allowances, gap / 2);
  pair->aimNearness = fmin(NEARNESS * allowances, (pair->aim - start) * allowances / 2);
}

/* Takes up a pair that came near each other, unless its cores certainly stay apart. */
static void lookAt(qmboxGuard *guard, int first, int second) {
  if (needSolid(guard, first) < 0 || needSolid(guard, second) < 0) return;
  qmboxGuardedPair pair = {.geom = {first, second}, .place = -1};
  const qmboxSolid *solid1 = solidOf(guard, &pair, 0), *solid2 = solidOf(guard, &pair, 1);
  double normal[3], core = 1;
  if (!qmboxCanMeet(solid1, solid2)) {
    guard->tally->unguarded++;
    return;
  }
  qmboxTwo two = qmboxTwoSolids(solid1, solid2);
  double gap = qmboxGapAtStart(&two, core, normal);
  if (!(gap > 0)) {
    /* in each other, and nothing holds them apart: so it is meant */
    if (qmboxBondOf(solid1->geom, solid2->geom) != QMBOX_BOND_CONTACT) return;
    core = deeperCore(&two, &gap, normal);
    if (core != LIMIT) guard->tally->deep++;
    if (core == 0) return;
  }
  if (gap > largestApproach(guard, &pair, normal)) return;
  setLevels(&pair, core, gap, two.allowance[0] + two.allowance[1]);
  pair.both = meetIn(guard, &pair, false, 0, guard->length);
  addPair(guard, &pair);
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
  const qmboxGuardedBody *body = &guard->body[guard->geom[pair->geom[k]].body];
  double square = 0;
  if (!body->moves || body->stop <= time) return 0;
  for (int i = 0; i < 3; i++) square += body->shift[i] * body->shift[i];
  return (sqrt(square) + solidOf(guard, pair, k)->radius * body->chord) * (body->stop - time) / guard->length;
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
