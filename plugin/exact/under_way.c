/* SPDX-License-Identifier: BSD-3-Clause */

/* The worlds that a thread is stepping, the last one called from a callback of the one before, and so on. */

#include "exact/under_way.h"

#include <stdint.h>

enum { MOST_WORLDS = 16 };

typedef struct qmboxEntered {
  dWorldID world;
  uintptr_t frame;
} qmboxEntered;

static _Thread_local qmboxEntered entered[MOST_WORLDS];
static _Thread_local int count;

int qmboxEnterWorld(dWorldID world, const void *frame) {
  while (count > 0 && entered[count - 1].frame <= (uintptr_t)frame) count--;
  for (int i = 0; i < count; i++) {
    if (entered[i].world == world) return -1;
  }
  if (count == MOST_WORLDS) return -1;
  entered[count] = (qmboxEntered){world, (uintptr_t)frame};
  return count++;
}

void qmboxLeaveWorld(int number) {
  count = number;
}
