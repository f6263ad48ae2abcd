/* SPDX-License-Identifier: BSD-3-Clause */

/* How far a geom extends along a direction. */

#ifndef QMBOX_EXTENT_H
#define QMBOX_EXTENT_H

#include <stdbool.h>

#include "ode/geom_transform.h"
#include "shapes/figure.h"

typedef struct qmboxSolid {
  dGeomID geom;
  bool hasFigure; /* else its AABB counts */
  qmboxFigure figure;
  qmboxFigureShape shape;
  qmboxGeomPose pose;
  double min[3], max[3]; /* its AABB */
} qmboxSolid;

/* Notes a geom and its AABB. */
void qmboxBoundSolid(dGeomID geom, qmboxSolid *solid);

/* Makes the shape of a geom that has been noted, for the function below. */
void qmboxShapeSolid(int qmboxClass, qmboxSolid *solid);

/* Returns the most that sign * direction . x is in the geom. */
double qmboxExtentAlong(const qmboxSolid *solid, double sign, const double direction[3]);

#endif /* QMBOX_EXTENT_H */
