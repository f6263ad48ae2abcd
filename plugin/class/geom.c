/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: creation, lengths, point depth, AABB. */

#include "class/geom.h"

#include "util/warning.h"
#include "util/real.h"
#include "class/registration.h"

static int lengthsAreGood(dReal lx, dReal ly, dReal lz) {
  /* Written so that NaN fails; zero is allowed, as in ODE. */
  return lx >= 0 && ly >= 0 && lz >= 0 && lx < dInfinity && ly < dInfinity && lz < dInfinity;
}

int qmboxClassNumber(void) {
  int number = qmboxRegisterClass();
  if (number < 0) qmboxComplain("qmboxClassNumber", "all user geom classes of ODE are taken");
  return number;
}

dGeomID qmboxCreate(dSpaceID space, dReal lx, dReal ly, dReal lz) {
  dGeomID geom;
  qmboxData *data;
  int number;

  if (!lengthsAreGood(lx, ly, lz)) {
    qmboxComplain("qmboxCreate", "a side length is negative or not finite");
    return 0;
  }
  if (space && !dGeomIsSpace((dGeomID)space)) {
    qmboxComplain("qmboxCreate", "space is not a space");
    return 0;
  }
  number = qmboxClassNumber();
  if (number < 0) return 0;

  geom = dCreateGeom(number);
  data = dGeomGetClassData(geom);
  data->length[0] = lx;
  data->length[1] = ly;
  data->length[2] = lz;
  /* Only now: a space may ask for the AABB at once. */
  if (space) dSpaceAdd(space, geom);
  return geom;
}

int qmboxIsQmbox(dGeomID geom) {
  return geom && dGeomGetClass(geom) >= dFirstUserClass && dGeomGetClass(geom) == qmboxRegisteredClass();
}

int qmboxRequire(dGeomID geom, const char *function) {
  if (!geom) {
    qmboxComplain(function, "the geom is null");
    return 0;
  }
  if (!qmboxIsQmbox(geom)) {
    qmboxComplain(function, "the geom is not a qmbox");
    return 0;
  }
  return 1;
}

void qmboxMarkMoved(dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);

  /* ODE has no public function for this alone.  Setting the same body again marks the geom and does nothing else;
     dGeomSetPosition() would recompute, and round, the body's position where the geom is offset. */
  if (body) {
    dGeomSetBody(geom, body);
  } else {
    const dReal *position = dGeomGetPosition(geom);
    dGeomSetPosition(geom, position[0], position[1], position[2]);
  }
}

void qmboxSetLengths(dGeomID geom, dReal lx, dReal ly, dReal lz) {
  qmboxData *data;

  if (!qmboxRequire(geom, "qmboxSetLengths")) return;
  if (!lengthsAreGood(lx, ly, lz)) {
    qmboxComplain("qmboxSetLengths", "a side length is negative or not finite");
    return;
  }
  data = dGeomGetClassData(geom);
  data->length[0] = lx;
  data->length[1] = ly;
  data->length[2] = lz;
  qmboxMarkMoved(geom);
}

void qmboxGetLengths(dGeomID geom, dVector3 result) {
  int i;

  if (!result) {
    qmboxComplain("qmboxGetLengths", "result is null");
    return;
  }
  for (i = 0; i < 4; i++) result[i] = 0;
  if (qmboxRequire(geom, "qmboxGetLengths")) qmboxLengthsOf(geom, result);
}

void qmboxLengthsOf(dGeomID geom, dVector3 length) {
  int i;

  length[3] = 0;
  if (dGeomGetClass(geom) == dBoxClass) {
    dGeomBoxGetLengths(geom, length);
  } else {
    const qmboxData *data = dGeomGetClassData(geom);
    for (i = 0; i < 3; i++) length[i] = data->length[i];
  }
}

dReal qmboxPointDepth(dGeomID geom, dReal x, dReal y, dReal z) {
  const qmboxData *data;
  const dReal *position;
  dGeomID standIn;
  dReal depth;

  if (!qmboxRequire(geom, "qmboxPointDepth")) return 0;
  /* ODE's own function on ODE's own box, not a formula: versions of ODE differ in what they return for a point
     outside. */
  data = dGeomGetClassData(geom);
  position = dGeomGetPosition(geom);
  standIn = dCreateBox(0, data->length[0], data->length[1], data->length[2]);
  dGeomSetPosition(standIn, position[0], position[1], position[2]);
  dGeomSetRotation(standIn, dGeomGetRotation(geom));
  depth = dGeomBoxPointDepth(standIn, x, y, z);
  dGeomDestroy(standIn);
  return depth;
}

bms_box qmboxBoxAround(const double centre[3], const dReal length[3]) {
  bms_box box = bms_box_centred((double)length[0], (double)length[1], (double)length[2]);
  int i;

  for (i = 0; i < 3; i++) {
    box.min[i] += centre[i];
    box.max[i] += centre[i];
  }
  return box;
}

bms_body qmboxOwnBody(const qmboxData *data) {
  bms_body body;

  body.box = qmboxBoxAround(data->centre, data->length);
  body.motion = data->motion;
  return body;
}

/* As ODE's box computes it, to the last bit. */
static void boundsOfPose(dGeomID geom, const qmboxData *data, dReal aabb[6]) {
  const dReal *position = dGeomGetPosition(geom);
  const dReal *rotation = dGeomGetRotation(geom);
  int i, j;

  for (i = 0; i < 3; i++) {
    dReal range = 0;
    for (j = 0; j < 3; j++) {
      dReal side = rotation[4 * i + j] * data->length[j];
      range += side < 0 ? -side : side;
    }
    range *= (dReal)0.5;
    aabb[2 * i] = position[i] - range;
    aabb[2 * i + 1] = position[i] + range;
  }
}

void qmboxGeomBounds(dGeomID geom, dReal aabb[6]) {
  const qmboxData *data = dGeomGetClassData(geom);
  bms_body body;
  double min[3], max[3];
  int i;

  if (!data->moves) {
    boundsOfPose(geom, data, aabb);
    return;
  }
  body = qmboxOwnBody(data);
  bms_swept_bounds(&body, data->t0, data->t1, min, max);
  for (i = 0; i < 3; i++) {
    aabb[2 * i] = qmboxRoundedDown(min[i]);
    aabb[2 * i + 1] = qmboxRoundedUp(max[i]);
  }
}
