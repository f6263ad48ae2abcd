/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs that contact joints have not kept apart. */

#ifndef QMBOX_GUARDED_PUSH_H
#define QMBOX_GUARDED_PUSH_H

#include "guard/guard.h"

/* Notes where the cores of a pair would meet that is about to be stopped, and whether it is in contact at the start. */
void qmboxNotePush(const qmboxGuard *guard, qmboxGuardedPair *pair);

/*
 * Changes the velocities of all pairs that were noted, so that each parts slowly where its cores would meet: by an
 * impulse at that place, without a change of the momentum of the two together, and without restitution.  Their contact
 * joints have not done it.  They know the contacts at the start only, and a box that turns about one corner is with
 * another in the floor long before the next step; and ODE's colliders take the normal of the smallest overlap,
 * which may be the wrong one, or find no contact at all in some poses (dBoxBox()).  Notes which
 * bodies have hit the other head on.  To be called when all stops are known.
 */
void qmboxPushApart(qmboxGuard *guard);

#endif /* QMBOX_GUARDED_PUSH_H */
