/* SPDX-License-Identifier: BSD-3-Clause */

/* The events of a step, and the callbacks that the program gets them by when all bodies are where they stay. */

#ifndef QMBOX_GUARDED_EVENTS_H
#define QMBOX_GUARDED_EVENTS_H

#include "guard/guard.h"

/* Notes an event.  If no memory is left the guard has failed. */
void qmboxNoteEvent(qmboxGuard *guard, const qmboxEvent *event);

/* Calls the program's callback for each event, in the order in which they were noted.  The callbacks may destroy
   anything; entries that name something that has gone are ignored. */
void qmboxTellEvents(qmboxGuard *guard);

/* Counts the time that a body has lost, and notes it for the program. */
void qmboxNoteHeld(qmboxGuard *guard, int body, double lost);

/* Notes a piece of a body's path that would take so long, and is gone in this span of the step.  Does nothing if the
   program does not ask for paths. */
void qmboxNotePath(qmboxGuard *guard, int body, const qmboxSavedBody *start, const qmboxPose *end, qmboxSpan span,
                   double length);

/* Notes an event for a contact whose times count from `before` in the frame. */
void qmboxNoteContact(qmboxGuard *guard, qmboxEventKind kind, const int geom[2], const qmboxContact *contact,
                      double before);

/* Notes an event for a pair that is stopped at this time. */
void qmboxReportStop(qmboxGuard *guard, const qmboxGuardedPair *pair, double time);

/* Notes events for all that has met a sensor, now that all stops are known. */
void qmboxReportSensors(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_EVENTS_H */
