/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of a geom at its present pose. */

#include "ode/geom_bounds.h"

#include <math.h>
#include <string.h>

#include "ode/convex_data.h"
#include "ode/geom_transform.h"
#include "util/real.h"

/* Writes where what a transform holds is in the world: x goes to rotation x + position. */
static void placeOfHeld(dGeomID transform, dMatrix3 rotation, double position[3]) {
  dQuaternion quaternion;
  double turn[4], centre[3] = {0, 0, 0};
  dGeomGetQuaternion(transform, quaternion);
  qmboxToDouble(quaternion, turn, 4);
  qmboxTurnByHeld(transform, turn);
  qmboxCentreOfHeld(transform, centre);
  for (int i = 0; i < 4; i++) quaternion[i] = (dReal)turn[i];
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) position[i] += (double)rotation[4 * i + k] * centre[k];
  }
}

/* Takes a point into the least and greatest coordinate along an axis. */
static inline void take(const double row[3], const dReal *point, double *least, double *most) {
  double along = row[0] * (double)point[0] + row[1] * (double)point[1] + row[2] * (double)point[2];
  *least = qmboxMin(along, *least);
  *most = qmboxMax(along, *most);
}

/* Widens an AABB to hold the points of a hull; points that are not numbers are left to ODE.  The loop over the axes is
   written out, as compilers do not unroll it. */
static void widen(const qmboxConvexData *hull, const dMatrix3 rotation, const double position[3], dReal aabb[6]) {
  double least[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, most[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, row[3][3];
  for (int i = 0; i < 3; i++) qmboxToDouble(rotation + 4 * i, row[i], 3);
  for (int k = 0; k < hull->pointCount; k++) {
    const dReal *point = hull->point + 3 * k;
    take(row[0], point, &least[0], &most[0]);
    take(row[1], point, &least[1], &most[1]);
    take(row[2], point, &least[2], &most[2]);
  }
  for (int i = 0; i < 3; i++) {
    if (position[i] + least[i] < (double)aabb[2 * i]) aabb[2 * i] = (dReal)(position[i] + least[i]);
    if (position[i] + most[i] > (double)aabb[2 * i + 1]) aabb[2 * i + 1] = (dReal)(position[i] + most[i]);
  }
}

void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]) {
  dGeomID held = qmboxHeldGeom(geom);
  qmboxConvexData hull;
  dMatrix3 rotation;
  double position[3];
  dGeomGetAABB(geom, aabb);
  if (!held || dGeomGetClass(held) != dConvexClass || !qmboxReadConvex(held, &hull)) return;
  qmboxToDouble(dGeomGetPosition(geom), position, 3);
  memcpy(rotation, dGeomGetRotation(geom), sizeof rotation);
  if (held != geom) placeOfHeld(geom, rotation, position);
  widen(&hull, rotation, position, aabb);
}
