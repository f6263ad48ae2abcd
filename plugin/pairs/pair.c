/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact and the gap of two paths, of whatever shapes: one table says how. */

#include "pairs/pair.h"

#include <math.h>
#include <string.h>

#include "ode/mesh_triangles.h"
#include "pairs/box_pair.h"
#include "pairs/convex_pair.h"
#include "meshes/mesh_pair.h"

void qmboxNoContact(qmboxContact *contact, bms_status status) {
  memset(contact, 0, sizeof *contact);
  contact->status = status;
}

/* How two paths are asked; null where they cannot be. */
typedef struct qmboxWay {
  void (*solve)(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact);
  double (*gap)(const qmboxPath *path1, const qmboxPath *path2, double t);
  bool exact; /* motions by matrices, too, and to the last digit */
} qmboxWay;

/* clang-format off */
#define EXACT_BOXES     {qmboxSolveBoxes, qmboxGapOfBoxes, true}
#define EXACT_BOX_PLANE {qmboxSolveBoxPlane, qmboxGapBoxPlane, true}
#define EXACT_PLANE_BOX {qmboxSolvePlaneBox, qmboxGapPlaneBox, true}
#define AS_CONVEX       {qmboxSolveConvex, qmboxConvexGap, false}
#define BY_TRIANGLES    {qmboxSolveMesh, qmboxMeshGap, false}
#define NEVER           {0, 0, false}

/* A row for the shape of path1, a column for that of path2. */
static const qmboxWay wayOf[QMBOX_SHAPES][QMBOX_SHAPES] = {
    /*               box              plane            convex        mesh          other */
    /* box    */ {EXACT_BOXES,     EXACT_BOX_PLANE, AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* plane  */ {EXACT_PLANE_BOX, NEVER,           AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* convex */ {AS_CONVEX,       AS_CONVEX,       AS_CONVEX,    BY_TRIANGLES, NEVER},
    /* mesh   */ {BY_TRIANGLES,    BY_TRIANGLES,    BY_TRIANGLES, BY_TRIANGLES, NEVER},
    /* other  */ {NEVER,           NEVER,           NEVER,        NEVER,        NEVER},
};
/* clang-format on */

static bool isRigid(const qmboxPath *path) {
  return path->shape != QMBOX_SHAPE_BOX || path->body.motion.form == BMS_MOTION_RIGID;
}

bool qmboxSolvable(const qmboxPath *path1, const qmboxPath *path2) {
  const qmboxWay *way = &wayOf[path1->shape][path2->shape];
  return way->solve && (way->exact || (isRigid(path1) && isRigid(path2)));
}

bool qmboxStoppable(const qmboxPath *path1, const qmboxPath *path2) {
  return (qmboxCanGrow(path1->shape) || qmboxCanGrow(path2->shape)) && qmboxSolvable(path1, path2);
}

bool qmboxAreExact(const qmboxPath *path1, const qmboxPath *path2) {
  return wayOf[path1->shape][path2->shape].exact;
}

bms_status qmboxSolve(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact) {
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

double qmboxGap(const qmboxPath *path1, const qmboxPath *path2, double t) {
  const qmboxWay *way = &wayOf[path1->shape][path2->shape];
  return way->gap ? way->gap(path1, path2, t) : HUGE_VAL;
}

double qmboxResolution(const qmboxPath *path1, const qmboxPath *path2, double reach) {
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
