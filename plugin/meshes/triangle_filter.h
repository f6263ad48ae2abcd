/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Most triangles that come near a solid stay clear of its core, as a few axes show: the axes of a box around the core,
 * and the triangle's own normal.  This is asked before anything is made of a triangle.
 *
 * As in approach.h, a gap along an axis cannot shrink by more than the two go and turn towards each other along it.
 */

#ifndef QMBOX_TRIANGLE_FILTER_H
#define QMBOX_TRIANGLE_FILTER_H

#include "moving/bodies.h"
#include "ode/mesh_triangles.h"

typedef struct qmboxTriangleFilter {
  bool passes;          /* nothing is known of the solid: every triangle passes */
  bool moves;           /* the mesh does: its triangles come in its own frame, else in the world's */
  double pose[3][4];    /* of that frame at the start */
  double less;          /* the core of the mesh is smaller than the mesh by this ... */
  double scale;         /* ... that is, scaled by this factor ... */
  double offset[3];     /* ... with the origin of its geom there in that frame */
  double chord;         /* by which the mesh's body turns a point at distance 1, at most */
  double shift[2][3];   /* of the body of the mesh, and of the solid */
  double centre[3];     /* of a box around the core at the start ... */
  double axis[3][3];    /* ... its axes ... */
  double half[3];       /* ... and half sides */
  double closing[3][2]; /* how far the two go towards each other along and against an axis */
  double turned;        /* how far the solid's turn moves its points, at most */
  double reach;         /* bounds the mesh in its frame, if it moves */
  double size;          /* bounds the solid's coordinates */
} qmboxTriangleFilter;

/* Prepares the filter for the triangles of one geom, a mesh, and a solid that is another's: a convex one, or a mesh as
   a whole.  A sensor has no core: it is taken as it is. */
void qmboxPrepareFilter(const qmboxBodies *bodies, int meshGeom, const qmboxMoving *mesh, int geom,
                        const qmboxMoving *solid, qmboxTriangleFilter *filter);

/* Writes the box, in the world or the mesh's frame as its triangles, outside of which all triangles stay clear. Returns
   false if there is none. */
bool qmboxPlaceOfFilter(const qmboxTriangleFilter *filter, qmboxPlace *place);

/* Returns true if the triangle certainly stays clear of the solid's core, whichever of the two waits when. */
bool qmboxTriangleStaysClear(const qmboxTriangleFilter *filter, const double vertex[9]);

#endif /* QMBOX_TRIANGLE_FILTER_H */
