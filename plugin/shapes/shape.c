/* SPDX-License-Identifier: BSD-3-Clause */

/* The shapes that have a path. */

#include "shapes/shape.h"

#include <math.h>

#include "class/geom.h"
#include "ode/heightfield.h"

qmboxShape qmboxShapeOf(dGeomID geom, int qmboxClass) {
  int class = dGeomGetClass(geom);

  if (class == dBoxClass || class == qmboxClass) return QMBOX_SHAPE_BOX;
  if (class == dPlaneClass) return QMBOX_SHAPE_PLANE;
  if (class == dSphereClass || class == dCapsuleClass) return QMBOX_SHAPE_ROUND;
  if (class == dTriMeshClass) return QMBOX_SHAPE_MESH;
  if (class == dHeightfieldClass && qmboxHeightfieldsAreReadable()) return QMBOX_SHAPE_MESH;
  return QMBOX_SHAPE_OTHER;
}

bool qmboxHasBody(qmboxShape shape) {
  return shape == QMBOX_SHAPE_BOX || shape == QMBOX_SHAPE_ROUND || shape == QMBOX_SHAPE_MESH;
}

static bms_box roundBox(dGeomID geom, const double centre[3]) {
  dReal radius, length = 0, side[3];

  if (dGeomGetClass(geom) == dSphereClass) {
    radius = dGeomSphereGetRadius(geom);
  } else {
    dGeomCapsuleGetParams(geom, &radius, &length);
  }
  side[0] = side[1] = 2 * radius;
  side[2] = length + 2 * radius;
  return qmboxBoxAround(centre, side);
}

/* The bounds of a trimesh in its own frame: those that ODE has for one of the same triangles that stands at the origin.
   */
static void trimeshBounds(dGeomID geom, double min[3], double max[3]) {
  dGeomID unmoved = dCreateTriMesh(0, dGeomTriMeshGetData(geom), 0, 0, 0);
  dReal aabb[6];

  dGeomGetAABB(unmoved, aabb);
  dGeomDestroy(unmoved);
  for (int i = 0; i < 3; i++) {
    min[i] = (double)aabb[2 * i];
    max[i] = (double)aabb[2 * i + 1];
  }
}

bms_box qmboxShapeBox(dGeomID geom, qmboxShape shape, int moves, const double centre[3]) {
  bms_box box = {{centre[0], centre[1], centre[2]}, {centre[0], centre[1], centre[2]}};
  double min[3] = {0, 0, 0}, max[3] = {0, 0, 0};
  dVector3 length;

  if (shape == QMBOX_SHAPE_BOX) {
    qmboxLengthsOf(geom, length);
    return qmboxBoxAround(centre, length);
  }
  if (shape == QMBOX_SHAPE_ROUND) return roundBox(geom, centre);
  if (!moves) return box;
  if (dGeomGetClass(geom) == dTriMeshClass) {
    trimeshBounds(geom, min, max);
  } else {
    qmboxHeightfieldBounds(geom, min, max);
  }
  for (int i = 0; i < 3; i++) {
    box.min[i] += min[i];
    box.max[i] += max[i];
  }
  return box;
}

bms_rounded qmboxRoundIn(const bms_box *box, double vertex[6]) {
  double radius = (box->max[0] - box->min[0]) / 2, half = (box->max[2] - box->min[2]) / 2 - radius;
  bms_rounded shape = {vertex, half > 0 ? 2 : 1, radius};

  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) vertex[3 * k + i] = box->min[i] + (box->max[i] - box->min[i]) / 2;
    if (half > 0) vertex[3 * k + 2] += k == 0 ? -half : half;
  }
  return shape;
}
