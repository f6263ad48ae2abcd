/* SPDX-License-Identifier: BSD-3-Clause */

/* The pairs that meet, the earliest first: a binary heap of their numbers.  The times when they meet are computed as
   late as possible. */

#ifndef QMBOX_MEETING_QUEUE_H
#define QMBOX_MEETING_QUEUE_H

#include "guard/guard.h"

/* Brings the queue up to date after pair[number].meeting has changed: the pair is in it if that is finite. */
void qmboxQueuePair(qmboxGuard *guard, int number);

/* Returns the pair that meets first, -1 if none does. */
int qmboxFirstInQueue(const qmboxGuard *guard);

/* Puts a pair into the queue by a time before which its cores do not meet, with the stops and its span as they are; out
   of it if they do not meet.  A pair with a sensor is in no queue. */
void qmboxExpectMeeting(qmboxGuard *guard, int number);

/* Finds out more about when the cores of a pair in the queue meet: pair.known is set if that is settled. */
void qmboxFindMeeting(qmboxGuard *guard, int number);

#endif /* QMBOX_MEETING_QUEUE_H */
