/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: its class data and its AABB. */

#include "class/geom.h"

#include "util/warning.h"
#include "util/real.h"
#include "util/arithmetic.h"
#include "class/registration.h"

int qmboxIsQmbox(dGeomID geom) {
  return geom && dGeomGetClass(geom) >= dFirstUserClass && dGeomGetClass(geom) == qmboxRegisteredClass();
}

bool qmboxRequire(dGeomID geom, const char *function) {
  if (!geom) {
    qmboxWarn(function, "the geom is null");
    return false;
  }
  if (!qmboxIsQmbox(geom)) {
    qmboxWarn(function, "the geom is not a qmbox");
    return false;
  }
  return true;
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

void qmboxLengthsOf(dGeomID geom, dVector3 length) {
  length[3] = 0;
  if (dGeomGetClass(geom) == dBoxClass) {
    dGeomBoxGetLengths(geom, length);
  } else {
    const qmboxData *data = dGeomGetClassData(geom);
    for (int i = 0; i < 3; i++) length[i] = data->length[i];
  }
}

bms_box qmboxBoxAround(const double centre[3], const dReal length[3]) {
  bms_box box = bms_box_centred((double)length[0], (double)length[1], (double)length[2]);

  for (int i = 0; i < 3; i++) {
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

  for (int i = 0; i < 3; i++) {
    dReal range = 0;
    for (int j = 0; j < 3; j++) {
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
  double min[3], max[3];
  qmboxArithmetic arithmetic;

  if (!data->moves) {
    boundsOfPose(geom, data, aabb);
    return;
  }
  bms_body body = qmboxOwnBody(data);
  qmboxSetArithmetic(&arithmetic);
  bms_swept_bounds(&body, data->t0, data->t1, min, max);
  qmboxRestoreArithmetic(&arithmetic);
  for (int i = 0; i < 3; i++) {
    aabb[2 * i] = qmboxRoundedDown(min[i]);
    aabb[2 * i + 1] = qmboxRoundedUp(max[i]);
  }
}
