/* SPDX-License-Identifier: BSD-3-Clause */

/* Are two geoms meant to collide? */

#ifndef QMBOX_GUARDED_CONSENT_H
#define QMBOX_GUARDED_CONSENT_H

#include "guard/guard.h"

/*
 * Finds out whether the program wants a pair to collide: a joint other than a contact between the two bodies says that it does
 * not; else the near callback is called for the two at the poses that they have at this time, and says so by the contact
 * joint that it makes.  Joints that are there already do not tell, as they may be for other geoms of the bodies or for the
 * ground.  A pair that ODE's own collider finds no contact for, however deep it is, is taken to be wanted.
 */
qmboxConsent qmboxAskConsent(qmboxGuard *guard, const qmboxGuardedPair *pair, double time);

#endif /* QMBOX_GUARDED_CONSENT_H */
