/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: creation, lengths, point depth; its motion. */

#include "api/collider.h"
#include "class/registration.h"
#include "moving/moving.h"
#include "ode/free_body.h"
#include "util/arithmetic.h"
#include "util/warning.h"

/* Room for the solver's explanation of what is wrong with a motion. */
#define REASON_SIZE 160

static bool lengthsAreGood(dReal lx, dReal ly, dReal lz) {
  /* Written so that NaN fails; zero is allowed, as in ODE. */
  return lx >= 0 && ly >= 0 && lz >= 0 && lx < dInfinity && ly < dInfinity && lz < dInfinity;
}

static void setLengths(dGeomID geom, dReal lx, dReal ly, dReal lz) {
  qmboxData *data = dGeomGetClassData(geom);
  data->length[0] = lx;
  data->length[1] = ly;
  data->length[2] = lz;
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
  setLengths(geom, lx, ly, lz);
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
  setLengths(geom, lx, ly, lz);
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

/* ------------------------------------------------------------------ motions */

/* Returns true if the solver accepts the body on the interval; else warns. */
static bool accepted(const bms_body *body, double t0, double t1, const char *function) {
  /* The body against itself: they overlap or touch at t0, so that nothing is solved and all is checked. */
  bms_query query = {.t0 = t0, .t1 = t1, .a = *body, .b = *body};
  bms_contact answer;
  char reason[REASON_SIZE];
  if (bms_first_contact_time(&query, 0, &answer) != BMS_INVALID) return true;
  bms_explain(&query, &answer, reason, REASON_SIZE);
  qmboxWarn(function, reason);
  return false;
}

static int give(dGeomID geom, const double centre[3], const bms_motion *motion, double t0, double t1,
                const char *function) {
  qmboxData *data = dGeomGetClassData(geom);
  qmboxData next = *data;
  next.moves = true;
  for (int i = 0; i < 3; i++) next.centre[i] = centre[i];
  next.motion = qmboxMotionFromZero(motion);
  next.t0 = t0;
  next.t1 = t1;
  bms_body body = qmboxOwnBody(&next);
  if (!accepted(&body, t0, t1, function)) return 0;
  *data = next;
  qmboxMarkMoved(geom);
  return 1;
}

int qmboxSetMotion(dGeomID geom, const bms_motion *motion, dReal t0, dReal t1) {
  const double centre[3] = {0, 0, 0};
  qmboxCall call;
  if (!qmboxRequire(geom, "qmboxSetMotion")) return 0;
  if (!motion) {
    qmboxWarn("qmboxSetMotion", "the motion is null");
    return 0;
  }
  qmboxBeginCall(&call);
  int given = give(geom, centre, motion, (double)t0, (double)t1, "qmboxSetMotion");
  qmboxEndCall(&call);
  return given;
}

int qmboxSetMotionFromBody(dGeomID geom, dReal h) {
  bms_motion motion;
  double centre[3];
  qmboxCall call;
  if (!qmboxRequire(geom, "qmboxSetMotionFromBody")) return 0;
  if (!(h > 0 && h < dInfinity)) {
    qmboxWarn("qmboxSetMotionFromBody", "h is not positive and finite");
    return 0;
  }
  qmboxBeginCall(&call);
  qmboxStepOfGeom(geom, qmboxBodyMoves(dGeomGetBody(geom)), centre, &motion);
  int given = give(geom, centre, &motion, 0, (double)h, "qmboxSetMotionFromBody");
  qmboxEndCall(&call);
  return given;
}

void qmboxClearMotion(dGeomID geom) {
  if (!qmboxRequire(geom, "qmboxClearMotion")) return;
  qmboxData *data = dGeomGetClassData(geom);
  data->moves = false;
  qmboxMarkMoved(geom);
}

int qmboxGetMotion(dGeomID geom, bms_motion *motion, dReal *t0, dReal *t1) {
  if (!qmboxRequire(geom, "qmboxGetMotion")) return 0;
  const qmboxData *data = dGeomGetClassData(geom);
  if (!data->moves) return 0;
  if (motion) *motion = data->motion;
  if (t0) *t0 = (dReal)data->t0;
  if (t1) *t1 = (dReal)data->t1;
  return 1;
}
