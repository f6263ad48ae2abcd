/* SPDX-License-Identifier: BSD-3-Clause */

#include "meshes/triangle_rank.h"

#include <math.h>

#include "util/real.h"

/* Roundings of a gap, and of a time at the speed at which it closes, in parts of the lengths that they are computed
   from. */
#define RANK_ERROR (64 * QMBOX_EPSILON)

/* ------------------------------------------------------------------ the shape */

static bms_box boxOfCore(const bms_convex *shape, const bms_box *whole) {
  bms_box box = *whole;
  if (shape->core == BMS_CORE_BOX) return shape->box;
  if (shape->core != BMS_CORE_POINTS) return box;
  for (int i = 0; i < 3; i++) box.min[i] = box.max[i] = shape->points.vertex[i];
  for (int k = 3; k < 3 * shape->points.count; k++) {
    box.min[k % 3] = qmboxMin(box.min[k % 3], shape->points.vertex[k]);
    box.max[k % 3] = qmboxMax(box.max[k % 3], shape->points.vertex[k]);
  }
  return box;
}

static void placeCore(const bms_convex *shape, const bms_box *whole, double pose[3][4], qmboxRanking *ranking) {
  bms_box box = boxOfCore(shape, whole);
  double middle[3];
  ranking->round = shape->core == BMS_CORE_CYLINDER;
  for (int i = 0; i < 3; i++) {
    middle[i] = 0.5 * (box.min[i] + box.max[i]);
    ranking->half[i] = 0.5 * (box.max[i] - box.min[i]);
  }
  if (ranking->round) {
    const double half[3] = {shape->cylinder.radius, shape->cylinder.radius, shape->cylinder.half_length};
    for (int i = 0; i < 3; i++) {
      middle[i] = 0;
      ranking->half[i] = half[i];
    }
  }
  for (int i = 0; i < 3; i++) {
    ranking->centre[i] = pose[i][3] + qmboxDot(pose[i], middle);
    for (int k = 0; k < 3; k++) ranking->axis[k][i] = pose[i][k];
  }
  const double farthest[3] = {ranking->half[0], ranking->round ? 0 : ranking->half[1], ranking->half[2]};
  ranking->reach = qmboxLength(middle) + qmboxLength(farthest);
}

/* A turn moves what is r from its centre by 2 r sin(a/2), and sin(a/2) is at most t |q'| / |q|. */
static double speedOfTurn(const bms_motion *motion, double from, double reach) {
  double square = 0, rate = 0;
  for (int i = 0; i < 4; i++) {
    const double *c = motion->rigid.quaternion[i];
    double at = c[0] + from * c[1];
    square += at * at;
    rate += c[1] * c[1];
  }
  return rate > 0 ? 2 * reach * sqrt(rate / square) : 0;
}

void qmboxPrepareRanking(const bms_convex_query *query, const bms_box *box, double from, double growth,
                         double meshReach, qmboxRanking *ranking) {
  const bms_motion *motion = &query->motion_a;
  double pose[3][4], bend = 0, reach = meshReach, to = query->t1, latest = qmboxMax(fabs(from), fabs(to));
  bms_motion_at(motion, from, pose);
  placeCore(&query->a, box, pose, ranking);
  ranking->from = from;
  ranking->to = to;
  ranking->radius = query->a.radius + growth;
  for (int i = 0; i < 3; i++) {
    const double *c = motion->rigid.position[i];
    ranking->velocity[i] = c[1] + 2 * from * c[2];
    ranking->path[0][i] = c[0] + from * (c[1] + from * c[2]);
    ranking->path[1][i] = c[0] + 0.5 * (from + to) * c[1] + from * to * c[2];
    ranking->path[2][i] = c[0] + to * (c[1] + to * c[2]);
    bend += fabs(c[2]) * (to - from);
    reach += fabs(c[0]) + latest * (fabs(c[1]) + 2 * latest * fabs(c[2]));
  }
  ranking->slack = bend + speedOfTurn(motion, from, ranking->reach);
  ranking->rounding = RANK_ERROR * (reach + latest * ranking->slack + ranking->reach + fabs(ranking->radius));
}

double qmboxBallOfRanking(const qmboxRanking *ranking, const double middle[3]) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double away[3];
    for (int i = 0; i < 3; i++) away[i] = ranking->path[k][i] - middle[i];
    square = qmboxMax(square, qmboxDot(away, away));
  }
  return sqrt(square) + ranking->reach + ranking->radius + ranking->rounding;
}

/* ------------------------------------------------------------------ triangles */

/* Returns the part of the edge from 0 to `edge` at which it is nearest to a point. */
static double partOfEdge(const double edge[3], const double point[3]) {
  double along = qmboxDot(edge, point), square = qmboxDot(edge, edge);
  return along <= 0 ? 0 : along >= square ? 1 : along / square;
}

