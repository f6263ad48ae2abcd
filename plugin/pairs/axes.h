/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gaps of two convex solids along the axes that may separate them: the normals of their faces, the cross products
 * of their edges, and the way from one centre to the other where one of them is no box, or from the nearest point of
 * one to the nearest of the other if one is a sphere or capsule and the other, too, or a triangle (nearest.h).
 *
 * The gap along a unit normal n from the first to the second, with the centres c and the reaches r, is
 *
 *     n . (c2 - c1) - r1(n) - r2(-n)
 *
 * and grows in proportion to the level at which both are made smaller (meeting.h): one check settles it for all levels.
 * Two boxes, or a box and a triangle, are apart exactly if one of these gaps is positive (S. Gottschalk, M. Lin, D.
 * Manocha, "OBBTree", SIGGRAPH 1996), and so are two with nearest points; others perhaps though none is.
 */

#ifndef QMBOX_AXES_H
#define QMBOX_AXES_H

#include "moving/start_pose.h"

/* The axes of two boxes as products of their frames: c = A^T B, p = A^T way, q = B^T way (OBBTree, above). */
typedef struct qmboxBoxFrames {
  double c[3][3], size[3][3]; /* and its absolute values */
  double p[3], q[3];
  double shift1[2][3], shift2[2][3]; /* of the first and second body, in the frames of A and B */
} qmboxBoxFrames;

/* A walk through the axes of two posed solids. */
typedef struct qmboxAxes {
  const qmboxStartPose *startPose[2];
  const double *shift[2];
  double allowance[2];
  double way[3];   /* from one centre to the other ... */
  double side[3];  /* ... and the cores', which shows on which side of the first the second is: triangles of meshes that
                      are pressed together may be on the other */
  double rounding; /* of each gap */
  bool boxes;
  qmboxBoxFrames frames; /* of boxes */
  int next;
} qmboxAxes;

/* An axis, its unit normal from the first to the second. */
typedef struct qmboxAxis {
  int number;
  double sign;
  double gap;      /* at level 0; rounded down */
  double slope;    /* what a level adds */
  double reach[2]; /* at level 0: of each towards the other, from its centre ... */
  double less[2];  /* ... and what a level takes from that */
  double along[2]; /* the shift of each along the normal */
} qmboxAxis;

/* Returns true if the two can be asked along axes. */
bool qmboxHaveAxes(const qmboxStartPose *posed1, const qmboxStartPose *posed2);

/* Returns true if the axes are enough to separate the two, at every level. */
bool qmboxAxesSuffice(const qmboxStartPose *posed1, const qmboxStartPose *posed2);

/* Begins a walk.  A level makes each smaller by its allowance.  Poses and shifts have to last as long. */
void qmboxBeginAxes(const qmboxStartPose *posed1, const qmboxStartPose *posed2, const double allowance[2],
                    const double shift1[3], const double shift2[3], qmboxAxes *axes);

/* Fills in the next axis.  Returns false if there is none left. */
bool qmboxNextAxis(qmboxAxes *axes, qmboxAxis *axis);

/* Returns true if an axis is a cross product of edges.  These come last. */
bool qmboxIsOfEdges(const qmboxAxes *axes, const qmboxAxis *axis);

/* Writes the unit normal of an axis, in world coordinates. */
void qmboxAxisNormal(const qmboxAxes *axes, const qmboxAxis *axis, double normal[3]);

#endif /* QMBOX_AXES_H */
