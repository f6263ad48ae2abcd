/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two trees of triangles that move: which triangles come to each other, and when.
 *
 * Both trees are descended at once, the larger box first, with the part of time in which two boxes can touch: while
 * both go steadily, each of their six axes is left by the gap for one interval of time, and the intersection of these
 * is handed down.  The addition of their turns is bounded (mesh_relation.h).  If it is large, the interval is halved.
 * Pairs that begin later than the earliest meeting so far are left out (branch and bound).
 */

#ifndef QMBOX_MESH_DESCENT_H
#define QMBOX_MESH_DESCENT_H

#include "moving/bodies.h"
#include "meshes/mesh_relation.h"

/* One of the two meshes. */
typedef struct qmboxDescended {
  int geom, solid; /* the numbers of the geom and of its solid */
  qmboxTree tree;
  double less; /* the mesh is smaller by this on every side (shapes/mesh_core.h) */
} qmboxDescended;

typedef struct qmboxDescent qmboxDescent;

/* Called for two triangles, by their numbers, that may touch within [from, to] and at no other time.  Returns a time
   after which nothing is of interest any more. */
typedef double qmboxDescentVisit(qmboxDescent *descent, const int triangle[2], double from, double to);

struct qmboxDescent {
  qmboxBodies *bodies;
  qmboxDescended mesh[2];
  double from, to; /* the time that is searched: neither body stops within, one that stopped before waits */
  bool patient;    /* where the two as a whole begin to touch late in it, it ends there, before they are looked into */
  qmboxDescentVisit *visit;
  void *data;
  qmboxMeshPath path[2]; /* of the meshes */
  double best;           /* what is later is of no interest */
};

/* Visits all pairs of triangles that may touch before what the visits have returned.  The visitor may add solids and
   pairs to the guard, and no trees. */
void qmboxDescend(qmboxDescent *descent);

#endif /* QMBOX_MESH_DESCENT_H */
