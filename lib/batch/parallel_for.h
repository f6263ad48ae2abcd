/* SPDX-License-Identifier: BSD-3-Clause */

/* Threads that share out a range of numbers among them. */

#ifndef BMS_PARALLEL_FOR_H
#define BMS_PARALLEL_FOR_H

#include <stddef.h>

typedef struct bms_parallel_for bms_parallel_for;

/* Handles the numbers begin ... end - 1. */
typedef void bms_parallel_for_work(bms_parallel_for *team, void *data, size_t begin, size_t end);

/* Calls work for parts that make up 0 ... count - 1, each number once, in the number of threads of bms_batch.h; returns
   when all is done.  Parts are begun in order; in one thread alone it is in order all the way. */
void bms_parallel_for_share(size_t count, int threads, bms_parallel_for_work *work, void *data);

/* Around what the threads of a team have in common. */
void bms_parallel_for_lock(bms_parallel_for *team);
void bms_parallel_for_unlock(bms_parallel_for *team);

#endif /* BMS_PARALLEL_FOR_H */
