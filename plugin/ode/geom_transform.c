/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/geom_transform.h"

#include <string.h>

#include "util/real.h"

/* Nested transforms are followed to this depth: ODE itself does not end with one that holds itself. */
enum { MOST_TRANSFORMS = 16 };

/* Returns the geom that a transform holds, or null. */
static dGeomID heldBy(dGeomID transform) {
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
  return dGeomTransformGetGeom(transform);
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
}

static bool isTransform(dGeomID geom) {
  return dGeomGetClass(geom) == dGeomTransformClass;
}

dGeomID qmboxHeldGeom(dGeomID geom) {
  for (int i = 0; i < MOST_TRANSFORMS && geom && isTransform(geom); i++) geom = heldBy(geom);
  return geom && isTransform(geom) ? 0 : geom;
}

int qmboxHeldClass(dGeomID geom) {
  int class = dGeomGetClass(geom);
  if (class != dGeomTransformClass) return class;
  dGeomID held = qmboxHeldGeom(geom);
  return held ? dGeomGetClass(held) : dGeomTransformClass;
}

bool qmboxIsNotSolid(dGeomID geom) {
  int class = qmboxHeldClass(geom);
  return class == dRayClass || class == dGeomTransformClass;
}

/* Returns the next geom in a transform that holds one with a place, null for others: planes have none. */
static dGeomID nextWithin(dGeomID geom) {
  if (!isTransform(geom)) return 0;
  int class = qmboxHeldClass(geom);
  return class != dPlaneClass && class != dGeomTransformClass ? heldBy(geom) : 0;
}

void qmboxTurnByHeld(dGeomID geom, double quaternion[4]) {
  for (dGeomID held = nextWithin(geom); held; held = nextWithin(held)) {
    double before[4] = {quaternion[0], quaternion[1], quaternion[2], quaternion[3]}, turn[4];
    dQuaternion own;
    dGeomGetQuaternion(held, own);
    qmboxToDouble(own, turn, 4);
    qmboxMultiply(before, turn, quaternion);
  }
}

void qmboxCentreOfHeld(dGeomID geom, double centre[3]) {
  for (dGeomID held = nextWithin(geom); held; held = nextWithin(held)) {
    const dReal *place = dGeomGetPosition(held), *rotation = dGeomGetRotation(held);
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = centre[i] + (double)place[i];
    for (int j = 0; j < 3; j++) {
      centre[j] = 0;
      for (int i = 0; i < 3; i++) centre[j] += (double)rotation[4 * i + j] * at[i];
    }
  }
}

/* dGeomGetRelPointPos() and dGeomVectorToWorld() take a heightfield without a pose for one at the origin; the functions
   for a geom's pose do not check. */
void qmboxPoseOfHeld(dGeomID geom, qmboxGeomPose *pose) {
  double quaternion[4] = {1, 0, 0, 0}, centre[3] = {0, 0, 0};
  dMatrix3 turn;
  dVector3 place, column;
  if (!isTransform(geom) && dGeomGetClass(geom) != dHeightfieldClass) {
    memcpy(pose->position, dGeomGetPosition(geom), sizeof pose->position);
    memcpy(pose->rotation, dGeomGetRotation(geom), sizeof pose->rotation);
    return;
  }
  qmboxTurnByHeld(geom, quaternion);
  qmboxCentreOfHeld(geom, centre);
  const dQuaternion q = {(dReal)quaternion[0], (dReal)quaternion[1], (dReal)quaternion[2], (dReal)quaternion[3]};
  const dVector3 c = {(dReal)centre[0], (dReal)centre[1], (dReal)centre[2]};
  dRfromQ(turn, q);
  dMultiply0_331(place, turn, c);
  dGeomGetRelPointPos(geom, place[0], place[1], place[2], pose->position);
  for (int j = 0; j < 3; j++) {
    dGeomVectorToWorld(geom, turn[j], turn[4 + j], turn[8 + j], column);
    for (int i = 0; i < 3; i++) pose->rotation[4 * i + j] = column[i];
  }
}
