/* SPDX-License-Identifier: BSD-3-Clause */

/* Arrays that grow.  They are in the C library's memory and freed by free(): a program may change ODE's functions for
   memory at any time. */

#ifndef QMBOX_ARRAY_H
#define QMBOX_ARRAY_H

#include <stddef.h>
#include <stdlib.h>

/* Room for one more element than `count`; returns the array, moved if it had to be, or null if no memory is left, and
   then the old array is as it was.  A null array begins with room for *capacity elements, or 64 if that is 0. */
static inline void *qmboxRoomForOne(void *array, size_t size, int count, int *capacity) {
  int wanted = *capacity == 0 ? 64 : array ? 2 * *capacity : *capacity;
  void *larger;

  if (array && count < *capacity) return array;
  larger = realloc(array, (size_t)wanted * size);
  if (larger) *capacity = wanted;
  return larger;
}

#endif /* QMBOX_ARRAY_H */
