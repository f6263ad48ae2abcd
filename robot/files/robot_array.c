/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_array.h"

#include <stdlib.h>
#include <string.h>

int robot_append(void *array, int *count, const void *one, size_t size) {
  char *more;
  memcpy(&more, array, sizeof more);
  if ((*count & (*count - 1)) == 0) more = realloc(more, (*count == 0 ? 1 : 2 * (size_t)*count) * size);
  if (more == NULL) return -1;
  memcpy(array, &more, sizeof more);
  memcpy(more + (size_t)*count * size, one, size);
  return (*count)++;
}
