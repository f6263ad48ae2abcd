/* SPDX-License-Identifier: BSD-3-Clause */

#include "meshes/triangle_query.h"

#include <math.h>

#include "ode/mesh_triangles.h"
#include "util/real.h"

bool qmboxIsAhead(bms_status status) {
  return status == BMS_CONTACT || status == BMS_UNRESOLVED;
}

/*
 * Takes an answer over if it is earlier than what there is.  Two triangles with an edge in common are often met within
 * rounding of each other, and for the earlier whether it is met at all may be unknown: it is certain then that the mesh
 * is met until the time when the other one is.
 */
static void keepEarlier(const bms_convex_contact *answer, const int side[2], qmboxContact *contact) {
  qmboxContact before = *contact;
  bool isFirst = before.status == BMS_SEPARATED || before.status == BMS_INVALID;
  if (answer->status == BMS_SEPARATED) return;
  if (answer->status == BMS_INVALID) {
    contact->inexact |= QMBOX_INEXACT_NUMBERS;
    if (isFirst) contact->status = BMS_INVALID;
    return;
  }
  if (isFirst || answer->t_lower < before.timeLower || answer->status == BMS_OVERLAPPING) {
    qmboxTakeConvex(answer, contact);
    for (int k = 0; k < 2; k++) contact->side[k] = side[k];
  }
  if (isFirst || !qmboxIsAhead(before.status) || !qmboxIsAhead(answer->status)) return;
  if (before.status == BMS_UNRESOLVED && answer->status == BMS_UNRESOLVED) return;
  contact->status = BMS_CONTACT;
  contact->timeUpper = before.status == BMS_CONTACT ? before.timeUpper : answer->t_upper;
  if (answer->status == BMS_CONTACT) contact->timeUpper = fmin(contact->timeUpper, answer->t_upper);
}

/* Puts a triangle in its place: of a resting mesh it is seen from its first vertex.  Returns false if it stays clear of
   the one's sweep, or is nowhere. */
static bool placeTriangle(qmboxMeshQuery *q, const double vertex[9]) {
  const double unturned[4] = {1, 0, 0, 0};
  double own[9];
  if (!qmboxIsTriangle(vertex)) return false;
  for (int k = 0; k < 9; k++) own[k] = vertex[k] + (q->mesh->moves ? q->mesh->centre[k % 3] : -vertex[k % 3]);
  qmboxMakeTriangleFigure(own, &q->triangle.figure);
  if (!q->mesh->moves) {
    q->triangle.body.motion = bms_motion_fixed(vertex, unturned);
    return true;
  }
  q->triangle.body.box = qmboxFigureBox(&q->triangle.figure);
  qmboxWiden(q->triangle.body.box.min, q->triangle.body.box.max, q->mesh->growth);
  double min[3], max[3];
  bms_swept_bounds(&q->triangle.body, q->asked.query.t0, q->asked.query.t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (min[i] > q->max[i] || max[i] < q->min[i]) return false;
  }
  return true;
}

bool qmboxPlaceQueried(qmboxMeshQuery *q, const double vertex[9]) {
  bool every = q->cast && (q->cast->measures || q->cast->rule->everyTriangle);
  if (q->contact->status == BMS_OVERLAPPING && !every) return false;
  if (!qmboxIsTriangle(vertex)) q->contact->inexact |= QMBOX_INEXACT_NUMBERS;
  return placeTriangle(q, vertex);
}

void qmboxTurnContact(qmboxContact *contact) {
  int side = contact->side[0];
  contact->side[0] = contact->side[1];
  contact->side[1] = side;
  for (int i = 0; i < 3; i++) contact->normal[i] = 0 - contact->normal[i];
}

static void handOver(const qmboxMeshQuery *q, const bms_convex_contact *answer) {
  qmboxContact hit = *q->contact;
  if (answer->status == BMS_SEPARATED) return;
  qmboxKeepConvex(answer, &hit);
  for (int k = 0; k < 2; k++) hit.side[k] = q->side[k];
  if (q->cast->turned) qmboxTurnContact(&hit);
  q->cast->rule->hit(q->cast->rule->data, &hit);
}

/* Returns the plane along which the two are deepest at the start, as the one carries it along; none if they are
   apart. */
static bms_convex_hint planeOfDeepest(const qmboxMeshQuery *q) {
  enum { NORMAL_IN_A = 1 };
  const double *normal = q->cast->deepest.normal;
  bms_convex_hint plane = {.carrier = 0};
  double pose[3][4];
  bms_motion_at(&q->asked.query.motion_a, q->asked.query.t0, pose);
  for (int i = 0; i < 3; i++) {
    plane.a[i] = pose[0][i] * normal[0] + pose[1][i] * normal[1] + pose[2][i] * normal[2];
  }
  if (qmboxMakeUnit(plane.a, 0)) plane.carrier = NORMAL_IN_A;
  return plane;
}

/* Returns the plane of a triangle that stands still, to the side where the one is at first; of others the one along
   which the two are deepest at the start. */
static bms_convex_hint planeOf(const qmboxMeshQuery *q, const double vertex[9]) {
  enum { NORMAL_IN_B = 2 };
  bms_convex_hint plane = {.carrier = 0};
  double n[3], side = 0;
  if (!q->ranks) return planeOfDeepest(q);
  qmboxNormalOfPoints(vertex, vertex + 3, vertex + 6, n);
  double square = qmboxDot(n, n);
  for (int i = 0; i < 3; i++) side += n[i] * (q->ranking.centre[i] - vertex[i]);
  if (!(square > 0)) return plane;
  plane.carrier = NORMAL_IN_B;
  for (int i = 0; i < 3; i++) plane.b[i] = (side > 0 ? -n[i] : n[i]) / sqrt(square); /* away from the one */
  return plane;
}

