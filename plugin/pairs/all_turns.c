/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/all_turns.h"

#include <float.h>
#include <math.h>

#include "pairs/piecewise.h"
#include "util/real.h"

/* The cylinder is larger by this part: roundings of the axis, of the quaternions of pieces and of its own size. */
#define CYLINDER_ERROR (256 * DBL_EPSILON)

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
