/* SPDX-License-Identifier: BSD-3-Clause */

/* The hits of a cast on one geom. */

#include "pairs/cast_pair.h"

#include <float.h>
#include <math.h>

#include "meshes/mesh_pair.h"
#include "pairs/convex_pair.h"
#include "pairs/pair.h"

/* Roundings of how deep a point is in a box, in parts of the coordinates. */
#define PLACED (64 * DBL_EPSILON)

void qmboxCastQuery(const bms_convex_query *query, const qmboxCastRule *rule, const bms_convex_hint *plane,
                    bms_convex_contact *answer) {
  const bms_convex_approach approach = {rule->distance, rule->depth, rule->slack, plane};
  bms_convex_query grown = *query;
  if (rule->approaching) {
    (void)bms_convex_first_approach(query, &approach, answer);
  } else {
    grown.a.radius += rule->distance;
    (void)bms_convex_first_contact(&grown, 0, answer);
  }
}

/* Sets the query of two that are no meshes. */
static void setQuery(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxConvexQuery *q) {
  q->query.t0 = t0;
  q->query.t1 = t1;
  q->query.nearness = 0;
  qmboxSetSide(q, 0, path1, 0);
  qmboxSetSide(q, 1, path2, 0);
}

/* Returns how deep the point of box 2 that is nearest to the middle of box 1 is inside of box 1; negative if it is
   outside. */
static double depthInBox(const bms_box *box1, double pose1[3][4], const bms_box *box2, double pose2[3][4]) {
  double point[3] = {0, 0, 0}, depth = HUGE_VAL, there[3], back[3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) point[i] += pose1[i][k] * 0.5 * (box1->min[k] + box1->max[k]);
    point[i] += pose1[i][3] - pose2[i][3];
  }
  for (int k = 0; k < 3; k++) {
    double along = pose2[0][k] * point[0] + pose2[1][k] * point[1] + pose2[2][k] * point[2];
    there[k] = fmin(fmax(along, box2->min[k]), box2->max[k]);
  }
  for (int i = 0; i < 3; i++) {
    back[i] = pose2[i][3] - pose1[i][3];
    for (int k = 0; k < 3; k++) back[i] += pose2[i][k] * there[k];
  }
  for (int k = 0; k < 3; k++) {
    double along = pose1[0][k] * back[0] + pose1[1][k] * back[1] + pose1[2][k] * back[2];
    depth = fmin(depth, fmin(along - box1->min[k], box1->max[k] - along));
  }
  return depth;
}

/* Returns true if two are certainly deeper than this at a time.  A ball of that radius in the one, about a point of the
   other, says so. */
static bool areDeeper(const bms_convex_query *query, double t, double depth) {
  bms_convex_overlap overlap;
  if (query->a.core == BMS_CORE_BOX && query->b.core == BMS_CORE_BOX) {
    double pose1[3][4], pose2[3][4], reach = 0;
    bms_motion_at(&query->motion_a, t, pose1);
    bms_motion_at(&query->motion_b, t, pose2);
    for (int i = 0; i < 3; i++) reach = fmax(reach, fabs(pose1[i][3]) + fabs(pose2[i][3]));
    double most = fmax(depthInBox(&query->a.box, pose1, &query->b.box, pose2),
                       depthInBox(&query->b.box, pose2, &query->a.box, pose1));
    if (most > depth + PLACED * reach) return true;
  }
  return bms_convex_overlap_at(query, t, &overlap) == BMS_VALID && overlap.least > depth;
}

/* Answers for two boxes, or a box and a plane, which are certainly apart, or certainly deep enough when the speed of
   their contact has brought them there; returns false for others. */
static bool isPlainOfExact(const qmboxMoving *path1, const qmboxMoving *path2, const bms_convex_query *query,
                           const qmboxCastRule *rule, qmboxContact *contact) {
  if (!qmboxAreExact(path1, path2) || rule->distance > 0) return false;
  (void)qmboxSolve(path1, path2, query->t0, query->t1, contact);
  if (contact->status == BMS_SEPARATED) return true;
  if (contact->status != BMS_CONTACT || !(contact->approachSpeed > 0)) return false;
  double deep = contact->timeUpper + 2 * rule->slack / (double)contact->approachSpeed;
  return deep <= query->t1 && areDeeper(query, deep, rule->slack);
}

/* Casts at a convex shape or plane. */
static void castAtConvex(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                         const qmboxCastRule *rule, qmboxContact *contact) {
  const qmboxContact none = *contact;
  qmboxConvexQuery q;
  bms_convex_contact answer;
  setQuery(path1, path2, t0, t1, &q);
  if (rule->approaching && isPlainOfExact(path1, path2, &q.query, rule, contact)) return;
  *contact = none;
  qmboxCastQuery(&q.query, rule, 0, &answer);
  qmboxKeepConvex(&answer, contact);
}

void qmboxCastPair(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                   const qmboxCastRule *rule) {
  bool mesh = path1->shape == QMBOX_SHAPE_MESH || path2->shape == QMBOX_SHAPE_MESH;
  qmboxContact contact;
  if (qmboxIsPlainRule(rule) || (!mesh && !rule->approaching && rule->distance == 0)) {
    qmboxSolve(path1, path2, t0, t1, &contact);
    rule->hit(rule->data, &contact);
    return;
  }
  qmboxNoContact(&contact, BMS_INVALID);
  contact.g1 = path1->geom;
  contact.g2 = path2->geom;
  contact.inexact = path1->inexact | path2->inexact;
  t0 = fmax(t0, fmax(path1->t0, path2->t0));
  t1 = fmin(t1, fmin(path1->t1, path2->t1));
  if (!(t0 <= t1)) {
    contact.status = BMS_SEPARATED; /* one of them is not there in the interval */
  } else if (mesh) {
    qmboxCastMesh(path1, path2, t0, t1, rule, &contact);
  } else {
    castAtConvex(path1, path2, t0, t1, rule, &contact);
  }
  rule->hit(rule->data, &contact);
}

bool qmboxOverlapOf(const qmboxMoving *path1, const qmboxMoving *path2, double t, bms_convex_overlap *overlap,
                    int side[2]) {
  qmboxConvexQuery q;
  side[0] = side[1] = -1;
  if (path1->shape == QMBOX_SHAPE_MESH || path2->shape == QMBOX_SHAPE_MESH)
    return qmboxMeshOverlap(path1, path2, t, overlap, side);
  setQuery(path1, path2, t, t, &q);
  return bms_convex_overlap_at(&q.query, t, overlap) == BMS_VALID && overlap->depth > 0;
}
