/* SPDX-License-Identifier: BSD-3-Clause */

/* A query of a mesh's triangles, one by one: first contacts, casts, depths and gaps of another path with each. */

#ifndef QMBOX_TRIANGLE_QUERY_H
#define QMBOX_TRIANGLE_QUERY_H

#include "meshes/triangle_rank.h"
#include "moving/moving.h"
#include "pairs/cast_pair.h"
#include "pairs/convex_pair.h"

/* A cast in which the caster, the target or both are meshes. */
typedef struct qmboxMeshCast {
  const qmboxCastRule *rule;
  bool measures;              /* only how deep the two are at the start: */
  double depth;               /* counted from the rule's distance */
  bms_convex_overlap deepest; /* also where triangles are cast at */
  int side[2];
  double below, facing[3]; /* the greatest depth below a triangle's plane that is too shallow to be measured, and its
                              normal */
  int along;               /* the axis that the normal of the deepest triangle is nearest to, if the rule has a depth */
  bool turned;             /* g1 is the mesh */
  double t1;               /* the end of the interval, of which a query may have a piece */
} qmboxMeshCast;

/* A query of a path, "the one", and the triangles of a mesh. */
typedef struct qmboxMeshQuery {
  const qmboxMoving *one, *mesh;
  qmboxMeshCast *cast;    /* null for a first contact */
  int side[2];            /* the triangle that the one is, -1 if none, and the triangle of the mesh under way */
  bool sound;             /* all triangles of the mesh are somewhere */
  double reach;           /* its largest coordinate, if triangles are asked by rank */
  qmboxConvexQuery asked; /* of the one, which is a, and the triangle under way */
  double min[3], max[3];  /* of the one's sweep */
  qmboxMoving triangle;   /* under way */
  qmboxContact *contact;  /* the earliest so far */
  double gap;             /* the least so far */
  bool ranks;             /* triangles are asked by rank, ... */
  qmboxRanking ranking;
  double last; /* ... until this one */
} qmboxMeshQuery;

/* Returns true for a contact after the start, and for one that may be there. */
bool qmboxIsAhead(bms_status status);

/* Exchanges g1 and g2 of a contact with a mesh. */
void qmboxTurnContact(qmboxContact *contact);

/* Places a triangle for a query.  Returns false if it needs none: the mesh overlaps the one at the start, which is
   known, or the triangle stays clear of the one's sweep.  A triangle that is nowhere makes the answer unsure. */
bool qmboxPlaceQueried(qmboxMeshQuery *q, const double vertex[9]);

/* Visitors of the triangles of a mesh, `data` being a qmboxMeshQuery: its first contact or cast, its rank for these,
   and its gap. */
void qmboxQueryTriangle(void *data, const double vertex[9], int number);
double qmboxRankOfTriangle(void *data, const double vertex[9]);
void qmboxGapOfTriangle(void *data, const double vertex[9], int number);

#endif /* QMBOX_TRIANGLE_QUERY_H */
