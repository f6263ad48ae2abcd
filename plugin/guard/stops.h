/* SPDX-License-Identifier: BSD-3-Clause */

/* When the bodies of a step have to wait, so that no cores meet. */

#ifndef QMBOX_GUARDED_STOPS_H
#define QMBOX_GUARDED_STOPS_H

#include "guard/guard.h"

/* Stops bodies until no cores meet: body[].stop is the time at which each waits. */
void qmboxFindStops(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_STOPS_H */
