/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cores of trimeshes that are bodies: closed and wound outwards.  Rooms, which are wound the other way, and landscapes,
 * which are open, have none.
 *
 * The core is the mesh scaled about its middle by 1 - s, a little less than 1.  If the middle sees the inner side of
 * all triangles, as in boxes, balls and rocks, the core is inside of the mesh: each triangle has moved inwards by s
 * times the distance of its plane from the middle.  Of other meshes it is so where the triangles face outwards; where
 * they face the middle it is in front of them.
 */

#ifndef QMBOX_MESH_CORE_H
#define QMBOX_MESH_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "qmbox_ode.h"

typedef struct qmboxMeshCore {
  double middle[3]; /* of the bounds, in the frame of the mesh */
  double inner; /* its distance from the nearest plane of a triangle, a little less; the least half extent where some
                       triangles face it: */
  bool seen;    /* none does; the middle sees all of the mesh, and what is smaller is inside of the mesh */
} qmboxMeshCore;

/* Returns the factor by which a mesh is scaled about the middle of its core where it is smaller by this length. */
double qmboxScaleOfCore(const qmboxMeshCore *core, double less);

/* Writes where a point of the mesh is in the mesh that is smaller by this length. */
void qmboxShrinkIntoCore(const qmboxMeshCore *core, double less, const double point[3], double shrunk[3]);

/* Finds the core.  Returns false for meshes that have none, or have more triangles than are checked each time. */
bool qmboxFindMeshCore(dGeomID mesh, qmboxMeshCore *core);

/* A core that has been found. */
typedef struct qmboxKnownCore {
  dTriMeshDataID data;
  uint64_t look; /* marks the number of its triangles, its bounds, and some of the triangles */
  bool found;
  qmboxMeshCore core;
} qmboxKnownCore;

/* Cores that have been found, the last ones.  It is empty if it is all zero; qmboxForgetCores() frees it. */
typedef struct qmboxKnownCores {
  qmboxKnownCore *core;
  int count, capacity;
} qmboxKnownCores;

/* Finds the core in the same way, or takes the known one of a mesh that looks the same.  A mesh that has been changed
   without a change of its look has the core that it had: another scale of it is as good, if not as large. */
bool qmboxRecallMeshCore(qmboxKnownCores *known, dGeomID mesh, qmboxMeshCore *core);

void qmboxForgetCores(qmboxKnownCores *known);

#endif /* QMBOX_MESH_CORE_H */
