/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of a geom at its present pose. */

#ifndef QMBOX_GEOM_BOUNDS_H
#define QMBOX_GEOM_BOUNDS_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Writes ODE's AABB of a geom, widened where ODE's is too small: to the points of a convex hull as they are now, since
   ODE does not compute its own again when dGeomSetConvex(), or the program itself, has changed them; to the vertices of
   a trimesh of no more than 256, which dGeomTriMeshDataUpdate() does not read either; and to a heightfield that is
   turned, of whose three axes ODE (0.16.2) takes the widest and not their sum. */
void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]);

/* Return true if ODE's AABBs of two geoms meet, or an AABB and other bounds; bounds that are NaN meet everything. */
static inline bool qmboxAabbsOverlap(const dReal aabb1[6], const dReal aabb2[6]) {
  for (int i = 0; i < 6; i += 2) {
    if (aabb1[i] > aabb2[i + 1] || aabb2[i] > aabb1[i + 1]) return false;
  }
  return true;
}
bool qmboxAabbsMeet(dGeomID o1, dGeomID o2);
bool qmboxAabbMeets(const dReal aabb[6], const double min[3], const double max[3]);

/* Returns true if the widened bounds of a geom meet others. */
bool qmboxGeomMeetsBounds(dGeomID geom, const double min[3], const double max[3]);

/* Finds the box that holds the vertices of a trimesh as they are now, in its own frame; those that are not numbers are
   left out.  Returns false if they are not read. */
bool qmboxBoundsOfVertices(dTriMeshDataID mesh, double low[3], double high[3]);

/* Returns false if those are certainly ODE's own; also of a trimesh, at which a single question has no time to look. */
bool qmboxBoundsMayDiffer(dGeomID geom);

/* Returns true for a geom that ODE's spaces pass over: a sphere or capsule of radius 0, a box with a side of 0, a
   cylinder of radius or length 0.  Numbers below the least normal one count as 0.  A geom in a transform is collided
   all the same. */
bool qmboxIsOfSizeZero(dGeomID geom);

/* Reports that such a geom is not guarded, once for each.  To be called within a call that may remember things
   (util/remembered.h). */
void qmboxWarnOfSizeZero(dGeomID geom);

#endif /* QMBOX_GEOM_BOUNDS_H */
