/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs that meet, the earliest first.  Of pairs that meet at one time the one with the lower number comes first.
 */

#include "guard/queue.h"

#include <math.h>

#include "util/array.h"

static bool isBefore(const qmboxGuard *guard, int one, int other) {
  double time1 = guard->pair[one].meeting, time2 = guard->pair[other].meeting;
  return time1 < time2 || (!(time2 < time1) && one < other);
}

static void put(qmboxGuard *guard, int place, int number) {
  guard->queue[place] = number;
  guard->pair[number].place = place;
}

/* Moves the pair at this place towards the front as far as it belongs, else towards the end. */
static void settle(qmboxGuard *guard, int place) {
  int number = guard->queue[place];
  while (place > 0 && isBefore(guard, number, guard->queue[(place - 1) / 2])) {
    put(guard, place, guard->queue[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  for (int child = 2 * place + 1; child < guard->queued; child = 2 * place + 1) {
    if (child + 1 < guard->queued && isBefore(guard, guard->queue[child + 1], guard->queue[child])) child++;
    if (!isBefore(guard, guard->queue[child], number)) break;
    put(guard, place, guard->queue[child]);
    place = child;
  }
  put(guard, place, number);
}

static void insert(qmboxGuard *guard, int number) {
  int *room = qmboxRoomForOne(guard->queue, sizeof *room, guard->queued, &guard->queueCapacity);
  if (!room) {
    guard->failed = true;
    return;
  }
  guard->queue = room;
  put(guard, guard->queued++, number);
  settle(guard, guard->queued - 1);
}

static void removeAt(qmboxGuard *guard, int place) {
  guard->pair[guard->queue[place]].place = -1;
  int last = guard->queue[--guard->queued];
  if (place == guard->queued) return;
  put(guard, place, last);
  settle(guard, place);
}

void qmboxQueuePair(qmboxGuard *guard, int number) {
  const qmboxGuardedPair *pair = &guard->pair[number];
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
  return guard->queued > 0 ? guard->queue[0] : -1;
}
