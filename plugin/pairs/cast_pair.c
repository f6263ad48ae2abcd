/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/cast_pair.h"

#include <float.h>
#include <math.h>

#include "meshes/mesh_pair.h"
#include "pairs/convex_pair.h"
#include "pairs/pair.h"

/* Roundings of how deep two boxes are, or a box and a plane, in parts of the coordinates. */
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

/* Two that begin in contact are checked for having parted after this part of the interval. */
#define SOON 0x1p-5

/* Sets the query of two that are no meshes. */
static void setQuery(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxConvexQuery *q) {
  q->query.t0 = t0;
  q->query.t1 = t1;
  q->query.nearness = 0;
  qmboxSetSide(q, 0, path1, 0);
  qmboxSetSide(q, 1, path2, 0);
}

/* Returns true if two boxes, or a box and a plane, are certainly deeper than this at a time. */
static bool areDeeper(const qmboxMoving *path1, const qmboxMoving *path2, double t, double depth) {
  double reach = 0;
  for (int k = 0; k < 2; k++) {
    const qmboxMoving *path = k == 0 ? path1 : path2;
    double pose[3][4];
    if (path->shape == QMBOX_SHAPE_PLANE) continue;
    bms_motion_at(&path->body.motion, t, pose);
    for (int i = 0; i < 3; i++)
      reach += fabs(pose[i][3]) + fmax(fabs(path->body.box.min[i]), fabs(path->body.box.max[i]));
  }
  return -qmboxGap(path1, path2, t) > depth + PLACED * reach;
}

/* A box at a time, in the world. */
typedef struct placedBox {
  double pose[3][4], middle[3], half[3];
} placedBox;

static void placeBox(const qmboxMoving *path, double t, placedBox *placed) {
  const bms_box *box = &path->body.box;
  double own[3];
  bms_motion_at(&path->body.motion, t, placed->pose);
  for (int k = 0; k < 3; k++) {
    own[k] = (box->min[k] + box->max[k]) / 2;
    placed->half[k] = (box->max[k] - box->min[k]) / 2;
  }
  for (int i = 0; i < 3; i++) {
    const double *row = placed->pose[i];
    placed->middle[i] = row[0] * own[0] + row[1] * own[1] + row[2] * own[2] + row[3];
  }
}

/* Returns true if two boxes are apart by more than a length along a face of the first. */
static bool areApartAlong(const placedBox *one, const placedBox *other, double by) {
  const double(*a)[4] = one->pose, (*b)[4] = other->pose;
  const double x = other->middle[0] - one->middle[0], y = other->middle[1] - one->middle[1],
               z = other->middle[2] - one->middle[2];
  for (int k = 0; k < 3; k++) {
    double apart = fabs(a[0][k] * x + a[1][k] * y + a[2][k] * z) - one->half[k] - by;
    for (int i = 0; i < 3 && apart > 0; i++)
      apart -= fabs(a[0][k] * b[0][i] + a[1][k] * b[1][i] + a[2][k] * b[2][i]) * other->half[i];
    if (apart > 0) return true;
  }
  return false;
}

/* Two boxes, or a box and a plane, and where the boxes were placed last. */
typedef struct exactPair {
  const qmboxMoving *path1, *path2;
  placedBox one, other;
  bool placed;
} exactPair;

/* Returns true if the two are apart by more than a length along a face at a time. */
static bool areApart(exactPair *pair, double t, double by) {
  const qmboxMoving *path1 = pair->path1, *path2 = pair->path2;
  if (path1->shape == QMBOX_SHAPE_PLANE || path2->shape == QMBOX_SHAPE_PLANE) return qmboxGap(path1, path2, t) > by;
  if (!pair->placed || path1->moves) placeBox(path1, t, &pair->one);
  if (!pair->placed || path2->moves) placeBox(path2, t, &pair->other);
  pair->placed = true;
  return areApartAlong(&pair->one, &pair->other, by) || areApartAlong(&pair->other, &pair->one, by);
}

/* Answers for two boxes, or a box and a plane, that begin apart by more than the slack if they are certainly apart all
   the way, or certainly deep enough when the speed of their contact has brought them there; returns false for
   others. */
static bool isPlainOfExact(const qmboxMoving *path1, const qmboxMoving *path2, const bms_convex_query *query,
                           const qmboxCastRule *rule, qmboxContact *contact) {
  (void)qmboxSolve(path1, path2, query->t0, query->t1, contact);
  if (contact->status == BMS_SEPARATED) return true;
  if (contact->status != BMS_CONTACT || !(contact->approachSpeed > 0)) return false;
  double deep = contact->timeUpper + 2 * rule->slack / (double)contact->approachSpeed;
  return deep <= query->t1 && areDeeper(path1, path2, deep, rule->slack);
}

/* Returns true if two that begin in contact part without a hit, and are apart by more than the slack soon after: the
   query begins at that time then. */
static bool partSoon(exactPair *pair, const qmboxCastRule *rule, bms_convex_query *query) {
  double soon = query->t0 + SOON * (query->t1 - query->t0);
  bms_convex_query first = *query;
  bms_convex_contact answer;
  if (!areApart(pair, soon, rule->slack)) return false;
  first.t1 = soon;
  qmboxCastQuery(&first, rule, 0, &answer);
  if (answer.status == BMS_SEPARATED) query->t0 = soon;
  return answer.status == BMS_SEPARATED;
}

/* Casts at a convex shape or plane. */
static void castAtConvex(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                         const qmboxCastRule *rule, qmboxContact *contact) {
  const qmboxContact none = *contact;
  bool exact = rule->approaching && rule->distance == 0 && qmboxAreExact(path1, path2);
  exactPair pair = {.path1 = path1, .path2 = path2};
  qmboxConvexQuery q;
  bms_convex_contact answer;
  setQuery(path1, path2, t0, t1, &q);
  bool apart = exact && (areApart(&pair, t0, rule->slack) || partSoon(&pair, rule, &q.query));
  if (apart && isPlainOfExact(path1, path2, &q.query, rule, contact)) return;
  *contact = none;
  qmboxCastQuery(&q.query, rule, 0, &answer);
  qmboxKeepConvex(&answer, contact);
}

void qmboxCastPair(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                   const qmboxCastRule *rule) {
  bool mesh = path1->shape == QMBOX_SHAPE_MESH || path2->shape == QMBOX_SHAPE_MESH;
  qmboxContact contact;
  if (!rule->approaching && rule->distance == 0 && (!mesh || !rule->everyTriangle)) {
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
