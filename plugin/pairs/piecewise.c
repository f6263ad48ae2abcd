/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/piecewise.h"

#include <float.h>
#include <math.h>

#include "moving/moving_bounds.h"
#include "pairs/pair.h"
#include "util/real.h"

/* After this number of pieces, and before the first if that many are ahead, the cylinders are asked that hold what
   turns. */
#define PIECES_TO_ASK 16

/* The cylinder of all turns is larger by this part: roundings of the axis, of quaternions of pieces and of its size. */
#define CYLINDER_ERROR (256 * DBL_EPSILON)

/* The box does not shrink by more than this part of its shortest side, at each end. */
#define LARGEST_SHRINKING 0.25

void qmboxPiece(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *piece) {
  *piece = *path;
  if (!qmboxHasBody(path->shape)) return;
  if (path->shape == QMBOX_SHAPE_MESH) growth = fmax(growth, 0);
  if (path->shape == QMBOX_SHAPE_CONVEX) growth = fmax(growth, -LARGEST_SHRINKING * path->figure.thickness);
  for (int i = 0; i < 3; i++) {
    growth = fmax(growth, -LARGEST_SHRINKING * (path->body.box.max[i] - path->body.box.min[i]));
  }
  piece->growth = path->growth + growth;
  qmboxWiden(piece->body.box.min, piece->body.box.max, growth);
  if (!path->turns) return;
  piece->turns = false;
  if (t0 < t1) {
    qmboxFiniteRotationPiece(&path->turn, t0, t1, &piece->body.motion);
  } else {
    double quaternion[4];
    qmboxFiniteRotationAt(&path->turn, t0, quaternion);
    for (int i = 0; i < 4; i++) {
      piece->body.motion.rigid.quaternion[i][0] = quaternion[i];
      piece->body.motion.rigid.quaternion[i][1] = 0;
    }
  }
}

double qmboxGapOn(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  qmboxMoving piece1, piece2;
  if (!path1->turns && !path2->turns) return qmboxGap(path1, path2, t);
  qmboxPiece(path1, 0, t, t, &piece1);
  qmboxPiece(path2, 0, t, t, &piece2);
  return qmboxGap(&piece1, &piece2, t);
}

/* ------------------------------------------------------------------ all turns */

/* Writes the axis of a turn, a unit vector of the world that does not point down.  Returns false if it has none that
   stays. */
static bool axisOf(const qmboxFiniteRotation *turn, double axis[3]) {
  double length = qmboxLength(turn->finite);
  if (qmboxDot(turn->linear, turn->linear) > 0 || !(length > 0)) return false;
  for (int i = 0; i < 3; i++) axis[i] = copysign(1, turn->finite[2]) * turn->finite[i] / length;
  return true;
}

/* A cylinder about the axis through the position of a body; the axis is seen from the body. */
typedef struct qmboxTurned {
  double axis[3], radius, halfLength;
} qmboxTurned;

/* Makes it hold a point of the body. */
static void hold(qmboxTurned *turned, const double point[3]) {
  double aside[3];
  qmboxCross(turned->axis, point, aside);
  turned->radius = fmax(turned->radius, qmboxLength(aside));
  turned->halfLength = fmax(turned->halfLength, fabs(qmboxDot(turned->axis, point)));
}

static void holdBox(qmboxTurned *turned, const bms_box *box) {
  for (int k = 0; k < 8; k++) {
    double corner[3];
    for (int i = 0; i < 3; i++) corner[i] = k >> i & 1 ? box->max[i] : box->min[i];
    hold(turned, corner);
  }
}

/* Makes it hold a cylinder about the body's z-axis, whose rim comes no farther from the axis than the two legs of the
   way to it, nor than its farthest point is from the position. */
static void holdCylinder(qmboxTurned *turned, double radius, double halfLength) {
  double along = fabs(turned->axis[2]), across = hypot(turned->axis[0], turned->axis[1]);
  turned->halfLength = along * halfLength + across * radius;
  turned->radius = fmin(hypot(radius, halfLength), radius + across * halfLength);
}

