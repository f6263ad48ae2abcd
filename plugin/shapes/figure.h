/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Figures: convex geoms at rest in the frames that they move with, as the solver takes them, and larger or smaller by
 * any length on every side.
 *
 * One table (figure.c) has a row for each class of ODE; a user's class takes part by its support function
 * (qmboxSetSupport()).
 */

#ifndef QMBOX_FIGURE_H
#define QMBOX_FIGURE_H

#include <bms_shapes.h>
#include <stdbool.h>

#include "ode/convex_data.h"
#include "qmbox.h"
#include "shapes/known_hull.h"
#include "shapes/mesh_core.h"

/* Writes the point of a figure, or of its core, that is farthest along a direction, as seen from the geom's centre. */
typedef struct qmboxSupported qmboxSupported;
typedef void qmboxFarthest(const qmboxSupported *supported, const double direction[3], double point[3]);

/* A figure that is known by support functions: of the whole and of a core that is `inner` inside of it.  A geom in
   between is a sum of parts of both (shapes/hull_core.h). */
struct qmboxSupported {
  qmboxFarthest *whole, *core;
  double part;                 /* of the core in the sum: 0 the whole, 1 the core */
  double inner;                /* 0 if it has no core */
  double centre[3];            /* of the geom in the frame */
  double radius, halfLength;   /* of a cylinder; of a user's geom, its reach ... */
  qmboxConvexData hull;        /* ... a dConvex ... */
  const qmboxKnownHull *known; /* ... what is known of one, or null ... */
  dGeomID geom;                /* ... and a geom of a user's class */
  const qmboxSupport *user;
};

typedef struct qmboxFigure {
  bms_convex shape;   /* a core of points has them in `point` */
  double point[3][3]; /* the ends of a capsule, the middle of a sphere, the corners of a triangle */
  double centre[3];   /* of the geom in the frame */
  double thickness;   /* its least extent, twice that by which it can be smaller; HUGE_VAL of planes and triangles,
                               which cannot be smaller */
  double radius;      /* of the farthest point from the origin of the frame */
  qmboxSupported supported; /* where the shape is known by a support function */
  qmboxMeshCore core;       /* of the mesh that a triangle is of, in the frame; inner is 0 if it has none */
} qmboxFigure;

/* Makes the figure of a geom whose centre is there in its frame.  Returns false for shapes that have none: meshes, and
   what the solver does not know. */
bool qmboxMakeFigure(dGeomID geom, int qmboxClass, const double centre[3], qmboxFigure *figure);

/* Returns true if a geom of this class has a figure, planes included. */
bool qmboxHasFigure(dGeomID geom, int qmboxClass);

/* Makes the figure of a triangle that is given in the frame. */
void qmboxMakeTriangleFigure(const double vertex[9], qmboxFigure *figure);

/* Returns the box around a figure in its frame; not of a plane. */
bms_box qmboxFigureBox(const qmboxFigure *figure);

/* A figure, larger or smaller than it is, as the solver takes it.  It points into itself and into the figure: it is not
   to be copied. */
typedef struct qmboxFigureShape {
  bms_convex shape;
  qmboxSupported supported;
  double corner[3][3]; /* of a triangle that is smaller */
} qmboxFigureShape;

/* Writes the shape of a figure that is smaller by this length on every side, or larger if it is negative.  One that
   cannot be so much smaller is as small as it can be. */
void qmboxShapeFigure(const qmboxFigure *figure, double less, qmboxFigureShape *shape);

/* Writes the point of a shape, in its own frame, that is farthest along a unit direction; not of a half-space. */
void qmboxFarthestOfShape(const bms_convex *shape, const double direction[3], double point[3]);

#endif /* QMBOX_FIGURE_H */
