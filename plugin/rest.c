/* SPDX-License-Identifier: BSD-3-Clause */

/* How deep boxes are pressed into what they rest on. */

#include "rest.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "array.h"
#include "pair.h"
#include "registration.h"

static void note(qmboxRest *rest, dGeomID geom, double depth) {
  void *room;

  if (!dGeomGetBody(geom)) return;
  room = qmboxRoomForOne(rest->resting, sizeof *rest->resting, rest->count, &rest->capacity);
  if (!room) {
    rest->failed = 1;
    return;
  }
  rest->resting = room;
  rest->resting[rest->count].geom = geom;
  rest->resting[rest->count++].depth = depth;
}

void qmboxNoteRest(qmboxRest *rest, dGeomID o1, dGeomID o2, double depth) {
  rest->deepest = fmax(rest->deepest, depth);
  note(rest, o1, depth);
  note(rest, o2, depth);
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  qmboxRest *rest = data;
  qmboxPath path1, path2;
  double gap;

  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, near);
    return;
  }
  if (dGeomGetBody(o1) == dGeomGetBody(o2)) return; /* on one body, or on none */
  qmboxPathOf(o1, rest->qmboxClass, QMBOX_FOLLOW_NOTHING, &path1);
  qmboxPathOf(o2, rest->qmboxClass, QMBOX_FOLLOW_NOTHING, &path2);
  if (!qmboxSolvable(&path1, &path2)) return;
  gap = qmboxGap(&path1, &path2, 0);
  if (gap < 0) qmboxNoteRest(rest, o1, o2, -gap);
}

/* All pairs of a space and of those nested in it. */
static void collideAll(qmboxRest *rest, dSpaceID space) {
  int i;

  dSpaceCollide(space, rest, near);
  if (dSpaceGetClass(space) == dQuadTreeSpaceClass)
    return; /* gives out no list, and spaces in it are met as pairs only */
  for (i = 0; i < dSpaceGetNumGeoms(space); i++) {
    dGeomID geom = dSpaceGetGeom(space, i);
    if (dGeomIsSpace(geom)) collideAll(rest, (dSpaceID)geom);
  }
}

static int byAddress(const void *a, const void *b) {
  uintptr_t geom1 = (uintptr_t)((const qmboxRestingGeom *)a)->geom,
            geom2 = (uintptr_t)((const qmboxRestingGeom *)b)->geom;
  return (geom1 > geom2) - (geom1 < geom2);
}

void qmboxSortRest(qmboxRest *rest) {
  if (rest->count > 0) qsort(rest->resting, (size_t)rest->count, sizeof *rest->resting, byAddress);
}

int qmboxMeasureRest(qmboxRest *rest, dSpaceID space) {
  memset(rest, 0, sizeof *rest);
  rest->qmboxClass = qmboxRegisteredClass();
  collideAll(rest, space);
  qmboxSortRest(rest);
  return !rest->failed;
}

double qmboxRestDepth(const qmboxRest *rest, dGeomID geom) {
  int low = 0, high = rest->count;
  double depth = 0;

  while (low < high) {
    int middle = low + (high - low) / 2;
    if ((uintptr_t)rest->resting[middle].geom < (uintptr_t)geom) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < rest->count && rest->resting[low].geom == geom; low++) depth = fmax(depth, rest->resting[low].depth);
  return depth;
}

void qmboxForgetRest(qmboxRest *rest) {
  if (rest->resting) dFree(rest->resting, (size_t)rest->capacity * sizeof *rest->resting);
  rest->resting = 0;
  rest->count = rest->capacity = 0;
}
