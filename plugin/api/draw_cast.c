/* SPDX-License-Identifier: BSD-3-Clause */

/* Draws a cast and its hits. */

#include <math.h>

#include "callbacks/draw.h"
#include "class/registration.h"
#include "moving/moving.h"
#include "shapes/figure.h"
#include "util/warning.h"

/* The path of the geom's centre is drawn in this number of pieces. */
enum { PIECES = 16 };

static const char *objection(const qmboxDraw *draw, dGeomID geom, const qmboxCast *cast, const qmboxContact *hit,
                             int count) {
  if (!draw || draw->size != sizeof *draw) return "draw is null, or draw->size is not sizeof(qmboxDraw)";
  if (!geom) return "the geom is null";
  if (dGeomIsSpace(geom) || dGeomGetClass(geom) == dPlaneClass) return "the geom is a space or a plane";
  if (!cast || !(cast->t0 <= cast->t1) || !isfinite(cast->t0) || !isfinite(cast->t1)) {
    return "the cast is null, or t0 and t1 are no interval";
  }
  if (cast->motion && cast->motion->form != BMS_MOTION_RIGID) return "the motion is not rigid";
  if (count < 0 || (count > 0 && !hit)) return "hit is null, or count negative";
  return 0;
}

static void drawWay(const qmboxDraw *draw, const bms_motion *motion, const double centre[3], double t0, double t1) {
  double pose[3][4];
  dReal at[2][3];
  for (int i = 0; i <= PIECES; i++) {
    bms_motion_at(motion, t0 + (t1 - t0) * i / PIECES, pose);
    qmboxPlacePoint(pose, centre, at[i % 2]);
    if (i > 0 && draw->line) draw->line(draw->data, QMBOX_DRAW_CAST, at[1 - i % 2], at[i % 2]);
  }
}

int qmboxDrawCast(const qmboxDraw *draw, dGeomID geom, const qmboxCast *cast, const qmboxContact *hit, int count) {
  const char *reason = objection(draw, geom, cast, hit, count);
  if (reason) {
    qmboxWarn("qmboxDrawCast", reason);
    return 0;
  }
  if (!qmboxDraws(draw, QMBOX_DRAW_CAST)) return 1;
  double centre[3] = {0, 0, 0}, pose[3][4], end = count > 0 ? hit[0].time : cast->t1;
  bms_motion motion;
  qmboxFigure figure;
  dBodyID body = dGeomGetBody(geom);
  if (cast->motion) {
    motion = *cast->motion;
  } else {
    qmboxStepOfGeom(geom, body && dBodyIsEnabled(body), centre, &motion);
  }
  drawWay(draw, &motion, centre, cast->t0, end);
  bool held = dGeomGetClass(geom) == dGeomTransformClass; /* the motion is the transform's */
  if (!held && qmboxMakeFigure(geom, qmboxRegisteredClass(), centre, &figure)) {
    qmboxFigureShape shape;
    qmboxShapeFigure(&figure, 0, &shape);
    bms_motion_at(&motion, end, pose);
    qmboxDrawShape(draw, QMBOX_DRAW_CAST, &shape.shape, pose);
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < hit[i].pointCount; k++) {
      qmboxDrawPoint(draw, QMBOX_DRAW_CAST, hit[i].point[k], hit[i].normal);
    }
  }
  return 1;
}
