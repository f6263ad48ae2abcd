/* SPDX-License-Identifier: BSD-3-Clause */

/* Are two geoms meant to collide? */

#ifndef QMBOX_GUARDED_CONSENT_H
#define QMBOX_GUARDED_CONSENT_H

#include "guard/guard.h"

/*
 * Finds out whether the program wants a pair to collide that is about to be stopped at this time, or overlaps from the
 * start: contact joints between the two bodies mean yes if each has no other geom, and another joint means that it does
 * not.  Else the near callback is called for the two at the poses that they have at that time: contact joints with a
 * static geom may be for any other, and a body may have geoms that are ignored.  A pair that ODE's own collider finds
 * no contact for, however deep it is, is taken to be wanted.  Two geoms of one nested space are not if the callback
 * does not collide what is in that space.
 *
 * Without a near callback calls->wanted() decides; `touched` is true if ODE finds a contact of the two at the start.
 */
qmboxConsent qmboxAskConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, double time);

/* Calls the near callback for two geoms if ODE's loop comes to them: geoms of one nested space only if the callback
   collides what is in it. */
void qmboxCollidePair(qmboxGuard *guard, int first, int second);

/* Returns true if the root or a nested space is a quadtree: these list only what is enabled. */
bool qmboxHasQuadTree(const qmboxBodies *bodies);

#endif /* QMBOX_GUARDED_CONSENT_H */