/* Makes it hold the shape of a path. */
static void holdShape(qmboxTurned *turned, const qmboxMoving *path) {
  qmboxFigureShape figure;
  if (path->shape != QMBOX_SHAPE_CONVEX) {
    holdBox(turned, &path->body.box);
    return;
  }
  qmboxShapeMoving(path, 0, &figure);
  const bms_convex *shape = &figure.shape;
  if (shape->core == BMS_CORE_POINTS) {
    for (int k = 0; k < shape->points.count; k++) hold(turned, shape->points.vertex + 3 * k);
  } else if (shape->core == BMS_CORE_CYLINDER) {
    holdCylinder(turned, shape->cylinder.radius, shape->cylinder.half_length);
  } else {
    holdBox(turned, &path->body.box);
    return;
  }
  turned->radius += shape->radius;
  turned->halfLength += shape->radius;
}

/* Writes the vector of the world, seen from a body with this quaternion, of any length: offsets that a program has
   rounded, and all of single precision, are not quite unit. */
static void seenFrom(const double quaternion[4], const double vector[3], double seen[3]) {
  const double *v = quaternion + 1;
  double square = quaternion[0] * quaternion[0] + qmboxDot(v, v), once[3], twice[3];
  qmboxCross(v, vector, once);
  qmboxCross(v, once, twice);
  for (int i = 0; i < 3; i++) seen[i] = vector[i] + 2 * (twice[i] - quaternion[0] * once[i]) / square;
}

/* Makes the cylinder of the path of a body that turns; writes its axis in the world. */
static qmboxTurned turnedPath(const qmboxMoving *path, double axis[3]) {
  qmboxTurned turned = {.radius = 0};
  bool stays = axisOf(&path->turn, axis);
  seenFrom(path->turn.start, axis, turned.axis);
  holdShape(&turned, path);
  double size = hypot(turned.radius, turned.halfLength);
  if (!stays) turned.radius = turned.halfLength = size;
  turned.radius += CYLINDER_ERROR * size;
  turned.halfLength += CYLINDER_ERROR * size;
  return turned;
}

void qmboxAllTurns(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *whole) {
  double axis[3] = {0, 0, 1};
  qmboxPiece(path, growth, t0, t1, whole);
  if (!path->turns) return;
  qmboxTurned turned = turnedPath(whole, axis);
  whole->shape = QMBOX_SHAPE_CONVEX;
  whole->growth = 0;
  whole->figure = (qmboxFigure){.shape = bms_convex_cylinder(turned.radius, turned.halfLength),
                                .thickness = 2 * fmin(turned.radius, turned.halfLength),
                                .radius = hypot(turned.radius, turned.halfLength)};
  for (int i = 0; i < 3; i++) {
    double reach = i == 2 ? turned.halfLength : turned.radius;
    whole->body.box.min[i] = -reach;
    whole->body.box.max[i] = reach;
  }
  /* from the z-axis to that one */
  double upright[4] = {1 + axis[2], -axis[1], axis[0], 0};
  for (int i = 0; i < 4; i++) {
    whole->body.motion.rigid.quaternion[i][0] = upright[i];
    whole->body.motion.rigid.quaternion[i][1] = 0;
  }
}

/* ------------------------------------------------------------------ contacts */

/* How far a piece of this length may be off. */
static double errorOf(const qmboxMoving *path, double length) {
  return path->turns ? qmboxFiniteRotationError(&path->turn, length, qmboxRadiusOfBox(&path->body.box)) : 0;
}

static bms_status unresolvedFrom(double t, qmboxContact *contact) {
  contact->status = BMS_UNRESOLVED;
  contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
  contact->time = contact->timeLower = contact->timeUpper = t;
  return contact->status;
}

/* Returns a time until which two paths, one of which turns, are apart on [t, t1] whatever it has turned by: t if that
   is not known.  The status of the contact is BMS_SEPARATED if it is all of the time. */
