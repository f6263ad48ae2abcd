/* SPDX-License-Identifier: BSD-3-Clause */

/* Arrays that grow.  They are in the C library's memory and freed by free(): a program may change ODE's functions for
   memory at any time. */

#ifndef QMBOX_ARRAY_H
#define QMBOX_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element than `count` in the array that `pointer` is the address of: a null one begins with
   room for *capacity elements, or 64 if that is 0.  Returns false if no memory is left; the array is as it was then. */
static inline bool qmboxMakeRoom(void *pointer, size_t size, int count, int *capacity) {
  void *array;
  memcpy(&array, pointer, sizeof array);
  if (array && count < *capacity) return true;
  int wanted = *capacity == 0 ? 64 : array ? 2 * *capacity : *capacity;
  array = realloc(array, (size_t)wanted * size);
  if (!array) return false;
  memcpy(pointer, &array, sizeof array);
  *capacity = wanted;
  return true;
}

/* Adds an element at the end of an array.  Its value is the address of the element, which is not set yet; null if no
   memory is left. */
#define QMBOX_ADD(array, count, capacity) \
  (qmboxMakeRoom(&(array), sizeof *(array), count, &(capacity)) ? &(array)[(count)++] : NULL)

/* Adds a value at the end of an array.  Is false if no memory is left. */
#define QMBOX_APPEND(array, count, capacity, ...) \
  (qmboxMakeRoom(&(array), sizeof *(array), count, &(capacity)) ? ((array)[(count)++] = __VA_ARGS__, true) : false)

/* Returns the number of the first element of a sorted array that does not come before the key, as qsort()'s function
   compares the two. */
static inline int qmboxPlaceInOrder(const void *key, const void *array, size_t size, int count,
                                    int (*compare)(const void *a, const void *b)) {
  int low = 0, high = count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (compare((const char *)array + (size_t)middle * size, key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

#endif /* QMBOX_ARRAY_H */
