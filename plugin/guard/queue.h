/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs that meet, the earliest first: a binary heap of their numbers. */

#ifndef QMBOX_GUARDED_QUEUE_H
#define QMBOX_GUARDED_QUEUE_H

#include "guard/guard.h"

/* Brings the queue up to date after pair[number].meeting has changed: the pair is in it if that is finite. */
void qmboxQueuePair(qmboxGuard *guard, int number);

/* Returns the pair that meets first, -1 if none does. */
int qmboxFirstInQueue(const qmboxGuard *guard);

#endif /* QMBOX_GUARDED_QUEUE_H */
