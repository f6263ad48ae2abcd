/* SPDX-License-Identifier: BSD-3-Clause */

/* Arrays that grow, in ODE's memory. */

#ifndef QMBOX_ARRAY_H
#define QMBOX_ARRAY_H

#include "qmbox_ode.h"
#include <string.h>

/* Room for one more element than `count`; returns the array, moved if it had to be, or null for want of memory, and
   then the old array is as it was.  A null array begins with room for *capacity elements, or 64 if that is 0. */
static inline void *qmboxRoomForOne(void *array, size_t size, int count, int *capacity) {
  int wanted = *capacity == 0 ? 64 : array ? 2 * *capacity : *capacity;
  void *larger;

  if (array && count < *capacity) return array;
  larger = dAlloc((size_t)wanted * size);
  if (!larger) return 0;
  if (array) {
    memcpy(larger, array, (size_t)count * size);
    dFree(array, (size_t)*capacity * size);
  }
  *capacity = wanted;
  return larger;
}

/* Frees an array with room for `capacity` elements; null is none. */
static inline void qmboxFreeArray(void *array, size_t size, int capacity) {
  if (array) dFree(array, (size_t)capacity * size);
}

#endif /* QMBOX_ARRAY_H */
