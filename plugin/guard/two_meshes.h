/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two meshes that came near each other.
 *
 * They are one guarded pair, which meets when the first two of their triangles do: these are found by a descent of both
 * trees (mesh_descent.h).  Only triangles that overlap at the start are pairs of their own.
 */

#ifndef QMBOX_TWO_MESHES_H
#define QMBOX_TWO_MESHES_H

#include "guard/pairs.h"

/* Takes up two meshes; `solid` are theirs. */
void qmboxAddMeshes(qmboxGuard *guard, const int geom[2], const int solid[2]);

/* Asks for [t0, *t1], in which neither body stops, when the cores of a pair meet.  A pair of meshes becomes the pair of
   the triangles that do so first.  If it comes near later than soon, *t1 becomes the time when it does: until then they
   do not meet, and the rest is to be asked for again. */
qmboxCoreMeeting qmboxCoresMeet(qmboxGuard *guard, qmboxGuardedPair *pair, double t0, double *t1);

#endif /* QMBOX_TWO_MESHES_H */
