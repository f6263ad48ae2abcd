/* SPDX-License-Identifier: BSD-3-Clause */

/* The AABB of a geom at its present pose. */

#include "ode/geom_bounds.h"

#include <math.h>

#include "ode/convex_data.h"
#include "ode/geom_transform.h"

/* Writes where a geom, or what a transform holds, is in the world: x goes to rotation x + position. */
static void placeOf(dGeomID geom, dMatrix3 rotation, double position[3]) {
  dQuaternion quaternion;
  double turn[4], centre[3] = {0, 0, 0};
  dGeomGetQuaternion(geom, quaternion);
  for (int i = 0; i < 4; i++) turn[i] = (double)quaternion[i];
  qmboxTurnByHeld(geom, turn);
  qmboxCentreOfHeld(geom, centre);
  for (int i = 0; i < 4; i++) quaternion[i] = (dReal)turn[i];
  dRfromQ(rotation, quaternion);
  for (int i = 0; i < 3; i++) {
    position[i] = (double)dGeomGetPosition(geom)[i];
    for (int k = 0; k < 3; k++) position[i] += (double)rotation[4 * i + k] * centre[k];
  }
}

/* Widens an AABB to hold the points of a hull along one axis; points that are not numbers are left to ODE. */
static void widenAlong(const qmboxConvexData *hull, const dReal row[3], double position, dReal side[2]) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int k = 0; k < hull->pointCount; k++) {
    const dReal *x = hull->point + 3 * k;
    double along = (double)row[0] * (double)x[0] + (double)row[1] * (double)x[1] + (double)row[2] * (double)x[2];
    if (along < least) least = along;
    if (along > most) most = along;
  }
  if (position + least < (double)side[0]) side[0] = (dReal)(position + least);
  if (position + most > (double)side[1]) side[1] = (dReal)(position + most);
}

void qmboxBoundsOfGeom(dGeomID geom, dReal aabb[6]) {
  qmboxConvexData hull;
  dMatrix3 rotation;
  double position[3];
  dGeomGetAABB(geom, aabb);
  if (qmboxHeldClass(geom) != dConvexClass || !qmboxReadConvex(qmboxHeldGeom(geom), &hull)) return;
  placeOf(geom, rotation, position);
  for (int i = 0; i < 3; i++) widenAlong(&hull, rotation + 4 * i, position[i], aabb + 2 * i);
}
