/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/shape.h"

#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "shapes/figure.h"
#include "util/real.h"

qmboxShape qmboxShapeOf(dGeomID geom, int qmboxClass) {
  int class = qmboxHeldClass(geom);
  if (class == dBoxClass || class == qmboxClass) return QMBOX_SHAPE_BOX;
  if (class == dPlaneClass) return qmboxHeldGeom(geom) == geom ? QMBOX_SHAPE_PLANE : QMBOX_SHAPE_OTHER;
  if (class == dTriMeshClass) return dGeomTriMeshGetData(qmboxHeldGeom(geom)) ? QMBOX_SHAPE_MESH : QMBOX_SHAPE_OTHER;
  if (class == dHeightfieldClass) return qmboxHeightfieldsAreReadable() ? QMBOX_SHAPE_MESH : QMBOX_SHAPE_OTHER;
  return qmboxHasFigure(geom, qmboxClass) ? QMBOX_SHAPE_CONVEX : QMBOX_SHAPE_OTHER;
}

bool qmboxHasBody(qmboxShape shape) {
  return shape == QMBOX_SHAPE_BOX || shape == QMBOX_SHAPE_CONVEX || shape == QMBOX_SHAPE_MESH;
}

bool qmboxCanGrow(qmboxShape shape) {
  return shape == QMBOX_SHAPE_BOX || shape == QMBOX_SHAPE_CONVEX;
}

/* Finds the bounds of a trimesh in its own frame: those that ODE has for one of the same triangles that stands at the
   origin. */
static void trimeshBounds(dGeomID geom, double min[3], double max[3]) {
  if (qmboxBoundsOfVertices(dGeomTriMeshGetData(geom), min, max)) return;
  dGeomID unmoved = dCreateTriMesh(0, dGeomTriMeshGetData(geom), 0, 0, 0);
  dReal aabb[6];
  dGeomGetAABB(unmoved, aabb);
  dGeomDestroy(unmoved);
  qmboxBoundsOfAabb(aabb, min, max);
}

bms_box qmboxMeshBox(dGeomID geom, const double centre[3]) {
  dGeomID mesh = qmboxHeldGeom(geom);
  bms_box box;
  if (dGeomGetClass(mesh) == dTriMeshClass) {
    trimeshBounds(mesh, box.min, box.max);
  } else {
    qmboxHeightfieldBounds(mesh, box.min, box.max);
  }
  for (int i = 0; i < 3; i++) {
    box.min[i] += centre[i];
    box.max[i] += centre[i];
  }
  return box;
}
