/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Let a point that turns about the origin be at x(t), t from -h to h, and accelerated by A at most.  Its chord goes at
 * the speed d = (x(h) - x(-h)) / 2h.  Its error, e(t) = x(t) - x(0) - t d, is (x(h) + x(-h)) / 2 - x(0) at both ends, A
 * h^2 / 2 at most, and 0 in the middle.  Between these it leaves its own chords by A |t| (h - |t|) / 2 at most: so
 * |e(t)| <= A (|t| h + |t| (h - |t|)) / 2 <= A h^2 / 2, as much as a chord is left by (below).
 */

#include "meshes/mesh_relation.h"

#include <float.h>
#include <math.h>

#include "meshes/triangle_axes.h"

/* Roundings of a gap and of an advance, in parts of the coordinates, some thousand units in the last place. */
#define DESCENT_ERROR 1e-12

/* A body that turns faster than this, in rad/s, would take too many intervals. */
#define FASTEST 1e5

/* ------------------------------------------------------------------ paths */

void qmboxMakeMeshPath(const qmboxMoving *solid, const qmboxGuardedBody *body, double less, const qmboxTreeNode *root,
                       double from, qmboxMeshPath *path) {
  double scale = solid->moves ? qmboxScaleOfCore(&solid->figure.core, less) : 1, size = qmboxNodeReach(root);
  path->solid = solid;
  path->stop = body->stop;
  path->waits = !solid->moves || body->stop <= from;
  path->scale = scale;
  for (int i = 0; i < 3; i++) {
    path->offset[i] = solid->moves ? scale * solid->centre[i] : 0;
    if (scale < 1) path->offset[i] += (1 - scale) * solid->figure.core.middle[i];
    path->speed[i] = path->waits ? 0 : solid->body.motion.rigid.position[i][1];
    size += fabs(body->shift[i]) + fabs(solid->pose[i][3]);
  }
  path->offsetLength = qmboxLength(path->offset);
  path->rounding = DESCENT_ERROR * (size + path->offsetLength);
}

void qmboxPoseOnPath(const qmboxMeshPath *path, double time, double pose[3][4]) {
  qmboxPoseOfMovingAt(path->solid, qmboxMin(time, path->stop), pose);
}

/*
 * Finds how fast a point at distance 1 is turned from a time on, and how much that accelerates it, at most.  The linear
 * quaternion p + t v is shortest at the time s = -p.v / v^2, at which it is q, v across it: q (1 + (t - s) d), d a
 * vector of length |v| / |q|.  It turns by the angle 2 atan((t - s) |d|): at the rate 2 |d| / g, g = 1 + (t - s)^2 d^2,
 * which shrinks by 4 |t - s| |d|^3 / g^2.  So the point is accelerated by (2 |d| / g)^2 towards the axis, and in all by
 * 4 d^2 / g^(3/2).  By ODE's law s is 0; in a part of such a turn it is not (qmboxPose).  A finite rotation has the sum
 * of its two speeds, and its square. (Roundings are far below the ones of points.)
 */
static void turnOnPath(const qmboxMeshPath *path, double from, double *rate, double *acceleration) {
  const qmboxMoving *taken = path->solid;
  double still = 0, slope = 0, along = 0, fastest, grown = 1;
  *rate = *acceleration = 0;
  if (path->waits) return;
  if (taken->turns) {
    fastest = taken->turn.speed;
  } else {
    for (int i = 0; i < 4; i++) {
      const double *q = taken->body.motion.rigid.quaternion[i];
      still += q[0] * q[0];
      slope += q[1] * q[1];
      along += q[0] * q[1];
    }
    double shortest = slope > 0 ? -along / slope : 0, after = qmboxMax(0, from - shortest);
    still -= along * -shortest;
    fastest = 2 * sqrt(slope / still);
    grown += after * after * slope / still;
  }
  *rate = fastest / grown;
  *acceleration = fastest * *rate / sqrt(grown);
}

double qmboxAccelerationOnPath(const qmboxMeshPath *path, double from) {
  double rate, acceleration;
  turnOnPath(path, from, &rate, &acceleration);
  return acceleration;
}

/* ------------------------------------------------------------------ relations */

/* Writes how fast the turn of a mesh moves its points along their chords. */
static void slopeOf(const qmboxMeshPath *path, double from, double to, double slope[3][3]) {
  double one[3][4], other[3][4];
  qmboxPoseOnPath(path, from, one);
  qmboxPoseOnPath(path, to, other);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) slope[i][j] = (other[i][j] - one[i][j]) / (to - from);
  }
}

/* Finds what the turn of a mesh does to its points in [from, to], in the world.  If chords give less than that the
   points are where they are in the middle, it has no drift. */
static void seeTurn(const qmboxMeshPath *path, double from, double to, double slope[3][3], qmboxSeenMesh *mesh) {
  double rate, acceleration;
  turnOnPath(path, from, &rate, &acceleration);
  double turned = qmboxMin(rate * (to - from) / 2, 2), bulge = qmboxBulgeOfChord(acceleration, to - from);
  mesh->reducible = turned > 0 && rate < FASTEST;
  mesh->turned = turned;
  mesh->aside = qmboxMin(bulge, turned);
  mesh->drifts = bulge < turned;
  if (mesh->drifts) slopeOf(path, from, to, slope);
}

static void turnInto(double frame[3][4], const double world[3], double own[3]) {
  for (int i = 0; i < 3; i++) own[i] = frame[0][i] * world[0] + frame[1][i] * world[1] + frame[2][i] * world[2];
}

static void turnMatrixInto(double frame[3][4], double world[3][3], double factor, double own[3][3]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      own[i][j] = factor * (frame[0][i] * world[0][j] + frame[1][i] * world[1][j] + frame[2][i] * world[2][j]);
    }
  }
}

