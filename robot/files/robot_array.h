/* SPDX-License-Identifier: BSD-3-Clause */

/* Arrays that grow: room is doubled at powers of two, so the count alone determines how much there is. */

#ifndef ARM_ROBOT_ARRAY_H
#define ARM_ROBOT_ARRAY_H

#include <stddef.h>

/* Appends a copy of `one`, of `size` bytes, to what `array`, the address of a pointer, points to.  Returns its index,
   or -1 if no memory is left; then the array is as it was. */
int robot_append(void *array, int *count, const void *one, size_t size);

#endif /* ARM_ROBOT_ARRAY_H */
