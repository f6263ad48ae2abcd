/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs that contact joints have not kept apart. */

#ifndef QMBOX_GUARDED_PUSH_H
#define QMBOX_GUARDED_PUSH_H

#include "guard/guard.h"

/*
 * Changes the velocities of a pair that was in contact at the start, and whose cores would meet all the same, so that it parts slowly
 * where they would: by an impulse at that place, without a change of the momentum of the two together, and without restitution.
 * Its contact joints have not done it.  They know the contacts at the start only, and a box that turns about one corner is
 * with another in the floor long before the next step; and ODE's colliders take the normal along which the geoms are least
 * deep in each other, which may be the wrong one, or find no contact at all in some poses (dBoxBox()).
 */
void qmboxPushApart(const qmboxGuard *guard, qmboxGuardedPair *pair);

#endif /* QMBOX_GUARDED_PUSH_H */
