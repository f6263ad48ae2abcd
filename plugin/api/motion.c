/* SPDX-License-Identifier: BSD-3-Clause */

/* Giving a qmbox a motion, and taking it away. */

#include "util/warning.h"
#include "ode/free_body.h"
#include "class/registration.h"
#include "moving/moving.h"
#include "util/arithmetic.h"

/* Room for the solver's explanation of what is wrong with a motion. */
#define REASON_SIZE 160

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

/* Replaces the motion if it is valid. */
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
