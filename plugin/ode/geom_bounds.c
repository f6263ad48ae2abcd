/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of a geom at its present pose. */

#include "ode/geom_bounds.h"

#include <math.h>

#include "ode/convex_data.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "util/real.h"

/* Takes a point into the least and greatest coordinate along an axis. */
static inline void take(const double row[3], const dReal *point, double *least, double *most) {
  double along = row[0] * (double)point[0] + row[1] * (double)point[1] + row[2] * (double)point[2];
  *least = qmboxMin(along, *least);
  *most = qmboxMax(along, *most);
}

/* Bounds the points of a hull; points that are not numbers are left to ODE.  The loop over the axes is written out, as
   compilers do not unroll it. */
static void boundHull(const qmboxConvexData *hull, const qmboxGeomPose *pose, double min[3], double max[3]) {
  double row[3][3];
  for (int i = 0; i < 3; i++) {
    min[i] = HUGE_VAL;
    max[i] = -HUGE_VAL;
    qmboxToDouble(pose->rotation + 4 * i, row[i], 3);
  }
  for (int k = 0; k < hull->pointCount; k++) {
    const dReal *point = hull->point + 3 * k;
    take(row[0], point, &min[0], &max[0]);
    take(row[1], point, &min[1], &max[1]);
    take(row[2], point, &min[2], &max[2]);
  }
}

/* Bounds the box that holds a heightfield, which may be infinite: no infinite side is taken times zero. */
static void boundHeightfield(dGeomID geom, const qmboxGeomPose *pose, double min[3], double max[3]) {
  double low[3], high[3];
  qmboxHeightfieldBounds(geom, low, high);
  for (int i = 0; i < 3; i++) {
    min[i] = max[i] = 0;
    for (int k = 0; k < 3; k++) {
      double along = (double)pose->rotation[4 * i + k];
      if (along == 0) continue;
      min[i] += fmin(along * low[k], along * high[k]);
      max[i] += fmax(along * low[k], along * high[k]);
    }
  }
}

bool qmboxBoundsMayDiffer(dGeomID geom) {
  int class = dGeomGetClass(geom);
  return class == dConvexClass || class == dHeightfieldClass || class == dGeomTransformClass;
}

void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]) {
  int class = qmboxHeldClass(geom);
  qmboxConvexData hull;
  qmboxGeomPose pose;
  double min[3], max[3];
  dGeomGetAABB(geom, aabb);
  if (class == dConvexClass && qmboxReadConvex(qmboxHeldGeom(geom), &hull)) {
    qmboxPoseOfHeld(geom, &pose);
    boundHull(&hull, &pose, min, max);
  } else if (class == dHeightfieldClass && qmboxHeightfieldsAreReadable()) {
    qmboxPoseOfHeld(geom, &pose);
    boundHeightfield(geom, &pose, min, max);
  } else {
    return;
  }
  for (int i = 0; i < 3; i++) {
    double least = (double)pose.position[i] + min[i], most = (double)pose.position[i] + max[i];
    if (least < (double)aabb[2 * i]) aabb[2 * i] = (dReal)least;
    if (most > (double)aabb[2 * i + 1]) aabb[2 * i + 1] = (dReal)most;
  }
}
