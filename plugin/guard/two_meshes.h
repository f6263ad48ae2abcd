/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two meshes that came near each other.
 *
 * The triangles of each that come to where the other is are found once, with the bounds of all places that they come
 * to, and those whose bounds overlap by sort and sweep.  To ask the tree of one for each triangle of the other takes
 * several times as long.
 */

#ifndef QMBOX_TWO_MESHES_H
#define QMBOX_TWO_MESHES_H

#include "broad/overlaps.h"
#include "guard/triangle_filter.h"

typedef struct qmboxGuard qmboxGuard;

typedef struct qmboxPartTriangle {
  double vertex[9];
  int solid;     /* its number, -1 until it is needed */
  bool filtered; /* `filter` is known: */
  qmboxTriangleFilter filter;
} qmboxPartTriangle;

/* The triangles of a mesh that come to where another one is. */
typedef struct qmboxMeshPart {
  qmboxPartTriangle *triangle;
  int count, capacity;
  qmboxBounds *bounds; /* of a triangle in the step; the owner is its number */
  int boundsCapacity;
} qmboxMeshPart;

/* Takes up the triangles of two meshes whose cores may meet; `solid` are those of the meshes. */
void qmboxTakeUpMeshes(qmboxGuard *guard, const int geom[2], const int solid[2]);

/* Frees what a part has, which began as all zero. */
void qmboxFreeMeshPart(qmboxMeshPart *part);

#endif /* QMBOX_TWO_MESHES_H */
