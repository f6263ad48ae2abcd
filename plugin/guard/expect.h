/* SPDX-License-Identifier: BSD-3-Clause */

/* When the cores of a pair meet, found out little by little. */

#ifndef QMBOX_GUARDED_EXPECT_H
#define QMBOX_GUARDED_EXPECT_H

#include "guard/guard.h"

/* Puts a pair into the queue by a time before which its cores do not meet, with the stops and its span as they are; out
   of it if they do not meet.  A pair with a sensor is in no queue. */
void qmboxExpectMeeting(qmboxGuard *guard, int number);

/* Finds out more about when the cores of a pair in the queue meet: pair.known says if that is settled. */
void qmboxFindMeeting(qmboxGuard *guard, int number);

#endif /* QMBOX_GUARDED_EXPECT_H */
