/* SPDX-License-Identifier: BSD-3-Clause */

#include "moving/start_pose.h"

#include <float.h>
#include <math.h>

#include "moving/moving.h"
#include "util/real.h"

/* Roundings of how far a solid reaches, in parts of its largest coordinate and size. */
#define REACH_ERROR (256 * DBL_EPSILON)

static void turn(const double pose[3][4], const double x[3], double turned[3]) {
  for (int i = 0; i < 3; i++) turned[i] = pose[i][0] * x[0] + pose[i][1] * x[1] + pose[i][2] * x[2];
}

static void addEdge(qmboxStartPose *posed, const double x[3]) {
  double length = qmboxLength(x);
  if (!(length > 0)) return;
  for (int i = 0; i < 3; i++) posed->edge[posed->edges][i] = x[i] / length;
  posed->edges++;
}

static void putCentre(const double pose[3][4], const double middle[3], qmboxStartPose *posed) {
  turn(pose, middle, posed->centre);
  posed->aside = qmboxLength(posed->centre);
  for (int i = 0; i < 3; i++) posed->centre[i] += pose[i][3];
}

static void poseBox(const bms_box *box, const double pose[3][4], qmboxStartPose *posed) {
  double middle[3];
  for (int i = 0; i < 3; i++) {
    middle[i] = 0.5 * (box->min[i] + box->max[i]);
    posed->half[i] = 0.5 * (box->max[i] - box->min[i]);
    for (int k = 0; k < 3; k++) posed->edge[k][i] = pose[i][k];
  }
  posed->edges = 3;
  putCentre(pose, middle, posed);
}

static void poseTriangle(qmboxStartPose *posed) {
  double across[3];
  qmboxNormalOfPoints(posed->corner[0], posed->corner[1], posed->corner[2], across);
  posed->hasFace = qmboxMakeUnit(across, 0);
  for (int i = 0; i < 3 && posed->hasFace; i++) posed->face[i] = across[i];
}

static void poseCorners(const qmboxMoving *solid, qmboxStartPose *posed) {
  double corner[3][3], middle[3] = {0, 0, 0};
  int count = solid->figure.shape.points.count;
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 3; i++) middle[i] += solid->figure.point[k][i] / count;
  }
  putCentre(solid->pose, middle, posed);
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < 3; i++) corner[k][i] = solid->figure.point[k][i] - middle[i];
    turn(solid->pose, corner[k], posed->corner[k]);
  }
  posed->corners = count;
  posed->radius = solid->figure.shape.radius;
  posed->inner = solid->figure.core.inner;
  for (int i = 0; i < 3; i++) middle[i] -= solid->figure.core.middle[i];
  turn(solid->pose, middle, posed->outwards);
  for (int k = 0; k < (count == 3 ? 3 : count - 1); k++) {
    double way[3];
    for (int i = 0; i < 3; i++) way[i] = posed->corner[(k + 1) % count][i] - posed->corner[k][i];
    addEdge(posed, way);
  }
  if (count == 3) poseTriangle(posed);
}

static void poseCylinder(const qmboxMoving *solid, qmboxStartPose *posed) {
  const double axis[3] = {solid->pose[0][2], solid->pose[1][2], solid->pose[2][2]};
  putCentre(solid->pose, solid->centre, posed);
  addEdge(posed, axis);
  posed->hasFace = true;
  for (int i = 0; i < 3; i++) posed->face[i] = posed->edge[0][i];
  posed->half[0] = solid->figure.shape.cylinder.half_length;
  posed->radius = solid->figure.shape.cylinder.radius;
}

static void poseHalfSpace(const qmboxMoving *solid, qmboxStartPose *posed) {
  const bms_half_space *half = &solid->figure.shape.half_space;
  double length = qmboxLength(half->normal);
  addEdge(posed, half->normal);
  posed->kind = posed->edges == 1 ? QMBOX_POSE_HALF_SPACE : QMBOX_POSE_NONE;
  posed->radius = half->offset / length;
}

void qmboxFindStartPose(const qmboxMoving *solid, qmboxStartPose *posed) {
  double largest = solid->radius;
  posed->kind = QMBOX_POSE_NONE;
  posed->edges = posed->corners = 0;
  posed->hasFace = false;
  posed->radius = posed->aside = posed->inner = 0;
  if (solid->figure.shape.core == BMS_CORE_HALF_SPACE) {
    poseHalfSpace(solid, posed);
    posed->rounding = REACH_ERROR * fabs(posed->radius);
    return;
  }
  if (solid->figure.shape.core == BMS_CORE_BOX) {
    posed->kind = QMBOX_POSE_BOX;
    poseBox(&solid->figure.shape.box, solid->pose, posed);
  } else if (solid->figure.shape.core == BMS_CORE_POINTS) {
    posed->kind = QMBOX_POSE_CORNERS;
    poseCorners(solid, posed);
  } else if (solid->figure.shape.core == BMS_CORE_CYLINDER) {
    posed->kind = QMBOX_POSE_CYLINDER;
    poseCylinder(solid, posed);
  }
  for (int i = 0; i < 3; i++) largest = qmboxMax(largest, fabs(solid->pose[i][3]));
  posed->rounding = REACH_ERROR * (largest + solid->reach + solid->radius);
}

static double reachOfBox(const qmboxStartPose *posed, const double direction[3], double *shrinks) {
  double reach = *shrinks = 0;
  for (int k = 0; k < 3; k++) {
    double part = fabs(qmboxDot(posed->edge[k], direction));
    reach += posed->half[k] * part;
    *shrinks += part;
  }
  return reach;
}

static double reachOfCylinder(const qmboxStartPose *posed, const double direction[3], double *shrinks) {
  double along = qmboxDot(posed->edge[0], direction), side[3];
  for (int i = 0; i < 3; i++) side[i] = direction[i] - along * posed->edge[0][i];
  double across = qmboxLength(side);
  *shrinks = fabs(along) + across;
  return posed->half[0] * fabs(along) + posed->radius * across;
}

double qmboxReach(const qmboxStartPose *posed, const double direction[3], double *shrinks) {
  if (posed->kind == QMBOX_POSE_BOX) return reachOfBox(posed, direction, shrinks);
  if (posed->kind == QMBOX_POSE_CYLINDER) return reachOfCylinder(posed, direction, shrinks);
  double reach = qmboxDot(posed->corner[0], direction);
  for (int k = 1; k < posed->corners; k++) reach = qmboxMax(reach, qmboxDot(posed->corner[k], direction));
  *shrinks = posed->inner > 0 ? (reach + qmboxDot(posed->outwards, direction)) / posed->inner : 1;
  return reach + posed->radius;
}
