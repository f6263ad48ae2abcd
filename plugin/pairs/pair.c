/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/pair.h"

#include <math.h>
#include <string.h>

#include "moving/moving_bounds.h"
#include "ode/mesh_triangles.h"
#include "pairs/convex_pair.h"
#include "meshes/mesh_pair.h"

void qmboxNoContact(qmboxContact *contact, bms_status status) {
  memset(contact, 0, sizeof *contact);
  contact->status = status;
  contact->side[0] = contact->side[1] = -1;
}

/* ------------------------------------------------------------------ boxes and planes: exact, and for all motions */

/* The solver's normal points from a to b, and a half-space is always its a; ODE's normal points into g1, and its
   contact names the geoms in the caller's order. */

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

static void solveBoxes(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                       qmboxContact *contact) {
  bms_query query = {.t0 = t0, .t1 = t1, .a = path1->body, .b = path2->body};
  bms_contact answer;
  (void)bms_first_contact(&query, &answer);
  takeExact(&answer, false, contact);
}

/* Solves for a box and a plane, in any order. */
static void solveHalfSpace(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1,
                           qmboxContact *contact) {
  bool turned = path2->shape == QMBOX_SHAPE_PLANE;
  const qmboxMoving *plane = turned ? path2 : path1, *box = turned ? path1 : path2;
  bms_contact answer = {.status = BMS_SEPARATED};
  if (!qmboxClearOf(box, &plane->halfSpace, t0, t1))
    (void)bms_half_space_first_contact(&plane->halfSpace, &box->body, t0, t1, &answer);
  takeExact(&answer, turned, contact);
}

static double gapOfBoxes(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  bms_separation separation;
  bms_separation_at(&path1->body, &path2->body, t, &separation);
  return separation.gap;
}

/* Returns the height of the box's centre above the plane less the box's extent along the normal, which is unit. */
static double gapAbovePlane(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  bool turned = path2->shape == QMBOX_SHAPE_PLANE;
  const bms_half_space *plane = &(turned ? path2 : path1)->halfSpace;
  const bms_body *body = &(turned ? path1 : path2)->body;
  double pose[3][4], gap = -plane->offset;
  bms_motion_at(&body->motion, t, pose);
  for (int i = 0; i < 3; i++) gap += plane->normal[i] * pose[i][3];
  for (int j = 0; j < 3; j++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += plane->normal[i] * pose[i][j];
    gap += along * (body->box.min[j] + body->box.max[j]) / 2 - fabs(along) * (body->box.max[j] - body->box.min[j]) / 2;
  }
  return gap;
}

/* ------------------------------------------------------------------ the table */

/* How two paths are asked; null where they cannot be. */
typedef struct qmboxWay {
  void (*solve)(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact);
  double (*gap)(const qmboxMoving *path1, const qmboxMoving *path2, double t);
  bool exact; /* motions by matrices, too, and to the last digit */
} qmboxWay;

/* clang-format off */
#define EXACT_BOXES     {solveBoxes, gapOfBoxes, true}
#define EXACT_BOX_PLANE {solveHalfSpace, gapAbovePlane, true}
#define AS_CONVEX       {qmboxSolveConvex, qmboxConvexGap, false}
#define BY_TRIANGLES    {qmboxSolveMesh, qmboxMeshGap, false}
#define NEVER           {0, 0, false}

/* Rows are shapes of path1, columns of path2. */
static const qmboxWay wayOf[QMBOX_SHAPES][QMBOX_SHAPES] = {
    /*               box              plane            convex        mesh          other */
    /* box    */ {EXACT_BOXES,     EXACT_BOX_PLANE, AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* plane  */ {EXACT_BOX_PLANE, NEVER,           AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* convex */ {AS_CONVEX,       AS_CONVEX,       AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* mesh   */ {BY_TRIANGLES,    BY_TRIANGLES,    BY_TRIANGLES, BY_TRIANGLES, NEVER},
    /* other  */ {NEVER,           NEVER,           NEVER,        NEVER,        NEVER},
};
/* clang-format on */

static bool isRigid(const qmboxMoving *path) {
  return path->shape != QMBOX_SHAPE_BOX || path->body.motion.form == BMS_MOTION_RIGID;
}

bool qmboxSolvable(const qmboxMoving *path1, const qmboxMoving *path2) {
  const qmboxWay *way = &wayOf[path1->shape][path2->shape];
  return way->solve && (way->exact || (isRigid(path1) && isRigid(path2)));
}

bool qmboxStoppable(const qmboxMoving *path1, const qmboxMoving *path2) {
  return (qmboxCanGrow(path1->shape) || qmboxCanGrow(path2->shape)) && qmboxSolvable(path1, path2);
}

bool qmboxAreExact(const qmboxMoving *path1, const qmboxMoving *path2) {
  return wayOf[path1->shape][path2->shape].exact;
}

bms_status qmboxSolve(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact) {
  t0 = fmax(t0, fmax(path1->t0, path2->t0));
  t1 = fmin(t1, fmin(path1->t1, path2->t1));
  qmboxNoContact(contact, BMS_INVALID);
  contact->g1 = path1->geom;
  contact->g2 = path2->geom;
  contact->inexact = path1->inexact | path2->inexact;
  const qmboxWay *way = &wayOf[path1->shape][path2->shape];
  if (!way->solve) contact->inexact |= QMBOX_INEXACT_SHAPE;
  if (way->solve && t0 <= t1) way->solve(path1, path2, t0, t1, contact);
  return contact->status;
}

double qmboxGap(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  const qmboxWay *way = &wayOf[path1->shape][path2->shape];
  return way->gap ? way->gap(path1, path2, t) : HUGE_VAL;
}

double qmboxResolution(const qmboxMoving *path1, const qmboxMoving *path2, double reach) {
  double resolution = qmboxConvexResolution(path1, path2, reach);
  if (path1->shape == QMBOX_SHAPE_MESH) resolution += qmboxMeshResolution(path1->geom);
  if (path2->shape == QMBOX_SHAPE_MESH) resolution += qmboxMeshResolution(path2->geom);
  return resolution;
}

/* ------------------------------------------------------------------ contacts of ODE */

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
