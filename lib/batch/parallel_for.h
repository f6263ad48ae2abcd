/* SPDX-License-Identifier: BSD-3-Clause */

/* Threads that share out a range of numbers among them. */

#ifndef BMS_CREW_H
#define BMS_CREW_H

#include <stddef.h>

typedef struct bms_crew bms_crew;

/* Does the numbers begin ... end - 1. */
typedef void bms_crew_work(bms_crew *crew, void *data, size_t begin, size_t end);

/* Calls work for parts that make up 0 ... count - 1, each number once, in as many threads as bms_batch.h says; returns
   when all is done.  Parts are begun in order; in one thread alone it is in order all the way. */
void bms_crew_share(size_t count, int threads, bms_crew_work *work, void *data);

/* Around what the threads of a crew have in common. */
void bms_crew_lock(bms_crew *crew);
void bms_crew_unlock(bms_crew *crew);

#endif /* BMS_CREW_H */
