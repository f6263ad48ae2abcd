/* SPDX-License-Identifier: BSD-3-Clause */

/* Calls the program's callbacks, when a step is over and all bodies are where they stay. */

#ifndef QMBOX_GUARDED_EVENTS_H
#define QMBOX_GUARDED_EVENTS_H

#include "guard/guard.h"

/* Notes an event.  For want of memory the guard has failed. */
void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event);

/* Calls the program's callback for each event, in the order in which they were noted.  The callbacks may destroy
   anything; what names something that has gone is passed over. */
void qmboxTellEvents(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_EVENTS_H */
