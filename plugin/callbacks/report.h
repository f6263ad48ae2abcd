/* SPDX-License-Identifier: BSD-3-Clause */

/* The guard's report on the pairs that met. */

#ifndef QMBOX_GUARDED_REPORT_H
#define QMBOX_GUARDED_REPORT_H

#include "guard/guard.h"

/* Notes an event for a pair that is stopped at this time. */
void qmboxReportStop(qmboxGuard *guard, const qmboxGuardedPair *pair, double time);

/* Notes events for all that has met a sensor, now that all stops are known. */
void qmboxReportSensors(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_REPORT_H */
