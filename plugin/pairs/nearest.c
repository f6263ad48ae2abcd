/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/nearest.h"

#include <math.h>

#include "util/real.h"

/* The shortest way found so far. */
typedef struct qmboxShortest {
  double way[3], square;
  double sign; /* -1: leads to the first of the two */
} qmboxShortest;

static void consider(const double way[3], qmboxShortest *shortest) {
  double square = qmboxDot(way, way);
  if (!(square < shortest->square)) return;
  shortest->square = square;
  for (int i = 0; i < 3; i++) shortest->way[i] = shortest->sign * way[i];
}

/* From a point to where a + u (b - a) + v (c - a) is. */
static void considerFoot(const double point[3], const double a[3], const double along[3], double u,
                         const double across[3], double v, qmboxShortest *shortest) {
  double way[3];
  for (int i = 0; i < 3; i++) way[i] = a[i] + u * along[i] + v * across[i] - point[i];
  consider(way, shortest);
}

static void pointToSegment(const double point[3], const double a[3], const double b[3], qmboxShortest *shortest) {
  const double none[3] = {0, 0, 0};
  double along[3], from[3];
  qmboxSubtract(b, a, along);
  qmboxSubtract(point, a, from);
  double square = qmboxDot(along, along), part = square > 0 ? qmboxDot(from, along) / square : 0;
  considerFoot(point, a, along, fmax(0, fmin(1, part)), none, 0, shortest);
}

/* To the face of a triangle, if the foot is in it. */
static void pointToFace(const double point[3], double corner[3][3], qmboxShortest *shortest) {
  double along[3], across[3], from[3];
  qmboxSubtract(corner[1], corner[0], along);
  qmboxSubtract(corner[2], corner[0], across);
  qmboxSubtract(point, corner[0], from);
  double aa = qmboxDot(along, along), ab = qmboxDot(along, across), bb = qmboxDot(across, across),
         area = aa * bb - ab * ab;
  if (!(area > 0)) return;
  double u = (bb * qmboxDot(from, along) - ab * qmboxDot(from, across)) / area;
  double v = (aa * qmboxDot(from, across) - ab * qmboxDot(from, along)) / area;
  if (u >= 0 && v >= 0 && u + v <= 1) considerFoot(point, corner[0], along, u, across, v, shortest);
}

/* Between the insides of two segments: their ends are points. */
static void segmentToSegment(const double p[3], const double q[3], const double a[3], const double b[3],
                             qmboxShortest *shortest) {
  double own[3], other[3], from[3], start[3];
  qmboxSubtract(q, p, own);
  qmboxSubtract(b, a, other);
  qmboxSubtract(a, p, from);
  double aa = qmboxDot(own, own), ab = qmboxDot(own, other), bb = qmboxDot(other, other), area = aa * bb - ab * ab;
  if (!(area > 0)) return;
  double s = (bb * qmboxDot(from, own) - ab * qmboxDot(from, other)) / area;
  double t = (ab * qmboxDot(from, own) - aa * qmboxDot(from, other)) / area;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
  for (int i = 0; i < 3; i++) start[i] = p[i] + s * own[i];
  considerFoot(start, a, other, t, own, 0, shortest);
}

/* Returns how many edges there are; a point has one without length. */
static int edgesOf(int corners) {
  return corners == 2 ? 1 : corners;
}

static void pointToCorners(const double point[3], double corner[3][3], int count, qmboxShortest *shortest) {
  for (int k = 0; k < edgesOf(count); k++) pointToSegment(point, corner[k], corner[(k + 1) % count], shortest);
  if (count == 3) pointToFace(point, corner, shortest);
}

bool qmboxHaveNearestWay(const qmboxStartPose *first, const qmboxStartPose *second) {
  if (first->kind != QMBOX_POSE_CORNERS || second->kind != QMBOX_POSE_CORNERS) return false;
  return first->corners < 3 || second->corners < 3;
}

void qmboxNearestWay(const qmboxStartPose *first, const qmboxStartPose *second, const double way[3],
                     double nearest[3]) {
  bool swap = second->corners < first->corners;
  const qmboxStartPose *round = swap ? second : first, *other = swap ? first : second;
  double sign = swap ? -1 : 1, corner[3][3] = {{0}};
  qmboxShortest shortest = {.square = HUGE_VAL, .sign = sign};
  for (int k = 0; k < other->corners; k++) {
    for (int i = 0; i < 3; i++) corner[k][i] = other->corner[k][i] + sign * way[i];
  }
  for (int k = 0; k < round->corners; k++) pointToCorners(round->corner[k], corner, other->corners, &shortest);
  for (int k = 0; k < edgesOf(other->corners) && round->corners == 2; k++) {
    segmentToSegment(round->corner[0], round->corner[1], corner[k], corner[(k + 1) % other->corners], &shortest);
  }
  shortest.sign = -sign;
  for (int k = 0; k < other->corners && round->corners == 2; k++) {
    pointToSegment(corner[k], round->corner[0], round->corner[1], &shortest);
  }
  for (int i = 0; i < 3; i++) nearest[i] = shortest.way[i];
}