/* Writes the way from the point of an edge that is nearest to a point, if that is shorter than before. */
static void nearEdge(const double vertex[3], const double edge[3], const double point[3], double *least,
                     double way[3]) {
  double from[3];
  qmboxSubtract(point, vertex, from);
  double part = partOfEdge(edge, from);
  for (int i = 0; i < 3; i++) from[i] -= part * edge[i];
  double square = qmboxDot(from, from);
  if (!(square < *least)) return;
  *least = square;
  for (int i = 0; i < 3; i++) way[i] = from[i];
}

/* A triangle, its edges, and a normal of any length. */
typedef struct qmboxEdges {
  const double *vertex;
  double edge[3][3], normal[3];
} qmboxEdges;

static void findEdges(const double vertex[9], qmboxEdges *edges) {
  edges->vertex = vertex;
  for (int k = 0; k < 3; k++) qmboxSubtract(vertex + 3 * ((k + 1) % 3), vertex + 3 * k, edges->edge[k]);
  qmboxCross(edges->edge[0], edges->edge[1], edges->normal);
}

/* Writes a way from the triangle's nearest point to this one, of any length. */
static void nearestWay(const qmboxEdges *edges, const double point[3], double way[3]) {
  double least = HUGE_VAL;
  bool inside = true;
  for (int k = 0; k < 3; k++) {
    double from[3], out[3];
    qmboxSubtract(point, edges->vertex + 3 * k, from);
    qmboxCross(edges->edge[k], edges->normal, out);
    if (qmboxDot(out, from) <= 0) continue;
    inside = false;
    nearEdge(edges->vertex + 3 * k, edges->edge[k], point, &least, way);
  }
  if (!inside) return;
  double from[3];
  qmboxSubtract(point, edges->vertex, from);
  double sign = qmboxDot(edges->normal, from) < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) way[i] = sign * edges->normal[i];
}

static double reachAlong(const qmboxRanking *ranking, const double direction[3]) {
  double part[3];
  for (int k = 0; k < 3; k++) part[k] = fabs(qmboxDot(ranking->axis[k], direction));
  double across = ranking->round ? ranking->half[0] * sqrt(part[0] * part[0] + part[1] * part[1])
                                 : ranking->half[0] * part[0] + ranking->half[1] * part[1];
  return ranking->radius + across + ranking->half[2] * part[2];
}

/* Returns the rank that a triangle has by the gap along a direction, which leads from it to the shape. */
static double rankAlong(const qmboxRanking *ranking, const double vertex[9], const double way[3]) {
  double length = qmboxLength(way), direction[3];
  if (!(length > 0)) return -HUGE_VAL;
  for (int i = 0; i < 3; i++) direction[i] = way[i] / length;
  double far =
      qmboxMax(qmboxDot(direction, vertex), qmboxMax(qmboxDot(direction, vertex + 3), qmboxDot(direction, vertex + 6)));
  double gap = qmboxDot(direction, ranking->centre) - far - reachAlong(ranking, direction) - ranking->rounding;
  double closing = qmboxMax(0, -qmboxDot(direction, ranking->velocity)) + ranking->slack;
  if (!(gap > 0)) return ranking->from + gap;
  return closing * (ranking->to - ranking->from) < gap ? HUGE_VAL : ranking->from + gap / closing;
}

double qmboxRankTriangle(const qmboxRanking *ranking, const double vertex[9]) {
  qmboxEdges edges;
  double way[3];
  findEdges(vertex, &edges);
  nearestWay(&edges, ranking->centre, way);
  double rank = rankAlong(ranking, vertex, way);
  if (!(rank < HUGE_VAL) || !(ranking->half[0] + ranking->half[1] + ranking->half[2] > 0)) return rank;
  double sign = qmboxDot(edges.normal, ranking->centre) < qmboxDot(edges.normal, vertex) ? -1 : 1;
  for (int i = 0; i < 3; i++) way[i] = sign * edges.normal[i];
  return qmboxMax(rank, rankAlong(ranking, vertex, way));
}

/* Writes the unit normal of a triangle to the side of the shape's middle; returns the gap along it at first,
   -HUGE_VAL for triangles without one. */
static double gapAbove(const qmboxRanking *ranking, const double vertex[9], double normal[3]) {
  qmboxEdges edges;
  findEdges(vertex, &edges);
  double length = qmboxLength(edges.normal), height = 0;
  if (!(length > 0)) return -HUGE_VAL;
  for (int i = 0; i < 3; i++) height += edges.normal[i] * (ranking->centre[i] - vertex[i]);
  for (int i = 0; i < 3; i++) normal[i] = (height < 0 ? -edges.normal[i] : edges.normal[i]) / length;
  return fabs(height) / length - reachAlong(ranking, normal) - ranking->rounding;
}

double qmboxDepthBelow(const qmboxRanking *ranking, const double vertex[9]) {
  double normal[3];
  return -gapAbove(ranking, vertex, normal);
}

bool qmboxStaysAbove(const qmboxRanking *ranking, const double vertex[9], double depth) {
  double normal[3], gap = gapAbove(ranking, vertex, normal) + depth;
  if (!(gap > 0)) return false;
  double closing = qmboxMax(0, -qmboxDot(normal, ranking->velocity)) + ranking->slack;
  return closing * (ranking->to - ranking->from) < gap;
}
