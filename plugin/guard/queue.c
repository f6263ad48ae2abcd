/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs that meet, the earliest first.  Of pairs that meet at one time the one with the lower number comes first.
 */

#include "guard/queue.h"

#include <math.h>

#include "util/array.h"

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
  int *room = qmboxRoomForOne(guard->pairs.queue, sizeof *room, guard->pairs.queued, &guard->pairs.queueCapacity);
  if (!room) {
    guard->bodies.failed = true;
    return;
  }
  guard->pairs.queue = room;
  put(guard, guard->pairs.queued++, number);
  settle(guard, guard->pairs.queued - 1);
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