static double clearOfTurns(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2, double t,
                           double t1, qmboxContact *contact) {
  qmboxMoving whole1, whole2;
  qmboxAllTurns(path1, growth1, t, t1, &whole1);
  qmboxAllTurns(path2, growth2, t, t1, &whole2);
  bms_status status = qmboxSolve(&whole1, &whole2, t, t1, contact);
  return status == BMS_CONTACT || status == BMS_UNRESOLVED ? fmax(t, contact->timeLower) : t;
}

/* As qmboxSolveGrown(), for paths of which one turns. */
static bms_status solvePieces(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2,
                              double t0, double t1, double tolerance, qmboxContact *contact) {
  double speed = (path1->turns ? path1->turn.speed : 0) + (path2->turns ? path2->turn.speed : 0);
  qmboxPieces pieces = qmboxBeginPieces(speed, t0, t1);
  while (pieces.count < QMBOX_MOST_PIECES) {
    bool many = pieces.count > 0 || t1 - pieces.from > PIECES_TO_ASK * pieces.longest;
    if (pieces.count % PIECES_TO_ASK == 0 && many) {
      pieces.from = clearOfTurns(path1, growth1, path2, growth2, pieces.from, t1, contact);
      if (contact->status == BMS_SEPARATED) return contact->status;
    }
    if (!qmboxNextPiece(&pieces)) break;
    double length = pieces.to - pieces.from, error1 = errorOf(path1, length), error2 = errorOf(path2, length);
    qmboxMoving piece1, piece2;
    qmboxPiece(path1, growth1 + error1, pieces.from, pieces.to, &piece1);
    qmboxPiece(path2, growth2 + error2, pieces.from, pieces.to, &piece2);
    bms_status status = qmboxSolve(&piece1, &piece2, pieces.from, pieces.to, contact);
    if (qmboxPieceSettles(&pieces, status, contact->timeLower, error1 + error2 <= tolerance)) {
      bool overlap = status == BMS_TOUCHING || status == BMS_OVERLAPPING;
      if (overlap && pieces.from > t0) contact->status = BMS_CONTACT;
      return contact->status;
    }
  }
  return unresolvedFrom(pieces.from, contact);
}

bms_status qmboxSolveGrown(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2,
                           double t0, double t1, double tolerance, qmboxContact *contact) {
  qmboxMoving piece1, piece2;
  if ((path1->turns || path2->turns) && t0 < t1) {
    return solvePieces(path1, growth1, path2, growth2, t0, t1, tolerance, contact);
  }
  qmboxPiece(path1, growth1, t0, t1, &piece1);
  qmboxPiece(path2, growth2, t0, t1, &piece2);
  return qmboxSolve(&piece1, &piece2, t0, t1, contact);
}

/* ------------------------------------------------------------------ pieces of time */

/* The longest pieces turn by this, in radians: a body is larger by a tenth of its size. */
#define LARGEST_TURN 0.5

/* Pieces get shorter by this factor where bodies that are larger meet.  The error goes with its square, so seven times
   are enough for the first 1e-9 of a body, and about as often they have to be brought nearer at each length. */
#define SHORTER 0.125

qmboxPieces qmboxBeginPieces(double speed, double t0, double t1) {
  double longest = speed > 0 ? LARGEST_TURN / speed : HUGE_VAL;
  return (qmboxPieces){.from = t0, .to = t0, .last = t1, .length = longest, .longest = longest};
}

bool qmboxNextPiece(qmboxPieces *pieces) {
  pieces->to = fmin(pieces->from + pieces->length, pieces->last);
  pieces->count++;
  return pieces->from < pieces->to;
}

bool qmboxPieceSettles(qmboxPieces *pieces, bms_status status, double time, bool close) {
  if (status == BMS_SEPARATED) {
    if (pieces->to >= pieces->last) return true;
    pieces->from = pieces->to;
    pieces->length = fmin(2 * pieces->length, pieces->longest);
    return false;
  }
  if (status == BMS_INVALID || close) return true;
  if (status == BMS_CONTACT || status == BMS_UNRESOLVED) pieces->from = fmax(pieces->from, time);
  pieces->length *= SHORTER;
  return false;
}
