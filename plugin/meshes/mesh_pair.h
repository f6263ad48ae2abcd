/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of a mesh with a convex path, or with another mesh. */

#ifndef QMBOX_MESH_PAIR_H
#define QMBOX_MESH_PAIR_H

#include "moving/moving.h"
#include "pairs/cast_pair.h"

/* Fills in status, times, place and `inexact` of a qmboxContact, of two paths that are known on [t0, t1] and of which
   one is a mesh, or both.  A mesh touches or overlaps at t0 if one of its triangles does. */
void qmboxSolveMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact);

/* Finds the hits of a cast in the same way, path1 being the caster's.  Each triangle that is hit is handed over, or the
   earliest is written. */
void qmboxCastMesh(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, const qmboxCastRule *rule,
                   qmboxContact *contact);

/* Finds the triangle that is deepest at t, path1 being a of the overlap, and which it is; returns false if none
   overlaps. */
bool qmboxMeshOverlap(const qmboxMoving *path1, const qmboxMoving *path2, double t, bms_convex_overlap *overlap,
                      int side[2]);

/* Returns the gap at t, as qmboxGap(); it is no larger than the longest side of the box around the other. */
double qmboxMeshGap(const qmboxMoving *path1, const qmboxMoving *path2, double t);

#endif /* QMBOX_MESH_PAIR_H */
