/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How two meshes that move stand to each other in an interval of time.
 *
 * All is seen in the frame of the first one's tree, as it is in the middle of the interval.  A point of either mesh
 * goes from where it is then at a steady speed, of the chord of its path: its body's, and what the turn of the body
 * adds, which is a linear map of the point.  Of a node the middle is taken to go so.  The node turns about it: by that
 * its box grows, by no more than the ball around it.
 */

#ifndef QMBOX_MESH_RELATION_H
#define QMBOX_MESH_RELATION_H

#include <stdbool.h>

#include "shapes/mesh_tree.h"
#include "moving/bodies.h"
#include "util/real.h"

/* A mesh, smaller by some length on every side, and its way in a step. */
typedef struct qmboxMeshPath {
  const qmboxMoving *solid;
  double stop;             /* the time at which it waits */
  bool waits;              /* it does so all the time */
  double scale, offset[3]; /* from the frame of its tree to its motion's ... */
  double offsetLength;     /* ... and the length of that */
  double speed[3];         /* of the body */
  double rounding;         /* of where a point of it is */
} qmboxMeshPath;

/* Fills in the path of a mesh that is smaller by a length, from a time on at which its body does not stop later. */
void qmboxMakeMeshPath(const qmboxMoving *solid, const qmboxGuardedBody *body, double less, const qmboxTreeNode *root,
                       double from, qmboxMeshPath *path);

/* Writes where the frame of a mesh's motion is at a time; one that waits does not go on. */
void qmboxPoseOnPath(const qmboxMeshPath *path, double time, double pose[3][4]);

/* Returns how much the turn accelerates a point at distance 1 from a time on, at most. */
double qmboxAccelerationOnPath(const qmboxMeshPath *path, double from);

/* One of the two, as it is seen.  A point p of its tree is at `at` + place p + t (speed + drift p); t is 0 in the
   middle of the interval. */
typedef struct qmboxSeenMesh {
  double at[3], place[3][3], speed[3], drift[3][3];
  bool isFrame;        /* the frame is its tree's, with its points unchanged */
  bool drifts;         /* there is a drift */
  double across[3][3]; /* absolute values of its axes along the other's: rows are the other's */
  double part;         /* the factor from its tree to the first's */
  double slack;        /* how far points may be from there ... */
  double aside;        /* ... besides this part of how far they are from the origin of the tree */
  double turned;       /* how far a turn in half of the interval takes a point at distance 1, at most */
  bool reducible;      /* the turn does less in shorter intervals */
} qmboxSeenMesh;

typedef struct qmboxMeshRelation {
  double middle, half; /* of the interval */
  qmboxSeenMesh mesh[2];
  double axis[3][3]; /* of the second */
} qmboxMeshRelation;

/* Finds how two meshes stand to each other in [from, to]. */
void qmboxRelateMeshes(const qmboxMeshPath path[2], double from, double to, qmboxMeshRelation *relation);

/* Writes where a point of one of the two is in the middle of the interval. */
static inline void qmboxSeePoint(const qmboxSeenMesh *mesh, const double point[3], double seen[3]) {
  for (int i = 0; i < 3; i++) seen[i] = mesh->isFrame ? point[i] : mesh->at[i] + qmboxDot(mesh->place[i], point);
}

/* A node of one of the two. */
typedef struct qmboxSeenNode {
  double middle[3], speed[3]; /* in the middle of the interval */
  double reach[2][3];   /* how far it comes along the axes of the first and of the second, from where this is ... */
  double slack, turned; /* ... and how far a point of it by errors and by the turn, but for the middle's way */
  double radius;        /* of the ball that holds it */
} qmboxSeenNode;

/* Sees a node of the first or second, by its number. */
void qmboxSeeNode(const qmboxMeshRelation *relation, int number, const qmboxTreeNode *node, qmboxSeenNode *seen);

/* Returns how much turns add to a node that shorter intervals would take off. */
double qmboxReducibleTurn(const qmboxMeshRelation *relation, int number, const qmboxTreeNode *node);

/*
 * Two triangles that move, judged by where they are at two times.
 *
 * A vertex that goes steadily and turns stays near the chord of its way.  Along one axis the gap of two triangles whose
 * vertices run along their chords is a concave function of the time: if it is large enough at both ends to make up for
 * what the vertices leave their chords by, the triangles are apart all the time.
 */

/* A body's triangle: its vertices at both times, and how far they are from the centre of the turn, at most. */
typedef struct qmboxChordTriangle {
  double corner[2][3][3]; /* at the one time and the other */
  double reach;
  double acceleration; /* of a point at distance 1 by the turn, at most */
} qmboxChordTriangle;

/* Returns how far a point leaves its chord, at most, in a time of this length in which it is accelerated by no more
   than that. */
double qmboxBulgeOfChord(double acceleration, double length);

/* Returns true if two triangles stay farther apart than `rounding` for the time `length` between the two. */
bool qmboxChordsStayApart(qmboxChordTriangle two[2], double length, double rounding);

#endif /* QMBOX_MESH_RELATION_H */
