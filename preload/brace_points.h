/* SPDX-License-Identifier: BSD-3-Clause */

/* The points at which a brace holds two geoms (braces.h). */

#ifndef PRELOAD_BRACE_POINTS_H
#define PRELOAD_BRACE_POINTS_H

#include "guard/guard.h"

/* A brace has no more points than this. */
enum { MOST_POINTS = 4 };

/* A point: the unit normal points from the first geom to the second. */
typedef struct brace_point {
  dReal position[3];
  double normal[3];
  double lacking; /* so much of the margin between the cores lacks, if positive */
} brace_point;

/* The points of two geoms, one of which may be a mesh: the points where most lacks. */
typedef struct brace_points {
  qmboxMoving solid[2];
  int mesh; /* which of the two is one */
  brace_point point[MOST_POINTS];
  int count;
} brace_points;

/* Finds the points of two geoms where they are. There are none of two meshes, and of what the solver cannot take. */
void brace_points_find(const qmboxGuard *guard, const dGeomID geom[2], brace_points *to);

#endif /* PRELOAD_BRACE_POINTS_H */
