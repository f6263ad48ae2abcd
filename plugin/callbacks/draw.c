/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Nothing is kept: each line is drawn when it is known, contacts before ODE's step, stops after a part, cores when the
 * frame is over.
 */

#include "callbacks/draw.h"

#include <math.h>

#include "ode/contact_joint.h"
#include "ode/body_members.h"
#include "shapes/allowance.h"
#include "shapes/figure.h"
#include "util/settings.h"

/* Number of pieces of the lines around a shape that is no box. */
enum { PIECES = 24 };

/* Length of normals, in lengths, unless the program sets one. */
#define NORMAL_LENGTH 0.1

/* ------------------------------------------------------------------ lines and points */

bool qmboxDraws(const qmboxDraw *draw, qmboxDrawKind kind) {
  return draw->kinds == 0 || (draw->kinds >> kind & 1);
}

static void drawLine(const qmboxDraw *draw, qmboxDrawKind kind, const dReal from[3], const dReal to[3]) {
  if (draw->line) draw->line(draw->data, kind, from, to);
}

void qmboxDrawPoint(const qmboxDraw *draw, qmboxDrawKind kind, const dReal at[3], const dReal normal[3]) {
  dReal end[3];
  double length = draw->normalLength > 0 ? (double)draw->normalLength : NORMAL_LENGTH, square = 0;
  for (int i = 0; i < 3; i++) {
    end[i] = at[i] + (dReal)length * normal[i];
    square += (double)normal[i] * (double)normal[i];
  }
  if (draw->point) draw->point(draw->data, kind, at);
  if (square > 0) drawLine(draw, kind, at, end);
}

/* ------------------------------------------------------------------ shapes */

void qmboxPlacePoint(double pose[3][4], const double point[3], dReal at[3]) {
  for (int i = 0; i < 3; i++) {
    at[i] = (dReal)(pose[i][0] * point[0] + pose[i][1] * point[1] + pose[i][2] * point[2] + pose[i][3]);
  }
}

static void drawEdges(const qmboxDraw *draw, qmboxDrawKind kind, const bms_box *box, double pose[3][4]) {
  for (int corner = 0; corner < 8; corner++) {
    for (int axis = 0; axis < 3; axis++) {
      double point[2][3];
      dReal at[2][3];
      if (corner >> axis & 1) continue;
      for (int end = 0; end < 2; end++) {
        int bits = corner | end << axis;
        for (int i = 0; i < 3; i++) point[end][i] = bits >> i & 1 ? box->max[i] : box->min[i];
        qmboxPlacePoint(pose, point[end], at[end]);
      }
      drawLine(draw, kind, at[0], at[1]);
    }
  }
}

/* Draws the points that are farthest along the directions of a circle across an axis. */
static void drawAround(const qmboxDraw *draw, qmboxDrawKind kind, const bms_convex *shape, double pose[3][4],
                       int axis) {
  dReal at[2][3];
  for (int piece = 0; piece <= PIECES; piece++) {
    double angle = 2 * M_PI * piece / PIECES, direction[3] = {0, 0, 0}, point[3];
    direction[(axis + 1) % 3] = cos(angle);
    direction[(axis + 2) % 3] = sin(angle);
    qmboxFarthestOfShape(shape, direction, point);
    qmboxPlacePoint(pose, point, at[piece % 2]);
    if (piece > 0) drawLine(draw, kind, at[1 - piece % 2], at[piece % 2]);
  }
}

void qmboxDrawShape(const qmboxDraw *draw, qmboxDrawKind kind, const bms_convex *shape, double pose[3][4]) {
  if (shape->core == BMS_CORE_HALF_SPACE) return;
  if (shape->core == BMS_CORE_BOX && !(shape->radius > 0)) {
    drawEdges(draw, kind, &shape->box, pose);
    return;
  }
  for (int axis = 0; axis < 3; axis++) drawAround(draw, kind, shape, pose, axis);
}

/* ------------------------------------------------------------------ joints */

static void drawContact(const qmboxDraw *draw, dJointID joint) {
  const dContactGeom *contact = qmboxContactOf(joint);
  if (contact) qmboxDrawPoint(draw, QMBOX_DRAW_CONTACT, contact->pos, contact->normal);
}

void qmboxDrawJoints(const qmboxDraw *draw, const qmboxBodies *bodies) {
  bool contacts = qmboxDraws(draw, QMBOX_DRAW_CONTACT), islands = qmboxDraws(draw, QMBOX_DRAW_ISLAND);
  for (int i = 1; i < bodies->bodyCount && (contacts || islands); i++) {
    dBodyID body = bodies->body[i].start.body;
    for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
      if (!dJointIsEnabled(walk.joint) || qmboxFirstBodyOf(walk.joint) != body) continue;
      if (contacts && dJointGetType(walk.joint) == dJointTypeContact) drawContact(draw, walk.joint);
      dBodyID other = dJointGetBody(walk.joint, 1);
      bool link = islands && other && other != body && !dBodyIsKinematic(body) && !dBodyIsKinematic(other);
      if (link) drawLine(draw, QMBOX_DRAW_ISLAND, dBodyGetPosition(body), dBodyGetPosition(other));
    }
  }
}

/* ------------------------------------------------------------------ stops and cores */

void qmboxDrawNotices(const qmboxDraw *draw, const qmboxEvents *notices) {
  for (int i = 0; i < notices->eventCount; i++) {
    const qmboxEvent *notice = &notices->event[i];
    qmboxDrawKind kind = notice->kind == QMBOX_EVENT_SENSE ? QMBOX_DRAW_SENSOR : QMBOX_DRAW_STOP;
    if (notice->kind == QMBOX_EVENT_HELD || !qmboxDraws(draw, kind)) continue;
    for (int k = 0; k < notice->contact.pointCount; k++) {
      qmboxDrawPoint(draw, kind, notice->contact.point[k], notice->contact.normal);
    }
  }
}

/* Returns how much smaller the core of a solid is against what cannot move. */
static double allowanceOf(const qmboxMoving *solid, const qmboxSettings *settings) {
  if (!solid->dynamic || !(solid->figure.thickness < HUGE_VAL)) return 0;
  double set = settings ? qmboxLeastSetAllowance(settings, solid->geom, 0) : HUGE_VAL;
  return fmin(set, QMBOX_ALLOWANCE * solid->figure.thickness);
}

void qmboxDrawCores(const qmboxDraw *draw, const qmboxBodies *bodies, const qmboxSettings *settings) {
  for (int i = 0; i < bodies->geomCount && qmboxDraws(draw, QMBOX_DRAW_CORE); i++) {
    qmboxMoving solid;
    qmboxFigureShape core;
    qmboxMakeGuarded(&solid, bodies->geom[i].geom, bodies->qmboxClass, 0, 0, 0);
    if (!qmboxIsConvex(&solid)) continue;
    qmboxShapeFigure(&solid.figure, allowanceOf(&solid, settings), &core);
    qmboxDrawShape(draw, QMBOX_DRAW_CORE, &core.shape, solid.pose);
  }
}
