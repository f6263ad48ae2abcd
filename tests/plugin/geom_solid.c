/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads poses and boxes of ODE's geoms. */

#include "geom_solid.h"

#include <qmbox.h>

static const pose IDENTITY = {{0, 0, 0}, {1, 0, 0, 0}};

static pose pose_of_reals(const dReal *x, const dReal *q) {
  pose p;
  for (int i = 0; i < 3; i++) p.x[i] = (double)x[i];
  for (int i = 0; i < 4; i++) p.q[i] = (double)q[i];
  return p;
}

pose body_pose(dBodyID body) {
  return pose_of_reals(dBodyGetPosition(body), dBodyGetQuaternion(body));
}

pose geom_pose(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  dQuaternion q;
  if (dGeomGetClass(geom) == dPlaneClass) return IDENTITY;
  if (body) return body_pose(body);
  dGeomGetQuaternion(geom, q);
  return pose_of_reals(dGeomGetPosition(geom), q);
}

pose geom_offset(dGeomID geom) {
  dQuaternion q;
  if (!dGeomGetBody(geom) || !dGeomIsOffset(geom)) return IDENTITY;
  dGeomGetOffsetQuaternion(geom, q);
  return pose_of_reals(dGeomGetOffsetPosition(geom), q);
}

solid geom_solid(dGeomID geom) {
  solid s = {.offset = geom_offset(geom)};
  dVector3 sides;
  if (dGeomGetClass(geom) == dBoxClass) {
    dGeomBoxGetLengths(geom, sides);
  } else {
    qmboxGetLengths(geom, sides);
  }
  for (int i = 0; i < 3; i++) s.half[i] = (double)sides[i] / 2;
  return s;
}