/* Sees a mesh that is at a pose in the middle of the interval, from the first one's. */
static void seeMesh(const qmboxMeshPath path[2], int k, double first[3][4], double pose[3][4], double from, double to,
                    qmboxSeenMesh *mesh) {
  double slope[3][3], axes[3][3], way[3], speed[3], size = 1 / path[0].scale;
  seeTurn(&path[k], from, to, slope, mesh);
  mesh->isFrame = k == 0;
  for (int i = 0; i < 3; i++) {
    way[i] = pose[i][3] - first[i][3] + qmboxDot(pose[i], path[k].offset);
    speed[i] = path[k].speed[i] + (mesh->drifts ? qmboxDot(slope[i], path[k].offset) : 0);
    for (int j = 0; j < 3; j++) axes[i][j] = pose[i][j];
  }
  mesh->part = path[k].scale * size;
  mesh->slack = size * (path[k].rounding + mesh->aside * path[k].offsetLength);
  mesh->aside *= mesh->part;
  mesh->turned *= mesh->part;
  turnInto(first, way, mesh->at);
  turnInto(first, speed, mesh->speed);
  if (mesh->drifts) turnMatrixInto(first, slope, mesh->part, mesh->drift);
  if (!mesh->isFrame) turnMatrixInto(first, axes, mesh->part, mesh->place);
  for (int i = 0; i < 3; i++) {
    mesh->at[i] = size * (mesh->at[i] - path[0].offset[i]);
    mesh->speed[i] *= size;
  }
}

void qmboxRelateMeshes(const qmboxMeshPath path[2], double from, double to, qmboxMeshRelation *relation) {
  double pose[2][3][4];
  qmboxSeenMesh *first = &relation->mesh[0], *second = &relation->mesh[1];
  relation->middle = from + (to - from) / 2;
  relation->half = (to - from) / 2;
  for (int k = 0; k < 2; k++) {
    qmboxPoseOnPath(&path[k], relation->middle, pose[k]);
    seeMesh(path, k, pose[0], pose[k], from, to, &relation->mesh[k]);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      relation->axis[j][i] = second->place[i][j] / second->part;
      second->across[i][j] = first->across[j][i] = fabs(relation->axis[j][i]);
    }
  }
}

/* ------------------------------------------------------------------ nodes */

void qmboxSeeNode(const qmboxMeshRelation *relation, int number, const qmboxTreeNode *node, qmboxSeenNode *seen) {
  const qmboxSeenMesh *mesh = &relation->mesh[number];
  double half[3], turned = mesh->turned * node->radius;
  qmboxSeePoint(mesh, node->middle, seen->middle);
  seen->radius = mesh->part * node->radius;
  seen->slack = mesh->slack + mesh->aside * node->aside;
  seen->turned = turned;
  for (int i = 0; i < 3; i++) half[i] = mesh->part * node->half[i];
  for (int i = 0; i < 3; i++) {
    double across = qmboxDot(mesh->across[i], half);
    seen->speed[i] = mesh->speed[i] + (mesh->drifts ? qmboxDot(mesh->drift[i], node->middle) : 0);
    seen->reach[number][i] = seen->slack + qmboxMin(half[i] + turned, seen->radius);
    seen->reach[1 - number][i] = seen->slack + qmboxMin(across + turned, seen->radius);
  }
}

double qmboxReducibleTurn(const qmboxMeshRelation *relation, int number, const qmboxTreeNode *node) {
  const qmboxSeenMesh *mesh = &relation->mesh[number];
  return mesh->reducible ? mesh->turned * node->radius + mesh->aside * node->aside : 0;
}

/* ------------------------------------------------------------------ chords of triangles */

/* A point leaves its chord by an eighth of the greatest acceleration at most, times the square of the time.  The rest
 * is room for roundings. */
#define BULGE 0.126

double qmboxBulgeOfChord(double acceleration, double length) {
  return BULGE * acceleration * length * length;
}

static double bulgeOf(const qmboxChordTriangle *triangle, double length) {
  return qmboxBulgeOfChord(triangle->acceleration, length) * triangle->reach;
}

/* Returns the gap of the triangles along an axis at one of the times, negative if they overlap along it.  *second shows
   if the second is in front. */
static double gapAlong(qmboxChordTriangle two[2], int end, const double axis[3], bool *second) {
  double least[2], most[2];
  for (int k = 0; k < 2; k++) qmboxSpanOfTriangle(two[k].corner[end], axis, &least[k], &most[k]);
  *second = least[1] - most[0] > least[0] - most[1];
  return *second ? least[1] - most[0] : least[0] - most[1];
}

/* Returns true if the triangles are apart along an axis by more than this at both times, on the same side. */
static bool apartAlong(qmboxChordTriangle two[2], const double axis[3], double distance) {
  bool second[2];
  double square = qmboxDot(axis, axis);
  if (!(square > DBL_MIN)) return false;
  double needed = distance * sqrt(square);
  return gapAlong(two, 0, axis, &second[0]) > needed && gapAlong(two, 1, axis, &second[1]) > needed &&
         second[0] == second[1];
}

bool qmboxChordsStayApart(qmboxChordTriangle two[2], double length, double rounding) {
  double distance = rounding + bulgeOf(&two[0], length) + bulgeOf(&two[1], length), edge[2][3][3], axis[3];
  for (int k = 0; k < 2; k++) qmboxEdgesOfTriangle(two[k].corner[0], edge[k]);
  for (int n = 0; n < QMBOX_TRIANGLE_AXES; n++) {
    qmboxTriangleAxis(edge, n, axis);
    if (apartAlong(two, axis, distance)) return true;
  }
  return false;
}
