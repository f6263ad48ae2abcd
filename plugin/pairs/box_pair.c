/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of boxes with each other and with planes, in ODE's conventions.
 *
 * The solver's normal points from a to b and a half-space is always its a; ODE's normal points into g1 and its
 * contact names the geoms in the caller's order.
 */

#include "pairs/box_pair.h"

#include <math.h>

#include "moving/path_bounds.h"

/* Returns a face of a and a vertex of b, as all contacts of a half-space are, the other way round. */
static bms_pair swapped(bms_pair pair) {
  return (bms_pair){pair.kind == BMS_PAIR_VO ? BMS_PAIR_OV : pair.kind, pair.b, pair.a};
}

/* The answer with a as g1 or, if `turned`, with b as g1. */
static void translate(const bms_contact *answer, bool turned, qmboxContact *contact) {
  contact->time = answer->t;
  contact->timeLower = answer->t_lower;
  contact->timeUpper = answer->t_upper;
  contact->pair = turned ? swapped(answer->pair) : answer->pair;
  contact->approachSpeed = (dReal)answer->approach_speed;
  contact->pointCount = answer->point_count;
  /* 0 - x, not -x: no negative zeros. */
  for (int i = 0; i < 3; i++) contact->normal[i] = (dReal)(turned ? answer->normal[i] : 0 - answer->normal[i]);
  for (int j = 0; j < answer->point_count; j++) {
    for (int i = 0; i < 3; i++) contact->point[j][i] = (dReal)answer->point[j][i];
  }
}

/* Writes an answer of the exact solver, with b as g1 if `turned`. */
static void takeExact(const bms_contact *answer, bool turned, qmboxContact *contact) {
  contact->status = answer->status;
  if (answer->status == BMS_INVALID) contact->inexact |= QMBOX_INEXACT_NUMBERS;
  if (answer->status == BMS_UNRESOLVED) {
    contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
    contact->timeLower = answer->t_lower;
  }
  if (answer->status == BMS_CONTACT || answer->status == BMS_TOUCHING || answer->status == BMS_OVERLAPPING)
    translate(answer, turned, contact);
}

void qmboxSolveBoxes(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
  bms_query query = {t0, t1, path1->body, path2->body};
  bms_contact answer;
  (void)bms_first_contact(&query, &answer);
  takeExact(&answer, false, contact);
}

static void solveHalfSpace(const qmboxPath *plane, const qmboxPath *box, bool turned, double t0, double t1,
                           qmboxContact *contact) {
  bms_contact answer = {.status = BMS_SEPARATED};
  if (!qmboxClearOf(box, &plane->halfSpace, t0, t1))
    (void)bms_first_contact_half_space(&plane->halfSpace, &box->body, t0, t1, &answer);
  takeExact(&answer, turned, contact);
}

void qmboxSolvePlaneBox(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
  solveHalfSpace(path1, path2, false, t0, t1, contact);
}

void qmboxSolveBoxPlane(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
  solveHalfSpace(path2, path1, true, t0, t1, contact);
}

double qmboxGapOfBoxes(const qmboxPath *path1, const qmboxPath *path2, double t) {
  bms_separation separation;
  bms_separation_at(&path1->body, &path2->body, t, &separation);
  return separation.gap;
}

/* Returns the height of the box's centre above the plane less the box's extent along the normal, which is unit. */
static double gapAbovePlane(const bms_half_space *plane, const bms_body *body, double t) {
  double pose[3][4];
  double gap = -plane->offset;
  bms_motion_at(&body->motion, t, pose);
  for (int i = 0; i < 3; i++) gap += plane->normal[i] * pose[i][3];
  for (int j = 0; j < 3; j++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += plane->normal[i] * pose[i][j];
    gap += along * (body->box.min[j] + body->box.max[j]) / 2 - fabs(along) * (body->box.max[j] - body->box.min[j]) / 2;
  }
  return gap;
}

double qmboxGapPlaneBox(const qmboxPath *path1, const qmboxPath *path2, double t) {
  return gapAbovePlane(&path1->halfSpace, &path2->body, t);
}

double qmboxGapBoxPlane(const qmboxPath *path1, const qmboxPath *path2, double t) {
  return gapAbovePlane(&path2->halfSpace, &path1->body, t);
}
