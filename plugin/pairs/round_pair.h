/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of a box with a sphere, a capsule or a mesh. */

#ifndef QMBOX_ROUND_PAIR_H
#define QMBOX_ROUND_PAIR_H

#include "motion/path.h"

/* The two on [t0, t1], both known there: fills in what qmboxContact says of status, times, place and `inexact`, as if
   the box were g1.  A mesh touches or overlaps at t0 if one of its triangles does. */
void qmboxSolveRound(const qmboxPath *box, const qmboxPath *other, double t0, double t1, qmboxContact *contact);

/* The gap at t, as qmboxGap(); that of a mesh is no larger than the box's longest side. */
double qmboxRoundGap(const qmboxPath *box, const qmboxPath *other, double t);

/* How deep a box has to be in the other for a contact to be found without fail, by the solver and by ODE's own
   collider, where coordinates come up to `reach`. */
double qmboxRoundResolution(const qmboxPath *other, double reach);

#endif /* QMBOX_ROUND_PAIR_H */