/* Returns true if a triangle's plane shows that a cast passes over it, or that it is no deeper than what is
   measured. */
static bool isPassedOver(const qmboxMeshQuery *q, const double vertex[9]) {
  qmboxMeshCast *cast = q->cast;
  if (!q->ranks || !cast) return false;
  if (!cast->measures) return cast->rule->approaching && qmboxStaysAbove(&q->ranking, vertex, cast->rule->depth);
  double below = qmboxDepthBelow(&q->ranking, vertex);
  if (!(below <= fmax(cast->depth, cast->rule->slack / 2) + cast->rule->slack / 4)) return false;
  if (below > cast->below) {
    cast->below = below;
    qmboxNormalOfPoints(vertex, vertex + 3, vertex + 6, cast->facing);
  }
  return true;
}

static void measureTriangle(qmboxMeshQuery *q) {
  qmboxMeshCast *cast = q->cast;
  bms_convex_overlap overlap;
  if (bms_convex_overlap_at(&q->asked.query, q->asked.query.t0, &overlap) != BMS_VALID) return;
  if (!(overlap.depth + cast->rule->distance > cast->depth)) return;
  cast->depth = overlap.depth + cast->rule->distance;
  cast->deepest = overlap;
  for (int k = 0; k < 2; k++) cast->side[k] = q->side[k];
}

/* Returns the end of a cast at a triangle: if others have been hit, only one that is in contact before them counts. */
static double untilWhen(const qmboxMeshQuery *q) {
  bool hit = q->contact->status == BMS_CONTACT && !q->cast->rule->everyTriangle;
  return hit ? fmin(q->contact->timeUpper, q->cast->t1) : q->cast->t1;
}

/* Returns true if the two are perhaps in contact at the end of a query. */
static bool touchAtEnd(const bms_convex_query *query, double distance) {
  bms_convex_separation end;
  if (bms_convex_separation_at(query, query->t1, &end) != BMS_VALID) return true;
  return !(end.lower > distance);
}

/* Casts at the triangle of the query, or measures how deep it is at the start. */
static void castAtTriangle(qmboxMeshQuery *q, const double vertex[9]) {
  qmboxMeshCast *cast = q->cast;
  bms_convex_query query = q->asked.query;
  bms_convex_contact answer;
  if (cast->measures) {
    measureTriangle(q);
    return;
  }
  double until = untilWhen(q);
  query.t1 = fmin(until, query.t1); /* a later piece of the way visits what is then in contact again */
  bms_convex_hint plane = planeOf(q, vertex);
  qmboxCastQuery(&query, cast->rule, &plane, &answer);
  if (answer.status == BMS_UNRESOLVED && query.t1 < until) {
    query.t1 = until;
    qmboxCastQuery(&query, cast->rule, &plane, &answer);
  }
  if (answer.status == BMS_SEPARATED && query.t1 == until && until < cast->t1 && cast->rule->approaching &&
      touchAtEnd(&query, cast->rule->distance)) { /* a contact that began before may get deep enough later */
    query.t1 = cast->t1;
    qmboxCastQuery(&query, cast->rule, &plane, &answer);
  }
  if (cast->rule->everyTriangle) {
    handOver(q, &answer);
    return;
  }
  keepEarlier(&answer, q->side, q->contact);
  bool found = q->contact->status != BMS_SEPARATED && q->contact->status != BMS_INVALID;
  if (found) q->last = fmin(q->last, qmboxIsAhead(q->contact->status) ? q->contact->timeUpper : query.t0);
}

void qmboxQueryTriangle(void *data, const double vertex[9], int number) {
  qmboxMeshQuery *q = data;
  bms_convex_contact answer;
  if (isPassedOver(q, vertex) || !qmboxPlaceQueried(q, vertex)) return;
  if (q->ranks && qmboxRankTriangle(&q->ranking, vertex) > q->last) return;
  qmboxSetSide(&q->asked, 1, &q->triangle, 0);
  q->side[1] = number;
  if (q->cast) {
    castAtTriangle(q, vertex);
    return;
  }
  (void)bms_convex_first_contact(&q->asked.query, 0, &answer);
  keepEarlier(&answer, q->side, q->contact);
  if (q->contact->status == BMS_CONTACT) {
    q->asked.query.t1 = fmin(q->asked.query.t1, q->contact->timeUpper);
  } else if (q->contact->status == BMS_UNRESOLVED) {
    q->asked.query.t1 =
        fmin(q->asked.query.t1, q->contact->timeLower + BMS_CONVEX_WIDTH * (q->asked.query.t1 - q->asked.query.t0));
  } else if (q->contact->status != BMS_SEPARATED) {
    q->asked.query.t1 = q->asked.query.t0;
  }
  q->last = q->contact->status == BMS_OVERLAPPING ? -HUGE_VAL : q->asked.query.t1;
}

double qmboxRankOfTriangle(void *data, const double vertex[9]) {
  const qmboxMeshQuery *q = data;
  return isPassedOver(q, vertex) ? HUGE_VAL : qmboxRankTriangle(&q->ranking, vertex);
}

void qmboxGapOfTriangle(void *data, const double vertex[9], int number) {
  qmboxMeshQuery *q = data;
  (void)number;
  if (placeTriangle(q, vertex)) q->gap = fmin(q->gap, qmboxConvexGap(q->one, &q->triangle, q->asked.query.t0));
}
