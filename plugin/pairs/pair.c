/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of two paths, in ODE's conventions.
 *
 * The solver's normal points from a to b and a half-space is always its a; ODE's normal points into g1 and its
 * contact names the geoms in the caller's order.
 */

#include "pairs/pair.h"

#include <string.h>

#include "motion/path_bounds.h"
#include "pairs/round_pair.h"

/* Returns true if one is a box and the other, of this kind, goes with it. */
static bool goesWithBox(const qmboxPath *box, const qmboxPath *other) {
  int isRigid = box->body.motion.form == BMS_MOTION_RIGID;

  if (box->shape != QMBOX_SHAPE_BOX || other->shape == QMBOX_SHAPE_OTHER) return false;
  return isRigid || other->shape == QMBOX_SHAPE_BOX || other->shape == QMBOX_SHAPE_PLANE;
}

bool qmboxSolvable(const qmboxPath *path1, const qmboxPath *path2) {
  return goesWithBox(path1, path2) || goesWithBox(path2, path1);
}

/* Returns true if the two are a box and a round shape or a mesh. */
static bool isRound(const qmboxPath *path1, const qmboxPath *path2) {
  qmboxShape shape = path1->shape == QMBOX_SHAPE_BOX ? path2->shape : path1->shape;

  return shape == QMBOX_SHAPE_ROUND || shape == QMBOX_SHAPE_MESH;
}

void qmboxNoContact(qmboxContact *contact, bms_status status) {
  memset(contact, 0, sizeof *contact);
  contact->status = status;
}

static bms_pair swapped(bms_pair pair) {
  bms_pair other = {pair.kind, pair.b, pair.a};

  if (pair.kind == BMS_PAIR_VO) other.kind = BMS_PAIR_OV;
  if (pair.kind == BMS_PAIR_OV) other.kind = BMS_PAIR_VO;
  return other;
}

/* The answer with a as g1 or, if `turned`, with b as g1. */
static void translate(const bms_contact *answer, int turned, qmboxContact *contact) {
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

/* The box may be the second. */
static void solveRound(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
  if (path1->shape == QMBOX_SHAPE_BOX) {
    qmboxSolveRound(path1, path2, t0, t1, contact);
    return;
  }
  qmboxSolveRound(path2, path1, t0, t1, contact);
  for (int i = 0; i < 3; i++) contact->normal[i] = 0 - contact->normal[i];
}

bms_status qmboxSolve(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
  int turned = path2->shape == QMBOX_SHAPE_PLANE;
  bms_contact answer;
  bms_query query;

  query.t0 = fmax(t0, fmax(path1->t0, path2->t0));
  query.t1 = fmin(t1, fmin(path1->t1, path2->t1));
  qmboxNoContact(contact, BMS_INVALID);
  contact->g1 = path1->geom;
  contact->g2 = path2->geom;
  contact->inexact = path1->inexact | path2->inexact;
  if (!(query.t0 <= query.t1)) return contact->status;

  if (isRound(path1, path2)) {
    solveRound(path1, path2, query.t0, query.t1, contact);
    return contact->status;
  }
  if (turned ? qmboxClearOf(path1, &path2->halfSpace, query.t0, query.t1)
             : path1->shape == QMBOX_SHAPE_PLANE && qmboxClearOf(path2, &path1->halfSpace, query.t0, query.t1)) {
    answer.status = BMS_SEPARATED;
  } else if (turned) {
    bms_first_contact_half_space(&path2->halfSpace, &path1->body, query.t0, query.t1, &answer);
  } else if (path1->shape == QMBOX_SHAPE_PLANE) {
    bms_first_contact_half_space(&path1->halfSpace, &path2->body, query.t0, query.t1, &answer);
  } else {
    query.a = path1->body;
    query.b = path2->body;
    bms_first_contact(&query, &answer);
  }
  contact->status = answer.status;
  if (answer.status == BMS_INVALID) contact->inexact |= QMBOX_INEXACT_NUMBERS;
  if (answer.status == BMS_UNRESOLVED) {
    contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
    contact->timeLower = answer.t_lower;
  }
  if (answer.status == BMS_CONTACT || answer.status == BMS_TOUCHING || answer.status == BMS_OVERLAPPING) {
    translate(&answer, turned, contact);
  }
  return contact->status;
}

static dReal distance2(const dReal a[3], const dReal b[3]) {
  dReal sum = 0;

  for (int i = 0; i < 3; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/* The point of the patch that has the greatest distance[]. */
static int farthest(const dReal distance[], int count) {
  int best = 0, i;

  for (i = 1; i < count; i++) {
    if (distance[i] > distance[best]) best = i;
  }
  return best;
}

int qmboxFillContacts(const qmboxContact *found, int flags, dContactGeom *contact, int skip) {
  int count = found->pointCount, wanted = flags & 0xffff, i, j, k;
  dReal middle[3] = {0, 0, 0}, distance[BMS_MAX_POINTS];

  for (j = 0; j < count; j++) {
    for (i = 0; i < 3; i++) middle[i] += found->point[j][i] / (dReal)count;
  }
  for (j = 0; j < count; j++) distance[j] = distance2(found->point[j], middle);

  if (wanted > count) wanted = count;
  for (k = 0; k < wanted; k++) {
    dContactGeom *out = (dContactGeom *)(void *)((char *)contact + (size_t)k * (size_t)skip);
    int next = farthest(distance, count);

    memset(out, 0, sizeof *out);
    for (i = 0; i < 3; i++) {
      out->pos[i] = found->point[next][i];
      out->normal[i] = found->normal[i];
    }
    out->g1 = found->g1;
    out->g2 = found->g2;
    out->side1 = out->side2 = -1; /* as ODE's box: no sub-shapes */
    for (j = 0; j < count; j++) { /* from here on the distance to the nearest of those taken */
      dReal away = distance2(found->point[j], found->point[next]);
      if (k == 0 || away < distance[j]) distance[j] = away;
    }
  }
  return wanted;
}
