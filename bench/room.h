/* SPDX-License-Identifier: BSD-3-Clause */

/* Memory for arrays. */

#ifndef BENCH_ROOM_H
#define BENCH_ROOM_H

#include <stddef.h>

/* Returns room for `count` objects of this size, all zero, which free() takes back. Ends the program where there is no
   memory. */
void *room_for(int count, size_t size);

#endif /* BENCH_ROOM_H */
