/* SPDX-License-Identifier: BSD-3-Clause */

/* The guard's report on the pairs that met. */

#ifndef QMBOX_GUARDED_REPORT_H
#define QMBOX_GUARDED_REPORT_H

#include "guard/guard.h"

/* Tells of a pair that is stopped at this time. */
void qmboxReportStop(const qmboxGuard *guard, const qmboxGuardedPair *pair, double time);

/* Tells of all that has met a sensor, now that all stops are known. */
void qmboxReportSensors(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_REPORT_H */
