/* SPDX-License-Identifier: BSD-3-Clause */

/* Memory for arrays. */

#include "room.h"

#include <stdio.h>
#include <stdlib.h>

void *room_for(int count, size_t size) {
  void *room = calloc((size_t)count, size);

  if (!room) {
    fputs("bench: out of memory\n", stderr);
    exit(2);
  }
  return room;
}
