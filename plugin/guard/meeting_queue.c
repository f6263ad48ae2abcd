/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * When the cores of a pair meet.
 *
 * A pair is in one of three states: both bodies move (until the earlier stop), one moves while the other waits, both
 * wait.  `both` is the time at which its cores meet in the first state; if that ends before, the second is asked.
 * Pairs stand in a queue by the time at which they meet, or by one before which they do not: the solver is asked only
 * about the pair that is first in it, and only about the stretch of time that comes next.  Two meshes go back into it
 * until they begin to touch as a whole: of those that are stopped before no triangles are compared.
 */

#include "guard/meeting_queue.h"

#include <math.h>

#include "pairs/approach.h"
#include "guard/pairs.h"
#include "guard/two_meshes.h"
#include "broad/windows.h"
#include "util/array.h"
#include "util/real.h"

/* ------------------------------------------------------------------ the heap */

static bool isBefore(const qmboxGuard *guard, int one, int other) {
  double time1 = guard->pairs.pair[one].meeting, time2 = guard->pairs.pair[other].meeting;
  return time1 < time2 || (!(time2 < time1) && one < other);
}

static void put(qmboxGuard *guard, int place, int number) {
  guard->pairs.queue[place] = number;
  guard->pairs.pair[number].place = place;
}

/* Moves the pair at this place towards the front as far as it belongs, else towards the end. */
static void settle(qmboxGuard *guard, int place) {
  int number = guard->pairs.queue[place];
  while (place > 0 && isBefore(guard, number, guard->pairs.queue[(place - 1) / 2])) {
    put(guard, place, guard->pairs.queue[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  for (int child = 2 * place + 1; child < guard->pairs.queued; child = 2 * place + 1) {
    if (child + 1 < guard->pairs.queued && isBefore(guard, guard->pairs.queue[child + 1], guard->pairs.queue[child]))
      child++;
    if (!isBefore(guard, guard->pairs.queue[child], number)) break;
    put(guard, place, guard->pairs.queue[child]);
    place = child;
  }
  put(guard, place, number);
}

static void insert(qmboxGuard *guard, int number) {
  if (QMBOX_APPEND(guard->pairs.queue, guard->pairs.queued, guard->pairs.queueCapacity, number)) {
    settle(guard, guard->pairs.queued - 1);
  } else {
    guard->bodies.failed = true;
  }
}

static void removeAt(qmboxGuard *guard, int place) {
  guard->pairs.pair[guard->pairs.queue[place]].place = -1;
  int last = guard->pairs.queue[--guard->pairs.queued];
  if (place == guard->pairs.queued) return;
  put(guard, place, last);
  settle(guard, place);
}

void qmboxQueuePair(qmboxGuard *guard, int number) {
  const qmboxGuardedPair *pair = &guard->pairs.pair[number];
  bool meets = pair->meeting < HUGE_VAL;
  if (pair->place >= 0 && meets) {
    settle(guard, pair->place);
  } else if (pair->place >= 0) {
    removeAt(guard, pair->place);
  } else if (meets) {
    insert(guard, number);
  }
}

int qmboxFirstInQueue(const qmboxGuard *guard) {
  return guard->pairs.queued > 0 ? guard->pairs.queue[0] : -1;
}

/* ------------------------------------------------------------------ meetings */

/* A pair is queried at once until this many times the time at which the query begins, or until the end of the present
   window; bodies that meet later are mostly stopped before. */
#define STRETCH 4

static void setMeeting(qmboxGuard *guard, int number, double time, bool known) {
  guard->pairs.pair[number].meeting = time;
  guard->pairs.pair[number].known = known;
  qmboxQueuePair(guard, number);
}

/* Returns a time before which the cores of a pair do not meet, as far as the solver knows. */
static double clearUntil(const qmboxGuardedPair *pair, double early) {
  double both = pair->both < HUGE_VAL ? pair->both : pair->clear;
  return both < early ? both : pair->clearAfter;
}

void qmboxExpectMeeting(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pairs.pair[number];
  if (pair->sensor) return;
  qmboxPairStops stops = qmboxStopsOfPair(guard, pair);
  if (pair->early != stops.early) pair->clearAfter = pair->early = stops.early;
  double earliest = qmboxMax(qmboxEarliestMeeting(pair), pair->span.first);
  earliest = qmboxMax(earliest, clearUntil(pair, stops.early));
  bool never = pair->passed || pair->consent == QMBOX_CONSENT_REFUSED ||
               !(earliest <= qmboxMin(stops.late, pair->span.last)) || !(stops.late > 0) ||
               qmboxStaysApart(&guard->bodies, pair);
  setMeeting(guard, number, never ? HUGE_VAL : earliest, never);
}

/* Asks the solver about [t0, *t1], which may become less, and notes where they meet. */
static double meetsWithin(qmboxGuard *guard, qmboxGuardedPair *pair, double t0, double *t1) {
  qmboxCoreMeeting meeting = qmboxCoresMeet(guard, pair, t0, t1);
  pair->placed = meeting.placed;
  for (int i = 0; i < 3; i++) {
    pair->point[i] = meeting.point[i];
    pair->meetingNormal[i] = meeting.normal[i];
  }
  return meeting.time;
}

/* Asks whether the cores of a pair meet in the stretch of time that follows `*clear`, until `end` at most.  Returns
   when they do, HUGE_VAL if they do not, and sets `*clear` to that or to where the stretch ends. */
static double meetsInStretch(qmboxGuard *guard, qmboxGuardedPair *pair, double *clear, double end) {
  double from = qmboxMax(*clear, pair->meeting);
  double to =
      qmboxMin(end, STRETCH * qmboxMax(from, qmboxWindowEnd(&guard->bodies, &guard->windows, guard->windows.now)));
  double time = from <= to ? meetsWithin(guard, pair, from, &to) : HUGE_VAL;
  *clear = qmboxMin(time, to);
  return time;
}

void qmboxFindMeeting(qmboxGuard *guard, int number) {
  qmboxGuardedPair *pair = &guard->pairs.pair[number];
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
