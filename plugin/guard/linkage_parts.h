/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Linkages whose joints need parts of their own.
 *
 * The bodies of a linkage that turn far in a step leave their joints (ode/joint_tear.h).  The next steps correct that
 * by speed, and a bridge that has sagged by it is lifted, with all that lies on it: so linkages gain energy if short
 * steps follow long ones.  A linkage with a joint that is torn after the whole step makes it again in parts of its
 * own, each of a slice (resume.h).  As the whole step is tried first in each frame, and tears the joint again, such a
 * linkage is always stepped in parts while it moves as fast.
 */

#ifndef QMBOX_LINKAGE_PARTS_H
#define QMBOX_LINKAGE_PARTS_H

#include "guard/guard.h"

/* Finds the linkages that need parts: their bodies are where ODE's step has put them.  Returns true if there are
   any. */
bool qmboxFindTornLinkages(qmboxBodies *bodies);

#endif /* QMBOX_LINKAGE_PARTS_H */
