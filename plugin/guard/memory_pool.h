/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory of a guard that is over, for the next one.
 *
 * A world keeps no guard between two frames, and large arrays that are freed mostly go back to the system, which clears
 * their pages for the next frame one by one.  So the process keeps the arrays of one guard.  Thread-safe, without
 * locks: kept memory belongs to one guard at a time, and others begin with nothing.
 */

#ifndef QMBOX_MEMORY_POOL_H
#define QMBOX_MEMORY_POOL_H

#include "guard/guard.h"

/* Memory of up to this number of bytes is kept. */
enum { QMBOX_POOL_BYTES = 32 << 20 };

/* Gives a guard, which is all zero, the arrays that are kept, if any are. */
void qmboxTakeFromPool(qmboxGuard *guard);

/* Frees a guard, except for memory kept for the next one. */
void qmboxReturnToPool(qmboxGuard *guard);

#endif /* QMBOX_MEMORY_POOL_H */
