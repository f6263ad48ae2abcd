/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bodies that the guard has stopped resume their step in shorter ones.
 *
 * The step is cut into slices.  A body that is stopped goes on from the beginning of the slice in which that happens:
 * it is put there, the near callback makes its contact joints again, and ODE steps it, and those that it is in contact
 * with, while all others are set aside.  The guard checks the new paths against all others':
 *
 *   for each slice:
 *     for the bodies whose next step begins with it, those with the shortest steps first:
 *       put those bodies, and all that may touch them, at their poses at that time,
 *       collide them, and add the bodies in contact with them          qmboxCollideChosen()
 *       step them, through one slice or more                           qmboxStepChosen()
 *       find stops                                                     qmboxCheckChosen()
 *       a body that is stopped in a later slice goes on from there; one that is stopped in the first of several takes
 *       that slice alone; one that is stopped in a single slice waits for the rest of it
 *
 * In a single slice bodies that contact joints do not keep apart get impulses first: only those wait that meet in spite
 * of these.
 *
 * No cores meet: up to the beginning of a slice all paths are final and have been checked.  After it the paths of the
 * bodies that have changed are checked against all others.  Every body that this check stops, even where the slice
 * begins, goes on from there as well.  A body makes no more than MOST_TRIES steps from the same slice, and a part has
 * no more than options.checks checks; then bodies wait, so that this ends.
 */

#ifndef QMBOX_RESUME_H
#define QMBOX_RESUME_H

#include "guard/guard.h"

/* Returns true if stopped bodies resume in shorter steps: the near callback and the stepper may be called for these. */
bool qmboxResumes(const qmboxGuardCalls *calls);

/* Returns true if the bodies of a step can: its geoms allow it as well. */
bool qmboxCanResume(const qmboxGuard *guard);

/* Steps the bodies that have been stopped through the rest of the step, puts all bodies where they are at its end, and
   counts what they have lost.  To be called after qmboxFindStops(). */
void qmboxResumeStopped(qmboxGuard *guard);

#endif /* QMBOX_RESUME_H */
