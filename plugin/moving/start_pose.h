/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A solid where it is at the start of a step, as the axes of axes.h need it: its edges, its faces, and how far it
 * reaches along a direction.
 */

#ifndef QMBOX_START_POSE_H
#define QMBOX_START_POSE_H

#include <stdbool.h>

typedef struct qmboxMoving qmboxMoving;

typedef enum qmboxStartPoseKind {
  QMBOX_POSE_NONE,      /* what the axes cannot take */
  QMBOX_POSE_BOX,       /* edges, half extents */
  QMBOX_POSE_CORNERS,   /* up to three corners, and a radius */
  QMBOX_POSE_CYLINDER,  /* its axis as edge and face, its half length, and a radius */
  QMBOX_POSE_HALF_SPACE /* a normal that points out of it, and an offset along it */
} qmboxStartPoseKind;

typedef struct qmboxStartPose {
  qmboxStartPoseKind kind;
  double centre[3];
  double aside;      /* how far the centre is from the body's position */
  double edge[3][3]; /* unit directions; of a half-space its normal */
  int edges;
  double face[3]; /* the unit normal of a triangle or of a cylinder's ends; boxes have their edges */
  bool hasFace;
  double half[3];      /* of a box; the first of a cylinder */
  double corner[3][3]; /* from the centre */
  int corners;
  double inner;       /* of a triangle whose mesh has a core, else 0: see qmboxMeshCore ... */
  double outwards[3]; /* ... and from its middle to the centre */
  double radius;      /* of what is round; of a half-space its offset */
  double rounding;    /* bounds the error of how far it reaches */
} qmboxStartPose;

/* Fills in where a convex solid is by its pose. */
void qmboxFindStartPose(const qmboxMoving *solid, qmboxStartPose *posed);

/* Returns how far the solid reaches from its centre along a unit direction.  *shrinks is set to how much less it is per
   length by which it is made smaller on all sides.  Not for half-spaces. */
double qmboxReach(const qmboxStartPose *posed, const double direction[3], double *shrinks);

#endif /* QMBOX_START_POSE_H */
