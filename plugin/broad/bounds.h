/* SPDX-License-Identifier: BSD-3-Clause */

/* The places that geoms come to in a step, and which of them collide. */

#ifndef QMBOX_GUARDED_BOUNDS_H
#define QMBOX_GUARDED_BOUNDS_H

#include "broad/windows.h"
#include "ode/mesh_triangles.h"
#include "util/real.h"

/* Sets the bounds of all geoms to the whole step's, and finds which of them go far. */
void qmboxBoundStep(qmboxBodies *bodies, qmboxWindows *windows);

/* Returns the bounds of all places that a geom whose body moves comes to from one time to another. */
qmboxBox qmboxBoundWay(const qmboxBodies *bodies, int geom, double from, double to);

/* Returns true if ODE lets two geoms of different bodies collide: one is dynamic, no joint connects them, and their
   category and collide bits match. */
bool qmboxMayCollide(const qmboxBodies *bodies, int first, int second);

/* Writes bounds of all places that a triangle of a mesh comes to in a step, the mesh being smaller by `less`; the
   vertices are in the frame of its geom, or in world coordinates if it stands still. */
void qmboxBoundTriangle(const qmboxBodies *bodies, int geom, const qmboxMoving *mesh, double less,
                        const double vertex[9], double min[3], double max[3]);

/* Visits the triangles of a mesh that come into these bounds in the step, and perhaps some more, as
   qmboxBoundTriangle() takes them. */
void qmboxVisitTriangles(const qmboxBodies *bodies, int geom, const qmboxMoving *mesh, double less, const double min[3],
                         const double max[3], qmboxTriangleVisit *visit, void *data);

/* Returns true if the category and collide bits of two geoms let them collide, as ODE's spaces ask. */
bool qmboxBitsMatch(dGeomID o1, dGeomID o2);

/* Returns true if the bits of two geoms match, and the bits of the nested spaces that ODE comes by on its way to the
   two: of the spaces that hold one and not the other, the outermost two, the next two, and so on. */
bool qmboxBitsOfAllMatch(const qmboxBodies *bodies, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2);

/* Returns true for a body that is not kinematic; false for what has no body. */
bool qmboxIsDynamic(const qmboxGuardedBody *body);

/* Returns true if two bounds share a point, or cannot be compared.  All comparisons are made, without branches that go
   either way. */
static inline bool qmboxOverlap3(const double min1[3], const double max1[3], const double min2[3],
                                 const double max2[3]) {
  return !((max1[0] < min2[0]) | (max2[0] < min1[0]) | (max1[1] < min2[1]) | (max2[1] < min1[1]) | (max1[2] < min2[2]) |
           (max2[2] < min1[2]));
}

/* Makes a box hold another. */
static inline void qmboxExtendBox(qmboxBox *box, const qmboxBox *by) {
  for (int i = 0; i < 3; i++) {
    box->min[i] = qmboxMin(box->min[i], by->min[i]);
    box->max[i] = qmboxMax(box->max[i], by->max[i]);
  }
}

#endif /* QMBOX_GUARDED_BOUNDS_H */
