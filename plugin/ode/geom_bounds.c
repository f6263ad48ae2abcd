/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/geom_bounds.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ode/convex_data.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "ode/mesh_data.h"
#include "util/real.h"
#include "util/remembered.h"
#include "util/warning.h"

/* The vertices of meshes of more than these are not read: ODE's bounds are used. Reading this number takes about as
   long as all else that a mesh costs which nothing comes near. */
enum { MOST_VERTICES = 256 };

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

/* Bounds a box that is turned, which may be infinite: no infinite side is taken times zero. */
static void boundBox(const double low[3], const double high[3], const qmboxGeomPose *pose, double min[3],
                     double max[3]) {
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

/* Takes in a coordinate; numbers that are none are not less, nor more. */
static inline void widen(double x, double *least, double *most) {
  *least = qmboxMin(x, *least);
  *most = qmboxMax(x, *most);
}

bool qmboxBoundsOfVertices(dTriMeshDataID mesh, double low[3], double high[3]) {
  qmboxMeshData data;
  double x[3], least[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, most[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  bool bounded = true;
  if (!qmboxReadMeshData(mesh, &data) || data.vertices > MOST_VERTICES) return false;
  for (unsigned k = 0; k < data.vertices; k++) {
    qmboxReadVertex(&data, k, x);
    widen(x[0], &least[0], &most[0]); /* a loop would keep the six out of registers */
    widen(x[1], &least[1], &most[1]);
    widen(x[2], &least[2], &most[2]);
  }
  for (int i = 0; i < 3; i++) {
    low[i] = least[i];
    high[i] = most[i];
    bounded = bounded && least[i] <= most[i];
  }
  return bounded;
}

/* Finds the box that holds a mesh or a heightfield in its own frame, if ODE does not know it. */
static bool findBox(dGeomID held, double low[3], double high[3]) {
  if (dGeomGetClass(held) == dTriMeshClass) return qmboxBoundsOfVertices(dGeomTriMeshGetData(held), low, high);
  if (dGeomGetClass(held) != dHeightfieldClass || !qmboxHeightfieldsAreReadable()) return false;
  qmboxHeightfieldBounds(held, low, high);
  return true;
}

bool qmboxBoundsMayDiffer(dGeomID geom) {
  int class = dGeomGetClass(geom);
  return class == dConvexClass || class == dHeightfieldClass || class == dGeomTransformClass;
}

void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]) {
  int class = qmboxHeldClass(geom);
  qmboxConvexData hull;
  qmboxGeomPose pose;
  double low[3], high[3], min[3], max[3];
  dGeomGetAABB(geom, aabb);
  if (class == dConvexClass && qmboxReadConvex(qmboxHeldGeom(geom), &hull)) {
    qmboxPoseOfHeld(geom, &pose);
    boundHull(&hull, &pose, min, max);
  } else if ((class == dTriMeshClass || class == dHeightfieldClass) && findBox(qmboxHeldGeom(geom), low, high)) {
    qmboxPoseOfHeld(geom, &pose);
    boundBox(low, high, &pose, min, max);
  } else {
    return;
  }
  for (int i = 0; i < 3; i++) {
    double least = (double)pose.position[i] + min[i], most = (double)pose.position[i] + max[i];
    if (least < (double)aabb[2 * i]) aabb[2 * i] = (dReal)least;
    if (most > (double)aabb[2 * i + 1]) aabb[2 * i + 1] = (dReal)most;
  }
}

bool qmboxAabbsMeet(dGeomID o1, dGeomID o2) {
  dReal aabb1[6], aabb2[6];
  dGeomGetAABB(o1, aabb1);
  dGeomGetAABB(o2, aabb2);
  return qmboxAabbsOverlap(aabb1, aabb2);
}

bool qmboxAabbMeets(const dReal aabb[6], const double min[3], const double max[3]) {
  for (int i = 0; i < 3; i++) {
    if ((double)aabb[2 * i] > max[i] || (double)aabb[2 * i + 1] < min[i]) return false;
  }
  return true;
}

bool qmboxGeomMeetsBounds(dGeomID geom, const double min[3], const double max[3]) {
  dReal aabb[6];
  dGeomGetAABB(geom, aabb);
  if (qmboxAabbMeets(aabb, min, max)) return true;
  qmboxBoundsOfGeom(geom, aabb);
  return qmboxAabbMeets(aabb, min, max);
}

/* ------------------------------------------------------------------ geoms without size */

#ifdef dSINGLE
#define LEAST FLT_MIN
#else
#define LEAST DBL_MIN
#endif

/* Returns true for zero, and for numbers so small that they have fewer digits. */
static bool isZero(dReal length) {
  return length < LEAST;
}

static const char *nameOf(int class) {
  if (class == dSphereClass) return "sphere";
  if (class == dBoxClass) return "box";
  return class == dCapsuleClass ? "capsule" : "cylinder";
}

bool qmboxIsOfSizeZero(dGeomID geom) {
  dVector3 side;
  dReal radius, length;
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      return isZero(dGeomSphereGetRadius(geom));
    case dBoxClass:
      dGeomBoxGetLengths(geom, side);
      return isZero(side[0]) || isZero(side[1]) || isZero(side[2]);
    case dCapsuleClass:
      dGeomCapsuleGetParams(geom, &radius, &length);
      return isZero(radius);
    case dCylinderClass:
      dGeomCylinderGetParams(geom, &radius, &length);
      return isZero(radius) || isZero(length);
    default:
      return false;
  }
}

/* ------------------------------------------------------------------ warnings */

/* Warns of a geom.  It is called once for each, as it is remembered then that it has been. */
static void *warn(const qmboxContents *contents, size_t *bytes) {
  dGeomID geom;
  char reason[96];
  void *told = malloc(1);
  if (!told) return 0;
  *bytes = 1;
  memcpy(&geom, contents->part[0], sizeof geom);
  snprintf(reason, sizeof reason, "a %s whose size is zero, or nearly, is not guarded (doc/faq.md)",
           nameOf(dGeomGetClass(geom)));
  qmboxWarn("qmboxWorldSimulate", reason);
  return told;
}

static const qmboxRememberedKind kind = {warn, 0, free};

void qmboxWarnOfSizeZero(dGeomID geom) {
  const qmboxContents contents = {.part = {&geom}, .size = {sizeof geom}};
  (void)qmboxRemember(&kind, qmboxMarkOfNumbers(&contents), &contents);
}
