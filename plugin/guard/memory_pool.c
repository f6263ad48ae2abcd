/* SPDX-License-Identifier: BSD-3-Clause */

#include "guard/memory_pool.h"

#include <stdatomic.h>

/* The arrays that grow with a world of bodies; those for meshes do not go on. */
#define FOR_ARRAYS(DO) \
  DO(bodies.body)      \
  DO(bodies.geom)      \
  DO(bodies.solid)     \
  DO(pairs.pair)       \
  DO(windows.fast) DO(windows.place) DO(windows.nearPair) DO(pairs.candidate) DO(pairs.queue) DO(events.event)

enum { QMBOX_POOL_NONE, QMBOX_POOL_IN_USE, QMBOX_POOL_KEPT };

static qmboxGuard spare; /* all zero but for its arrays; it belongs to who has set the state to that it is in use */
static atomic_int state = QMBOX_POOL_NONE;

static size_t bytesOf(const qmboxGuard *guard) {
  size_t bytes = 0;
#define ADD_BYTES(array) bytes += guard->array ? (size_t)guard->array##Capacity * sizeof *guard->array : 0;
  FOR_ARRAYS(ADD_BYTES)
#undef ADD_BYTES
  return bytes;
}

static void moveArrays(qmboxGuard *from, qmboxGuard *to) {
#define MOVE_ARRAY(array)                      \
  to->array = from->array;                     \
  to->array##Capacity = from->array##Capacity; \
  from->array = 0;                             \
  from->array##Capacity = 0;
  FOR_ARRAYS(MOVE_ARRAY)
#undef MOVE_ARRAY
}

/* Returns true if the spare was in this state, and is in use now. */
static bool takeFrom(int expected) {
  return atomic_compare_exchange_strong(&state, &expected, QMBOX_POOL_IN_USE);
}

void qmboxTakeFromPool(qmboxGuard *guard) {
  if (!takeFrom(QMBOX_POOL_KEPT)) return;
  moveArrays(&spare, guard);
  atomic_store(&state, QMBOX_POOL_NONE);
}

void qmboxReturnToPool(qmboxGuard *guard) {
  if (bytesOf(guard) <= QMBOX_POOL_BYTES && takeFrom(QMBOX_POOL_NONE)) {
    moveArrays(guard, &spare);
    atomic_store(&state, QMBOX_POOL_KEPT);
  }
  qmboxGuardFree(guard);
}
