/* SPDX-License-Identifier: BSD-3-Clause */

/* A frame that stops at every first contact. */

#ifndef QMBOX_EXACT_PART_H
#define QMBOX_EXACT_PART_H

#include "qmbox.h"

/* Says what is wrong with those options that are for exact frames, 0 if nothing is. */
const char *qmboxExactObjection(const qmboxSimulateOptions *options);

/* Simulates a frame that is cut at every first contact of a pair that was apart.  Returns the time advanced. */
dReal qmboxSimulateExactly(dWorldID world, dSpaceID space, dReal h, const qmboxSimulateOptions *options,
                           qmboxSimulateReport *report);

#endif /* QMBOX_EXACT_PART_H */
