/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: creation, lengths, point depth. */

#include "api/collider.h"
#include "class/registration.h"
#include "util/warning.h"

static bool lengthsAreGood(dReal lx, dReal ly, dReal lz) {
  /* Written so that NaN fails; zero is allowed, as in ODE. */
  return lx >= 0 && ly >= 0 && lz >= 0 && lx < dInfinity && ly < dInfinity && lz < dInfinity;
}

int qmboxClassNumber(void) {
  int number = qmboxRegisterClass(qmboxColliderFor);
  if (number < 0) qmboxWarn("qmboxClassNumber", "all user geom classes of ODE are taken");
  return number;
}

dGeomID qmboxCreate(dSpaceID space, dReal lx, dReal ly, dReal lz) {
  if (!lengthsAreGood(lx, ly, lz)) {
    qmboxWarn("qmboxCreate", "a side length is negative or not finite");
    return 0;
  }
  if (space && !dGeomIsSpace((dGeomID)space)) {
    qmboxWarn("qmboxCreate", "space is not a space");
    return 0;
  }
  int number = qmboxClassNumber();
  if (number < 0) return 0;

  dGeomID geom = dCreateGeom(number);
  qmboxData *data = dGeomGetClassData(geom);
  data->length[0] = lx;
  data->length[1] = ly;
  data->length[2] = lz;
  /* Only now: a space may ask for the AABB at once. */
  if (space) dSpaceAdd(space, geom);
  return geom;
}

void qmboxSetLengths(dGeomID geom, dReal lx, dReal ly, dReal lz) {
  if (!qmboxRequire(geom, "qmboxSetLengths")) return;
  if (!lengthsAreGood(lx, ly, lz)) {
    qmboxWarn("qmboxSetLengths", "a side length is negative or not finite");
    return;
  }
  qmboxData *data = dGeomGetClassData(geom);
  data->length[0] = lx;
  data->length[1] = ly;
  data->length[2] = lz;
  qmboxMarkMoved(geom);
}

void qmboxGetLengths(dGeomID geom, dVector3 result) {
  if (!result) {
    qmboxWarn("qmboxGetLengths", "result is null");
    return;
  }
  for (int i = 0; i < 4; i++) result[i] = 0;
  if (qmboxRequire(geom, "qmboxGetLengths")) qmboxLengthsOf(geom, result);
}

dReal qmboxPointDepth(dGeomID geom, dReal x, dReal y, dReal z) {
  if (!qmboxRequire(geom, "qmboxPointDepth")) return 0;
  /* ODE's own function on ODE's own box, not a formula: versions of ODE differ in what they return for a point
     outside. */
  const qmboxData *data = dGeomGetClassData(geom);
  const dReal *position = dGeomGetPosition(geom);
  dGeomID standIn = dCreateBox(0, data->length[0], data->length[1], data->length[2]);
  dGeomSetPosition(standIn, position[0], position[1], position[2]);
  dGeomSetRotation(standIn, dGeomGetRotation(geom));
  dReal depth = dGeomBoxPointDepth(standIn, x, y, z);
  dGeomDestroy(standIn);
  return depth;
}
