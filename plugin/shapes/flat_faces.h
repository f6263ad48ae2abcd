/* SPDX-License-Identifier: BSD-3-Clause */

/* Flat faces of geoms and triangles, and how far geoms extend, in world coordinates. */

#ifndef QMBOX_FLAT_FACES_H
#define QMBOX_FLAT_FACES_H

#include <stdbool.h>

#include "ode/geom_transform.h"
#include "shapes/figure.h"

/* The half-space { x : normal . x <= offset }. */
typedef struct qmboxFace {
  double normal[3], offset;
} qmboxFace;

/* Hulls with more faces have none here. */
enum { QMBOX_MOST_FACES = 128 };

/* The faces whose intersection a geom or triangle is.  The first `surfaces` can be slid on: of a triangle, whose other
   faces go through its edges, one. */
typedef struct qmboxFlatFaces {
  qmboxFace face[QMBOX_MOST_FACES];
  int count, surfaces;
} qmboxFlatFaces;

/* Finds the faces of a geom: none if it is not a box, hull or plane. */
void qmboxFacesOf(dGeomID geom, int qmboxClass, qmboxFlatFaces *faces);

/* Finds the faces of a triangle.  Returns false if its corners are on one line. */
bool qmboxFacesOfTriangle(const double vertex[9], qmboxFlatFaces *faces);

/* The two halves of the function above: the face through three points, whose normal is along the product of the sides,
   and the planes of the edges. */
bool qmboxFaceOfPoints(const double vertex[9], qmboxFace *face);
void qmboxAddEdges(const double vertex[9], qmboxFlatFaces *faces);

/* Returns how far a point is above a face. */
double qmboxHeightOver(const qmboxFace *face, const double point[3]);

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

#endif /* QMBOX_FLAT_FACES_H */
