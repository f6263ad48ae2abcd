/* SPDX-License-Identifier: BSD-3-Clause */

/* Arrays that grow, in ODE's memory. */

#ifndef QMBOX_ARRAY_H
#define QMBOX_ARRAY_H

#include <ode/ode.h>
#include <string.h>

/* Room for one more element than `count`; returns the array, moved if it had to be, or null for want of memory, and
   then the old array is as it was. */
static inline void *qmboxRoomForOne(void *array, size_t size, int count, int *capacity) {
  int wanted = *capacity ? 2 * *capacity : 64;
  void *larger;

  if (count < *capacity) return array;
  larger = dAlloc((size_t)wanted * size);
  if (!larger) return 0;
  if (array) {
    memcpy(larger, array, (size_t)count * size);
    dFree(array, (size_t)*capacity * size);
  }
  *capacity = wanted;
  return larger;
}

#endif /* QMBOX_ARRAY_H */
