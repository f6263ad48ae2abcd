/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The hits of a cast on one geom.
 *
 * Where only what is approached counts, a contact counts if it gets deeper than at the start and by more than the slack.
 * That is asked with the slack alone first: most that are in contact at the start slide along no deeper than that, or
 * part, and need no depth.
 */

#include "pairs/cast_pair.h"

#include <math.h>

#include "meshes/mesh_pair.h"
#include "pairs/convex_pair.h"
#include "pairs/pair.h"

void qmboxCastQuery(const bms_convex_query *query, const qmboxCastRule *rule, bms_convex_contact *answer) {
  bms_convex_query grown = *query;
  if (rule->approaching) {
    (void)bms_convex_first_approach(query, rule->distance, rule->depth, answer);
  } else {
    grown.a.radius += rule->distance;
    (void)bms_convex_first_contact(&grown, 0, answer);
  }
}

/* Casts at a convex shape or plane. */
static void castAtConvex(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1,
                         const qmboxCastRule *rule, qmboxContact *contact) {
  bms_convex_query query = {.t0 = t0, .t1 = t1};
  qmboxFigureShape shape1, shape2;
  bms_convex_contact answer;
  bms_convex_overlap overlap;
  qmboxCastRule deeper = *rule;
  qmboxShapePath(path1, 0, &shape1, &query.motion_a);
  qmboxShapePath(path2, 0, &shape2, &query.motion_b);
  query.a = shape1.shape;
  query.b = shape2.shape;
  deeper.depth = rule->slack;
  qmboxCastQuery(&query, &deeper, &answer);
  bool met = answer.status != BMS_SEPARATED && answer.status != BMS_INVALID;
  if (rule->approaching && met && bms_convex_overlap_at(&query, t0, &overlap) == BMS_VALID && overlap.depth + rule->distance > 0) {
    deeper.depth += overlap.depth + rule->distance;
    qmboxCastQuery(&query, &deeper, &answer);
  }
  qmboxKeepConvex(&answer, contact);
}

void qmboxCastPair(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, const qmboxCastRule *rule) {
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
